//! The classes of what is put down freely, when the led suit does not fill a play: how many cards of each suit, and the points.

use super::points::{CLASSES, MOST, points};
use super::pool::least;
use super::table::{SUITS, TRUMPS, Table};
use crate::set::CardSet;
use arrayvec::ArrayVec;

/// Classes finer than this many rows are made coarser.
const ROWS: usize = 420;

/// What a free part is: the numbers of cards of each group of suits, and the points in fives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Blend {
    /// Cards by group; see [`Freedom`].
    pub cards: [u8; SUITS],
    /// Points.
    pub points: u16,
}

/// The free choice of `size` cards outside one suit.
pub struct Freedom {
    size: usize,
    /// The kinds of each group: every suit by itself, or for large choices the trumps and all other cards.
    groups: ArrayVec<u64, SUITS>,
    /// Whether only the presence of trumps counts, not their number.
    any_trump: bool,
}

impl Freedom {
    /// The choice of `size` cards outside the led suit.
    pub fn new(table: &Table, led: usize, size: usize) -> Self {
        let others: ArrayVec<u64, SUITS> = (0..SUITS)
            .rev()
            .filter(|suit| *suit != led && table.suits[*suit] != 0)
            .map(|suit| table.suits[suit])
            .collect();
        // Ways to write `size` as a sum of as many numbers as there are groups.
        let fine = (1..others.len()).fold(1, |ways, i| ways * (size + i) / i);
        let sums = 2 * size + 1;
        if fine * sums <= ROWS {
            return Self { size, groups: others, any_trump: false };
        }
        let trumps = if led == TRUMPS { 0 } else { table.suits[TRUMPS] };
        let rest = others.iter().fold(0, |all, suit| all | suit) & !trumps;
        Self { size, groups: ArrayVec::from_iter([trumps, rest]), any_trump: (size + 1) * sums > ROWS }
    }

    /// The class of a choice.
    pub fn blend<const P: usize>(&self, cards: &CardSet<P>) -> Blend {
        let mut blend = Blend { points: points(cards) as u16, ..Blend::default() };
        for (n, group) in blend.cards.iter_mut().zip(&self.groups) {
            *n = cards.count_in(*group) as u8;
        }
        self.coarse(blend)
    }

    fn coarse(&self, blend: Blend) -> Blend {
        if !self.any_trump {
            return blend;
        }
        let mut cards = [0; SUITS];
        cards[0] = blend.cards[0].min(1);
        Blend { cards, ..blend }
    }

    /// Calls `each` with one choice of each class among some cards, but with none of trumps alone unless `all_trumps`.
    pub fn rows<const P: usize>(
        &self,
        cards: &CardSet<P>,
        all_trumps: bool,
        trumps: u64,
        each: &mut impl FnMut(CardSet<P>),
    ) {
        let parts: ArrayVec<Part<P>, SUITS> =
            self.groups.iter().map(|group| Part::new(cards.within(*group), self.size)).collect();
        let mut seen: [u128; 2] = [0; 2];
        self.split(&parts, [0; SUITS], 0, self.size, &mut |counts| {
            if !all_trumps && self.groups.iter().zip(counts).all(|(group, n)| n == 0 || group & trumps != 0) {
                return;
            }
            let mut sums = 1_u128;
            for (part, n) in parts.iter().zip(counts) {
                sums = part.with(n, sums);
            }
            if self.any_trump {
                let known = &mut seen[usize::from(counts[0] > 0)];
                sums &= !*known;
                *known |= sums;
            }
            for sum in (0..MOST).filter(|sum| sums >> sum & 1 == 1) {
                each(build(&parts, &counts, sum).expect("the sum was found"));
            }
        });
    }

    /// Calls `each` with every way to divide `left` cards among the groups from `at` on.
    fn split<const P: usize>(
        &self,
        parts: &[Part<P>],
        mut counts: [usize; SUITS],
        at: usize,
        left: usize,
        each: &mut impl FnMut([usize; SUITS]),
    ) {
        if at == parts.len() {
            if left == 0 {
                each(counts);
            }
            return;
        }
        for n in 0..=left.min(parts[at].len) {
            counts[at] = n;
            self.split(parts, counts, at + 1, left - n, each);
        }
    }
}

/// The cards of one group.
struct Part<const P: usize> {
    cards: CardSet<P>,
    len: usize,
    /// Cards by point class.
    classes: [usize; 3],
}

impl<const P: usize> Part<P> {
    fn new(cards: CardSet<P>, most: usize) -> Self {
        Self { cards, len: cards.len().min(most), classes: CLASSES.map(|class| cards.count_in(class)) }
    }

    /// The numbers of fives and of tens in the choices of `n` cards.
    fn choices(&self, n: usize) -> impl Iterator<Item = (usize, usize)> + use<P> {
        let [zeros, fives, tens] = self.classes;
        (0..=tens.min(n)).flat_map(move |ten| {
            let rest = n - ten;
            (rest.saturating_sub(zeros)..=fives.min(rest)).map(move |five| (five, ten))
        })
    }

    /// The sums that `n` cards of this group make from other sums.
    fn with(&self, n: usize, sums: u128) -> u128 {
        self.choices(n).fold(0, |all, (five, ten)| all | sums << (five + 2 * ten))
    }

    fn take(&self, n: usize, five: usize, ten: usize) -> CardSet<P> {
        let numbers = [n - five - ten, five, ten];
        CLASSES
            .iter()
            .zip(numbers)
            .fold(CardSet::EMPTY, |set, (class, n)| set.union(&least(&self.cards.within(*class), n)))
    }
}

/// Cards with these numbers from each group and this sum of points.
fn build<const P: usize>(parts: &[Part<P>], counts: &[usize], sum: usize) -> Option<CardSet<P>> {
    let Some((part, rest)) = parts.split_first() else { return (sum == 0).then_some(CardSet::EMPTY) };
    part.choices(counts[0]).filter(|(five, ten)| five + 2 * ten <= sum).find_map(|(five, ten)| {
        let others = build(rest, &counts[1..], sum - five - 2 * ten)?;
        Some(others.union(&part.take(counts[0], five, ten)))
    })
}
