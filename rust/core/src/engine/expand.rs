//! Concrete legal actions beyond the menu: a menu has one row per class, here every card set is its own action.

use crate::deal::FastRng;
use crate::game::{ActionOf, Game};

/// A legal action drawn uniformly from all concrete ones; `None` when the deal is over.
pub fn sample<G: Game>(rules: &G::Rules, state: &G::State, rng: &mut FastRng) -> Option<ActionOf<G>> {
    let n = count::<G>(rules, state);
    (n > 0).then(|| G::unrank(rules, state, rng.below_u64(n)))
}

/// All concrete legal actions in canonical order from index `start` on, each made only when it is asked for; none when
/// the deal is over or `start` is not below [`Game::count`].
pub fn expand<'a, G: Game>(
    rules: &'a G::Rules,
    state: &'a G::State,
    start: u64,
) -> impl Iterator<Item = ActionOf<G>> + use<'a, G> {
    (start..count::<G>(rules, state)).map(move |index| G::unrank(rules, state, index))
}

/// The number of concrete legal actions; 0 when the deal is over.
pub fn count<G: Game>(rules: &G::Rules, state: &G::State) -> u64 {
    G::turn(state).map_or(0, |_| G::count(rules, state))
}
