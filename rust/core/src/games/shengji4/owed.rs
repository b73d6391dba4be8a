//! What a follower with enough cards of the led suit owes: the lists of 3.4.5, and rule G for the leads they do not name (§4).

use super::order::{Lead, competing, tractor};
use super::rules::Rules;
use super::state::Cards;
use crate::follow::demand::{Demand, Need, pairs};
use crate::follow::table::Table;
use crate::follow::throws;
use Need::{Groups, Pairs, Quads, Triples};

/// One entry of a list: alternatives of equal standing. Singles fill up the play, so they need no mention.
type Entry = &'static [Need];

const fn run(n: u8, pairs: u8) -> Need {
    Need::Run { n, pairs }
}

const PAIR: Entry = &[Pairs(1)];
const ANY: Entry = &[Pairs(0)];
const QUAD_PAIR: Entry = &[Quads { k: 1, pairs: 1 }];
const TRIPLES: Entry = &[Triples { k: 2, pairs: 0 }];

/// The entries that the lists of 2×4 and 4×2 have in common (S-061, S-062).
macro_rules! eight {
    ($($first:expr),+) => {
        &[
            $($first,)+
            &[run(3, 4)], &[run(3, 3)], &[run(2, 4)], &[run(2, 3)], &[run(2, 2)],
            &[Quads { k: 1, pairs: 2 }], QUAD_PAIR, &[Quads { k: 1, pairs: 0 }],
            TRIPLES, &[Triples { k: 1, pairs: 2 }], &[Triples { k: 1, pairs: 1 }], &[Triples { k: 1, pairs: 0 }],
            &[Pairs(4)], &[Pairs(3)], &[Pairs(2)], PAIR, ANY,
        ]
    };
}

const TWO_BY_FOUR: &[Entry] = eight!(&[run(4, 4), Groups { w: 4, n: 2 }]);
const FOUR_BY_TWO: &[Entry] = eight!(&[Need::Wide { w: 4, n: 2 }], &[Groups { w: 4, n: 2 }], &[run(4, 4)]);
const TWO_BY_THREE: &[Entry] =
    &[&[run(3, 3), Need::Wide { w: 3, n: 2 }], QUAD_PAIR, &[run(2, 3)], &[Pairs(3)], &[Pairs(2)], PAIR, ANY];
const THREE_BY_TWO: &[Entry] = &[
    &[Need::Wide { w: 3, n: 2 }],
    &[run(3, 3)],
    QUAD_PAIR,
    &[run(2, 3)],
    TRIPLES,
    &[Triples { k: 1, pairs: 1 }],
    &[Pairs(3)],
    &[Pairs(2)],
    PAIR,
    ANY,
];
const QUAD: &[Entry] = &[&[Groups { w: 4, n: 1 }], &[run(2, 2)], &[Pairs(2)], &[Triples { k: 1, pairs: 0 }], PAIR, ANY];
const TWO_BY_TWO: &[Entry] = &[&[run(2, 2), Groups { w: 4, n: 1 }], &[Pairs(2)], PAIR, ANY];
const TRIPLE: &[Entry] = &[&[Groups { w: 3, n: 1 }], PAIR, ANY];
const DOUBLE: &[Entry] = &[&[Groups { w: 2, n: 1 }], ANY];
const SINGLE: &[Entry] = &[&[Groups { w: 1, n: 1 }]];

/// The list for a lead of `w` copies of `n` kinds, and the rule that has it.
#[inline]
pub fn list(form: (u8, u8)) -> Option<(&'static str, &'static [Entry])> {
    Some(match form {
        (1, 1) => ("S-028", SINGLE),
        (2, 1) => ("S-028", DOUBLE),
        (3, 1) => ("S-028", TRIPLE),
        (4, 1) => ("S-066", QUAD),
        (2, 2) => ("S-067", TWO_BY_TWO),
        (2, 3) => ("S-063", TWO_BY_THREE),
        (3, 2) => ("S-065", THREE_BY_TWO),
        (2, 4) => ("S-061", TWO_BY_FOUR),
        (4, 2) => ("S-062", FOUR_BY_TWO),
        _ => return None,
    })
}

/// The index of the first entry of a list that some cards of the suit can supply.
#[inline]
pub fn class(entries: &[Entry], table: &Table, suit: usize, cards: &Cards) -> usize {
    let supplies = |entry: &Entry| entry.iter().any(|need| need.met(table, suit, cards));
    entries.iter().position(supplies).unwrap_or(entries.len() - 1)
}

/// The name of an entry: `1`, `2` …; in the list of 4×2 `1a`, `1b`, `2` ….
pub fn label(form: (u8, u8), class: usize) -> String {
    match (form, class) {
        ((4, 2), 0) => "1a".into(),
        ((4, 2), 1) => "1b".into(),
        ((4, 2), class) => class.to_string(),
        _ => (class + 1).to_string(),
    }
}

/// What is owed, and whether a play that meets it can win.
pub struct Owed {
    /// The demand.
    pub demand: Demand,
    /// Whether the play competes with the lead (§3.4).
    pub competes: bool,
}

/// What a follower owes who has more cards of the suit than the lead.
#[inline]
pub fn owed(rules: &Rules, table: &Table, led: &Cards, lead: &Lead, held: &Cards) -> Owed {
    let Some(form) = lead.form else {
        return Owed { demand: throws::demand(table, lead.suit, held, led), competes: false };
    };
    let Some((_, entries)) = list(form) else { return rule_g(rules, table, form, lead.suit, held) };
    let class = class(entries, table, lead.suit, held);
    Owed { demand: Demand::any(entries[class].iter().copied()), competes: class == 0 }
}

/// Rule G of §4.3: shapes that compete, then as many groups of the width as there are, then the longest tractor of pairs and
/// as many pairs as there is room for.
fn rule_g(rules: &Rules, table: &Table, (k, n): (u8, u8), suit: usize, held: &Cards) -> Owed {
    let shapes = match k {
        2 => vec![competing(rules, (k, n), false)],
        3 if n % 4 == 0 => vec![tractor(3, n).into(), tractor(4, 3 * n / 4).into()],
        _ => vec![tractor(k, n).into()],
    };
    if let Some(demand) = shapes.into_iter().find(|demand: &Demand| demand.met(table, suit, held)) {
        return Owed { demand, competes: true };
    }
    let kinds = if k > 2 { held.plane(k as usize - 1) } else { 0 };
    let groups = kinds.count_ones() as u8;
    if k > 2 && groups >= n {
        return Owed { demand: Groups { w: k, n }.into(), competes: false };
    }
    let rest = held.within(!kinds);
    let cap = usize::from(k * (n - groups) / 2);
    let length = table.longest(suit, rest.plane(1), cap) as u8;
    let pairs = (pairs(&rest) as usize).min(cap) as u8;
    let need = if length > 0 { run(length, pairs) } else { Pairs(pairs) };
    let copies = if kinds == 0 { 0 } else { k };
    Owed { demand: Demand { kinds, copies, ..need.into() }, competes: false }
}

/// The rule that rule G or an accepted throw refuses a play by.
pub fn unlisted_rule(owed: &Demand, table: &Table, suit: usize, cards: &Cards) -> &'static str {
    match owed.needs[0] {
        _ if owed.kinds & !cards.plane((owed.copies as usize).max(1) - 1) != 0 => "S-033",
        Need::Groups { .. } => "S-033",
        Need::Pairs(_) => "S-056",
        Need::Run { n, .. } if table.has_window(suit, n.into(), cards.within(!owed.kinds).plane(1)) => "S-056",
        _ => "S-055",
    }
}
