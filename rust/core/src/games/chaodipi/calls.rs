//! 亮主, 反主 and 炒底: combinations, their ranks, and who may show what (§3.1, §5).

use super::order::{FLAG, HEARTS, NO_TRUMP, RED_FIVE};
use super::rules::{FirstDeclare, Rules};
use super::state::Cards;
use crate::card::{BIG_JOKER, Card, SMALL_JOKER};
use crate::seats::NO_SEAT;

/// More acts than this no deal has: each seat shows each of seven pairs at most once, and one single card comes first.
pub const CALLS: usize = 32;

/// What can be shown, numbered: 0 … 3 one level card c d h s, 4 … 7 a level pair, 8 and 9 a pair of w or W, 10 … 14 the pair of
/// red fives naming c d h s or no trump.
pub const COMBINATIONS: u8 = 15;
/// A combination that a viewer cannot see.
pub const HIDDEN: u8 = 15;
/// The first pair of red fives.
pub const RED_FIVES: u8 = 10;

/// The indices of 回头望 and the red-five pair in [`super::rules::OVERTURNS`].
const BACK: usize = 7;
const R5: usize = 6;

/// One act, packed: seat in bits 0–1, combination in bits 2–5, 炒底 in bit 6, effective in bit 7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call(pub u8);

impl Call {
    /// An act.
    pub fn new(seat: u8, combination: u8, chao: bool, effective: bool) -> Self {
        Self(seat | combination << 2 | u8::from(chao) << 6 | u8::from(effective) << 7)
    }

    /// Who.
    pub fn seat(self) -> u8 {
        self.0 & 3
    }

    /// What.
    pub fn combination(self) -> u8 {
        self.0 >> 2 & 15
    }

    /// Whether it was 炒底.
    pub fn is_chao(self) -> bool {
        self.0 >> 6 & 1 == 1
    }

    /// Whether it was the highest when it was shown.
    pub fn is_effective(self) -> bool {
        self.0 >> 7 & 1 == 1
    }
}

/// The acts of a deal, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calls {
    /// The packed acts; 0 behind the last.
    pub list: [u8; CALLS],
    /// Their number.
    pub n: u8,
}

/// The highest act so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who showed it; [`NO_SEAT`]: nobody.
    pub seat: u8,
    /// Its rank; 0 also where there is none.
    pub rank: u8,
    /// The trump suit that it makes.
    pub trump: u8,
}

/// The cards of a combination at a level.
pub fn cards_of(combination: u8, level: u8) -> Cards {
    match combination {
        0..4 => Cards::of(Card::french(level, combination), 1),
        4..8 => Cards::of(Card::french(level, combination - 4), 2),
        8 => Cards::of(SMALL_JOKER, 2),
        9 => Cards::of(BIG_JOKER, 2),
        _ => Cards::of(RED_FIVE, 2),
    }
}

/// The trump suit that a combination makes.
pub fn trump_of(combination: u8) -> u8 {
    match combination {
        0..4 => combination,
        4..8 => combination - 4,
        8 | 9 => NO_TRUMP,
        _ => combination - RED_FIVES,
    }
}

/// The combination that some cards are, with what the pair of red fives names (0 … 4, `None` for another head).
pub fn combination(cards: &Cards, named: Option<u8>, level: u8) -> Option<u8> {
    (0..COMBINATIONS)
        .filter(|c| (*c >= RED_FIVES) == named.is_some() && named.is_none_or(|suit| *c == RED_FIVES + suit))
        .find(|c| cards_of(*c, level) == *cards && !is_heart_five(*c, level))
}

/// At level 5 the pair of hearts is the pair of red fives.
fn is_heart_five(combination: u8, level: u8) -> bool {
    combination == 4 + HEARTS && level == RED_FIVE.rank()
}

/// The kinds of which combinations are made.
#[inline]
pub const fn kinds(level: u8) -> u64 {
    0xf << (4 * level) | SMALL_JOKER.bit() | BIG_JOKER.bit() | RED_FIVE.bit()
}

/// The combinations of a hand, a bit for each.
#[inline]
pub fn held(hand: &Cards, level: u8) -> u16 {
    debug_assert!(level != FLAG);
    let nibble = |plane: u64| (plane >> (4 * level) & 0xf) as u16;
    let pairs = hand.plane(1);
    let mut level_pairs = nibble(pairs);
    if level == RED_FIVE.rank() {
        level_pairs &= !(1 << HEARTS);
    }
    let jokers = (pairs >> SMALL_JOKER.slot() & 3) as u16;
    let red_fives = if pairs & RED_FIVE.bit() == 0 { 0 } else { 0x1f };
    nibble(hand.kinds()) | level_pairs << 4 | jokers << 8 | red_fives << RED_FIVES
}

