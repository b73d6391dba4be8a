//! What a card set is: the 42 levels, and classification by bit work on the four planes.

use super::rules::{Rules, SpadeLead};
use super::state::Cards;
use crate::card::{BIG_JOKER, Pack, SMALL_JOKER};
use crate::climb::ranks::{CLUBS, is_one_suit, ranks};
use crate::notation;
use crate::row;

row! {
    /// A play's type and what it compares by.
    pub struct Shape {
        /// Index into the shape names; −1 for no type.
        kind: i8,
        /// The place 1…42 of the type in the order (W-019); 0 for no type.
        level: u8,
        /// The number of cards.
        count: u8,
        /// The rank of the 领牌: 3 4 … K A 2 = 0…12, 小王 13, 大王 14 (W-020).
        lead: u8,
        /// 带响 (W-021).
        ring: bool,
        /// The number of different ranks of a dragon; 0 for the other families.
        length: u8,
        /// The number of big jokers.
        big: u8,
    }
}

/// 单只 (W-005). n只 has kind n − 1.
pub const SINGLE: u8 = 0;
/// 一对 (W-006).
pub const PAIR: u8 = 1;
/// 四只.
pub const FOUR: u8 = 3;
/// 花豹 (W-008).
pub const FLOWER: u8 = 16;
/// 单虎 (W-009).
pub const TIGER: u8 = 17;
/// 花虎 (W-010); the two 青虎 follow.
pub const FLOWER_TIGER: u8 = 20;
/// Two less than the kind of 连对: a dragon of k cards at each rank has kind `DRAGON + k`.
pub const DRAGON: u8 = 26;
/// 连子 (W-012).
pub const RUN: u8 = DRAGON + 1;
/// 连对 (W-013).
pub const PAIR_RUN: u8 = DRAGON + 2;
/// 飞龙 (W-016).
pub const FLYING: u8 = 43;
/// 青龙 (W-017).
pub const GREEN: u8 = 44;
/// The number of kinds.
pub const KINDS: usize = 45;

/// The names by kind, in the order in which the book introduces them: 豹, 虎, 龙.
#[rustfmt::skip]
pub const NAMES: &[&str] = &[
    "单只", "一对", "三只", "四只", "五只", "六只", "七只", "八只", "九只", "十只", "十一只", "十二只", "十三只",
    "十四只", "十五只", "十六只", "花豹",
    "单虎", "双虎", "三虎", "花虎", "小青虎", "大青虎", "五虎", "六虎", "七虎", "八虎",
    "连子", "连对", "三节", "四节", "五节", "六节", "七节", "八节", "九节", "十节", "十一节", "十二节", "十三节",
    "十四节", "十五节", "十六节", "飞龙", "青龙",
];

/// The levels by kind (W-019).
#[rustfmt::skip]
pub const LEVELS: [u8; KINDS] = [
    1, 1, 2, 4, 6, 7, 10, 12, 18, 20, 24, 26, 29, 31, 35, 37, 13,
    1, 5, 8, 14, 16, 17, 21, 27, 32, 38,
    1, 3, 9, 11, 15, 19, 23, 25, 28, 30, 34, 36, 39, 40, 41, 42, 22, 33,
];

/// The kind of some jokers, `n` in all and `big` of them big.
#[inline]
pub const fn tiger_kind(n: u8, big: u8) -> u8 {
    match (n, big) {
        (0..4, _) => TIGER + n - 1,
        (4, 0) => FLOWER_TIGER + 1,
        (4, 4) => FLOWER_TIGER + 2,
        (4, _) => FLOWER_TIGER,
        _ => TIGER + n + 1,
    }
}

/// All suited cards.
pub const NATURAL: u64 = (1 << 52) - 1;
/// The two jokers.
pub const JOKERS: u64 = 0b11 << 52;
/// All spades.
pub const SPADES: u64 = CLUBS << 3;
/// The rank of the ace, the highest in a dragon.
pub const ACE: u32 = 11;
/// The ranks 3 … A, which make dragons.
pub const DRAGON_RANKS: u16 = (1 << (ACE + 1)) - 1;
/// The rank of the small joker as a lead card.
pub const SMALL: u8 = 13;
/// The rank of the big joker as a lead card.
pub const BIG: u8 = 14;

impl Shape {
    /// No type.
    pub const NONE: Shape = Shape { kind: -1, level: 0, count: 0, lead: 0, ring: false, length: 0, big: 0 };

    /// A type of suited cards.
    #[inline]
    pub fn suited(kind: u8, count: u8, lead: u8, ring: bool, length: u8) -> Self {
        Self { kind: kind as i8, level: LEVELS[kind as usize], count, lead, ring, length, big: 0 }
    }

    /// Some jokers, at least one.
    #[inline]
    pub fn tiger(small: u8, big: u8) -> Self {
        let kind = tiger_kind(small + big, big);
        let lead = if big > 0 { BIG } else { SMALL };
        Self { kind: kind as i8, level: LEVELS[kind as usize], count: small + big, lead, ring: false, length: 0, big }
    }

    /// The shape in one number, not 0.
    #[inline]
    pub fn key(&self) -> u32 {
        let fields = [(self.kind as u8, 6), (self.count, 6), (self.lead, 4), (self.length, 4), (self.big, 4)];
        fields.iter().fold(1, |key, (value, bits)| key << bits | u32::from(*value)) << 1 | u32::from(self.ring)
    }

