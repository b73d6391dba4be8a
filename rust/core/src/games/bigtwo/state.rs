//! The state machine: leads, follows, passes, the end (rule book §3).

use super::rules::{Ask, FirstCard, Rules, Setup};
use super::shapes::{SINGLE, Shape, classify};
use crate::action::{Action, PASS};
use crate::card::{Card, Pack};
use crate::deal::DealRng;
use crate::error::Error;
use crate::game::{Layout, narrow};
use crate::row;
use crate::seats::{NO_SEAT, after, next_of};
use crate::set::{CardSet, WideSet};

/// Big Two cards: one plane.
pub type Cards = CardSet<1>;

/// The number of seats.
pub const SEATS: usize = 4;
/// Cards dealt to each seat (B-000).
pub const HAND: usize = 13;

/// The leader plays anything.
pub const LEAD: u8 = 0;
/// A follower beats the top play or passes.
pub const FOLLOW: u8 = 1;
/// The deal is over.
pub const SCORE: u8 = 2;
/// The phases by name.
pub const PHASES: &[&str] = &["lead", "follow", "score"];

row! {
    /// A deal in progress.
    pub struct State {
        /// The hands by seat.
        hands: [Cards; SEATS],
        /// The play to beat; empty at a lead.
        top: Cards,
        /// The shape key of the play to beat.
        top_key: u32,
        /// Who played it.
        top_seat: u8,
        /// The seat to act.
        turn: u8,
        /// The phase.
        phase: u8,
        /// Passes in a row.
        passes: u8,
        /// Mask of the seats that passed for good in this trick; 0 unless passes are final (BA-09).
        out: u8,
        /// The seat that everyone knows to hold the first card, from the first lead until it is played (B-022).
        holder: u8,
        /// The card that the lead must contain (B-023), if any.
        must: Cards,
    }
}

/// The card that leads the first deal.
pub fn first_card(rules: &Rules) -> Card {
    Card::new(if rules.first_card == FirstCard::Clubs { 0 } else { 1 })
}

impl State {
    fn with_hands(hands: [Cards; SEATS]) -> Self {
        Self {
            hands,
            top: Cards::EMPTY,
            top_key: 0,
            top_seat: NO_SEAT,
            turn: 0,
            phase: LEAD,
            passes: 0,
            out: 0,
            holder: NO_SEAT,
            must: Cards::EMPTY,
        }
    }

    /// Settles who leads: the given seat, or in a first deal the holder of the first card (B-022…B-025).
    fn first_lead(&mut self, rules: &Rules, setup: &Setup) -> Result<(), Error> {
        if let Ok(seat) = u8::try_from(setup.leader.0) {
            self.turn = seat;
            return Ok(());
        }
        let first = Cards::of(first_card(rules), 1);
        let holder = self.hands.iter().position(|hand| hand.contains(&first));
        let holder = holder.ok_or_else(|| {
            let text = Pack::FRENCH.text(first_card(rules));
            Error::position(format!("B-022: nobody holds {text}, which leads a first deal; name a leader"))
        })?;
        self.turn = holder as u8;
        self.holder = holder as u8;
        if rules.first_lead_must_contain {
            self.must = first;
        }
        Ok(())
    }

    /// The hand of the seat to act.
    #[inline]
    pub fn mover(&self) -> &Cards {
        &self.hands[self.turn as usize]
    }

    /// The play to beat as a shape; `None` at a lead.
    #[inline]
    pub fn top_shape(&self) -> Option<Shape> {
        (self.phase == FOLLOW).then(|| Shape {
            kind: (self.top_key >> 24) as i8,
            count: self.top.len() as u8,
            card: 0,
            key: self.top_key,
        })
    }

    /// The seat to act after `seat`: the next one, with final passes the next one still in.
    fn next(&self, rules: &Rules, seat: u8) -> u8 {
        let out = if rules.pass_is_final { self.out } else { 0 };
        next_of::<SEATS>(!out & 0b1111, seat).unwrap_or(after::<SEATS>(seat, 1))
    }

