//! Deals consistent with a view.
//!
//! Cards that everyone knows about are laid first, the others in any way that gives no hand a card that it is known not to have,
//! every way alike. What remains, pairs and tractors that a hand cannot have, is met by drawing again, so that every
//! consistent deal of the 108 cards is equally likely. In a hidden room the acts of others are filled in with combinations
//! that they may have shown.

use super::calls::{Call, Calls, HIDDEN, RED_FIVES, cards_of};
use super::know;
use super::order::{FLAG, NO_TRUMP, Order};
use super::rules::{FirstDeclare, Rules};
use super::state::{BURY, CHAODI, Cards, DEALT, PACK, PHASES, PLAY, SEATS, SETTLE, State, UNKNOWN};
use super::view::{View, is_dark};
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::Error;
use crate::follow::spread::Spread;
use crate::seats::{NO_SEAT, absolute};

/// Draws after which there is no deal.
const TRIES: u32 = 200_000;

/// The place of cards that are in no hand: undealt or buried.
const REST: usize = 0;

/// A deal drawn from those that look the same to the viewer.
pub fn resample(rules: &Rules, view: &View, rng: &mut FastRng) -> Result<State, Error> {
    check(view)?;
    let dark = is_dark(rules, view.phase) && view.n_calls > 0;
    let start = Laid::new(view);
    // While acts are hidden each draw lays other cards first.
    let mut fixed = (!dark).then(|| start.spread(view));
    for _ in 0..TRIES {
        let mut laid = start;
        let calls = if dark { acts(rules, view, &mut laid, rng) } else { Some(plain(view)) };
        let Some(calls) = calls else { continue };
        let drawn = match &mut fixed {
            Some(spread) => spread.draw(rng),
            None => laid.spread(view).draw(rng),
        };
        match drawn {
            Some(cards) => laid.places = std::array::from_fn(|place| laid.places[place].plus(&cards[place])),
            None if dark => continue,
            None => break,
        }
        if laid.fits(rules, view) && laid.once(&calls, view, dark, rng) {
            laid.shuffle_stock(view, rng);
            return Ok(state(rules, view, &laid, &calls));
        }
    }
    Err(Error::position("no deal was found that is consistent with the view"))
}

/// The cards of the places: 1 … 3 the other hands, counted from the viewer, 0 the stock or bottom.
#[derive(Clone, Copy)]
struct Laid {
    places: [Cards; SEATS],
    free: [usize; SEATS],
    /// What is not yet laid.
    pool: Cards,
    /// The undealt cards in order.
    order: [u8; PACK],
}

impl Laid {
    fn new(view: &View) -> Self {
        let hidden = view.unseen.len();
        let mut free: [usize; SEATS] = view.left.map(usize::from);
        free[REST] = hidden - free[1..].iter().sum::<usize>();
        let mut laid = Self { places: [Cards::EMPTY; SEATS], free, pool: view.unseen, order: [DEALT; PACK] };
        for seat in 1..SEATS {
            view.known[seat].cards().for_each(|card| laid.put(card, seat));
        }
        laid
    }

    fn put(&mut self, card: Card, place: usize) {
        self.places[place].insert(card);
        self.pool.remove(card);
        self.free[place] -= 1;
    }

    /// A free place among some, each as likely as another; `None` when there is none.
    fn pick(&self, places: u8, rng: &mut FastRng) -> Option<(usize, usize)> {
        let open = |place: &usize| places >> place & 1 == 1;
        let free: usize = (0..SEATS).filter(open).map(|place| self.free[place]).sum();
        if free == 0 {
            return None;
        }
        let mut at = rng.below(free as u32) as usize;
        let place = (0..SEATS).filter(open).find(|place| {
            let here = at < self.free[*place];
            at = at.wrapping_sub(self.free[*place]);
            here
        });
        place.map(|place| (place, free))
    }