    /// The shape of a number from [`Shape::key`].
    #[inline]
    pub fn of_key(key: u32) -> Self {
        let field = |shift: u32, bits: u32| (key >> shift & ((1 << bits) - 1)) as u8;
        let kind = field(19, 6);
        Self {
            kind: kind as i8,
            level: LEVELS[kind as usize],
            count: field(13, 6),
            lead: field(9, 4),
            ring: key & 1 == 1,
            length: field(5, 4),
            big: field(1, 4),
        }
    }

    /// Whether it can be grabbed 伙: a 单只 or 单虎 (W-026).
    #[inline]
    pub fn is_single(&self) -> bool {
        self.count == 1
    }
}

/// The number of suited cards of each rank in bytes: ranks 0, 2, 4 … and ranks 1, 3, 5 …
///
/// Each plane's nibbles are popcounted in place (0…4), and only then summed over the planes, in bytes: a rank has up to
/// sixteen cards, more than a nibble holds.
#[inline]
pub fn rank_bytes(cards: &Cards, mask: u64) -> (u64, u64) {
    const EVEN: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let (mut even, mut odd) = (0, 0);
    for plane in cards.0 {
        let ones = plane & mask;
        let twos = ones - (ones >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        even += fours & EVEN;
        odd += fours >> 4 & EVEN;
    }
    (even, odd)
}

/// The number of cards by rank: the 13 of the suited cards, then all jokers.
#[inline]
pub fn rank_totals(cards: &Cards, mask: u64) -> [u8; 14] {
    let (even, odd) = rank_bytes(cards, mask);
    let (even, odd) = (even.to_le_bytes(), odd.to_le_bytes());
    std::array::from_fn(|rank| if rank % 2 == 0 { even[rank / 2] } else { odd[rank / 2] })
}

/// The highest kinds of three neighbours of one suit, all in a mask.
#[inline]
pub fn tops_of_three(kinds: u64) -> u64 {
    let kinds = kinds & ((1 << (4 * (ACE + 1))) - 1);
    kinds & kinds << 4 & kinds << 8
}

/// The numbers of small and big jokers.
#[inline]
pub fn jokers_of(cards: &Cards) -> (u8, u8) {
    (cards.count(SMALL_JOKER) as u8, cards.count(BIG_JOKER) as u8)
}

/// What a set of cards is, [`Shape::NONE`] when it is no type.
#[inline]
pub fn classify(rules: &Rules, cards: &Cards) -> Shape {
    let kinds = cards.kinds();
    if kinds & JOKERS != 0 {
        if kinds & NATURAL != 0 {
            return Shape::NONE; // W-009
        }
        let (small, big) = jokers_of(cards);
        return Shape::tiger(small, big);
    }
    if kinds == 0 {
        return Shape::NONE;
    }
    let held = ranks(kinds);
    let top = 63 - held.leading_zeros();
    let (even, odd) = rank_bytes(cards, NATURAL);
    let lead = (top / 4) as u8;
    let bytes = if lead & 1 == 0 { even } else { odd };
    let copies = (bytes >> (8 * (lead / 2)) & 0xff) as u8;
    if held.is_power_of_two() {
        let kind = if copies == 4 && cards.0[3] != 0 { FLOWER } else { copies - 1 };
        return Shape::suited(kind, copies, lead, rings(rules, kind, kinds >> top & 0xf), 0);
    }
    dragon(kinds, held, (even, odd), copies).map_or(Shape::NONE, |(kind, length)| {
        Shape::suited(kind, copies * length, lead, rings(rules, kind, kinds >> top & 0xf), length)
    })
}

/// The kind and length of cards of several ranks (W-011 … W-017), given the bytes of their ranks and the copies of the top one.
#[inline]
fn dragon(kinds: u64, held: u64, (even, odd): (u64, u64), copies: u8) -> Option<(u8, u8)> {
    let (low, top) = (held.trailing_zeros() / 4, (63 - held.leading_zeros()) / 4);
    let length = top - low + 1;
    // Neighbours up to the ace, all ranks between held …
    if length < 3 || top > ACE || held >> (4 * low) != CLUBS & ((1 << (4 * length)) - 1) {
        return None;
    }
    // … and as many cards at each: `held` has a 1 in the nibble of each rank, so multiplied it is the bytes expected.
    const ONES: u64 = 0x0101_0101_0101_0101;
    let want = u64::from(copies);
    if even != (held & ONES) * want || odd != (held >> 4 & ONES) * want {
        return None;
    }
    if copies > 2 && length > 3 {
        return None; // W-015
    }
    let kind = match copies {
        3 if is_one_suit(kinds) => FLYING,
        4 if is_one_suit(kinds) => GREEN,
        _ => DRAGON + copies,
    };
    Some((kind, length as u8))
}

/// 带响, given the suits of the top rank (W-021, WA-05, WA-06).
#[inline]
fn rings(rules: &Rules, kind: u8, suits: u64) -> bool {
    if kind == SINGLE && !rules.spade_bonus_single {
        return false;
    }
    match rules.spade_lead_rule {
        SpadeLead::Any => suits & 8 != 0,
        SpadeLead::All => suits == 8,
        SpadeLead::Off => false,
    }
}

/// The text of some cards.
pub fn text(cards: &Cards) -> String {
    notation::text(&Pack::FRENCH_4, &cards.resize())
}
