//! What everyone learns from what is shown, thrown and followed. It is all lasting: what a hand has not it will not get.

use super::calls::cards_of;
use super::order::{Order, five_ten_king};
use super::rules::Rules;
use super::shapes::{K510, K510K, Lead, SINGLE};
use super::state::{ANY_RUN, Cards, SEATS, State};
use super::throwing::Thrown;
use crate::follow::demand::pairs;
use crate::follow::table::{SUITS, TRUMPS, Table};
use crate::follow::throws::split;
use crate::seats::after;
use crate::set::bits;

/// All that was shown in a hidden room becomes public. A seat that buried afterwards may have laid the cards aside.
pub fn reveal(rules: &Rules, state: &mut State) {
    for seat in 0..SEATS as u8 {
        let shown = |cards: Cards, call: super::calls::Call| {
            if call.seat() == seat { cards.union(&cards_of(call.combination(), state.level)) } else { cards }
        };
        let cards = state.calls().iter().fold(Cards::EMPTY, shown);
        let took = |call: super::calls::Call| {
            call.is_chao() && call.seat() == seat && (call.is_effective() || rules.dark_fail_takes_bottom)
        };
        if seat == state.burier {
            state.maybe = state.maybe.union(&cards);
        } else if seat != state.dealer && !state.calls().iter().any(took) {
            state.known[seat as usize] = state.known[seat as usize].union(&cards);
        }
    }
}

/// A throw shows that nobody can beat it, or what the thrower has kept.
pub fn thrown(table: &Table, state: &mut State, seat: u8, cards: &Cards, thrown: &Thrown) {
    if !thrown.accepted {
        let known = &mut state.known[seat as usize];
        // The cards led are in the hand still; they leave it with the play.
        *known = known.union(cards);
        return;
    }
    let suit = table.suit_of[(cards.kinds().trailing_zeros() & 63) as usize] as usize;
    for part in split(table, suit, cards).filter(|part| part.length == 1) {
        let higher = table.above[part.cards.kinds().trailing_zeros() as usize];
        for other in (1..SEATS as u8).map(|n| after::<SEATS>(seat, n) as usize) {
            let known = if part.width == 1 { &mut state.none } else { &mut state.single };
            known[other] |= higher;
        }
    }
}

/// A follow shows what was lacking.
pub fn followed(order: &Order<'_>, state: &mut State, seat: u8, lead: &Lead, play: &Cards) {
    let (table, at, suit) = (order.table, seat as usize, lead.suit as usize);
    let all = table.suits[suit];
    let own = play.within(all);
    if own.is_empty() || lead.kind != SINGLE && own.len() < lead.cards.len() {
        state.none[at] |= all;
        return;
    }
    if lead.kind == SINGLE {
        return;
    }
    if lead.kind == K510 && (suit == TRUMPS || order.rules.side_510k_forced) {
        // Who holds all three must play them: whoever shows two of them only has not the third.
        let three = if suit == TRUMPS { five_ten_king(state.trump) } else { lead.cards.kinds() & all };
        let missing = three & !own.kinds();
        if missing == 0 && three.count_ones() == 3 {
            return;
        }
        if missing.is_power_of_two() && three.count_ones() == 3 {
            state.none[at] |= missing;
        }
    }
    if matches!(lead.kind, K510 | K510K) && suit == TRUMPS {
        // Whoever must play his highest has nothing above the lowest of them.
        state.none[at] |= bits(own.kinds()).fold(0, |above, card| above | table.above[card.slot() as usize]);
        return;
    }
    if lead.kind != K510 {
        lacking(table, state, at, lead, &own);
    }
}

/// What pairs and tractors were lacking.
fn lacking(table: &Table, state: &mut State, at: usize, lead: &Lead, own: &Cards) {
    let suit = lead.suit as usize;
    let (owed, shown) = (pairs(&lead.cards), pairs(own));
    if shown < owed {
        // All pairs were shown, so that what is left makes none, not even with the single cards shown.
        state.single[at] |= table.suits[suit];
        state.none[at] |= own.kinds() & !own.plane(1);
        return;
    }
    let lengths = lead.lengths(table);
    if lengths[0] == 0 || lengths[1] > 0 {
        return;
    }
    let longest = table.longest(suit, own.plane(1), lengths[0].into());
    if longest >= lengths[0].into() {
        return;
    }
    // One more neighbour would have made a longer tractor, which was owed.
    let longer = (longest + 1).max(2);
    for window in table.windows(suit, longer) {
        let missing = window.mask & !own.plane(1);
        if missing.is_power_of_two() {
            let denied = if own.kinds() & missing != 0 { &mut state.none } else { &mut state.single };
            denied[at] |= missing;
        }
    }
    let limit = &mut state.no_run[at * SUITS + suit];
    *limit = (*limit).min(longer as u8);
}

/// Whether a hand is one that everyone may take it to be: it has none of some kinds, not both of others, and no tractors of some
/// lengths.
pub fn allows(table: &Table, none: u64, single: u64, no_run: &[u8], hand: &Cards) -> bool {
    let run_ok = |suit: usize| no_run[suit] == ANY_RUN || !table.has_window(suit, no_run[suit].into(), hand.plane(1));
    hand.kinds() & none == 0 && hand.plane(1) & single == 0 && (0..SUITS).all(run_ok)
}
