//! Questions beyond play: whether a play beats another, winners of tricks, what is owed, throws, kills, calls.
//!
//! Every question by name begins with the level and the trump suit.

use super::calls;
use super::moves::CALL;
use super::order::{self, lead};
use super::rules::{Ask, Level, NoCall, Rules, Setup, ThrowRule, Trump};
use super::state::{AS_HELD, CALL_GRACE, Cards, SEATS, State, UNKNOWN, arrange, position};
use super::{kills, owed, throwing};
use crate::action::Action;
use crate::card::{SMALL_JOKER, SUITS};
use crate::error::Error;
use crate::follow::points::points;
use crate::follow::table::{TRUMPS, Table};
use crate::follow::throws::{part, split};
use crate::game::{Layout, narrow, sets};
use crate::seats::NO_SEAT;
use crate::set::WideSet;
use crate::settings::{Settings, Whole};
use crate::value::Value;

/// Their names.
pub const NAMES: &[&str] = &["winner", "owed", "throw", "kill", "split", "calling"];

/// Whether a play beats a lead.
pub fn beats(rules: &Rules, ask: &Ask, new: &Cards, on: &Cards) -> Result<bool, Error> {
    let table = order::table_of(rules, ask.level, ask.trump);
    let lead = lead(table, on).ok_or_else(|| Error::position("the cards to beat are no lead of one suit"))?;
    Ok(order::key(rules, table, on, &lead, new) > order::key(rules, table, on, &lead, on))
}

/// Answers a question.
pub fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
    let [level, trump, args @ ..] = args else {
        return Err(Error::position(format!("{question} asks for a level and a trump suit first")));
    };
    let pairs = [("level".into(), level.clone()), ("trump".into(), trump.clone())];
    let setup = Setup::resolve("set-up parameter", &pairs)?;
    let table = order::table_of(rules, setup.level, setup.trump);
    match (question, args) {
        ("winner", [Value::List(plays)]) => winner(rules, table, &sets(plays)?),
        ("owed", [Value::Cards(on), Value::Cards(hand), Value::Cards(play)]) => {
            classes(table, &narrow(on)?, &narrow(hand)?, &narrow(play)?)
        }
        ("throw", [Value::Cards(cards), Value::List(others)]) => {
            let (level, trump) = (setup.level, setup.trump);
            tried(rules, table, (level, trump), &narrow(cards)?, &sets(others)?)
        }
        ("kill", [Value::Cards(on), Value::Cards(play)]) => kill(rules, table, &narrow(on)?, &narrow(play)?),
        ("split", [Value::Cards(cards)]) => {
            let cards: Cards = narrow(cards)?;
            let suit = of_one_suit(table, &cards)?;
            Ok(Value::List(split(table, suit, &cards).map(|part| value(&part.cards)).collect()))
        }
        ("calling", [Value::Int(dealer), Value::Int(first), Value::Int(drawn), Value::List(events)]) => {
            let seat =
                |seat: &i64| (-1..4).contains(seat).then_some(*seat).ok_or_else(|| Error::position("seats are 0 to 3"));
            let (dealer, first, drawn) = (seat(dealer)?, seat(first)?, seat(drawn)?);
            let whole =
                Setup { dealer: Whole(dealer), first_recipient: Whole(first), drawn_dealer: Whole(drawn), ..setup };
            calling(rules, &whole, events)
        }
        _ => Err(Error::position(format!("shengji4 answers {}, with other arguments", NAMES.join(", ")))),
    }
}

fn value(cards: &Cards) -> Value {
    Value::Cards(cards.resize())
}

fn of_one_suit(table: &Table, cards: &Cards) -> Result<usize, Error> {
    table.suit_of_all(cards.kinds()).ok_or_else(|| Error::position("S-027: the cards are not of one suit"))
}

/// The index of the winner in order of play, and the points of the trick.
fn winner(rules: &Rules, table: &Table, plays: &[Cards]) -> Result<Value, Error> {
    let Some(led) = plays.first() else { return Err(Error::position("a trick has plays")) };
    let lead = lead(table, led).ok_or_else(|| Error::position("S-027: the lead is not of one suit"))?;
    let keys = plays.iter().map(|play| order::key(rules, table, led, &lead, play));
    let (best, _) =
        keys.enumerate().fold((0, 0), |best, (i, key)| if i == 0 || key > best.1 { (i, key) } else { best });
    let points: usize = plays.iter().map(points).sum();
    Ok(Value::List(vec![Value::Int(best as i64), Value::Int(5 * points as i64)]))
}

