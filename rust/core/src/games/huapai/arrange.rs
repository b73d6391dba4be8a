//! Deals and positions from given cards.

use super::order::{Group, jing};
use super::rules::{Ask, Called, MainJing, Rules, Setup};
use super::shapes::{self, Cards, NAMES, SIZES, flowers};
use super::state::{CLAIM, HAND, SEATS, State, WALL};
use crate::card::Pack;
use crate::error::Error;
use crate::game::{Layout, narrow};
use crate::set::{CardSet, WideSet, bits};

/// A deal, or if partial any position at a turn: a seat with one card more than the identity of D-03 gives off turn has
/// drawn it; without such a seat the deal begins.
pub fn arrange(rules: &Rules, setup: &Setup, layout: &Layout) -> Result<State, Error> {
    layout.fits(&Pack::HUAPAI, SEATS)?;
    let hands: Vec<Cards> = layout.hands.iter().map(narrow).collect::<Result<_, _>>()?;
    let mut state = State::with_hands(std::array::from_fn(|seat| hands[seat]), setup.dealer.0.max(0) as u8);
    if layout.stock.len() > WALL {
        return Err(Error::position(format!("X-004: a wall has at most {WALL} cards, not {}", layout.stock.len())));
    }
    state.lay_wall(layout.stock.iter().copied());
    if layout.melds.len() > SEATS {
        return Err(Error::position(format!("groups of {} seats given, there are {SEATS}", layout.melds.len())));
    }
    for (seat, melds) in layout.melds.iter().enumerate() {
        for (kind, cards) in melds {
            state.lay(seat as u8, group_from(kind, cards)?);
        }
    }
    check_called(rules, setup.called)?;
    match on_turn(&state)? {
        Some(seat) => {
            state.called = setup.called.slot();
            state.act(seat, true);
        }
        None => state.begin(rules, setup.called),
    }
    Ok(state)
}

/// The seat with one card more than the others, after a check of all sizes (D-03).
fn on_turn(state: &State) -> Result<Option<u8>, Error> {
    let mut drawn = None;
    for seat in 0..SEATS as u8 {
        let groups = state.groups_of(seat).len();
        let n = state.hands[seat as usize].len();
        let wanted = (HAND + 1).checked_sub(3 * groups).ok_or_else(|| {
            Error::position(format!("D-03: seat {seat} has {groups} groups, but a hand has room for 8"))
        })?;
        if n == wanted && drawn.is_none() {
            drawn = Some(seat);
        } else if n + 1 != wanted {
            let text = format!("the hand of seat {seat} has {n} free cards beside {groups} groups, not {}", wanted - 1);
            return Err(Error::position(format!("D-03: {text} (or {wanted} for the one seat that has drawn)")));
        }
    }
    Ok(drawn)
}

/// Refuses a called character where there is none.
fn check_called(rules: &Rules, called: Called) -> Result<(), Error> {
    if called == Called::None {
        return Ok(());
    }
    if rules.zhu_jing_mode != MainJing::Jiao {
        return Err(Error::position("HA-26: a character is called only under zhu_jing_mode=jiao"));
    }
    if jing(rules) >> called.slot() & 1 == 0 {
        return Err(Error::position("HA-28: only a 经 of the game can be called"));
    }
    Ok(())
}

/// A declared or exposed group from its name and cards.
pub fn group_from(kind: &str, cards: &WideSet) -> Result<Group, Error> {
    let known = NAMES.iter().position(|name| *name == kind).filter(|kind| *kind > shapes::KAN as usize);
    let Some(kind) = known.map(|kind| kind as u8) else {
        let names = NAMES[2..].join(", ");
        return Err(Error::position(format!("H-012: {kind:?} is no group that lies before a seat; those are {names}")));
    };
    let chars = shapes::at_least(cards, 1);
    if chars.count_ones() != 1 || cards.len() != SIZES[kind as usize] as usize {
        let (name, size) = (NAMES[kind as usize], SIZES[kind as usize]);
        let given = shapes::text(cards);
        return Err(Error::position(format!("H-013: a {name} has {size} equal characters, not {given}")));
    }
    let char = chars.trailing_zeros() as u8;
    Ok(Group { kind, char, flowers: flowers(cards, char) as u8 })
}

/// A decision by itself of seat 0: a turn with 26 cards, or with 25 the offer of a card that the seat before discarded.
/// The wall holds the first cards in slot order that are not to be seen.
pub fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
    let on = on.filter(|on| !on.is_empty());
    let seen = on.map_or(*hand, |on| hand.plus(on));
    Layout::alone(&seen, SEATS).fits(&Pack::HUAPAI, SEATS)?;
    if seen.len() != hand.len() + on.map_or(0, CardSet::len) {
        return Err(Error::position("H-001: a character has five copies; the discard would be a sixth one"));
    }
    check_called(rules, ask.called)?;
    let wanted = if on.is_some() { HAND } else { HAND + 1 };
    if hand.len() != wanted || on.is_some_and(|on| on.len() != 1) {
        let text = "a turn has 26 cards, the offer of one discard 25";
        return Err(Error::position(format!("D-03: {text}; {} and {} given", hand.len(), on.map_or(0, CardSet::len))));
    }
    let mut state = State::with_hands([*hand, Cards::EMPTY, Cards::EMPTY], 0);
    state.lay_wall(Pack::HUAPAI.cards().minus(&seen).cards().take(ask.wall.0 as usize));
    state.called = ask.called.slot();
    state.act(0, ask.can_win);
    if let Some(card) = on.and_then(|on| bits(on.kinds()).next()) {
        (state.phase, state.can_win) = (CLAIM, false);
        (state.card, state.discarder) = (card.slot(), 2);
    }
    Ok(state)
}
