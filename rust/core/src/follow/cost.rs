//! How many cards a choice still lacks to meet a demand, and which cards bring it nearer.
//!
//! A demand can be met in several ways. Each is an *anchor*, fixed cards such as the pairs of one window or two certain
//! quads, and some further pairs of any kinds. Beside a given choice an anchor lacks a number of cards; a further pair
//! costs 0, 1 or 2 cards, and the second pair of a kind never costs less than its first, so that taking the cheapest
//! pairs is exact.

use super::demand::{Demand, Need, packings};
use super::table::Table;
use crate::set::{CardSet, bits};

use crate::set::copies;

/// One way to meet a need, the further pairs left open.
#[derive(Clone, Copy, Debug)]
pub struct Anchor<const P: usize> {
    /// The fixed cards.
    pub cards: CardSet<P>,
    /// Kinds of which the fixed cards use one pair.
    pub first: u64,
    /// Kinds that give no further pairs.
    pub spent: u64,
    /// Further pairs needed.
    pub extra: u32,
}

impl<const P: usize> Anchor<P> {
    /// The kinds of `held` that can give a further first pair, and those that can give a further second one.
    #[inline]
    pub fn items(&self, held: &CardSet<P>) -> (u64, u64) {
        (held.plane(1) & !self.first & !self.spent, held.plane(3) & !self.spent)
    }
}

/// Calls `each` with every anchor of a need among the cards `held`. Groups have too many: they are counted apart.
pub fn anchors<const P: usize>(
    table: &Table,
    suit: usize,
    held: &CardSet<P>,
    need: &Need,
    each: &mut impl FnMut(Anchor<P>),
) {
    let window_anchors = |w: usize, n: u8, extra: u32, each: &mut dyn FnMut(Anchor<P>)| {
        for window in table.windows(suit, n.into()).iter().filter(|window| window.mask & !held.plane(w - 1) == 0) {
            each(Anchor { cards: copies(window.mask, w), first: window.mask, spent: 0, extra });
        }
    };
    match *need {
        Need::Pairs(pairs) => each(Anchor { cards: CardSet::EMPTY, first: 0, spent: 0, extra: pairs.into() }),
        Need::Run { n, pairs } => window_anchors(2, n, u32::from(pairs - n), each),
        Need::Wide { w, n } => window_anchors(w.into(), n, 0, each),
        Need::Quads { k, pairs } => groups(held, 4, k, pairs, each),
        Need::Triples { k, pairs } => groups(held, 3, k, pairs, each),
        Need::Runs { lengths, pairs } => {
            let total: u8 = lengths.iter().sum();
            packings(table, suit, [held.plane(1), held.plane(3)], &lengths, &mut |once, twice| {
                let cards = CardSet(std::array::from_fn(|p| {
                    if p < 2 {
                        once
                    } else if p < 4 {
                        twice
                    } else {
                        0
                    }
                }));
                each(Anchor { cards, first: once, spent: twice, extra: u32::from(pairs - total) });
                false
            });
        }
        Need::Groups { .. } => unreachable!("groups are not enumerated"),
    }
}

/// One or two kinds with `w` copies each.
fn groups<const P: usize>(held: &CardSet<P>, w: usize, k: u8, pairs: u8, each: &mut impl FnMut(Anchor<P>)) {
    let anchor = |mask: u64| Anchor { cards: copies(mask, w), first: 0, spent: mask, extra: pairs.into() };
    let mut rest = held.plane(w - 1);
    for one in bits(rest) {
        if k == 1 {
            each(anchor(one.bit()));
            continue;
        }
        rest &= !one.bit();
        for two in bits(rest) {
            each(anchor(one.bit() | two.bit()));
        }
    }
}

/// What is lacking: the number of cards, and the kinds one more copy of which lowers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lack {
    /// The number of cards.
    pub cards: u32,
    /// The kinds.
    pub kinds: u64,
}

impl Lack {
    /// There is no way.
    pub const NEVER: Lack = Lack { cards: u32::MAX, kinds: 0 };

    /// The lesser of two; where they are equal both kinds of cards help.
    #[inline]
    fn or(self, other: Self) -> Self {
        match self.cards.cmp(&other.cards) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => Lack { cards: self.cards, kinds: self.kinds | other.kinds },
        }
    }
}

