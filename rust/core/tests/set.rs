//! Every operation on card sets against a plain array of counts, for every number of planes in use.

use paiju_core::card::{Card, Pack};
use paiju_core::set::{CardSet, Planes, WideSet, bits};
use proptest::prelude::*;
use std::collections::HashSet;

type Counts = [u8; 64];

/// Copies by slot, each at most `max`; kinds that are absent or complete are common, as in hands.
fn counts(max: usize) -> impl Strategy<Value = Counts> {
    let max = max as u8;
    let one = prop_oneof![2 => Just(0), 1 => Just(max), 3 => 0..=max];
    proptest::collection::vec(one, 64).prop_map(|counts| counts.try_into().expect("64 counts"))
}

/// Of the other strategy's counts a part, so that "is contained" is not always false.
fn pair(max: usize) -> impl Strategy<Value = (Counts, Counts)> {
    (counts(max), counts(max), 0..3)
        .prop_map(|(a, b, mode)| if mode == 0 { (a, each(&a, &b, |a, b| a.min(b))) } else { (a, b) })
}

fn each(a: &Counts, b: &Counts, f: impl Fn(u8, u8) -> u8) -> Counts {
    std::array::from_fn(|slot| f(a[slot], b[slot]))
}

/// The set by its definition: bit `k` of plane `p` ⇔ more than `p` copies.
fn set<const P: usize>(counts: &Counts) -> CardSet<P> {
    let mut planes = [0; P];
    for (p, plane) in planes.iter_mut().enumerate() {
        for (slot, n) in counts.iter().enumerate() {
            if *n as usize > p {
                *plane += 1u64 << slot;
            }
        }
    }
    CardSet(planes)
}

fn list(counts: &Counts) -> Vec<Card> {
    (0..64).flat_map(|slot| vec![Card::new(slot); counts[slot as usize] as usize]).collect()
}

fn in_mask(mask: u64, slot: usize) -> bool {
    mask / 2u64.pow(slot as u32) % 2 == 1
}

fn reading<const P: usize>(a: &Counts, mask: u64) -> Result<(), TestCaseError> {
    let s: CardSet<P> = set(a);
    let total: usize = a.iter().map(|n| *n as usize).sum();
    prop_assert_eq!(list(a).into_iter().collect::<CardSet<P>>(), s);
    prop_assert_eq!(s.counts(), *a);
    prop_assert_eq!(s.len(), total);
    prop_assert_eq!(s.is_empty(), total == 0);
    prop_assert_eq!(s.kinds(), s.plane(0));
    for p in 0..7 {
        for (slot, n) in a.iter().enumerate() {
            prop_assert_eq!(in_mask(s.plane(p), slot), *n as usize > p);
        }
    }
    for (slot, n) in a.iter().enumerate() {
        prop_assert_eq!(s.count(Card::new(slot as u8)), *n as usize);
    }
    let inside: Counts = std::array::from_fn(|slot| if in_mask(mask, slot) { a[slot] } else { 0 });
    prop_assert_eq!(s.within(mask).counts(), inside);
    prop_assert_eq!(s.count_in(mask), list(&inside).len());
    prop_assert_eq!(s.cards().collect::<Vec<_>>(), list(a));
    prop_assert_eq!(list(a).into_iter().rev().collect::<CardSet<P>>(), s);
    prop_assert_eq!(s.wide().counts(), *a);
    prop_assert_eq!(CardSet::<P>::narrow(&s.wide()), Some(s));
    prop_assert_eq!(<CardSet<P> as Planes>::from_words(&s.0), s);
    prop_assert_eq!(Planes::kinds(&s), s.kinds());
    Ok(())
}

