//! Huapai 花牌: three players, 22 characters five times; first to lay out eight sentences and a related pair worth 17 胡.

pub mod arrange;
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
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::{Error, Illegal};
use crate::game::{Game, Layout, Picks};
use crate::set::WideSet;
use crate::value::Value;
use moves::Options;
use rules::{Ask, Rules, Setup};
use shapes::{Cards, Shape};
use state::{END, State};
use tally::Tally;
use view::View;

/// The game.
pub struct Huapai;

impl Game for Huapai {
    type Rules = Rules;
    type Setup = Setup;
    type Ask = Ask;
    type Cards = Cards;
    type State = State;
    type View = View;
    type Tally = Tally;
    type Shape = Shape;

    const NAME: &'static str = "huapai";
    const SEATS: usize = state::SEATS;
    const PACK: &'static Pack = &Pack::HUAPAI;
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
        arrange::arrange(rules, setup, layout)
    }

    fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
        arrange::position(rules, ask, hand, on)
    }

    #[inline]
    fn phase(state: &State) -> usize {
        state.phase as usize
    }

    #[inline]
    fn turn(state: &State) -> Option<usize> {
        (state.phase != END).then_some(state.turn as usize)
    }

    #[inline]
    fn hand(state: &State, seat: usize) -> Cards {
        state.hands[seat]
    }

    fn stock(state: &State) -> Vec<Card> {
        state.wall[state.front as usize..state.back as usize].iter().map(|slot| Card::new(*slot)).collect()
    }

    fn melds(state: &State, seat: usize) -> Vec<(&'static str, Cards)> {
        let groups = state.groups_of(seat as u8);
        groups.iter().map(|group| (shapes::NAMES[group.kind as usize], group.cards())).collect()
    }

    #[inline]
    fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
        moves::check(rules, state, action)
    }

    #[inline]
    fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
        Options::of(rules, state).list(state, out);
    }

    #[inline]
    fn random(rules: &Rules, state: &State, rng: &mut FastRng, _rows: &mut Vec<Action<Cards>>) -> Action<Cards> {
        let options = Options::of(rules, state);
        options.nth(state, rng.below(options.len()))
    }

    fn heads(rules: &Rules, state: &State) -> u32 {
        Options::of(rules, state).heads()
    }

    fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
        Options::of(rules, state).picks(state, head, chosen)
    }

    fn count(rules: &Rules, state: &State) -> u64 {
        Options::of(rules, state).len().into()
    }

    fn unrank(rules: &Rules, state: &State, index: u64) -> Action<Cards> {
        Options::of(rules, state).nth(state, index as u32)
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, action: &Action<Cards>) {
        state::apply(rules, state, action);
    }

    #[inline]
    fn view(rules: &Rules, state: &State, seat: usize) -> View {
        view::view(rules, state, seat)
    }

    fn resample(_rules: &Rules, view: &View, rng: &mut FastRng) -> Result<State, Error> {
        resample::resample(view, rng)
    }

    fn redact(rules: &Rules, state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
        view::redact(rules, state, action, by, seat)
    }

    fn tally(rules: &Rules, state: &State) -> Tally {
        tally::tally(rules, state)
    }

    fn classify(rules: &Rules, ask: &Ask, cards: &Cards) -> Option<Shape> {
        shapes::kind(cards).map(|kind| order::shape(rules, kind, cards, ask.called.slot()))
    }

    fn shape(rules: &Rules, state: &State, action: &Action<Cards>) -> Option<Shape> {
        moves::shape(rules, state, action)
    }

    fn beats(_rules: &Rules, _ask: &Ask, _new: &Cards, _on: &Cards) -> Result<bool, Error> {
        Err(Error::position("H-020: in huapai no play beats another; finished hands compare by their 胡"))
    }

    fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
        questions::ask(rules, question, args)
    }
}
