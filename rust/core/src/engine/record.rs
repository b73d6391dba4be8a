//! Replaying: where a deal came from and its actions give back every state of it.

use crate::error::Error;
use crate::game::{ActionOf, Game, Layout};
use thiserror::Error as ThisError;

/// Where a deal came from.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// The shuffle of a seed.
    Seed(u64),
    /// Given cards.
    Layout(Layout),
}

/// Why a record does not replay.
#[derive(Clone, PartialEq, Eq, Debug, ThisError)]
#[error("action {at}{}: {error}", .seat.map(|seat| format!(" (seat {seat})")).unwrap_or_default())]
pub struct Fault {
    /// The index of the first action that cannot be played; 0 when the deal itself cannot be set up.
    pub at: usize,
    /// The seat to act there; `None` when the deal is not set up or already over.
    pub seat: Option<usize>,
    /// What is wrong.
    pub error: Error,
}

/// A recorded deal.
pub struct Replay<'a, G: Game> {
    /// The options it was played under.
    pub rules: &'a G::Rules,
    /// What the match carried into it.
    pub setup: &'a G::Setup,
    /// Where it came from.
    pub source: &'a Source,
    /// What was played, in order; the deal need not be over behind it.
    pub actions: &'a [ActionOf<G>],
}

impl<G: Game> Replay<'_, G> {
    /// The state before the first action.
    ///
    /// # Errors
    /// A [`Fault`] without a seat when the cards cannot lie so.
    pub fn start(&self) -> Result<G::State, Fault> {
        match self.source {
            Source::Seed(seed) => Ok(G::deal(self.rules, self.setup, *seed)),
            Source::Layout(layout) => {
                G::arrange(self.rules, self.setup, layout).map_err(|error| Fault { at: 0, seat: None, error })
            }
        }
    }

    /// The state behind the last action. `each` is called before every action is played, with the state, the seat to
    /// act and the action, which is known to be legal.
    ///
    /// # Errors
    /// The first action that the rules forbid or that comes after the end of the deal.
    pub fn run(&self, mut each: impl FnMut(&G::State, usize, &ActionOf<G>)) -> Result<G::State, Fault> {
        let mut state = self.start()?;
        for (at, action) in self.actions.iter().enumerate() {
            let Some(seat) = G::turn(&state) else {
                let text = format!("the deal was over after {at} of the {} actions", self.actions.len());
                return Err(Fault { at, seat: None, error: Error::position(text) });
            };
            let fault = |error| Fault { at, seat: Some(seat), error };
            // `check` may look its head up; a record from outside may name any.
            if usize::from(action.head) >= G::HEADS.len() {
                return Err(fault(Error::position(format!("{} has no action number {}", G::NAME, action.head))));
            }
            G::check(self.rules, &state, action).map_err(|illegal| fault(illegal.into()))?;
            each(&state, seat, action);
            G::apply(self.rules, &mut state, action);
        }
        Ok(state)
    }
}

/// The state to which a record leads, every action checked.
///
/// # Errors
/// As [`Replay::run`].
pub fn replay<G: Game>(
    rules: &G::Rules,
    setup: &G::Setup,
    source: &Source,
    actions: &[ActionOf<G>],
) -> Result<G::State, Fault> {
    Replay::<G> { rules, setup, source, actions }.run(|_, _, _| ())
}
