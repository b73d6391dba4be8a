//! Wuxi 巫溪四副 (花花儿): two teams, four packs, 54 cards each; 42 levels of types, and the captured cards decide.

pub mod moves;
pub mod order;
pub mod rules;
pub mod shapes;
pub mod state;
pub mod tally;
pub mod view;

use crate::action::{Action, Head, PASS};
use crate::card::Pack;
use crate::deal::{FastRng, series_seed};
use crate::error::{Error, Illegal};
use crate::game::{Game, Layout, Picks, narrow};
use crate::set::WideSet;
use crate::value::Value;
use rules::{Ask, Rules, Setup};
use shapes::Shape;
use state::{ASK_GRAB, Cards, SCORE, State};
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
    const HEADS: &'static [Head] = &[Head::play("play"), Head::bare("pass"), Head::with_cards("grab")];
    const PHASES: &'static [&'static str] = state::PHASES;
    const SHAPES: &'static [&'static str] = shapes::NAMES;
    const MENU_MAX: usize = moves::MENU_MAX;
    const QUESTIONS: &'static [&'static str] = &["levels", "holdings", "survey"];

    #[inline]
    fn deal(rules: &Rules, setup: &Setup, seed: u64) -> State {
        state::deal(rules, setup, seed)
    }

    fn arrange(rules: &Rules, setup: &Setup, layout: &Layout) -> Result<State, Error> {
        state::arrange(rules, setup, layout)
    }

    fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
        state::position(rules, ask.decision, hand, on)
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
        view::resample(rules, view, rng)
    }

    /// A "no" in a 伙 window is nobody's business (W-029).
    fn redact(_rules: &Rules, state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
        let hidden = state.asked == ASK_GRAB && action.head == PASS && by != seat;
        (!hidden).then_some(*action)
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
        let (new, on) = (shapes::classify(rules, new), shapes::classify(rules, on));
        if on.kind < 0 {
            return Err(Error::position("the cards to beat are no type"));
        }
        Ok(new.kind >= 0 && order::bar(rules, &new, &on).is_none())
    }

    /// `levels()`: the level of each shape. `holdings(cards)`: see [`moves::holdings`]. `survey(seed, first, n)`: of these
    /// numbers over n random 54-card hands, from index `first` of a series on, the sums, the sums of squares, and in how many
    /// hands they are not 0.
    fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
        let list = |numbers: &[u64]| Value::List(numbers.iter().map(|n| Value::Int(*n as i64)).collect());
        match (question, args) {
            ("levels", []) => Ok(list(&shapes::LEVELS.map(u64::from))),
            ("holdings", [Value::Cards(hand)]) => {
                Ok(list(&moves::holdings(rules, &narrow::<Cards>(hand)?).map(u64::from)))
            }
            ("survey", [Value::Int(seed), Value::Int(first), Value::Int(n)]) => {
                let sums = survey(rules, *seed as u64, *first as u64, *n as u64);
                Ok(Value::List(sums.iter().map(|sums| list(sums)).collect()))
            }
            _ => Err(Error::position(format!(
                "wuxi answers levels(), holdings(cards) and survey(seed, first, n), not {question:?} with {} arguments",
                args.len()
            ))),
        }
    }
}

/// See [`Wuxi::ask`].
fn survey(rules: &Rules, seed: u64, first: u64, n: u64) -> [[u64; shapes::KINDS + 1]; 3] {
    let mut pack: Vec<_> = Pack::FRENCH_4.cards().cards().collect();
    let mut sums = [[0; shapes::KINDS + 1]; 3];
    for index in 0..n {
        let mut rng = FastRng::new(series_seed(seed, first.wrapping_add(index)));
        for i in 0..state::HAND {
            let other = i + rng.below((pack.len() - i) as u32) as usize;
            pack.swap(i, other);
        }
        let hand: Cards = pack[..state::HAND].iter().copied().collect();
        for (kind, held) in moves::holdings(rules, &hand).iter().enumerate() {
            let held = u64::from(*held);
            [held, held * held, u64::from(held > 0)].iter().zip(&mut sums).for_each(|(new, sum)| sum[kind] += new);
        }
    }
    sums
}
