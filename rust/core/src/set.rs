//! Multisets of cards as bit-planes.
//!
//! Bit `k` of plane `p` is set iff the set holds **more than `p`** copies of card kind `k`
//! (a thermometer code, so plane `p` is a superset of plane `p + 1`). Every operation is a handful of word
//! operations over at most five words; each is proved in `tests/set.rs` against plain arrays of counts.

use crate::card::{Card, Pack};
use std::fmt::Debug;
use std::hash::Hash;

/// A multiset over at most 64 card kinds with at most `P` copies of each.
///
/// Adding beyond `P` copies saturates at `P`; taking away more than is there stops at zero. Callers that must not lose
/// cards compare sizes, or test [`CardSet::contains`] first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CardSet<const P: usize>(pub [u64; P]);

/// The form in which sets cross a border where the game is not known: five planes hold every game's sets.
pub type WideSet = CardSet<5>;

impl<const P: usize> CardSet<P> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; P]);

    /// One copy of each kind of a mask.
    #[inline]
    pub const fn of_mask(mask: u64) -> Self {
        let mut planes = [0; P];
        planes[0] = mask;
        Self(planes)
    }

    /// `n` copies (at most `P`) of one kind.
    #[inline]
    pub fn of(card: Card, n: usize) -> Self {
        let mut set = Self::EMPTY;
        for plane in set.0.iter_mut().take(n) {
            *plane = card.bit();
        }
        set
    }

    /// The kinds of which the set holds more than `p` copies; empty for `p >= P`.
    #[inline]
    pub const fn plane(&self, p: usize) -> u64 {
        if p < P { self.0[p] } else { 0 }
    }

    /// The kinds of which the set holds at least one copy.
    #[inline]
    pub const fn kinds(&self) -> u64 {
        self.0[0]
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] == 0
    }

    /// The number of cards: each copy is counted in exactly one plane.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|plane| plane.count_ones() as usize).sum()
    }

    /// The number of copies of one kind: the number of planes that have its bit.
    #[inline]
    pub fn count(&self, card: Card) -> usize {
        self.0.iter().map(|plane| (plane >> card.slot() & 1) as usize).sum()
    }

    /// The number of cards among the kinds of a mask.
    #[inline]
    pub fn count_in(&self, mask: u64) -> usize {
        self.0.iter().map(|plane| (plane & mask).count_ones() as usize).sum()
    }

    /// The cards whose kinds are in a mask.
    #[inline]
    pub fn within(&self, mask: u64) -> Self {
        Self(self.0.map(|plane| plane & mask))
    }

    /// Whether `other` is a part of this set: no plane of it may stick out.
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |out, (a, b)| out | (b & !a)) == 0
    }

    /// Adds one copy: it lands in the first plane that lacks the bit.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        let mut carry = card.bit();
        for plane in &mut self.0 {
            let held = *plane & carry;
            *plane |= carry;
            carry = held;
        }
    }

    /// Takes one copy away: it leaves the last plane that has the bit.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        let mut carry = card.bit();
        for plane in self.0.iter_mut().rev() {
            let lacked = carry & !*plane;
            *plane &= !carry;
            carry = lacked;
        }
    }

    /// The sum. More than `k` copies in the sum ⇔ for some split `i + j = k + 1` one side has at least `i` and the
    /// other at least `j` copies.
    #[inline]
    pub fn plus(&self, other: &Self) -> Self {
        let at_least = |set: &Self, n: usize| if n == 0 { !0 } else { set.plane(n - 1) };
        Self(std::array::from_fn(|k| {
            (0..=k + 1).fold(0, |out, i| out | (at_least(self, i) & at_least(other, k + 1 - i)))
        }))
    }

    /// The difference. More than `k` copies remain ⇔ for every `j`, having taken `j` copies implies that there were
    /// more than `k + j`.
    #[inline]
    pub fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|k| (0..P).fold(self.plane(k), |out, j| out & (!other.0[j] | self.plane(k + 1 + j)))))
    }

    /// Of each kind the larger number of copies.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|p| self.0[p] | other.0[p]))
    }

    /// Of each kind the smaller number of copies.
    #[inline]
    pub fn common(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|p| self.0[p] & other.0[p]))
    }

    /// The cards in slot order, each copy by itself.
    pub fn cards(&self) -> impl Iterator<Item = Card> + use<P> {
        let set = *self;
        bits(set.kinds()).flat_map(move |card| std::iter::repeat_n(card, set.count(card)))
    }

    /// The same cards in another number of planes; copies that do not fit are dropped.
    #[inline]
    pub fn resize<const Q: usize>(&self) -> CardSet<Q> {
        CardSet(std::array::from_fn(|p| self.plane(p)))
    }

    /// The number of copies by slot.
    pub fn counts(&self) -> [u8; 64] {
        std::array::from_fn(|slot| self.0.iter().map(|plane| (plane >> slot & 1) as u8).sum())
    }

    /// The `n`-th card, plane by plane, as its bit and its number among the copies of its kind, counted from 1: each copy stands for
    /// the group of so many. `None` when there are not so many cards.
    #[inline]
    pub fn nth(&self, mut n: u32) -> Option<(u64, usize)> {
        for (plane, copies) in self.0.iter().zip(1..) {
            let here = plane.count_ones();
            if n < here {
                return Some((nth_bit(*plane, n), copies));
            }
            n -= here;
        }
        None
    }

    /// Whether the planes form a thermometer code of cards that the pack has. Bytes from outside are checked with it.
    pub fn is_sound(&self, pack: &Pack) -> bool {
        (1..P).all(|p| self.0[p] & !self.0[p - 1] == 0) && pack.cards().contains(&self.resize())
    }
}

