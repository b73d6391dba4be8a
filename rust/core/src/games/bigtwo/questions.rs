//! Questions beyond play: whether a play beats another, and what cards left in hand count.

use super::rules::Rules;
use super::state::{Cards, HAND};
use super::{order, shapes, tally};
use crate::error::Error;
use crate::game::narrow;
use crate::value::Value;

/// Their names.
pub const NAMES: &[&str] = &["items"];

/// Whether a play beats another.
pub fn beats(rules: &Rules, new: &Cards, on: &Cards) -> Result<bool, Error> {
    let (new, on) = (shapes::classify(rules, new.kinds()), shapes::classify(rules, on.kinds()));
    if on.kind < 0 {
        return Err(Error::position("the cards to beat are no play"));
    }
    Ok(new.kind >= 0 && order::exceeds(rules, &new, &on))
}

/// Answers a question. `items(cards)`: the 大老二 and the monsters among cards left in hand that count as items.
pub fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
    match (question, args) {
        ("items", [Value::Cards(left)]) => {
            let left: Cards = narrow(left)?;
            if left.len() > HAND {
                return Err(Error::position(format!("B-000: a hand has at most {HAND} cards, not {}", left.len())));
            }
            let items = tally::items(rules, left.kinds());
            Ok(Value::List(vec![Value::Int(items.deuces.into()), Value::Int(items.monsters.into())]))
        }
        _ => Err(Error::position(format!("bigtwo answers only items(cards), not {question:?}"))),
    }
}
