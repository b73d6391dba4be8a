//! What can be done with any game: everything here is generic over [`crate::game::Game`] and names none.
//!
//! * [`perft`]: counts of move paths, the proof of a move generator.
//! * [`expand`]: concrete legal actions, drawn uniformly or listed lazily.
//! * [`playout`]: random play to the end, alone or in long seeded runs.
//! * [`record`]: seed or cards and actions, replayed with every action checked.
//! * [`pick`]: the fixed action space in which an action is put together card by card.
//! * [`batch`] and [`frame`]: many deals in lockstep, and the arrays that a step fills.
//! * [`play`]: all this for a game that is known at run time only; what a binding stands on.
//!
//! But for [`play`], callers own the buffers, and nothing here allocates per decision.

pub mod batch;
mod chunk;
pub mod expand;
pub mod frame;
pub mod perft;
pub mod pick;
pub mod play;
pub mod playout;
pub mod record;
