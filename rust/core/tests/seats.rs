//! Seats around tables of three and four, and dealing out, against plain loops.

use paiju_core::card::{Card, Pack};
use paiju_core::deal::FastRng;
use paiju_core::seats::{NO_SEAT, absolute, after, deal_out, next_of, relative, rotate};
use paiju_core::set::CardSet;
use proptest::prelude::*;

fn assert_turns<const N: usize>(seat: u8, viewer: usize, mask: u8) {
    let n = N as u8;
    assert_eq!(absolute::<N>(relative::<N>(seat, viewer), viewer), seat);
    assert_eq!(after::<N>(viewer as u8, relative::<N>(seat, viewer) as u8), seat);
    assert_eq!(relative::<N>(NO_SEAT, viewer), -1);
    assert_eq!(NO_SEAT as i8, -1);
    assert_eq!(absolute::<N>(-1, viewer), NO_SEAT);
    assert_eq!(rotate::<N>(rotate::<N>(mask, viewer), (N - viewer) % N), mask);
    assert_eq!(rotate::<N>(mask, viewer) >> relative::<N>(seat, viewer) & 1, mask >> seat & 1);
    let next = (1..=n).map(|i| (seat + i) % n).find(|next| mask >> next & 1 == 1);
    assert_eq!(next_of::<N>(mask, seat), next);
}

#[test]
fn seats_turn_and_turn_back() {
    for (seat, viewer, mask) in (0..4).flat_map(|s| (0..4).flat_map(move |v| (0..16).map(move |m| (s, v, m)))) {
        assert_turns::<4>(seat, viewer, mask);
    }
    for (seat, viewer, mask) in (0..3).flat_map(|s| (0..3).flat_map(move |v| (0..8).map(move |m| (s, v, m)))) {
        assert_turns::<3>(seat, viewer, mask);
    }
}

proptest! {
    #[test]
    fn cards_are_dealt_out_to_the_room_there_is(seed in any::<u64>(), room in prop::array::uniform4(0_usize..50)) {
        let mut pack: Vec<Card> = Pack::FRENCH_4.cards().cards().collect();
        let mut hands = [CardSet::<4>::EMPTY; 4];
        let rest: Vec<Card> = deal_out(&mut hands, &room, &mut pack, &mut FastRng::new(seed)).to_vec();
        for (hand, room) in hands.iter().zip(room) {
            prop_assert_eq!(hand.len(), room);
        }
        let left: CardSet<4> = rest.iter().copied().collect();
        let all = hands.iter().fold(left, |all, hand| all.plus(hand));
        prop_assert_eq!(rest.len(), 216 - room.iter().sum::<usize>());
        prop_assert_eq!(all.resize(), Pack::FRENCH_4.cards());
    }
}
