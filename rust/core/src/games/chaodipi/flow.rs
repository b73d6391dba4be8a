//! What an action does: windows, burying, tricks (§5).

use super::calls::{self, Call, Standing};
use super::know;
use super::moves::windows;
use super::order::{self, NO_TRUMP, RED_FIVE};
use super::rules::{BiRed5, ChaodiRounds, FlipBlocks, FlipFallback, Rules};
use super::shapes::{self, THROW};
use super::state::{BOTTOM, BURY, CHAODI, Cards, DEAL, DEALT, GRACE, PACK, SEATS, SETTLE, State, UNKNOWN, VOID};
use super::throwing;
use crate::action::Action;
use crate::card::Card;
use crate::seats::{NO_SEAT, after};

/// What a seat may show in the window that is open, a bit for each combination.
#[inline]
pub fn options(rules: &Rules, state: &State, seat: u8) -> u16 {
    let hand = &state.hands[seat as usize];
    state.calls().options(rules, state.top_rank, seat, hand, state.level, state.phase == CHAODI)
}

/// Plays a legal action.
#[inline]
pub fn apply(rules: &Rules, state: &mut State, action: &Action<Cards>) {
    match state.phase {
        BURY => bury(rules, state, &action.cards),
        _ if state.is_window() => answer(rules, state, windows::combination_of(state, action)),
        _ => play(rules, state, &action.cards),
    }
}

/// The seat answers with a combination, or (`None`) passes.
fn answer(rules: &Rules, state: &mut State, combination: Option<u8>) {
    let seat = state.turn;
    let Some(combination) = combination else {
        pass(rules, state);
        return go_on(rules, state);
    };
    let chao = state.phase == CHAODI;
    let calls = state.calls();
    let rank = calls.rank(rules, seat, combination).unwrap_or(0);
    let effective = (!chao && calls.n == 0) || rank > state.top_rank;
    let mut calls = calls;
    calls.push(Call::new(seat, combination, chao, effective));
    (state.calls, state.n_calls) = (calls.list, calls.n);
    if effective {
        state.set_standing(Standing { seat, rank, trump: calls::trump_of(combination) });
    } else if chao {
        state.failed[state.side(seat)] += 1;
    }
    if !rules.hidden {
        let known = &mut state.known[seat as usize];
        *known = known.union(&calls::cards_of(combination, state.level));
    }
    if !chao {
        (state.turn, state.asks) = (after::<SEATS>(seat, 1), SEATS as u8 - 1);
        return go_on(rules, state);
    }
    if effective || rules.dark_fail_takes_bottom {
        match rules.chaodi_rounds {
            ChaodiRounds::UntilThreePasses => state.asks = SEATS as u8,
            ChaodiRounds::OneLap => {}
        }
        take_bottom(state, seat);
    } else {
        pass(rules, state);
        go_on(rules, state);
    }
}

/// Goes on to the next seat of a window. In a single lap the dealer is asked last, and only if somebody took the bottom.
fn pass(rules: &Rules, state: &mut State) {
    state.asks -= 1;
    state.turn = after::<SEATS>(state.turn, 1);
    let lap = state.phase == CHAODI && rules.chaodi_rounds == ChaodiRounds::OneLap;
    if lap && state.asks == 1 && state.burier == state.dealer {
        state.asks = 0;
    }
}

/// A seat takes the bottom to bury anew (C-028).
fn take_bottom(state: &mut State, seat: u8) {
    let hand = &mut state.hands[seat as usize];
    *hand = hand.plus(&state.bottom);
    state.bottom = Cards::EMPTY;
    state.maybe = Cards::EMPTY;
    (state.phase, state.turn, state.burier) = (BURY, seat, seat);
}

/// The burier lays cards aside; then 炒底 is offered.
fn bury(rules: &Rules, state: &mut State, cards: &Cards) {
    let seat = state.turn;
    let hand = &mut state.hands[seat as usize];
    *hand = hand.minus(cards);
    state.bottom = *cards;
    // What he is known to have may now lie in the bottom.
    state.maybe = std::mem::take(&mut state.known[seat as usize]);
    state.phase = CHAODI;
    let first = state.asks == 0;
    if first && state.chaodi {
        let lap = rules.chaodi_rounds == ChaodiRounds::OneLap;
        (state.turn, state.asks) = (after::<SEATS>(seat, 1), if lap { 4 } else { 3 });
    } else if !first {
        // Whoever took the bottom has answered with that.
        pass(rules, state);
    }
    go_on(rules, state);
}

/// Deals, skips seats without an option and changes phases until somebody has to decide.
pub fn go_on(rules: &Rules, state: &mut State) {
    let mut able = able(rules, state);
    while state.is_window() {
        if state.asks > 0 {
            if able >> state.turn & 1 == 1 {
                return;
            }
            pass(rules, state);
        } else if state.phase == DEAL && (state.next as usize) < PACK - BOTTOM {
            able = deal_cards(rules, state, able);
        } else {
            close_window(rules, state);
        }
    }
}

/// The seats that have something to show, a bit for each. Only an act changes it, or a card of a combination that is dealt.
fn able(rules: &Rules, state: &State) -> u8 {
    (0..SEATS as u8).fold(0, |able, seat| able | u8::from(options(rules, state, seat) != 0) << seat)
}

/// The end of dealing, or of the asking after it.
fn close_window(rules: &Rules, state: &mut State) {
    match state.phase {
        DEAL if rules.declare_grace => (state.phase, state.turn, state.asks) = (GRACE, state.first, SEATS as u8),
        CHAODI => reveal(rules, state),
        _ => end_declaring(rules, state),
    }
}

