//! The state machine: cards dealt one by one with calls between them, then tricks (rule book §5).

use super::calls;
use super::know::{self, Limit};
use super::order::{self, Lead, SPADES, key, lead};
use super::rules::{Ask, Rules, Setup, ThrowRule};
use super::throwing;
use crate::action::{Action, PASS};
use crate::card::{Card, Pack};
use crate::deal::DealRng;
use crate::error::Error;
use crate::follow::points::points;
use crate::follow::table::{SUITS, Table};
use crate::game::{Layout, narrow};
use crate::row;
use crate::seats::{NO_SEAT, after};
use crate::set::{CardSet, WideSet};
use crate::settings::Whole;

/// Cards of four packs.
pub type Cards = CardSet<4>;

/// The number of seats.
pub const SEATS: usize = 4;
/// Cards dealt to each seat (S-006).
pub const HAND: usize = 54;
/// Stands for a suit that is not known or not shown; as a signed byte it is −1.
pub const UNKNOWN: u8 = 255;
/// The mask of suits in which a throw is allowed, where the hands say so.
pub const AS_HELD: u8 = 255;
/// Cards in one word of the stock.
const PER_WORD: usize = 10;

/// A card was dealt, and a seat is asked for a call.
pub const DEAL: u8 = 0;
/// All cards are dealt, and a seat is asked for a last call (SA-09).
pub const CALL_GRACE: u8 = 1;
/// A trick is played.
pub const PLAY: u8 = 2;
/// The deal is over, or void.
pub const SETTLE: u8 = 3;
/// The phases by name.
pub const PHASES: &[&str] = &["deal", "call_grace", "play", "settle"];

row! {
    /// A deal in progress.
    pub struct State {
        /// The hands by seat.
        hands: [Cards; SEATS],
        /// Cards that everyone knows to be in a hand: those returned of a failed throw, and those of the call shown.
        known: [Cards; SEATS],
        /// The plays of the trick so far, in order of play.
        trick: [Cards; 3],
        /// The undealt cards, six bits each at their place in the order of dealing.
        stock: [u64; 22],
        /// What each seat has shown not to hold of each effective suit.
        limits: [[u16; SUITS]; SEATS],
        /// Level cards of each suit that each seat has played: what hidden calls showed may be among them.
        level_played: [[u8; 4]; SEATS],
        /// The seats that called, in order; 255: none.
        call_seats: [u8; 4],
        /// The suits called.
        call_suits: [u8; 4],
        /// The numbers of cards called.
        call_sizes: [u8; 4],
        /// Points in fives that the teams of seats 0 and 2, 1 and 3 have taken, in all tricks.
        taken: [u16; 2],
        /// Points in fives that each seat has put into the trick; of a finished deal those of the last trick.
        stakes: [u16; SEATS],
        /// The place of the highest play of the trick among its plays.
        best_key: u32,
        /// The seat that played it.
        best: u8,
        /// The phase.
        phase: u8,
        /// The seat to act.
        turn: u8,
        /// In the calling phases the number of seats that are asked after it, in turn order.
        asked: u8,
        /// The level: a rank in slot order, 3 … A = 0..11, 2 = 12.
        level: u8,
        /// The trump suit, c d h s = 0..3; 255 until it is shown.
        trump: u8,
        /// The dealer; 255: not yet settled.
        dealer: u8,
        /// The seat that received the first card.
        first: u8,
        /// The dealer of a first deal without a call, where that is drawn.
        drawn: u8,
        /// The leader of the trick, of a finished deal that of the last one.
        leader: u8,
        /// Plays in the trick.
        plays: u8,
        /// Cards dealt.
        dealt: u8,
        /// Cards to be dealt in all.
        total: u8,
        /// The suits in which the hand to move may throw; 255: as the hands say.
        throws: u8,
        /// Cards of a play of the last trick; 0 before the end.
        last_size: u8,
        /// Cards of the largest part of the last lead.
        last_part: u8,
    }
}

