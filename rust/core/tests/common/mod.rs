//! What the tests that run for every game share: random options and walks, the data files, JSON as values.

#![allow(dead_code)] // each test crate uses its part

use paiju_core::deal::FastRng;
use paiju_core::engine::expand::sample;
use paiju_core::game::{ActionOf, Game};
use paiju_core::notation;
use paiju_core::settings::{Domain, Settings};
use paiju_core::value::Value;
use serde_json::Value as Json;
use std::path::PathBuf;

/// No deal of any game is longer, in actions.
pub const PLIES_MAX: usize = 5_000;

/// A deal under rules.
pub struct Dealt<G: Game> {
    pub rules: G::Rules,
    pub setup: G::Setup,
    pub seed: u64,
}

impl<G: Game> Dealt<G> {
    /// The first decision.
    pub fn state(&self) -> G::State {
        G::deal(&self.rules, &self.setup, self.seed)
    }
}

/// A value of a domain from a random number; of numbers the bounds and some near the least.
fn code(domain: Domain, random: u32) -> i64 {
    let n = i64::from(random >> 2);
    match domain {
        Domain::Bool => n % 2,
        Domain::Words(words) => n % words.len() as i64,
        // Nothing now and then, else as a number.
        Domain::Maybe { min, max } if !random.is_multiple_of(5) => code(Domain::Int { min, max }, random / 5),
        Domain::Maybe { .. } => -1,
        // The first words, from some word on.
        Domain::Order(words) => {
            let (first, len) = (random as usize % words.len(), random as usize / 16 % (words.len() + 1));
            (0..len).fold(0, |all, i| all << 4 | ((first + i) % words.len() + 1) as i64)
        }
        Domain::Subset(words) => (u64::from(random) * 0x9e37_79b9 % (1 << words.len())) as i64,
        Domain::Int { min, max } => match random % 4 {
            0 => max,
            1 => min,
            _ => (min + n % 20).min(max),
        },
    }
}

/// A record whose options are changed where `random` says so: an odd number changes, the rest of it says to what.
pub fn settings<S: Settings>(random: impl IntoIterator<Item = u32>) -> S {
    let mut codes = S::default().encode();
    for ((at, option), n) in codes.iter_mut().zip(S::OPTIONS).zip(random) {
        if n % 2 == 1 {
            *at = code(option.domain, n >> 1);
        }
    }
    S::decode(&codes)
}

/// A random deal of random rules and set-up; number 0 is the plain one.
pub fn dealt<G: Game>(number: u64) -> Dealt<G> {
    if number == 0 {
        return Dealt { rules: G::Rules::default(), setup: G::Setup::default(), seed: 0 };
    }
    let mut rng = FastRng::new(number);
    let mut numbers = || std::iter::repeat_with(|| rng.below(u32::MAX)).take(64).collect::<Vec<_>>();
    Dealt { rules: settings(numbers()), setup: settings(numbers()), seed: number }
}

/// The menu of a state.
pub fn menu<G: Game>(rules: &G::Rules, state: &G::State) -> Vec<ActionOf<G>> {
    let mut rows = Vec::new();
    G::menu(rules, state, &mut rows);
    rows
}

/// Every state on a random path to the end, each with the action taken in it; the last one without. Half of the actions
/// are menu rows, half are concrete ones drawn from all.
pub fn walk<G: Game>(dealt: &Dealt<G>, rng: &mut FastRng) -> Vec<(G::State, Option<ActionOf<G>>)> {
    let (mut state, mut path) = (dealt.state(), Vec::new());
    while G::turn(&state).is_some() {
        assert!(path.len() < PLIES_MAX, "{}: a deal does not end, number {}", G::NAME, dealt.seed);
        let rows = menu::<G>(&dealt.rules, &state);
        let action = if rng.below(2) == 0 {
            rows[rng.below(rows.len() as u32) as usize]
        } else {
            sample::<G>(&dealt.rules, &state, rng).expect("a decision has an action")
        };
        path.push((state, Some(action)));
        G::apply(&dealt.rules, &mut state, &action);
    }
    path.push((state, None));
    path
}

/// An action from its text.
pub fn action<G: Game>(text: &str) -> ActionOf<G> {
    let wide = notation::action(G::PACK, G::HEADS, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    ActionOf::<G>::new(wide.head, paiju_core::game::narrow(&wide.cards).expect("cards of the pack"))
}

/// The text of an action.
pub fn text<G: Game>(action: &ActionOf<G>) -> String {
    use paiju_core::set::Planes;
    let wide = paiju_core::action::Action::new(action.head, action.cards.wide());
    notation::action_text(G::PACK, G::HEADS, &wide)
}

/// A file of test data, if it is there.
pub fn data(name: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    std::fs::read_to_string(path).ok()
}

/// The files of test data in a folder that are of a game: `folder/game.json`, and `folder/game-word.json` of its presets.
pub fn files(folder: &str, game: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(folder);
    let names = std::fs::read_dir(path).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let of_game = |name: &String| name.split(['-', '.']).next() == Some(game);
    names.filter(of_game).map(|name| format!("{folder}/{name}")).collect()
}

/// A JSON value as a value of an option.
fn value(json: &Json) -> Value {
    match json {
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(n) => Value::Int(n.as_i64().expect("a whole number")),
        Json::String(word) => Value::Text(word.clone()),
        Json::Array(words) => Value::List(words.iter().map(value).collect()),
        Json::Null => Value::None,
        other => panic!("{other} is no value of an option"),
    }
}

/// A record of options from a JSON object; nothing is all defaults.
pub fn record<S: Settings>(json: &Json) -> S {
    let pairs: Vec<_> =
        json.as_object().into_iter().flatten().map(|(name, json)| (name.clone(), value(json))).collect();
    S::resolve("option", &pairs).unwrap_or_else(|error| panic!("{error}"))
}