    /// The cards that are left, by the places that they may have. In a hidden room, while acts are hidden, nothing is denied to
    /// anybody.
    fn spread(&self, view: &View) -> Spread<2> {
        let mut spread = Spread::new(self.free);
        let maybe = if view.burier > 0 { view.maybe.minus(&self.places[view.burier as usize]) } else { Cards::EMPTY };
        let (maybe, others) = (self.pool.common(&maybe), self.pool.minus(&maybe));
        let burier = 1 << REST | 1 << view.burier.max(0);
        for denied in (0..1 << SEATS).step_by(2) {
            let none = |seat: usize| if denied >> seat & 1 == 1 { view.none[seat] } else { !view.none[seat] };
            let (kinds, open) = (none(1) & none(2) & none(3), 0b1111 & !denied);
            spread.add(open, &others.within(kinds));
            spread.add(open & burier, &maybe.within(kinds));
        }
        spread.ready()
    }

    /// The undealt cards come in any order.
    fn shuffle_stock(&mut self, view: &View, rng: &mut FastRng) {
        let n = view.stock as usize;
        if n > 0 {
            let mut cards: Vec<u8> = self.places[REST].cards().map(|card| card.slot()).collect();
            rng.shuffle(&mut cards);
            self.order[PACK - n..].copy_from_slice(&cards);
        }
    }

    /// Whether no hand has a pair or tractor that it is known not to have.
    fn fits(&self, rules: &Rules, view: &View) -> bool {
        if view.phase != PLAY {
            return true;
        }
        let table = Order::new(rules, view.level, view.trump as u8).table;
        let fits = |seat: usize| {
            let no_run = &view.no_run[5 * seat..5 * seat + 5];
            know::allows(table, view.none[seat], view.single[seat], no_run, &self.places[seat])
        };
        (1..SEATS).all(fits)
    }

    /// A hand with both cards of a kind could have shown the one or the other: it comes up twice as often, so every second
    /// time it is given up.
    fn once(&self, calls: &Calls, view: &View, dark: bool, rng: &mut FastRng) -> bool {
        let Some(first) = calls.first().filter(|call| dark && call.combination() < 4 && call.seat() != 0) else {
            return true;
        };
        let card = Card::french(view.level, first.combination());
        let seat = first.seat() as usize;
        match places_of(view, first.seat()) {
            Some(places) => {
                let held =
                    (0..SEATS).filter(|place| places >> place & 1 == 1).map(|place| self.places[place].count(card));
                let held: usize = held.sum();
                held < 2 || rng.below(held as u32) == 0
            }
            None => self.places[seat].len() == view.left[seat] as usize,
        }
    }
}

/// The acts as they are seen.
fn plain(view: &View) -> Calls {
    Calls { list: view.calls, n: view.n_calls }
}

/// The places in which the cards shown by a seat can be; `None`: anywhere, for they were buried and then taken by others.
fn places_of(view: &View, seat: u8) -> Option<u8> {
    let chao_since = plain(view).iter().any(|call| call.is_chao() && call.seat() == seat);
    let has_buried = match view.phase {
        BURY if view.burier == seat as i8 => false,
        BURY | CHAODI => view.dealer == seat as i8 || chao_since,
        _ => false,
    };
    match has_buried {
        false => Some(1 << seat),
        true if view.burier == seat as i8 => Some(1 << seat | 1 << REST),
        true => None,
    }
}

/// Fills in the hidden acts and lays the cards that they show. Seats are counted from the viewer. `None`: the choice leads to no
/// deal.
fn acts(rules: &Rules, view: &View, laid: &mut Laid, rng: &mut FastRng) -> Option<Calls> {
    let mut calls = Calls::NONE;
    let (mut rank, mut declarer, mut taker) = (0, NO_SEAT, view.dealer as u8);
    for seen in plain(view).iter() {
        let (seat, chao) = (seen.seat(), seen.is_chao());
        let combination = match seen.combination() {
            HIDDEN => act(rules, view, laid, &calls, seat, chao, rng)?,
            known => known,
        };
        let own = calls.rank(rules, seat, combination)?;
        let effective = calls.n == 0 && !chao || own > rank;
        calls.push(Call::new(seat, combination, chao, effective));
        if effective {
            rank = own;
            if chao { taker = seat } else { declarer = seat }
        }
    }
    // Who deals a first deal, and who took the bottom where only a higher combination takes it, is no secret.
    let deals = !view.first_deal || view.dealer < 0 || declarer == view.dealer as u8;
    let takes = rules.dark_fail_takes_bottom || view.burier < 0 || taker == view.burier as u8;
    (deals && takes).then_some(calls)
}

