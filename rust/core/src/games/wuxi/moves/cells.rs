//! Cells: the classes of plays. A cell is a type, a length, a lead rank, 带响 or not, and a number of big jokers; all card
//! sets of a cell compare alike with everything, and each legal set is in exactly one cell.
//!
//! Cells that differ in the lead rank alone make a [`Strip`], so that a mask of ranks stands for up to 13 of them.

use super::ways::{Ways, one_suit};
use crate::climb::ranks::{CLUBS, rank_mask, ranks};
use crate::games::wuxi::order::{Gate, bar};
use crate::games::wuxi::rules::{Rules, SpadeLead};
use crate::games::wuxi::shapes::{
    DRAGON, DRAGON_RANKS, FLOWER, FLYING, FOUR, GREEN, JOKERS, NATURAL, PAIR_RUN, RUN, SINGLE, SMALL, SPADES, Shape,
    jokers_of, rank_totals, tiger_kind, tops_of_three,
};
use crate::games::wuxi::state::Cards;
use arrayvec::ArrayVec;

/// Which sets of the top rank a cell has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// All: 带响 makes no difference.
    Any,
    /// Those without 带响.
    Plain,
    /// Those with 带响.
    Ring,
}

/// Cells of one type and length that differ in the lead rank alone.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    /// The type.
    pub kind: u8,
    /// The number of cards of each rank; of 虎, of all jokers.
    pub copies: u8,
    /// The number of ranks of a dragon, else 0.
    pub length: u8,
    /// 带响 or not.
    pub side: Side,
    /// The lead ranks, bit by bit; of 虎, the numbers of big jokers.
    pub mask: u16,
}

impl Strip {
    /// The number of cells.
    #[inline]
    pub fn cells(&self) -> u32 {
        self.mask.count_ones()
    }

    /// The lowest rank of the cell with lead rank `lead`.
    #[inline]
    pub fn lowest(&self, lead: u32) -> u32 {
        lead + 1 - u32::from(self.length.max(1))
    }
}

/// All the strips of a decision: at most 116 are not empty.
pub type Strips = ArrayVec<Strip, 116>;

/// What a hand holds, in masks of ranks by number of cards.
pub struct Held<'a> {
    rules: &'a Rules,
    cards: &'a Cards,
    /// `all[k]`: ranks with at least k cards.
    all: [u16; 18],
    /// `plain[k]`: those that are the top rank of a play without 带响.
    plain: [u16; 18],
    /// `ring[k]`: … with 带响.
    ring: [u16; 18],
}

/// For each k the ranks with at least k cards.
#[inline]
fn at_least(totals: [u8; 14]) -> [u16; 18] {
    let mut at = [0_u16; 18];
    for (rank, total) in totals.iter().take(13).enumerate() {
        at[*total as usize] |= 1 << rank;
    }
    for k in (0..17).rev() {
        at[k] |= at[k + 1];
    }
    at
}

/// The ranks of a mask of suited cards.
#[inline]
pub fn ranks_of(cards: u64) -> u16 {
    rank_mask(ranks(cards & NATURAL))
}

impl<'a> Held<'a> {
    /// Looks at a hand.
    #[inline]
    pub fn new(rules: &'a Rules, cards: &'a Cards) -> Self {
        let all = at_least(rank_totals(cards, NATURAL));
        let (plain, ring) = match rules.spade_lead_rule {
            SpadeLead::Off => (all, [0; 18]),
            SpadeLead::Any => {
                let spades = ranks_of(cards.0[0] & SPADES);
                (at_least(rank_totals(cards, NATURAL & !SPADES)), all.map(|ranks| ranks & spades))
            }
            SpadeLead::All => {
                let others = ranks_of(cards.0[0] & !SPADES);
                let spades = |k: usize| if (1..=4).contains(&k) { ranks_of(cards.0[k - 1] & SPADES) } else { 0 };
                (all.map(|ranks| ranks & others), std::array::from_fn(spades))
            }
        };
        Self { rules, cards, all, plain, ring }
    }

    /// Adds the strips of all plays on `on`, or of all leads, by kind.
    #[inline]
    pub fn strips(&self, on: Option<&Shape>, out: &mut Strips) {
        self.leopards(on, out);
        if self.cards.0[0] & JOKERS != 0 {
            self.tigers(on, out);
        }
        self.runs(on, out);
        self.sections(on, out);
    }

