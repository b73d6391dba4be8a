//! What the climbing games share, against plain loops.

use paiju_core::card::{Card, Pack};
use paiju_core::climb::ranks::{CLUBS, rank_mask, ranks};
use paiju_core::climb::seats::{NO_SEAT, absolute, deal_out, next_of, relative, rotate};
use paiju_core::deal::FastRng;
use paiju_core::set::CardSet;
use proptest::prelude::*;

proptest! {
    #[test]
    fn ranks_fold_and_close_up(x in any::<u64>()) {
        let held = (0..13).filter(|rank| x >> (4 * rank) & 0xf != 0);
        prop_assert_eq!(ranks(x), held.clone().fold(0, |mask, rank| mask | 1 << (4 * rank)));
        prop_assert_eq!(rank_mask(ranks(x)), held.fold(0, |mask, rank| mask | 1 << rank));
    }

    #[test]
    fn seats_turn_and_turn_back(seat in 0_u8..4, viewer in 0_usize..4, mask in 0_u8..16) {
        prop_assert_eq!(absolute(relative(seat, viewer), viewer), seat);
        prop_assert_eq!((i32::from(relative(seat, viewer)) + viewer as i32) % 4, i32::from(seat));
        prop_assert_eq!(absolute(relative(NO_SEAT, viewer), viewer), NO_SEAT);
        prop_assert_eq!(rotate(rotate(mask, viewer), (4 - viewer) % 4), mask);
        prop_assert_eq!(rotate(mask, viewer) >> relative(seat, viewer) & 1, mask >> seat & 1);
        let next = (1..=4).map(|n| (seat + n) % 4).find(|next| mask >> next & 1 == 1);
        prop_assert_eq!(next_of(mask, seat), next);
    }

    #[test]
    fn cards_are_dealt_out_to_the_room_there_is(seed in any::<u64>(), room in prop::array::uniform4(0_usize..50)) {
        let mut pack: Vec<Card> = Pack::FRENCH_4.cards().cards().collect();
        let mut hands = [CardSet::<4>::EMPTY; 4];
        deal_out(&mut hands, &room, &mut pack, &mut FastRng::new(seed));
        for (hand, room) in hands.iter().zip(room) {
            prop_assert_eq!(hand.len(), room);
        }
        let all = hands.iter().fold(CardSet::<4>::EMPTY, |all, hand| all.plus(hand));
        prop_assert_eq!(all.len(), room.iter().sum::<usize>());
        prop_assert!(Pack::FRENCH_4.cards().contains(&all.resize()));
    }
}

#[test]
fn the_clubs_are_the_lowest_bits() {
    assert_eq!(CLUBS, (0..13).fold(0, |clubs, rank| clubs | Card::french(rank, 0).bit()));
}
