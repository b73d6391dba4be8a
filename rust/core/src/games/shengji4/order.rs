//! The order of the cards of a deal, and which play of a trick is highest: one comparable number per play.

use super::kills;
use super::rules::{Level, Rules, Trump, WidthOrder};
use super::state::Cards;
use crate::card::{BIG_JOKER, Card, SMALL_JOKER, face};
use crate::follow::demand::{Demand, Need};
use crate::follow::table::{Ladder, TRUMPS, Table};
use crate::follow::throws::{Part, part};
use arrayvec::ArrayVec;
use std::sync::OnceLock;

/// Spades, trumps where nobody has called (S-013).
pub const SPADES: u8 = 3;
const ACE: u8 = 11;
const TWO: u8 = 12;
const JOKERS: u8 = 13;

/// One table for each rank, trump suit and value of the two options that say which kinds are neighbours.
static TABLES: [OnceLock<Table>; 13 * 4 * 4] = [const { OnceLock::new() }; 13 * 4 * 4];

/// The order of the cards at a level (a rank in slot order) with a trump suit.
#[inline]
pub fn table(rules: &Rules, level: u8, trump: u8) -> &'static Table {
    let options = usize::from(rules.joker_tractor) << 1 | usize::from(rules.side_tractor_skip_level);
    let at = (level as usize * 4 + trump as usize) * 4 + options;
    TABLES[at].get_or_init(|| build(rules, level, trump))
}

/// The order of the cards that a question is about; spades stand in for a trump suit that is not given.
pub fn table_of(rules: &Rules, level: Level, trump: Trump) -> &'static Table {
    table(rules, level.rank(rules), trump.suit().unwrap_or(SPADES))
}

/// The strength of a card (§3.1): of two cards of one class the larger is higher, equal ones are equal.
fn strength(card: Card, level: u8, trump: u8) -> u8 {
    let main = u8::from(card.suit() == trump);
    match card.rank() {
        JOKERS => 99 + u8::from(card == BIG_JOKER),
        rank if rank == level => 97 + main,
        TWO => 95 + main,
        rank => face(rank),
    }
}

/// The rank key of §3.3: the first number is `key >> 1`, the second its last bit.
fn rank_key(rank: u8, main: bool) -> u16 {
    u16::from(face(rank)) << 1 | u16::from(main)
}

/// The kinds of a ladder with their rank keys.
type Steps = Vec<(Card, u16)>;

/// The ladders of §3.3 become lanes: kinds of another class leave gaps, so that off suits connect only twos and level cards.
fn build(rules: &Rules, level: u8, trump: u8) -> Table {
    let class = |card: Card| match card.rank() {
        JOKERS | TWO => TRUMPS,
        rank if rank == level || card.suit() == trump => TRUMPS,
        _ => card.suit() as usize,
    };
    // Ace, two, three … king, and the ace again: the lane is closed, and nothing passes through the ace (S-070).
    let ranks: ArrayVec<u8, 13> = [ACE, TWO].into_iter().chain(0..ACE).collect();
    let mut ladders: Vec<(usize, u8, Steps)> = vec![];
    for suit in 0..4 {
        let main = suit == trump;
        let steps = |kept: &dyn Fn(u8) -> bool| -> Steps {
            let kept = ranks.iter().filter(|rank| kept(**rank));
            kept.map(|rank| (Card::french(*rank, suit), rank_key(*rank, main))).collect()
        };
        if !main {
            // The level rank is taken out (SA-14). The two is never in the size order of a side suit, so that at level 2 it leaves
            // the gap between ace and three that it always does.
            let skip = rules.side_tractor_skip_level;
            ladders.push((suit as usize, suit, steps(&|rank| rank == TWO || rank != level || !skip)));
        }
        ladders.push((TRUMPS, suit, steps(&|_| true)));
    }
    let mut all: Vec<Ladder<'_>> = ladders
        .iter()
        .map(|(class, suit, steps)| Ladder { suit: *class, steps, closed: true, cut: Some(Card::french(ACE, *suit)) })
        .collect();
    let jokers = [(SMALL_JOKER, 99 << 1 | 1), (BIG_JOKER, 99 << 1 | 1)];
    if rules.joker_tractor {
        all.push(Ladder { suit: TRUMPS, steps: &jokers, closed: false, cut: None });
    }
    Table::new((1 << 54) - 1, class, |card| strength(card, level, trump), &all)
}

/// What is led.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lead {
    /// The effective suit.
    pub suit: usize,
    /// The number of cards.
    pub size: usize,
    /// Copies and number of kinds of a single shape; `None` for a throw.
    pub form: Option<(u8, u8)>,
}

