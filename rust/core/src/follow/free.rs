//! The classes of what is put down freely, when the led suit does not fill a play: how many cards of each suit, and the points.

use super::points::{Classes, MOST, Numbers, points, splits};
use super::table::{SUITS, TRUMPS, Table};
use crate::menu::Menu;
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
        if size <= FINE && fine * sums <= ROWS {
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

    /// One choice of each class among some cards, but none of trumps alone unless `all_trumps`; `with` makes a row of a choice.
    pub fn rows<const P: usize>(
        &self,
        cards: &CardSet<P>,
        all_trumps: bool,
        with: impl Fn(&CardSet<P>) -> CardSet<P>,
        out: &mut impl Menu<CardSet<P>>,
    ) {
        let mut parts: ArrayVec<Part<P>, SUITS> =
            self.groups.iter().map(|group| Part::new(&cards.within(*group), self.size)).collect();
        if !all_trumps {
            // The trumps are the first group.
            parts[0].len = parts[0].len.min(self.size - 1);
        }
        if self.any_trump {
            return self.coarse_rows(&parts, &with, out);
        }
        let mut lists = Lists { parts: &parts, all: ArrayVec::new(), ends: [[0; FINE + 1]; SUITS] };
        lists.fill();
        lists.join(0, self.size, &[(0, CardSet::EMPTY)], &mut |choices| {
            out.bundle(choices.len() as u32, |i| with(&choices[i as usize].1));
        });
    }

    /// The rows without trumps, and with any number of them.
    fn coarse_rows<const P: usize>(
        &self,
        parts: &[Part<P>],
        with: &impl Fn(&CardSet<P>) -> CardSet<P>,
        out: &mut impl Menu<CardSet<P>>,
    ) {
        for trumps in [0..=0, 1..=parts[0].len] {
            let mut sums = Sums::<P, MOST>::new();
            for n in trumps.filter(|n| self.size - n <= parts[1].len) {
                let rest = self.size - n;
                for some in splits(n, parts[0].classes.lens) {
                    for others in splits(rest, parts[1].classes.lens) {
                        sums.put(sum(&some) + sum(&others), || {
                            parts[0].classes.take(&some).union(&parts[1].classes.take(&others))
                        });
                    }
                }
            }
            out.bundle(sums.list.len() as u32, |i| with(&sums.list[i as usize].1));
        }
    }
}

/// A choice, behind its points.
type Choice<const P: usize> = (u8, CardSet<P>);

/// Choices that differ in their points, the first found of each; no more than `N`.
struct Sums<const P: usize, const N: usize> {
    found: u128,
    list: ArrayVec<Choice<P>, N>,
}

impl<const P: usize, const N: usize> Sums<P, N> {
    fn new() -> Self {
        Self { found: 0, list: ArrayVec::new() }
    }

    #[inline]
    fn put(&mut self, sum: usize, cards: impl FnOnce() -> CardSet<P>) {
        if self.found >> sum & 1 == 0 {
            self.found |= 1 << sum;
            self.list.push((sum as u8, cards()));
        }
    }
}

/// The cards of one group.
struct Part<const P: usize> {
    classes: Classes<P>,
    /// The most cards that can be chosen.
    len: usize,
}

impl<const P: usize> Part<P> {
    fn new(cards: &CardSet<P>, most: usize) -> Self {
        Self { classes: Classes::new(cards), len: cards.len().min(most) }
    }
}

/// The points of cards in such numbers, in fives.
fn sum(numbers: &Numbers) -> usize {
    numbers[1] + 2 * numbers[2]
}

/// More cards than this are not divided finely; of two groups and more [`ROWS`] allows no more.
const FINE: usize = 13;
/// The parts of a fine division have no more choices.
const CHOICES: usize = 2 * (FINE + 1) * (FINE + 1);

/// The choices from each part by number of cards.
struct Lists<'p, const P: usize> {
    parts: &'p [Part<P>],
    all: ArrayVec<Choice<P>, CHOICES>,
    /// Where those of a part and number end; they begin where the ones before them end.
    ends: [[u16; FINE + 1]; SUITS],
}

impl<const P: usize> Lists<'_, P> {
    fn fill(&mut self) {
        for (part, ends) in self.parts.iter().zip(&mut self.ends) {
            for (n, end) in (0..=part.len).zip(ends) {
                let mut sums = Sums::<P, { 2 * FINE + 1 }>::new();
                for numbers in splits(n, part.classes.lens) {
                    sums.put(sum(&numbers), || part.classes.take(&numbers));
                }
                self.all.extend(sums.list);
                *end = self.all.len() as u16;
            }
        }
    }

    fn of(&self, part: usize, n: usize) -> &[Choice<P>] {
        let before = match (part, n) {
            (0, 0) => 0,
            (_, 0) => self.ends[part - 1][self.parts[part - 1].len],
            _ => self.ends[part][n - 1],
        };
        &self.all[before as usize..self.ends[part][n] as usize]
    }

    /// Calls `each` with the choices of every way to divide `left` cards among the parts from `at` on, joined to others.
    fn join(&self, at: usize, left: usize, others: &[Choice<P>], each: &mut impl FnMut(&[Choice<P>])) {
        let last = at + 1 == self.parts.len();
        for n in if last { left } else { 0 }..=left.min(self.parts[at].len) {
            let mut sums = Sums::<P, { 2 * FINE + 1 }>::new();
            for (sum, cards) in others {
                for (more, other) in self.of(at, n) {
                    sums.put((sum + more).into(), || cards.union(other));
                }
            }
            if last { each(&sums.list) } else { self.join(at + 1, left - n, &sums.list, each) }
        }
    }
}