    /// Whether everyone else has given up on the top play (B-029, BA-09).
    fn is_closed(&self, rules: &Rules) -> bool {
        if rules.pass_is_final {
            let others = 0b1111 & !(1 << self.top_seat);
            self.out & others == others
        } else {
            self.passes as usize == SEATS - 1
        }
    }
}

/// A deal from a seed: card `i` of the shuffle goes to seat `i` mod 4.
pub fn deal(rules: &Rules, setup: &Setup, seed: u64) -> State {
    let mut hands = [0; SEATS];
    for (i, card) in DealRng::new(seed).shuffle(&Pack::FRENCH).iter().enumerate() {
        hands[i % SEATS] |= card.bit();
    }
    let mut state = State::with_hands(hands.map(Cards::of_mask));
    state.first_lead(rules, setup).expect("a full deal has the first card");
    state
}

/// A deal or, if partial, a position at a lead. A position in which one hand is empty is over.
pub fn arrange(rules: &Rules, setup: &Setup, layout: &Layout) -> Result<State, Error> {
    layout.hands_only("bigtwo")?;
    let hands: Vec<Cards> = layout.hands(&Pack::FRENCH, SEATS, HAND)?;
    let mut state = State::with_hands(std::array::from_fn(|seat| hands[seat]));
    match hands.iter().filter(|hand| hand.is_empty()).count() {
        0 => state.first_lead(rules, setup)?,
        1 => state.phase = SCORE,
        n => {
            return Err(Error::position(format!("B-030: {n} hands are empty, but the first empty hand ends the deal")));
        }
    }
    Ok(state)
}

/// Seat 0 to move with a hand, on a play of seat 3 or free.
pub fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
    let hands: Vec<Cards> = Layout::alone(hand, SEATS).hands(&Pack::FRENCH, SEATS, HAND)?;
    if hands[0].is_empty() {
        return Err(Error::position("B-030: the hand is empty"));
    }
    let mut state = State::with_hands(std::array::from_fn(|seat| hands[seat]));
    match (on, u8::try_from(ask.must_contain.0).ok().map(Card::new)) {
        (Some(_), Some(_)) => return Err(Error::position("B-023: only a lead must contain a card")),
        (Some(on), None) => {
            let on: Cards = narrow(on)?;
            if !on.common(&hands[0]).is_empty() {
                return Err(Error::position("B-000: a card of the play to beat is also in the hand"));
            }
            let shape = classify(rules, on.kinds());
            if shape.kind < SINGLE {
                return Err(Error::position("the cards to beat are no play"));
            }
            (state.phase, state.top, state.top_key, state.top_seat) = (FOLLOW, on, shape.key, 3);
        }
        (None, Some(card)) => {
            state.must = Cards::of(card, 1);
            if !hands[0].contains(&state.must) {
                let text = Pack::FRENCH.text(card);
                return Err(Error::position(format!(
                    "B-023: the hand does not hold {text}, which the lead must contain"
                )));
            }
        }
        (None, None) => {}
    }
    Ok(state)
}

/// Plays a legal action.
#[inline]
pub fn apply(rules: &Rules, state: &mut State, action: &Action<Cards>) {
    let seat = state.turn;
    if action.head == PASS {
        state.passes += 1;
        if rules.pass_is_final {
            state.out |= 1 << seat;
        }
        if state.is_closed(rules) {
            let leader = state.top_seat;
            (state.phase, state.turn, state.top, state.top_key, state.top_seat) =
                (LEAD, leader, Cards::EMPTY, 0, NO_SEAT);
            (state.passes, state.out) = (0, 0);
        } else {
            state.turn = state.next(rules, seat);
        }
        return;
    }
    if state.phase == LEAD {
        state.out = 0;
        state.must = Cards::EMPTY;
    }
    let hand = &mut state.hands[seat as usize];
    *hand = hand.minus(&action.cards);
    if state.holder == seat && action.cards.count(first_card(rules)) > 0 {
        state.holder = NO_SEAT;
    }
    (state.top, state.top_key, state.top_seat) = (action.cards, classify(rules, action.cards.kinds()).key, seat);
    state.passes = 0;
    if state.hands[seat as usize].is_empty() {
        state.phase = SCORE;
    } else {
        state.phase = FOLLOW;
        state.turn = state.next(rules, seat);
    }
}