/// A combination that a seat may have shown; its cards are laid.
fn act(
    rules: &Rules,
    view: &View,
    laid: &mut Laid,
    calls: &Calls,
    seat: u8,
    chao: bool,
    rng: &mut FastRng,
) -> Option<u8> {
    let places = places_of(view, seat);
    let open = |place: &usize| places.is_none_or(|places| places >> place & 1 == 1);
    let free: usize = (0..SEATS).filter(open).map(|place| laid.free[place]).sum();
    let pool = laid.pool.len();
    let first = calls.n == 0 && !chao;
    // Dealing the rest has this many times more ways when one card is laid and not two.
    let weight = |combination: u8| -> u64 {
        let cards = cards_of(combination, view.level);
        let half = completes(calls, seat, combination);
        let allowed = calls.why_not(rules, 0, seat, combination, chao).is_none()
            && (combination < 4
                || super::calls::combination(&cards, (combination >= RED_FIVES).then_some(0), view.level)
                    == Some(combination));
        let copies = laid.pool.count(cards.cards().next().unwrap_or_default());
        match (allowed, combination < 4, places) {
            (false, ..) => 0,
            (_, _, None) => 1,
            (_, true, _) => copies as u64 * pool.saturating_sub(1) as u64 * u64::from(free > 0),
            _ if half => u64::from(copies == 1) * pool.saturating_sub(1) as u64 * u64::from(free > 0),
            _ => u64::from(copies == 2) * free.saturating_sub(1) as u64,
        }
    };
    let level_only = first && rules.first_declare == FirstDeclare::LevelOnly;
    let last = if level_only { 8 } else { RED_FIVES + 1 };
    let from = if first { 0 } else { 4 };
    let total: u64 = (from..last).map(weight).sum();
    if total == 0 {
        return None;
    }
    let mut at = rng.below_u64(total);
    let combination = (from..last).find(|combination| {
        let here = at < weight(*combination);
        at = at.wrapping_sub(weight(*combination));
        here
    })?;
    if let Some(places) = places {
        let done = usize::from(completes(calls, seat, combination));
        for card in cards_of(combination, view.level).cards().skip(done) {
            let (place, _) = laid.pick(places, rng)?;
            laid.put(card, place);
        }
    }
    // Any of the suits may have been named with red fives.
    Some(if combination == RED_FIVES { RED_FIVES + rng.below(5) as u8 } else { combination })
}

/// Whether a seat that declared with one card of this pair has that card laid already.
fn completes(calls: &Calls, seat: u8, combination: u8) -> bool {
    (4..8).contains(&combination)
        && calls.first().is_some_and(|first| first.seat() == seat && first.combination() + 4 == combination)
}

