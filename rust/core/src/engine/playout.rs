//! Random play to the end of a deal.

use crate::deal::{FastRng, series_seed};
use crate::game::{ActionOf, Game};
use crate::row::Row;
use std::panic::resume_unwind;

/// A deal played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout<S> {
    /// The state in which it is over.
    pub state: S,
    /// The number of actions played.
    pub plies: u64,
}

/// Plays a deal to its end, each action a uniformly drawn row of the menu. `rows` is scratch space.
pub fn playout<G: Game>(
    rules: &G::Rules,
    mut state: G::State,
    rng: &mut FastRng,
    rows: &mut Vec<ActionOf<G>>,
) -> Playout<G::State> {
    let mut plies = 0;
    while G::turn(&state).is_some() {
        let action = G::random(rules, &state, rng, rows);
        G::apply(rules, &mut state, &action);
        plies += 1;
    }
    Playout { state, plies }
}

/// Which deals of a series to play, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The seed of the series.
    pub seed: u64,
    /// The index in the series of the first deal.
    pub first: u64,
    /// The number of threads; 0 and 1 play on the calling thread.
    pub threads: usize,
}

/// Plays out as many deals of a series as `tallies` has room for, writes one tally ([`Row::SIZE`] bytes) for each in
/// order, and returns the number of decisions.
///
/// Deal `i` is that of `series_seed(seed, i)`, its choices come from a [`FastRng`] of `series_seed(!seed, i)`: the
/// result depends neither on the threads nor on where a long run is cut into blocks.
///
/// # Panics
/// If `tallies` is not a whole number of tallies.
pub fn playouts<G: Game>(rules: &G::Rules, setup: &G::Setup, run: Run, tallies: &mut [u8]) -> u64 {
    let size = G::Tally::SIZE;
    assert!(tallies.len().is_multiple_of(size), "a tally of {} has {size} bytes", G::NAME);
    let deals = tallies.len() / size;
    if run.threads <= 1 || deals <= 1 {
        return block::<G>(rules, setup, run.seed, run.first, tallies);
    }
    let share = deals.div_ceil(run.threads);
    std::thread::scope(|scope| {
        let firsts = (0..).map(|part: u64| run.first.wrapping_add(part * share as u64));
        let workers: Vec<_> = tallies
            .chunks_mut(share * size)
            .zip(firsts)
            .map(|(part, first)| scope.spawn(move || block::<G>(rules, setup, run.seed, first, part)))
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).sum()
    })
}

/// Plays the deals from `first` on, on this thread.
fn block<G: Game>(rules: &G::Rules, setup: &G::Setup, seed: u64, first: u64, tallies: &mut [u8]) -> u64 {
    let mut rows = Vec::with_capacity(G::MENU_MAX);
    let mut decisions = 0;
    for (tally, i) in tallies.chunks_exact_mut(G::Tally::SIZE).zip(0..) {
        let index = first.wrapping_add(i);
        let mut rng = FastRng::new(series_seed(!seed, index));
        let dealt = G::deal(rules, setup, series_seed(seed, index));
        let end = playout::<G>(rules, dealt, &mut rng, &mut rows);
        G::tally(rules, &end.state).write(tally);
        decisions += end.plies;
    }
    decisions
}
