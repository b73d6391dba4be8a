//! The representative of a cell: the set that a player would usually take.
//!
//! In every rank the least useful cards go first: those outside one-suit groups (the four equal cards of a 花豹 or 青龙, the
//! kinds of a 飞龙) before those inside; then other suits before spades, which make a lead card ring; then suits with few
//! copies before suits with many; then ♣ ♦ ♥ ♠. A cell with 带响 takes one spade of the top rank first, one without takes
//! none (by `spade_lead_rule="all"`: only spades; first a card that is none).

use super::cells::{Side, Strip, bits16, is_suited, must_mix, suits};
use super::ways::{Ways, row, suited, tiger};
use crate::climb::ranks;
use crate::games::wuxi::rules::{Rules, SpadeLead};
use crate::games::wuxi::shapes::{FLOWER, FOUR, NATURAL, PAIR_RUN, RUN, TIGER, tops_of_three};
use crate::games::wuxi::state::Cards;
use crate::set::CardSet;

const SPADE: u8 = 3;

/// Cards of one rank: bit 4·p + suit is the copy of that suit that lies in plane p.
type Group = u16;

/// In which order the cards of a rank are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The least useful first.
    Usual,
    /// A spade first, then as usual.
    Spade,
    /// No spade.
    NoSpade,
    /// A card that is no spade first, then as usual.
    Other,
    /// Only spades.
    Spades,
}

impl Way {
    /// The way in the top rank.
    #[inline]
    fn of(rules: &Rules, side: Side) -> Self {
        match (side, rules.spade_lead_rule) {
            (Side::Any, _) | (_, SpadeLead::Off) => Way::Usual,
            (Side::Plain, SpadeLead::Any) => Way::NoSpade,
            (Side::Ring, SpadeLead::Any) => Way::Spade,
            (Side::Plain, SpadeLead::All) => Way::Other,
            (Side::Ring, SpadeLead::All) => Way::Spades,
        }
    }
}

/// The first k cards of a rank in the order of a way, given the copies by suit c d h s and the suits worth keeping.
const fn group(copies: [u8; 4], keep: u8, way: Way, k: usize) -> Group {
    let order = order(copies, keep);
    let mut left = copies;
    let (mut group, mut taken) = (0, 0);
    if k > 0 && matches!(way, Way::Spade | Way::Other) {
        let mut i = 0;
        while i < 4 && taken == 0 {
            let suit = order[i];
            if left[suit] > 0 && (suit == SPADE as usize) == matches!(way, Way::Spade) {
                group = 1 << suit;
                left[suit] -= 1;
                taken = 1;
            }
            i += 1;
        }
    }
    let mut i = 0;
    while i < 4 {
        let suit = order[i];
        let open = match way {
            Way::NoSpade => suit != SPADE as usize,
            Way::Spades => suit == SPADE as usize,
            _ => true,
        };
        while open && taken < k && left[suit] > 0 {
            group |= 1 << (4 * (copies[suit] - left[suit]) as usize + suit);
            left[suit] -= 1;
            taken += 1;
        }
        i += 1;
    }
    group
}

/// The suits of a rank, least useful first: an insertion sort by what makes them useful.
const fn order(copies: [u8; 4], keep: u8) -> [usize; 4] {
    let (mut order, mut keys) = ([0; 4], [0; 4]);
    let mut suit = 0;
    while suit < 4 {
        let key = (keep >> suit & 1) << 4 | ((suit == SPADE as usize) as u8) << 3 | copies[suit];
        let mut i = suit;
        while i > 0 && keys[i - 1] > key {
            (order[i], keys[i]) = (order[i - 1], keys[i - 1]);
            i -= 1;
        }
        (order[i], keys[i]) = (suit, key);
        suit += 1;
    }
    order
}

/// The copies by suit of a table row.
const fn copies_of(row: usize) -> [u8; 4] {
    [(row % 5) as u8, (row / 5 % 5) as u8, (row / 25 % 5) as u8, (row / 125) as u8]
}

/// [`group`] for all copies by suit, where only suits with four copies are worth keeping.
const fn table(way: Way) -> [[Group; 17]; 625] {
    let mut table = [[0; 17]; 625];
    let mut row = 0;
    while row < 625 {
        let copies = copies_of(row);
        let total = (copies[0] + copies[1] + copies[2] + copies[3]) as usize;
        let keep = four(copies, 0) | four(copies, 1) | four(copies, 2) | four(copies, 3);
        let mut k = 1;
        while k <= total {
            table[row][k] = group(copies, keep, way, k);
            k += 1;
        }
        row += 1;
    }
    table
}

const fn four(copies: [u8; 4], suit: usize) -> u8 {
    ((copies[suit] == 4) as u8) << suit
}

#[allow(long_running_const_eval, reason = "three tables of 10,625 entries")]
static USUAL: [[Group; 17]; 625] = table(Way::Usual);
#[allow(long_running_const_eval, reason = "see above")]
static SPADE_FIRST: [[Group; 17]; 625] = table(Way::Spade);
#[allow(long_running_const_eval, reason = "see above")]
static NO_SPADE: [[Group; 17]; 625] = table(Way::NoSpade);

