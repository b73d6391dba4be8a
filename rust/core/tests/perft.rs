//! Perft: the counts of move paths pinned in tests/data/perft, for the plain rules of a game and for each of its presets, and
//! the pinned deals of tests/data/deals.json. Python reads the same files; tests/conformance/golden.py writes them.

mod common;

use common::{action, data, files, record};
use paiju_core::engine::perft::perft;
use paiju_core::for_each_game;
use paiju_core::game::Game;
use paiju_core::notation;
use paiju_core::set::Planes;
use serde_json::Value as Json;

fn seed(json: &Json) -> u64 {
    json["seed"].as_u64().expect("a seed")
}

fn counts_are_pinned<G: Game>() {
    let files = files("perft", G::NAME);
    assert!(!files.is_empty(), "run python -m tests.conformance.golden");
    files.iter().for_each(|name| counts_of::<G>(name));
}

fn counts_of<G: Game>(name: &str) {
    let file: Json = serde_json::from_str(&data(name).expect("a file")).expect("JSON");
    let positions = file["positions"].as_array().expect("positions");
    assert!(positions.len() >= 9);
    let rules: G::Rules = record(&file["rules"][0]);
    for position in positions {
        let mut state = G::deal(&rules, &record(&position["setup"]), seed(position));
        for text in position["line"].as_array().expect("a line") {
            let action = action::<G>(text.as_str().expect("text"));
            G::check(&rules, &state, &action).expect("a legal line");
            G::apply(&rules, &mut state, &action);
        }
        let nodes: Vec<u64> = position["nodes"].as_array().expect("nodes").iter().filter_map(Json::as_u64).collect();
        assert!(nodes.len() > 4, "depths 0 to 4 at least");
        for (depth, expected) in (0..).zip(nodes) {
            assert_eq!(perft::<G>(&rules, &state, depth), expected, "{name} depth {depth} of {position}");
        }
    }
}

fn deals_are_pinned<G: Game>() {
    let file: Json = serde_json::from_str(&data("deals.json").expect("a file")).expect("JSON");
    let deals = file[G::NAME].as_array().expect("run python -m tests.conformance.golden");
    assert!(deals.len() >= 3);
    for deal in deals {
        let state = G::deal(&G::Rules::default(), &record(&deal["setup"]), seed(deal));
        let hands: Vec<_> = (0..G::SEATS).map(|seat| notation::text(G::PACK, &G::hand(&state, seat).wide())).collect();
        let stock: Vec<_> = G::stock(&state).into_iter().map(|card| G::PACK.text(card)).collect();
        assert_eq!(Json::from(hands), deal["hands"]);
        assert_eq!(Json::from(stock.join(" ")), deal["stock"]);
        assert_eq!(Json::from(G::turn(&state)), deal["turn"]);
        assert_eq!(Json::from(G::PHASES[G::phase(&state)]), deal["phase"]);
    }
}

macro_rules! pinned {
    ($module:ident, $game:ident) => {
        mod $module {
            use paiju_core::games::$module::$game;

            #[test]
            fn counts_are_pinned() {
                super::counts_are_pinned::<$game>();
            }

            #[test]
            fn deals_are_pinned() {
                super::deals_are_pinned::<$game>();
            }
        }
    };
}

for_each_game!(pinned);
