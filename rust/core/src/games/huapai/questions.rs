//! Questions beyond play: what groups and hands are worth, and what they wait for (rule book §7, §8).

use super::arrange::group_from;
use super::order::{self, Groups, Hand, NONE, best, is_finished};
use super::rules::Rules;
use super::shapes::{self, CHARACTERS, Cards, Counts, Residue, at_least, char_of, copies};
use crate::card::{Card, Pack};
use crate::error::Error;
use crate::game::narrow;
use crate::set::{WideSet, bits};
use crate::value::Value;

/// Their names.
pub const NAMES: &[&str] = &["value", "waits", "hu_waits", "is_ting", "ting_discards", "group_value", "related"];

/// Answers a question: see [`NAMES`] and the Python functions of the same names.
pub fn ask(rules: &Rules, question: &str, args: &[Value]) -> Result<Value, Error> {
    match (question, args) {
        ("value", [Value::Cards(free), melds, called, won_on]) => value(rules, free, melds, called, won_on),
        ("waits", [Value::Cards(free), melds]) => Ok(mask_cards(waits(&off_turn(free, melds)?))),
        ("hu_waits", [Value::Cards(free), melds, called]) => hu_waits(rules, free, melds, called),
        ("is_ting", [Value::Cards(free), melds]) => {
            let Held { counts, residue, .. } = off_turn(free, melds)?;
            Ok(Value::Bool(is_ting(&counts, residue)))
        }
        ("ting_discards", [Value::Cards(free), melds]) => ting_discards(free, melds),
        ("group_value", [Value::Text(kind), Value::Cards(cards), main]) => group_value(rules, kind, cards, main),
        ("related", [Value::Cards(a), Value::Cards(b)]) => {
            let [a, b] = [one_char(a)?, one_char(b)?];
            Ok(Value::Bool(shapes::RELATED[a as usize] >> b & 1 == 1))
        }
        _ => Err(Error::position(format!("huapai answers {NAMES:?}, but not {question:?} with these arguments"))),
    }
}

/// The free cards and groups of a seat.
struct Held {
    free: Cards,
    groups: Groups,
    counts: Counts,
    residue: Residue,
}

impl Held {
    /// Reads the free cards and the groups, and refuses cards that the pack does not have.
    fn read(free: &WideSet, melds: &Value) -> Result<Self, Error> {
        let free: Cards = narrow(free)?;
        let mut all = free.counts();
        let mut groups = Groups::new();
        if let Value::List(melds) = melds {
            for meld in melds {
                let group = match meld {
                    Value::List(pair) => match &pair[..] {
                        [Value::Text(kind), Value::Cards(cards)] => group_from(kind, cards)?,
                        _ => return Err(bad_melds()),
                    },
                    _ => return Err(bad_melds()),
                };
                group.cards().cards().for_each(|card| all[card.slot() as usize] += 1);
                groups.try_push(group).map_err(|_| Error::position("D-03: a hand has room for 8 groups"))?;
            }
        } else if *melds != Value::None {
            return Err(bad_melds());
        }
        for (slot, &n) in all.iter().enumerate() {
            let card = Card::new(slot as u8);
            if n as usize > Pack::HUAPAI.copies(card) {
                let (text, has) = (Pack::HUAPAI.text(card), Pack::HUAPAI.copies(card));
                return Err(Error::position(format!("H-001: {n} copies of {text}, the pack has {has}")));
            }
        }
        Ok(Self { counts: Counts::of(&free), residue: Residue::of(&free), free, groups })
    }

    /// Refuses another number of free cards.
    fn sized(self, spare: usize) -> Result<Self, Error> {
        let wanted = 24 - 3 * self.groups.len() + spare;
        if self.free.len() == wanted {
            return Ok(self);
        }
        let (n, groups) = (self.free.len(), self.groups.len());
        Err(Error::position(format!("D-03: beside {groups} groups there are {wanted} free cards, not {n}")))
    }

    /// The copies of a character among all cards.
    fn owned(&self, char: u8) -> usize {
        let grouped = self.groups.iter().filter(|group| group.char == char);
        copies(&self.free, char) + grouped.map(|group| shapes::SIZES[group.kind as usize] as usize).sum::<usize>()
    }
}

fn bad_melds() -> Error {
    Error::position("melds are a list of (kind, cards)")
}

/// A hand between turns.
fn off_turn(free: &WideSet, melds: &Value) -> Result<Held, Error> {
    Held::read(free, melds)?.sized(1)
}

/// The character of a card or of equal cards.
fn one_char(cards: &WideSet) -> Result<u8, Error> {
    let chars = at_least(cards, 1);
    if chars.count_ones() == 1 {
        return Ok(chars.trailing_zeros() as u8);
    }
    Err(Error::position("one card is wanted"))
}

/// A 经 named by a card, or none.
fn jing_of(rules: &Rules, main: &Value) -> Result<u8, Error> {
    match main {
        Value::None => Ok(NONE),
        Value::Cards(cards) => {
            let char = one_char(cards)?;
            if order::jing(rules) >> char & 1 == 1 {
                return Ok(char);
            }
            Err(Error::position("H-037: the 主经 is a 经 of the game"))
        }
        _ => Err(Error::position("the 主经 is given as a card")),
    }
}

