//! The facts of a finished deal: who won, how, on whom, and the groups that make up the 胡.

use super::order::{self, GROUPS};
use super::rules::Rules;
use super::state::{SEATS, State};
use crate::row;
use crate::seats::NO_SEAT;

row! {
    /// The facts of a finished deal. Lists over groups have eight entries for each seat in turn.
    pub struct Tally {
        /// The winner, of two the one nearest after the discarder; −1: nobody, the wall is empty.
        winner: i8,
        /// The seat that discarded the winning card; −1: 自摸, or nobody won.
        discarder: i8,
        /// The slot of the discard won on; −1: none.
        won_on: i8,
        /// The dealer.
        dealer: i8,
        /// 叫经: the slot of the character called; −1: none.
        called: i8,
        /// Cards left in the wall.
        wall: u8,
        /// Whether each seat won.
        won: [bool; SEATS],
        /// 胡 of each winner; 0 for the others.
        hu: [u16; SEATS],
        /// The slot of each winner's 主经; −1: none.
        main: [i8; SEATS],
        /// The slots of each winner's final pair, two a seat; −1: no winner.
        pair: [i8; 2 * SEATS],
        /// What the final pair counts, in 胡.
        pair_hu: [u8; SEATS],
        /// The kind of each group of a winner, an index into the shape names; −1: no winner.
        group_kind: [i8; GROUPS * SEATS],
        /// The 胡 of each group.
        group_hu: [u8; GROUPS * SEATS],
        /// The slots of the cards of each group, five a group; −1: no card.
        group_cards: [i8; 5 * GROUPS * SEATS],
    }
}

/// Counts what the winners have.
pub fn tally(rules: &Rules, state: &State) -> Tally {
    let mut tally = Tally {
        winner: -1,
        discarder: if state.winners == 0 { -1 } else { state.discarder as i8 },
        won_on: state.card as i8,
        dealer: state.dealer as i8,
        called: state.called as i8,
        wall: state.wall_left() as u8,
        won: [false; SEATS],
        hu: [0; SEATS],
        main: [-1; SEATS],
        pair: [-1; 2 * SEATS],
        pair_hu: [0; SEATS],
        group_kind: [-1; GROUPS * SEATS],
        group_hu: [0; GROUPS * SEATS],
        group_cards: [-1; 5 * GROUPS * SEATS],
    };
    // From the seat after the discarder on, so that the last one entered is the nearest.
    let first = if state.discarder == NO_SEAT { 0 } else { state.discarder as usize + 1 };
    for seat in (0..SEATS).rev().map(|n| (first + n) % SEATS) {
        if state.winners >> seat & 1 == 1 {
            tally.winner = seat as i8;
            tally.won[seat] = true;
            tally.enter(rules, state, seat);
        }
    }
    tally
}

impl Tally {
    /// Enters what a winner's hand is worth.
    fn enter(&mut self, rules: &Rules, state: &State, seat: usize) {
        let (hand, residue) = state.finished(seat as u8);
        let Some(reading) = order::best(rules, &hand, residue, None) else { return };
        self.hu[seat] = reading.total as u16;
        self.main[seat] = reading.main as i8;
        self.pair[2 * seat..2 * seat + 2].copy_from_slice(&reading.pair.map(|card| card.slot() as i8));
        self.pair_hu[seat] = order::pair_hu(rules, &reading) as u8;
        for (at, (kind, cards, hu)) in (GROUPS * seat..).zip(order::groups(rules, &hand, &reading)) {
            self.group_kind[at] = kind as i8;
            self.group_hu[at] = hu as u8;
            self.group_cards[5 * at..].iter_mut().zip(cards.cards()).for_each(|(slot, card)| *slot = card.slot() as i8);
        }
    }
}
