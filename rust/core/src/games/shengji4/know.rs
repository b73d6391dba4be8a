//! What a seat's plays have shown that it cannot hold (public knowledge, for resampling).
//!
//! Who follows without a shape has denied it. Of that the simple part is kept: no card of a suit, at most so many copies of a
//! kind, at most so many pairs, no longer tractor of pairs.

use super::order::Lead;
use super::owed;
use super::state::Cards;
use crate::follow::demand::{Need, pairs};
use crate::follow::table::{LANE, Table};
use crate::follow::throws;

/// The most that a seat can hold of one suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// No card at all.
    pub void: bool,
    /// Copies of a kind.
    pub copies: u8,
    /// Pairs, a quad being two.
    pub pairs: u8,
    /// The length of a tractor of pairs; 1: none.
    pub run: u8,
}

impl Limit {
    /// Nothing is known.
    pub const NONE: Limit = Limit { void: false, copies: 4, pairs: 27, run: LANE as u8 };
    /// The suit is gone.
    pub const VOID: Limit = Limit { void: true, copies: 0, pairs: 0, run: 1 };

    /// The limit in 16 bits: copies, pairs, run, void from the lowest.
    pub const fn pack(self) -> u16 {
        self.copies as u16 | (self.pairs as u16) << 3 | (self.run as u16) << 8 | (self.void as u16) << 12
    }

    /// The limit from 16 bits.
    #[inline]
    pub const fn unpack(bits: u16) -> Self {
        Self {
            void: bits >> 12 & 1 == 1,
            copies: (bits & 7) as u8,
            pairs: (bits >> 3 & 31) as u8,
            run: (bits >> 8 & 15) as u8,
        }
    }

    /// Both limits at once.
    fn and(self, other: Self) -> Self {
        Self {
            void: self.void || other.void,
            copies: self.copies.min(other.copies),
            pairs: self.pairs.min(other.pairs),
            run: self.run.min(other.run),
        }
    }

    /// By how much some cards of the suit exceed the limit; 0: they keep it.
    #[inline]
    pub fn excess(&self, table: &Table, suit: usize, cards: &Cards) -> u32 {
        if *self == Self::NONE || cards.is_empty() {
            return 0;
        }
        if self.void {
            return 4 * cards.len() as u32;
        }
        let many = cards.plane(self.copies.into()).count_ones() + cards.plane(self.copies as usize + 1).count_ones();
        let pairs = pairs(cards).saturating_sub(self.pairs.into());
        let run = u32::from(table.has_window(suit, self.run as usize + 1, cards.plane(1)));
        many + pairs + run
    }
}

/// What is known after a seat, of which `before` was known, followed with some cards.
pub fn followed(table: &Table, before: Limit, led: &Cards, lead: &Lead, cards: &Cards) -> Limit {
    if cards.kinds() & !table.suits[lead.suit] != 0 {
        return Limit::VOID;
    }
    // A single card tells nothing but its suit.
    if before.void || lead.size == 1 {
        return before;
    }
    before.and(match lead.form {
        Some(form) => match owed::list(form) {
            Some((_, entries)) => of_list(table, lead.suit, entries, cards),
            None => of_rule_g(table, lead.suit, form, cards),
        },
        None => of_throw(table, lead.suit, led, cards),
    })
}

/// The entries before the one played were not held.
fn of_list(table: &Table, suit: usize, entries: &[&'static [Need]], cards: &Cards) -> Limit {
    let class = owed::class(entries, table, suit, cards);
    let denied = entries[..class].iter().copied().flatten();
    denied.fold(Limit::NONE, |limit, need| limit.and(without(table, suit, need, cards)))
}

/// What is known of the rest of a hand that, the played cards included, did not meet a need.
fn without(table: &Table, suit: usize, need: &Need, cards: &Cards) -> Limit {
    let played = pairs(cards);
    let fewer = |n: u8| Limit { pairs: u32::from(n).saturating_sub(1 + played) as u8, ..Limit::NONE };
    match *need {
        Need::Pairs(n) | Need::Groups { w: 2, n } => fewer(n),
        Need::Groups { w, n: 1 } => Limit { copies: w - 1, ..Limit::NONE },
        Need::Quads { k: 1, pairs: 0 } => Limit { copies: 3, ..Limit::NONE },
        Need::Triples { k: 1, pairs: 0 } => Limit { copies: 2, ..Limit::NONE },
        Need::Run { n, pairs } if n == pairs => Limit { run: n - 1, ..Limit::NONE },
        // Where the tractor or quad was played, pairs were what was lacking.
        Need::Run { n, pairs } if table.has_window(suit, n.into(), cards.plane(1)) => fewer(pairs),
        Need::Quads { k: 1, pairs } if cards.plane(3) != 0 => fewer(2 + pairs),
        _ => Limit::NONE,
    }
}

/// Rule G: what the play left room for was not held.
fn of_rule_g(table: &Table, suit: usize, (k, n): (u8, u8), cards: &Cards) -> Limit {
    let shape = throws::part(table, cards).is_some_and(|part| part.length > 1);
    let kinds = if k > 2 { cards.plane(k as usize - 1) } else { 0 };
    let groups = kinds.count_ones() as u8;
    if shape || (k > 2 && groups >= n) {
        return Limit::NONE;
    }
    let rest = cards.within(!kinds);
    let cap = usize::from(k * (n - groups) / 2);
    let run = table.longest(suit, rest.plane(1), cap).max(1) as u8;
    Limit {
        void: false,
        copies: if k > 2 { k - 1 } else { 4 },
        pairs: if (pairs(&rest) as usize) < cap { 0 } else { 27 },
        run: if (run as usize) < cap { run } else { LANE as u8 },
    }
}

/// An accepted throw: fewer pairs than it has were played only where no more were held, and so for its longest tractor.
fn of_throw(table: &Table, suit: usize, led: &Cards, cards: &Cards) -> Limit {
    let first = throws::split(table, suit, led).find(|part| part.length > 1).map_or(0, |part| part.length);
    let run = table.longest(suit, cards.plane(1), first).max(1);
    Limit {
        pairs: if pairs(cards) < pairs(led) { 0 } else { 27 },
        run: if run < first { run as u8 } else { LANE as u8 },
        ..Limit::NONE
    }
}
