//! A game small enough to count by hand: three seats, eight kinds (3 and 4 of every suit, two copies each).
//!
//! First every seat in turn tosses none to two cards. Then the lead is some cards of one rank or, with at most two cards
//! in hand, `stop`; others play as many cards of a higher rank or pass; when both pass, the player of the last cards
//! leads again. The deal ends with an empty hand or a `stop`.

use paiju_core::action::{Action, Head, PASS, PLAY};
use paiju_core::card::{Card, Pack};
use paiju_core::deal::{DealRng, FastRng};
use paiju_core::error::{Error, Illegal};
use paiju_core::game::{ActionOf, Game, Layout};
use paiju_core::set::{CardSet, WideSet};

pub type Cards = CardSet<2>;

pub const TOSS: u8 = 2;
pub const STOP: u8 = 3;

paiju_core::settings! {
    /// Options.
    pub struct Rules {
        /// Whether a deal of an odd seed is over as soon as it is dealt.
        blank: bool = false, "T-001";
    }
}

paiju_core::settings! {
    /// What a match carries over.
    pub struct Setup {
        /// The seat that begins.
        leader: paiju_core::settings::Whole<0, 2> = paiju_core::settings::Whole(0), "T-002";
    }
}

paiju_core::settings! {
    /// Nothing.
    pub struct Ask {}
}

paiju_core::row! {
    /// A deal.
    pub struct State {
        /// Hands.
        hands: [Cards; 3],
        /// The cards to beat; none: free.
        on: Cards,
        /// Seat to act.
        seat: u8,
        /// Tosses to come.
        tosses: u8,
        /// Passes since the last play.
        passes: u8,
        /// Whether someone stopped.
        stopped: bool,
    }
}

paiju_core::row! {
    /// What a seat sees.
    pub struct View {
        /// Own hand.
        hand: Cards,
        /// Cards held from me on.
        left: [u8; 3],
        /// The cards to beat.
        on: Cards,
    }
}

paiju_core::row! {
    /// The facts.
    pub struct Tally {
        /// Cards left.
        left: [u8; 3],
        /// Whether someone stopped.
        stopped: bool,
    }
}

paiju_core::row! {
    /// A shape.
    pub struct Shape {
        /// Index.
        kind: i8,
    }
}

pub struct Toy;

fn rank(cards: &Cards) -> Option<u8> {
    let first = cards.cards().next()?.rank();
    cards.cards().all(|card| card.rank() == first).then_some(first)
}

/// Every part of a set of cards.
pub fn parts(cards: &Cards) -> Vec<Cards> {
    let mut all = vec![Cards::EMPTY];
    for card in cards.cards() {
        for mut part in all.clone() {
            part.insert(card);
            if !all.contains(&part) {
                all.push(part);
            }
        }
    }
    all
}

impl Game for Toy {
    type Rules = Rules;
    type Setup = Setup;
    type Ask = Ask;
    type Cards = Cards;
    type State = State;
    type View = View;
    type Tally = Tally;
    type Shape = Shape;

