//! paiju-core: five Chinese card games as one exact, fast engine.
//!
//! The map, from the bottom up:
//!
//! * [`card`] and [`set`]: card kinds, packs, multisets as bit-planes; [`notation`]: their text; [`seats`]: seats round a table.
//! * [`mod@settings`], [`mod@row`], [`value`]: options, fixed-size records, values of unknown type — the data that crosses borders.
//! * [`deal`]: a seed becomes a shuffled pack.
//! * [`action`], [`game`], [`error`], [`menu`]: what a decision is, what a game is, what can be wrong, where rows go.
//! * [`climb`]: what climbing games share.
//! * [`follow`]: what games of tractors over several packs share.
//! * [`games`]: the games, and the registry that lists them.
//! * [`engine`]: what can be done with any game: perft, playouts, batches, records.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod action;
pub mod card;
pub mod climb;
pub mod deal;
pub mod engine;
pub mod error;
pub mod follow;
pub mod game;
pub mod games;
pub mod menu;
pub mod notation;
pub mod row;
pub mod seats;
pub mod set;
pub mod settings;
pub mod value;
