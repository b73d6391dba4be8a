//! The state machine: leads, 伙 windows, follows, the last hand (rule book §3).

use super::moves::{GRAB, grab};
use super::rules::{Ask, Decision, LastHand, LeadPassesTo, Rules, Setup};
use super::shapes::{NATURAL, Shape, classify, jokers_of, rank_totals};
use crate::action::{Action, PASS};
use crate::card::Pack;
use crate::deal::DealRng;
use crate::error::Error;
use crate::game::{Layout, narrow};
use crate::row;
use crate::seats::{NO_SEAT, after, next_of};
use crate::set::{CardSet, WideSet};

/// Wuxi cards: four planes.
pub type Cards = CardSet<4>;
/// Numbers of cards by rank: 3 4 … K A 2, 小王, 大王. Suits do not matter for captured cards.
pub type ByRank = [u8; 15];

/// The number of seats.
pub const SEATS: usize = 4;
/// Cards dealt to each seat (W-001).
pub const HAND: usize = 54;

/// The leader plays any type.
pub const LEAD: u8 = 0;
/// A follower beats the top play or passes.
pub const FOLLOW: u8 = 1;
/// A 伙 window: a seat with a grab takes it or not (W-029).
pub const HOU: u8 = 2;
/// A team is out; one of the players left may still play (W-041).
pub const LAST: u8 = 3;
/// The deal is over.
pub const SCORE: u8 = 4;
/// The phases by name.
pub const PHASES: &[&str] = &["lead", "follow", "hou", "last", "score"];

/// The seat to act is asked for a play of any type.
pub const ASK_LEAD: u8 = 0;
/// … for a play that beats the top play.
pub const ASK_BEAT: u8 = 1;
/// … whether it grabs 伙.
pub const ASK_GRAB: u8 = 2;

row! {
    /// A deal in progress.
    pub struct State {
        /// The hands by seat.
        hands: [Cards; SEATS],
        /// The play to beat or grab; empty when there is none.
        top: Cards,
        /// The shape of the play to beat in one number; 0 when there is none.
        top_key: u32,
        /// Who played it; in a last play with nothing to beat, who went out.
        top_seat: u8,
        /// The seat to act; 255 when the deal is over.
        turn: u8,
        /// The phase.
        phase: u8,
        /// What the seat to act is asked for: 0 a lead, 1 a play that beats the top play, 2 a grab.
        asked: u8,
        /// Passes in a row.
        passes: u8,
        /// The cards of the trick in progress, by rank.
        pile: ByRank,
        /// The captured cards by seat and rank.
        captured: [ByRank; SEATS],
        /// The seats in the order of going out; 255 behind the last.
        finish: [u8; SEATS],
    }
}

/// The number of cards of each rank.
#[inline]
pub fn by_rank(cards: &Cards) -> ByRank {
    let mut ranks = [0; 15];
    ranks[..13].copy_from_slice(&rank_totals(cards, NATURAL)[..13]);
    (ranks[13], ranks[14]) = jokers_of(cards);
    ranks
}

/// Adds numbers of cards.
#[inline]
fn add(sum: &mut ByRank, more: &ByRank) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

impl State {
    /// A lead of a seat with these hands.
    fn leading(hands: [Cards; SEATS], leader: u8) -> Self {
        Self {
            hands,
            top: Cards::EMPTY,
            top_key: 0,
            top_seat: NO_SEAT,
            turn: leader,
            phase: LEAD,
            asked: ASK_LEAD,
            passes: 0,
            pile: [0; 15],
            captured: [[0; 15]; SEATS],
            finish: [NO_SEAT; SEATS],
        }
    }

    /// The play to beat or grab, if there is one.
    #[inline]
    pub fn top_shape(&self) -> Option<Shape> {
        (self.top_key != 0).then(|| Shape::of_key(self.top_key))
    }

    /// The hand of the seat to act.
    #[inline]
    pub fn mover(&self) -> &Cards {
        &self.hands[self.turn as usize]
    }

