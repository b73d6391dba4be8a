//! 伙: two cards of the rank of a single (W-026 … W-029).

use crate::games::wuxi::rules::{HouTiger, Rules};
use crate::games::wuxi::shapes::JOKERS;
use crate::games::wuxi::state::Cards;

/// The kinds of which two grab a single.
#[inline]
pub fn kinds(rules: &Rules, single: &Cards) -> u64 {
    let card = single.kinds();
    if card & JOKERS == 0 {
        return 0xf << (card.trailing_zeros() & !3);
    }
    if rules.hou_tiger == HouTiger::SameRank { card } else { JOKERS }
}

/// Whether a hand holds two cards of some kinds: two copies of one, or two of the kinds.
#[inline]
pub fn holds_two(hand: &Cards, kinds: u64) -> bool {
    let ones = hand.0[0] & kinds;
    hand.0[1] & kinds != 0 || ones & ones.wrapping_sub(1) != 0
}
