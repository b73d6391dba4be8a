//! Declaring, overturning and 炒底: a seat is asked and may decline. Every act is its own class.

use super::{CHAO, DECLARE, HEADS, OVERTURN};
use crate::action::{Action, PASS};
use crate::error::Illegal;
use crate::game::Picks;
use crate::games::chaodipi::calls::{COMBINATIONS, RED_FIVES, cards_of, combination};
use crate::games::chaodipi::flow;
use crate::games::chaodipi::rules::Rules;
use crate::games::chaodipi::shapes::text;
use crate::games::chaodipi::state::{CHAODI, Cards, State};

/// The head of the acts that are open.
pub fn base(state: &State) -> u8 {
    match (state.phase, state.n_calls) {
        (CHAODI, _) => CHAO,
        (_, 0) => DECLARE,
        _ => OVERTURN,
    }
}

/// The suit that a head names: 0 … 3, 4 no trump; `None`: it names none.
pub fn named(head: u8) -> Option<u8> {
    let place = (head.wrapping_sub(DECLARE)) % (OVERTURN - DECLARE);
    place.checked_sub(1)
}

/// The combination of a legal act; `None` for a pass.
pub fn combination_of(state: &State, action: &Action<Cards>) -> Option<u8> {
    if action.head == PASS { None } else { combination(&action.cards, named(action.head), state.level) }
}

fn action(state: &State, combination: u8) -> Action<Cards> {
    let suit = if combination < RED_FIVES { 0 } else { combination - RED_FIVES + 1 };
    Action::new(base(state) + suit, cards_of(combination, state.level))
}

/// Whether an answer is legal, or why not.
pub fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    let chao = state.phase == CHAODI;
    let first = if chao { "C-027" } else { "C-018" };
    if action.head == PASS {
        let empty = action.cards.is_empty();
        return if empty { Ok(()) } else { Illegal::err(first, "pass_with_cards", "a pass takes no cards") };
    }
    let base = base(state);
    if !(base..base + 6).contains(&action.head) {
        let problem = format!("the actions are {} and pass", HEADS[base as usize].name);
        return Illegal::err(first, "no_such_action", problem);
    }
    let hand = state.mover();
    if !hand.contains(&action.cards) {
        return Illegal::err("C-018", "not_held", format!("you do not hold {}", text(&action.cards.minus(hand))));
    }
    let Some(combination) = combination_of(state, action) else {
        let red_fives = (0..5).any(|suit| combination(&action.cards, Some(suit), state.level).is_some());
        let plain = combination(&action.cards, None, state.level).is_some();
        return match () {
            () if red_fives => Illegal::err("C-025", "no_suit_named", "a pair of red fives names no trump or a suit"),
            () if plain => Illegal::err("C-025", "suit_named", "only a pair of red fives names a suit"),
            () => {
                let problem = format!("{} is no level card, level pair, joker pair or pair of 5h", text(&action.cards));
                Illegal::err(if base == DECLARE { "C-018" } else { "C-027" }, "no_combination", problem)
            }
        };
    };
    match state.calls().why_not(rules, state.top_rank, state.turn, combination, chao) {
        Some((rule, reason, problem)) => Illegal::err(rule, reason, problem),
        None => Ok(()),
    }
}

/// Appends every answer, the pass last.
pub fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
    let open = flow::options(rules, state, state.turn);
    out.extend((0..COMBINATIONS).filter(|c| open >> c & 1 == 1).map(|c| action(state, c)));
    out.push(Action::pass());
}

/// How the cards chosen for a head can go on.
pub fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
    let open = flow::options(rules, state, state.turn);
    let mut picks = Picks { more: 0, complete: head == PASS && chosen.is_empty() };
    for act in (0..COMBINATIONS).filter(|c| open >> c & 1 == 1).map(|c| action(state, c)) {
        if act.head == head && act.cards.contains(chosen) {
            picks.more |= act.cards.minus(chosen).kinds();
            picks.complete |= act.cards == *chosen;
        }
    }
    picks
}