fn arithmetic<const P: usize>(a: &Counts, b: &Counts) -> Result<(), TestCaseError> {
    let (s, t): (CardSet<P>, CardSet<P>) = (set(a), set(b));
    let contained = (0..64).all(|slot| b[slot] <= a[slot]);
    prop_assert_eq!(s.contains(&t), contained);
    prop_assert_eq!(Planes::contains(&s, &t), contained);
    prop_assert_eq!(s.plus(&t).counts(), each(a, b, |a, b| (a + b).min(P as u8)));
    prop_assert_eq!(s.minus(&t).counts(), each(a, b, u8::saturating_sub));
    prop_assert_eq!(Planes::minus(&s, &t), s.minus(&t));
    prop_assert_eq!(s.union(&t).counts(), each(a, b, u8::max));
    prop_assert_eq!(s.common(&t).counts(), each(a, b, u8::min));
    prop_assert_eq!(s == t, a == b);
    // Results are sound themselves: comparing counts alone would not see a bit above a hole.
    for result in [s.plus(&t), s.minus(&t), s.union(&t), s.common(&t)] {
        prop_assert_eq!(result, set(&result.counts()));
    }
    Ok(())
}

fn one_card<const P: usize>(a: &Counts, slot: u8, copies: usize) -> Result<(), TestCaseError> {
    let card = Card::new(slot);
    let at = slot as usize;
    let (mut more, mut less) = (*a, *a);
    more[at] = (more[at] + 1).min(P as u8);
    less[at] = less[at].saturating_sub(1);
    let mut s: CardSet<P> = set(a);
    s.insert(card);
    prop_assert_eq!(s, set(&more));
    let mut s: CardSet<P> = set(a);
    Planes::insert(&mut s, card);
    prop_assert_eq!(s, set(&more));
    let mut s: CardSet<P> = set(a);
    s.remove(card);
    prop_assert_eq!(s, set(&less));
    let mut alone = [0; 64];
    alone[at] = copies.min(P) as u8;
    prop_assert_eq!(CardSet::<P>::of(card, copies), set(&alone));
    Ok(())
}

fn resizing<const P: usize, const Q: usize>(a: &Counts) -> Result<(), TestCaseError> {
    let s: CardSet<P> = set(a);
    let cut = a.map(|n| n.min(Q as u8));
    prop_assert_eq!(s.resize::<Q>(), set(&cut));
    prop_assert_eq!(CardSet::<Q>::narrow(&s.wide()), (cut == *a).then(|| set(a)));
    Ok(())
}

/// Every copy has a number: of each plane's kinds in slot order first the first copies, then the second …
fn numbering<const P: usize>(a: &Counts) -> Result<(), TestCaseError> {
    let s = set::<P>(a);
    let copies =
        (1..=P).flat_map(|n| (0..64).filter(move |slot| a[*slot] as usize >= n).map(move |slot| (1_u64 << slot, n)));
    let all: Vec<_> = copies.collect();
    prop_assert_eq!(all.len(), s.len());
    for (n, copy) in (0..).zip(&all) {
        prop_assert_eq!(s.nth(n), Some(*copy));
    }
    prop_assert_eq!(s.nth(all.len() as u32), None);
    Ok(())
}

/// Planes with arbitrary bits are sound exactly if they are the code of some counts that the pack has.
fn soundness<const P: usize>(planes: &[u64; 5], pack: &Pack) -> Result<(), TestCaseError> {
    let s = CardSet::<P>(std::array::from_fn(|p| planes[p]));
    let counts = s.counts();
    let held = |slot: usize| counts[slot] as usize <= pack.copies(Card::new(slot as u8));
    prop_assert_eq!(s.is_sound(pack), set::<P>(&counts) == s && (0..64).all(held));
    prop_assert_eq!(Planes::is_sound(&s, pack), s.is_sound(pack));
    Ok(())
}

