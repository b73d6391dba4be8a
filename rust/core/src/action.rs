//! Actions: one decision each.

use crate::set::Planes;

/// What kind of decision an action is, beside its cards. Each game lists its heads; the index is [`Action::head`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The verb, with a parameter behind a space where there is one: `play`, `pass`, `call h`.
    pub name: &'static str,
    /// Whether cards belong to it. A head without cards is a whole action.
    pub cards: bool,
    /// Whether its text is the cards alone: at most one head of a game.
    pub silent: bool,
}

impl Head {
    /// A head with cards, named in the text of the action.
    pub const fn with_cards(name: &'static str) -> Self {
        Self { name, cards: true, silent: false }
    }

    /// A head without cards.
    pub const fn bare(name: &'static str) -> Self {
        Self { name, cards: false, silent: false }
    }

    /// The ordinary play of a game: the cards alone are its text.
    pub const fn play(name: &'static str) -> Self {
        Self { name, cards: true, silent: true }
    }
}

/// The head of the ordinary play in every game.
pub const PLAY: u8 = 0;
/// The head of the pass in every game.
pub const PASS: u8 = 1;
/// More heads than this no game has; the width of the fixed action space of learners counts on it.
pub const HEADS_MAX: usize = 31;

/// One decision: a head and, where the head has cards, the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action<C> {
    /// Index into the game's list of heads.
    pub head: u8,
    /// The cards; empty where the head has none.
    pub cards: C,
}

impl<C: Planes> Action<C> {
    /// An action.
    #[inline]
    pub fn new(head: u8, cards: C) -> Self {
        Self { head, cards }
    }

    /// The ordinary play of some cards.
    #[inline]
    pub fn play(cards: C) -> Self {
        Self::new(PLAY, cards)
    }

    /// The pass.
    #[inline]
    pub fn pass() -> Self {
        Self::new(PASS, C::default())
    }
}
