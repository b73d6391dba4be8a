//! Randomness: the pinned shuffle of deals, and the fast generator of playouts.

use crate::card::{Card, Pack};
use arrayvec::ArrayVec;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The name of the way in which a seed becomes a deal. It is part of every record; a change of one card anywhere is a
/// new name.
pub const SHUFFLE: &str = "deal v1";

/// The largest pack has four times 54 cards.
pub const PACK_MAX: usize = 216;

/// The generator of "deal v1": ChaCha8, whose key is the seed (8 bytes, little-endian) followed by zeros.
pub struct DealRng(ChaCha8Rng);

impl DealRng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A uniform number below `n` > 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        below(n, || self.0.next_u32())
    }

    /// All cards of a pack in random order: slot order, then Fisher–Yates from the back.
    pub fn shuffle(&mut self, pack: &Pack) -> ArrayVec<Card, PACK_MAX> {
        let mut cards: ArrayVec<Card, PACK_MAX> = pack.cards().cards().collect();
        shuffle(&mut cards, |n| self.below(n));
        cards
    }
}

/// The generator of playouts and samples: fast, not pinned between releases.
pub struct FastRng(Xoshiro256PlusPlus);

impl FastRng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A uniform number below `n` > 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        below(n, || self.0.next_u32())
    }

    /// A uniform number below `n` > 0.
    #[inline]
    pub fn below_u64(&mut self, n: u64) -> u64 {
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(n);
            if wide as u64 >= n.wrapping_neg() % n {
                return (wide >> 64) as u64;
            }
        }
    }

    /// A uniform number of at least 0 and less than 1.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts items in random order.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        shuffle(items, |n| self.below(n));
    }
}

/// Fisher–Yates from the back: item `i` changes places with a random one of `0..=i`.
#[inline]
fn shuffle<T>(items: &mut [T], mut below: impl FnMut(u32) -> u32) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(i as u32 + 1) as usize);
    }
}

/// A uniform number below `n`: the high word of word × n, refusing the few low words that would favour some results
/// (Lemire 2019). The division is needed only when a low word is below `n`.
#[inline]
fn below(n: u32, mut word: impl FnMut() -> u32) -> u32 {
    let mut wide = u64::from(word()) * u64::from(n);
    if (wide as u32) < n {
        let refused = n.wrapping_neg() % n;
        while (wide as u32) < refused {
            wide = u64::from(word()) * u64::from(n);
        }
    }
    (wide >> 32) as u32
}

/// The seed of deal `index` in a series that starts from one seed, so that any deal of a long run can be set up alone.
/// It is the output function of SplitMix64 over `seed` + `index` · golden ratio.
#[inline]
pub const fn series_seed(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