impl State {
    fn new(rules: &Rules, setup: &Setup, hands: [Cards; SEATS]) -> Self {
        let seat = |n: i64| u8::try_from(n).unwrap_or(NO_SEAT);
        Self {
            hands,
            known: [Cards::EMPTY; SEATS],
            trick: [Cards::EMPTY; 3],
            stock: [0; 22],
            limits: [[Limit::NONE.pack(); SUITS]; SEATS],
            level_played: [[0; 4]; SEATS],
            call_seats: [NO_SEAT; 4],
            call_suits: [UNKNOWN; 4],
            call_sizes: [0; 4],
            taken: [0; 2],
            stakes: [0; SEATS],
            best_key: 0,
            best: NO_SEAT,
            phase: DEAL,
            turn: 0,
            asked: 0,
            level: setup.level.rank(rules),
            trump: UNKNOWN,
            dealer: seat(setup.dealer.0),
            first: seat(setup.first_recipient.0.max(0)),
            drawn: seat(setup.drawn_dealer.0.max(0)),
            leader: NO_SEAT,
            plays: 0,
            dealt: hands.iter().map(|hand| hand.len() as u8).sum(),
            total: 0,
            throws: AS_HELD,
            last_size: 0,
            last_part: 0,
        }
    }

    /// The order of the cards; spades stand in for a trump suit that is not known yet.
    #[inline]
    pub fn table(&self, rules: &Rules) -> &'static Table {
        order::table(rules, self.level, if self.trump == UNKNOWN { SPADES } else { self.trump })
    }

    /// The hand of the seat to act.
    #[inline]
    pub fn mover(&self) -> &Cards {
        &self.hands[self.turn as usize]
    }

    /// The lead of the trick; `None` when the turn is the leader's.
    #[inline]
    pub fn lead(&self, table: &Table) -> Option<Lead> {
        if self.plays == 0 { None } else { lead(table, &self.trick[0]) }
    }

    /// The card at a place of the stock.
    pub fn undealt(&self, at: usize) -> Card {
        Card::new((self.stock[at / PER_WORD] >> (6 * (at % PER_WORD)) & 63) as u8)
    }

    /// Puts a card at a place of the stock.
    pub fn put_undealt(&mut self, at: usize, card: Card) {
        self.stock[at / PER_WORD] |= u64::from(card.slot()) << (6 * (at % PER_WORD));
    }

    /// Hands out the next card; its place in the stock is cleared, so that the order of dealing leaves no trace.
    #[inline]
    fn hand_out(&mut self) -> u8 {
        let at = self.dealt as usize;
        let seat = after::<SEATS>(self.first, self.dealt);
        let card = self.undealt(at);
        self.stock[at / PER_WORD] &= !(63 << (6 * (at % PER_WORD)));
        self.hands[seat as usize].insert(card);
        self.dealt += 1;
        seat
    }

    /// Asks the seats from `from` on, `n` in turn order, if one of them has a legal call.
    fn ask(&mut self, rules: &Rules, from: u8, n: u8) -> bool {
        let asked = (0..n).map(|i| after::<SEATS>(from, i)).position(|seat| calls::able(rules, self, seat));
        if let Some(i) = asked {
            self.turn = after::<SEATS>(from, i as u8);
            self.asked = n - 1 - i as u8;
        }
        asked.is_some()
    }

    /// Deals until somebody can call, or on to the last calls and the first lead.
    fn deal_on(&mut self, rules: &Rules) {
        let some = |state: &Self| (0..SEATS as u8).any(|seat| calls::able(rules, state, seat));
        let mut able = some(self);
        while self.dealt < self.total {
            let level_card = self.undealt(self.dealt as usize).rank() == self.level;
            let seat = self.hand_out();
            // Only a level card can give anybody a call.
            able = able || (level_card && some(self));
            if able && self.dealt < self.total && self.ask(rules, seat, SEATS as u8) {
                return;
            }
        }
        if rules.call_grace && self.ask(rules, self.first, SEATS as u8) {
            self.phase = CALL_GRACE;
        } else {
            self.reveal(rules);
        }
    }

    /// Settles trump suit and dealer; the dealer leads (S-013, S-015, S-017, S-018).
    fn reveal(&mut self, rules: &Rules) {
        let Some((trump, dealer)) = calls::reveal(rules, self) else {
            self.phase = SETTLE;
            return;
        };
        (self.trump, self.dealer) = (trump, dealer);
        if let Some(last) = self.calls().checked_sub(1) {
            // The call is shown, so everyone knows where its cards are.
            let card = Card::french(self.level, self.call_suits[last]);
            self.known[self.call_seats[last] as usize] = Cards::of(card, self.call_sizes[last].into());
        }
        self.lead_from(dealer);
    }

    /// A seat begins a trick.
    fn lead_from(&mut self, seat: u8) {
        (self.phase, self.leader, self.turn) = (PLAY, seat, seat);
        (self.plays, self.best_key, self.best, self.trick) = (0, 0, NO_SEAT, [Cards::EMPTY; 3]);
        (self.stakes, self.asked) = ([0; SEATS], 0);
    }

    /// The number of calls so far.
    #[inline]
    pub fn calls(&self) -> usize {
        self.call_seats.iter().position(|seat| *seat == NO_SEAT).unwrap_or(4)
    }
}

