//! Seats around a table of `N`, and dealing what a seat cannot see to the others.

use crate::card::Card;
use crate::deal::FastRng;
use crate::set::CardSet;

/// Stands for a seat where there is none; as a signed byte it is −1.
pub const NO_SEAT: u8 = 255;

/// The seat so many places after another.
#[inline]
pub const fn after<const N: usize>(seat: u8, n: u8) -> u8 {
    (seat + n) % N as u8
}

/// A seat counted from a viewer; −1 for none.
#[inline]
pub fn relative<const N: usize>(seat: u8, viewer: usize) -> i8 {
    if seat == NO_SEAT { -1 } else { ((seat as usize + N - viewer) % N) as i8 }
}

/// The seat of the table again.
#[inline]
pub fn absolute<const N: usize>(seat: i8, viewer: usize) -> u8 {
    if seat < 0 { NO_SEAT } else { ((seat as usize + viewer) % N) as u8 }
}

/// A mask of seats, counted from a seat.
#[inline]
pub fn rotate<const N: usize>(mask: u8, seat: usize) -> u8 {
    (mask >> seat | mask << (N - seat)) & ((1 << N) - 1)
}

/// The first seat of a mask that comes after `seat` in turn order; `seat` itself comes last.
#[inline]
pub fn next_of<const N: usize>(mask: u8, seat: u8) -> Option<u8> {
    let first = after::<N>(seat, 1);
    let turned = rotate::<N>(mask, first as usize);
    (turned != 0).then(|| after::<N>(first, turned.trailing_zeros() as u8))
}

/// Puts cards in random order and deals the first `room[i]` of them to hand `i`, beside what it holds already. Returns the
/// cards that are left over, in their order.
///
/// # Panics
/// If there is more room than cards.
pub fn deal_out<'c, const P: usize>(
    hands: &mut [CardSet<P>],
    room: &[usize],
    cards: &'c mut [Card],
    rng: &mut FastRng,
) -> &'c [Card] {
    rng.shuffle(cards);
    let mut rest = &cards[..];
    for (hand, room) in hands.iter_mut().zip(room) {
        let (mine, others) = rest.split_at(*room);
        mine.iter().for_each(|card| hand.insert(*card));
        rest = others;
    }
    rest
}
