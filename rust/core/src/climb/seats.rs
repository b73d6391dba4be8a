//! Seats around a table of four, and dealing what a seat cannot see to the others.

use crate::card::Card;
use crate::deal::FastRng;
use crate::set::CardSet;

/// The number of seats.
pub const SEATS: usize = 4;
/// Stands for a seat where there is none.
pub const NO_SEAT: u8 = 255;

/// A seat counted from a viewer; −1 for none.
#[inline]
pub fn relative(seat: u8, viewer: usize) -> i8 {
    if seat == NO_SEAT { -1 } else { ((seat as usize + SEATS - viewer) % SEATS) as i8 }
}

/// The seat of the table again.
#[inline]
pub fn absolute(seat: i8, viewer: usize) -> u8 {
    if seat < 0 { NO_SEAT } else { ((seat as usize + viewer) % SEATS) as u8 }
}

/// A mask of seats, counted from a seat.
#[inline]
pub fn rotate(mask: u8, seat: usize) -> u8 {
    (mask >> seat | mask << (SEATS - seat)) & 0b1111
}

/// The first seat of a mask that comes after `seat` in turn order; `seat` itself comes last.
#[inline]
pub fn next_of(mask: u8, seat: u8) -> Option<u8> {
    let first = (seat + 1) % SEATS as u8;
    let turned = rotate(mask, first as usize);
    (turned != 0).then(|| (first + turned.trailing_zeros() as u8) % SEATS as u8)
}

/// Puts cards in random order and deals the first `room[i]` of them to hand `i`, beside what it holds already.
///
/// # Panics
/// If there is more room than cards.
pub fn deal_out<const P: usize>(hands: &mut [CardSet<P>], room: &[usize], cards: &mut [Card], rng: &mut FastRng) {
    rng.shuffle(cards);
    let mut rest = &cards[..];
    for (hand, room) in hands.iter_mut().zip(room) {
        let (mine, others) = rest.split_at(*room);
        mine.iter().for_each(|card| hand.insert(*card));
        rest = others;
    }
}
