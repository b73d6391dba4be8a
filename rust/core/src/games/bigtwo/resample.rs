//! Deals consistent with what one seat knows.

use super::rules::Rules;
use super::state::{Cards, FOLLOW, PHASES, SCORE, SEATS, State, first_card};
use super::view::View;
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::Error;
use crate::seats::{absolute, deal_out, rotate};
use arrayvec::ArrayVec;

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
        top_seat: absolute::<SEATS>(view.top_seat, viewer),
        turn: if view.phase == SCORE { winner(view, viewer) } else { absolute::<SEATS>(view.turn, viewer) },
        phase: view.phase,
        passes: view.passes,
        out: rotate::<SEATS>(view.out, SEATS - viewer),
        holder: absolute::<SEATS>(view.holder, viewer),
        must: view.must,
    })
}

/// In a finished deal the last to act, whose hand is empty.
fn winner(view: &View, viewer: usize) -> u8 {
    let seat = view.left.iter().position(|left| *left == 0).unwrap_or(0);
    absolute::<SEATS>(seat as i8, viewer)
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
    let phase = (view.phase as usize) < PHASES.len() && (view.phase != FOLLOW || view.top_seat >= 0);
    if sound
        && apart
        && sizes
        && seats
        && turn
        && phase
        && held_where_known
        && (view.seat as usize) < SEATS
        && view.out < 16
    {
        Ok(())
    } else {
        Err(Error::position("the view contradicts itself"))
    }
}
