//! What one seat may know.

use super::moves::grab;
use super::rules::Rules;
use super::state::{ASK_GRAB, ByRank, Cards, SEATS, State};
use crate::action::{Action, PASS};
use crate::row;
use crate::seats::relative;

row! {
    /// What one seat may know. Seats are counted from the viewer: 0 = me, 1 = the next to play; −1 = none.
    pub struct View {
        /// My cards.
        hand: Cards,
        /// The cards that are in the other three hands.
        unseen: Cards,
        /// The play to beat or grab; empty when there is none.
        top: Cards,
        /// The shape of the play to beat in one number; 0 when there is none.
        top_key: u32,
        /// Who played it; in a last play with nothing to beat, who went out.
        top_seat: i8,
        /// The seat to act; −1 when the deal is over, and in a 伙 window in which another seat is asked.
        turn: i8,
        /// Cards left by seat.
        left: [u8; SEATS],
        /// Passes in a row.
        passes: u8,
        /// The cards of the trick in progress by rank: 3 4 … K A 2, 小王, 大王.
        pile: ByRank,
        /// Captured cards by seat and rank, 4 × 15.
        captured: [ByRank; SEATS],
        /// The seats in the order of going out.
        finish: [i8; SEATS],
        /// The phase: 0 lead, 1 follow, 2 hou, 3 last, 4 score.
        phase: u8,
        /// What the seat to act is asked for: 0 a lead, 1 a play that beats the top play, 2 a grab.
        asked: u8,
        /// Whether I have a grab and said no to it in this window.
        declined: bool,
        /// My seat at the table, 0..3.
        seat: u8,
    }
}

/// The view of a seat. Who is asked in a 伙 window is known to that seat alone: it would show that he holds a grab (W-029).
#[inline]
pub fn view(rules: &Rules, state: &State, seat: usize) -> View {
    let by_seat = |n: usize| (seat + n) % SEATS;
    let from_me = |other: u8| relative::<SEATS>(other, seat);
    let others = (1..SEATS).map(|n| state.hands[by_seat(n)]);
    let hidden = state.asked == ASK_GRAB && state.turn as usize != seat;
    View {
        hand: state.hands[seat],
        unseen: others.fold(Cards::EMPTY, |all, hand| all.plus(&hand)),
        top: state.top,
        top_key: state.top_key,
        top_seat: from_me(state.top_seat),
        turn: if hidden { -1 } else { from_me(state.turn) },
        left: std::array::from_fn(|n| state.hands[by_seat(n)].len() as u8),
        passes: state.passes,
        pile: state.pile,
        captured: std::array::from_fn(|n| state.captured[by_seat(n)]),
        finish: state.finish.map(from_me),
        phase: state.phase,
        asked: state.asked,
        declined: hidden && declined(rules, state, seat),
        seat: seat as u8,
    }
}

/// Whether a seat that is not asked has been: it has a grab, and the seat asked comes after it.
fn declined(rules: &Rules, state: &State, seat: usize) -> bool {
    let place = |seat: usize| (seat + SEATS - state.top_seat as usize) % SEATS;
    may_grab(rules, place(seat) as i8)
        && place(seat) < place(state.turn as usize)
        && grab::holds_two(&state.hands[seat], grab::kinds(rules, &state.top))
}

/// Whether the window goes to the seat `place` seats after the player of the single (WA-13).
pub fn may_grab(rules: &Rules, place: i8) -> bool {
    place != 0 && (place != 2 || rules.hou_allows_partner)
}

/// What a seat sees of an action: a "no" in a 伙 window is nobody's business (W-029).
pub fn redact(state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
    let hidden = state.asked == ASK_GRAB && action.head == PASS && by != seat;
    (!hidden).then_some(*action)
}
