//! The facts of a finished deal: captured cards, cards left, the order of going out.

use super::state::{ByRank, SEATS, State};
use crate::row;

row! {
    /// The facts of a finished deal.
    pub struct Tally {
        /// Captured cards by seat and rank, 4 × 15: 3 4 … K A 2, 小王, 大王 (W-043).
        captured: [ByRank; SEATS],
        /// 反牌, cards left, by seat (W-042).
        left: [u8; SEATS],
        /// The seats in the order of going out, 上游 first; −1 behind the last (W-046, W-047).
        finish: [i8; SEATS],
    }
}

/// Counts.
pub fn tally(state: &State) -> Tally {
    Tally {
        captured: state.captured,
        left: std::array::from_fn(|seat| state.hands[seat].len() as u8),
        finish: state.finish.map(|seat| seat as i8),
    }
}
