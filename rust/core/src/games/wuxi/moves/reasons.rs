//! The answers to "why not?".

use super::cells::ranks_of;
use crate::card::RANKS;
use crate::error::Illegal;
use crate::games::wuxi::order::Bar;
use crate::games::wuxi::shapes::{BIG, JOKERS, NAMES, NATURAL, PAIR_RUN, RUN, SMALL, Shape, rank_totals, text};
use crate::games::wuxi::state::{Cards, State};

/// A play in words: `三只 5 (level 2, 带响)`.
fn say(shape: &Shape) -> String {
    let lead = match shape.lead {
        SMALL => 'w',
        BIG => 'W',
        rank => RANKS[rank as usize],
    };
    let ring = if shape.ring { ", 带响" } else { "" };
    let is_run = matches!(shape.kind as u8, RUN | PAIR_RUN);
    let length = if is_run { format!(" of {}", shape.length) } else { String::new() };
    format!("{}{length} {lead} (level {}{ring})", NAMES[shape.kind as usize], shape.level)
}

/// A play in a 伙 window.
pub fn window(state: &State) -> Illegal {
    let problem = format!("伙 comes before 打: grab {} or pass, the follow comes after the window", text(&state.top));
    Illegal::new("W-029", "window", problem)
}

/// A grab outside a window.
pub fn no_window() -> Illegal {
    Illegal::new("W-026", "no_window", "a grab 伙 is possible only directly after a single, in its window")
}

/// Cards that the hand does not hold.
pub fn not_held(cards: &Cards, hand: &Cards) -> Illegal {
    Illegal::new("W-025", "not_held", format!("you do not hold {}", text(&cards.minus(hand))))
}

/// A grab with the wrong cards.
pub fn bad_grab(cards: &Cards, single: &Cards, kinds: u64) -> Illegal {
    let (given, single_text) = (text(cards), text(single));
    if single.kinds() & JOKERS != 0 {
        let wanted = if kinds == JOKERS { "any two jokers".into() } else { format!("two {single_text}") };
        return Illegal::new(
            "W-027",
            "bad_grab",
            format!("a 单虎 {single_text} is grabbed with {wanted}, not with {given:?}"),
        );
    }
    let rank = RANKS[(single.kinds().trailing_zeros() / 4) as usize];
    Illegal::new(
        "W-026",
        "bad_grab",
        format!("{single_text} is grabbed with exactly two cards of rank {rank}, not with {given:?}"),
    )
}

/// Why some cards are no type.
pub fn no_type(cards: &Cards) -> Illegal {
    let given = text(cards);
    if cards.is_empty() {
        return Illegal::new("W-004", "no_cards", "a play takes cards");
    }
    if cards.kinds() & JOKERS != 0 {
        return Illegal::new("W-009", "no_type", format!("{given}: jokers mix with nothing else"));
    }
    let held = ranks_of(cards.kinds());
    let copies = rank_totals(cards, NATURAL);
    let counts: Vec<u8> = copies[..13].iter().copied().filter(|n| *n > 0).collect();
    let (low, high) = (held.trailing_zeros(), 15 - held.leading_zeros());
    let neighbours = held.count_ones() == high - low + 1 && high < 12;
    let even = counts.iter().all(|n| *n == counts[0]);
    let problem = match (even, neighbours) {
        (true, true) if counts.len() > 3 && counts[0] > 2 => {
            let problem = format!("{given}: 节 are three ranks exactly, these are {}", counts.len());
            return Illegal::new("W-015", "no_type", problem);
        }
        (true, true) => format!("{given}: a dragon has three neighbouring ranks or more"),
        (_, false) if held >> 12 & 1 == 1 => {
            format!("{given}: several ranks must be neighbours of 3 … A; a 2 is in no dragon")
        }
        (_, false) => format!("{given}: several ranks must be neighbours of 3 … A"),
        (false, true) => format!("{given}: a dragon has the same number of cards at each rank"),
    };
    Illegal::new("W-011", "no_type", problem)
}

/// Why a play does not beat the top play.
pub fn barred(bar: Bar, new: &Shape, top: &Shape, top_cards: &Cards) -> Illegal {
    let (mine, theirs) = (say(new), format!("{} {}", text(top_cards), say(top)));
    let (rule, reason, why) = match bar {
        Bar::LeadOnly => ("W-014", "lead_only", "a 连对 of four or more pairs can only be led"),
        Bar::Level => ("W-019", "too_low", "its level is lower"),
        Bar::Cross => ("WA-01", "cross_type", "within level 1 only a 单虎 beats another type (单只, 一对)"),
        Bar::TigerOnRun => ("WA-01b", "cross_type", "a 单虎 does not beat a 连子"),
        Bar::RunLength => ("WA-03", "wrong_length", "连子 of different lengths do not compare"),
        Bar::PairRunLength => ("WA-04", "wrong_length", "连对 of different lengths do not compare"),
        Bar::Rank => ("W-020", "too_low", "its lead card is lower"),
        Bar::Tigers => ("WA-07", "too_low", "jokers of the same lead rank are equal or lower"),
        Bar::Ring => ("W-022", "too_low", "with the same lead rank only 带响 beats a play without 带响"),
    };
    Illegal::new(rule, reason, format!("{mine} does not beat {theirs}: {why}"))
}
