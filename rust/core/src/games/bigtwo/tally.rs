//! The facts of a finished deal: who won, and what the others are left with.

use super::rules::{DeucePenalty, Rules};
use super::shapes::{RUNS, quads};
use super::state::{SEATS, State};
use crate::climb::ranks::CLUBS;
use crate::row;

row! {
    /// The facts of a finished deal, by seat.
    pub struct Tally {
        /// The seat that went out.
        winner: i8,
        /// Cards left in hand.
        left: [u8; SEATS],
        /// 大老二 left in hand that count as items (B-035, BA-12, BA-15).
        deuces: [u8; SEATS],
        /// The largest number of disjoint monsters left in hand that count as items (B-035, BA-13).
        monsters: [u8; SEATS],
    }
}

/// The doubling items of a loser's cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Items {
    /// 大老二 that count.
    pub deuces: u8,
    /// Monsters that count.
    pub monsters: u8,
}

/// Counts what is left.
pub fn tally(rules: &Rules, state: &State) -> Tally {
    let mut tally = Tally { winner: -1, left: [0; SEATS], deuces: [0; SEATS], monsters: [0; SEATS] };
    for seat in 0..SEATS {
        let hand = state.hands[seat].kinds();
        tally.left[seat] = hand.count_ones() as u8;
        if hand == 0 {
            tally.winner = seat as i8;
        }
        let items = items(rules, hand);
        tally.deuces[seat] = items.deuces;
        tally.monsters[seat] = items.monsters;
    }
    tally
}

const TWOS: u64 = 0xf << 48;
const TWO_OF_SPADES: u64 = 0x8 << 48;

/// The items of a hand: most items, and among equal choices most monsters.
pub fn items(rules: &Rules, hand: u64) -> Items {
    let counted = hand & if rules.deuce_penalty == DeucePenalty::All { TWOS } else { TWO_OF_SPADES };
    let search = Search { rules, hand, counted };
    let four_of_a_kind = quads(hand);
    let five_of_a_suit = (0..4).any(|suit| (hand & CLUBS << suit).count_ones() >= 5);
    if four_of_a_kind == 0 && !five_of_a_suit {
        return search.score(0, 0, 0);
    }
    search.best(0, 0, 0, 0)
}

/// The search over sets of disjoint monsters. A monster is taken as its core, the five cards of a 同花順 or the four of a
/// 鐵支; fifth cards are dealt out at the end, those that are no counted 2 first.
struct Search<'a> {
    rules: &'a Rules,
    hand: u64,
    counted: u64,
}

impl Search<'_> {
    /// The best choice that adds cores from index `from` on to the cores already `used`.
    fn best(&self, from: usize, used: u64, monsters: u8, quads: u8) -> Items {
        let mut best = self.score(used, monsters, quads);
        for (index, core) in (from..53).map(|index| (index, core(index))) {
            if core & !(self.hand & !used) == 0 {
                let is_quad = u8::from(index >= 40);
                let found = self.best(index + 1, used | core, monsters + 1, quads + is_quad);
                if (found.deuces + found.monsters, found.monsters) > (best.deuces + best.monsters, best.monsters) {
                    best = found;
                }
            }
        }
        best
    }

    /// The items when exactly the cores `used` are the monsters; none where fifth cards are lacking (BA-14).
    fn score(&self, used: u64, monsters: u8, quads: u8) -> Items {
        let fifths = if self.rules.monster_requires_kicker { u32::from(quads) } else { 0 };
        let rest = self.hand & !used;
        if rest.count_ones() < fifths {
            return Items::default();
        }
        let deuces = if self.rules.deuce_inside_monster_counts {
            self.counted.count_ones()
        } else {
            let free = self.counted & !used;
            free.count_ones() - fifths.saturating_sub((rest & !self.counted).count_ones())
        };
        Items { deuces: deuces as u8, monsters }
    }
}

/// The cores in order: 40 straight flushes, then 13 quads.
fn core(index: usize) -> u64 {
    match index {
        0..40 => RUNS[index / 4] << (index % 4),
        _ => 0xf << (4 * (index - 40)),
    }
}
