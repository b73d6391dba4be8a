//! A decision taken step by step in a small fixed action space, the same for every game.
//!
//! | id | means |
//! |---|---|
//! | 0 … 63 | add one copy of the card in this slot |
//! | 64 + h | take head `h` of [`Game::HEADS`] |
//! | 95 | done: the cards chosen are the action |
//!
//! At the start the cards of an ordinary play are open at once, and adding one of them means the head
//! [`PLAY`]; every other possible head is open as an id of its own. A head without cards is an action by itself; a head
//! with cards opens them. Cards that are complete and cannot be added to are an action without further asking; where they
//! are complete but could be added to, `done` is open. No open id leads into a dead end.

use crate::action::{Action, HEADS_MAX, PLAY};
use crate::card::Card;
use crate::game::{ActionOf, Game, Picks};
use crate::set::{Planes, bits};

/// The number of ids.
pub const WIDTH: usize = 96;
/// The id of head 0.
pub const HEAD: usize = 64;
/// The id that ends the choice of cards.
pub const DONE: usize = HEAD + HEADS_MAX;

const _: () = assert!(DONE + 1 == WIDTH, "heads and done fill the ids behind the cards");

/// A decision under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pick<C> {
    /// Heads that can be taken by their id.
    heads: u32,
    head: Option<u8>,
    chosen: C,
    picks: Picks,
}

impl<C: Planes> Pick<C> {
    /// The start of the decision that a state asks for. Nothing is open when the deal is over.
    pub fn start<G: Game<Cards = C>>(rules: &G::Rules, state: &G::State) -> Self {
        let mut pick = Self::default();
        if G::turn(state).is_none() {
            return pick;
        }
        pick.heads = G::heads(rules, state);
        if pick.heads & (1 << PLAY) != 0 && G::HEADS[usize::from(PLAY)].cards {
            pick.heads &= !(1 << PLAY);
            pick.picks = G::picks(rules, state, PLAY, &pick.chosen);
        }
        pick
    }

    /// The head taken, `None` at the start.
    pub fn head(&self) -> Option<u8> {
        self.head
    }

    /// The cards chosen so far.
    pub fn chosen(&self) -> &C {
        &self.chosen
    }

    /// The open ids as a mask: bit `id % 64` of word `id / 64`.
    pub fn open(&self) -> [u64; 2] {
        [self.picks.more, u64::from(self.heads) | u64::from(self.picks.complete) << (DONE - HEAD)]
    }

    /// Whether an id is open; numbers that are no id are not.
    pub fn is_open(&self, id: i64) -> bool {
        (0..WIDTH as i64).contains(&id) && self.open()[id as usize / 64] >> (id % 64) & 1 == 1
    }

    /// Takes an open id. Returns the action when that was the last step of the decision; the pick is then spent.
    ///
    /// # Panics
    /// May panic when the id is not open.
    pub fn choose<G: Game<Cards = C>>(&mut self, rules: &G::Rules, state: &G::State, id: usize) -> Option<ActionOf<G>> {
        debug_assert!(self.is_open(id as i64), "id {id} is not open");
        let head = match id {
            DONE => return Some(Action::new(self.head.unwrap_or(PLAY), self.chosen)),
            HEAD.. => (id - HEAD) as u8,
            _ => {
                self.chosen.insert(Card::new(id as u8));
                self.head.unwrap_or(PLAY)
            }
        };
        if !G::HEADS[usize::from(head)].cards {
            return Some(Action::new(head, C::default()));
        }
        self.heads = 0;
        self.head = Some(head);
        self.picks = G::picks(rules, state, head, &self.chosen);
        debug_assert!(!self.picks.is_dead(), "{}: id {id} led to a dead end: {self:?}", G::NAME);
        (self.picks.complete && self.picks.more == 0).then(|| Action::new(head, self.chosen))
    }

    /// The open ids in words: `8 (5c), 65 (pass), 95 (done)`.
    pub fn describe<G: Game<Cards = C>>(&self) -> String {
        let cards = bits(self.picks.more).map(|card| format!("{} ({})", card.slot(), G::PACK.text(card)));
        let heads = bits(u64::from(self.heads)).map(|head| {
            let head = usize::from(head.slot());
            format!("{} ({})", HEAD + head, G::HEADS[head].name)
        });
        let done = self.picks.complete.then(|| format!("{DONE} (done)"));
        cards.chain(heads).chain(done).collect::<Vec<_>>().join(", ")
    }
}
