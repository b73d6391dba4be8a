//! A deal in progress: the cards, where they lie, and what everyone knows of them (§5).

use super::calls::{CALLS, Calls, Standing};
use super::flow;
use super::order::{FLAG, NO_TRUMP, Order};
use super::rules::{Ask, Rules, SetTrump, Setup};
use super::shapes::{self, Lead};
use crate::card::{Card, Pack};
use crate::deal::DealRng;
use crate::error::Error;
use crate::game::Layout;
use crate::row;
use crate::seats::{NO_SEAT, after};
use crate::set::{CardSet, WideSet};

/// Cards of two packs.
pub type Cards = CardSet<2>;

/// The number of seats.
pub const SEATS: usize = 4;
/// Cards of the pack (C-005).
pub const PACK: usize = 108;
/// Cards of the bottom (C-005).
pub const BOTTOM: usize = 8;
/// Stands for a place of the stock from which the card is gone.
pub const DEALT: u8 = 255;
/// Stands for a trump suit where there is none yet.
pub const UNKNOWN: u8 = 255;
/// No limit to the length of tractors in a hand.
pub const ANY_RUN: u8 = 255;

/// Cards are dealt; anyone asked may show a combination.
pub const DEAL: u8 = 0;
/// The last round of declaring.
pub const GRACE: u8 = 1;
/// The burier lays eight cards aside.
pub const BURY: u8 = 2;
/// Somebody is asked for 炒底.
pub const CHAODI: u8 = 3;
/// Tricks.
pub const PLAY: u8 = 4;
/// The deal is over.
pub const SETTLE: u8 = 5;
/// The deal is void and is to be dealt again.
pub const VOID: u8 = 6;
/// The phases by name.
pub const PHASES: &[&str] = &["deal", "declare_grace", "bury", "chaodi_ask", "play", "settle", "deal_start"];

row! {
    /// A deal in progress.
    pub struct State {
        /// The hands by seat.
        hands: [Cards; SEATS],
        /// The buried cards; while cards are dealt the bottom is the end of the stock.
        bottom: Cards,
        /// The undealt cards by slot, from `next` on; 255 before that.
        stock: [u8; PACK],
        /// The plays of the trick by seat.
        table: [Cards; SEATS],
        /// The winning play of the last trick, once the deal is over.
        last_play: Cards,
        /// Cards that everyone knows to be in a hand, by seat.
        known: [Cards; SEATS],
        /// Cards that everyone knows to be in the burier's hand or in the bottom.
        maybe: Cards,
        /// Kinds that everyone knows a hand not to have, by seat.
        none: [u64; SEATS],
        /// Kinds of which everyone knows a hand not to have both, by seat.
        single: [u64; SEATS],
        /// By seat and effective suit: everyone knows the hand to have no tractor of this length; 255: nothing.
        no_run: [u8; 20],
        /// The acts of declaring, overturning and 炒底 before the play, packed.
        calls: [u8; CALLS],
        /// Their number.
        n_calls: u8,
        /// The seat of the highest act; 255: none.
        top_seat: u8,
        /// Its rank.
        top_rank: u8,
        /// The trump suit as it stands: 0 … 3 c d h s, 4 no trump; 255: not yet known.
        trump: u8,
        /// The slot rank of the level; 13: a flag deal.
        level: u8,
        /// Where the undealt cards begin.
        next: u8,
        /// The seat that gets the first card.
        first: u8,
        /// The dealer; 255: not yet known.
        dealer: u8,
        /// This is the first deal of a match.
        first_deal: bool,
        /// There may be 炒底.
        chaodi: bool,
        /// Who buried or is to bury; 255: nobody.
        burier: u8,
        /// The seat to act.
        turn: u8,
        /// Seats still to be asked in a window, the one to act included.
        asks: u8,
        /// The phase.
        phase: u8,
        /// Who leads the trick.
        leader: u8,
        /// Plays of the trick.
        plays: u8,
        /// Points captured by the dealers and by the attackers.
        captured: [u16; 2],
        /// Wrongly thrown cards of the dealers and of the attackers.
        wrong: [u16; 2],
        /// Failed 炒底 of the dealers and of the attackers.
        failed: [u8; 2],
        /// Red fives forced out of the dealers and of the attackers.
        lost: [u8; 2],
        /// Red fives kept to the end by the dealers and by the attackers.
        kept: [u8; 2],
    }
}

