//! What a card set is: classification by bit work on the 52-bit mask.

use super::order;
use super::rules::Rules;
use super::state::Cards;
use crate::card::Pack;
use crate::climb::ranks::{CLUBS, is_one_suit, ranks};
use crate::notation;
use crate::row;

row! {
    /// A play's type and its place in the order.
    pub struct Shape {
        /// Index into the shape names; −1 for no type.
        kind: i8,
        /// The number of cards.
        count: u8,
        /// The slot of the key card, by which plays of one type compare (B-015).
        card: u8,
        /// The place in the order: of two plays with the same number of cards the one with the larger key is higher.
        key: u32,
    }
}

impl Shape {
    /// No type.
    pub const NONE: Shape = Shape { kind: -1, count: 0, card: 0, key: 0 };

    /// Whether the play is a 怪物, 鐵支 or 同花順.
    pub fn is_monster(&self) -> bool {
        self.kind >= QUADS
    }
}

/// 單張 (B-001).
pub const SINGLE: i8 = 0;
/// 一對 (B-002).
pub const PAIR: i8 = 1;
/// 三條, by option (BA-03).
pub const TRIPLE: i8 = 2;
/// 雜順 (B-006). From here on the kinds stand in the order of B-020.
pub const STRAIGHT: i8 = 3;
/// 同花五 (B-008).
pub const FLUSH: i8 = 4;
/// 葫蘆 (B-009).
pub const FULL_HOUSE: i8 = 5;
/// 鐵支 (B-010).
pub const QUADS: i8 = 6;
/// 同花順 (B-007).
pub const STRAIGHT_FLUSH: i8 = 7;
/// The names by kind.
pub const NAMES: &[&str] = &["單張", "一對", "三條", "雜順", "同花五", "葫蘆", "鐵支", "同花順"];

/// The ten straights as masks of their clubs (B-003): 3-4-5-6-7 … T-J-Q-K-A, then A-2-3-4-5 and 2-3-4-5-6.
pub const RUNS: [u64; 10] = {
    let mut runs = [0; 10];
    let mut low = 0;
    while low < 8 {
        runs[low] = 0x1_1111 << (4 * low);
        low += 1;
    }
    runs[A2345] = (0x11 << 44) | 0x111;
    runs[R23456] = (0x1 << 48) | 0x1111;
    runs
};
/// Index of A-2-3-4-5 in [`RUNS`].
pub const A2345: usize = 8;
/// Index of 2-3-4-5-6 in [`RUNS`].
pub const R23456: usize = 9;

/// The ranks of which all four suits are held, as a mask of their clubs.
#[inline]
pub fn quads(x: u64) -> u64 {
    x & x >> 1 & x >> 2 & x >> 3 & CLUBS
}

/// The ranks of which at least two cards are held, as a mask of their clubs.
#[inline]
pub fn pairs(x: u64) -> u64 {
    let (a, b, c, d) = (x, x >> 1, x >> 2, x >> 3);
    (a & b | c & d | (a | b) & (c | d)) & CLUBS
}

/// The ranks of which at least three cards are held, as a mask of their clubs.
#[inline]
pub fn triples(x: u64) -> u64 {
    let (a, b, c, d) = (x, x >> 1, x >> 2, x >> 3);
    (a & b & (c | d) | c & d & (a | b)) & CLUBS
}

/// The slots at which a straight of the held cards of one column begins: bit `s` is set iff `x` holds the cards in `s` and
/// the next four ranks of the same suit. Applied to [`ranks`] it finds the straights of any suits. A straight begins at
/// most at T; A-2-3-4-5 and 2-3-4-5-6 are marked at the A and the 2, where no other begins.
#[inline]
pub fn run_starts(x: u64) -> u64 {
    const TO_TEN: u64 = (1 << 32) - 1;
    const ACES: u64 = 0xf << 44;
    const TWOS: u64 = 0xf << 48;
    let pair = x & x >> 4;
    let run = pair & pair >> 8 & x >> 16 & TO_TEN;
    // A and 2 followed by the ranks from the 3 on, which wrap round to the lowest slots.
    let three = pair & x >> 8; // in the lowest slots: 3-4-5
    let a2345 = pair & three << 44 & ACES;
    let r23456 = x & (three & x >> 12) << 48 & TWOS;
    run | a2345 | r23456
}

/// The straight that begins at a slot marked by [`run_starts`], as an index into [`RUNS`].
#[inline]
pub fn run_at(slot: u8) -> usize {
    match slot >> 2 {
        11 => A2345,
        12 => R23456,
        rank => rank as usize,
    }
}

/// The straight whose ranks a mask of clubs is. Rank windows that start at J, Q or K never match: `low` would be 8 or more.
#[inline]
fn run_of(clubs: u64) -> Option<usize> {
    let low = clubs.trailing_zeros() as usize / 4;
    if low < 8 && clubs == RUNS[low] {
        return Some(low);
    }
    match clubs {
        c if c == RUNS[A2345] => Some(A2345),
        c if c == RUNS[R23456] => Some(R23456),
        _ => None,
    }
}

/// The highest slot of a non-empty mask.
#[inline]
pub fn top(x: u64) -> u8 {
    63 - x.leading_zeros() as u8
}

/// What a set of cards is, [`Shape::NONE`] when it is no type.
#[inline]
pub fn classify(rules: &Rules, x: u64) -> Shape {
    match x.count_ones() {
        1 => order::by_card(SINGLE, 1, top(x)),
        5 => five(rules, x),
        n @ (2 | 3) if ranks(x).is_power_of_two() && (n == 2 || rules.allow_triples) => {
            order::by_card(n as i8 - 1, n as u8, top(x))
        }
        _ => Shape::NONE,
    }
}

/// Five cards: five ranks make a straight or flush, two ranks a quad or full house.
#[inline]
fn five(rules: &Rules, x: u64) -> Shape {
    let ranks = ranks(x);
    match ranks.count_ones() {
        5 => {
            let suited = is_one_suit(x);
            match (run_of(ranks), suited) {
                (Some(run), suited) => order::straight(rules, if suited { STRAIGHT_FLUSH } else { STRAIGHT }, run, x),
                (None, true) => order::flush(rules, x),
                (None, false) => Shape::NONE,
            }
        }
        2 => {
            let quad = quads(x);
            if quad != 0 {
                return order::by_card(QUADS, 5, top(quad) | 3);
            }
            // Three and two: the low rank is the triple iff its nibble holds three cards.
            let low = 0xf << (ranks.trailing_zeros() & !3);
            let triple = if (x & low).count_ones() == 3 { x & low } else { x & !low };
            order::by_card(FULL_HOUSE, 5, top(triple))
        }
        _ => Shape::NONE,
    }
}

/// The text of some cards.
pub fn text(cards: &Cards) -> String {
    notation::text(&Pack::FRENCH, &cards.resize())
}
