//! Questions beyond play: whether a play beats another, who wins a trick, what becomes of a throw, what may be shown, what a flipped bottom says.

use super::calls::{Call, Calls, HIDDEN, combination};
use super::order::{FLAG, NO_TRUMP, Order, lead_key};
use super::rules::{Ask, Rules, Trump};
use super::shapes::{self, Lead};
use super::state::{Cards, SEATS};
use super::throwing;
use crate::card::RANKS;
use crate::error::Error;
use crate::game::{narrow, sets};
use crate::set::WideSet;
use crate::settings::{Domain, Setting};
use crate::value::Value;

/// Their names: `winner(level, trump, plays)`, `kill(level, trump, lead, play)`, `throw(level, trump, cards, others)`,
/// `overturn(level, current, new, back)`.
pub const NAMES: &[&str] = &["winner", "kill", "throw", "overturn"];

/// Whether a play beats another, both by the lead `on`; a play of another number of cards does not.
pub fn beats(rules: &Rules, ask: &Ask, new: &Cards, on: &Cards) -> Result<bool, Error> {
    is_higher(&Order::of(rules, ask), new, on)
}

/// Answers a question. Levels are texts (`FLAG`: none), trumps `c` `d` `h` `s` `nt`.
pub fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
    match (question, args) {
        ("winner", [level, trump, Value::List(plays)]) => winner(&order_of(rules, level, trump)?, &sets(plays)?),
        ("kill", [level, trump, Value::Cards(lead), Value::Cards(play)]) => {
            kill(&order_of(rules, level, trump)?, lead, play)
        }
        ("throw", [level, trump, Value::Cards(cards), Value::List(others)]) => {
            throw(&order_of(rules, level, trump)?, &narrow(cards)?, &sets(others)?)
        }
        ("overturn", [level, Value::Cards(current), Value::Cards(new), Value::Bool(back)]) => {
            overturn(rules, level_of(level)?, &narrow(current)?, &narrow(new)?, *back)
        }
        _ => Err(Error::position(format!("chaodipi answers {NAMES:?} with their arguments, not {question:?}"))),
    }
}

fn level_of(value: &Value) -> Result<u8, Error> {
    let rank = |text: &str| RANKS.iter().position(|rank| text == rank.to_string());
    match value {
        Value::Text(text) if text == "FLAG" => Ok(FLAG),
        Value::Text(text) => {
            rank(text).map(|rank| rank as u8).ok_or_else(|| Error::position(format!("no level: {text:?}")))
        }
        _ => Err(Error::position(format!("no level: {value}"))),
    }
}

fn trump_of(value: &Value) -> Result<u8, Error> {
    let Domain::Words(words) = Trump::DOMAIN else { unreachable!("trumps are words") };
    let Value::Text(text) = value else { return Err(Error::position(format!("no trump suit: {value}"))) };
    let at = words.iter().position(|word| word == text);
    at.map(|at| at as u8).ok_or_else(|| Error::position(format!("no trump suit: {text:?}; there are {words:?}")))
}

fn order_of<'r>(rules: &'r Rules, level: &Value, trump: &Value) -> Result<Order<'r>, Error> {
    Ok(Order::new(rules, level_of(level)?, trump_of(trump)?))
}

fn lead_of(order: &Order<'_>, cards: &Cards) -> Result<Lead, Error> {
    let lead = shapes::classify(order, cards);
    lead.ok_or_else(|| Error::position(format!("C-052: {} cannot be led", shapes::text(cards))))
}

fn is_higher(order: &Order<'_>, new: &Cards, on: &Cards) -> Result<bool, Error> {
    let lead = lead_of(order, on)?;
    Ok(new.len() == on.len() && order.key(&lead, new) > lead_key(&lead))
}

/// The index of the winning play of a trick.
fn winner(order: &Order<'_>, plays: &[Cards]) -> Result<Value, Error> {
    let Some((first, rest)) = plays.split_first().filter(|(_, rest)| rest.len() < SEATS) else {
        return Err(Error::position("a trick has one to four plays"));
    };
    let lead = lead_of(order, first)?;
    if rest.iter().any(|play| play.len() != first.len()) {
        return Err(Error::position("C-040: followers play as many cards as were led"));
    }
    Ok(Value::Int(order.winner(&lead, rest.iter()) as i64))
}

/// Whether trumps of a player without the led suit kill a side lead.
fn kill(order: &Order<'_>, lead: &WideSet, play: &WideSet) -> Result<Value, Error> {
    let (lead, play) = (narrow(lead)?, narrow(play)?);
    is_higher(order, &play, &lead).map(Value::Bool)
}

/// (the cards led, wrong cards): what becomes of a throw against the three other hands.
fn throw(order: &Order<'_>, cards: &Cards, others: &[Cards]) -> Result<Value, Error> {
    let [a, b, c] = others else { return Err(Error::position("a throw is tested against three other hands")) };
    lead_of(order, cards)?;
    if order.table.suit_of_all(cards.kinds()).is_none() {
        return Ok(Value::List(vec![Value::Cards(cards.resize()), Value::Int(0)]));
    }
    let thrown = throwing::throw(order, cards, [a, b, c]);
    Ok(Value::List(vec![Value::Cards(thrown.led.resize()), Value::Int(thrown.wrong.into())]))
}

/// (accepted, effective): whether a combination may be shown over the current one by a seat that has shown nothing, or (`back`) has
/// declared with one such card.
fn overturn(rules: &Rules, level: u8, current: &Cards, new: &Cards, back: bool) -> Result<Value, Error> {
    let find = |cards: &Cards| combination(cards, None, level).or_else(|| combination(cards, Some(NO_TRUMP), level));
    let no = || Ok(Value::List(vec![Value::Bool(false), Value::Bool(false)]));
    let standing = find(current).ok_or_else(|| Error::position("the current cards are no combination"))?;
    let Some(shown) = find(new) else { return no() };
    let Some(standing) = Calls::NONE.rank(rules, 1, standing) else { return no() };
    let mut calls = Calls::NONE;
    let single = if back && (4..8).contains(&shown) { shown - 4 } else { 0 };
    calls.push(Call::new(0, single, false, true));
    calls.push(Call::new(1, HIDDEN, false, true));
    let seat = if back { 0 } else { 2 };
    if calls.why_not(rules, standing, seat, shown, false).is_some() {
        return no();
    }
    let effective = calls.rank(rules, seat, shown).is_some_and(|rank| rank > standing);
    Ok(Value::List(vec![Value::Bool(true), Value::Bool(effective)]))
}
