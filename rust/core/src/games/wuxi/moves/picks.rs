//! Building a legal play card by card, in one pass over the families of plays and without a test per card.
//!
//! A family is a type with its ranks. Two facts leave one condition on suits. A one-suit type is always of a higher level than
//! its mixed type, so "mixed" never has to be enforced. And 带响 only helps (W-022), so a family is open, shut, or open with
//! 带响 only.

use super::cells::{bits16, ranks_of};
use super::ways::one_suit;
use super::{GRAB, grab};
use crate::action::{PASS, PLAY};
use crate::game::Picks;
use crate::games::wuxi::order::{Gate, bar};
use crate::games::wuxi::rules::{Rules, SpadeLead};
use crate::games::wuxi::shapes::{
    DRAGON, DRAGON_RANKS, FLOWER, FLYING, GREEN, JOKERS, NATURAL, RUN, SINGLE, SPADES, Shape, jokers_of, rank_totals,
};
use crate::games::wuxi::state::{ASK_BEAT, ASK_GRAB, Cards, LEAD, SCORE, State};

/// How the cards chosen so far for an action with this head can go on.
pub fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
    if state.phase == SCORE || !state.mover().contains(chosen) {
        return Picks::default();
    }
    match head {
        PASS => Picks { more: 0, complete: state.phase != LEAD && chosen.is_empty() },
        GRAB if state.asked == ASK_GRAB => grabs(rules, state, chosen),
        PLAY if state.asked != ASK_GRAB => plays(rules, state, chosen),
        _ => Picks::default(),
    }
}

/// Two cards of the kinds that grab.
fn grabs(rules: &Rules, state: &State, chosen: &Cards) -> Picks {
    let kinds = grab::kinds(rules, &state.top);
    let n = chosen.len();
    if chosen.kinds() & !kinds != 0 || n > 2 || !grab::holds_two(state.mover(), kinds) {
        return Picks::default();
    }
    let more = if n < 2 { state.mover().minus(chosen).kinds() & kinds } else { 0 };
    Picks { more, complete: n == 2 }
}

fn plays(rules: &Rules, state: &State, chosen: &Cards) -> Picks {
    let hand = state.mover();
    let left = hand.minus(chosen).kinds();
    let on = state.top_shape().filter(|_| state.asked == ASK_BEAT);
    if on.is_none() && chosen.is_empty() {
        return Picks { more: left, complete: false }; // any card is a lead
    }
    let mut found = Picks::default();
    if chosen.kinds() & JOKERS == 0 {
        let totals = rank_totals(chosen, NATURAL);
        let most = totals[..13].iter().copied().max().unwrap_or(0);
        let on = on.as_ref();
        let held = rank_totals(hand, NATURAL);
        let mut search = Search { rules, hand, chosen, totals, most, held, on, found };
        search.all();
        found = search.found;
    }
    if chosen.kinds() & NATURAL == 0 {
        jokers(rules, hand, chosen, on.as_ref(), &mut found);
    }
    found.more &= left;
    found
}

/// Joker plays that hold the chosen jokers.
fn jokers(rules: &Rules, hand: &Cards, chosen: &Cards, on: Option<&Shape>, found: &mut Picks) {
    let ((small, big), (smalls, bigs)) = (jokers_of(chosen), jokers_of(hand));
    for a in small..=smalls {
        for b in big..=bigs {
            if a + b == 0 || on.is_some_and(|on| bar(rules, &Shape::tiger(a, b), on).is_some()) {
                continue;
            }
            found.more |= u64::from(a > small) << 52 | u64::from(b > big) << 53;
            found.complete |= (a, b) == (small, big);
        }
    }
}

struct Search<'a> {
    rules: &'a Rules,
    hand: &'a Cards,
    chosen: &'a Cards,
    /// Chosen cards by rank, and the largest of these numbers.
    totals: [u8; 14],
    most: u8,
    /// Held cards by rank.
    held: [u8; 14],
    on: Option<&'a Shape>,
    found: Picks,
}

