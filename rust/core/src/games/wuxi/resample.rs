//! Deals consistent with what one seat knows.

use super::moves::grab;
use super::rules::Rules;
use super::shapes::{Shape, classify};
use super::state::{
    ASK_BEAT, ASK_GRAB, ASK_LEAD, Cards, FOLLOW, HOU, LAST, LEAD, PHASES, SCORE, SEATS, State, by_rank,
};
use super::view::{View, may_grab};
use crate::card::{Card, Pack};
use crate::deal::{FastRng, PACK_MAX};
use crate::error::Error;
use crate::seats::{absolute, deal_out};
use arrayvec::ArrayVec;

/// A deal drawn uniformly from those that look the same to the viewer: the unseen cards lie anywhere. Only a 伙 window in
/// which someone else is asked says more: he holds a grab.
pub fn resample(rules: &Rules, view: &View, rng: &mut FastRng) -> Result<State, Error> {
    check(rules, view)?;
    let viewer = view.seat as usize;
    let mut hands = [Cards::EMPTY; SEATS];
    let mut room: [usize; SEATS] = std::array::from_fn(|n| view.left[n] as usize);
    room[0] = 0;
    let mut rest: ArrayVec<Card, PACK_MAX> = view.unseen.cards().collect();
    let mut turn = view.turn;
    if view.asked == ASK_GRAB && view.turn != 0 {
        turn = give_grab(rules, view, &mut hands, &mut room, &mut rest, rng)?;
    }
    deal_out(&mut hands, &room, &mut rest, rng);
    hands[0] = view.hand;
    hands.rotate_right(viewer);
    let mut captured = view.captured;
    captured.rotate_right(viewer);
    Ok(State {
        hands,
        top: view.top,
        top_key: view.top_key,
        top_seat: absolute::<SEATS>(view.top_seat, viewer),
        turn: absolute::<SEATS>(turn, viewer),
        phase: view.phase,
        asked: view.asked,
        passes: view.passes,
        pile: view.pile,
        captured,
        finish: view.finish.map(|seat| absolute::<SEATS>(seat, viewer)),
    })
}

/// The seats, from the viewer, that may be the one asked in a window.
fn candidates(rules: &Rules, view: &View) -> ArrayVec<usize, SEATS> {
    let place = |seat: i8| (seat - view.top_seat).rem_euclid(SEATS as i8);
    let mine = place(0);
    let takes = grab::kinds(rules, &view.top);
    let asked_too = may_grab(rules, mine) && grab::holds_two(&view.hand, takes);
    (1..SEATS)
        .filter(|seat| may_grab(rules, place(*seat as i8)) && view.left[*seat] >= 2)
        .filter(|seat| !asked_too || (place(*seat as i8) > mine) == view.declined)
        .collect()
}

/// Draws who is asked in a window and deals him his hand, which holds a grab; returns his seat.
///
/// Let m of the N unseen cards be of the kinds that grab. A deal of them is a way to put m different things into m of N
/// places. C(m, j) · n…(n−j+1) · (N−n)…(N−n−(m−j)+1) of these ways put exactly j into the n places of a seat; so seat and j
/// are drawn with these weights over all candidates and j ≥ 2. They stay below 162¹⁶ · 3 < 2¹²⁰.
fn give_grab(
    rules: &Rules,
    view: &View,
    hands: &mut [Cards; SEATS],
    room: &mut [usize; SEATS],
    rest: &mut ArrayVec<Card, PACK_MAX>,
    rng: &mut FastRng,
) -> Result<i8, Error> {
    let takes = grab::kinds(rules, &view.top);
    let (mut grabbing, mut others): (ArrayVec<Card, 16>, ArrayVec<Card, PACK_MAX>) = Default::default();
    for card in rest.iter() {
        if takes & card.bit() != 0 { grabbing.push(*card) } else { others.push(*card) }
    }
    let (m, all) = (grabbing.len() as u128, rest.len() as u128);
    let ways = |n: u128, j: u128| choose(m, j) * falling(n, j) * falling(all - n, m - j);
    let cases: ArrayVec<(usize, usize, u128), 48> = candidates(rules, view)
        .into_iter()
        .flat_map(|seat| (2..=grabbing.len()).map(move |j| (seat, j)))
        .map(|(seat, j)| (seat, j, ways(view.left[seat] as u128, j as u128)))
        .collect();
    let total: u128 = cases.iter().map(|case| case.2).sum();
    if total == 0 {
        return Err(Error::position("the view contradicts itself: nobody can hold the grab that is asked for"));
    }
    let mut draw = below(rng, total);
    let case = cases.iter().find(|case| {
        let found = draw < case.2;
        draw = draw.saturating_sub(case.2);
        found
    });
    let &(seat, j, _) = case.expect("the draw is below the total");
    rng.shuffle(&mut grabbing);
    rng.shuffle(&mut others);
    let plain = room[seat] - j;
    grabbing[..j].iter().chain(&others[..plain]).for_each(|card| hands[seat].insert(*card));
    room[seat] = 0;
    rest.clear();
    rest.extend(grabbing[j..].iter().chain(&others[plain..]).copied());
    Ok(seat as i8)
}