    /// Adds the strips of the grabs with these kinds.
    pub fn grabs(&self, kinds: u64, out: &mut Strips) {
        if kinds & JOKERS == 0 {
            let rank = ranks_of(kinds);
            return self.push(out, 1, (2, 0), (self.plain[2] & rank, self.ring[2] & rank));
        }
        let (small, most) = jokers_of(self.cards);
        let allowed =
            |big: u8| (if big < 2 { kinds >> 52 & 1 } else { 1 }) & (if big > 0 { kinds >> 53 } else { 1 }) == 1;
        let mask = (0..=2).filter(|big| allowed(*big) && small >= 2 - big && most >= *big);
        let mask = mask.fold(0, |mask, big| mask | 1 << big);
        push(out, Strip { kind: tiger_kind(2, 0), copies: 2, length: 0, side: Side::Any, mask });
    }

    /// A strip without and one with 带响.
    #[inline]
    fn push(&self, out: &mut Strips, kind: u8, (copies, length): (u8, u8), (plain, ring): (u16, u16)) {
        let side = if self.rules.spade_lead_rule == SpadeLead::Off { Side::Any } else { Side::Plain };
        push(out, Strip { kind, copies, length, side, mask: plain });
        push(out, Strip { kind, copies, length, side: Side::Ring, mask: ring });
    }

    /// 豹.
    #[inline]
    fn leopards(&self, on: Option<&Shape>, out: &mut Strips) {
        for k in 1..=16_u8 {
            if self.all[k as usize] == 0 {
                break;
            }
            let gate = Gate::of(self.rules, k - 1, 0, on);
            if gate.is_shut() {
                continue;
            }
            if k == 1 && !self.rules.spade_bonus_single {
                push(
                    out,
                    Strip { kind: SINGLE, copies: 1, length: 0, side: Side::Any, mask: self.all[1] & gate.plain },
                );
                continue;
            }
            let (plain, ring) = if k == 4 { self.fours() } else { (self.plain[k as usize], self.ring[k as usize]) };
            self.push(out, k - 1, (k, 0), (plain & gate.plain, ring & gate.ring));
        }
        self.flowers(on, out);
    }

    /// The ranks with a 四只: four cards not of one suit, which would be a 花豹 (WA-11).
    #[inline]
    fn fours(&self) -> (u16, u16) {
        let x = self.cards.0[0];
        let [c, d, h, s] = [0, 1, 2, 3].map(|suit| x >> suit & CLUBS);
        let others = c | d | h;
        let two_others = c & d | c & h | d & h;
        match self.rules.spade_lead_rule {
            SpadeLead::Any => (self.plain[4] & rank_mask(two_others), self.ring[4] & rank_mask(others)),
            _ => (self.all[4] & rank_mask(two_others | s & others), 0),
        }
    }

    /// 花豹.
    #[inline]
    fn flowers(&self, on: Option<&Shape>, out: &mut Strips) {
        let gate = Gate::of(self.rules, FLOWER, 0, on);
        let (plain, ring) = self.by_side(self.cards.0[3]);
        self.push(out, FLOWER, (4, 0), (plain & gate.plain, ring & gate.ring));
    }

    /// The ranks of one-suit types, given their kinds: without and with 带响.
    #[inline]
    fn by_side(&self, kinds: u64) -> (u16, u16) {
        match self.rules.spade_lead_rule {
            SpadeLead::Off => (ranks_of(kinds), 0),
            _ => (ranks_of(kinds & !SPADES), ranks_of(kinds & SPADES)),
        }
    }

    /// 虎: one strip for each kind, its mask the numbers of big jokers.
    fn tigers(&self, on: Option<&Shape>, out: &mut Strips) {
        let (small, big) = jokers_of(self.cards);
        for n in 1..=small + big {
            let allowed = |b: &u8| on.is_none_or(|on| bar(self.rules, &Shape::tiger(n - b, *b), on).is_none());
            let bigs = (n.saturating_sub(small)..=n.min(big)).filter(allowed).fold(0_u16, |mask, b| mask | 1 << b);
            // Four jokers are three kinds: 花虎 with one to three big ones, 小青虎 and 大青虎.
            for mask in if n == 4 { [bigs & 0b01110, bigs & 1, bigs & 0b10000] } else { [bigs, 0, 0] } {
                let kind = tiger_kind(n, mask.trailing_zeros() as u8);
                push(out, Strip { kind, copies: n, length: 0, side: Side::Any, mask });
            }
        }
    }

