//! Leads: groups, tractors, and throws where they are allowed.

use super::not_held;
use crate::deal::FastRng;
use crate::error::Illegal;
use crate::follow::pool::{self, each_set};
use crate::follow::table::{LANE, SUITS, Table};
use crate::follow::throws::{part, split};
use crate::game::Picks;
use crate::games::shengji4::rules::{Rules, ThrowRule};
use crate::games::shengji4::shapes::text;
use crate::games::shengji4::state::{Cards, State};
use crate::games::shengji4::throwing;
use crate::set::{bits, copies};

/// Whether some cards may be led, or why not.
pub fn check(rules: &Rules, table: &Table, state: &State, cards: &Cards) -> Result<(), Illegal> {
    let hand = state.mover();
    if cards.is_empty() {
        return Illegal::err("S-027", "no_cards", "a lead takes cards");
    }
    if !hand.contains(cards) {
        return Err(not_held(hand, cards));
    }
    let Some(suit) = table.suit_of_all(cards.kinds()) else {
        return Illegal::err("S-027", "two_suits", format!("{} are not of one suit", text(cards)));
    };
    if part(table, cards).is_some() || throwing::allowed(rules, table, state, suit) {
        return Ok(());
    }
    let given = text(cards);
    let problem = match rules.throw_rule {
        ThrowRule::Never => format!("{given} are no single shape, and throws are not played"),
        _ => format!("{given} are no single shape, and others still hold the suit"),
    };
    Illegal::err("S-060", "no_shape", problem)
}

/// The leader's cards of each suit, as far as he has any.
fn suits<'a>(table: &'a Table, state: &'a State) -> impl Iterator<Item = (usize, Cards)> + 'a {
    let hand = state.mover();
    (0..SUITS).map(|suit| (suit, hand.within(table.suits[suit]))).filter(|(_, cards)| !cards.is_empty())
}

/// Calls `each` with the width and kinds of every tractor of some cards of a suit, until it returns true.
#[inline]
fn tractors(table: &Table, suit: usize, cards: &Cards, each: &mut impl FnMut(usize, u64) -> bool) -> bool {
    for width in 2..=4 {
        let open = cards.plane(width - 1);
        if open.count_ones() < 2 {
            break;
        }
        for n in 2..=LANE {
            let mut some = false;
            for window in table.windows(suit, n).iter().filter(|window| window.mask & !open == 0) {
                some = true;
                if each(width, window.mask) {
                    return true;
                }
            }
            // A longer window has a shorter one in it.
            if !some {
                break;
            }
        }
    }
    false
}

/// The number of single shapes of some cards of a suit by number of cards.
fn shapes_by_size(table: &Table, suit: usize, cards: &Cards) -> [u64; pool::HAND + 1] {
    let mut shapes = [0; pool::HAND + 1];
    for (group, plane) in shapes[1..].iter_mut().zip(cards.0) {
        *group = plane.count_ones().into();
    }
    tractors(table, suit, cards, &mut |width, mask| {
        shapes[width * mask.count_ones() as usize] += 1;
        false
    });
    shapes
}

/// Calls `each` with one lead of each class: by suit the groups, the tractors, and a throw of each number of cards.
#[inline]
pub fn rows(rules: &Rules, table: &Table, state: &State, each: &mut impl FnMut(Cards)) {
    for (suit, cards) in suits(table, state) {
        for card in bits(cards.kinds()) {
            (1..=cards.count(card)).for_each(|n| each(Cards::of(card, n)));
        }
        tractors(table, suit, &cards, &mut |width, mask| {
            each(copies(mask, width));
            false
        });
        if throwing::allowed(rules, table, state, suit) {
            throws(table, suit, &cards, &mut |_, cards| each(cards));
        }
    }
}

/// Calls `each` with the number of cards of every throw that some cards of a suit allow, and the cards that stand for it.
fn throws(table: &Table, suit: usize, cards: &Cards, each: &mut impl FnMut(usize, Cards)) {
    if cards.len() < 2 {
        return;
    }
    let (shapes, ways) = (shapes_by_size(table, suit, cards), pool::all_ways(cards, cards.len()));
    let parts = split(table, suit, cards);
    for n in (2..=cards.len()).filter(|n| ways[*n] > shapes[*n]) {
        each(n, hardest(table, cards, parts.clone().map(|part| part.cards), n));
    }
}

