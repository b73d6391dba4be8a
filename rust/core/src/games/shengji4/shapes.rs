//! What a card set is: a group of identical cards or a tractor.

use super::order::Lead;
use super::state::Cards;
use crate::card::Pack;
use crate::follow::table::Table;
use crate::follow::throws::part;
use crate::notation;
use crate::row;

row! {
    /// A single shape, or a throw.
    pub struct Shape {
        /// Index into the shape names; −1 for no shape.
        kind: i8,
        /// Copies of each kind; 0 for a throw.
        width: u8,
        /// The number of neighbouring ranks, 1 for a group; 0 for a throw.
        length: u8,
        /// The effective suit: c d h s = 0..3, trumps 4.
        suit: u8,
        /// The first number of the rank key: of a group the strength, of a tractor the top face rank; 0 for a throw.
        rank: u8,
        /// The second number of the rank key: 1 for tractors of the trump suit.
        main: u8,
    }
}

/// The names by kind (S-050 … S-054, S-060).
pub const NAMES: &[&str] = &["single", "pair", "triple", "quad", "tractor", "throw"];
/// A tractor.
pub const TRACTOR: i8 = 4;
/// Several shapes of one suit.
pub const THROW: i8 = 5;

/// The single shape of some cards, or `None`.
pub fn classify(table: &Table, cards: &Cards) -> Option<Shape> {
    let part = part(table, cards)?;
    let suit = table.suit_of[cards.kinds().trailing_zeros() as usize];
    let (width, length) = (part.width as u8, part.length as u8);
    Some(match part.length {
        1 => Shape { kind: width as i8 - 1, width, length, suit, rank: part.key as u8, main: 0 },
        _ => Shape { kind: TRACTOR, width, length, suit, rank: (part.key >> 1) as u8, main: (part.key & 1) as u8 },
    })
}

/// The throw that a lead is.
pub fn throw(lead: &Lead) -> Shape {
    Shape { kind: THROW, width: 0, length: 0, suit: lead.suit as u8, rank: 0, main: 0 }
}

/// The text of some cards.
pub fn text(cards: &Cards) -> String {
    notation::text(&Pack::FRENCH_4, &cards.resize())
}
