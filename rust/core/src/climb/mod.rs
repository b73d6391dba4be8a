//! What the climbing games share: ranks as masks ([`ranks`]).
//!
//! Nothing here names a game, and everything here has two callers.

pub mod ranks;
