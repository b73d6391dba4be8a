//! The facts of a finished deal.

use super::order::{self, FLAG};
use super::rules::Rules;
use super::shapes::{holds_510k, suit_510k};
use super::state::{Cards, SETTLE, State};
use crate::follow::demand::pairs;
use crate::row;

row! {
    /// The facts of a finished deal. Of two numbers the first is the dealers', the second the attackers'.
    pub struct Tally {
        /// The deal is void and is to be dealt again (C-009, CA-05).
        void: bool,
        /// The dealer; −1 in a void first deal.
        dealer: i8,
        /// The slot rank of the level, 3 4 … K A 2 = 0 … 12; 13: a flag deal.
        level: i8,
        /// The trump suit, c d h s = 0 … 3, 4: no trump; −1 in a void deal.
        trump: i8,
        /// Who buried last; −1: nobody.
        burier: i8,
        /// Points of the tricks won.
        captured: [i16; 2],
        /// Points of the bottom.
        bottom: i16,
        /// Wrongly thrown cards (C-055).
        wrong: [i16; 2],
        /// Failed 炒底 (C-089).
        failed: [i8; 2],
        /// Red fives forced out (C-091).
        red5_lost: [i8; 2],
        /// Red fives kept to the end (C-092).
        red5_kept: [i8; 2],
        /// The winner of the last trick; −1 in a void deal.
        last: i8,
        /// The winning play of the last trick.
        last_play: Cards,
        /// That play contains a pair (C-037).
        last_pair: bool,
        /// That play is an available 510K: exactly the three cards (C-097).
        last_510k: bool,
        /// That play contains an available 5, 10 and K of one suit (C-109).
        last_holds_510k: bool,
    }
}

/// Counts a finished deal.
pub fn tally(rules: &Rules, state: &State) -> Tally {
    let void = state.phase != SETTLE;
    let play = &state.last_play;
    let bare = || suit_510k(play).is_some_and(|(suit, pairs)| !pairs && state.order(rules).has_510k(suit));
    let number = |pair: [u16; 2]| pair.map(|n| n as i16);
    let small = |pair: [u8; 2]| pair.map(|n| n as i8);
    Tally {
        void,
        dealer: state.dealer as i8,
        level: state.level as i8,
        trump: if void { -1 } else { state.trump as i8 },
        burier: state.burier as i8,
        captured: number(state.captured),
        bottom: if void { 0 } else { order::points(&state.bottom) as i16 },
        wrong: number(state.wrong),
        failed: small(state.failed),
        red5_lost: small(state.lost),
        red5_kept: small(state.kept),
        last: if void { -1 } else { state.leader as i8 },
        last_play: *play,
        last_pair: pairs(play) > 0,
        last_510k: !void && bare(),
        last_holds_510k: !void && state.level != FLAG && holds_510k(&state.order(rules), play),
    }
}