macro_rules! operations {
    ($($name:ident: $planes:literal;)+) => {$(
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn read(a in counts($planes), mask in any::<u64>()) {
                    reading::<$planes>(&a, mask)?;
                }

                #[test]
                fn combine((a, b) in pair($planes)) {
                    arithmetic::<$planes>(&a, &b)?;
                }

                #[test]
                fn insert_and_remove(a in counts($planes), slot in 0u8..64, copies in 0usize..7) {
                    one_card::<$planes>(&a, slot, copies)?;
                }

                #[test]
                fn number(a in counts($planes)) {
                    numbering::<$planes>(&a)?;
                }

                #[test]
                fn resize(a in counts($planes), few in counts(1)) {
                    for counts in [a, few] {
                        resizing::<$planes, 1>(&counts)?;
                        resizing::<$planes, 2>(&counts)?;
                        resizing::<$planes, 4>(&counts)?;
                        resizing::<$planes, 5>(&counts)?;
                    }
                }

                #[test]
                fn sound(a in any::<u64>(), noise in any::<[u64; 5]>(), flip in 0usize..5, slot in 0u8..64) {
                    for pack in [&Pack::FRENCH, &Pack::FRENCH_2, &Pack::FRENCH_4, &Pack::HUAPAI] {
                        soundness::<$planes>(&noise, pack)?;
                        // Sound sets and their neighbours by one bit: the full pack within a mask.
                        let mut planes = pack.cards().within(a).0;
                        soundness::<$planes>(&planes, pack)?;
                        planes[flip] ^= 1 << slot;
                        soundness::<$planes>(&planes, pack)?;
                    }
                }

                #[test]
                fn of_mask(mask in any::<u64>()) {
                    let s = CardSet::<$planes>::of_mask(mask);
                    let ones: Counts = std::array::from_fn(|slot| u8::from(in_mask(mask, slot)));
                    prop_assert_eq!(s, set(&ones));
                    prop_assert_eq!(bits(mask).collect::<Vec<_>>(), list(&ones));
                }
            }

            #[test]
            fn constants() {
                assert_eq!(CardSet::<$planes>::EMPTY, set(&[0; 64]));
                assert_eq!(CardSet::<$planes>::default(), CardSet::<$planes>::EMPTY);
                assert_eq!(<CardSet<$planes> as Planes>::PLANES, $planes);
            }
        }
    )+};
}

operations! {
    one_plane: 1;
    two_planes: 2;
    four_planes: 4;
    five_planes: 5;
}

/// All pairs of counts of one kind, so that no case of the carry logic depends on luck.
#[test]
fn every_pair_of_counts() {
    for a in 0..=5 {
        for b in 0..=5 {
            let (mut left, mut right) = ([0; 64], [0; 64]);
            (left[63], right[63]) = (a, b);
            arithmetic::<5>(&left, &right).unwrap();
        }
    }
}

#[test]
fn packs() {
    let sizes = [&Pack::FRENCH, &Pack::FRENCH_2, &Pack::FRENCH_4, &Pack::HUAPAI].map(|pack| pack.cards().len());
    assert_eq!(sizes, [52, 108, 216, 110]);
    for pack in [&Pack::FRENCH, &Pack::FRENCH_2, &Pack::FRENCH_4, &Pack::HUAPAI] {
        assert!(pack.cards().is_sound(pack));
        let names: HashSet<_> = bits(pack.cards().kinds()).map(|card| pack.text(card)).collect();
        assert_eq!(names.len(), pack.cards().kinds().count_ones() as usize, "{}: two kinds share a text", pack.name);
    }
    // 花牌: every character five times; of 乙 三 五 七 九 two of the five show the flower.
    let counts = WideSet::counts(&Pack::HUAPAI.cards());
    let flowered = [0, 2, 4, 6, 8];
    let expected: Vec<u8> = (0..22).map(|slot| if flowered.contains(&slot) { 3 } else { 5 }).collect();
    assert_eq!(counts[..22], expected);
    assert_eq!(counts[22..27], [2; 5]);
}

#[test]
fn french_slots() {
    for rank in 0..13 {
        for suit in 0..4 {
            let card = Card::french(rank, suit);
            assert_eq!((card.rank(), card.suit(), card.slot()), (rank, suit, 4 * rank + suit));
        }
    }
    assert_eq!(paiju_core::card::SMALL_JOKER.rank(), 13);
    assert_eq!(paiju_core::card::BIG_JOKER.rank(), 13);
}
