//! Deals consistent with what one seat knows.

use super::moves::HEADS;
use super::order::Group;
use super::shapes::{CHARACTERS, Cards, FLOWERED, NAMES, SIZES, TONG, TONG_SHANG_DING, at_least, flowers};
use super::state::{CLAIM, END, PHASES, SEATS, State, WALL, tong_order};
use super::view::{View, is_secret, place};
use crate::action::PASS;
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::Error;
use crate::seats::{absolute, after, deal_out, relative, rotate};
use crate::set::bits;

/// A deal drawn uniformly from those that look the same to the viewer: physical cards lie anywhere unseen, four or five
/// equal ones in every hidden group. Passes tell nothing, and nobody else is barred from winning.
pub fn resample(view: &View, rng: &mut FastRng) -> Result<State, Error> {
    check(view)?;
    let me = view.seat as usize;
    let mut unseen = view.unseen;
    let mut state = State::with_hands([Cards::EMPTY; SEATS], absolute::<SEATS>(view.dealer, me));
    for char in 0..CHARACTERS {
        if view.group_kind[char] != 0 {
            let group = Group { kind: view.group_kind[char], char: char as u8, flowers: view.group_flowers[char] };
            state.lay(absolute::<SEATS>(view.group_seat[char], me), group);
        }
    }
    for (seat, group) in hidden_groups(view, &unseen, rng)? {
        unseen = unseen.minus(&group.cards());
        state.lay(absolute::<SEATS>(seat, me), group);
    }
    // Counted from the viewer; hands that lie open get no more cards, and the rest is the wall.
    let mut hands = view.shown;
    hands[0] = view.hand;
    let room: [usize; SEATS] = std::array::from_fn(|n| if hands[n].is_empty() { view.left[n].into() } else { 0 });
    let (mut cards, n) = ([Card::default(); 110], unseen.len());
    unseen.cards().zip(&mut cards).for_each(|(card, place)| *place = card);
    state.lay_wall(deal_out(&mut hands, &room, &mut cards[..n], rng).iter().copied());
    hands.rotate_right(me);
    let dealt = State::with_hands(hands, state.dealer);
    (state.hands, state.residues) = (dealt.hands, dealt.residues);
    state.rivers = view.rivers;
    state.rivers.rotate_right(me);
    state.turn = if view.turn < 0 && view.phase != END { asked(view) } else { absolute::<SEATS>(view.turn, me) };
    (state.phase, state.can_win, state.called) = (view.phase, view.can_win, view.called as u8);
    (state.card, state.discarder, state.answer) = (view.card as u8, absolute::<SEATS>(view.discarder, me), view.answer);
    state.locked = u8::from(view.locked) << me;
    state.winners = rotate::<SEATS>(view.winners, SEATS - me);
    Ok(state)
}

/// The hidden groups of the other seats. Each is drawn by the number of ways to choose its cards among the unseen ones;
/// drawing all of them anew until no character comes twice makes every choice of different ones equally likely.
fn hidden_groups(view: &View, unseen: &Cards, rng: &mut FastRng) -> Result<Vec<(i8, Group)>, Error> {
    let of = |counts: &[u8; SEATS], kind: u8| {
        let counts = *counts;
        (1..SEATS).flat_map(move |seat| std::iter::repeat_n((seat as i8, kind), counts[seat] as usize))
    };
    let wanted: Vec<_> = of(&view.tongs, TONG).chain(of(&view.tops, TONG_SHANG_DING)).collect();
    let five: Vec<u8> = bits(at_least(unseen, 5).into()).map(Card::slot).collect();
    let four: Vec<u8> = bits(at_least(unseen, 4).into()).map(Card::slot).collect();
    let tops = wanted.iter().filter(|(_, kind)| *kind == TONG_SHANG_DING).count();
    if five.len() < tops || four.len() < wanted.len() {
        return Err(Error::position("the view contradicts itself: no cards for the hidden groups"));
    }
    loop {
        let mut drawn = Vec::with_capacity(wanted.len());
        let mut taken = 0_u32;
        for &(seat, kind) in &wanted {
            // Of five unseen copies a 统 leaves out any one, of four it takes all.
            let char = if kind == TONG {
                let ways = four.len() as u32 + 4 * five.len() as u32;
                let way = rng.below(ways) as usize;
                if way < four.len() { four[way] } else { five[(way - four.len()) / 4] }
            } else {
                five[rng.below(five.len() as u32) as usize]
            };
            taken |= 1 << char;
            let all = flowers(unseen, char) as u8;
            let spare = FLOWERED >> char & 1 == 1 && kind == TONG && five.contains(&char) && rng.below(5) < all.into();
            drawn.push((seat, Group { kind, char, flowers: all - u8::from(spare) }));
        }
        if taken.count_ones() as usize == wanted.len() {
            return Ok(drawn);
        }
    }
}

