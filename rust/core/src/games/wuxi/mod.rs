//! Wuxi 巫溪四副 (花花儿): two teams, four packs, 54 cards each; 42 levels of types, and the captured cards decide.

pub mod moves;
pub mod order;
pub mod questions;
pub mod resample;
pub mod rules;
pub mod shapes;
pub mod state;
pub mod tally;
pub mod view;

use crate::action::{Action, Head};
use crate::card::Pack;
use crate::deal::FastRng;
use crate::error::{Error, Illegal};
use crate::game::{Game, Layout, Picks};
use crate::set::WideSet;
use crate::value::Value;
use rules::{Ask, Rules, Setup};
use shapes::Shape;
use state::{Cards, SCORE, State};
use tally::Tally;
use view::View;

/// The game.
pub struct Wuxi;

impl Game for Wuxi {
    type Rules = Rules;
    type Setup = Setup;
    type Ask = Ask;
    type Cards = Cards;
    type State = State;
    type View = View;
    type Tally = Tally;
    type Shape = Shape;

    const NAME: &'static str = "wuxi";
    const SEATS: usize = state::SEATS;
    const PACK: &'static Pack = &Pack::FRENCH_4;
    const HEADS: &'static [Head] = moves::HEADS;
    const PHASES: &'static [&'static str] = state::PHASES;
    const SHAPES: &'static [&'static str] = shapes::NAMES;
    const MENU_MAX: usize = moves::MENU_MAX;
    const QUESTIONS: &'static [&'static str] = questions::NAMES;

    #[inline]
    fn deal(_rules: &Rules, setup: &Setup, seed: u64) -> State {
        state::deal(setup, seed)
    }

    fn arrange(_rules: &Rules, setup: &Setup, layout: &Layout) -> Result<State, Error> {
        state::arrange(setup, layout)
    }

    fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
        state::position(rules, ask, hand, on)
    }

    #[inline]
    fn phase(state: &State) -> usize {
        state.phase as usize
    }

    #[inline]
    fn turn(state: &State) -> Option<usize> {
        (state.phase != SCORE).then_some(state.turn as usize)
    }

    #[inline]
    fn hand(state: &State, seat: usize) -> Cards {
        state.hands[seat]
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
    fn random(rules: &Rules, state: &State, rng: &mut FastRng, _rows: &mut Vec<Action<Cards>>) -> Action<Cards> {
        moves::random(rules, state, rng)
    }

    fn heads(rules: &Rules, state: &State) -> u32 {
        moves::heads(rules, state)
    }

    fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
        moves::picks::picks(rules, state, head, chosen)
    }

    #[inline]
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

    fn redact(_rules: &Rules, state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
        view::redact(state, action, by, seat)
    }

    fn tally(_rules: &Rules, state: &State) -> Tally {
        tally::tally(state)
    }

    #[inline]
    fn classify(rules: &Rules, _ask: &Ask, cards: &Cards) -> Option<Shape> {
        let shape = shapes::classify(rules, cards);
        (shape.kind >= 0).then_some(shape)
    }

    fn shape(rules: &Rules, _state: &State, action: &Action<Cards>) -> Option<Shape> {
        Self::classify(rules, &Ask::default(), &action.cards)
    }

    fn beats(rules: &Rules, _ask: &Ask, new: &Cards, on: &Cards) -> Result<bool, Error> {
        questions::beats(rules, new, on)
    }

    fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
        questions::ask(rules, question, args)
    }
}
