//! What one seat may know.

use super::state::{Cards, SCORE, SEATS, State};
use crate::row;
use crate::seats::{relative, rotate};

row! {
    /// What one seat may know. Seats are counted from the viewer: 0 = me, 1 = the next to play; −1 = none.
    pub struct View {
        /// My cards.
        hand: Cards,
        /// The cards that are in the other three hands.
        unseen: Cards,
        /// The play to beat; empty at a lead.
        top: Cards,
        /// The card that the lead must contain (B-023); empty: none.
        must: Cards,
        /// The shape key of the play to beat; 0 at a lead.
        top_key: u32,
        /// Who played it.
        top_seat: i8,
        /// The seat to act; −1 when the deal is over.
        turn: i8,
        /// Cards left by seat.
        left: [u8; SEATS],
        /// Passes in a row.
        passes: u8,
        /// Mask of the seats that passed for good in this trick; 0 unless passes are final (BA-09).
        out: u8,
        /// The seat known to hold the first card; −1: it is played, or this is no first deal.
        holder: i8,
        /// The phase: 0 lead, 1 follow, 2 score.
        phase: u8,
        /// My seat at the table, 0..3.
        seat: u8,
    }
}

/// The view of a seat.
#[inline]
pub fn view(state: &State, seat: usize) -> View {
    let by_seat = |n: usize| (seat + n) % SEATS;
    let from_me = |other: u8| relative::<SEATS>(other, seat);
    let others = (1..SEATS).map(|n| state.hands[by_seat(n)]);
    View {
        hand: state.hands[seat],
        unseen: others.fold(Cards::EMPTY, |all, hand| all.union(&hand)),
        top: state.top,
        must: state.must,
        top_key: state.top_key,
        top_seat: from_me(state.top_seat),
        turn: if state.phase == SCORE { -1 } else { from_me(state.turn) },
        left: std::array::from_fn(|n| state.hands[by_seat(n)].len() as u8),
        passes: state.passes,
        out: rotate::<SEATS>(state.out, seat),
        holder: from_me(state.holder),
        phase: state.phase,
        seat: seat as u8,
    }
}
