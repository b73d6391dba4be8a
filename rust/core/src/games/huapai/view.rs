//! What one seat may know.
//!
//! Hidden are the other hands, the order of the wall, the characters of other seats' 统 and 统上顶, passes in a claim
//! window and in the 统 round, who is asked there, and who is barred by `pass_lock`. None of it tells anything: in a
//! resampled deal the seat that is asked may be one that can only pass.

use super::moves::{TONG as DECLARE, TONG_SHANG_DING as ENLARGE, can_declare};
use super::rules::Rules;
use super::shapes::{CHARACTERS, Cards, TONG, TONG_SHANG_DING};
use super::state::{CLAIM, END, INITIAL_TONG, SEATS, State, tong_order};
use crate::action::{Action, PASS};
use crate::card::Card;
use crate::row;
use crate::seats::{relative, rotate};

row! {
    /// What one seat may know. Seats are counted from the viewer: 0 = me, 1 = the next to play; −1 = none.
    pub struct View {
        /// My free cards.
        hand: Cards,
        /// The cards that I cannot see: in the wall, in the other hands, in hidden 统 and 统上顶.
        unseen: Cards,
        /// The discards by seat that nobody took.
        rivers: [Cards; SEATS],
        /// At the end the winners' free cards by seat; empty otherwise.
        shown: [Cards; SEATS],
        /// By character the kind of its group that I can see, an index into the shape names; 0: none.
        group_kind: [u8; CHARACTERS],
        /// By character the seat that has this group; −1: none.
        group_seat: [i8; CHARACTERS],
        /// By character the flowers in this group.
        group_flowers: [u8; CHARACTERS],
        /// Groups by seat of which I cannot see the character: 统.
        tongs: [u8; SEATS],
        /// Groups by seat of which I cannot see the character: 统上顶.
        tops: [u8; SEATS],
        /// Free cards by seat.
        left: [u8; SEATS],
        /// Cards left in the wall.
        wall: u8,
        /// The seat to act; −1 when the deal is over, or when seats are asked in secret and it is not I.
        turn: i8,
        /// The dealer.
        dealer: i8,
        /// The slot of the discard being offered or won on; −1: none.
        card: i8,
        /// Who discarded it; −1: nobody.
        discarder: i8,
        /// The head with which the seat after the discarder claimed it; 1, the pass: it did not.
        answer: u8,
        /// 叫经: the slot of the character called; −1: none.
        called: i8,
        /// The seat to act has just drawn: it may win and declare.
        can_win: bool,
        /// I may not win on a discard until I have drawn (HA-35).
        locked: bool,
        /// I have passed in the 统 round.
        passed: bool,
        /// Mask of the winners.
        winners: u8,
        /// The phase: 0 call_jing, 1 initial_tong, 2 act, 3 claim, 4 end.
        phase: u8,
        /// My seat at the table, 0..2.
        seat: u8,
    }
}

/// Whether a viewer cannot tell the character of a group.
fn is_hidden(rules: &Rules, state: &State, owner: u8, kind: u8, viewer: u8) -> bool {
    rules.tong_hidden && matches!(kind, TONG | TONG_SHANG_DING) && owner != viewer && state.winners >> owner & 1 == 0
}

/// The view of a seat.
pub fn view(rules: &Rules, state: &State, seat: usize) -> View {
    let me = seat as u8;
    let by_seat = |n: usize| (seat + n) % SEATS;
    let from_me = |other: u8| relative::<SEATS>(other, seat);
    let shown: [Cards; SEATS] = std::array::from_fn(|n| {
        let won = state.phase == END && state.winners >> by_seat(n) & 1 == 1;
        if won { state.hands[by_seat(n)] } else { Cards::EMPTY }
    });
    let mut view = View {
        hand: state.hands[seat],
        unseen: Cards::EMPTY,
        rivers: std::array::from_fn(|n| state.rivers[by_seat(n)]),
        shown,
        group_kind: [0; CHARACTERS],
        group_seat: [-1; CHARACTERS],
        group_flowers: [0; CHARACTERS],
        tongs: [0; SEATS],
        tops: [0; SEATS],
        left: std::array::from_fn(|n| state.hands[by_seat(n)].len() as u8),
        wall: state.wall_left() as u8,
        turn: if state.turn != me && is_secret(state.phase) { -1 } else { from_me(state.turn) },
        dealer: from_me(state.dealer),
        card: state.card as i8,
        discarder: from_me(state.discarder),
        answer: state.answer,
        called: state.called as i8,
        can_win: state.can_win,
        locked: state.locked >> me & 1 == 1,
        passed: state.phase == INITIAL_TONG
            && place(state.dealer, state.turn) > place(state.dealer, me)
            && can_declare(state, me),
        winners: rotate::<SEATS>(state.winners, seat),
        phase: state.phase,
        seat: me,
    };
    for slot in &state.wall[state.front as usize..state.back as usize] {
        view.unseen.insert(Card::new(*slot));
    }
    for n in (1..SEATS).filter(|n| view.shown[*n].is_empty()) {
        view.unseen = view.unseen.plus(&state.hands[by_seat(n)]);
    }
    for char in 0..CHARACTERS as u8 {
        let Some((owner, group)) = state.group(char) else { continue };
        let (at, n) = (char as usize, from_me(owner));
        if is_hidden(rules, state, owner, group.kind, me) {
            let hidden = if group.kind == TONG { &mut view.tongs } else { &mut view.tops };
            hidden[n as usize] += 1;
            view.unseen = view.unseen.plus(&group.cards());
        } else {
            (view.group_kind[at], view.group_seat[at], view.group_flowers[at]) = (group.kind, n, group.flowers);
        }
    }
    view
}

/// Whether seats are asked one by one in secret.
pub fn is_secret(phase: u8) -> bool {
    matches!(phase, CLAIM | INITIAL_TONG)
}

/// The place of a seat in the 统 round.
pub fn place(dealer: u8, seat: u8) -> usize {
    tong_order(dealer).iter().position(|other| *other == seat).unwrap_or(0)
}

/// What a seat sees of an action of another.
pub fn redact(rules: &Rules, state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
    match action.head {
        _ if by == seat => Some(*action),
        PASS if matches!(state.phase, CLAIM | INITIAL_TONG) => None,
        DECLARE | ENLARGE if rules.tong_hidden => Some(Action::new(action.head, Cards::EMPTY)),
        _ => Some(*action),
    }
}