    /// The seats with cards, as a mask.
    #[inline]
    pub fn holding(&self) -> u8 {
        (0..SEATS).fold(0, |mask, seat| mask | u8::from(!self.hands[seat].is_empty()) << seat)
    }

    /// Puts the cards of an action on the pile, and notes it if that was the hand's last.
    #[inline]
    fn put(&mut self, seat: u8, cards: &Cards) {
        let hand = &mut self.hands[seat as usize];
        *hand = hand.minus(cards);
        if hand.is_empty() {
            self.goes_out(seat);
        }
        add(&mut self.pile, &by_rank(cards));
        (self.top, self.top_seat, self.passes) = (*cards, seat, 0);
    }

    fn goes_out(&mut self, seat: u8) {
        if let Some(place) = self.finish.iter_mut().find(|place| **place == NO_SEAT) {
            *place = seat;
        }
    }

    /// Gives the pile to a seat: the trick is closed (W-037).
    fn capture(&mut self, seat: u8) {
        add(&mut self.captured[seat as usize], &self.pile);
        self.pile = [0; 15];
        (self.top, self.top_key, self.top_seat, self.passes) = (Cards::EMPTY, 0, NO_SEAT, 0);
    }

    /// Asks a seat for something.
    #[inline]
    fn ask(&mut self, phase: u8, asked: u8, seat: u8) {
        (self.phase, self.asked, self.turn) = (phase, asked, seat);
    }

    /// The deal is over.
    fn over(&mut self) {
        (self.top, self.top_key, self.top_seat) = (Cards::EMPTY, 0, NO_SEAT);
        self.ask(SCORE, ASK_LEAD, NO_SEAT);
    }

    /// Whether a seat and its partner have no cards.
    #[inline]
    fn is_team_out(&self, seat: u8) -> bool {
        self.hands[seat as usize].is_empty() && self.hands[partner(seat)].is_empty()
    }

    /// The next seat after `seat` to be asked in a 伙 window on the top play, which closes before it comes back to the
    /// player of the top play (W-029, WA-13).
    #[inline]
    fn next_taker(&self, rules: &Rules, seat: u8) -> Option<u8> {
        let takes = grab::kinds(rules, &self.top);
        let from = (seat + SEATS as u8 - self.top_seat) % SEATS as u8;
        (from + 1..SEATS as u8)
            .filter(|n| *n != 2 || rules.hou_allows_partner)
            .map(|n| after::<SEATS>(self.top_seat, n))
            .find(|seat| grab::holds_two(&self.hands[*seat as usize], takes))
    }

    /// The next seat with cards after `seat`, before it comes back to the finisher of a last hand.
    fn next_left(&self, finisher: u8, seat: u8) -> Option<u8> {
        let from = (seat + SEATS as u8 - finisher) % SEATS as u8;
        (from + 1..SEATS as u8).map(|n| after::<SEATS>(finisher, n)).find(|seat| !self.hands[*seat as usize].is_empty())
    }

    /// FOLLOW of the next seat with cards after `seat`, skipping the owner of the top play.
    #[inline]
    fn follow(&mut self, seat: u8) {
        match next_of::<SEATS>(self.holding() & !(1 << self.top_seat), seat) {
            Some(next) => self.ask(FOLLOW, ASK_BEAT, next),
            // Only a decision by itself (`Game::position`) has nobody else.
            None => self.over(),
        }
    }

    /// The winner of a trick leads, or who stands in for him (W-037, WA-15).
    fn next_lead(&mut self, rules: &Rules, seat: u8) {
        let holding = self.holding();
        let partner = partner(seat) as u8;
        let leader = if holding >> seat & 1 == 1 {
            Some(seat)
        } else if rules.lead_passes_to == LeadPassesTo::Partner && holding >> partner & 1 == 1 {
            Some(partner)
        } else {
            next_of::<SEATS>(holding, seat)
        };
        match leader {
            Some(leader) => self.ask(LEAD, ASK_LEAD, leader),
            None => self.over(),
        }
    }

