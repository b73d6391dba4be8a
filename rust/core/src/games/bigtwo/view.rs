//! What one seat may know, and deals consistent with it.

use super::rules::Rules;
use super::state::{Cards, PHASES, SCORE, SEATS, State, first_card};
use crate::card::{Card, Pack};
use crate::climb::seats::{absolute, deal_out, relative, rotate};
use crate::deal::FastRng;
use crate::error::Error;
use crate::row;
use arrayvec::ArrayVec;

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
        left: [u8; 4],
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
    let others = (1..SEATS).map(|n| state.hands[(seat + n) % SEATS]);
    View {
        hand: state.hands[seat],
        unseen: others.fold(Cards::EMPTY, |all, hand| all.union(&hand)),
        top: state.top,
        must: state.must,
        top_key: state.top_key,
        top_seat: relative(state.top_seat, seat),
        turn: if state.phase == SCORE { -1 } else { relative(state.turn, seat) },
        left: std::array::from_fn(|n| state.hands[(seat + n) % SEATS].len() as u8),
        passes: state.passes,
        out: rotate(state.out, seat),
        holder: relative(state.holder, seat),
        phase: state.phase,
        seat: seat as u8,
    }
}

/// A deal drawn uniformly from those that look the same to the viewer: the unseen cards lie anywhere, except the first
/// card, which lies where everyone knows it to be.
pub fn resample(rules: &Rules, view: &View, rng: &mut FastRng) -> Result<State, Error> {
    check(rules, view)?;
    let viewer = view.seat as usize;
    // Counted from the viewer, whose hand gets no more cards.
    let mut hands = [view.hand, Cards::EMPTY, Cards::EMPTY, Cards::EMPTY];
    let mut room: [usize; SEATS] = std::array::from_fn(|n| if n == 0 { 0 } else { view.left[n] as usize });
    let mut unseen = view.unseen;
    if view.holder > 0 {
        let first = first_card(rules);
        hands[view.holder as usize].insert(first);
        room[view.holder as usize] -= 1;
        unseen.remove(first);
    }
    let mut cards: ArrayVec<Card, 52> = unseen.cards().collect();
    deal_out(&mut hands, &room, &mut cards, rng);
    hands.rotate_right(viewer);
    Ok(State {
        hands,
        top: view.top,
        top_key: view.top_key,
        top_seat: absolute(view.top_seat, viewer),
        turn: if view.phase == SCORE { winner(view, viewer) } else { absolute(view.turn, viewer) },
        phase: view.phase,
        passes: view.passes,
        out: rotate(view.out, SEATS - viewer),
        holder: absolute(view.holder, viewer),
        must: view.must,
    })
}

/// In a finished deal the last to act, whose hand is empty.
fn winner(view: &View, viewer: usize) -> u8 {
    let seat = view.left.iter().position(|left| *left == 0).unwrap_or(0);
    absolute(seat as i8, viewer)
}

/// Refuses a view that no deal has, so that one put together by hand cannot do harm.
fn check(rules: &Rules, view: &View) -> Result<(), Error> {
    let others: usize = view.left[1..].iter().map(|left| *left as usize).sum();
    let apart = view.hand.kinds() & view.unseen.kinds() == 0;
    let first = first_card(rules).bit();
    let held_where_known = match view.holder {
        -1 => true,
        0 => view.hand.kinds() & first != 0,
        seat => (1..SEATS as i8).contains(&seat) && view.left[seat as usize] > 0 && view.unseen.kinds() & first != 0,
    };
    let seats = [view.top_seat, view.turn].iter().all(|seat| (-1..SEATS as i8).contains(seat));
    let turn = (view.turn >= 0) == (view.phase != SCORE);
    let sound = [view.hand, view.unseen, view.top, view.must].iter().all(|set| set.is_sound(&Pack::FRENCH));
    let sizes = view.hand.len() == view.left[0] as usize && view.unseen.len() == others;
    let phase = (view.phase as usize) < PHASES.len() && (view.phase != 1 || view.top_seat >= 0);
    if sound && apart && sizes && seats && turn && phase && held_where_known && (view.seat as usize) < SEATS && view.out < 16 {
        Ok(())
    } else {
        Err(Error::position("the view contradicts itself"))
    }
}
