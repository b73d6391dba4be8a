//! Throws: several shapes led at once (rule book §3.5, `throw_rule` of §7.1).

use super::kills;
use super::order::{competing, worth};
use super::rules::{Rules, ThrowRule};
use super::state::{AS_HELD, Cards, SEATS, State};
use crate::follow::follower::exact_rows;
use crate::follow::pool;
use crate::follow::table::{TRUMPS, Table};
use crate::follow::throws::{Part, part, split};

/// Whether the seat to lead may throw in a suit. Under `others_void` nothing hidden leaks: there is no kitty, so the leader can
/// count that all unplayed cards of the suit are his.
#[inline]
pub fn allowed(rules: &Rules, table: &Table, state: &State, suit: usize) -> bool {
    match rules.throw_rule {
        ThrowRule::Never => false,
        ThrowRule::Standard => true,
        ThrowRule::OthersVoid if state.throws != AS_HELD => state.throws >> suit & 1 == 1,
        ThrowRule::OthersVoid => others(state).all(|hand| hand.kinds() & table.suits[suit] == 0),
    }
}

/// The hands of the three who do not lead.
fn others(state: &State) -> impl Iterator<Item = &Cards> {
    (1..SEATS).map(|n| &state.hands[(state.turn as usize + n) % SEATS])
}

/// The cards of the first part of the split of a lead.
pub fn largest(table: &Table, led: &Cards) -> usize {
    let suit = table.suit_of[led.kinds().trailing_zeros() as usize & 63] as usize;
    split(table, suit, led).next().map_or(0, |part| part.cards.len())
}

/// What is led when cards are tried under `standard`: themselves, or of a throw the beatable part with the lowest rank (then
/// fewer cards, then suit order).
pub fn led(rules: &Rules, table: &Table, state: &State, cards: &Cards) -> Cards {
    if part(table, cards).is_some() {
        return *cards;
    }
    let rank = |part: &Part<4>| if part.length > 1 { part.key >> 1 } else { part.key };
    let suit = table.suit_of[cards.kinds().trailing_zeros() as usize & 63] as usize;
    let beatable = split(table, suit, cards).filter(|part| beatable(rules, table, state, suit, part));
    let weakest = beatable.min_by_key(|part| (rank(part), part.cards.len(), part.cards.kinds().trailing_zeros() & 3));
    weakest.map_or(*cards, |part| part.cards)
}

/// Whether another player holds a play of the suit that competes with a part and is higher.
fn beatable(rules: &Rules, table: &Table, state: &State, suit: usize, part: &Part<4>) -> bool {
    let form = (part.width as u8, part.length as u8);
    let higher = |cards: &Cards| {
        worth(rules, table, form, cards, false).is_some_and(|worth| worth > (part.width as u8, part.key))
    };
    let demand = competing(rules, form, false);
    others(state).any(|hand| {
        let mut found = false;
        exact_rows(table, suit, &hand.within(table.suits[suit]), &demand, &mut |cards: Cards| found |= higher(&cards));
        found
    })
}

/// The trumps that stand in the menu for all plays of nothing but trumps on a thrown side lead: a cheap kill that wins now, else
/// the least useful.
pub fn example(rules: &Rules, table: &Table, state: &State, led: &Cards, hand: &Cards) -> Option<Cards> {
    let trumps = hand.within(table.suits[TRUMPS]);
    if trumps.len() < led.len() {
        return None;
    }
    let suit = table.suit_of[led.kinds().trailing_zeros() as usize & 63] as usize;
    let mut parts = split(table, suit, led);
    let largest = parts.next()?;
    let answers = kills::shapes_in(table, TRUMPS, &trumps);
    let open = |part: &Part<4>, rest: &Cards| {
        let demand = competing(rules, (part.width as u8, part.length as u8), true);
        let fits = |new: &&Part<4>| new.cards.len() == part.cards.len() && rest.contains(&new.cards);
        let mut found: Vec<&Part<4>> =
            answers.iter().filter(fits).filter(|new| demand.met(table, TRUMPS, &new.cards)).collect();
        found.sort_by_key(|new| (new.width, new.key));
        found
    };
    open(&largest, &trumps).into_iter().find_map(|first| {
        let mut kill = first.cards;
        for part in parts.clone().filter(|part| part.cards.len() > 1) {
            let rest = trumps.minus(&kill);
            kill = kill.plus(&open(&part, &rest).first()?.cards);
        }
        let singles = led.len() - kill.len();
        let kill = kill.plus(&pool::least(&trumps.minus(&kill), singles));
        (kills::key(rules, table, led, &kill) > state.best_key).then_some(kill)
    })
}