/// Refuses a view that no deal has, so that one put together by hand cannot do harm.
fn check(view: &View) -> Result<(), Error> {
    let seats = [view.turn, view.dealer, view.discarder];
    let slot = |slot: i8, n: i8| (-1..n).contains(&slot);
    let ranges = seats.iter().chain(&view.group_seat).all(|seat| slot(*seat, SEATS as i8))
        && slot(view.card, 27)
        && slot(view.called, CHARACTERS as i8)
        && view.dealer >= 0
        && view.seat < SEATS as u8
        && view.winners < 8
        && (view.answer as usize) < HEADS.len()
        && (view.phase as usize) < PHASES.len()
        && (view.turn < 0 || view.phase != END)
        && (view.turn >= 0 || view.phase == END || is_secret(view.phase))
        && (view.turn <= 0 || !is_secret(view.phase))
        && (view.phase != CLAIM || (view.card >= 0 && view.discarder >= 0 && view.discarder != view.turn))
        && (view.card >= 0) == (view.discarder >= 0)
        && view.wall as usize <= WALL;
    if ranges && sets_fit(view) { Ok(()) } else { Err(Error::position("the view contradicts itself")) }
}

/// Whether the cards of a view are sound, no card is there twice, and their numbers are right.
fn sets_fit(view: &View) -> bool {
    let sets = [view.hand, view.unseen];
    if !sets.iter().chain(&view.rivers).chain(&view.shown).all(|set| set.is_sound(&Pack::HUAPAI)) {
        return false;
    }
    let mut all = Vec::from([view.hand, view.unseen]);
    all.extend(view.rivers);
    all.extend((1..SEATS).map(|seat| view.shown[seat]));
    all.extend((view.card >= 0).then(|| Cards::of(Card::new(view.card as u8), 1)));
    for char in 0..CHARACTERS {
        let (kind, flowers) = (view.group_kind[char], view.group_flowers[char]);
        let flowered = FLOWERED >> char & 1 == 1;
        let sound = match kind {
            0 => view.group_seat[char] == -1 && flowers == 0,
            1 => false,
            _ => (kind as usize) < NAMES.len() && view.group_seat[char] >= 0 && flowers <= 2 * u8::from(flowered),
        };
        if !sound || (kind != 0 && flowers > SIZES[kind as usize]) {
            return false;
        }
        if kind != 0 {
            all.push(Group { kind, char: char as u8, flowers }.cards());
        }
    }
    let mut counts = [0; 27];
    for set in &all {
        set.cards().for_each(|card| counts[card.slot() as usize] += 1);
    }
    let fits = (0..27).all(|slot| counts[slot as usize] <= Pack::HUAPAI.copies(Card::new(slot)));
    let others = (1..SEATS).filter(|seat| view.shown[*seat].is_empty());
    let hidden: usize = (1..SEATS).map(|seat| 4 * view.tongs[seat] as usize + 5 * view.tops[seat] as usize).sum();
    let places = others.map(|seat| view.left[seat] as usize).sum::<usize>() + view.wall as usize + hidden;
    let shown =
        (1..SEATS).all(|seat| view.shown[seat].is_empty() || view.shown[seat].len() == view.left[seat] as usize);
    fits && shown && view.hand.len() == view.left[0] as usize && view.unseen.len() == places
}

/// The seat that is asked in a resampled deal: any other one that the viewer must expect to be asked.
fn asked(view: &View) -> u8 {
    let viewer = view.seat as usize;
    let (me, dealer) = (view.seat, absolute::<SEATS>(view.dealer, viewer));
    if view.phase == CLAIM {
        // After a claim of the first seat, and if the viewer is the first, it is the second.
        let [first, second] = [1, 2].map(|n| after::<SEATS>(absolute::<SEATS>(view.discarder, viewer), n));
        return if view.answer != PASS || me == first { second } else { first };
    }
    let order = tong_order(dealer);
    // Somebody who has declared shows that the round has come to him.
    let declared = |seat: &u8| {
        let n = relative::<SEATS>(*seat, viewer) as usize;
        let open =
            |char: usize| view.group_seat[char] == n as i8 && matches!(view.group_kind[char], TONG | TONG_SHANG_DING);
        view.tongs[n] + view.tops[n] > 0 || (0..CHARACTERS).any(open)
    };
    let from = order.iter().rposition(declared).unwrap_or(0);
    let my_place = place(dealer, me);
    let from = match (view.passed, has_declaration(view)) {
        (true, _) => from.max(my_place + 1),
        // My turn is still to come.
        (false, true) => from.min(my_place.saturating_sub(1)),
        (false, false) => from,
    };
    order[from.min(2)..].iter().copied().find(|seat| *seat != me).unwrap_or(after::<SEATS>(me, 1))
}

/// Whether the viewer has a 统 or 统上顶 to declare.
fn has_declaration(view: &View) -> bool {
    let mine = |char: usize| view.group_seat[char] == 0 && view.group_kind[char] == TONG;
    let fifths = (0..CHARACTERS).filter(|char| mine(*char) && at_least(&view.hand, 1) >> char & 1 == 1);
    view.wall > 0 && (at_least(&view.hand, 4) != 0 || fifths.count() > 0)
}