impl State {
    fn new(setup: &Setup) -> Self {
        let seat = |n: i64| if n < 0 { NO_SEAT } else { n as u8 };
        Self {
            hands: [Cards::EMPTY; SEATS],
            bottom: Cards::EMPTY,
            stock: [DEALT; PACK],
            table: [Cards::EMPTY; SEATS],
            last_play: Cards::EMPTY,
            known: [Cards::EMPTY; SEATS],
            maybe: Cards::EMPTY,
            none: [0; SEATS],
            single: [0; SEATS],
            no_run: [ANY_RUN; 20],
            calls: [0; CALLS],
            n_calls: 0,
            top_seat: NO_SEAT,
            top_rank: 0,
            trump: UNKNOWN,
            level: setup.level as u8,
            next: 0,
            first: 0,
            dealer: seat(setup.dealer.0),
            first_deal: setup.dealer.0 < 0,
            chaodi: true,
            burier: NO_SEAT,
            turn: 0,
            asks: 0,
            phase: DEAL,
            leader: NO_SEAT,
            plays: 0,
            captured: [0; 2],
            wrong: [0; 2],
            failed: [0; 2],
            lost: [0; 2],
            kept: [0; 2],
        }
    }

    /// The acts so far.
    #[inline]
    pub fn calls(&self) -> Calls {
        Calls { list: self.calls, n: self.n_calls }
    }

    /// The highest act.
    pub fn set_standing(&mut self, standing: Standing) {
        (self.top_seat, self.top_rank, self.trump) = (standing.seat, standing.rank, standing.trump);
    }

    /// 0 for a dealer, 1 for an attacker.
    #[inline]
    pub fn side(&self, seat: u8) -> usize {
        ((seat + 4 - self.dealer) & 1) as usize
    }

    /// Whether the seat to act is asked and may decline.
    #[inline]
    pub fn is_window(&self) -> bool {
        matches!(self.phase, DEAL | GRACE | CHAODI)
    }

    /// The cards of the seat to act.
    #[inline]
    pub fn mover(&self) -> &Cards {
        &self.hands[self.turn as usize]
    }

    /// Whether nobody acts any more.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.phase >= SETTLE
    }

    /// The order of the cards in the play.
    #[inline]
    pub fn order<'r>(&self, rules: &'r Rules) -> Order<'r> {
        Order::new(rules, self.level, self.trump)
    }

    /// The lead of the trick; `None` before it.
    #[inline]
    pub fn lead(&self, order: &Order<'_>) -> Option<Lead> {
        if self.plays == 0 {
            return None;
        }
        shapes::classify(order, &self.table[self.leader as usize])
    }

    /// The undealt cards.
    pub fn stock(&self) -> &[u8] {
        &self.stock[self.next as usize..]
    }

    /// Lays out the stock; shorter ones are dealt from their first card on.
    fn set_stock(&mut self, cards: impl ExactSizeIterator<Item = Card>) {
        self.next = (PACK - cards.len()) as u8;
        let at = self.next as usize;
        cards.zip(&mut self.stock[at..]).for_each(|(card, slot)| *slot = card.slot());
    }

    /// Deals everything at once: a flag deal (C-104).
    fn deal_flag(&mut self) {
        for i in self.next as usize..PACK {
            let seat = after::<SEATS>(self.first, (i % SEATS) as u8);
            self.hands[seat as usize].insert(Card::new(self.stock[i]));
            self.stock[i] = DEALT;
        }
        self.next = PACK as u8;
        self.start_play(NO_TRUMP, self.dealer);
    }

    /// The first lead.
    pub fn start_play(&mut self, trump: u8, leader: u8) {
        (self.phase, self.trump, self.turn, self.leader, self.plays) = (PLAY, trump, leader, leader, 0);
        (self.calls, self.n_calls, self.top_seat, self.top_rank, self.asks) = ([0; CALLS], 0, NO_SEAT, 0, 0);
    }

    fn begin(mut self, rules: &Rules) -> Self {
        if self.level == FLAG {
            (self.dealer, self.first_deal, self.chaodi) =
                (if self.dealer == NO_SEAT { 0 } else { self.dealer }, false, false);
            self.deal_flag();
        } else {
            flow::go_on(rules, &mut self);
        }
        self
    }
}

/// A deal from a seed: the shuffle is dealt one by one from the first recipient on, its last eight cards are the bottom.
pub fn deal(rules: &Rules, setup: &Setup, seed: u64) -> State {
    let mut rng = DealRng::new(seed);
    let mut state = State::new(setup);
    state.set_stock(rng.shuffle(&Pack::FRENCH_2).into_iter());
    let random = rng.below(SEATS as u32) as u8;
    state.first = match (setup.first.0, setup.dealer.0) {
        (-1, -1) => random,
        (-1, dealer) => dealer as u8,
        (first, _) => first as u8,
    };
    state.begin(rules)
}