/// A uniform number below `n` > 0: the lowest number of bits that holds it, drawn until it is below.
fn below(rng: &mut FastRng, n: u128) -> u128 {
    let mask = u128::MAX >> (n - 1).leading_zeros().min(127);
    loop {
        let mut word = || u128::from(rng.below(1 << 16)) | u128::from(rng.below(1 << 16)) << 16;
        let draw = (0..4).fold(0, |draw, _| draw << 32 | word()) & mask;
        if draw < n {
            return draw;
        }
    }
}

/// n · (n−1) … with k factors; 0 when k > n.
fn falling(n: u128, k: u128) -> u128 {
    (0..k).map(|i| n.saturating_sub(i)).product()
}

/// The number of k-subsets of n things.
fn choose(n: u128, k: u128) -> u128 {
    falling(n, k) / falling(k, k)
}

/// Refuses a view that no deal has, so that one put together by hand cannot do harm.
fn check(rules: &Rules, view: &View) -> Result<(), Error> {
    if is_table(view) && is_turn(rules, view) { Ok(()) } else { Err(Error::position("the view contradicts itself")) }
}

/// Whether cards and seats are possible.
fn is_table(view: &View) -> bool {
    let others: usize = view.left[1..].iter().map(|left| *left as usize).sum();
    let sets = [view.hand, view.unseen, view.top];
    let seats = [view.top_seat, view.turn].into_iter().chain(view.finish);
    let both = view.hand.plus(&view.unseen);
    sets.iter().all(|set| set.is_sound(&Pack::FRENCH_4))
        && both.len() == view.hand.len() + view.unseen.len()
        && view.hand.len() == view.left[0] as usize
        && view.unseen.len() == others
        && { seats }.all(|seat| (-1..SEATS as i8).contains(&seat))
        && (view.seat as usize) < SEATS
        && (view.phase as usize) < PHASES.len()
        && is_counted(view, &both)
}

/// Whether there are no more cards of a rank than the pack has.
fn is_counted(view: &View, held: &Cards) -> bool {
    let pack = by_rank(&Pack::FRENCH_4.cards().resize());
    let held = by_rank(held);
    (0..pack.len()).all(|rank| {
        let gone: usize = view.captured.iter().chain([&view.pile]).map(|counts| counts[rank] as usize).sum();
        gone + held[rank] as usize <= pack[rank] as usize
    })
}

/// Whether it can be the turn of who is to act.
fn is_turn(rules: &Rules, view: &View) -> bool {
    let top = classify(rules, &view.top);
    let topped = top.kind >= 0 && view.top_key == top.key() && view.top_seat >= 0;
    let bare = view.top.is_empty() && view.top_key == 0;
    let seated = view.turn >= 0 && view.left[view.turn as usize] > 0;
    let grab = || grab_is_possible(rules, view, &top);
    let holders = (0..SEATS as i8).filter(|seat| *seat != view.top_seat && view.left[*seat as usize] > 0).count();
    if view.passes > 0 && (view.phase != FOLLOW || view.passes as usize >= holders) {
        return false;
    }
    match (view.phase, view.asked) {
        (LEAD, ASK_LEAD) => bare && seated && view.top_seat < 0,
        (FOLLOW, ASK_BEAT) => topped && seated && view.turn != view.top_seat,
        (LAST, ASK_BEAT) => topped && seated && (view.turn - view.top_seat) & 1 != 0,
        (LAST, ASK_LEAD) => bare && seated && view.top_seat >= 0 && (view.turn - view.top_seat) & 1 != 0,
        (HOU | LAST, ASK_GRAB) => topped && grab(),
        (SCORE, ASK_LEAD) => bare && view.turn < 0 && view.top_seat < 0,
        _ => false,
    }
}

/// Whether the window can be: the top play is a single, and who is asked, if it is the viewer, holds a grab.
fn grab_is_possible(rules: &Rules, view: &View, top: &Shape) -> bool {
    let mine = -view.top_seat.rem_euclid(SEATS as i8);
    let holds = grab::holds_two(&view.hand, grab::kinds(rules, &view.top));
    top.is_single()
        && match view.turn {
            -1 => true,
            0 => may_grab(rules, mine.rem_euclid(SEATS as i8)) && holds && !view.declined,
            _ => false,
        }
}
