//! Where the rows of a menu go: all of them to whoever lists them, or one of them, drawn, to whoever plays at random.

use crate::deal::FastRng;
use crate::set::{bits, nth_bit};

/// Takes the rows of a menu in bundles, of which it makes those that it needs.
///
/// Every `FnMut(T)` is one: it is called with each row in order.
pub trait Menu<T> {
    /// Takes `n` rows, of which `row(i)` makes the `i`-th.
    fn bundle(&mut self, n: u32, row: impl Fn(u32) -> T);

    /// Takes a row for each bit of a mask, the lowest first; `row` is called with the bit.
    fn each_bit(&mut self, mask: u64, row: impl Fn(u64) -> T);

    /// Takes `n` rows with which `walk` calls a visitor one after another until it returns true.
    fn list(&mut self, n: u32, walk: impl FnOnce(&mut dyn FnMut(T) -> bool));

    /// Takes one row.
    fn one(&mut self, row: T)
    where
        T: Copy,
    {
        self.bundle(1, |_| row);
    }
}

impl<T, F: FnMut(T)> Menu<T> for F {
    #[inline]
    fn bundle(&mut self, n: u32, row: impl Fn(u32) -> T) {
        (0..n).for_each(|i| self(row(i)));
    }

    #[inline]
    fn each_bit(&mut self, mask: u64, row: impl Fn(u64) -> T) {
        bits(mask).for_each(|card| self(row(card.bit())));
    }

    #[inline]
    fn list(&mut self, _: u32, walk: impl FnOnce(&mut dyn FnMut(T) -> bool)) {
        walk(&mut |row| {
            self(row);
            false
        });
    }
}

/// Keeps one of all rows, each with the same chance.
pub struct Draw<'r, T> {
    rng: &'r mut FastRng,
    seen: u32,
    row: Option<T>,
}

impl<'r, T> Draw<'r, T> {
    /// Nothing drawn yet.
    pub fn new(rng: &'r mut FastRng) -> Self {
        Self { rng, seen: 0, row: None }
    }

    /// The row drawn; `None` from no rows.
    pub fn row(self) -> Option<T> {
        self.row
    }

    /// The place among `n` more rows of the one that takes the place of the row drawn so far, if one does.
    #[inline]
    fn place(&mut self, n: u32) -> Option<u32> {
        let first = self.seen == 0;
        self.seen += n;
        if first && n == 1 {
            return Some(0);
        }
        (n > 0).then(|| self.rng.below(self.seen)).filter(|at| *at < n)
    }
}

impl<T> Menu<T> for Draw<'_, T> {
    #[inline]
    fn bundle(&mut self, n: u32, row: impl Fn(u32) -> T) {
        if let Some(at) = self.place(n) {
            self.row = Some(row(at));
        }
    }

    #[inline]
    fn each_bit(&mut self, mask: u64, row: impl Fn(u64) -> T) {
        if let Some(at) = self.place(mask.count_ones()) {
            self.row = Some(row(nth_bit(mask, at)));
        }
    }

    #[inline]
    fn list(&mut self, n: u32, walk: impl FnOnce(&mut dyn FnMut(T) -> bool)) {
        if let Some(mut at) = self.place(n) {
            walk(&mut |row| {
                let found = at == 0;
                if found {
                    self.row = Some(row);
                }
                at = at.wrapping_sub(1);
                found
            });
        }
    }
}