/// The classes owed and reached, where a list decides.
fn classes(table: &Table, led: &Cards, hand: &Cards, play: &Cards) -> Result<Value, Error> {
    let lead = lead(table, led).ok_or_else(|| Error::position("S-027: the lead is not of one suit"))?;
    let held = hand.within(table.suits[lead.suit]);
    let inside = play.kinds() & !table.suits[lead.suit] == 0;
    let Some((form, (_, entries))) = lead.form.and_then(|form| Some((form, owed::list(form)?))) else {
        return Ok(Value::None);
    };
    if held.len() < lead.size || !inside || play.is_empty() {
        return Ok(Value::None);
    }
    let name = |cards: &Cards| Value::Text(owed::label(form, owed::class(entries, table, lead.suit, cards)));
    Ok(Value::List(vec![name(&held), name(play)]))
}

/// Whether cards may be thrown against three hands, and what is led then.
fn tried(
    rules: &Rules,
    table: &Table,
    (level, trump): (Level, Trump),
    cards: &Cards,
    others: &[Cards],
) -> Result<Value, Error> {
    let suit = of_one_suit(table, cards)?;
    let [a, b, c] = others else { return Err(Error::position("a throw is tried against three hands")) };
    let hands = [cards, a, b, c].map(|cards| cards.resize());
    let state = leading(rules, level, trump, hands)?;
    let refused = part(table, cards).is_none() && !throwing::allowed(rules, table, &state, suit);
    if refused {
        return Ok(Value::List(vec![Value::Bool(false), Value::None]));
    }
    let led = if rules.throw_rule == ThrowRule::Standard { throwing::led(rules, table, &state, cards) } else { *cards };
    Ok(Value::List(vec![Value::Bool(led == *cards), value(&led)]))
}

/// Seat 0 to lead with these hands, whatever their sizes.
fn leading(rules: &Rules, level: Level, trump: Trump, hands: [WideSet; SEATS]) -> Result<State, Error> {
    let mut state = position(rules, &Ask { level, trump, ..Ask::default() }, &hands[0], None)?;
    state.throws = AS_HELD;
    for (mine, given) in state.hands.iter_mut().zip(&hands) {
        *mine = narrow(given)?;
    }
    Ok(state)
}

/// The place of a kill of a throw, or `None`.
fn kill(rules: &Rules, table: &Table, led: &Cards, play: &Cards) -> Result<Value, Error> {
    let suit = of_one_suit(table, led)?;
    let trumps = play.kinds() & !table.suits[TRUMPS] == 0;
    if suit == TRUMPS || !trumps || led.len() != play.len() || part(table, led).is_some() {
        return Ok(Value::None);
    }
    match kills::key(rules, table, led, play) {
        0 => Ok(Value::None),
        key => Ok(Value::Int(key.into())),
    }
}

/// Which calls `[seat, cards]` are accepted in time order, the trump suit and the dealer. The cards are taken as held.
fn calling(rules: &Rules, setup: &Setup, events: &[Value]) -> Result<Value, Error> {
    let layout = Layout { hands: vec![WideSet::of(SMALL_JOKER, 1); SEATS], partial: true, ..Layout::default() };
    let mut state = arrange(rules, &Setup { trump: Trump::Spades, ..setup.clone() }, &layout)?;
    // The calls are tried on a bare table: nothing is dealt, and nobody has called.
    (state.trump, state.phase) = (UNKNOWN, CALL_GRACE);
    state.dealer = u8::try_from(setup.dealer.0).unwrap_or(NO_SEAT);
    let mut accepted = vec![];
    for event in events {
        let (seat, cards) = match event {
            Value::List(parts) => match &parts[..] {
                [Value::Int(seat @ 0..=3), Value::Cards(cards)] => (*seat as u8, narrow::<Cards>(cards)?),
                _ => return Err(Error::position("a call is a seat and cards")),
            },
            _ => return Err(Error::position("a call is a seat and cards")),
        };
        state.turn = seat;
        state.hands[seat as usize] = cards;
        let suit = cards.kinds().trailing_zeros() as u8 & 3;
        let good = state.calls() < 4 && calls::check(rules, &state, &Action::new(CALL + suit, cards)).is_ok();
        if good {
            let at = state.calls();
            (state.call_seats[at], state.call_suits[at], state.call_sizes[at]) = (seat, suit, cards.len() as u8);
        }
        accepted.push(Value::Bool(good));
    }
    let settled = calls::reveal(rules, &state);
    let trump = settled.map_or(Value::None, |(suit, _)| Value::Text(SUITS[suit as usize].into()));
    let drawn = state.calls() == 0 && state.dealer == NO_SEAT && setup.drawn_dealer.0 < 0;
    let by_draw = drawn && rules.no_call_first_dealer == NoCall::Random;
    let dealer = settled.filter(|_| !by_draw).map_or(Value::None, |(_, dealer)| Value::Int(dealer.into()));
    Ok(Value::List(vec![Value::List(accepted), trump, dealer]))
}
