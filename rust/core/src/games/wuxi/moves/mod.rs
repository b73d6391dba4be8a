//! Legality: the check with its reasons, and the menu with one row per cell.
//!
//! [`cells`] lists the cells of a decision, [`ways`] counts and enumerates the sets of a cell, [`usual`] chooses its
//! representative, [`picks`] builds a set card by card, [`grab`] is 伙, [`reasons`] are the answers to "why not?".

pub mod cells;
pub mod grab;
pub mod picks;
pub mod reasons;
pub mod usual;
pub mod ways;

use super::order::bar;
use super::rules::Rules;
use super::shapes::classify;
use super::state::{ASK_BEAT, ASK_GRAB, Cards, LEAD, SCORE, State};
use crate::action::{Action, Head, PASS, PLAY};
use crate::deal::FastRng;
use crate::error::Illegal;
use cells::{Held, Strips, bits16, cell_of};
use usual::{Lines, Usual};
use ways::Ways;

/// The heads.
pub const HEADS: &[Head] = &[Head::play("play"), Head::bare("pass"), Head::with_cards("grab")];
/// The head of a grab 伙.
pub const GRAB: u8 = 2;

/// No menu is larger. A lead of n ≤ 54 suited cards has at most 2n rows of n只 (k cards of a rank with and without 带响), 13 of
/// 花豹, 2 · 2 · 55 of 连子 and 连对 (55 windows of ranks), 2n of 节 (as many k for a window as its top rank has cards) and 40 of
/// 飞龙 and 青龙 (10 windows): 489. A joker adds at most 3 rows and takes the place of a card with 4. The largest found has 350.
pub const MENU_MAX: usize = 512;

/// Whether an action is legal, or why not.
pub fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    if state.phase == SCORE {
        return Illegal::err("W-041", "over", "the deal is over");
    }
    let grab_asked = state.asked == ASK_GRAB;
    match action.head {
        PASS if state.phase == LEAD => return Illegal::err("W-038", "leader_passes", "the leader must lead, not pass"),
        PASS if action.cards.is_empty() => return Ok(()),
        PASS => return Illegal::err("W-039", "pass_with_cards", "a pass takes no cards"),
        PLAY if grab_asked => return Err(reasons::window(state)),
        GRAB if !grab_asked => return Err(reasons::no_window()),
        PLAY | GRAB => {}
        _ => return Illegal::err("W-039", "no_such_action", "the actions are a play, a pass and a grab"),
    }
    let (cards, hand) = (&action.cards, state.mover());
    if !hand.contains(cards) {
        return Err(reasons::not_held(cards, hand));
    }
    if grab_asked {
        let kinds = grab::kinds(rules, &state.top);
        let good = cards.len() == 2 && cards.kinds() & !kinds == 0;
        return if good { Ok(()) } else { Err(reasons::bad_grab(cards, &state.top, kinds)) };
    }
    let shape = classify(rules, cards);
    if shape.kind < 0 {
        return Err(reasons::no_type(cards));
    }
    match state.top_shape() {
        Some(top) if state.asked == ASK_BEAT => match bar(rules, &shape, &top) {
            Some(bar) => Err(reasons::barred(bar, &shape, &top, &state.top)),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// What a decision has beside its cells.
struct Choice {
    /// The head of their actions.
    head: u8,
    /// Whether a pass is an action, too.
    pass: bool,
}

/// Adds the cells of the decision. (They are many bytes, which a function that gives them back would copy.)
#[inline]
fn choice(rules: &Rules, state: &State, strips: &mut Strips) -> Choice {
    let held = Held::new(rules, state.mover());
    if state.asked == ASK_GRAB {
        held.grabs(grab::kinds(rules, &state.top), strips);
        return Choice { head: GRAB, pass: true };
    }
    let top = state.top_shape().filter(|_| state.asked == ASK_BEAT);
    held.strips(top.as_ref(), strips);
    Choice { head: PLAY, pass: state.phase != LEAD }
}

/// The number of rows without the pass.
#[inline]
fn rows_of(strips: &Strips) -> u32 {
    strips.iter().map(|strip| strip.cells()).sum()
}

/// From so many rows on it pays to lay out the whole hand first.
const LINES_FROM: u32 = 16;

/// Appends a row for every cell, by kind, length, 带响 and lead rank; the pass last.
#[inline]
pub fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
    if state.phase == SCORE {
        return;
    }
    let mut strips = Strips::new();
    let choice = choice(rules, state, &mut strips);
    let rows = rows_of(&strips);
    out.reserve(rows as usize + 1);
    let mut push = |cards| out.push(Action::new(choice.head, cards));
    if rows < LINES_FROM {
        let usual = Usual::new(rules, state.mover());
        strips.iter().for_each(|strip| bits16(strip.mask).for_each(|lead| push(usual.one(strip, lead))));
    } else {
        let lines = Lines::new(rules, state.mover());
        strips.iter().for_each(|strip| lines.each(strip, &mut push));
    }
    if choice.pass {
        out.push(Action::pass());
    }
}

/// The menu row of a legal action: the representative of its cell.
pub fn class(rules: &Rules, state: &State, action: &Action<Cards>) -> Action<Cards> {
    if action.head == PASS {
        return *action;
    }
    let (strip, lead) = cell_of(rules, &classify(rules, &action.cards));
    Action::new(action.head, Usual::new(rules, state.mover()).one(&strip, lead))
}

/// A uniformly drawn row of the menu, without the menu.
#[inline]
pub fn random(rules: &Rules, state: &State, rng: &mut FastRng) -> Action<Cards> {
    let mut strips = Strips::new();
    let choice = choice(rules, state, &mut strips);
    let rows = rows_of(&strips);
    let mut row = rng.below(rows + u32::from(choice.pass));
    if row == rows {
        return Action::pass();
    }
    for strip in &strips {
        if row < strip.cells() {
            let lead = bits16(strip.mask).nth(row as usize).expect("a row of the strip");
            return Action::new(choice.head, Usual::new(rules, state.mover()).one(strip, lead));
        }
        row -= strip.cells();
    }
    unreachable!("the row is below the number of rows")
}

/// The heads of the legal actions.
pub fn heads(rules: &Rules, state: &State) -> u32 {
    if state.phase == SCORE {
        return 0;
    }
    let mut strips = Strips::new();
    let choice = choice(rules, state, &mut strips);
    u32::from(!strips.is_empty()) << choice.head | u32::from(choice.pass) << PASS
}

/// The number of legal actions, every card set counted.
#[inline]
pub fn count(rules: &Rules, state: &State) -> u64 {
    if state.phase == SCORE {
        return 0;
    }
    let mut strips = Strips::new();
    let choice = choice(rules, state, &mut strips);
    let ways = Ways::new(rules, state.mover());
    ways.total(&strips) + u64::from(choice.pass)
}

/// The legal action with an index below the count: by cell in menu order, the pass last.
pub fn unrank(rules: &Rules, state: &State, mut index: u64) -> Action<Cards> {
    let mut strips = Strips::new();
    let choice = choice(rules, state, &mut strips);
    let ways = Ways::new(rules, state.mover());
    for strip in &strips {
        let all = ways.strip(strip);
        if index >= all {
            index -= all;
            continue;
        }
        for lead in bits16(strip.mask) {
            let count = ways.count(strip, lead);
            if index < count {
                return Action::new(choice.head, ways.unrank(strip, lead, index));
            }
            index -= count;
        }
    }
    Action::pass()
}
