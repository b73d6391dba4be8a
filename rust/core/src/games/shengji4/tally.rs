//! The facts of a finished deal: what both teams have taken, and the last trick.

use super::state::{SETTLE, State, UNKNOWN};
use crate::card::face;
use crate::row;

row! {
    /// The facts of a finished deal. Points are those of the cards; the factor of the last trick is a matter of the score.
    pub struct Tally {
        /// Whether the deal is void, because nobody called (SA-10).
        void: bool,
        /// The dealer; −1 in a void deal.
        dealer: i8,
        /// The level, 2 … 14.
        level: u8,
        /// The trump suit, c d h s = 0..3; −1 in a void deal.
        trump: i8,
        /// Points taken by the teams of seats 0 and 2, 1 and 3, the last trick included.
        captured: [u16; 2],
        /// The seat that won the last trick.
        last_winner: i8,
        /// The seat that led it.
        last_leader: i8,
        /// Cards of one play of the last trick.
        last_cards: u8,
        /// Cards of the largest part of the last lead (SA-23).
        last_component: u8,
        /// Points that each seat put into the last trick.
        last_points: [u16; 4],
    }
}

/// Counts what was taken.
pub fn tally(state: &State) -> Tally {
    Tally {
        void: state.phase == SETTLE && state.trump == UNKNOWN,
        dealer: state.dealer as i8,
        level: face(state.level),
        trump: state.trump as i8,
        captured: state.taken.map(|fives| 5 * fives),
        last_winner: state.best as i8,
        last_leader: state.leader as i8,
        last_cards: state.last_size,
        last_component: state.last_part,
        last_points: state.stakes.map(|fives| 5 * fives),
    }
}
