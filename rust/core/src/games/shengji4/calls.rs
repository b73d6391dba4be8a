//! Calls: who may call what, and what the calls come to (rule book §2.2, §5).

use super::moves::CALL;
use super::order::SPADES;
use super::rules::{NoCall, OverturnBy, OverturnDealer, OverturnStep, Rules};
use super::shapes::text;
use super::state::{Cards, State};
use crate::action::Action;
use crate::card::{Card, Pack};
use crate::error::Illegal;
use crate::seats::NO_SEAT;

/// The suit that a head calls.
pub fn suit(head: u8) -> u8 {
    head - CALL
}

/// The level cards of all suits as a mask.
#[inline]
fn level_cards(state: &State) -> u64 {
    0xf << (4 * state.level)
}

/// The number of cards of the standing call, 0 for none.
#[inline]
fn standing(state: &State) -> usize {
    state.call_sizes.into_iter().max().unwrap_or(0).into()
}

/// Whether a seat has a legal call.
#[inline]
pub fn able(rules: &Rules, state: &State, seat: u8) -> bool {
    let need = standing(state);
    let open = state.hands[seat as usize].plane(need) & level_cards(state);
    if open == 0 || need == 0 {
        return open != 0;
    }
    let last = state.calls() - 1;
    let holder = state.call_seats[last];
    let allowed = seat != holder && (rules.overturn_by == OverturnBy::AnyOther || seat % 2 != holder % 2);
    let same = Card::french(state.level, state.call_suits[last]).bit();
    allowed && (rules.same_suit_overturn || open & !same != 0)
}

/// Whether a seat may call with some cards, or why not. The cards are in his hand.
pub fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    let card = Card::french(state.level, suit(action.head));
    let size = action.cards.len();
    if size == 0 || action.cards.kinds() != card.bit() {
        let wanted = Pack::FRENCH_4.text(card);
        return Illegal::err("S-007", "not_level_cards", format!("a call in this suit is 1 to 4 copies of {wanted}"));
    }
    if !state.mover().contains(&action.cards) {
        let given = text(&action.cards);
        return Illegal::err("S-007", "not_held", format!("you do not hold {given}"));
    }
    let need = standing(state);
    if need == 0 {
        return Ok(());
    }
    let last = state.calls() - 1;
    let (seat, holder) = (state.turn, state.call_seats[last]);
    if seat == holder {
        return Illegal::err("S-014", "own_call", "your own call stands");
    }
    if rules.overturn_by == OverturnBy::Opponents && seat % 2 == holder % 2 {
        return Illegal::err("SA-05", "partner_call", "the call of the partner stands");
    }
    if size == need {
        return Illegal::err("S-012", "too_few", format!("the standing call has {need} cards too, and it was earlier"));
    }
    if size < need {
        return Illegal::err("S-011", "too_few", format!("the standing call has {need} cards"));
    }
    if rules.overturn_step == OverturnStep::Exactly1 && size != need + 1 {
        return Illegal::err("SA-04", "too_many", format!("the standing call of {need} is overturned by {}", need + 1));
    }
    if !rules.same_suit_overturn && state.call_suits[last] == suit(action.head) {
        return Illegal::err("SA-07", "same_suit", "the standing call is in this suit");
    }
    Ok(())
}

/// The numbers of cards with which the seat to act may call in a suit; empty: it may not.
#[inline]
pub fn sizes(rules: &Rules, state: &State, suit: u8) -> std::ops::RangeInclusive<usize> {
    let need = standing(state) + 1;
    let held = state.mover().count(Card::french(state.level, suit));
    let barred = !rules.same_suit_overturn && need > 1 && state.call_suits[state.calls() - 1] == suit;
    let most = if need > 1 && rules.overturn_step == OverturnStep::Exactly1 { held.min(need) } else { held };
    // An empty range where nothing may be called.
    need..=if barred || !able(rules, state, state.turn) { need - 1 } else { most }
}

/// The suits that the seat to act may call, as a mask. Where the suit of the standing call may not be called again, a suit that
/// is missing here tells the seat what it otherwise could not know.
pub fn open_suits(rules: &Rules, state: &State) -> u8 {
    (0..4).filter(|suit| !sizes(rules, state, *suit).is_empty()).fold(0, |mask, suit| mask | 1 << suit)
}

/// The trump suit and the dealer when calling is over (S-010, S-013, S-015, S-018); `None`: the deal is void.
pub fn reveal(rules: &Rules, state: &State) -> Option<(u8, u8)> {
    let first_deal = state.dealer == NO_SEAT;
    let Some(last) = state.calls().checked_sub(1) else {
        let dealer = match (first_deal, rules.no_call_first_dealer) {
            (false, _) => state.dealer,
            (true, NoCall::FirstRecipient) => state.first,
            (true, NoCall::Random) => state.drawn,
            (true, NoCall::Redeal) => return None,
        };
        return Some((SPADES, dealer));
    };
    let holder = state.call_seats[last];
    let dealer = match (first_deal, rules.overturn_changes_dealer) {
        (true, OverturnDealer::Never) => state.call_seats[0],
        (true, _) => holder,
        (false, OverturnDealer::Always) if last > 0 => holder,
        (false, _) => state.dealer,
    };
    Some((state.call_suits[last], dealer))
}