/// Without hands a deal from the order of its cards; with hands a position at a lead, for which `trump` must be named: the stock
/// then is the buried bottom.
pub fn arrange(rules: &Rules, setup: &Setup, layout: &Layout) -> Result<State, Error> {
    let mut state = State::new(setup);
    if state.level == FLAG && (!rules.flag || state.first_deal && setup.trump == SetTrump::Call) {
        return Err(Error::position("C-102: a flag deal needs the option `flag` and a dealer"));
    }
    layout.no_melds("chaodipi")?;
    let mut full = layout.clone();
    if full.hands.is_empty() {
        full.hands = vec![WideSet::EMPTY; SEATS];
    }
    let called = setup.trump == SetTrump::Call;
    let size = if called {
        0
    } else if state.level == FLAG {
        27
    } else {
        25
    };
    let hands: Vec<Cards> = full.hands(&Pack::FRENCH_2, SEATS, size)?;
    if called {
        let least = if state.level == FLAG { SEATS } else { SEATS + BOTTOM };
        if layout.stock.len() < least || !layout.stock.len().is_multiple_of(SEATS) {
            return Err(Error::position("C-005: a deal needs a stock of 4n cards to be dealt, and the bottom of 8"));
        }
        state.set_stock(layout.stock.iter().copied());
        state.first = if setup.first.0 >= 0 { setup.first.0 as u8 } else { setup.dealer.0.max(0) as u8 };
        return Ok(state.begin(rules));
    }
    position_at_lead(setup, layout, &hands, state)
}

/// The position at a lead of `arrange`.
fn position_at_lead(setup: &Setup, layout: &Layout, hands: &[Cards], mut state: State) -> Result<State, Error> {
    let size = hands[0].len();
    if size == 0 || hands.iter().any(|hand| hand.len() != size) {
        return Err(Error::position("C-005: the four hands of a lead have equally many cards"));
    }
    let stock = layout.stock.len();
    if state.level == FLAG && (stock > 0 || setup.trump != SetTrump::None) {
        return Err(Error::position("C-104: a flag deal has no bottom and no trump suit"));
    }
    if stock > BOTTOM || (stock < BOTTOM && state.level != FLAG && !layout.partial) {
        return Err(Error::position(format!("C-005: the bottom has {BOTTOM} cards, not {stock}")));
    }
    state.hands.copy_from_slice(hands);
    state.bottom = layout.stock.iter().copied().collect();
    state.next = PACK as u8;
    state.first_deal = false;
    state.dealer = setup.dealer.0.max(0) as u8;
    state.first = if setup.first.0 >= 0 { setup.first.0 as u8 } else { state.dealer };
    state.chaodi = state.level != FLAG;
    state.burier = if state.level == FLAG { NO_SEAT } else { state.dealer };
    state.captured = [0, setup.captured.0 as u16];
    let leader = if setup.leader.0 < 0 { state.dealer } else { setup.leader.0 as u8 };
    state.start_play(setup.trump as u8, leader);
    Ok(state)
}

/// Seat 0 to move with a hand, on a lead of seat 3 or free.
pub fn position(rules: &Rules, ask: &Ask, hand: &WideSet, on: Option<&WideSet>) -> Result<State, Error> {
    let mut state = State::new(&Setup::default());
    let order = Order::of(rules, ask);
    if order.level == FLAG && order.trump != NO_TRUMP {
        return Err(Error::position("C-103: a flag deal has no trump suit"));
    }
    let layout = Layout {
        hands: vec![*hand, WideSet::EMPTY, WideSet::EMPTY, *on.unwrap_or(&WideSet::EMPTY)],
        partial: true,
        ..Layout::default()
    };
    let hands: Vec<Cards> = layout.hands(&Pack::FRENCH_2, SEATS, 33)?;
    if hands[0].is_empty() {
        return Err(Error::position("C-005: the hand is empty"));
    }
    (state.level, state.first_deal, state.dealer, state.next) = (order.level, false, 0, PACK as u8);
    state.chaodi = false;
    state.hands[0] = hands[0];
    state.start_play(order.trump, if on.is_some() { 3 } else { 0 });
    if on.is_some() {
        if shapes::classify(&order, &hands[3]).is_none() {
            return Err(Error::position("C-052: the cards to follow cannot be led"));
        }
        if hands[3].len() > hands[0].len() {
            return Err(Error::position("C-040: the hand has fewer cards than the lead"));
        }
        (state.table[3], state.plays, state.turn) = (hands[3], 1, 0);
    }
    Ok(state)
}