/// What the choice `chosen` lacks of a demand, with cards of `held` (all of one suit).
pub fn lack<const P: usize>(
    table: &Table,
    suit: usize,
    held: &CardSet<P>,
    chosen: &CardSet<P>,
    demand: &Demand,
) -> Lack {
    if demand.kinds == 0 {
        return demand.needs.iter().fold(Lack::NEVER, |least, need| least.or(of_need(table, suit, held, chosen, need)));
    }
    let fixed: CardSet<P> = copies(demand.kinds, demand.copies.into());
    let (rest, mine) = (held.within(!demand.kinds), chosen.within(!demand.kinds));
    let base = missing(&fixed, chosen);
    let further =
        demand.needs.iter().fold(Lack::NEVER, |least, need| least.or(of_need(table, suit, &rest, &mine, need)));
    match further {
        Lack::NEVER => Lack::NEVER,
        Lack { cards, kinds } => Lack { cards: base.cards + cards, kinds: base.kinds | kinds },
    }
}

/// The copies of `wanted` that `chosen` lacks.
#[inline]
fn missing<const P: usize>(wanted: &CardSet<P>, chosen: &CardSet<P>) -> Lack {
    (0..P).fold(Lack { cards: 0, kinds: 0 }, |sum, p| {
        let lacking = wanted.0[p] & !chosen.0[p];
        Lack { cards: sum.cards + lacking.count_ones(), kinds: sum.kinds | lacking }
    })
}

fn of_need<const P: usize>(table: &Table, suit: usize, held: &CardSet<P>, chosen: &CardSet<P>, need: &Need) -> Lack {
    if let Need::Groups { w, n } = *need {
        return of_groups(held, chosen, w.into(), n.into());
    }
    let mut least = Lack::NEVER;
    anchors(table, suit, held, need, &mut |anchor| {
        let base = missing(&anchor.cards, chosen);
        if base.cards > least.cards {
            return;
        }
        let pairs = of_pairs(held, chosen, &anchor);
        if pairs != Lack::NEVER {
            least = least.or(Lack { cards: base.cards + pairs.cards, kinds: base.kinds | pairs.kinds });
        }
    });
    least
}

/// The cheapest further pairs.
#[inline]
fn of_pairs<const P: usize>(held: &CardSet<P>, chosen: &CardSet<P>, anchor: &Anchor<P>) -> Lack {
    if anchor.extra == 0 {
        return Lack { cards: 0, kinds: 0 };
    }
    let (one, two) = anchor.items(held);
    let y = |p: usize| chosen.plane(p);
    let ready = (one & y(1)).count_ones() + (two & y(3)).count_ones();
    let half = [one & y(0) & !y(1), two & y(2) & !y(3)];
    let none = [one & !y(0), two & !y(2)];
    let size = |items: [u64; 2]| items[0].count_ones() + items[1].count_ones();
    let after_ready = anchor.extra.saturating_sub(ready);
    let after_half = after_ready.saturating_sub(size(half));
    if after_half > size(none) {
        return Lack::NEVER;
    }
    let mut kinds = 0;
    if after_ready > 0 {
        kinds |= half[0] | half[1];
    }
    if after_half > 0 {
        kinds |= none[0] | none[1];
    }
    Lack { cards: after_ready + after_half, kinds }
}

/// The `n` kinds nearest to `w` copies.
fn of_groups<const P: usize>(held: &CardSet<P>, chosen: &CardSet<P>, w: usize, n: u32) -> Lack {
    let open = held.plane(w - 1);
    let mut lack = Lack { cards: 0, kinds: 0 };
    let mut left = n;
    for lacking in 0..=w {
        // The kinds of which exactly `w − lacking` copies are chosen, or more than `w` for none lacking.
        let at_least = if lacking == w { !0 } else { chosen.plane(w - lacking - 1) };
        let more = if lacking == 0 { 0 } else { chosen.plane(w - lacking) };
        let kinds = open & at_least & !more;
        let taken = kinds.count_ones().min(left);
        if taken > 0 && lacking > 0 {
            lack.cards += taken * lacking as u32;
            lack.kinds |= kinds;
        }
        left -= taken;
    }
    if left > 0 { Lack::NEVER } else { lack }
}
