//! Legality: the definition with its reasons, and the faces of it — menu, picks, count — each decision by itself.

pub mod bury;
pub mod follow;
pub mod lead;
pub mod windows;

use super::flow;
use super::rules::Rules;
use super::state::{BOTTOM, BURY, Cards, PLAY as PLAYING, State};
use crate::action::{Action, Head, PLAY};
use crate::deal::FastRng;
use crate::error::Illegal;
use crate::follow::pool;
use crate::game::Picks;
use crate::menu::{Draw, Menu};
use crate::set::copies;
use follow::Decision;
use lead::Leader;

/// The heads. An act that names a suit goes with the pair of red fives.
pub const HEADS: &[Head] = &[
    Head::play("play"),
    Head::bare("pass"),
    Head::with_cards("declare"),
    Head::with_cards("declare c"),
    Head::with_cards("declare d"),
    Head::with_cards("declare h"),
    Head::with_cards("declare s"),
    Head::with_cards("declare nt"),
    Head::with_cards("overturn"),
    Head::with_cards("overturn c"),
    Head::with_cards("overturn d"),
    Head::with_cards("overturn h"),
    Head::with_cards("overturn s"),
    Head::with_cards("overturn nt"),
    Head::with_cards("chao"),
    Head::with_cards("chao c"),
    Head::with_cards("chao d"),
    Head::with_cards("chao h"),
    Head::with_cards("chao s"),
    Head::with_cards("chao nt"),
    Head::with_cards("bury"),
];
/// The first head of declaring.
pub const DECLARE: u8 = 2;
/// The first head of overturning.
pub const OVERTURN: u8 = 8;
/// The first head of 炒底.
pub const CHAO: u8 = 14;
/// The head of burying.
pub const BURY_HEAD: u8 = 20;

/// The largest number of classes.
pub const MENU_MAX: usize = 512;

/// Whether an action is legal, or why not.
pub fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    let wrong = |rule, text: &str| Illegal::err(rule, "no_such_action", text);
    match (state.phase, action.head) {
        _ if state.is_over() => Illegal::err("C-078", "over", "the deal is over"),
        _ if state.is_window() => windows::check(rules, state, action),
        (BURY, BURY_HEAD) => bury::check(state, &action.cards),
        (BURY, _) => wrong("C-028", "eight cards are to be buried"),
        (_, PLAY) => match Decision::new(rules, state) {
            Some(decision) => decision.check(&action.cards),
            None => Leader::new(rules, state).check(&action.cards),
        },
        _ => wrong("C-040", "cards are to be played"),
    }
}

/// One action of each class.
#[inline]
fn rows(rules: &Rules, state: &State, out: &mut impl Menu<Cards>) {
    match state.phase {
        BURY => bury::rows(rules, state, out),
        _ => match (follow::plain(rules, state), state.plays) {
            (Some((kinds, n)), _) => out.each_bit(kinds, |kind| copies(kind, n)),
            (_, 0) => Leader::new(rules, state).rows(out),
            _ => Decision::new(rules, state).expect("there is a lead").rows(out),
        },
    }
}

/// The head of the actions of a decision that is no window.
#[inline]
fn head(state: &State) -> u8 {
    if state.phase == BURY { BURY_HEAD } else { PLAY }
}

/// Appends one action of each class.
#[inline]
pub fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
    match state.phase {
        _ if state.is_over() => {}
        _ if state.is_window() => windows::menu(rules, state, out),
        _ => rows(rules, state, &mut |cards| out.push(Action::new(head(state), cards))),
    }
}

/// The row of the menu that stands for a legal action.
pub fn class(rules: &Rules, state: &State, action: &Action<Cards>) -> Action<Cards> {
    match state.phase {
        _ if state.is_window() => *action,
        BURY => bury::class(rules, state, &action.cards),
        _ => match Decision::new(rules, state) {
            Some(decision) => decision.class(&action.cards),
            None => Leader::new(rules, state).class(&action.cards),
        },
    }
}

/// A uniformly drawn row of the menu.
#[inline]
pub fn random(rules: &Rules, state: &State, rng: &mut FastRng, scratch: &mut Vec<Action<Cards>>) -> Action<Cards> {
    if state.is_window() {
        scratch.clear();
        windows::menu(rules, state, scratch);
        return scratch[rng.below(scratch.len() as u32) as usize];
    }
    let mut draw = Draw::new(rng);
    rows(rules, state, &mut draw);
    Action::new(head(state), draw.row().expect("somebody who is to act has a row"))
}

/// The heads of the legal actions.
pub fn heads(rules: &Rules, state: &State) -> u32 {
    match state.phase {
        _ if state.is_over() => 0,
        BURY => 1 << BURY_HEAD,
        _ if state.is_window() => {
            let mut rows = Vec::new();
            windows::menu(rules, state, &mut rows);
            rows.iter().fold(0, |mask, action| mask | 1 << action.head)
        }
        _ => 1 << PLAY,
    }
}

/// How the cards chosen so far for an action with a head can go on.
pub fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
    match (state.phase, head) {
        _ if state.is_over() => Picks::default(),
        _ if state.is_window() => windows::picks(rules, state, head, chosen),
        (BURY, BURY_HEAD) => bury::picks(state, chosen),
        (PLAYING, PLAY) => match Decision::new(rules, state) {
            Some(decision) => decision.follower.picks(chosen),
            None => Leader::new(rules, state).picks(chosen),
        },
        _ => Picks::default(),
    }
}

/// The number of legal actions.
pub fn count(rules: &Rules, state: &State) -> u64 {
    match state.phase {
        _ if state.is_over() => 0,
        _ if state.is_window() => u64::from(flow::options(rules, state, state.turn).count_ones()) + 1,
        BURY => pool::ways(state.mover(), BOTTOM),
        _ => match Decision::new(rules, state) {
            Some(decision) => decision.follower.count(),
            None => Leader::new(rules, state).count(),
        },
    }
}

/// The legal action with an index below [`count`].
pub fn unrank(rules: &Rules, state: &State, index: u64) -> Action<Cards> {
    match state.phase {
        _ if state.is_window() => {
            let mut rows = Vec::new();
            windows::menu(rules, state, &mut rows);
            rows[index as usize]
        }
        BURY => Action::new(BURY_HEAD, pool::unrank(state.mover(), BOTTOM, index)),
        _ => match Decision::new(rules, state) {
            Some(decision) => Action::play(decision.follower.unrank(index)),
            None => Action::play(Leader::new(rules, state).unrank(index)),
        },
    }
}
