//! 炒地皮, rooms 暗炒, 扛旗 and 明炒: four players, two packs; the attackers catch points, and everybody may fight for the bottom.

pub mod calls;
pub mod flow;
pub mod know;
pub mod moves;
pub mod order;
pub mod questions;
pub mod resample;
pub mod rules;
pub mod shapes;
pub mod state;
pub mod tally;
pub mod throwing;
pub mod view;

use crate::action::{Action, Head};
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::{Error, Illegal};
use crate::game::{Game, Layout, Picks};
use crate::set::WideSet;
use crate::value::Value;
use order::Order;
use rules::{Ask, Rules, Setup};
use shapes::Shape;
use state::{Cards, State};
use tally::Tally;
use view::View;

/// The game.
pub struct ChaoDiPi;

impl Game for ChaoDiPi {
    type Rules = Rules;
    type Setup = Setup;
    type Ask = Ask;
    type Cards = Cards;
    type State = State;
    type View = View;
    type Tally = Tally;
    type Shape = Shape;

    const NAME: &'static str = "chaodipi";
    const SEATS: usize = state::SEATS;
    const PACK: &'static Pack = &Pack::FRENCH_2;
    const HEADS: &'static [Head] = moves::HEADS;
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
        state::position(rules, ask, hand, on)
    }

    #[inline]
    fn phase(state: &State) -> usize {
        state.phase as usize
    }

    #[inline]
    fn turn(state: &State) -> Option<usize> {
        (!state.is_over()).then_some(state.turn as usize)
    }

    #[inline]
    fn hand(state: &State, seat: usize) -> Cards {
        state.hands[seat]
    }

    fn stock(state: &State) -> Vec<Card> {
        state.stock().iter().map(|slot| Card::new(*slot)).collect()
    }

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
        flow::apply(rules, state, action);
    }

    #[inline]
    fn view(rules: &Rules, state: &State, seat: usize) -> View {
        view::view(rules, state, seat)
    }

    fn resample(rules: &Rules, view: &View, rng: &mut FastRng) -> Result<State, Error> {
        resample::resample(rules, view, rng)
    }

    fn redact(rules: &Rules, state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
        view::redact(rules, state, action, by, seat)
    }

    fn tally(rules: &Rules, state: &State) -> Tally {
        tally::tally(rules, state)
    }

    fn classify(rules: &Rules, ask: &Ask, cards: &Cards) -> Option<Shape> {
        shapes::classify(&Order::of(rules, ask), cards).map(|lead| shapes::shape(&lead))
    }

    fn shape(rules: &Rules, state: &State, action: &Action<Cards>) -> Option<Shape> {
        let playing = action.head == crate::action::PLAY && state.trump <= order::NO_TRUMP;
        let lead = if playing { shapes::classify(&state.order(rules), &action.cards) } else { None };
        lead.map(|lead| shapes::shape(&lead))
    }

    fn beats(rules: &Rules, ask: &Ask, new: &Cards, on: &Cards) -> Result<bool, Error> {
        questions::beats(rules, ask, new, on)
    }

    fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
        questions::ask(rules, question, args)
    }
}