/// A deal from a seed: first recipient and dealer are drawn, then the pack is shuffled and dealt in order.
pub fn deal(rules: &Rules, setup: &Setup, seed: u64) -> State {
    let mut rng = DealRng::new(seed);
    let (first, drawn) = (rng.below(4) as u8, rng.below(4) as u8);
    let mut state = State::new(rules, setup, [Cards::EMPTY; SEATS]);
    state.first = u8::try_from(setup.first_recipient.0).unwrap_or(first);
    state.drawn = u8::try_from(setup.drawn_dealer.0).unwrap_or(drawn);
    state.total = (SEATS * HAND) as u8;
    for (at, card) in rng.shuffle(&Pack::FRENCH_4).iter().enumerate() {
        state.put_undealt(at, *card);
    }
    state.open(rules, setup);
    state
}

impl State {
    /// The first decision: a call, or with a trump suit given the first lead.
    fn open(&mut self, rules: &Rules, setup: &Setup) {
        let Some(trump) = setup.trump.suit() else { return self.deal_on(rules) };
        while self.dealt < self.total {
            self.hand_out();
        }
        self.trump = trump;
        if self.dealer == NO_SEAT {
            self.dealer = self.first;
        }
        self.lead_from(self.dealer);
    }
}

/// A deal in the middle of dealing (with a stock), before the last calls, or with a trump suit before a lead.
pub fn arrange(rules: &Rules, setup: &Setup, layout: &Layout) -> Result<State, Error> {
    layout.no_melds("shengji4")?;
    let hands: Vec<Cards> = layout.hands(&Pack::FRENCH_4, SEATS, HAND).or_else(|problem| {
        // With a stock the hands are short.
        if layout.stock.is_empty() { Err(problem) } else { stocked(layout) }
    })?;
    let mut state = State::new(rules, setup, std::array::from_fn(|seat| hands[seat]));
    let total = state.dealt as usize + layout.stock.len();
    let fair = |seat: usize| (state.dealt as usize + 3 - (seat + 4 - state.first as usize) % 4) / 4;
    let even = (0..SEATS).all(|seat| hands[seat].len() == fair(seat));
    if total == 0 || !total.is_multiple_of(SEATS) || !even {
        return Err(Error::position(
            "S-006: all seats are dealt equally many cards, one by one from the first recipient on",
        ));
    }
    if setup.trump.suit().is_none() && layout.stock.is_empty() && total < SEATS * HAND {
        return Err(Error::position(
            "S-005: cards can be gone only from play, which has a trump suit; dealing has a stock",
        ));
    }
    if setup.trump.suit().is_some() && !layout.stock.is_empty() {
        return Err(Error::position("S-005: with a trump suit play has begun, so there is no stock"));
    }
    state.total = total as u8;
    let dealt = state.dealt as usize;
    layout.stock.iter().enumerate().for_each(|(i, card)| state.put_undealt(dealt + i, *card));
    state.open(rules, setup);
    Ok(state)
}

/// The hands of a layout with a stock: together they are the pack, unless the layout is partial.
fn stocked(layout: &Layout) -> Result<Vec<Cards>, Error> {
    let partial = Layout { partial: true, ..layout.clone() };
    let hands: Vec<Cards> = partial.hands(&Pack::FRENCH_4, SEATS, HAND)?;
    let total = hands.iter().map(Cards::len).sum::<usize>() + layout.stock.len();
    if total != SEATS * HAND && !layout.partial {
        let problem = format!("S-003: {total} cards given, four packs hold {}", SEATS * HAND);
        return Err(Error::position(format!("{problem} (partial=True allows positions with cards gone)")));
    }
    Ok(hands)
}

/// Seat 0 to move with a hand, on a lead of seat 3 or free. Everyone else's cards are absent.
pub fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
    let hands: Vec<Cards> = Layout::alone(hand, SEATS).hands(&Pack::FRENCH_4, SEATS, HAND)?;
    let setup = Setup { level: ask.level, dealer: Whole(0), ..Setup::default() };
    let mut state = State::new(rules, &setup, std::array::from_fn(|seat| hands[seat]));
    (state.trump, state.throws) = (ask.trump.suit().unwrap_or(SPADES), ask.throws.0 as u8);
    state.total = state.dealt;
    if hands[0].is_empty() {
        return Err(Error::position("S-036: the hand is empty"));
    }
    state.lead_from(0);
    let Some(on) = on else { return Ok(state) };
    let led: Cards = narrow(on)?;
    let table = state.table(rules);
    let both = led.plus(&hands[0]);
    if both.len() != led.len() + hands[0].len() || !Pack::FRENCH_4.cards().contains(&both.resize()) {
        return Err(Error::position("S-003: hand and lead hold more copies of a card than there are"));
    }
    if led.len() > hands[0].len() {
        return Err(Error::position("S-028: the hand has fewer cards than the lead"));
    }
    let Some(lead) = lead(table, &led) else {
        return Err(Error::position("S-027: the cards led are not of one suit"));
    };
    if lead.form.is_none() && rules.throw_rule == ThrowRule::Never {
        return Err(Error::position("S-060: the cards led are no single shape"));
    }
    state.lead_from(3);
    state.put_play(rules, table, led);
    Ok(state)
}

