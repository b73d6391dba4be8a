//! Deals consistent with what one seat knows.
//!
//! Unseen cards are dealt to the free places of the other hands and the stock, but never a suit to a seat without it, and known
//! cards where they are, every way alike. What more is known — the limits that follows have shown, and that callers hold
//! what they called — is met by drawing again, which leaves it exactly uniform. Only when that fails dozens of times the
//! last draw is mended by exchanging single cards, which is near to uniform and not exact.

use super::calls;
use super::know::Limit;
use super::rules::Rules;
use super::state::{Cards, HAND, PLAY, SEATS, SETTLE, State, UNKNOWN};
use super::view::View;
use crate::card::{Card, Pack};
use crate::deal::{FastRng, PACK_MAX};
use crate::error::Error;
use crate::follow::spread::Spread;
use crate::follow::table::{SUITS, TRUMPS, Table};
use crate::seats::{NO_SEAT, absolute};
use crate::set::{copies, nth_bit};
use arrayvec::ArrayVec;

/// Draws before the last one is mended.
const DRAWS: usize = 32;
/// Draws before the cards of the calls are laid out first.
const FREE_DRAWS: usize = 48;
/// Exchanges tried to mend a draw.
const EXCHANGES: usize = 20_000;
/// Draws after that.
const FORCED_DRAWS: usize = 400;

/// A deal drawn from those consistent with a view.
pub fn resample(rules: &Rules, view: &View, rng: &mut FastRng) -> Result<State, Error> {
    check(view)?;
    let mut state = public(view);
    match view.phase {
        SETTLE if view.unseen.is_empty() => {}
        PLAY | SETTLE => play(rules, view, &mut state, rng)?,
        _ => dealing(rules, view, &mut state, rng)?,
    }
    Ok(state)
}

/// The deal as far as the view tells it; the other hands have their known cards.
fn public(view: &View) -> State {
    let viewer = view.seat as usize;
    let from_me = |seat: usize| (seat + SEATS - viewer) % SEATS;
    let mut hands: [Cards; SEATS] = std::array::from_fn(|seat| view.known[from_me(seat)]);
    hands[viewer] = view.hand;
    let limit = |seat: usize, suit: usize| Limit {
        void: view.voids[from_me(seat)] >> suit & 1 == 1,
        copies: view.copies[from_me(seat)][suit],
        pairs: view.pairs[from_me(seat)][suit],
        run: view.runs[from_me(seat)][suit],
    };
    let mine = viewer % 2;
    State {
        hands,
        known: std::array::from_fn(|seat| view.known[from_me(seat)]),
        trick: view.trick,
        stock: [0; 22],
        limits: std::array::from_fn(|seat| std::array::from_fn(|suit| limit(seat, suit).pack())),
        level_played: std::array::from_fn(|seat| view.level_played[from_me(seat)]),
        call_seats: view.call_seats.map(|seat| absolute::<SEATS>(seat, viewer)),
        call_suits: view.call_suits.map(|suit| if suit < 0 { UNKNOWN } else { suit as u8 }),
        call_sizes: view.call_sizes,
        taken: [view.taken[mine] / 5, view.taken[1 - mine] / 5],
        stakes: std::array::from_fn(|seat| view.stakes[from_me(seat)] / 5),
        best_key: view.best_key,
        best: absolute::<SEATS>(view.best, viewer),
        phase: view.phase,
        turn: if view.turn >= 0 { absolute::<SEATS>(view.turn, viewer) } else { 0 },
        asked: if view.turn == 0 && view.phase < PLAY { view.ask_end as u8 } else { 0 },
        level: if view.level == 2 { 12 } else { view.level - 3 },
        trump: if view.trump < 0 { UNKNOWN } else { view.trump as u8 },
        dealer: absolute::<SEATS>(view.dealer, viewer),
        first: absolute::<SEATS>(view.first, viewer),
        drawn: 0,
        leader: absolute::<SEATS>(view.leader, viewer),
        plays: view.plays,
        dealt: view.dealt,
        total: view.total,
        throws: view.throws,
        last_size: view.last_size,
        last_part: view.last_part,
    }
}

