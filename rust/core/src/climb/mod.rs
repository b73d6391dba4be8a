//! What the climbing games share: ranks as masks ([`ranks`]), and seats around a table of four ([`seats`]).
//!
//! Nothing here names a game, and everything here has two callers.

pub mod ranks;
pub mod seats;