    /// LAST(f, open): the play that completed the team of `finisher` can still be answered (W-041, WA-16).
    fn last_open(&mut self, rules: &Rules, finisher: u8) {
        match rules.last_hand_mode {
            LastHand::None => {
                self.capture(finisher);
                self.over();
            }
            LastHand::Free => {
                self.capture(finisher);
                self.last_closed(rules, finisher);
            }
            LastHand::MustBeat | LastHand::BeatThenFree => {
                let single = self.top_shape().is_some_and(|top| top.is_single());
                match self.next_taker(rules, finisher).filter(|_| single) {
                    Some(seat) => self.ask(LAST, ASK_GRAB, seat),
                    None => self.last_beat(rules, finisher),
                }
            }
        }
    }

    /// Step 2 of LAST(f, open): everyone left is asked for a play that beats.
    fn last_beat(&mut self, rules: &Rules, finisher: u8) {
        match self.next_left(finisher, finisher) {
            Some(seat) => self.ask(LAST, ASK_BEAT, seat),
            None => self.last_unanswered(rules, finisher),
        }
    }

    /// Step 3 of LAST(f, open): nobody has answered.
    fn last_unanswered(&mut self, rules: &Rules, finisher: u8) {
        self.capture(finisher);
        match rules.last_hand_mode {
            LastHand::BeatThenFree => self.last_closed(rules, finisher),
            _ => self.over(),
        }
    }

    /// LAST(f, closed): one of the players left may lead one play.
    fn last_closed(&mut self, rules: &Rules, finisher: u8) {
        match self.next_left(finisher, finisher) {
            Some(seat) if rules.last_hand_mode != LastHand::None => {
                self.top_seat = finisher;
                self.ask(LAST, ASK_LEAD, seat);
            }
            _ => self.over(),
        }
    }

    /// A pass, or "no" in a window.
    fn passed(&mut self, rules: &Rules) {
        let (seat, top_seat) = (self.turn, self.top_seat);
        match (self.phase, self.asked) {
            (FOLLOW, _) => {
                self.passes += 1;
                let others = self.holding() & !(1 << top_seat);
                if u32::from(self.passes) == others.count_ones() {
                    self.capture(top_seat);
                    self.next_lead(rules, top_seat);
                } else {
                    self.follow(seat);
                }
            }
            (HOU, _) => match self.next_taker(rules, seat) {
                Some(next) => self.turn = next,
                None => self.follow(top_seat),
            },
            (_, ASK_GRAB) => match self.next_taker(rules, seat) {
                Some(next) => self.turn = next,
                None => self.last_beat(rules, top_seat),
            },
            (_, asked) => match self.next_left(top_seat, seat) {
                Some(next) => self.turn = next,
                None if asked == ASK_BEAT => self.last_unanswered(rules, top_seat),
                None => self.over(),
            },
        }
    }
}

/// The seat opposite (W-002).
#[inline]
fn partner(seat: u8) -> usize {
    seat as usize ^ 2
}

/// Plays a legal action.
#[inline]
pub fn apply(rules: &Rules, state: &mut State, action: &Action<Cards>) {
    let seat = state.turn;
    if action.head == PASS {
        return state.passed(rules);
    }
    state.put(seat, &action.cards);
    if state.phase == LAST {
        state.capture(seat);
        return state.over();
    }
    if action.head == GRAB {
        state.capture(seat);
        return if state.is_team_out(seat) { state.last_closed(rules, seat) } else { state.next_lead(rules, seat) };
    }
    let shape = classify(rules, &action.cards);
    state.top_key = shape.key();
    if state.is_team_out(seat) {
        return state.last_open(rules, seat);
    }
    match if shape.is_single() { state.next_taker(rules, seat) } else { None } {
        Some(taker) => state.ask(HOU, ASK_GRAB, taker),
        None => state.follow(seat),
    }
}

