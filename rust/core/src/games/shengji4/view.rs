//! What one seat may know.

use super::calls;
use super::know::Limit;
use super::moves::{CALL, HIDDEN};
use super::rules::Rules;
use super::state::{Cards, PLAY, SEATS, SETTLE, State};
use crate::action::{Action, PASS};
use crate::card::face;
use crate::row;
use crate::seats::{NO_SEAT, after, relative};

row! {
    /// What one seat may know. Seats are counted from the viewer: 0 = me, 1 = the next to play; −1 = none.
    pub struct View {
        /// My cards.
        hand: Cards,
        /// The cards that are in the other three hands or not dealt yet.
        unseen: Cards,
        /// The plays of the trick so far, in order of play; the leader's first.
        trick: [Cards; 3],
        /// Cards that everyone knows to be in a hand, by seat: returned of a failed throw, or shown by the call.
        known: [Cards; 4],
        /// Effective suits (clubs 1, diamonds 2, hearts 4, spades 8, trumps 16) that a seat has shown not to have, by seat.
        voids: [u8; 4],
        /// The most copies of a kind that a seat can have, by seat and suit (c d h s trumps), as its follows show; 4: anything.
        copies: [[u8; 5]; 4],
        /// The most pairs that a seat can have, by seat and suit; 27: anything.
        pairs: [[u8; 5]; 4],
        /// The longest tractor of pairs that a seat can have, by seat and suit; 1: none, 13: anything.
        runs: [[u8; 5]; 4],
        /// Level cards played, by seat and suit (c d h s).
        level_played: [[u8; 4]; 4],
        /// The seats that called, in order.
        call_seats: [i8; 4],
        /// The suits called; −1: not shown to me.
        call_suits: [i8; 4],
        /// The numbers of cards called.
        call_sizes: [u8; 4],
        /// Points in the tricks of my team and of the other.
        taken: [u16; 2],
        /// Points that each seat has put into the trick; of a finished deal into the last.
        stakes: [u16; 4],
        /// The place of the highest play of the trick; 0 for a throw and where there is no play.
        best_key: u32,
        /// Who played it.
        best: i8,
        /// Cards left by seat.
        left: [u8; 4],
        /// The seat to act; −1 when the deal is over, and while another seat is asked for a call, which one is not told.
        turn: i8,
        /// In the calling phases the last seat that may be asked before the next card or the end of calling.
        ask_end: i8,
        /// While I am asked for a call, the suits (clubs 1, diamonds 2, hearts 4, spades 8) that I may call (SA-07); 0 otherwise.
        open_suits: u8,
        /// The phase: 0 deal, 1 call_grace, 2 play, 3 settle.
        phase: u8,
        /// My seat at the table, 0..3.
        seat: u8,
        /// The level, 2 … 14.
        level: u8,
        /// The trump suit, c d h s = 0..3; −1 until it is shown.
        trump: i8,
        /// The dealer; −1: not settled yet.
        dealer: i8,
        /// The seat that received the first card.
        first: i8,
        /// The leader of the trick.
        leader: i8,
        /// Plays in the trick.
        plays: u8,
        /// Cards dealt.
        dealt: u8,
        /// Cards to be dealt in all.
        total: u8,
        /// The suits in which I may throw, as a mask, in a decision by itself; 255: as the cards say.
        throws: u8,
        /// Cards of a play of the last trick; 0 before the end.
        last_size: u8,
        /// Cards of the largest part of the last lead.
        last_part: u8,
    }
}

/// Whether a seat knows the suit of a call: its own, and the standing one when it is shown.
fn sees(state: &State, seat: usize, call: usize) -> bool {
    let shown = state.phase >= PLAY && call + 1 == state.calls();
    state.call_seats[call] != NO_SEAT && (shown || state.call_seats[call] as usize == seat)
}

/// The view of a seat.
#[inline]
pub fn view(rules: &Rules, state: &State, seat: usize) -> View {
    let by_seat = |n: usize| (seat + n) % SEATS;
    let from_me = |other: u8| relative::<SEATS>(other, seat);
    let limit = |n: usize, suit: usize| Limit::unpack(state.limits[by_seat(n)][suit]);
    let calling = state.phase < PLAY;
    let asked = calling && state.turn as usize == seat;
    View {
        hand: state.hands[seat],
        unseen: unseen(state, seat),
        trick: state.trick,
        known: std::array::from_fn(|n| state.known[by_seat(n)]),
        voids: std::array::from_fn(|n| (0..5).fold(0, |mask, suit| mask | u8::from(limit(n, suit).void) << suit)),
        copies: std::array::from_fn(|n| std::array::from_fn(|suit| limit(n, suit).copies)),
        pairs: std::array::from_fn(|n| std::array::from_fn(|suit| limit(n, suit).pairs)),
        runs: std::array::from_fn(|n| std::array::from_fn(|suit| limit(n, suit).run)),
        level_played: std::array::from_fn(|n| state.level_played[by_seat(n)]),
        call_seats: state.call_seats.map(from_me),
        call_suits: std::array::from_fn(|i| if sees(state, seat, i) { state.call_suits[i] as i8 } else { -1 }),
        call_sizes: state.call_sizes,
        taken: [state.taken[seat % 2], state.taken[1 - seat % 2]].map(|fives| 5 * fives),
        stakes: std::array::from_fn(|n| 5 * state.stakes[by_seat(n)]),
        best_key: state.best_key,
        best: from_me(state.best),
        left: std::array::from_fn(|n| state.hands[by_seat(n)].len() as u8),
        turn: if state.phase == SETTLE || (calling && !asked) { -1 } else { from_me(state.turn) },
        ask_end: if calling { from_me(after::<SEATS>(state.turn, state.asked)) } else { -1 },
        open_suits: if asked { calls::open_suits(rules, state) } else { 0 },
        phase: state.phase,
        seat: seat as u8,
        level: face(state.level),
        trump: state.trump as i8,
        dealer: from_me(state.dealer),
        first: from_me(state.first),
        leader: from_me(state.leader),
        plays: state.plays,
        dealt: state.dealt,
        total: state.total,
        throws: state.throws,
        last_size: state.last_size,
        last_part: state.last_part,
    }
}

/// The cards of the other hands and of the stock.
fn unseen(state: &State, seat: usize) -> Cards {
    let others = (1..SEATS).fold(Cards::EMPTY, |all, n| all.plus(&state.hands[(seat + n) % SEATS]));
    (state.dealt as usize..state.total as usize).fold(others, |mut all, at| {
        all.insert(state.undealt(at));
        all
    })
}

/// What a seat sees of an action: passes in the calling phases are not told, and of a call only the number of cards (S-008).
pub fn redact(action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
    match action.head {
        _ if by == seat => Some(*action),
        PASS => None,
        CALL..HIDDEN => Some(Action::new(HIDDEN + action.cards.len() as u8 - 1, Cards::EMPTY)),
        _ => Some(*action),
    }
}