    /// 连子 and 连对.
    #[inline]
    fn runs(&self, on: Option<&Shape>, out: &mut Strips) {
        for (kind, k) in [(RUN, 1), (PAIR_RUN, 2)] {
            let held = self.all[k] & DRAGON_RANKS;
            let mut reach = held << 1; // ranks below which there are enough ranks held for a length of 2
            for length in 3..=12_u8 {
                reach = (reach & held) << 1;
                if reach & held == 0 {
                    break;
                }
                let gate = Gate::of(self.rules, kind, length, on);
                let masks = (self.plain[k] & held & reach & gate.plain, self.ring[k] & held & reach & gate.ring);
                self.push(out, kind, (k as u8, length), masks);
            }
        }
    }

    /// 节, 飞龙 and 青龙.
    #[inline]
    fn sections(&self, on: Option<&Shape>, out: &mut Strips) {
        let window = |held: u16| held & held << 1 & held << 2 & DRAGON_RANKS;
        for k in 3..=16_u8 {
            let tops = window(self.all[k as usize] & DRAGON_RANKS);
            if tops == 0 {
                return; // 飞龙 and 青龙 need three and four of three ranks, too
            }
            let kind = DRAGON + k;
            let gate = Gate::of(self.rules, kind, 3, on);
            let masks = (self.plain[k as usize] & tops & gate.plain, self.ring[k as usize] & tops & gate.ring);
            if k > 4 {
                self.push(out, kind, (k, 3), masks);
                continue;
            }
            let suited = self.suited(k as usize);
            let from = out.len();
            self.push(out, kind, (k, 3), masks);
            if suited != 0 {
                self.drop_empty(out, from, ranks_of(suited));
            }
            let gate = Gate::of(self.rules, FLYING + k - 3, 3, on);
            let (plain, ring) = self.by_side(suited);
            self.push(out, FLYING + k - 3, (k, 3), (plain & gate.plain, ring & gate.ring));
        }
    }

    /// The highest kinds of three neighbours of one suit with at least k copies each.
    #[inline]
    fn suited(&self, k: usize) -> u64 {
        tops_of_three(self.cards.0[k - 1])
    }

    /// Takes out of the strips from an index on the cells that have one-suit sets only (WA-11).
    fn drop_empty(&self, out: &mut Strips, from: usize, tops: u16) {
        let ways = Ways::new(self.rules, self.cards);
        for strip in &mut out[from..] {
            for lead in bits16(strip.mask & tops) {
                if ways.count(strip, lead) == 0 {
                    strip.mask &= !(1 << lead);
                }
            }
        }
        out.retain(|strip| strip.mask != 0);
    }
}

#[inline]
fn push(out: &mut Strips, strip: Strip) {
    if strip.mask != 0 {
        out.push(strip);
    }
}

/// The strip and lead (of 虎: the number of big jokers) of a shape.
pub fn cell_of(rules: &Rules, shape: &Shape) -> (Strip, u32) {
    let kind = shape.kind as u8;
    let is_tiger = shape.lead >= SMALL;
    let one_side = is_tiger || rules.spade_lead_rule == SpadeLead::Off || (kind == SINGLE && !rules.spade_bonus_single);
    let side = match shape.ring {
        _ if one_side => Side::Any,
        true => Side::Ring,
        false => Side::Plain,
    };
    let lead = u32::from(if is_tiger { shape.big } else { shape.lead });
    let copies = shape.count / shape.length.max(1);
    (Strip { kind, copies, length: shape.length, side, mask: 1 << lead }, lead)
}

/// The suits in which a one-suit cell can be, as a mask of four.
#[inline]
pub fn suits(cards: &Cards, strip: &Strip, lead: u32) -> u64 {
    one_suit(cards, strip.lowest(lead), lead, strip.copies)
        & if strip.side == Side::Any {
            0b1111
        } else if strip.side == Side::Ring {
            0b1000
        } else {
            0b0111
        }
}

/// Whether the sets of a kind are of one suit by definition.
#[inline]
pub fn is_suited(kind: u8) -> bool {
    matches!(kind, FLOWER | FLYING | GREEN)
}

/// Whether sets of a type can be of one suit without being of it: 四只, 三节, 四节 are 花豹, 飞龙, 青龙 then.
#[inline]
pub fn must_mix(kind: u8) -> bool {
    kind == FOUR || kind == DRAGON + 3 || kind == DRAGON + 4
}

/// The bits of a mask of ranks, lowest first.
#[inline]
pub fn bits16(mut mask: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            bit
        })
    })
}
