//! Four-deck Shengji 四副牌升级: two teams, four packs, 54 cards each; the attackers' points decide who is promoted.

pub mod calls;
pub mod kills;
pub mod leads;
pub mod limits;
pub mod moves;
pub mod order;
pub mod owed;
pub mod questions;
pub mod resample;
pub mod rules;
pub mod shapes;
pub mod state;
pub mod tally;
pub mod throw;
pub mod view;

use crate::action::{Action, Head};
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::{Error, Illegal};
use crate::follow::table::Table;
use crate::game::{Game, Layout, Picks};
use crate::set::WideSet;
use crate::value::Value;
use rules::{Ask, Rules, Setup};
use shapes::Shape;
use state::{Cards, SETTLE, State};
use tally::Tally;
use view::View;

/// The game.
pub struct Shengji4;

/// The order of the cards that a question is about; spades stand in for a trump suit that is not given.
fn table(rules: &Rules, ask: &Ask) -> &'static Table {
    order::table(rules, ask.level.rank(rules), ask.trump.suit().unwrap_or(3))
}

impl Game for Shengji4 {
    type Rules = Rules;
    type Setup = Setup;
    type Ask = Ask;
    type Cards = Cards;
    type State = State;
    type View = View;
    type Tally = Tally;
    type Shape = Shape;

    const NAME: &'static str = "shengji4";
    const SEATS: usize = state::SEATS;
    const PACK: &'static Pack = &Pack::FRENCH_4;
    const HEADS: &'static [Head] = &[
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
    const PHASES: &'static [&'static str] = state::PHASES;
    const SHAPES: &'static [&'static str] = shapes::NAMES;
    const MENU_MAX: usize = moves::MENU_MAX;
    const QUESTIONS: &'static [&'static str] = questions::NAMES;

    #[inline]
    fn deal(rules: &Rules, setup: &Setup, seed: u64) -> State {
        state::deal(rules, setup, seed)
    }

    fn arrange(rules: &Rules, setup: &Setup, layout: &Layout) -> Result<State, Error> {
        state::arrange(rules, setup, layout)
    }

    fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
        let (level, trump) = (ask.level.rank(rules), ask.trump.suit().unwrap_or(3));
        state::position(rules, level, trump, ask.throws.0 as u8, hand, on)
    }

    #[inline]
    fn phase(state: &State) -> usize {
        state.phase as usize
    }

    #[inline]
    fn turn(state: &State) -> Option<usize> {
        (state.phase != SETTLE).then_some(state.turn as usize)
    }

    #[inline]
    fn hand(state: &State, seat: usize) -> Cards {
        state.hands[seat]
    }

    fn stock(state: &State) -> Vec<Card> {
        (state.dealt as usize..state.total as usize).map(|at| state.undealt(at)).collect()
    }

    #[inline]
    fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
        moves::check(rules, state, action)
    }

    #[inline]
    fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
        moves::menu(rules, state, out);
    }

    fn class(rules: &Rules, state: &State, action: &Action<Cards>) -> Action<Cards> {
        moves::class(rules, state, action)
    }

    #[inline]
    fn random(rules: &Rules, state: &State, rng: &mut FastRng, rows: &mut Vec<Action<Cards>>) -> Action<Cards> {
        moves::random(rules, state, rng, rows)
    }

    fn heads(rules: &Rules, state: &State) -> u32 {
        moves::heads(rules, state)
    }

    #[inline]
    fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
        moves::picks(rules, state, head, chosen)
    }

    fn count(rules: &Rules, state: &State) -> u64 {
        moves::count(rules, state)
    }

    fn unrank(rules: &Rules, state: &State, index: u64) -> Action<Cards> {
        moves::unrank(rules, state, index)
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, action: &Action<Cards>) {
        state::apply(rules, state, action);
    }

    #[inline]
    fn view(rules: &Rules, state: &State, seat: usize) -> View {
        view::view(rules, state, seat)
    }

    fn resample(rules: &Rules, view: &View, rng: &mut FastRng) -> Result<State, Error> {
        resample::resample(rules, view, rng)
    }

    fn redact(_rules: &Rules, _state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
        view::redact(action, by, seat)
    }

    fn tally(_rules: &Rules, state: &State) -> Tally {
        tally::tally(state)
    }

    fn classify(rules: &Rules, ask: &Ask, cards: &Cards) -> Option<Shape> {
        shapes::classify(table(rules, ask), cards)
    }

    fn shape(rules: &Rules, state: &State, action: &Action<Cards>) -> Option<Shape> {
        if state.phase < state::PLAY {
            return None;
        }
        let table = state.table(rules);
        shapes::classify(table, &action.cards).or_else(|| {
            let lead = order::lead(table, &action.cards).filter(|_| state.plays == 0);
            lead.map(|lead| shapes::throw(&lead))
        })
    }

    fn beats(rules: &Rules, ask: &Ask, new: &Cards, on: &Cards) -> Result<bool, Error> {
        let table = table(rules, ask);
        let lead = order::lead(table, on).ok_or_else(|| Error::position("the cards to beat are no lead of one suit"))?;
        Ok(order::key(rules, table, on, &lead, new) > order::key(rules, table, on, &lead, on))
    }

    fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
        questions::answer(rules, question, args)
    }
}
