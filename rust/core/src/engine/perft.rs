//! Perft: the number of paths through the menus, which pins a move generator to known numbers.

use crate::game::{ActionOf, Game};

/// The number of paths of exactly `depth` menu rows (plies) from a state.
///
/// As in chess, only nodes at exactly that depth count: a path that ends earlier because the deal is over counts
/// nothing. `perft(0)` is 1. The last ply is counted by the length of its menu, without playing the rows.
pub fn perft<G: Game>(rules: &G::Rules, state: &G::State, depth: u32) -> u64 {
    let mut rows: Vec<_> = (0..depth).map(|_| Vec::with_capacity(G::MENU_MAX)).collect();
    visit::<G>(rules, state, &mut rows)
}

/// The paths below a state, as many plies deep as there are buffers.
fn visit<G: Game>(rules: &G::Rules, state: &G::State, rows: &mut [Vec<ActionOf<G>>]) -> u64 {
    let Some((here, deeper)) = rows.split_first_mut() else { return 1 };
    here.clear();
    G::menu(rules, state, here);
    if deeper.is_empty() {
        return here.len() as u64;
    }
    let below = |action: &ActionOf<G>| {
        let mut next = *state;
        G::apply(rules, &mut next, action);
        visit::<G>(rules, &next, deeper)
    };
    here.iter().map(below).sum()
}