impl Calls {
    /// No acts.
    pub const NONE: Calls = Calls { list: [0; CALLS], n: 0 };

    /// The acts in order.
    pub fn iter(&self) -> impl Iterator<Item = Call> + '_ {
        self.list[..self.n as usize].iter().map(|call| Call(*call))
    }

    /// The first act.
    pub fn first(&self) -> Option<Call> {
        (self.n > 0).then_some(Call(self.list[0]))
    }

    /// The last act.
    pub fn last(&self) -> Option<Call> {
        (self.n > 0).then(|| Call(self.list[self.n as usize - 1]))
    }

    /// Adds an act.
    pub fn push(&mut self, call: Call) {
        self.list[self.n as usize] = call.0;
        self.n += 1;
    }

    /// The highest act so far: the last effective one.
    pub fn standing(&self, rules: &Rules) -> Standing {
        let mut standing = Standing { seat: NO_SEAT, rank: 0, trump: NO_TRUMP };
        let mut before = Calls::NONE;
        for call in self.iter() {
            if call.is_effective() {
                let rank = before.rank(rules, call.seat(), call.combination()).unwrap_or(0);
                standing = Standing { seat: call.seat(), rank, trump: trump_of(call.combination()) };
            }
            before.push(call);
        }
        standing
    }

    /// Whether a level pair would be 回头望 (C-085): its seat showed one such card as the first declaration, and another
    /// seat has acted since.
    fn is_back(&self, rules: &Rules, seat: u8, combination: u8) -> bool {
        let Some(first) = self.first() else { return false };
        let own = first.seat() == seat && first.combination() + 4 == combination && !first.is_chao();
        own && (4..8).contains(&combination)
            && rules.huitou
            && rules.overturn_order.rank(BACK).is_some()
            && self.iter().any(|call| call.seat() != seat)
    }

    /// The rank of a combination shown now by a seat; `None` when the room does not know it.
    pub fn rank(&self, rules: &Rules, seat: u8, combination: u8) -> Option<u8> {
        let name = match combination {
            0..4 => return Some(0),
            _ if self.is_back(rules, seat, combination) => BACK,
            4..10 => combination as usize - 4,
            _ => R5,
        };
        rules.overturn_order.rank(name)
    }

    /// Whether a seat has shown these cards in an act of this deal.
    fn is_used(&self, seat: u8, combination: u8) -> bool {
        let pair = |c: u8| if c >= RED_FIVES { RED_FIVES } else { c };
        self.iter().any(|call| call.seat() == seat && pair(call.combination()) == pair(combination))
    }

    /// Why a seat that holds the cards may not show a combination now; `chao`: at 炒底.
    pub fn why_not(
        &self,
        rules: &Rules,
        standing_rank: u8,
        seat: u8,
        combination: u8,
        chao: bool,
    ) -> Option<(&'static str, &'static str, &'static str)> {
        let first = !chao && self.n == 0;
        let Some(rank) = self.rank(rules, seat, combination) else {
            let rule = if first { "C-018" } else { "C-027" };
            return Some((rule, "no_combination", "this room does not know the combination"));
        };
        if first {
            let level_only = rules.first_declare == FirstDeclare::LevelOnly && combination >= 8;
            return level_only.then_some(("CA-02", "no_combination", "the first declaration is of level cards here"));
        }
        if combination < 4 {
            let rule = if chao { "C-027" } else { "C-019" };
            return Some((rule, "too_low", "one card overturns nothing"));
        }
        if !chao && self.last().is_some_and(|call| call.seat() == seat) {
            return Some(("C-019", "own_declaration", "nobody overturns himself"));
        }
        if rules.hidden {
            return self.is_used(seat, combination).then_some(("C-087", "used", "you have shown this pair before"));
        }
        let rule = if chao { "C-027" } else { "C-021" };
        (rank <= standing_rank).then_some((rule, "too_low", "the combination is not above the current one"))
    }

    /// The combinations that a seat with a hand may show now, a bit for each.
    #[inline]
    pub fn options(&self, rules: &Rules, standing_rank: u8, seat: u8, hand: &Cards, level: u8, chao: bool) -> u16 {
        let mut held = held(hand, level);
        if chao || self.n > 0 {
            held &= !0xf;
        }
        let mut open = held;
        while held != 0 {
            let combination = held.trailing_zeros() as u8;
            held &= held - 1;
            if self.why_not(rules, standing_rank, seat, combination, chao).is_some() {
                open &= !(1 << combination);
            }
        }
        open
    }
}