/// Refuses a view that no deal has, so that one put together by hand cannot do harm.
fn check(view: &View) -> Result<(), Error> {
    let seats =
        [view.best, view.dealer, view.first, view.leader, view.turn, view.ask_end].into_iter().chain(view.call_seats);
    let sets = [view.hand, view.unseen].into_iter().chain(view.trick).chain(view.known);
    let places: usize = view.left[1..].iter().map(|left| *left as usize).sum();
    let stock = (view.total as usize).checked_sub(view.dealt as usize);
    let both = view.hand.plus(&view.unseen);
    let calling = view.phase < PLAY;
    let known =
        (1..SEATS).fold((Cards::EMPTY, 0), |(all, n), seat| (all.plus(&view.known[seat]), n + view.known[seat].len()));
    let sound = seats.into_iter().all(|seat| (-1..SEATS as i8).contains(&seat))
        && sets.into_iter().all(|set| set.is_sound(&Pack::FRENCH_4))
        && both.len() == view.hand.len() + view.unseen.len()
        && view.hand.len() == view.left[0] as usize
        && (1..SEATS).all(|seat| view.known[seat].len() <= view.left[seat] as usize)
        && known.0.len() == known.1
        && view.unseen.contains(&known.0)
        && Some(view.unseen.len()) == stock.map(|stock| places + stock)
        && view.total as usize <= 4 * HAND
        && if calling { view.turn <= 0 } else { (view.turn == -1) == (view.phase == SETTLE) }
        && (!calling || (view.ask_end >= 0 && view.first >= 0 && view.trump < 0 && known.1 == 0))
        && (view.phase != PLAY || (view.trump >= 0 && view.leader >= 0 && view.dealt == view.total))
        && (view.plays == 0 || !view.trick[0].is_empty())
        && view.plays < 4
        && view.phase <= SETTLE
        && (2..=14).contains(&view.level)
        && (-1..4).contains(&view.trump)
        && (view.seat as usize) < SEATS
        && view.call_suits.iter().all(|suit| (-1..4).contains(suit))
        && view.call_sizes.iter().all(|size| *size <= 4)
        && view.copies.as_flattened().iter().all(|n| *n <= 4)
        && view.pairs.as_flattened().iter().all(|n| *n <= 27)
        && view.runs.as_flattened().iter().all(|n| (1..=13).contains(n));
    if sound { Ok(()) } else { Err(Error::position("the view contradicts itself")) }
}

/// While cards are dealt nobody has played: every order of the unseen cards is alike, but for what calls have shown.
fn dealing(rules: &Rules, view: &View, state: &mut State, rng: &mut FastRng) -> Result<(), Error> {
    let viewer = view.seat as usize;
    let rooms: [usize; 3] = std::array::from_fn(|i| view.left[i + 1] as usize);
    state.drawn = rng.below(4) as u8;
    let bare = *state;
    for draw in 0..FREE_DRAWS + FORCED_DRAWS {
        *state = bare;
        let mut unseen = view.unseen;
        let mut room = rooms;
        if draw >= FREE_DRAWS && !force(view, state, &mut unseen, &mut room, rng) {
            continue;
        }
        let mut cards: ArrayVec<Card, PACK_MAX> = unseen.cards().collect();
        let n = cards.len();
        // Only as many cards are shuffled as are in hands; the stock is shuffled once a draw is taken.
        let mut at = 0;
        for (i, room) in room.into_iter().enumerate() {
            for _ in 0..room {
                cards.swap(at, at + rng.below((n - at) as u32) as usize);
                state.hands[(viewer + i + 1) % SEATS].insert(cards[at]);
                at += 1;
            }
        }
        // The callers have held what they called, some seat that may be asked can call, and a viewer who is asked may call
        // the suits that he knows he may.
        let settled = settle_calls(rules, state, rng) && settle_turn(rules, view, state, rng);
        if settled && (view.turn < 0 || calls::open_suits(rules, state) == view.open_suits) {
            rng.shuffle(&mut cards[at..n]);
            cards[at..n].iter().enumerate().for_each(|(i, card)| state.put_undealt(view.dealt as usize + i, *card));
            return Ok(());
        }
    }
    Err(Error::position("the view contradicts itself: no deal has these calls"))
}

