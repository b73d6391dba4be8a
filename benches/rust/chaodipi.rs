//! The menus of Chao Di Pi by kind of decision: `cargo bench -p paiju-core --bench chaodipi`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use paiju_core::deal::{FastRng, series_seed};
use paiju_core::game::Game;
use paiju_core::games::chaodipi::ChaoDiPi;
use paiju_core::games::chaodipi::rules::{Rules, Setup};
use paiju_core::games::chaodipi::shapes::{PAIR, SINGLE, THROW};
use paiju_core::games::chaodipi::state::{BURY, PLAY, State};

const DEALS: u64 = 200;
const SEED: u64 = 2026;

fn main() {
    divan::main();
}

/// The kinds of decisions.
const KINDS: [&str; 7] = ["window", "bury", "lead", "follow single", "follow pair", "follow throw", "follow other"];

fn kind(rules: &Rules, state: &State) -> &'static str {
    match state.phase {
        BURY => "bury",
        PLAY => match state.lead(&state.order(rules)).map(|lead| lead.kind) {
            None => "lead",
            Some(SINGLE) => "follow single",
            Some(PAIR) => "follow pair",
            Some(THROW) => "follow throw",
            Some(_) => "follow other",
        },
        _ => "window",
    }
}

/// The decisions of one kind in random deals.
fn decisions(wanted: &str) -> Vec<State> {
    let (rules, mut rng, mut rows) = (Rules::default(), FastRng::new(SEED), Vec::new());
    let mut found = Vec::new();
    for deal in 0..DEALS {
        let mut state = ChaoDiPi::deal(&rules, &Setup::default(), series_seed(SEED, deal));
        while ChaoDiPi::turn(&state).is_some() {
            if kind(&rules, &state) == wanted {
                found.push(state);
            }
            let action = ChaoDiPi::random(&rules, &state, &mut rng, &mut rows);
            ChaoDiPi::apply(&rules, &mut state, &action);
        }
    }
    found
}

fn measure(bencher: Bencher<'_, '_>, states: &[State]) {
    let (rules, mut rows) = (Rules::default(), Vec::with_capacity(ChaoDiPi::MENU_MAX));
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in states {
            rows.clear();
            ChaoDiPi::menu(&rules, black_box(state), &mut rows);
            black_box(&rows);
        }
    });
}

/// All decisions of a kind.
#[divan::bench(args = KINDS)]
fn menu(bencher: Bencher<'_, '_>, kind: &str) {
    measure(bencher, &decisions(kind));
}

/// The one of a kind with most rows.
#[divan::bench(args = KINDS)]
fn largest_menu(bencher: Bencher<'_, '_>, kind: &str) {
    let rules = Rules::default();
    let rows = |state: &State| {
        let mut rows = Vec::new();
        ChaoDiPi::menu(&rules, state, &mut rows);
        rows.len()
    };
    let largest = decisions(kind).into_iter().max_by_key(rows).expect("there are such decisions");
    assert!(rows(&largest) <= ChaoDiPi::MENU_MAX);
    measure(bencher, &[largest]);
}