/// The lead that some cards of one suit are; `None` for cards of several suits, or none.
#[inline]
pub fn lead(table: &Table, cards: &Cards) -> Option<Lead> {
    let suit = table.suit_of_all(cards.kinds())?;
    if cards.kinds().is_power_of_two() && cards.plane(1) == 0 {
        return Some(Lead { suit, size: 1, form: Some((1, 1)) });
    }
    let form = part(table, cards).map(|part| (part.width as u8, part.length as u8));
    Some(Lead { suit, size: cards.len(), form })
}

/// The shapes that compete with a lead of `w` copies of `n` kinds (§3.4), as an exact demand; for trumps on a side lead if
/// `kill`.
pub fn competing(rules: &Rules, (w, n): (u8, u8), kill: bool) -> Demand {
    let (size, narrow) = (w * n, kill && !rules.wider_kill);
    if n == 1 {
        return Need::Groups { w, n: 1 }.into();
    }
    let loose = rules.loose_quads_beat_2x4 && (w, n) == (2, 4) && !narrow;
    let widths = (w..=4).filter(|width| size % width == 0 && (*width == w || !narrow));
    Demand::any(widths.map(|width| match size / width {
        1 => Need::Groups { w: 4, n: 1 },
        2 if loose && width == 4 => Need::Groups { w: 4, n: 2 },
        length => tractor(width, length),
    }))
}

/// A tractor of `w` copies of `n` kinds as a need.
pub fn tractor(w: u8, n: u8) -> Need {
    if w == 2 { Need::Run { n, pairs: n } } else { Need::Wide { w, n } }
}

/// Whether a single shape competes with a lead of one (§3.4).
#[inline]
pub fn competes(rules: &Rules, (w, n): (u8, u8), new: (u8, u8), kill: bool) -> bool {
    if kill && !rules.wider_kill && new.0 != w {
        return false;
    }
    match n == 1 || new.1 == 1 {
        true => new == (w, n) || (new == (4, 1) && (w, n) == (2, 2)),
        false => new.0 * new.1 == w * n && new.0 >= w,
    }
}

/// The width and rank key with which cards of one class compete with a lead of a single shape; `None`: they do not.
#[inline]
pub fn worth(rules: &Rules, table: &Table, form: (u8, u8), cards: &Cards, kill: bool) -> Option<(u8, u16)> {
    let found: Option<Part<4>> = part(table, cards);
    if let Some(new) = found.filter(|new| competes(rules, form, (new.width as u8, new.length as u8), kill)) {
        return Some((new.width as u8, new.key));
    }
    let loose = rules.loose_quads_beat_2x4 && form == (2, 4) && (rules.wider_kill || !kill);
    let quads = cards.plane(3);
    if !loose || found.is_some() || quads != cards.kinds() || quads.count_ones() != 2 {
        return None;
    }
    // Two loose quads rank below 4×2 and above 2×4, by the higher quad and then the lower (SA-17).
    let one = u16::from(table.strength[quads.trailing_zeros() as usize]);
    let two = u16::from(table.strength[63 - quads.leading_zeros() as usize]);
    Some((3, one.max(two) << 8 | one.min(two)))
}

/// The place of a play in a trick: the largest wins, the earlier of equal ones; 0 for a play that cannot win. A thrown lead
/// has 0 too, and wins unless it is killed.
#[inline]
pub fn key(rules: &Rules, table: &Table, led: &Cards, lead: &Lead, cards: &Cards) -> u32 {
    let trumps = table.suits[TRUMPS];
    let kinds = cards.kinds();
    let kill = lead.suit != TRUMPS && kinds & !trumps == 0;
    if cards.len() != lead.size || (!kill && kinds & !table.suits[lead.suit] != 0) {
        return 0;
    }
    let Some(form) = lead.form else {
        return if kill { kills::key(rules, table, led, cards) } else { 0 };
    };
    let worth = match form {
        // Single cards, the most common plays, always compete.
        (1, 1) => Some((1, table.strength[kinds.trailing_zeros() as usize & 63].into())),
        _ => worth(rules, table, form, cards, kill),
    };
    let Some((width, rank)) = worth else { return 0 };
    let (width, kill) = (u32::from(width), u32::from(kill));
    let first = match rules.mixed_width_order {
        WidthOrder::TrumpFirst => kill << 4 | width,
        WidthOrder::WidthFirst => width << 1 | kill,
    };
    1 << 31 | first << 16 | u32::from(rank)
}
