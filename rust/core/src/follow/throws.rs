//! Several shapes led at once.

use super::demand::{Demand, Lengths, Need, RUNS, packings, pairs};
use super::table::Table;
use crate::card::Card;
use crate::set::copies;
use crate::set::{CardSet, bits};

/// A group or tractor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<const P: usize> {
    /// Its cards.
    pub cards: CardSet<P>,
    /// Copies of each kind.
    pub width: usize,
    /// The number of kinds.
    pub length: usize,
    /// Of a tractor the key of its window, of a group the strength.
    pub key: u16,
}

/// What some cards are by themselves: a group, a tractor, or (`None`) neither.
#[inline]
pub fn part<const P: usize>(table: &Table, cards: &CardSet<P>) -> Option<Part<P>> {
    let kinds = cards.kinds();
    let width = (0..P).take_while(|p| cards.plane(*p) == kinds).count();
    if kinds == 0 || cards.plane(width) != 0 {
        return None;
    }
    let first = kinds.trailing_zeros() as usize;
    if kinds.is_power_of_two() {
        return Some(Part { cards: *cards, width, length: 1, key: table.strength[first].into() });
    }
    let window = table.window(table.suit_of[first].into(), kinds).filter(|_| width > 1)?;
    Some(Part { cards: *cards, width, length: kinds.count_ones() as usize, key: window.key })
}

/// The largest group or tractor of some cards of one suit: most cards, then width, then key, then the lowest slot.
fn largest<const P: usize>(table: &Table, suit: usize, cards: &CardSet<P>) -> Part<P> {
    let mut best: Option<Part<P>> = None;
    for width in (1..=P).filter(|width| cards.plane(width - 1) != 0) {
        let open = cards.plane(width - 1);
        let length = if width > 1 { table.longest(suit, open, usize::MAX).max(1) } else { 1 };
        let (mask, key) = if length == 1 {
            let highest = bits(open).map(strength_in(table)).max().unwrap_or(0);
            let card = bits(open).find(|card| strength_in(table)(*card) == highest);
            (card.map_or(0, Card::bit), highest.into())
        } else {
            let held = |window: &&super::table::Window| window.mask & !open == 0;
            let highest = table.windows(suit, length).iter().rfind(held).map_or(0, |window| window.key);
            let window = table.windows(suit, length).iter().find(|window| held(window) && window.key == highest);
            (window.map_or(0, |window| window.mask), highest)
        };
        let found = Part { cards: copies(mask, width), width, length, key };
        if best.is_none_or(|best| found.width * found.length >= best.width * best.length) {
            best = Some(found);
        }
    }
    best.expect("there are cards")
}

fn strength_in(table: &Table) -> impl Fn(Card) -> u8 {
    |card| table.strength[card.slot() as usize]
}

/// The split of some cards of one suit: the largest group or tractor again and again.
pub fn split<const P: usize>(table: &Table, suit: usize, cards: &CardSet<P>) -> impl Iterator<Item = Part<P>> + Clone {
    let mut rest = *cards;
    std::iter::from_fn(move || {
        let part = (!rest.is_empty()).then(|| largest(table, suit, &rest))?;
        rest = rest.minus(&part.cards);
        Some(part)
    })
}

/// What a follower with these cards of the suit owes to a throw: tractors of pairs as long as those of its split, in order, the
/// first as long as can be, then the second …; and as many pairs as it has.
pub fn demand<const P: usize>(table: &Table, suit: usize, held: &CardSet<P>, throw: &CardSet<P>) -> Demand {
    let owed = pairs(throw).min(pairs(held)) as u8;
    let lengths = split(table, suit, throw).filter(|part| part.length > 1).map(|part| part.length as u8);
    let best = best_lengths(table, suit, held, lengths);
    match best.iter().filter(|n| **n > 0).count() {
        0 => Need::Pairs(owed).into(),
        1 => Need::Run { n: best.iter().copied().max().unwrap_or(0), pairs: owed }.into(),
        _ => Need::Runs { lengths: best, pairs: owed }.into(),
    }
}

/// The lexicographically largest lengths of disjoint tractors of pairs, each at most its limit; 0 for none.
fn best_lengths<const P: usize>(
    table: &Table,
    suit: usize,
    held: &CardSet<P>,
    limits: impl Iterator<Item = u8>,
) -> Lengths {
    let mut best = [0; RUNS];
    for (i, limit) in limits.enumerate() {
        let fits = |n: &u8| {
            let mut tried = best;
            tried[i] = *n;
            packings(table, suit, [held.plane(1), held.plane(3)], &tried, &mut |_, _| true)
        };
        best[i] = (2..=limit).rev().find(fits).unwrap_or(0);
    }
    best
}