/// The throw of `n` cards that is hardest to kill: the largest parts of the suit first, the last one cut to size.
fn hardest(table: &Table, cards: &Cards, parts: impl Iterator<Item = Cards>, n: usize) -> Cards {
    let mut set = Cards::EMPTY;
    for part in parts {
        let part: Cards = part.cards().take(n - set.len()).collect();
        set = set.plus(&part);
    }
    let shape = |set: &Cards| part(table, set).is_some();
    if !shape(&set) {
        return set;
    }
    each_set(cards, n, &mut |found| {
        set = *found;
        !shape(found)
    });
    set
}

/// The menu row of a legal lead: a single shape is its own, throws of one suit and number of cards share one.
pub fn class(table: &Table, state: &State, cards: &Cards) -> Cards {
    if part(table, cards).is_some() {
        return *cards;
    }
    let suit = table.suit_of_all(cards.kinds()).expect("a lead is of one suit");
    let held = state.mover().within(table.suits[suit]);
    hardest(table, &held, split(table, suit, &held).map(|part| part.cards), cards.len())
}

/// A uniformly drawn row where nothing but single shapes can be led.
#[inline]
pub fn random(rules: &Rules, table: &Table, state: &State, rng: &mut FastRng) -> Option<Cards> {
    let hand = state.mover();
    let mut tractor_rows = 0;
    for (suit, cards) in suits(table, state) {
        if throwing::allowed(rules, table, state, suit) {
            return None;
        }
        tractors(table, suit, &cards, &mut |_, _| {
            tractor_rows += 1;
            false
        });
    }
    // A group row for each card: the n-th card of the planes is n copies of its kind.
    let groups = hand.len() as u32;
    let mut row = rng.below(groups + tractor_rows);
    if let Some((kind, n)) = hand.nth(row) {
        return Some(copies(kind, n));
    }
    row -= groups;
    let mut found = None;
    suits(table, state).any(|(suit, cards)| {
        tractors(table, suit, &cards, &mut |width, mask| {
            if row == 0 {
                found = Some(copies(mask, width));
            }
            row = row.wrapping_sub(1);
            found.is_some()
        })
    });
    found
}

/// How the cards chosen so far can go on to a lead.
pub fn picks(rules: &Rules, table: &Table, state: &State, chosen: &Cards) -> Picks {
    let hand = state.mover();
    if chosen.is_empty() {
        return Picks { more: hand.kinds(), complete: false };
    }
    let suit = table.suit_of_all(chosen.kinds()).filter(|_| hand.contains(chosen));
    let Some(suit) = suit else { return Picks::default() };
    let held = hand.within(table.suits[suit]);
    let shape = part(table, chosen).is_some();
    if throwing::allowed(rules, table, state, suit) {
        return Picks { more: held.minus(chosen).kinds(), complete: true };
    }
    let kinds = chosen.kinds();
    let mut more = if kinds.is_power_of_two() { held.minus(chosen).kinds() & kinds } else { 0 };
    tractors(table, suit, &held, &mut |width, mask| {
        if copies::<4>(mask, width).contains(chosen) {
            more |= mask & !chosen.plane(width - 1);
        }
        false
    });
    Picks { more, complete: shape }
}

/// The number of leads in a suit.
fn count_in(rules: &Rules, table: &Table, state: &State, suit: usize, cards: &Cards) -> u64 {
    if throwing::allowed(rules, table, state, suit) {
        return pool::any_ways(cards);
    }
    let mut n = cards.len() as u64;
    tractors(table, suit, cards, &mut |_, _| {
        n += 1;
        false
    });
    n
}

/// The number of leads.
pub fn count(rules: &Rules, table: &Table, state: &State) -> u64 {
    suits(table, state).map(|(suit, cards)| count_in(rules, table, state, suit, &cards)).sum()
}

/// The lead with an index below [`count`].
pub fn unrank(rules: &Rules, table: &Table, state: &State, mut index: u64) -> Cards {
    for (suit, cards) in suits(table, state) {
        let here = count_in(rules, table, state, suit, &cards);
        if index >= here {
            index -= here;
            continue;
        }
        if throwing::allowed(rules, table, state, suit) {
            return pool::unrank_any(&cards, index);
        }
        if let Some((kind, n)) = cards.nth(index as u32) {
            return copies(kind, n);
        }
        index -= cards.len() as u64;
        let mut found = Cards::EMPTY;
        tractors(table, suit, &cards, &mut |width, mask| {
            found = copies(mask, width);
            index = index.wrapping_sub(1);
            index == u64::MAX
        });
        return found;
    }
    unreachable!("the index is below the count")
}
