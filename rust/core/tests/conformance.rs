//! What holds for every game of the registry: states, views, the course of a deal, records.

mod common;

use common::{Dealt, action, dealt, menu, text, walk};
use paiju_core::action::PLAY;
use paiju_core::deal::FastRng;
use paiju_core::engine::pick::Pick;
use paiju_core::engine::playout::playout;
use paiju_core::engine::record::{Source, replay};
use paiju_core::for_each_game;
use paiju_core::game::{ActionOf, Game, Layout};
use paiju_core::row::Row;
use paiju_core::set::{Planes, WideSet};
use std::collections::HashSet;

/// Each position of some random walks under random options.
fn positions<G: Game>(mut each: impl FnMut(&Dealt<G>, &G::State, Option<&ActionOf<G>>, &mut FastRng)) {
    for number in 0..12 {
        let dealt = dealt::<G>(number);
        let mut rng = FastRng::new(number);
        for (state, action) in walk(&dealt, &mut rng) {
            each(&dealt, &state, action.as_ref(), &mut rng);
        }
    }
}

/// Everything that lies somewhere: hands, stock, melds.
fn lying<G: Game>(state: &G::State) -> [usize; 64] {
    let mut counts = [0; 64];
    let mut add = |set: WideSet| set.counts().iter().zip(&mut counts).for_each(|(n, sum)| *sum += usize::from(*n));
    for seat in 0..G::SEATS {
        add(G::hand(state, seat).wide());
        G::melds(state, seat).iter().for_each(|(_, cards)| add(cards.wide()));
    }
    G::stock(state).into_iter().for_each(|card| add(WideSet::of(card, 1)));
    counts
}

fn the_game_describes_itself<G: Game>() {
    assert!(G::HEADS[0].cards && G::HEADS[0].silent, "the first head is the ordinary play");
    assert!(!G::HEADS[1].cards, "the second head is the pass");
    assert_eq!(G::HEADS.iter().filter(|head| head.silent).count(), 1);
    for names in [G::HEADS.iter().map(|head| head.name).collect::<Vec<_>>(), G::PHASES.to_vec(), G::SHAPES.to_vec()] {
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    }
    assert_eq!(G::Shape::FIELDS[0].name, "kind");
    for fields in [G::State::FIELDS, G::View::FIELDS, G::Tally::FIELDS, G::Shape::FIELDS] {
        assert!(fields.iter().all(|field| !field.doc.trim().is_empty()));
    }
}

fn a_seed_is_a_deal<G: Game>() {
    for number in 0..40 {
        let dealt = dealt::<G>(number);
        assert_eq!(dealt.state(), dealt.state());
        assert_eq!(lying::<G>(&dealt.state()), G::PACK.cards().counts().map(usize::from), "all cards are dealt");
        let next = G::deal(&dealt.rules, &dealt.setup, dealt.seed ^ 1);
        assert_ne!(dealt.state(), next);
    }
}

fn states_and_views_are_their_bytes<G: Game>() {
    positions::<G>(|dealt, state, _, _| {
        assert_eq!(G::State::read(&state.bytes()).as_ref(), Some(state));
        for seat in 0..G::SEATS {
            let view = G::view(&dealt.rules, state, seat);
            assert_eq!(G::View::read(&view.bytes()), Some(view));
        }
    });
}

/// An ordinary play takes cards from the hand: all of them, or (where a throw fails) some.
fn plays_leave_the_hand<G: Game>() {
    positions::<G>(|dealt, state, action, _| {
        let (Some(action), Some(seat)) = (action, G::turn(state)) else { return };
        if action.head != PLAY {
            return;
        }
        let mut next = *state;
        G::apply(&dealt.rules, &mut next, action);
        let lost = G::hand(state, seat).minus(&G::hand(&next, seat));
        assert_ne!(lost, G::Cards::default(), "{}: {action:?} left the hand as it was", G::NAME);
    });
}

fn a_seat_to_act_has_actions<G: Game>() {
    positions::<G>(|dealt, state, _, _| {
        let rows = menu::<G>(&dealt.rules, state);
        assert_eq!(rows.is_empty(), G::turn(state).is_none());
        assert!(rows.len() <= G::MENU_MAX);
        assert!(G::phase(state) < G::PHASES.len());
        assert!(G::turn(state).is_none_or(|seat| seat < G::SEATS));
        assert!((0..G::SEATS).all(|seat| G::hand(state, seat).is_sound(G::PACK)));
        assert!(lying::<G>(state).iter().zip(G::PACK.cards().counts()).all(|(n, all)| *n <= usize::from(all)));
        if G::turn(state).is_some() {
            let mask = rows.iter().fold(0, |mask, row| mask | 1_u32 << row.head);
            assert_eq!(G::heads(&dealt.rules, state), mask);
        } else {
            assert_eq!(Pick::<G::Cards>::start::<G>(&dealt.rules, state).open(), [0, 0]);
            let tally = G::tally(&dealt.rules, state);
            assert_eq!(G::Tally::read(&tally.bytes()), Some(tally));
        }
    });
}

