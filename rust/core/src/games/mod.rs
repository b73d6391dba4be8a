//! The games, and the registry: the only list of games in Rust.

use crate::action::HEADS_MAX;
use crate::error::Error;
use crate::game::{Game, Info};

/// No state is larger, in bytes.
const STATE_MAX: usize = 640;

/// A type for each game: what an [`Any`] holds.
pub trait PerGame {
    /// The type for one game.
    type Of<G: Game>;
}

/// Declares the modules, the list of names, the enum over all games, and the dispatch macros.
macro_rules! games {
    ($dollar:tt $($module:ident => $game:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// All games, in alphabetical order.
        pub const GAMES: &[Info] = &[$(Info::of::<$module::$game>()),+];

        // What every game keeps: states are copied at every ply, and learners' action ids have room for so many heads.
        $(const _: () = {
            assert!(size_of::<<$module::$game as Game>::State>() <= STATE_MAX);
            assert!(<$module::$game as Game>::HEADS.len() <= HEADS_MAX);
        };)+

        /// Something of one of the games, where the game is not known before run time.
        pub enum Any<T: PerGame> {
            $(
                #[doc = concat!("Of ", stringify!($module), ".")]
                $game(T::Of<$module::$game>),
            )+
        }

        /// Runs an expression with what an [`Any`] holds: `each!(any, thing => expression)`.
        #[macro_export]
        macro_rules! each {
            ($dollar any:expr, $dollar thing:pat => $dollar body:expr) => {
                match $dollar any {
                    $($crate::games::Any::$game($dollar thing) => $dollar body,)+
                }
            };
        }

        /// Wraps the result of an expression over what an [`Any`] holds in the same variant of another [`Any`].
        #[macro_export]
        macro_rules! each_to_any {
            ($dollar any:expr, $dollar thing:pat => $dollar body:expr) => {
                match $dollar any {
                    $($crate::games::Any::$game($dollar thing) => $crate::games::Any::$game($dollar body),)+
                }
            };
        }

        /// Runs an expression for the game of a name: `with_game!(name, G, wrap => expression)`, where `G` becomes the game's
        /// type and `wrap` the constructor of its variant of [`Any`]($crate::games::Any). The name must be a game's.
        #[macro_export]
        macro_rules! with_game {
            ($dollar name:expr, $dollar game:ident, $dollar wrap:ident => $dollar body:expr) => {
                match $dollar name {
                    $(<$crate::games::$module::$game as $crate::game::Game>::NAME => {
                        type $dollar game = $crate::games::$module::$game;
                        use $crate::games::Any::$game as $dollar wrap;
                        $dollar body
                    })+
                    name => unreachable!("{name} is no game"),
                }
            };
        }

        /// Expands a macro once for every game: `for_each_game!(name)` becomes `name!(module, Game);` for each.
        #[macro_export]
        macro_rules! for_each_game {
            ($dollar callback:ident) => {
                $($dollar callback!($module, $game);)+
            };
        }
    };
}

/// The game of a name.
///
/// # Errors
/// An unknown name: [`Error::Setting`].
pub fn find(name: &str) -> Result<&'static Info, Error> {
    GAMES.iter().find(|info| info.name == name).ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|info| info.name).collect();
        Error::setting("game", name, "no such game".into(), names.join(", "))
    })
}

games! { $
    bigtwo => BigTwo,
    chaodipi => ChaoDiPi,
    huapai => Huapai,
    shengji4 => Shengji4,
    wuxi => Wuxi,
}
