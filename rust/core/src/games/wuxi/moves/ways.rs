//! How many card sets a cell has, and which is the i-th.

use super::cells::{Side, Strip, bits16, is_suited, must_mix, suits};
use crate::card::{BIG_JOKER, SMALL_JOKER};
use crate::games::wuxi::rules::{Rules, SpadeLead};
use crate::games::wuxi::shapes::{DRAGON, FLOWER, FLYING, FOUR, JOKERS, PAIR_RUN, RUN, TIGER};
use crate::games::wuxi::state::Cards;
use crate::set::{copies, nth_bit};
use arrayvec::ArrayVec;

/// `SETS[i][n]`: the number of sets of n cards of a rank of which c d h s copies are held, i = c + 5 d + 25 h + 125 s.
///
/// It is the coefficient of zⁿ in the product of 1 + z + … + z^copies over the suits; each row multiplies an earlier one, that
/// without its highest suit, by one such factor.
const SETS: [[u8; 17]; 625] = {
    let mut sets = [[0; 17]; 625];
    sets[0][0] = 1;
    let mut i = 1;
    while i < 625 {
        let place = if i < 5 {
            1
        } else if i < 25 {
            5
        } else if i < 125 {
            25
        } else {
            125
        };
        let (rest, copies) = (i % place, i / place);
        let mut n = 0;
        while n < 17 {
            let mut taken = 0;
            while taken <= copies && taken <= n {
                sets[i][n] += sets[rest][n - taken];
                taken += 1;
            }
            n += 1;
        }
        i += 1;
    }
    sets
};

/// What each nibble of a plane adds to the index into [`SETS`].
const WEIGHT: [u16; 16] = {
    let mut weight = [0; 16];
    let mut nibble = 0_usize;
    while nibble < 16 {
        weight[nibble] = (nibble & 1) as u16 + 5 * (nibble >> 1 & 1) as u16 + 25 * (nibble >> 2 & 1) as u16;
        weight[nibble] += 125 * (nibble >> 3) as u16;
        nibble += 1;
    }
    weight
};

/// The copies by suit of a rank as an index into tables: c + 5 d + 25 h + 125 s.
#[inline]
pub fn row(cards: &Cards, rank: u32) -> u16 {
    cards.0.iter().map(|plane| WEIGHT[(plane >> (4 * rank) & 0xf) as usize]).sum()
}

/// The numbers of sets of a hand's ranks.
pub struct Ways<'a> {
    rules: &'a Rules,
    cards: &'a Cards,
    rows: [u16; 13],
}

impl<'a> Ways<'a> {
    /// Looks at a hand.
    #[inline]
    pub fn new(rules: &'a Rules, cards: &'a Cards) -> Self {
        Self { rules, cards, rows: std::array::from_fn(|rank| row(cards, rank as u32)) }
    }

    /// The number of sets of k cards of a rank.
    #[inline]
    fn any(&self, rank: u32, k: u8) -> u64 {
        u64::from(SETS[self.rows[rank as usize] as usize][k as usize])
    }

    /// The number of sets of k cards of the top rank.
    #[inline]
    fn top(&self, rank: u32, k: u8, side: Side) -> u64 {
        let any = self.any(rank, k);
        if side == Side::Any {
            return any;
        }
        let row = self.rows[rank as usize];
        let ring = match self.rules.spade_lead_rule {
            SpadeLead::Any => any - u64::from(SETS[(row % 125) as usize][k as usize]),
            SpadeLead::All => u64::from(row / 125 >= u16::from(k)),
            SpadeLead::Off => 0,
        };
        if side == Side::Ring { ring } else { any - ring }
    }

