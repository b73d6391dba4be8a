//! What hands of Huapai are worth and wait for: `cargo bench -p paiju-core --bench huapai`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use paiju_core::card::{Card, Pack};
use paiju_core::deal::{FastRng, series_seed};
use paiju_core::game::Game;
use paiju_core::games::huapai::order::{Groups, Hand, NONE, best};
use paiju_core::games::huapai::rules::{Rules, Setup};
use paiju_core::games::huapai::shapes::{Cards, PAIRS, Residue, SENTENCES, char_of};
use paiju_core::games::huapai::state::{ACT, CLAIM, State};
use paiju_core::games::huapai::{Huapai, moves};
use paiju_core::value::Value;

const HANDS: usize = 1024;
const SEED: u64 = 2026;

fn main() {
    divan::main();
}

/// Finished hands of 26 cards: eight sentences or 砍 and a pair at random.
fn finished() -> Vec<Cards> {
    let mut rng = FastRng::new(SEED);
    let mut hands = Vec::new();
    while hands.len() < HANDS {
        let mut chars = PAIRS[rng.below(56) as usize].to_vec();
        for _ in 0..8 {
            let sentence = SENTENCES[rng.below(14) as usize];
            chars.extend(if rng.below(2) == 0 { [rng.below(22) as u8; 3] } else { sentence });
        }
        let mut left: Vec<Card> = Pack::HUAPAI.cards().cards().collect();
        rng.shuffle(&mut left);
        let mut take = |char: &u8| left.iter().position(|card| char_of(*card) == *char).map(|at| left.remove(at));
        hands.extend(chars.iter().map(&mut take).collect::<Option<Cards>>());
    }
    hands
}

/// The best reading of a finished hand.
#[divan::bench]
fn value(bencher: Bencher<'_, '_>) {
    let (rules, hands) = (Rules::default(), finished());
    bencher.counter(ItemsCount::new(HANDS)).bench(|| {
        let hand = |free: &Cards| Hand { free: *free, groups: Groups::new(), called: NONE, won_on: None };
        hands
            .iter()
            .map(|free| best(&rules, &hand(black_box(free)), Residue::of(free), None).map_or(0, |r| r.total))
            .sum::<u32>()
    });
}

/// Whether the seat to act wins: with the card drawn, or with the one offered.
#[divan::bench]
fn can_win(bencher: Bencher<'_, '_>) {
    let (rules, mut states) = (Rules::default(), Vec::<State>::new());
    let (mut rng, mut rows) = (FastRng::new(SEED), Vec::new());
    for deal in 0..64 {
        let mut state = Huapai::deal(&rules, &Setup::default(), series_seed(SEED, deal));
        while Huapai::turn(&state).is_some() {
            if matches!(state.phase, ACT | CLAIM) {
                states.push(state);
            }
            let action = Huapai::random(&rules, &state, &mut rng, &mut rows);
            Huapai::apply(&rules, &mut state, &action);
        }
    }
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench(|| states.iter().filter(|state| moves::can_win(&rules, black_box(state), state.turn)).count());
}

/// What a hand that lacks one card waits for.
#[divan::bench]
fn waits(bencher: Bencher<'_, '_>) {
    let (rules, mut rng) = (Rules::default(), FastRng::new(SEED));
    let less_one = |mut hand: Cards| {
        let card = hand.cards().nth(rng.below(26) as usize).unwrap_or_default();
        hand.remove(card);
        [Value::Cards(hand), Value::None]
    };
    let hands: Vec<_> = finished().into_iter().map(less_one).collect();
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench(|| hands.iter().filter(|args| Huapai::ask(&rules, "waits", black_box(*args)).is_ok()).count());
}
