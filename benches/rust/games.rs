//! What the engine does all day, measured for every game: `cargo bench -p paiju-core --bench games`.
//!
//! All inputs come from a corpus of positions met in random play, so that easy and hard ones weigh as they do there.
//! Throughputs count decisions (playouts), positions (menu, picks, view, resample;
//! opening_menu and opening_count at first decisions), actions (check, classify) or
//! paths (perft).

use paiju_core::for_each_game;

fn main() {
    divan::main();
}

macro_rules! benches_of {
    ($module:ident, $game:ident) => {
        mod $module {
            type G = paiju_core::games::$module::$game;
            benches_of!(playouts menu opening_menu opening_count check picks classify view resample perft);
        }
    };
    ($($name:ident)+) => {
        $(#[divan::bench]
        fn $name(bencher: divan::Bencher<'_, '_>) {
            crate::measure::$name::<G>(bencher);
        })+
    };
}

for_each_game!(benches_of);

/// The measurements, generic over the game.
mod measure {
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};
    use paiju_core::deal::{FastRng, series_seed};
    use paiju_core::engine::pick::Pick;
    use paiju_core::engine::playout::Run;
    use paiju_core::engine::{perft, playout};
    use paiju_core::game::{ActionOf, Game};
    use paiju_core::row::Row;

    /// Positions in a corpus.
    const POSITIONS: usize = 512;
    /// Every so many plies of random play one is taken.
    const STRIDE: usize = 7;
    /// Deals of one measurement of playouts.
    const DEALS: usize = 64;
    const SEED: u64 = 2026;
    /// Paths of two plies are enough to weigh a menu and the states behind it, and few enough in every game.
    const DEPTH: u32 = 2;

    /// Positions from random play.
    fn corpus<G: Game>() -> Vec<G::State> {
        let (rules, setup) = (G::Rules::default(), G::Setup::default());
        let (mut states, mut rows) = (Vec::new(), Vec::new());
        let mut rng = FastRng::new(SEED);
        for deal in 0.. {
            let mut state = G::deal(&rules, &setup, series_seed(SEED, deal));
            let mut ply = deal as usize;
            while G::turn(&state).is_some() {
                if ply.is_multiple_of(STRIDE) {
                    states.push(state);
                }
                if states.len() == POSITIONS {
                    return states;
                }
                let action = G::random(&rules, &state, &mut rng, &mut rows);
                G::apply(&rules, &mut state, &action);
                ply += 1;
            }
        }
        unreachable!("deals do not run out")
    }

    /// Every position with one row of its menu.
    fn actions<G: Game>() -> Vec<(G::State, ActionOf<G>)> {
        let (rules, mut rows) = (G::Rules::default(), Vec::new());
        let mut rng = FastRng::new(SEED);
        let mut draw = |state| (state, G::random(&rules, &state, &mut rng, &mut rows));
        corpus::<G>().into_iter().map(&mut draw).collect()
    }

    pub fn playouts<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, setup) = (G::Rules::default(), G::Setup::default());
        let mut tallies = vec![0; DEALS * G::Tally::SIZE];
        let run = Run { seed: SEED, first: 0, threads: 1 };
        let decisions = playout::playouts::<G>(&rules, &setup, run, &mut tallies);
        let bencher = bencher.counter(ItemsCount::new(decisions));
        bencher.bench_local(|| playout::playouts::<G>(&rules, &setup, run, black_box(&mut tallies)));
    }

    pub fn menu<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, states) = (G::Rules::default(), corpus::<G>());
        let mut rows = Vec::with_capacity(G::MENU_MAX);
        bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
            for state in &states {
                rows.clear();
                G::menu(&rules, state, &mut rows);
                black_box(&rows);
            }
        });
    }

    /// The first decisions of deals, where hands are fullest.
    fn openings<G: Game>() -> Vec<G::State> {
        let (rules, setup) = (G::Rules::default(), G::Setup::default());
        (0..POSITIONS as u64).map(|deal| G::deal(&rules, &setup, series_seed(SEED, deal))).collect()
    }

    pub fn opening_menu<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, states) = (G::Rules::default(), openings::<G>());
        let mut rows = Vec::with_capacity(G::MENU_MAX);
        bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
            for state in &states {
                rows.clear();
                G::menu(&rules, black_box(state), &mut rows);
                black_box(&rows);
            }
        });
    }

    pub fn opening_count<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, states) = (G::Rules::default(), openings::<G>());
        bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
            for state in &states {
                black_box(G::count(&rules, black_box(state)));
            }
        });
    }

    pub fn check<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, actions) = (G::Rules::default(), actions::<G>());
        bencher.counter(ItemsCount::new(actions.len())).bench_local(|| {
            for (state, action) in &actions {
                black_box(G::check(&rules, state, action)).expect("a menu row is legal");
            }
        });
    }

    pub fn picks<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, states) = (G::Rules::default(), corpus::<G>());
        bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
            for state in &states {
                black_box(Pick::start::<G>(&rules, state));
            }
        });
    }

    pub fn classify<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, ask, actions) = (G::Rules::default(), G::Ask::default(), actions::<G>());
        bencher.counter(ItemsCount::new(actions.len())).bench_local(|| {
            for (_, action) in &actions {
                black_box(G::classify(&rules, &ask, &action.cards));
            }
        });
    }

    pub fn view<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, states) = (G::Rules::default(), corpus::<G>());
        bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
            for state in &states {
                black_box(G::view(&rules, state, 0));
            }
        });
    }

    pub fn resample<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, mut rng) = (G::Rules::default(), FastRng::new(SEED));
        let views: Vec<_> = corpus::<G>().iter().map(|state| G::view(&rules, state, 0)).collect();
        bencher.counter(ItemsCount::new(views.len())).bench_local(|| {
            for view in &views {
                black_box(G::resample(&rules, view, &mut rng).expect("a view of a real deal"));
            }
        });
    }

    pub fn perft<G: Game>(bencher: Bencher<'_, '_>) {
        let (rules, setup) = (G::Rules::default(), G::Setup::default());
        let state = G::deal(&rules, &setup, SEED);
        let paths = perft::perft::<G>(&rules, &state, DEPTH);
        bencher.counter(ItemsCount::new(paths)).bench_local(|| perft::perft::<G>(&rules, black_box(&state), DEPTH));
    }
}