    /// The number of card sets of all cells.
    ///
    /// The lower ranks of 连子 and 连对 of one length are those of the length before and one more, so their products are
    /// kept from strip to strip.
    pub fn total(&self, strips: &[Strip]) -> u64 {
        let mut below = Below { copies: 0, length: 0, products: [1; 12] };
        let count = |strip: &Strip| match strip.kind {
            RUN | PAIR_RUN => {
                below.extend(self, strip);
                self.dot(strip, |lead| below.products[lead as usize])
            }
            0..FLOWER if strip.kind != FOUR => self.dot(strip, |_| 1),
            FIVE_SECTIONS..FLYING => {
                self.dot(strip, |lead| self.any(lead - 1, strip.copies) * self.any(lead - 2, strip.copies))
            }
            _ => self.strip(strip),
        };
        strips.iter().map(count).sum()
    }

    /// The sum over the cells of a strip of the sets of the top rank times those below, `below`.
    #[inline]
    fn dot(&self, strip: &Strip, below: impl Fn(u32) -> u64) -> u64 {
        let k = strip.copies as usize;
        let any = |lead: u32| u64::from(SETS[self.rows[lead as usize] as usize][k]);
        let plain = |lead: u32| u64::from(SETS[self.rows[lead as usize] as usize % 125][k]);
        let leads = bits16(strip.mask);
        match (strip.side, self.rules.spade_lead_rule) {
            (Side::Any, _) => leads.map(|lead| below(lead) * any(lead)).sum(),
            (Side::Plain, SpadeLead::Any) => leads.map(|lead| below(lead) * plain(lead)).sum(),
            (Side::Ring, SpadeLead::Any) => leads.map(|lead| below(lead) * (any(lead) - plain(lead))).sum(),
            _ => leads.map(|lead| below(lead) * self.top(lead, strip.copies, strip.side)).sum(),
        }
    }

    /// The number of card sets of a cell.
    #[inline]
    pub fn count(&self, strip: &Strip, lead: u32) -> u64 {
        match strip.kind {
            TIGER..RUN => 1,
            kind if is_suited(kind) => u64::from(suits(self.cards, strip, lead).count_ones()),
            _ => self.raw(strip, lead) - self.one_suited(strip, lead),
        }
    }

    /// The number of card sets of all cells of a strip.
    #[inline]
    pub fn strip(&self, strip: &Strip) -> u64 {
        bits16(strip.mask).map(|lead| self.count(strip, lead)).sum()
    }

    /// The number of sets of a cell, one-suit ones included.
    #[inline]
    fn raw(&self, strip: &Strip, lead: u32) -> u64 {
        let below = (strip.lowest(lead)..lead).map(|rank| self.any(rank, strip.copies));
        below.product::<u64>() * self.top(lead, strip.copies, strip.side)
    }

    /// The number of one-suit sets in a cell whose sets must be mixed.
    #[inline]
    fn one_suited(&self, strip: &Strip, lead: u32) -> u64 {
        if must_mix(strip.kind) { u64::from(suits(self.cards, strip, lead).count_ones()) } else { 0 }
    }

    /// The set of a cell with an index below its count.
    pub fn unrank(&self, strip: &Strip, lead: u32, index: u64) -> Cards {
        match strip.kind {
            TIGER..RUN => tiger(strip.copies, lead),
            kind if is_suited(kind) => {
                let suit = nth_bit(suits(self.cards, strip, lead), index as u32).trailing_zeros();
                suited(strip, lead, suit)
            }
            _ => self.mixed(strip, lead, index),
        }
    }

    /// Mixed radix over the ranks, the top one fastest; the indices of one-suit sets, if any, are stepped over.
    fn mixed(&self, strip: &Strip, lead: u32, mut index: u64) -> Cards {
        if must_mix(strip.kind) {
            let mut skipped: ArrayVec<u64, 4> = (0..4)
                .filter(|suit| suits(self.cards, strip, lead) >> suit & 1 == 1)
                .map(|suit| self.rank_suited(strip, lead, suit))
                .collect();
            skipped.sort_unstable();
            skipped.iter().for_each(|skip| index += u64::from(*skip <= index));
        }
        let mut cards = Cards::EMPTY;
        for rank in (strip.lowest(lead)..=lead).rev() {
            let side = if rank == lead { strip.side } else { Side::Any };
            let n = self.top(rank, strip.copies, side);
            put(&mut cards, rank, self.group(rank, strip.copies, side).nth((index % n) as usize).expect("counted"));
            index /= n;
        }
        cards
    }

