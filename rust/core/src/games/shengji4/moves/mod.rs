//! Legality: the check with its reasons, and the faces that go with it.

pub mod follow;
pub mod lead;

use super::calls;
use super::rules::Rules;
use super::shapes::text;
use super::state::{CALL_GRACE, Cards, DEAL, PLAY as PLAYING, SETTLE, State};
use crate::action::{Action, Head, PASS, PLAY};
use crate::card::Card;
use crate::deal::FastRng;
use crate::error::Illegal;
use crate::game::Picks;
use follow::Decision;

/// The heads. Others see a call only as the number of its cards: those heads are never played.
pub const HEADS: &[Head] = &[
    Head::play("play"),
    Head::bare("pass"),
    Head::with_cards("call c"),
    Head::with_cards("call d"),
    Head::with_cards("call h"),
    Head::with_cards("call s"),
    Head::bare("called 1"),
    Head::bare("called 2"),
    Head::bare("called 3"),
    Head::bare("called 4"),
];
/// The head of a call in clubs; diamonds, hearts and spades follow.
pub const CALL: u8 = 2;
/// The head under which others see a call of one card; those of two, three and four follow.
pub const HIDDEN: u8 = 6;

/// The classes of follows are at most 420 free parts, 91 kills and 1 row of other trumps; leads have fewer.
pub const MENU_MAX: usize = 512;

/// Cards that are not in the hand.
pub fn not_held(hand: &Cards, cards: &Cards) -> Illegal {
    Illegal::new("S-006", "not_held", format!("you do not hold {}", text(&cards.minus(hand))))
}

/// Whether an action is legal, or why not.
pub fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    match (state.phase, action.head) {
        (SETTLE, _) => return Illegal::err("S-036", "over", "the deal is over: all cards are played"),
        (_, HIDDEN..) => {
            return Illegal::err("S-008", "no_such_action", "a call names its suit; only others see its number alone");
        }
        (DEAL | CALL_GRACE, PLAY) => return Illegal::err("S-005", "too_early", "cards are played after all are dealt"),
        (DEAL | CALL_GRACE, PASS) if action.cards.is_empty() => return Ok(()),
        (DEAL | CALL_GRACE, PASS) => return Illegal::err("S-007", "pass_with_cards", "a pass takes no cards"),
        (DEAL | CALL_GRACE, _) => return calls::check(rules, state, action),
        (PLAYING, PLAY) => {}
        (_, PASS) => return Illegal::err("S-025", "no_pass", "everyone plays once in each trick"),
        _ => return Illegal::err("S-013", "too_late", "calling is over"),
    }
    let table = state.table(rules);
    match Decision::new(rules, state, table) {
        Some(decision) => decision.check(&action.cards),
        None => lead::check(rules, table, state, &action.cards),
    }
}

/// Appends one action per class: calls by suit and number before the pass; leads and follows as their modules list them.
#[inline]
pub fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
    match state.phase {
        SETTLE => {}
        PLAYING => {
            let table = state.table(rules);
            let mut push = |cards| out.push(Action::play(cards));
            match Decision::new(rules, state, table) {
                Some(decision) => decision.rows(&mut push),
                None => lead::rows(rules, table, state, &mut push),
            }
        }
        _ => {
            for suit in 0..4 {
                let card = Card::french(state.level, suit);
                out.extend(calls::sizes(rules, state, suit).map(|n| Action::new(CALL + suit, Cards::of(card, n))));
            }
            out.push(Action::pass());
        }
    }
}

/// The menu row of a legal action.
pub fn class(rules: &Rules, state: &State, action: &Action<Cards>) -> Action<Cards> {
    if state.phase != PLAYING {
        return *action;
    }
    let table = state.table(rules);
    Action::play(match Decision::new(rules, state, table) {
        Some(decision) => decision.class(&action.cards),
        None => lead::class(table, state, &action.cards),
    })
}

/// A uniformly drawn row of the menu. Single cards, the most common plays, need no list.
#[inline]
pub fn random(rules: &Rules, state: &State, rng: &mut FastRng, rows: &mut Vec<Action<Cards>>) -> Action<Cards> {
    if state.phase == PLAYING {
        if state.plays == 0 {
            if let Some(cards) = lead::random(rules, state.table(rules), state, rng) {
                return Action::play(cards);
            }
        } else if let Some(cards) = follow::random_single(rules, state, rng) {
            return Action::play(cards);
        }
    }
    rows.clear();
    menu(rules, state, rows);
    rows[rng.below(rows.len() as u32) as usize]
}

/// The heads of the legal actions.
pub fn heads(rules: &Rules, state: &State) -> u32 {
    match state.phase {
        SETTLE => 0,
        PLAYING => 1 << PLAY,
        _ => (0..4)
            .filter(|suit| !calls::sizes(rules, state, *suit).is_empty())
            .fold(1 << PASS, |heads, suit| heads | 1 << (CALL + suit)),
    }
}

/// How the cards chosen so far can go on.
pub fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
    match (state.phase, head) {
        (PLAYING, PLAY) => {
            let table = state.table(rules);
            match Decision::new(rules, state, table) {
                Some(decision) => decision.follower.picks(chosen),
                None => lead::picks(rules, table, state, chosen),
            }
        }
        (DEAL | CALL_GRACE, CALL..HIDDEN) => {
            let suit = calls::suit(head);
            let sizes = calls::sizes(rules, state, suit);
            let card = Card::french(state.level, suit);
            let (n, pure) = (chosen.len(), chosen.kinds() & !card.bit() == 0);
            if sizes.is_empty() || !pure || n > *sizes.end() {
                return Picks::default();
            }
            Picks { more: if n < *sizes.end() { card.bit() } else { 0 }, complete: sizes.contains(&n) }
        }
        (DEAL | CALL_GRACE, PASS) => Picks { more: 0, complete: chosen.is_empty() },
        _ => Picks::default(),
    }
}

/// The number of legal actions, every card set counted.
pub fn count(rules: &Rules, state: &State) -> u64 {
    match state.phase {
        SETTLE => 0,
        PLAYING => {
            let table = state.table(rules);
            match Decision::new(rules, state, table) {
                Some(decision) => decision.follower.count(),
                None => lead::count(rules, table, state),
            }
        }
        _ => (0..4).map(|suit| calls::sizes(rules, state, suit).count() as u64).sum::<u64>() + 1,
    }
}

/// The legal action with an index below [`count`].
pub fn unrank(rules: &Rules, state: &State, index: u64) -> Action<Cards> {
    if state.phase != PLAYING {
        let mut rows = vec![];
        menu(rules, state, &mut rows);
        return rows[index as usize];
    }
    let table = state.table(rules);
    Action::play(match Decision::new(rules, state, table) {
        Some(decision) => decision.follower.unrank(index),
        None => lead::unrank(rules, table, state, index),
    })
}