/// Lays out cards for the hidden calls of others and for a seat that can call now. False where the cards are not there.
fn force(view: &View, state: &mut State, unseen: &mut Cards, room: &mut [usize; 3], rng: &mut FastRng) -> bool {
    let viewer = view.seat as usize;
    let level = state.level;
    let asked = (viewer + 1 + rng.below(3) as usize) % SEATS;
    let mut lay = |state: &mut State, seat: usize, size: usize| {
        let card = Card::french(level, rng.below(4) as u8);
        let lacking = size.saturating_sub(state.hands[seat].count(card));
        let place = &mut room[(seat + SEATS - viewer - 1) % SEATS];
        let there = lacking <= *place && unseen.count(card) >= lacking;
        if there {
            let cards: Cards = copies(card.bit(), lacking);
            state.hands[seat] = state.hands[seat].plus(&cards);
            *unseen = unseen.minus(&cards);
            *place -= lacking;
        }
        there
    };
    for i in 0..state.calls() {
        let seat = state.call_seats[i] as usize;
        if seat != viewer && !lay(state, seat, state.call_sizes[i].into()) {
            return false;
        }
    }
    let standing = state.call_sizes.into_iter().max().unwrap_or(0) as usize;
    view.turn == 0 || lay(state, asked, standing + 1)
}

/// Gives every hidden call a suit that its caller holds or has held; false where there is none.
fn settle_calls(rules: &Rules, state: &mut State, rng: &mut FastRng) -> bool {
    for i in 0..state.calls() {
        if state.call_suits[i] != UNKNOWN {
            continue;
        }
        let seat = state.call_seats[i] as usize;
        let neighbour = |suit: u8| {
            let before = i > 0 && state.call_suits[i - 1] == suit;
            let after = i + 1 < 4 && state.call_suits[i + 1] == suit;
            !rules.same_suit_overturn && (before || after)
        };
        let held = |suit: u8| {
            let now = state.hands[seat].count(Card::french(state.level, suit));
            now + state.level_played[seat][suit as usize] as usize >= state.call_sizes[i] as usize
        };
        let open = (0..4).filter(|suit| held(*suit) && !neighbour(*suit)).fold(0_u64, |mask, suit| mask | 1 << suit);
        if open == 0 {
            return false;
        }
        let suit = nth_bit(open, rng.below(open.count_ones())).trailing_zeros();
        state.call_suits[i] = suit as u8;
    }
    true
}

/// Where the viewer is not told who is asked, it is one of the others that can call.
fn settle_turn(rules: &Rules, view: &View, state: &mut State, rng: &mut FastRng) -> bool {
    if view.turn == 0 {
        return true;
    }
    let viewer = view.seat as usize;
    let seat = |n: u64| (viewer + n as usize) % SEATS;
    let able =
        (1..SEATS as u64).filter(|n| calls::able(rules, state, seat(*n) as u8)).fold(0_u64, |mask, n| mask | 1 << n);
    if able == 0 {
        return false;
    }
    let turn = nth_bit(able, rng.below(able.count_ones())).trailing_zeros() as usize;
    state.turn = seat(turn as u64) as u8;
    state.asked = ((view.ask_end as usize + SEATS - turn) % SEATS) as u8;
    true
}

