//! The shuffle of deals is pinned card by card; the random numbers are uniform.

use paiju_core::card::{Card, Pack};
use paiju_core::deal::{DealRng, FastRng, SHUFFLE, series_seed};
use std::collections::HashMap;

/// FNV-1a over the slots in order.
fn fnv(cards: &[Card]) -> u64 {
    cards.iter().fold(0xcbf2_9ce4_8422_2325, |hash, card| (hash ^ u64::from(card.slot())).wrapping_mul(0x100_0000_01b3))
}

/// A change of any of these values is a new [`SHUFFLE`], never an edit of this table.
#[test]
fn deal_v1_is_pinned() {
    assert_eq!(SHUFFLE, "deal v1");
    let golden: [(&Pack, u64, &str, u64); 12] = [
        (&Pack::FRENCH, 0, "Qh Ts Tc Ac 4s 8s 2c 6s", 0xb6e6_1e80_8899_7933),
        (&Pack::FRENCH, 1, "2s Kh 8h 3h Js 8d 3c Qh", 0x43d0_d557_89ae_4389),
        (&Pack::FRENCH, u64::MAX, "Td 7d 4s 9s Ac Jc Kh 9c", 0x06a3_3f20_0bc5_31a9),
        (&Pack::FRENCH_2, 0, "Kh 6s 4s 9d 3c 2s Js 4h", 0x3eb5_6b1d_bddb_7f05),
        (&Pack::FRENCH_2, 1, "9h 8s Qh 4h 4c Td 3c 9s", 0xd2b5_a25a_74e8_be5f),
        (&Pack::FRENCH_2, u64::MAX, "6d Ts 8s As 2c 8h 6h 6d", 0x6312_3c4c_6af6_312f),
        (&Pack::FRENCH_4, 0, "4d Tc Kh 9h 9d 8h Kh 3h", 0xcc07_2100_3a57_9525),
        (&Pack::FRENCH_4, 1, "7s 9c 7d Th Kd w 5c W", 0x6cb3_88b4_b93a_d149),
        (&Pack::FRENCH_4, u64::MAX, "Ks Jd 2d 9d 4h 6s Jc Js", 0x6a9a_7c27_a4a5_83af),
        (&Pack::HUAPAI, 0, "四 孔 乙 化 礼 二 乙 乙*", 0xbf7a_d839_c221_66ce),
        (&Pack::HUAPAI, 1, "乙 孔 九 大 大 礼 八 五", 0x6f2c_3b40_9b24_a5ba),
        (&Pack::HUAPAI, u64::MAX, "九* 化 土 孔 人 二 八 九*", 0x50d7_d482_a364_8b40),
    ];
    for (pack, seed, first, checksum) in golden {
        let cards = DealRng::new(seed).shuffle(pack);
        let text: Vec<_> = cards.iter().take(8).map(|card| pack.text(*card)).collect();
        assert_eq!((text.join(" ").as_str(), fnv(&cards)), (first, checksum), "{}, seed {seed}", pack.name);
    }
}

#[test]
fn a_shuffle_keeps_the_cards() {
    for pack in [&Pack::FRENCH, &Pack::FRENCH_2, &Pack::FRENCH_4, &Pack::HUAPAI] {
        for seed in 0..50 {
            let mut counts = [0; 64];
            for card in DealRng::new(seed).shuffle(pack) {
                counts[card.slot() as usize] += 1;
            }
            assert_eq!(counts, pack.cards().counts());
        }
    }
}

/// Asserts that counts look uniform: chi-square has mean `cells − 1` and variance twice that; six deviations above the
/// mean do not happen by chance, and the seeds are fixed.
fn assert_uniform(counts: &[u32], what: &str) {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let square: f64 = counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    assert!(square < freedom + 6.0 * (2.0 * freedom).sqrt(), "{what}: chi-square {square:.1} for {freedom} cells");
}

#[test]
fn below_is_uniform() {
    for n in [2, 3, 5, 7, 13, 52, 54, 108, 110, 216] {
        let mut pinned = DealRng::new(u64::from(n));
        let mut fast = FastRng::new(u64::from(n));
        let mut counts = vec![[0; 3]; n as usize];
        for _ in 0..100 * n {
            counts[pinned.below(n) as usize][0] += 1;
            counts[fast.below(n) as usize][1] += 1;
            counts[fast.below_u64(u64::from(n)) as usize][2] += 1;
        }
        for (i, what) in ["DealRng::below", "FastRng::below", "FastRng::below_u64"].into_iter().enumerate() {
            assert_uniform(&counts.iter().map(|c| c[i]).collect::<Vec<_>>(), &format!("{what}({n})"));
        }
    }
}

/// Below three quarters of all words every fourth word must be refused; without that a third of the results would come
/// twice as often as the others.
#[test]
fn below_refuses_the_words_that_do_not_fit() {
    let mut pinned = DealRng::new(1);
    let mut fast = FastRng::new(1);
    let mut counts = [[0; 3]; 3];
    for _ in 0..30_000 {
        counts[0][(pinned.below(3 << 30) % 3) as usize] += 1;
        counts[1][(fast.below(3 << 30) % 3) as usize] += 1;
        counts[2][(fast.below_u64(3 << 62) % 3) as usize] += 1;
    }
    for count in counts {
        assert_uniform(&count, "remainder by 3");
    }
}

#[test]
fn below_one_and_below_all() {
    let (mut pinned, mut fast) = (DealRng::new(3), FastRng::new(3));
    for _ in 0..100 {
        assert_eq!((pinned.below(1), fast.below(1), fast.below_u64(1)), (0, 0, 0));
        assert!(pinned.below(u32::MAX) < u32::MAX && fast.below_u64(u64::MAX) < u64::MAX);
    }
}

#[test]
fn shuffles_are_uniform() {
    let mut fast = FastRng::new(5);
    let mut orders = HashMap::new();
    for _ in 0..24 * 500 {
        let mut items = [0, 1, 2, 3];
        fast.shuffle(&mut items);
        *orders.entry(items).or_insert(0) += 1;
    }
    assert_eq!(orders.len(), 24);
    assert_uniform(&orders.into_values().collect::<Vec<_>>(), "orders of four");
    // Over seeds in a row each card of the pinned shuffle comes to the front, and to the back, equally often.
    let (mut front, mut back) = ([0; 52], [0; 52]);
    for seed in 0..52 * 100 {
        let cards = DealRng::new(seed).shuffle(&Pack::FRENCH);
        front[cards[0].slot() as usize] += 1;
        back[cards[51].slot() as usize] += 1;
    }
    assert_uniform(&front, "first card");
    assert_uniform(&back, "last card");
}

/// The published first outputs of SplitMix64 from seed 0.
#[test]
fn series_seeds_are_splitmix64() {
    let outputs = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f, 0xf88b_b8a8_724c_81ec];
    for (index, output) in (0..).zip(outputs) {
        assert_eq!(series_seed(0, index), output);
    }
    // Deal `i + 1` of seed 0 is deal `i` of the seed one step on: the index and the seed enter as one sum.
    assert_eq!(series_seed(0x9e37_79b9_7f4a_7c15, 2), outputs[3]);
    assert_eq!(series_seed(u64::MAX, u64::MAX), series_seed(u64::MAX.wrapping_sub(0x9e37_79b9_7f4a_7c15), 0));
}