fn resampled_deals_look_the_same<G: Game>() {
    let mut moved = 0;
    positions::<G>(|dealt, state, _, rng| {
        for seat in 0..G::SEATS {
            let view = G::view(&dealt.rules, state, seat);
            let other = G::resample(&dealt.rules, &view, rng).expect("the view of a deal");
            assert_eq!(G::view(&dealt.rules, &other, seat), view);
            // In a window others may not know who is asked, but each seat knows when it is asked itself.
            assert_eq!(G::turn(&other) == Some(seat), G::turn(state) == Some(seat));
            assert_eq!(G::turn(&other).is_none(), G::turn(state).is_none());
            if G::turn(state) == Some(seat) {
                assert_eq!(menu::<G>(&dealt.rules, &other), menu::<G>(&dealt.rules, state));
                assert_eq!(G::count(&dealt.rules, &other), G::count(&dealt.rules, state));
            }
            assert_eq!(G::State::read(&other.bytes()), Some(other));
            moved += usize::from(other != *state);
        }
    });
    assert!(moved > 100, "hidden cards never change places");
}

fn resampled_deals_play_on<G: Game>() {
    let mut rows = Vec::new();
    positions::<G>(|dealt, state, _, rng| {
        if rng.below(10) == 0 {
            let view = G::view(&dealt.rules, state, rng.below(G::SEATS as u32) as usize);
            let other = G::resample(&dealt.rules, &view, rng).expect("the view of a deal");
            let end = playout::<G>(&dealt.rules, other, rng, &mut rows);
            assert_eq!(G::turn(&end.state), None);
        }
    });
}

fn records_replay<G: Game>() {
    for number in 0..20 {
        let dealt = dealt::<G>(number);
        let path = walk(&dealt, &mut FastRng::new(number));
        let played: Vec<_> = path.iter().filter_map(|(_, action)| *action).collect();
        let again: Vec<_> = played.iter().map(|played| action::<G>(&text::<G>(played))).collect();
        assert_eq!(again, played, "the text of an action parses back");
        let source = Source::Seed(dealt.seed);
        let end = replay::<G>(&dealt.rules, &dealt.setup, &source, &played).expect("legal actions");
        assert_eq!(end, path.last().expect("a path has an end").0);
        let twice = [&played[..], &played[played.len() - 1..]].concat();
        let fault = replay::<G>(&dealt.rules, &dealt.setup, &source, &twice).expect_err("the deal was over");
        assert_eq!((fault.at, fault.seat), (played.len(), None));
    }
}

/// The engine draws menu rows uniformly: chi-square within six deviations over a position's rows, with fixed seeds.
fn random_actions_are_menu_rows<G: Game>() {
    let (mut scratch, mut tried) = (Vec::new(), 0);
    positions::<G>(|dealt, state, _, rng| {
        let rows = menu::<G>(&dealt.rules, state);
        if rows.len() < 2 || rows.len() > 80 || rng.below(8) != 0 {
            return;
        }
        tried += 1;
        let mut hits = vec![0_u32; rows.len()];
        for _ in 0..50 * rows.len() {
            let drawn = G::random(&dealt.rules, state, rng, &mut scratch);
            hits[rows.iter().position(|row| *row == drawn).expect("a row of the menu")] += 1;
        }
        let square: f64 = hits.iter().map(|n| (f64::from(*n) - 50.0).powi(2) / 50.0).sum();
        let freedom = rows.len() as f64 - 1.0;
        assert!(square < freedom + 6.0 * (2.0 * freedom).sqrt(), "chi-square {square:.1} for {freedom} rows: {hits:?}");
    });
    assert!(tried > 5);
}

fn who_acts_sees_what_he_does<G: Game>() {
    positions::<G>(|dealt, state, action, _| {
        let (Some(action), Some(by)) = (action, G::turn(state)) else { return };
        assert_eq!(G::redact(&dealt.rules, state, action, by, by).as_ref(), Some(action));
        for seat in (0..G::SEATS).filter(|seat| *seat != by) {
            let seen = G::redact(&dealt.rules, state, action, by, seat);
            assert!(seen.is_none_or(|seen| action.cards.contains(&seen.cards)));
        }
    });
}

/// Hands that cannot be are refused, never a panic.
fn impossible_hands_are_refused<G: Game>() {
    let dealt = dealt::<G>(1);
    let whole = G::PACK.cards();
    let lots: [Vec<WideSet>; 4] = [vec![], vec![whole; G::SEATS], vec![whole; G::SEATS + 1], vec![WideSet::EMPTY; 9]];
    for (hands, partial) in lots.into_iter().flat_map(|hands| [(hands.clone(), false), (hands, true)]) {
        let layout = Layout { hands, partial, ..Layout::default() };
        assert!(G::arrange(&dealt.rules, &dealt.setup, &layout).is_err());
        let Err(fault) = replay::<G>(&dealt.rules, &dealt.setup, &Source::Layout(layout), &[]) else {
            panic!("a record of impossible hands");
        };
        assert_eq!((fault.at, fault.seat), (0, None));
    }
}

macro_rules! conform {
    ($module:ident, $game:ident) => {
        mod $module {
            use paiju_core::games::$module::$game;

            conform!(@tests $game:
                the_game_describes_itself, a_seed_is_a_deal, states_and_views_are_their_bytes, a_seat_to_act_has_actions,
                plays_leave_the_hand, resampled_deals_look_the_same, resampled_deals_play_on, records_replay,
                random_actions_are_menu_rows, who_acts_sees_what_he_does, impossible_hands_are_refused
            );
        }
    };
    (@tests $game:ident: $($test:ident),+) => {
        $(
            #[test]
            fn $test() {
                super::$test::<$game>();
            }
        )+
    };
}

for_each_game!(conform);
