//! What one seat may know.
//!
//! Hidden are the other hands, the undealt cards, and the bottom from everyone but the seat that buried it. In a hidden room the
//! cards of others' acts, and who stands highest, stay hidden until 炒底 is over. Who is asked in a window shows nothing: a seat
//! that is not asked itself sees nobody to act, and does not see how many are still to be asked. So in a resampled deal a
//! seat may be asked that can only pass.
//!
//! What follows, throws and shown cards tell everyone is part of a view: `known`, `maybe`, `none`, `single`, `no_run`. A seat that
//! buried, and whose bottom another then took, keeps no memory of the cards it buried.

use super::calls::{CALLS, Call, HIDDEN};
use super::moves::{BURY_HEAD, windows};
use super::order::points;
use super::rules::Rules;
use super::state::{BURY, CHAODI, Cards, PLAY, SEATS, SETTLE, State};
use crate::action::{Action, PASS};
use crate::card::Card;
use crate::row;
use crate::seats::{NO_SEAT, relative};

row! {
    /// What one seat may know. Seats are counted from the viewer: 0 = me, 1 = the next to play; −1 = none.
    pub struct View {
        /// My cards.
        hand: Cards,
        /// The cards that I cannot see: in the other hands, undealt, or buried by others.
        unseen: Cards,
        /// The bottom, if I buried it or the deal is over; else empty.
        bottom: Cards,
        /// The plays of the trick.
        table: [Cards; SEATS],
        /// The winning play of the last trick, once the deal is over.
        last_play: Cards,
        /// Cards that everyone knows to be in a hand.
        known: [Cards; SEATS],
        /// Cards that everyone knows to be in the burier's hand or in the bottom.
        maybe: Cards,
        /// Kinds that everyone knows a hand not to have.
        none: [u64; SEATS],
        /// Kinds of which everyone knows a hand not to have both.
        single: [u64; SEATS],
        /// By seat and effective suit: everyone knows the hand to have no tractor of this length; 255: nothing.
        no_run: [u8; 20],
        /// The acts before the play: seat in bits 0–1, combination in bits 2–5 (15: hidden), 炒底 in bit 6, effective in bit 7.
        calls: [u8; CALLS],
        /// Their number.
        n_calls: u8,
        /// The seat of the highest act; −1: none, or hidden.
        top_seat: i8,
        /// Its rank.
        top_rank: u8,
        /// The trump suit as it stands: 0 … 3 c d h s, 4 no trump; −1: not known.
        trump: i8,
        /// The slot rank of the level, 3 4 … K A 2 = 0 … 12; 13: a flag deal.
        level: u8,
        /// Undealt cards, the bottom included.
        stock: u8,
        /// The seat that gets the first card.
        first: i8,
        /// The dealer; −1: not yet known.
        dealer: i8,
        /// This is the first deal of a match.
        first_deal: bool,
        /// There may be 炒底.
        chaodi: bool,
        /// Who buried or is to bury; −1: nobody.
        burier: i8,
        /// The seat to act; −1 when the deal is over, or while others are asked in a window.
        turn: i8,
        /// If I am asked, the seats still to be asked, I included; while somebody buries, those asked afterwards and he; else 0.
        asks: u8,
        /// The phase: 0 deal, 1 declare_grace, 2 bury, 3 chaodi_ask, 4 play, 5 settle, 6 deal_start (void).
        phase: u8,
        /// Who leads the trick.
        leader: i8,
        /// Plays of the trick.
        plays: u8,
        /// Cards left by seat.
        left: [u8; SEATS],
        /// Points captured by the dealers and by the attackers.
        captured: [u16; 2],
        /// Points on the table.
        points: u16,
        /// Wrongly thrown cards of the dealers and of the attackers.
        wrong: [u16; 2],
        /// Failed 炒底 of the dealers and of the attackers, as far as published.
        failed: [u8; 2],
        /// Red fives forced out of the dealers and of the attackers.
        lost: [u8; 2],
        /// Red fives kept to the end by the dealers and by the attackers.
        kept: [u8; 2],
        /// My seat at the table, 0..3.
        seat: u8,
    }
}

