//! Shapes (§3.3): what cards led together are.

use super::order::{NO_TRUMP, Order, POINT_RANKS, RED_FIVE, five_ten_king};
use super::state::Cards;
use crate::card::{Card, Pack};
use crate::follow::demand::{Lengths, RUNS};
use crate::follow::table::{TRUMPS, Table};
use crate::follow::throws::{self, Part};
use crate::notation;
use crate::row;

/// One card.
pub const SINGLE: i8 = 0;
/// Two identical cards.
pub const PAIR: i8 = 1;
/// 连对: neighbouring pairs.
pub const TRACTOR: i8 = 2;
/// 5, 10 and K of one suit.
pub const K510: i8 = 3;
/// 55, TT and KK of one suit.
pub const K510K: i8 = 4;
/// 甩牌: any other cards of one effective suit.
pub const THROW: i8 = 5;
/// The shapes by name.
pub const NAMES: &[&str] = &["single", "pair", "tractor", "510K", "510KK", "throw"];

row! {
    /// What a card set is as a lead.
    pub struct Shape {
        /// An index into the shape names; −1: it cannot be led.
        kind: i8,
        /// The number of cards.
        count: u8,
        /// The number of pairs of a tractor; 0 for other shapes.
        length: u8,
        /// The effective suit that it asks for: 0 … 3 c d h s, 4 trumps; −1: none.
        suit: i8,
        /// A 510K or 510KK of a side suit.
        side: bool,
        /// Of a single or pair its strength, of a tractor its top rank; 0 for others.
        key: u8,
    }
}

/// Cards that can be led, and what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lead {
    /// See [`Shape::kind`].
    pub kind: i8,
    /// See [`Shape::suit`].
    pub suit: u8,
    /// See [`Shape::length`].
    pub length: u8,
    /// See [`Shape::key`].
    pub key: u8,
    /// The cards.
    pub cards: Cards,
}

impl Lead {
    /// Whether plays of the same shape in the led suit can beat it.
    pub fn is_rankable(&self) -> bool {
        matches!(self.kind, SINGLE | PAIR | TRACTOR)
    }

    /// The lengths of the tractors of its split, longest first.
    pub fn lengths(&self, table: &Table) -> Lengths {
        let mut lengths = [0; RUNS];
        match self.kind {
            TRACTOR => lengths[0] = self.length,
            THROW => {
                let tractors = throws::split(table, self.suit.into(), &self.cards).filter(|part| part.length > 1);
                tractors.zip(&mut lengths).for_each(|(part, n)| *n = part.length as u8);
            }
            _ => {}
        }
        lengths
    }
}

/// The suit of a 510K or 510KK, and whether it is the pairs; available or not.
#[inline]
pub fn suit_510k(cards: &Cards) -> Option<(u8, bool)> {
    let (kinds, pairs) = (cards.kinds(), cards.plane(1));
    let suit = Card::new((kinds.trailing_zeros() & 63) as u8).suit();
    (kinds == five_ten_king(suit) && (pairs == 0 || pairs == kinds)).then_some((suit, pairs != 0))
}

/// A single, pair, tractor or throw: what cards of one effective suit are, a 510K apart.
#[inline]
pub fn shape_of_suit(table: &Table, cards: &Cards) -> Lead {
    let suit = table.suit_of[(cards.kinds().trailing_zeros() & 63) as usize];
    let lead = |kind, length, key: u16| Lead { kind, suit, length, key: key as u8, cards: *cards };
    match throws::part(table, cards) {
        Some(Part { width: 1, key, .. }) => lead(SINGLE, 0, key),
        Some(Part { length: 1, key, .. }) => lead(PAIR, 0, key),
        Some(Part { length, key, .. }) => lead(TRACTOR, length as u8, key),
        None => lead(THROW, 0, 0),
    }
}

/// What cards are as a lead; `None` when they may not be led together.
#[inline]
pub fn classify(order: &Order<'_>, cards: &Cards) -> Option<Lead> {
    let table = order.table;
    let kinds = cards.kinds();
    if kinds.is_power_of_two() {
        let (slot, pair) = (kinds.trailing_zeros() as usize, cards.plane(1) != 0);
        let kind = if pair { PAIR } else { SINGLE };
        return Some(Lead { kind, suit: table.suit_of[slot], length: 0, key: table.strength[slot], cards: *cards });
    }
    if matches!(cards.len(), 3 | 6)
        && let Some((suit, pairs)) = suit_510k(cards)
        && order.has_510k(suit)
    {
        let class = if suit == order.trump { TRUMPS as u8 } else { suit };
        return Some(Lead { kind: if pairs { K510K } else { K510 }, suit: class, length: 0, key: 0, cards: *cards });
    }
    table.suit_of_all(kinds)?;
    Some(shape_of_suit(table, cards))
}

/// A lead as a record.
pub fn shape(lead: &Lead) -> Shape {
    Shape {
        kind: lead.kind,
        count: lead.cards.len() as u8,
        length: lead.length,
        suit: lead.suit as i8,
        side: matches!(lead.kind, K510 | K510K) && lead.suit != TRUMPS as u8,
        key: lead.key,
    }
}

/// Whether some cards contain an available 5, 10 and K of one suit.
pub fn holds_510k(order: &Order<'_>, cards: &Cards) -> bool {
    (0..NO_TRUMP).any(|suit| five_ten_king(suit) & !cards.kinds() == 0 && order.has_510k(suit))
}

/// Why cards of several suits cannot be led as 5-10-K, if that is what they look like.
pub fn why_no_510k(level: u8, cards: &Cards) -> Option<&'static str> {
    let (suit, _) = suit_510k(cards)?;
    let level_inside = POINT_RANKS.contains(&level) && Card::french(level, suit) != RED_FIVE;
    Some(if level_inside { "CA-19" } else { "C-108" })
}

/// The text of some cards.
pub fn text(cards: &Cards) -> String {
    notation::text(&Pack::FRENCH_2, &cards.resize())
}
