//! Throws 甩牌: whether others can beat a part, and what is led if they can (§3.5).

use super::order::Order;
use super::rules::{MisthrowCount, MisthrowLead};
use super::state::Cards;
use crate::follow::table::Table;
use crate::follow::throws::{Part, split};
use crate::set::bits;

/// What becomes of a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thrown {
    /// The cards led.
    pub led: Cards,
    /// Whether that is all of them.
    pub accepted: bool,
    /// The wrongly thrown cards.
    pub wrong: u16,
}

/// Whether a hand has something higher than a part of a throw in its suit.
fn beats(table: &Table, suit: usize, part: &Part<2>, hand: &Cards) -> bool {
    match part.length {
        1 => hand.plane(part.width - 1) & table.above[part.cards.kinds().trailing_zeros() as usize] != 0,
        n => table.windows(suit, n).iter().any(|window| window.key > part.key && window.mask & !hand.plane(1) == 0),
    }
}

/// Leads a throw against the other hands.
pub fn throw(order: &Order<'_>, cards: &Cards, others: [&Cards; 3]) -> Thrown {
    let (rules, table) = (order.rules, order.table);
    let suit = table.suit_of[(cards.kinds().trailing_zeros() & 63) as usize] as usize;
    let parts = split(table, suit, cards);
    let beaten = |part: &Part<2>| others.iter().any(|hand| beats(table, suit, part, hand));
    let wrong: usize = parts.clone().filter(beaten).map(|part| part.cards.len()).sum();
    if wrong == 0 {
        return Thrown { led: *cards, accepted: true, wrong: 0 };
    }
    // The lowest rank; of equal ones the one with fewer cards, then in the order of the suits c d h s.
    let size = |part: &Part<2>| {
        let suit = bits(part.cards.kinds()).next().map_or(0, |card| card.suit());
        (part.key, part.cards.len(), suit)
    };
    let led = match rules.misthrow_lead {
        MisthrowLead::SmallestBeaten => parts.filter(beaten).min_by_key(size),
        MisthrowLead::SmallestPart => parts.min_by_key(size),
    };
    let led = led.expect("a part is beaten").cards;
    let wrong = match rules.misthrow_count {
        MisthrowCount::Beaten => wrong,
        MisthrowCount::Returned => cards.len() - led.len(),
        MisthrowCount::All => cards.len(),
    };
    Thrown { led, accepted: false, wrong: wrong as u16 }
}