    const NAME: &'static str = "toy";
    const SEATS: usize = 3;
    const PACK: &'static Pack = &Pack::FRENCH_2;
    const HEADS: &'static [Head] =
        &[Head::play("play"), Head::bare("pass"), Head::with_cards("toss"), Head::bare("stop")];
    const PHASES: &'static [&'static str] = &["toss", "play"];
    const SHAPES: &'static [&'static str] = &["set"];
    const MENU_MAX: usize = 33;

    fn deal(rules: &Rules, setup: &Setup, seed: u64) -> State {
        let pack = DealRng::new(seed).shuffle(&Pack::FRENCH_2);
        let mut cards = pack.into_iter().filter(|card| card.slot() < 8);
        let hands = std::array::from_fn(|_| cards.by_ref().take(4).collect());
        let stopped = rules.blank && seed % 2 == 1;
        State { hands, on: Cards::EMPTY, seat: setup.leader.0 as u8, tosses: 3, passes: 0, stopped }
    }

    fn arrange(_: &Rules, setup: &Setup, layout: &Layout) -> Result<State, Error> {
        let [a, b, c] = &layout.hands[..] else { return Err(Error::position("three hands are needed")) };
        let hands = [a.resize(), b.resize(), c.resize()];
        Ok(State { hands, on: Cards::EMPTY, seat: setup.leader.0 as u8, tosses: 0, passes: 0, stopped: false })
    }

    fn position(_: &Rules, _: &Ask, _: &WideSet, _: Option<&WideSet>) -> Result<State, Error> {
        Err(Error::position("not asked of the toy"))
    }

    fn phase(state: &State) -> usize {
        usize::from(state.tosses == 0)
    }

    fn turn(state: &State) -> Option<usize> {
        let over = state.stopped || state.hands.iter().any(Cards::is_empty);
        (!over).then_some(usize::from(state.seat))
    }

    fn hand(state: &State, seat: usize) -> Cards {
        state.hands[seat]
    }

    fn check(_: &Rules, state: &State, action: &ActionOf<Self>) -> Result<(), Illegal> {
        let Some(seat) = Self::turn(state) else { return Illegal::err("T-003", "over", "over") };
        let (cards, hand) = (&action.cards, &state.hands[seat]);
        if !hand.contains(cards) {
            return Illegal::err("T-004", "not_held", "not held");
        }
        let tossing = state.tosses > 0;
        let ok = match action.head {
            TOSS => tossing && cards.len() <= 2,
            _ if tossing => false,
            PLAY if state.on.is_empty() => rank(cards).is_some(),
            PLAY => cards.len() == state.on.len() && rank(cards).is_some_and(|rank_| Some(rank_) > rank(&state.on)),
            PASS => !state.on.is_empty() && cards.is_empty(),
            _ => state.on.is_empty() && hand.len() <= 2 && cards.is_empty(),
        };
        if ok { Ok(()) } else { Illegal::err("T-005", "cannot", "cannot") }
    }

    fn menu(rules: &Rules, state: &State, out: &mut Vec<ActionOf<Self>>) {
        let Some(seat) = Self::turn(state) else { return };
        let sets = parts(&state.hands[seat]);
        let all = (0..4).flat_map(|head| sets.iter().map(move |cards| Action::new(head, *cards)));
        out.extend(all.filter(|action| Self::check(rules, state, action).is_ok()));
    }

    fn apply(_: &Rules, state: &mut State, action: &ActionOf<Self>) {
        let seat = usize::from(state.seat);
        state.hands[seat] = state.hands[seat].minus(&action.cards);
        state.seat = (state.seat + 1) % 3;
        match action.head {
            PLAY => (state.on, state.passes) = (action.cards, 0),
            PASS if state.passes == 1 => (state.on, state.passes) = (Cards::EMPTY, 0),
            PASS => state.passes += 1,
            TOSS => state.tosses -= 1,
            _ => state.stopped = true,
        }
    }

    fn view(_: &Rules, state: &State, seat: usize) -> View {
        let left = std::array::from_fn(|i| state.hands[(seat + i) % 3].len() as u8);
        View { hand: state.hands[seat], left, on: state.on }
    }

    fn resample(_: &Rules, _: &View, _: &mut FastRng) -> Result<State, Error> {
        Err(Error::position("not asked of the toy"))
    }

    fn tally(_: &Rules, state: &State) -> Tally {
        Tally { left: state.hands.map(|hand| hand.len() as u8), stopped: state.stopped }
    }

    fn classify(_: &Rules, _: &Ask, cards: &Cards) -> Option<Shape> {
        rank(cards).map(|_| Shape { kind: 0 })
    }

    fn shape(rules: &Rules, _: &State, action: &ActionOf<Self>) -> Option<Shape> {
        Self::classify(rules, &Ask {}, &action.cards)
    }

    fn beats(_: &Rules, _: &Ask, new: &Cards, on: &Cards) -> Result<bool, Error> {
        Ok(new.len() == on.len() && rank(new) > rank(on))
    }
}

/// Cards from slots.
pub fn slots(slots: &[u8]) -> Cards {
    slots.iter().map(|slot| Card::new(*slot)).collect()
}

/// A position in which the toss is over: hands from slots.
pub fn layout(hands: [&[u8]; 3]) -> Layout {
    Layout { hands: hands.map(|hand| slots(hand).resize()).to_vec(), partial: true, ..Layout::default() }
}