/// Whether what was shown is hidden still.
pub fn is_dark(rules: &Rules, phase: u8) -> bool {
    rules.hidden && phase < PLAY
}

/// The acts as a viewer sees them, seats counted from him.
fn seen_calls(rules: &Rules, state: &State, me: u8) -> [u8; CALLS] {
    let dark = is_dark(rules, state.phase);
    let mut seen = [0; CALLS];
    for (call, out) in state.calls().iter().zip(&mut seen) {
        let combination = if dark && call.seat() != me { HIDDEN } else { call.combination() };
        let seat = relative::<SEATS>(call.seat(), me.into()) as u8;
        *out = Call::new(seat, combination, call.is_chao(), call.is_effective() && !dark).0;
    }
    seen
}

/// The seat to act as a viewer sees it.
fn seen_turn(state: &State, me: u8) -> u8 {
    match state.phase {
        _ if state.is_over() => NO_SEAT,
        _ if state.is_window() && state.turn != me => NO_SEAT,
        _ => state.turn,
    }
}

/// The view of a seat.
pub fn view(rules: &Rules, state: &State, seat: usize) -> View {
    let me = seat as u8;
    let by_seat = |n: usize| (seat + n) % SEATS;
    let from_me = |other: u8| relative::<SEATS>(other, seat);
    let shows_bottom = state.phase == SETTLE || (state.burier == me && matches!(state.phase, CHAODI | PLAY));
    let mut unseen = if shows_bottom { Cards::EMPTY } else { state.bottom };
    (1..SEATS).for_each(|n| unseen = unseen.plus(&state.hands[by_seat(n)]));
    state.stock().iter().for_each(|slot| unseen.insert(Card::new(*slot)));
    let dark = is_dark(rules, state.phase) && state.n_calls > 0;
    let asked = state.is_window() && state.turn == me;
    View {
        hand: state.hands[seat],
        unseen,
        bottom: if shows_bottom { state.bottom } else { Cards::EMPTY },
        table: std::array::from_fn(|n| state.table[by_seat(n)]),
        last_play: state.last_play,
        known: std::array::from_fn(|n| state.known[by_seat(n)]),
        maybe: state.maybe,
        none: std::array::from_fn(|n| state.none[by_seat(n)]),
        single: std::array::from_fn(|n| state.single[by_seat(n)]),
        no_run: std::array::from_fn(|i| state.no_run[by_seat(i / 5) * 5 + i % 5]),
        calls: seen_calls(rules, state, me),
        n_calls: state.n_calls,
        top_seat: if dark { -1 } else { from_me(state.top_seat) },
        top_rank: if dark { 0 } else { state.top_rank },
        trump: if dark { -1 } else { state.trump as i8 },
        level: state.level,
        stock: state.stock().len() as u8,
        first: from_me(state.first),
        dealer: from_me(state.dealer),
        first_deal: state.first_deal,
        chaodi: state.chaodi,
        burier: from_me(state.burier),
        turn: from_me(seen_turn(state, me)),
        asks: if asked || state.phase == BURY { state.asks } else { 0 },
        phase: state.phase,
        leader: from_me(state.leader),
        plays: state.plays,
        left: std::array::from_fn(|n| state.hands[by_seat(n)].len() as u8),
        captured: state.captured,
        points: state.table.iter().map(points).sum(),
        wrong: state.wrong,
        failed: if dark { [0; 2] } else { state.failed },
        lost: state.lost,
        kept: state.kept,
        seat: me,
    }
}

/// What a seat sees of an action: nothing of a refusal and not the cards buried; in a hidden room not what is shown.
pub fn redact(rules: &Rules, state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
    match state.phase {
        _ if by == seat => Some(*action),
        BURY => Some(Action::new(BURY_HEAD, Cards::EMPTY)),
        _ if state.is_window() && action.head == PASS => None,
        _ if state.is_window() && rules.hidden => Some(Action::new(windows::base(state), Cards::EMPTY)),
        _ => Some(*action),
    }
}
