//! Ranks of French cards as masks. A rank is a nibble of a plane (slots `4·rank + suit`).

/// The club of every rank: bit 0 of each of the 13 nibbles.
pub const CLUBS: u64 = 0x1_1111_1111_1111;

/// The ranks held, as a mask of their clubs: each nibble's four bits fold onto its lowest.
#[inline]
pub const fn ranks(x: u64) -> u64 {
    (x | x >> 1 | x >> 2 | x >> 3) & CLUBS
}

/// Whether kinds, at least one, are all of one suit.
#[inline]
pub const fn is_one_suit(x: u64) -> bool {
    x & !(CLUBS << (x.trailing_zeros() & 3)) == 0
}

/// The ranks of a mask of clubs as 13 neighbouring bits. Of two sets of equally many ranks the one whose ranks are higher
/// when read from the top has the larger mask.
///
/// Bits 4r move to r in three steps: pairs of ranks close up first, then pairs of pairs, then the four quads.
#[inline]
pub const fn rank_mask(clubs: u64) -> u16 {
    debug_assert!(clubs & !CLUBS == 0);
    let two = (clubs | clubs >> 3) & 0x0003_0303_0303_0303;
    let four = (two | two >> 6) & 0x000f_000f_000f_000f;
    let eight = (four | four >> 12) & 0x0000_00ff_0000_00ff;
    (eight | eight >> 24) as u16
}