/// The state of a finished laid.
fn state(rules: &Rules, view: &View, laid: &Laid, calls: &Calls) -> State {
    let viewer = view.seat as usize;
    let from_me = |seat: usize| (seat + SEATS - viewer) % SEATS;
    let mut absolute_calls = Calls::NONE;
    for call in calls.iter() {
        let seat = absolute::<SEATS>(call.seat() as i8, viewer);
        absolute_calls.push(Call::new(seat, call.combination(), call.is_chao(), call.is_effective()));
    }
    let turn = match view.phase {
        SETTLE.. => view.leader.max(0),
        _ if view.turn < 0 => 1,
        _ => view.turn,
    };
    let mut state = State {
        hands: std::array::from_fn(|seat| if from_me(seat) == 0 { view.hand } else { laid.places[from_me(seat)] }),
        bottom: if view.stock > 0 { Cards::EMPTY } else { laid.places[REST].plus(&view.bottom) },
        stock: laid.order,
        table: std::array::from_fn(|seat| view.table[from_me(seat)]),
        last_play: view.last_play,
        known: std::array::from_fn(|seat| view.known[from_me(seat)]),
        maybe: view.maybe,
        none: std::array::from_fn(|seat| view.none[from_me(seat)]),
        single: std::array::from_fn(|seat| view.single[from_me(seat)]),
        no_run: std::array::from_fn(|i| view.no_run[5 * from_me(i / 5) + i % 5]),
        calls: absolute_calls.list,
        n_calls: calls.n,
        top_seat: absolute::<SEATS>(view.top_seat, viewer),
        top_rank: view.top_rank,
        trump: if view.trump < 0 { UNKNOWN } else { view.trump as u8 },
        level: view.level,
        next: PACK as u8 - view.stock,
        first: absolute::<SEATS>(view.first, viewer),
        dealer: absolute::<SEATS>(view.dealer, viewer),
        first_deal: view.first_deal,
        chaodi: view.chaodi,
        burier: absolute::<SEATS>(view.burier, viewer),
        turn: absolute::<SEATS>(turn, viewer),
        asks: view.asks,
        phase: view.phase,
        leader: absolute::<SEATS>(view.leader, viewer),
        plays: view.plays,
        captured: view.captured,
        wrong: view.wrong,
        failed: view.failed,
        lost: view.lost,
        kept: view.kept,
    };
    if state.is_window() && view.turn != 0 {
        state.asks = 1;
    }
    if is_dark(rules, view.phase) && calls.n > 0 {
        state.set_standing(absolute_calls.standing(rules));
        for call in absolute_calls.iter().filter(|call| call.is_chao() && !call.is_effective()) {
            state.failed[state.side(call.seat())] += 1;
        }
    }
    state
}

/// Refuses a view that no deal has, so that one put together by hand cannot do harm.
fn check(view: &View) -> Result<(), Error> {
    let others: usize = view.left[1..].iter().map(|left| *left as usize).sum();
    let hidden = view.unseen.len();
    let pack = &Pack::FRENCH_2;
    let sets = [view.hand, view.unseen, view.bottom, view.last_play, view.maybe];
    let sound = sets.iter().chain(&view.table).chain(&view.known).all(|set| set.is_sound(pack));
    let all = [view.unseen, view.bottom]
        .iter()
        .chain(&view.table)
        .fold(view.hand.resize::<5>(), |sum, set| sum.plus(&set.resize()));
    let total = view.hand.len() + hidden + view.bottom.len() + view.table.iter().map(Cards::len).sum::<usize>();
    let seats = [view.top_seat, view.first, view.dealer, view.burier, view.turn, view.leader];
    let acts = view.n_calls as usize <= view.calls.len() && (view.level != FLAG || view.n_calls == 0);
    let known = (1..SEATS).all(|seat| view.known[seat].len() <= view.left[seat] as usize)
        && view.unseen.contains(&(1..SEATS).fold(Cards::EMPTY, |sum, seat| sum.plus(&view.known[seat])))
        && (1..SEATS).map(|seat| view.known[seat].len()).sum::<usize>() <= hidden;
    let fine = sound
        && all.len() == total
        && view.unseen.len() >= others + if view.stock > 0 { view.stock as usize } else { 0 }
        && (view.stock == 0 || hidden - others == view.stock as usize)
        && view.hand.len() == view.left[0] as usize
        && seats.iter().all(|seat| (-1..SEATS as i8).contains(seat))
        && (view.turn < 0 || view.phase < SETTLE)
        && (view.turn >= 0 || !matches!(view.phase, BURY | PLAY))
        && (view.phase as usize) < PHASES.len()
        && view.level <= FLAG
        && (-1..=NO_TRUMP as i8).contains(&view.trump)
        && (view.phase < BURY || view.phase > SETTLE || view.dealer >= 0)
        && (view.phase != PLAY || (view.trump >= 0 && view.leader >= 0 && view.plays < 4))
        && (view.seat as usize) < SEATS
        && (view.stock as usize) <= PACK
        && acts
        && known;
    if fine { Ok(()) } else { Err(Error::position("the view contradicts itself")) }
}
