//! Which play is higher: one comparable number per play.
//!
//! The key of a play is its kind in the top byte (for five cards the kinds stand in the order of B-020) and below it what
//! decides among plays of that kind. Plays of different card counts never compare (B-011).

use super::rules::{FlushCompare, LowStraightKey, Rules, StraightOrder};
use super::shapes::{A2345, FLUSH, R23456, Shape, top};
use crate::climb::ranks::rank_mask;

/// Only five-card kinds are compared with each other, so smaller plays keep the same key layout.
const KIND_SHIFT: u32 = 24;

/// A play that compares by its key card alone (B-012, B-015…B-017).
#[inline]
pub fn by_card(kind: i8, count: u8, card: u8) -> Shape {
    shape(kind, count, card, u32::from(card))
}

#[inline]
fn shape(kind: i8, count: u8, card: u8, within: u32) -> Shape {
    Shape { kind, count, card, key: (kind as u32) << KIND_SHIFT | within }
}

/// A straight or straight flush: the place of its ranks in the list (B-018, B-019), then the suit of its key card.
#[inline]
pub fn straight(rules: &Rules, kind: i8, run: usize, x: u64) -> Shape {
    let card = straight_card(rules, run, x);
    shape(kind, 5, card, place(rules, run) << 2 | u32::from(card & 3))
}

/// The place of a straight among the ten, lowest 0.
#[inline]
pub fn place(rules: &Rules, run: usize) -> u32 {
    match (rules.straight_order, run) {
        (_, A2345) => 0,
        (StraightOrder::Taiwan, R23456) => 9,
        (StraightOrder::Taiwan, low) => low as u32 + 1,
        (StraightOrder::Mainland, R23456) => 1,
        (StraightOrder::Mainland, low) => low as u32 + 2,
    }
}

/// The slot of a straight's key card: its highest card, with the exceptions of BA-06.
#[inline]
fn straight_card(rules: &Rules, run: usize, x: u64) -> u8 {
    const FIVE: u32 = 2;
    const SIX: u32 = 3;
    const ACE: u32 = 11;
    let rank = match (rules.straight_order, run) {
        (StraightOrder::Mainland, A2345) => FIVE,
        (StraightOrder::Mainland, R23456) => SIX,
        (StraightOrder::Taiwan, A2345) if rules.a2345_key == LowStraightKey::Five => FIVE,
        (StraightOrder::Taiwan, A2345) if rules.a2345_key == LowStraightKey::Ace => ACE,
        _ => return top(x),
    };
    top(x & 0xf << (4 * rank))
}

/// A flush (BA-08).
#[inline]
pub fn flush(rules: &Rules, x: u64) -> Shape {
    let card = top(x);
    let suit = u32::from(card & 3);
    let within = match rules.flush_compare {
        FlushCompare::TopCard => u32::from(card),
        FlushCompare::SuitFirst => suit << 6 | u32::from(card),
        FlushCompare::AllCards => u32::from(rank_mask(x >> suit)) << 2 | suit,
    };
    shape(FLUSH, 5, card, within)
}

/// Whether a play may be played on another (rule book §3, `beats`).
#[inline]
pub fn exceeds(rules: &Rules, new: &Shape, old: &Shape) -> bool {
    if new.count == old.count {
        return new.key > old.key;
    }
    rules.monsters_beat_any && new.is_monster()
}