    /// The index, one-suit sets included, of the set of one suit.
    fn rank_suited(&self, strip: &Strip, lead: u32, suit: usize) -> u64 {
        (strip.lowest(lead)..=lead).fold(0, |index, rank| {
            let side = if rank == lead { strip.side } else { Side::Any };
            let digit = self.group(rank, strip.copies, side).position(|group| group[suit] == strip.copies);
            index * self.top(rank, strip.copies, side) + digit.expect("the hand holds it") as u64
        })
    }

    /// The sets of k cards of a rank, as copies by suit c d h s, in a fixed order.
    fn group(&self, rank: u32, k: u8, side: Side) -> impl Iterator<Item = [u8; 4]> {
        let row = self.rows[rank as usize];
        let [c, d, h, s] = [row % 5, row / 5 % 5, row / 25 % 5, row / 125].map(|copies| copies as u8);
        let rule = self.rules.spade_lead_rule;
        let suits = (0..=c).flat_map(move |c| (0..=d).flat_map(move |d| (0..=h).map(move |h| [c, d, h])));
        suits.filter_map(move |[c, d, h]| {
            let spades = k.checked_sub(c + d + h).filter(|spades| *spades <= s)?;
            let ring = if rule == SpadeLead::All { spades == k } else { spades > 0 };
            (side == Side::Any || ring == (side == Side::Ring)).then_some([c, d, h, spades])
        })
    }
}

/// The products of the lower ranks of runs, by lead rank; 0 where a lower rank is not held.
struct Below {
    copies: u8,
    length: u8,
    products: [u64; 12],
}

impl Below {
    /// Goes on to the length of a strip.
    #[inline]
    fn extend(&mut self, ways: &Ways, strip: &Strip) {
        if self.copies != strip.copies {
            (self.copies, self.length, self.products) = (strip.copies, 1, [1; 12]);
        }
        while self.length < strip.length {
            for lead in (1..12).rev() {
                self.products[lead] = self.products[lead - 1] * ways.any(lead as u32 - 1, self.copies);
            }
            self.products[0] = 0;
            self.length += 1;
        }
    }
}

/// 五节: from here on the sets of 节 are never of one suit.
const FIVE_SECTIONS: u8 = DRAGON + 5;

/// Adds copies by suit of a rank.
fn put(cards: &mut Cards, rank: u32, group: [u8; 4]) {
    for (suit, copies) in group.iter().enumerate() {
        for plane in &mut cards.0[..*copies as usize] {
            *plane |= 1 << (4 * rank as usize + suit);
        }
    }
}

/// Some jokers.
#[inline]
pub fn tiger(n: u8, big: u32) -> Cards {
    let (small, big) = (n as usize - big as usize, big as usize);
    let cards = Cards::of(SMALL_JOKER, small).union(&Cards::of(BIG_JOKER, big));
    debug_assert_eq!(cards.kinds() & !JOKERS, 0);
    cards
}

/// The set of one suit in a cell.
#[inline]
pub fn suited(strip: &Strip, lead: u32, suit: u32) -> Cards {
    let kinds = (strip.lowest(lead)..=lead).fold(0, |kinds, rank| kinds | 1_u64 << (4 * rank + suit));
    copies(kinds, strip.copies.into())
}

/// The suits that have k copies of every rank from `low` to `high`, as a mask of four.
#[inline]
pub fn one_suit(cards: &Cards, low: u32, high: u32, k: u8) -> u64 {
    (low..=high).fold(0b1111, |suits, rank| suits & cards.plane(k as usize - 1) >> (4 * rank))
}
