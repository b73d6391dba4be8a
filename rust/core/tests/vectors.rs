//! The vectors of the rule books (tests/data/vectors) whose form is the same in every game: what a card set is, whether a
//! play beats another, what a hand may play. The vectors of one game alone are tested in Python.

mod common;

use common::{data, record};
use paiju_core::engine::expand::expand;
use paiju_core::for_each_game;
use paiju_core::game::{Game, narrow};
use paiju_core::notation;
use paiju_core::row::Row;
use paiju_core::set::{Planes, WideSet};
use paiju_core::settings::Settings;
use paiju_core::value::Value;
use serde_json::Value as Json;
use std::collections::BTreeSet;

fn set<G: Game>(json: &Json) -> WideSet {
    notation::cards(G::PACK, json.as_str().expect("text of cards")).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn cards<G: Game>(json: &Json) -> G::Cards {
    narrow(&set::<G>(json)).expect("cards of the pack")
}

/// The name of what a card set is.
fn name<G: Game>(rules: &G::Rules, cards: &G::Cards) -> Option<&'static str> {
    G::classify(rules, &G::Ask::default(), cards).map(|shape| G::SHAPES[usize::from(shape.bytes()[0])])
}

fn classify<G: Game>(rules: &G::Rules, vector: &Json) {
    let text = vector["cards"].as_str().expect("text of cards");
    // Cards that no pack holds are no type, and no cards either.
    let found =
        notation::cards(G::PACK, text).ok().and_then(|set| name::<G>(rules, &narrow(&set).expect("cards of the pack")));
    assert_eq!(found, vector["type"].as_str(), "{vector}");
}

fn beats<G: Game>(rules: &G::Rules, vector: &Json) {
    let (new, on) = (cards::<G>(&vector["new"]), cards::<G>(&vector["on"]));
    let answer = G::beats(rules, &G::Ask::default(), &new, &on);
    assert_eq!(answer.ok(), vector["result"].as_bool(), "{vector}");
}

/// The plays of a hand, each with its type; the pass is not listed.
fn legal<G: Game>(rules: &G::Rules, vector: &Json) {
    let on = (!vector["top"].is_null()).then(|| set::<G>(&vector["top"]));
    let must = vector.get("must").filter(|must| !must.is_null()).map(|must| {
        let card = notation::card(G::PACK, must.as_str().expect("a card")).expect("a card");
        ("must_contain".to_string(), Value::Int(card.slot().into()))
    });
    let ask = G::Ask::resolve("parameter", &must.into_iter().collect::<Vec<_>>()).expect("parameters");
    let state = G::position(rules, &ask, &set::<G>(&vector["hand"]), on.as_ref()).expect("a position");
    let plays: BTreeSet<_> = expand::<G>(rules, &state, 0)
        .filter(|action| G::HEADS[usize::from(action.head)].cards)
        .map(|action| (notation::text(G::PACK, &action.cards.wide()), name::<G>(rules, &action.cards)))
        .collect();
    let listed = vector["plays"].as_array().expect("plays");
    let expected: BTreeSet<_> =
        listed.iter().map(|play| (notation::text(G::PACK, &set::<G>(&play["cards"])), play["type"].as_str())).collect();
    assert_eq!(plays, expected, "{vector}");
}

fn vectors_hold<G: Game>() {
    let file = data(&format!("vectors/{}.jsonl", G::NAME)).expect("vectors of the game");
    let lines = file.lines().filter(|line| !line.trim().is_empty());
    let vectors: Vec<Json> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(vectors.len() > 20);
    for vector in &vectors {
        let rules = record::<G::Rules>(vector.get("rules").unwrap_or(&Json::Null));
        match vector["op"].as_str() {
            Some("classify") => classify::<G>(&rules, vector),
            Some("beats") => beats::<G>(&rules, vector),
            Some("legal") => legal::<G>(&rules, vector),
            Some(_) => {}
            None => panic!("a vector without op: {vector}"),
        }
    }
}

macro_rules! vectors {
    ($module:ident, $game:ident) => {
        #[test]
        fn $module() {
            vectors_hold::<paiju_core::games::$module::$game>();
        }
    };
}

for_each_game!(vectors);
