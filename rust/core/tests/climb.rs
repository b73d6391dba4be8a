//! What the climbing games share, against plain loops.

use paiju_core::card::Card;
use paiju_core::climb::ranks::{CLUBS, rank_mask, ranks};
use proptest::prelude::*;

proptest! {
    #[test]
    fn ranks_fold_and_close_up(x in any::<u64>()) {
        let held = (0..13).filter(|rank| x >> (4 * rank) & 0xf != 0);
        prop_assert_eq!(ranks(x), held.clone().fold(0, |mask, rank| mask | 1 << (4 * rank)));
        prop_assert_eq!(rank_mask(ranks(x)), held.fold(0, |mask, rank| mask | 1 << rank));
    }
}

#[test]
fn the_clubs_are_the_lowest_bits() {
    assert_eq!(CLUBS, (0..13).fold(0, |clubs, rank| clubs | Card::french(rank, 0).bit()));
}