fn char_cards(char: u8) -> Value {
    Value::Cards(Cards::of(Card::new(char), 1))
}

fn mask_cards(mask: u32) -> Value {
    Value::Cards(Cards::of_mask(mask.into()))
}

/// `[total, main or None, pair, what the pair counts, [[kind, cards, hu] …]]`, or `None` for cards that are not finished.
fn value(rules: &Rules, free: &WideSet, melds: &Value, called: &Value, won_on: &Value) -> Result<Value, Error> {
    let held = Held::read(free, melds)?;
    let won_on = match won_on {
        Value::None => None,
        Value::Cards(card) if card.len() == 1 && held.free.contains(&narrow(card)?) => bits(card.kinds()).next(),
        _ => return Err(Error::position("H-022: the card won on is one of the free cards")),
    };
    let hand = Hand { free: held.free, groups: held.groups, called: jing_of(rules, called)?, won_on };
    let Some(reading) = best(rules, &hand, held.residue, None) else { return Ok(Value::None) };
    let groups = order::groups(rules, &hand, &reading).into_iter().map(|(kind, cards, hu)| {
        Value::List(vec![Value::Text(shapes::NAMES[kind as usize].into()), Value::Cards(cards), Value::Int(hu.into())])
    });
    Ok(Value::List(vec![
        Value::Int(reading.total.into()),
        if reading.main == NONE { Value::None } else { char_cards(reading.main) },
        Value::Cards(reading.pair.iter().copied().collect()),
        Value::Int(order::pair_hu(rules, &reading).into()),
        Value::List(groups.collect()),
    ]))
}

/// Whether one more card of some character finishes the hand (H-017 … H-019).
fn is_ting(counts: &Counts, residue: Residue) -> bool {
    (0..CHARACTERS as u8).any(|char| finishes(counts, residue, char))
}

#[inline]
fn finishes(counts: &Counts, residue: Residue, char: u8) -> bool {
    let residue = residue.plus(char);
    residue.pairs() != 0 && is_finished(&counts.plus(char), residue)
}

/// The characters that finish the hand and can still come.
fn waits(held: &Held) -> u32 {
    let can_come = |char: &u8| held.owned(*char) < 5;
    let chars = (0..CHARACTERS as u8).filter(|char| finishes(&held.counts, held.residue, *char));
    chars.filter(can_come).fold(0, |mask, char| mask | 1 << char)
}

/// `[faces that win when drawn, faces that win as discards]`.
fn hu_waits(rules: &Rules, free: &WideSet, melds: &Value, called: &Value) -> Result<Value, Error> {
    let held = off_turn(free, melds)?;
    let called = jing_of(rules, called)?;
    let owned = held.groups.iter().fold(held.free, |all, group| all.plus(&group.cards()));
    let mut found = [0; 2];
    let chars = waits(&held);
    for card in Pack::HUAPAI.cards().minus(&owned).cards().filter(|card| chars >> char_of(*card) & 1 == 1) {
        let mut free = held.free;
        free.insert(card);
        for (won_on, faces) in [None, Some(card)].into_iter().zip(&mut found) {
            let hand = Hand { free, groups: held.groups.clone(), called, won_on };
            let reading = best(rules, &hand, held.residue.plus(char_of(card)), None);
            let enough = reading.is_some_and(|reading| i64::from(reading.total) >= rules.min_hu.0);
            *faces |= u64::from(enough) << card.slot();
        }
    }
    Ok(Value::List(found.map(|faces| Value::Cards(Cards::of_mask(faces))).to_vec()))
}

/// The cards whose discard leaves 听牌.
fn ting_discards(free: &WideSet, melds: &Value) -> Result<Value, Error> {
    let held = Held::read(free, melds)?.sized(2)?;
    let good = bits(held.free.kinds()).filter(|card| {
        let char = char_of(*card);
        is_ting(&held.counts.minus(char), held.residue.minus(char))
    });
    Ok(Value::Cards(Cards::of_mask(good.fold(0, |mask, card| mask | card.bit()))))
}

fn group_value(rules: &Rules, kind: &str, cards: &WideSet, main: &Value) -> Result<Value, Error> {
    let main = jing_of(rules, main)?;
    let cards: Cards = narrow(cards)?;
    let is = shapes::kind(&cards);
    let fits = shapes::NAMES.iter().position(|name| *name == kind).map(|kind| kind as u8).filter(|kind| match is {
        Some(shapes::SENTENCE) => *kind == shapes::SENTENCE,
        Some(_) => *kind != shapes::SENTENCE && shapes::SIZES[*kind as usize] as usize == cards.len(),
        None => false,
    });
    let Some(kind) = fits else {
        let given = shapes::text(&cards);
        return Err(Error::position(format!("H-003: {given} is no {kind}; the groups are {:?}", shapes::NAMES)));
    };
    Ok(Value::Int(order::group_hu(rules, kind, &cards, main).into()))
}