impl<const P: usize> FromIterator<Card> for CardSet<P> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl<const P: usize> Default for CardSet<P> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The cards of a mask in slot order.
#[inline]
pub fn bits(mut mask: u64) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let card = Card::new(mask.trailing_zeros() as u8);
            mask &= mask - 1;
            card
        })
    })
}

/// The bit of a mask with a number, counted from the lowest; 0 when there are not so many.
#[inline]
pub const fn nth_bit(mask: u64, n: u32) -> u64 {
    let rest = mask ^ lowest_bits(mask, n);
    rest & rest.wrapping_neg()
}

/// The `n` lowest bits of a mask, or all when there are not so many.
#[inline]
pub const fn lowest_bits(mask: u64, mut n: u32) -> u64 {
    let mut rest = mask;
    while n > 0 && rest != 0 {
        rest &= rest - 1;
        n -= 1;
    }
    mask ^ rest
}

/// `n` copies of each kind of a mask.
#[inline]
pub fn copies<const P: usize>(mask: u64, n: usize) -> CardSet<P> {
    CardSet(std::array::from_fn(|p| if p < n { mask } else { 0 }))
}

/// What generic code asks of a game's card sets: [`CardSet`] of any number of planes.
pub trait Planes: Copy + Eq + Hash + Debug + Default + Send + Sync + crate::row::Cell + 'static {
    /// The number of planes.
    const PLANES: usize;
    /// The same cards in five planes.
    fn wide(&self) -> WideSet;
    /// The same cards from five planes, or `None` when there are too many copies.
    fn narrow(wide: &WideSet) -> Option<Self>;
    /// See [`CardSet::contains`].
    fn contains(&self, other: &Self) -> bool;
    /// See [`CardSet::minus`].
    fn minus(&self, other: &Self) -> Self;
    /// See [`CardSet::insert`].
    fn insert(&mut self, card: Card);
    /// See [`CardSet::kinds`].
    fn kinds(&self) -> u64;
    /// See [`CardSet::is_sound`].
    fn is_sound(&self, pack: &Pack) -> bool;
    /// The set with these planes, of which there are [`Planes::PLANES`].
    fn from_words(words: &[u64]) -> Self;
}

impl<const P: usize> Planes for CardSet<P> {
    const PLANES: usize = P;

    #[inline]
    fn wide(&self) -> WideSet {
        self.resize()
    }

    #[inline]
    fn narrow(wide: &WideSet) -> Option<Self> {
        (wide.plane(P) == 0).then(|| wide.resize())
    }

    #[inline]
    fn contains(&self, other: &Self) -> bool {
        self.contains(other)
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.minus(other)
    }

    #[inline]
    fn insert(&mut self, card: Card) {
        self.insert(card);
    }

    #[inline]
    fn kinds(&self) -> u64 {
        self.kinds()
    }

    #[inline]
    fn is_sound(&self, pack: &Pack) -> bool {
        self.is_sound(pack)
    }

    #[inline]
    fn from_words(words: &[u64]) -> Self {
        Self(std::array::from_fn(|p| words[p]))
    }
}