impl Search<'_> {
    fn all(&mut self) {
        for k in self.most.max(1)..=16 {
            let ranks = (0..13).fold(0, |mask, rank| mask | u16::from(self.held[rank] >= k) << rank);
            if ranks == 0 {
                break;
            }
            self.families(k - 1, k, 1, ranks);
            let dragons = ranks & DRAGON_RANKS;
            let longest = if k > 2 { 3 } else { 12 };
            let mut tops = dragons & dragons << 1;
            for length in 3..=longest {
                tops &= dragons << (length - 1);
                if tops == 0 {
                    break;
                }
                self.families(DRAGON + k, k, length, tops);
            }
        }
        if self.most <= 4 && self.hand.0[2] & NATURAL != 0 {
            self.one_suit(FLOWER, 4, 1);
            self.one_suit(FLYING, 3, 3);
            self.one_suit(GREEN, 4, 3);
        }
    }

    /// The families of a type: k cards at each of `length` ranks, the highest of which is one of `tops`.
    fn families(&mut self, kind: u8, k: u8, length: u8, tops: u16) {
        let gate = Gate::of(self.rules, kind, if kind >= RUN { length } else { 0 }, self.on);
        if gate.is_shut() {
            return;
        }
        let never_rings =
            self.rules.spade_lead_rule == SpadeLead::Off || (kind == SINGLE && !self.rules.spade_bonus_single);
        let open = if never_rings { gate.plain } else { gate.ring };
        for top in bits16(tops & open) {
            let low = top + 1 - u32::from(length);
            let only_ring = gate.plain >> top & 1 == 0;
            self.family(k, low, top, only_ring);
        }
    }

    #[inline]
    fn family(&mut self, k: u8, low: u32, top: u32, only_ring: bool) {
        let window = (1_u64 << (4 * top + 4)) - (1_u64 << (4 * low));
        if self.chosen.kinds() & !window != 0 {
            return;
        }
        let mut more = (low..=top)
            .filter(|rank| self.totals[*rank as usize] < k)
            .fold(0, |kinds, rank| kinds | 0xf_u64 << (4 * rank));
        if only_ring {
            match self.ring(k, top) {
                Some(suits) => more &= !(0xf << (4 * top)) | suits,
                None => return,
            }
        }
        self.found.more |= more;
        self.found.complete |= more == 0;
    }

    /// The kinds of the top rank that may be added so that the play rings in the end; `None` when it cannot.
    #[inline]
    fn ring(&self, k: u8, top: u32) -> Option<u64> {
        let rank = 0xf_u64 << (4 * top);
        let spade = rank & SPADES;
        let chosen = self.chosen.0[0] & rank;
        let n = self.totals[top as usize];
        if self.rules.spade_lead_rule == SpadeLead::All {
            let enough = k <= 4 && self.hand.plane(k as usize - 1) & spade != 0;
            return (enough && chosen & !spade == 0).then_some(spade);
        }
        match (chosen & spade != 0, self.hand.0[0] & spade != 0) {
            (true, _) => Some(rank),
            (false, true) if n + 1 < k => Some(rank),
            (false, true) if n + 1 == k => Some(spade),
            _ => None,
        }
    }

    /// The one-suit types: k copies at each of `length` ranks of a suit.
    fn one_suit(&mut self, kind: u8, k: u8, length: u8) {
        let gate = Gate::of(self.rules, kind, if length > 1 { length } else { 0 }, self.on);
        let kinds = self.hand.plane(k as usize - 1) & NATURAL;
        let tops = if length > 1 { ranks_of(kinds) & DRAGON_RANKS & !0b11 } else { ranks_of(kinds) };
        for top in bits16(tops & gate.ring) {
            let low = top + 1 - u32::from(length);
            for suit in bits16(one_suit(self.hand, low, top, k) as u16) {
                let rings = suit == 3 && self.rules.spade_lead_rule != SpadeLead::Off;
                if (if rings { gate.ring } else { gate.plain }) >> top & 1 == 0 {
                    continue;
                }
                let line = (low..=top).fold(0, |line, rank| line | 1_u64 << (4 * rank + suit));
                if self.chosen.kinds() & !line != 0 {
                    continue;
                }
                let more = line & !self.chosen.plane(k as usize - 1);
                self.found.more |= more;
                self.found.complete |= more == 0;
            }
        }
    }
}