/// A deal from a seed: card `i` of the shuffle goes to seat `i` mod 4, and unless the set-up names a leader the next number
/// of the generator does (W-034).
pub fn deal(setup: &Setup, seed: u64) -> State {
    let mut rng = DealRng::new(seed);
    let mut hands = [Cards::EMPTY; SEATS];
    for (i, card) in rng.shuffle(&Pack::FRENCH_4).iter().enumerate() {
        hands[i % SEATS].insert(*card);
    }
    let leader = u8::try_from(setup.leader.0).unwrap_or_else(|_| rng.below(SEATS as u32) as u8);
    State::leading(hands, leader)
}

/// A deal or, if partial, a position at a lead. Seats without cards have gone out; the cards that are missing count as
/// captured by nobody.
pub fn arrange(setup: &Setup, layout: &Layout) -> Result<State, Error> {
    layout.hands_only("wuxi")?;
    let hands: Vec<Cards> = layout.hands(&Pack::FRENCH_4, SEATS, HAND)?;
    let Ok(leader) = u8::try_from(setup.leader.0) else {
        return Err(Error::position("W-034: given cards have no seed that draws a leader; name one"));
    };
    let mut state = State::leading(std::array::from_fn(|seat| hands[seat]), leader);
    if hands[leader as usize].is_empty() {
        return Err(Error::position(format!("W-037: seat {leader} is to lead and has no cards")));
    }
    let out: Vec<u8> = (0..SEATS as u8).filter(|seat| hands[*seat as usize].is_empty()).collect();
    if out.iter().any(|seat| state.is_team_out(*seat)) {
        return Err(Error::position("W-041: a whole team is out of cards, so the deal is over"));
    }
    let first = u8::try_from(setup.first_out.0).ok();
    match (first, &out[..]) {
        (None, [_, _, ..]) => return Err(Error::position(format!("W-046: seats {out:?} are out; name the first_out"))),
        (Some(first), _) if !out.contains(&first) => {
            return Err(Error::position(format!("W-046: seat {first} cannot be the first out: it has cards")));
        }
        _ => {}
    }
    first
        .into_iter()
        .chain(out.iter().copied().filter(|seat| Some(*seat) != first))
        .for_each(|seat| state.goes_out(seat));
    Ok(state)
}

/// Seat 0 to act with a hand, on a play of seat 3 or free. Everyone else's cards are unknown and absent.
pub fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
    let hands: Vec<Cards> = Layout::alone(hand, SEATS).hands(&Pack::FRENCH_4, SEATS, HAND)?;
    if hands[0].is_empty() {
        return Err(Error::position("W-035: the hand is empty, so the seat is not asked"));
    }
    let mut state = State::leading(std::array::from_fn(|seat| hands[seat]), 0);
    if let Some(on) = on {
        let on: Cards = narrow(on)?;
        let shape = classify(rules, &on);
        if shape.kind < 0 {
            return Err(Error::position("the cards to beat are no type"));
        }
        if on.plus(&hands[0]).len() != on.len() + hands[0].len() || !on.is_sound(&Pack::FRENCH_4) {
            return Err(Error::position("W-001: hand and play to beat have more than four copies of a card"));
        }
        (state.top, state.top_key, state.top_seat, state.pile) = (on, shape.key(), 3, by_rank(&on));
    }
    let single = state.top_shape().is_some_and(|top| top.is_single());
    let (phase, asked) = match (ask.decision, on.is_some()) {
        (Decision::Turn, false) => (LEAD, ASK_LEAD),
        (Decision::Turn, true) => (FOLLOW, ASK_BEAT),
        (Decision::Last, false) => (LAST, ASK_LEAD),
        (Decision::Last, true) => (LAST, ASK_BEAT),
        (Decision::Grab, _) if !single => {
            return Err(Error::position("W-026: only a 单只 or 单虎 opens a 伙 window"));
        }
        (Decision::Grab, _) => (HOU, ASK_GRAB),
    };
    if phase == LAST {
        state.top_seat = 3;
    }
    if phase == HOU && !grab::holds_two(&hands[0], grab::kinds(rules, &state.top)) {
        return Err(Error::position("W-029: the hand has no grab, so the seat is not asked"));
    }
    state.ask(phase, asked, 0);
    Ok(state)
}
