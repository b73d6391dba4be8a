//! The arrays that a step of a batch fills. The caller owns them.

use super::pick::{Pick, WIDTH};
use crate::game::Game;
use crate::row::{Cell, Row};

/// What `n` deals in lockstep show, deal by deal. A slice may be empty instead: then that part is not filled.
#[derive(Default)]
pub struct Frame<'a> {
    /// `n + 1` row numbers: the legal rows of deal `i` are `offsets[i]..offsets[i + 1]`. All 0 in picks mode.
    pub offsets: &'a mut [i64],
    /// `n` × the size of a view in bytes: the view of the seat to act.
    pub views: &'a mut [u8],
    /// `n` seats to act, counted from the table's seat 0.
    pub turn: &'a mut [i8],
    /// `n` truth values: whether a deal ended in the last step, so that this is the first decision of another one.
    pub done: &'a mut [bool],
    /// Picks mode: `n` × [`WIDTH`] truth values: which ids are open.
    pub mask: &'a mut [bool],
    /// Picks mode: `n` × the size of a card set in bytes: the cards chosen so far.
    pub chosen: &'a mut [u8],
    /// Picks mode: `n` heads taken so far, −1 for none.
    pub head: &'a mut [i8],
}

impl<'a> Frame<'a> {
    /// # Panics
    /// If a slice is neither empty nor as long as `n` deals need.
    pub(super) fn assert_fits<G: Game>(&self, n: usize) {
        let fits = |name: &str, len: usize, full: usize| {
            assert!(len == 0 || len == full, "{name} has {len} elements instead of {full}");
        };
        fits("offsets", self.offsets.len(), n + 1);
        fits("views", self.views.len(), n * G::View::SIZE);
        fits("turn", self.turn.len(), n);
        fits("done", self.done.len(), n);
        fits("mask", self.mask.len(), n * WIDTH);
        fits("chosen", self.chosen.len(), n * G::Cards::SIZE);
        fits("head", self.head.len(), n);
    }

    /// The frames of the first `n` deals and of the others, both without offsets.
    pub(super) fn split_at<G: Game>(self, n: usize) -> (Self, Self) {
        let (views, more_views) = cut(self.views, n * G::View::SIZE);
        let (turn, more_turn) = cut(self.turn, n);
        let (done, more_done) = cut(self.done, n);
        let (mask, more_mask) = cut(self.mask, n * WIDTH);
        let (chosen, more_chosen) = cut(self.chosen, n * G::Cards::SIZE);
        let (head, more_head) = cut(self.head, n);
        (
            Self { offsets: &mut [], views, turn, done, mask, chosen, head },
            Self {
                offsets: &mut [],
                views: more_views,
                turn: more_turn,
                done: more_done,
                mask: more_mask,
                chosen: more_chosen,
                head: more_head,
            },
        )
    }

    /// Fills in deal `i`.
    #[inline]
    pub(super) fn show<G: Game>(&mut self, i: usize, rules: &G::Rules, state: &G::State, done: bool) {
        let seat = G::turn(state).expect("a deal of a batch always has a decision");
        if let Some(view) = part(self.views, i, G::View::SIZE) {
            G::view(rules, state, seat).write(view);
        }
        if let Some(turn) = self.turn.get_mut(i) {
            *turn = seat as i8;
        }
        if let Some(out) = self.done.get_mut(i) {
            *out = done;
        }
    }

    /// Fills in the decision under way of deal `i`.
    #[inline]
    pub(super) fn show_pick<G: Game>(&mut self, i: usize, pick: &Pick<G::Cards>) {
        if let Some(mask) = part(self.mask, i, WIDTH) {
            for (ids, word) in mask.chunks_mut(64).zip(pick.open()) {
                ids.iter_mut().enumerate().for_each(|(bit, open)| *open = word >> bit & 1 == 1);
            }
        }
        if let Some(mut chosen) = part(self.chosen, i, G::Cards::SIZE) {
            pick.chosen().put(&mut chosen);
        }
        if let Some(head) = self.head.get_mut(i) {
            *head = pick.head().map_or(-1, |head| head as i8);
        }
    }
}

/// Both sides of a slice, or twice nothing of an empty one.
fn cut<T>(slice: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
    slice.split_at_mut(at.min(slice.len()))
}

/// The `i`-th part of a slice of parts of one size, or nothing of an empty one.
fn part<T>(slice: &mut [T], i: usize, size: usize) -> Option<&mut [T]> {
    slice.get_mut(i * size..(i + 1) * size)
}
