//! Questions beyond play: whether a play beats another, the levels, what hands hold.

use super::order::bar;
use super::rules::Rules;
use super::shapes::{FLOWER, FLOWER_TIGER, FLYING, JOKERS, KINDS, LEVELS, Shape, classify};
use super::state::{Cards, HAND};
use crate::card::Pack;
use crate::deal::{FastRng, series_seed};
use crate::error::Error;
use crate::game::narrow;
use crate::value::Value;

/// Their names.
pub const NAMES: &[&str] = &["levels", "holdings", "survey"];

/// Whether a play beats another.
pub fn beats(rules: &Rules, new: &Cards, on: &Cards) -> Result<bool, Error> {
    let (new, on) = (classify(rules, new), classify(rules, on));
    if on.kind < 0 {
        return Err(Error::position("the cards to beat are no type"));
    }
    Ok(new.kind >= 0 && bar(rules, &new, &on).is_none())
}

/// Answers a question. `levels()`: the level of each shape. `holdings(cards)`: see [`holdings`]. `survey(seed, first, n)`: of
/// these numbers over n random 54-card hands, from index `first` of a series on, the sums, the sums of squares, and in how
/// many hands they are not 0.
pub fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
    let list = |numbers: &[u64]| Value::List(numbers.iter().map(|n| Value::Int(*n as i64)).collect());
    match (question, args) {
        ("levels", []) => Ok(list(&LEVELS.map(u64::from))),
        ("holdings", [Value::Cards(hand)]) => Ok(list(&holdings(rules, &narrow::<Cards>(hand)?).map(u64::from))),
        ("survey", [Value::Int(seed), Value::Int(first), Value::Int(n)]) => {
            let sums = survey(rules, *seed as u64, *first as u64, *n as u64);
            Ok(Value::List(sums.iter().map(|sums| list(sums)).collect()))
        }
        _ => Err(Error::position(format!(
            "wuxi answers levels(), holdings(cards) and survey(seed, first, n), not {question:?} with {} arguments",
            args.len()
        ))),
    }
}

/// What a hand holds in the sense of the odds: by kind the number of things of exactly that size, and behind them that of 青虎.
///
/// Counted are ranks of exactly n cards, kinds of four equal cards, exactly n jokers, three neighbouring ranks of exactly k cards
/// each, three neighbours of one suit with exactly three or four copies each, and longer runs of ranks of exactly one or two
/// cards; at last the jokers of which all four are held, whatever others are. All is found by classifying parts of the hand.
pub fn holdings(rules: &Rules, hand: &Cards) -> [u32; KINDS + 1] {
    let mut found = [0; KINDS + 1];
    let mut note = |mask: u64, count: &dyn Fn(&Shape, usize) -> Option<usize>| {
        let shape = classify(rules, &hand.within(mask));
        if let Some(at) = usize::try_from(shape.kind).ok().and_then(|kind| count(&shape, kind)) {
            found[at] += 1;
        }
    };
    let [flower, four_jokers, flying] = [FLOWER, FLOWER_TIGER, FLYING].map(usize::from);
    note(JOKERS, &|_, kind| Some(kind));
    for slot in [52, 53] {
        note(1 << slot, &|_, kind| (four_jokers..four_jokers + 3).contains(&kind).then_some(KINDS));
    }
    for rank in 0..13 {
        // Four equal cards and nothing else of the rank are a 花豹, which the suits below find, too.
        note(0xf << (4 * rank), &|_, kind| (kind != flower).then_some(kind));
        (0..4).for_each(|suit| note(1 << (4 * rank + suit), &|_, kind| (kind == flower).then_some(kind)));
    }
    for low in 0..10_u32 {
        for length in 3..=12 - low {
            // Cards of the inner ranks alone belong to a shorter window.
            let whole = |shape: &Shape, kind| (u32::from(shape.length) == length && kind < flying).then_some(kind);
            note(((1 << (4 * length)) - 1) << (4 * low), &whole);
        }
        (0..4).for_each(|suit| note(0x111 << (4 * low + suit), &|_, kind| (kind >= flying).then_some(kind)));
    }
    found
}

/// See [`ask`].
fn survey(rules: &Rules, seed: u64, first: u64, n: u64) -> [[u64; KINDS + 1]; 3] {
    let mut pack: Vec<_> = Pack::FRENCH_4.cards().cards().collect();
    let mut sums = [[0; KINDS + 1]; 3];
    for index in 0..n {
        let mut rng = FastRng::new(series_seed(seed, first.wrapping_add(index)));
        for i in 0..HAND {
            let other = i + rng.below((pack.len() - i) as u32) as usize;
            pack.swap(i, other);
        }
        let hand: Cards = pack[..HAND].iter().copied().collect();
        for (kind, held) in holdings(rules, &hand).iter().enumerate() {
            let held = u64::from(*held);
            [held, held * held, u64::from(held > 0)].iter().zip(&mut sums).for_each(|(new, sum)| sum[kind] += new);
        }
    }
    sums
}