/// A hand with the kinds of 飞龙, which the tables do not know.
pub struct Usual<'a> {
    rules: &'a Rules,
    cards: &'a Cards,
    flying: u64,
}

impl<'a> Usual<'a> {
    /// Looks at a hand.
    #[inline]
    pub fn new(rules: &'a Rules, cards: &'a Cards) -> Self {
        let tops = tops_of_three(cards.0[2]);
        Self { rules, cards, flying: tops | tops >> 4 | tops >> 8 }
    }

    /// The first k cards of a rank in the order of a way.
    #[inline]
    fn group(&self, rank: u32, k: usize, way: Way) -> Group {
        let row = row(self.cards, rank) as usize;
        let flying = (self.flying >> (4 * rank)) as u8 & 0xf;
        match way {
            Way::Usual if flying == 0 => USUAL[row][k],
            Way::Spade if flying == 0 => SPADE_FIRST[row][k],
            Way::NoSpade if flying == 0 => NO_SPADE[row][k],
            _ => {
                let fours = ((self.cards.0[3] & NATURAL) >> (4 * rank)) as u8 & 0xf;
                group(copies_of(row), flying | fours, way, k)
            }
        }
    }

    /// The representative of one cell.
    #[inline]
    pub fn one(&self, strip: &Strip, lead: u32) -> Cards {
        match strip.kind {
            TIGER..RUN => tiger(strip.copies, lead),
            kind if is_suited(kind) => suited(strip, lead, suits(self.cards, strip, lead).trailing_zeros()),
            _ => {
                let below = (strip.lowest(lead)..lead).fold(Cards::EMPTY, |cards, rank| {
                    cards.union(&spread(self.group(rank, strip.copies as usize, Way::Usual), rank))
                });
                let top = self.group(lead, strip.copies as usize, Way::of(self.rules, strip.side));
                let cards = below.union(&spread(top, lead));
                if must_mix(strip.kind) && is_one_suit(&cards, strip.copies) {
                    // It came out in one suit, which is another type.
                    return Ways::new(self.rules, self.cards).unrank(strip, lead, 0);
                }
                cards
            }
        }
    }
}

/// Many representatives of one hand; the same as [`Usual::one`] of each.
pub struct Lines<'a> {
    usual: Usual<'a>,
    rows: [u16; 13],
    /// The usual one and two cards of every rank side by side: with a mask they are the lower ranks of every run.
    lines: [Cards; 3],
}

impl<'a> Lines<'a> {
    /// Looks at a hand.
    #[inline]
    pub fn new(rules: &'a Rules, cards: &'a Cards) -> Self {
        let usual = Usual::new(rules, cards);
        let rows = std::array::from_fn(|rank| row(cards, rank as u32));
        let line = |k: usize| {
            let groups = rows.iter().zip(0..).map(|(row, rank)| (USUAL[*row as usize][k], rank));
            groups.fold(Cards::EMPTY, |line, (group, rank)| line.union(&spread(group, rank)))
        };
        Self { lines: [Cards::EMPTY, line(1), line(2)], usual, rows }
    }

    /// The representatives of all cells of a strip.
    #[inline]
    pub fn each(&self, strip: &Strip, mut visit: impl FnMut(Cards)) {
        let table = match Way::of(self.usual.rules, strip.side) {
            _ if self.usual.flying != 0 => None,
            Way::Usual => Some(&USUAL),
            Way::Spade => Some(&SPADE_FIRST),
            Way::NoSpade => Some(&NO_SPADE),
            Way::Other | Way::Spades => None,
        };
        let k = strip.copies as usize;
        let top = |table: &[[Group; 17]; 625], lead: u32| spread(table[self.rows[lead as usize] as usize][k], lead);
        match (table, strip.kind) {
            (Some(table), RUN | PAIR_RUN) => bits16(strip.mask).for_each(|lead| {
                let below = (1_u64 << (4 * lead)) - (1_u64 << (4 * strip.lowest(lead)));
                visit(self.lines[k].within(below).union(&top(table, lead)));
            }),
            (Some(table), 0..FLOWER) if strip.kind != FOUR => {
                bits16(strip.mask).for_each(|lead| visit(top(table, lead)))
            }
            _ => bits16(strip.mask).for_each(|lead| visit(self.usual.one(strip, lead))),
        }
    }
}

/// A group as cards.
#[inline]
fn spread(group: Group, rank: u32) -> Cards {
    CardSet(std::array::from_fn(|p| u64::from(group >> (4 * p) & 0xf) << (4 * rank)))
}

/// Whether k copies at each rank are all of one suit.
#[inline]
fn is_one_suit(cards: &Cards, k: u8) -> bool {
    cards.0[k as usize - 1] == cards.kinds() && ranks::is_one_suit(cards.kinds())
}