/// In the tricks.
fn play(rules: &Rules, view: &View, state: &mut State, rng: &mut FastRng) -> Result<(), Error> {
    let table = state.table(rules);
    let viewer = view.seat as usize;
    let mut spread = spread(table, view);
    let bare = *state;
    for _ in 0..DRAWS {
        *state = bare;
        let dealt = spread.draw(rng).ok_or_else(|| Error::position("the view contradicts itself"))?;
        for (i, cards) in dealt.iter().enumerate().skip(1) {
            let hand = &mut state.hands[(viewer + i) % SEATS];
            *hand = hand.plus(cards);
        }
        if excess(table, view, state) == 0 && settle_calls(rules, state, rng) {
            return Ok(());
        }
    }
    mend(table, view, state, rng);
    // A view holds no more than a deal did, so a caller without the cards is given back what was called as far as it goes.
    if !settle_calls(rules, state, rng) {
        state
            .call_suits
            .iter_mut()
            .zip(state.call_seats)
            .filter(|(suit, seat)| **suit == UNKNOWN && *seat != NO_SEAT)
            .for_each(|(suit, _)| *suit = rng.below(4) as u8);
    }
    Ok(())
}

/// The unknown cards, by the hands that may have them: 1 … 3, counted from the viewer.
fn spread(table: &Table, view: &View) -> Spread<4> {
    let known = (1..SEATS).fold(Cards::EMPTY, |all, seat| all.plus(&view.known[seat]));
    let free = view.unseen.minus(&known);
    let room = |seat: usize| view.left[seat] as usize - view.known[seat].len();
    let mut spread = Spread::new([0, room(1), room(2), room(3)]);
    for suit in 0..=TRUMPS {
        let open = (1..SEATS).filter(|seat| view.voids[*seat] >> suit & 1 == 0);
        spread.add(open.fold(0, |mask, seat| mask | 1 << seat), &free.within(table.suits[suit]));
    }
    spread.ready()
}

/// By how much the other hands exceed their limits.
fn excess(table: &Table, view: &View, state: &State) -> u32 {
    let viewer = view.seat as usize;
    (1..SEATS).map(|n| excess_of(table, state, (viewer + n) % SEATS)).sum()
}

fn excess_of(table: &Table, state: &State, seat: usize) -> u32 {
    let hand = &state.hands[seat];
    let of = |suit: usize| Limit::unpack(state.limits[seat][suit]).excess(table, suit, &hand.within(table.suits[suit]));
    (0..SUITS).map(of).sum()
}

/// Exchanges single cards between two or all three of the other hands as long as that does not add to what exceeds the limits
/// (now and then by one all the same, or it could get stuck), until nothing does.
fn mend(table: &Table, view: &View, state: &mut State, rng: &mut FastRng) {
    let viewer = view.seat as usize;
    let mut now = excess(table, view, state);
    for _ in 0..EXCHANGES {
        if now == 0 {
            return;
        }
        // The seats of a cycle, each of which gives a card to the next.
        let first = rng.below(3) as usize;
        let len = 2 + rng.below(2) as usize;
        let turn = 1 + rng.below(2) as usize;
        let seat = |i: usize| (viewer + 1 + (first + turn * (i % len)) % 3) % SEATS;
        let free = |i: usize| state.hands[seat(i)].minus(&state.known[seat(i)]);
        if (0..len).any(|i| free(i).is_empty()) {
            continue;
        }
        let given: ArrayVec<Card, 3> = (0..len).map(|i| any_card(&free(i), rng)).collect();
        let before = *state;
        for (i, card) in given.into_iter().enumerate() {
            state.hands[seat(i)].remove(card);
            state.hands[seat(i + 1)].insert(card);
        }
        let then = excess(table, view, state);
        if then > now + u32::from(now > 0 && rng.below(16) == 0) {
            *state = before;
        } else {
            now = then;
        }
    }
}

/// A card of a set, every copy alike.
fn any_card(cards: &Cards, rng: &mut FastRng) -> Card {
    let (kind, _) = cards.nth(rng.below(cards.len() as u32)).expect("the number is below that of the cards");
    Card::new(kind.trailing_zeros() as u8)
}