/// Deals cards until one of the seats has something to show; the seats that have.
fn deal_cards(rules: &Rules, state: &mut State, mut able: u8) -> u8 {
    let counts = calls::kinds(state.level);
    for next in state.next..(PACK - BOTTOM) as u8 {
        let card = Card::new(std::mem::replace(&mut state.stock[next as usize], DEALT));
        // The cards to deal are a multiple of the seats, and so is the whole stock: the next place in it tells the seat.
        let seat = after::<SEATS>(state.first, next % SEATS as u8);
        state.hands[seat as usize].insert(card);
        (state.next, state.turn) = (next + 1, seat);
        if card.bit() & counts != 0 && options(rules, state, seat) != 0 {
            able |= 1 << seat;
        }
        if able != 0 {
            state.asks = SEATS as u8;
            break;
        }
    }
    able
}

/// The dealer takes the bottom; without a declaration it is turned over (C-008 … C-012).
fn end_declaring(rules: &Rules, state: &mut State) {
    let flipped = state.top_seat == NO_SEAT;
    if !flipped && state.first_deal {
        state.dealer = state.top_seat;
    }
    if flipped && (state.first_deal || !flip(rules, state)) {
        (state.phase, state.asks) = (VOID, 0);
        return;
    }
    for at in PACK - BOTTOM..PACK {
        state.bottom.insert(Card::new(std::mem::replace(&mut state.stock[at], DEALT)));
    }
    state.next = PACK as u8;
    if flipped {
        let known = &mut state.known[state.dealer as usize];
        *known = known.union(&state.bottom);
    }
    take_bottom(state, state.dealer);
}

/// Finds trump in the bottom; false: the deal is void.
fn flip(rules: &Rules, state: &mut State) -> bool {
    let bottom: [Card; BOTTOM] = std::array::from_fn(|i| Card::new(state.stock()[i]));
    state.chaodi = rules.flip_blocks_chaodi == FlipBlocks::JokerOnly;
    for card in bottom {
        if card.rank() == 13 {
            (state.trump, state.chaodi) = (NO_TRUMP, false);
            return true;
        }
        if card.rank() == state.level {
            state.trump = card.suit();
            return true;
        }
    }
    state.trump = match rules.flip_fallback {
        FlipFallback::FirstSuit => bottom[0].suit(),
        FlipFallback::NoTrump => NO_TRUMP,
        FlipFallback::Redeal => UNKNOWN,
    };
    state.trump != UNKNOWN
}

/// 炒底 is over: trump is fixed, everything shown is public, and the dealer leads (C-088, C-007).
fn reveal(rules: &Rules, state: &mut State) {
    if rules.hidden {
        know::reveal(rules, state);
    }
    state.start_play(state.trump, state.dealer);
}

/// A lead or a follow.
fn play(rules: &Rules, state: &mut State, cards: &Cards) {
    let seat = state.turn;
    let order = state.order(rules);
    let mut cards = *cards;
    match state.lead(&order) {
        None => {
            let lead = shapes::classify(&order, &cards);
            if lead.is_some_and(|lead| lead.kind == THROW) {
                let hand = |n: u8| &state.hands[after::<SEATS>(seat, n) as usize];
                let thrown = throwing::throw(&order, &cards, [hand(1), hand(2), hand(3)]);
                know::thrown(order.table, state, seat, &cards, &thrown);
                state.wrong[state.side(seat)] += thrown.wrong;
                cards = thrown.led;
            }
        }
        Some(lead) => know::followed(&order, state, seat, &lead, &cards),
    }
    let at = seat as usize;
    state.hands[at] = state.hands[at].minus(&cards);
    state.known[at] = state.known[at].minus(&cards);
    if seat == state.burier {
        state.maybe = state.maybe.minus(&cards);
    }
    state.table[at] = cards;
    state.plays += 1;
    state.turn = after::<SEATS>(seat, 1);
    if state.plays as usize == SEATS {
        end_trick(rules, state);
    }
}

/// The seat that wins a full trick.
fn winner(rules: &Rules, state: &State) -> u8 {
    let order = state.order(rules);
    let lead = state.lead(&order).expect("the trick is full");
    let plays = (1..SEATS as u8).map(|n| &state.table[after::<SEATS>(state.leader, n) as usize]);
    after::<SEATS>(state.leader, order.winner(&lead, plays) as u8)
}

fn end_trick(rules: &Rules, state: &mut State) {
    let win = winner(rules, state);
    let side = state.side(win);
    state.captured[side] += state.table.iter().map(order::points).sum::<u16>();
    lose_red_fives(rules, state, win);
    let leader = state.leader;
    let table = std::mem::take(&mut state.table);
    (state.leader, state.turn, state.plays) = (win, win, 0);
    if !state.hands[0].is_empty() {
        return;
    }
    // 保红5 (C-092): whoever leads the last trick has won the one before.
    let last = &table[leader as usize];
    if last.kinds() == RED_FIVE.bit() {
        state.kept[state.side(leader)] += last.len() as u8;
    }
    state.last_play = table[win as usize];
    state.phase = SETTLE;
}

/// 逼红5 (C-091).
fn lose_red_fives(rules: &Rules, state: &mut State, win: u8) {
    let kinds = state.table.iter().fold(0, |kinds, play| kinds | play.kinds());
    if kinds & RED_FIVE.bit() == 0 || rules.bi_red5 == BiRed5::Off {
        return;
    }
    for seat in (0..SEATS as u8).filter(|seat| *seat != win) {
        if rules.bi_red5 == BiRed5::NotWon || state.side(seat) != state.side(win) {
            state.lost[state.side(seat)] += state.table[seat as usize].count(RED_FIVE) as u8;
        }
    }
}