impl State {
    /// Adds a play to the trick.
    fn put_play(&mut self, rules: &Rules, table: &Table, cards: Cards) {
        let seat = self.turn as usize;
        let led = if self.plays == 0 { cards } else { self.trick[0] };
        let lead = lead(table, &led).expect("a lead is of one suit");
        let key = key(rules, table, &led, &lead, &cards);
        if self.plays == 0 || key > self.best_key {
            (self.best, self.best_key) = (seat as u8, key);
        }
        if self.plays > 0 {
            let known = &mut self.limits[seat][lead.suit];
            *known = know::followed(table, Limit::unpack(*known), &led, &lead, &cards).pack();
        } else if lead.form.is_none() && rules.throw_rule == ThrowRule::OthersVoid && self.throws == AS_HELD {
            // The throw was allowed, so nobody else has the suit (S-060).
            (0..SEATS)
                .filter(|other| *other != seat)
                .for_each(|other| self.limits[other][lead.suit] = Limit::VOID.pack());
        }
        self.stakes[seat] = points(&cards) as u16;
        if (self.plays as usize) < self.trick.len() {
            self.trick[self.plays as usize] = cards;
        }
        self.plays += 1;
        self.turn = after::<SEATS>(self.turn, 1);
    }

    /// Ends a trick of four plays (S-026, S-035).
    fn close(&mut self, table: &Table) {
        let winner = self.best;
        self.taken[winner as usize % 2] += self.stakes.iter().sum::<u16>();
        if self.hands.iter().all(Cards::is_empty) {
            let lead = self.trick[0];
            self.phase = SETTLE;
            self.last_size = lead.len() as u8;
            self.last_part = throwing::largest(table, &lead) as u8;
            (self.trick, self.plays) = ([Cards::EMPTY; 3], 0);
        } else {
            self.lead_from(winner);
        }
    }
}

/// Takes a legal action.
#[inline]
pub fn apply(rules: &Rules, state: &mut State, action: &Action<Cards>) {
    match state.phase {
        DEAL | CALL_GRACE => call(rules, state, action),
        _ => play(rules, state, &action.cards),
    }
}

/// A call or a pass in the calling phases.
fn call(rules: &Rules, state: &mut State, action: &Action<Cards>) {
    let seat = state.turn;
    let more = if action.head == PASS {
        state.asked > 0 && state.ask(rules, after::<SEATS>(seat, 1), state.asked)
    } else {
        let at = state.calls();
        state.call_seats[at] = seat;
        state.call_suits[at] = calls::suit(action.head);
        state.call_sizes[at] = action.cards.len() as u8;
        // The others are asked whether they overturn.
        state.ask(rules, after::<SEATS>(seat, 1), SEATS as u8 - 1)
    };
    if more {
        return;
    }
    state.asked = 0;
    if state.phase == DEAL { state.deal_on(rules) } else { state.reveal(rules) }
}

/// A lead or a follow. Of a failed throw only a part is led, and everyone has seen the rest.
fn play(rules: &Rules, state: &mut State, cards: &Cards) {
    let table = state.table(rules);
    let seat = state.turn as usize;
    let mut cards = *cards;
    if state.plays == 0 && rules.throw_rule == ThrowRule::Standard {
        let led = throwing::led(rules, table, state, &cards);
        state.known[seat] = state.known[seat].union(&cards);
        cards = led;
    }
    state.hands[seat] = state.hands[seat].minus(&cards);
    state.known[seat] = state.known[seat].minus(&cards);
    if cards.kinds() >> (4 * state.level) & 0xf != 0 {
        for suit in 0..4 {
            state.level_played[seat][suit] += cards.count(Card::french(state.level, suit as u8)) as u8;
        }
    }
    state.put_play(rules, table, cards);
    if state.plays as usize == SEATS {
        state.close(table);
    }
}
