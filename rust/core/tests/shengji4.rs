//! Four-deck Shengji: small positions against trying everything, whole deals against the book's invariants.

use paiju_core::action::{Action, PASS, PLAY};
use paiju_core::card::{Card, Pack};
use paiju_core::deal::{FastRng, series_seed};
use paiju_core::engine::playout::playout;
use paiju_core::follow::points::points;
use paiju_core::follow::pool::each_set;
use paiju_core::game::{ActionOf, Game};
use paiju_core::games::shengji4::Shengji4;
use paiju_core::games::shengji4::know::Limit;
use paiju_core::games::shengji4::rules::{Ask, Level, Rules, Setup, ThrowRule, Trump};
use paiju_core::games::shengji4::state::{Cards, PLAY as PLAYING, State};
use paiju_core::games::shengji4::{kills, order};
use paiju_core::settings::Settings;
use proptest::prelude::*;
use std::collections::BTreeSet;

type Act = ActionOf<Shengji4>;

/// Rules with the options that change what is legal, by a number.
fn rules(n: u64) -> Rules {
    let mut codes = Rules::default().encode();
    for (i, option) in Rules::OPTIONS.iter().enumerate() {
        let values = match option.domain {
            paiju_core::settings::Domain::Words(words) => words.len() as u64,
            paiju_core::settings::Domain::Bool => 2,
            _ => continue,
        };
        codes[i] = ((n >> i ^ n.rotate_left(i as u32 * 7)) % values) as i64;
    }
    Rules::decode(&codes)
}

fn menu(rules: &Rules, state: &State) -> Vec<Act> {
    let mut rows = Vec::new();
    Shengji4::menu(rules, state, &mut rows);
    rows
}

/// Cards of a suit as numbers of copies by natural place, and a few trumps.
fn cards(suit: u8, copies: &[u8], others: &[u8]) -> Cards {
    let side = (0..12).zip(copies).flat_map(|(rank, n)| std::iter::repeat_n(Card::french(rank, suit), *n as usize));
    side.chain(others.iter().map(|slot| Card::new(*slot))).collect()
}

/// The law of legality on a position, every set of cards tried.
fn law(rules: &Rules, state: &State, sizes: std::ops::RangeInclusive<usize>) -> Result<(), TestCaseError> {
    let hand = state.hands[state.turn as usize];
    let mut sets = vec![];
    for size in sizes {
        each_set(&hand, size, &mut |set| {
            sets.push(*set);
            false
        });
    }
    let rows: BTreeSet<Cards> = menu(rules, state).iter().map(|row| row.cards).collect();
    let legal: BTreeSet<Cards> =
        sets.iter().copied().filter(|set| Shengji4::check(rules, state, &Action::play(*set)).is_ok()).collect();
    prop_assert!(rows.is_subset(&legal));
    prop_assert_eq!(Shengji4::count(rules, state), legal.len() as u64);
    let unranked: BTreeSet<Cards> = (0..legal.len() as u64).map(|i| Shengji4::unrank(rules, state, i).cards).collect();
    prop_assert_eq!(&unranked, &legal);
    for set in &legal {
        let class = Shengji4::class(rules, state, &Action::play(*set)).cards;
        prop_assert!(rows.contains(&class));
        prop_assert_eq!(Shengji4::class(rules, state, &Action::play(class)).cards, class);
    }
    for set in sets.iter().step_by(7).chain([&Cards::EMPTY]) {
        let over: Vec<&Cards> = legal.iter().filter(|legal| legal.contains(set)).collect();
        let more = over.iter().fold(0, |more, legal| more | legal.minus(set).kinds());
        let picks = Shengji4::picks(rules, state, PLAY, set);
        prop_assert_eq!((picks.more, picks.complete), (more, legal.contains(set)), "{:?}", set);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn leads_obey_the_law(
        copies in prop::collection::vec(0..3_u8, 5), others in prop::collection::vec(0..54_u8, 0..4),
        seed in any::<u64>(), throws in 0..32_i64,
    ) {
        let rules = rules(seed);
        let hand = cards(1, &copies, &others);
        prop_assume!(!hand.is_empty() && hand.len() <= 12);
        let ask = Ask { level: Level::Five, trump: Trump::Hearts, throws: paiju_core::settings::Whole(throws) };
        let state = Shengji4::position(&rules, &ask, &hand.resize(), None).unwrap();
        law(&rules, &state, 1..=hand.len())?;
    }

    #[test]
    fn follows_obey_the_law(
        copies in prop::collection::vec(0..5_u8, 6), others in prop::collection::vec(0..54_u8, 0..6),
        lead in prop::collection::vec(0..5_u8, 4), same in any::<bool>(), seed in any::<u64>(),
    ) {
        let rules = rules(seed);
        let n = lead.iter().copied().find(|n| *n > 0).unwrap_or(1);
        let lead: Vec<u8> = lead.iter().map(|held| if same && *held > 0 { n } else { *held }).collect();
        // All sets are tried, so hands are small. The lead has ranks behind those of the hand, and no more cards.
        let hand: Cards = cards(1, &copies, &others).cards().take(13).collect();
        let led: Cards = cards(1, &[vec![0; 6], lead].concat(), &[]).cards().take(hand.len()).collect();
        prop_assume!(!led.is_empty());
        let ask = Ask { level: Level::Five, trump: Trump::Hearts, ..Ask::default() };
        let state = Shengji4::position(&rules, &ask, &hand.resize(), Some(&led.resize()));
        prop_assume!(state.is_ok());
        law(&rules, &state.unwrap(), led.len()..=led.len())?;
    }

    #[test]
    fn limits_survive_packing(copies in 0..=4_u8, pairs in 0..=27_u8, run in 1..=13_u8, void in any::<bool>()) {
        let limit = Limit { void, copies, pairs, run };
        prop_assert_eq!(Limit::unpack(limit.pack()), limit);
    }

    /// What follows are taken to show is true of the hands behind them, and the hands that are drawn keep to it.
    #[test]
    fn limits_are_true(seed in any::<u64>()) {
        let rules = rules(seed);
        let mut rng = FastRng::new(seed);
        let mut state = Shengji4::deal(&rules, &Setup::default(), seed);
        let mut rows = vec![];
        while Shengji4::turn(&state).is_some() {
            let action = Shengji4::random(&rules, &state, &mut rng, &mut rows);
            Shengji4::apply(&rules, &mut state, &action);
            if state.phase != PLAYING || rng.below(12) > 0 {
                continue;
            }
            let table = state.table(&rules);
            let keeps = |state: &State, seat: usize| (0..5).all(|suit| {
                let limit = Limit::unpack(state.limits[seat][suit]);
                limit.excess(table, suit, &state.hands[seat].within(table.suits[suit])) == 0
            });
            for seat in 0..4 {
                prop_assert!(keeps(&state, seat), "{:?}", state);
                prop_assert!(state.hands[seat].contains(&state.known[seat]));
            }
            let viewer = rng.below(4) as usize;
            let drawn = Shengji4::resample(&rules, &Shengji4::view(&rules, &state, viewer), &mut rng).unwrap();
            for seat in 0..4 {
                prop_assert!(seat == viewer || keeps(&drawn, seat));
            }
        }
    }
}

#[test]
fn whole_deals_keep_the_invariants_of_the_book() {
    let mut rows = vec![];
    for seed in 0..200 {
        let rules = rules(series_seed(9, seed));
        let mut rng = FastRng::new(seed);
        let setup = Setup { level: Level::Seven, ..Setup::default() };
        let mut state = Shengji4::deal(&rules, &setup, seed);
        while state.phase < PLAYING {
            let calls = state.calls();
            assert!((1..calls).all(|i| state.call_sizes[i] > state.call_sizes[i - 1]), "chains rise");
            assert!((1..calls).all(|i| state.call_seats[i] != state.call_seats[i - 1]), "nobody overturns himself");
            let action = Shengji4::random(&rules, &state, &mut rng, &mut rows);
            Shengji4::apply(&rules, &mut state, &action);
        }
        let end = playout::<Shengji4>(&rules, state, &mut rng, &mut rows).state;
        let tally = Shengji4::tally(&rules, &end);
        assert!(tally.void || tally.captured.iter().sum::<u16>() == 400);
        assert!(tally.void || tally.last_points.iter().sum::<u16>() <= tally.captured[tally.last_winner as usize % 2]);
    }
}

#[test]
fn there_are_as_many_trumps_as_the_book_says() {
    let rules = Rules::default();
    for (level, trumps) in [(0, 84), (4, 84), (11, 84), (12, 72)] {
        let table = order::table(&rules, level, 3);
        assert_eq!(4 * table.suits[4].count_ones(), trumps);
        assert_eq!(points(&Pack::FRENCH_4.cards()) * 5, 400);
    }
}

#[test]
fn a_full_hand_of_quads_has_the_longest_menu_of_leads() {
    let rules = Rules::default();
    let quads = (0..13).flat_map(|rank| [Card::french(rank, 3); 4]);
    let hand: Cards = quads.chain([Card::new(52), Card::new(53)]).collect();
    let ask = Ask { throws: paiju_core::settings::Whole(16), ..Ask::default() };
    let state = Shengji4::position(&rules, &ask, &hand.resize(), None).unwrap();
    let rows = menu(&rules, &state);
    assert!((300..=Shengji4::MENU_MAX).contains(&rows.len()), "{}", rows.len());
    // Groups: four a kind and the jokers. Tractors of the closed lane: 12 of each length to 12, 1 of 13; three widths.
    let tractors: usize = (2..=12).map(|n| 15 - n).sum::<usize>() + 1;
    let throws = rows.len() - (54 + 3 * tractors);
    assert!((50..=53).contains(&throws), "{throws}");
}

#[test]
fn a_passing_table_goes_on() {
    let rules = Rules { throw_rule: ThrowRule::Never, ..Rules::default() };
    let mut state = Shengji4::deal(&rules, &Setup::default(), 3);
    let mut asked = 0;
    while state.phase < PLAYING {
        let card = Card::french(state.level, 0);
        assert!(Shengji4::check(&rules, &state, &Action::new(PASS, Cards::of(card, 1))).is_err());
        assert_ne!(
            state.hands[state.turn as usize].kinds() & (0xf << (4 * state.level)),
            0,
            "only seats that can call are asked"
        );
        Shengji4::apply(&rules, &mut state, &Action::pass());
        asked += 1;
    }
    assert!(asked > 200, "with level cards everywhere seats are asked after nearly every card: {asked}");
    assert_eq!((state.trump, state.turn, state.dealer), (3, state.first, state.first));
}

#[test]
fn a_throw_falls_apart_into_full_decompositions() {
    let table = order::table(&Rules::default(), 0, 3);
    let set = |text: &str| -> Cards { paiju_core::notation::cards(&Pack::FRENCH_4, text).unwrap().resize() };
    let forms = |text: &str| {
        let mut all: Vec<_> = kills::decompositions(table, &set(text)).into_iter().collect();
        all.sort();
        all
    };
    assert_eq!(forms("Khx3 Ahx2"), [vec![(2, 2), (1, 1)], vec![(3, 1), (2, 1)]]);
    assert_eq!(forms("5hx2 6hx2 Ah"), [vec![(2, 2), (1, 1)]]);
    assert_eq!(forms("Ahx4 Khx2"), [vec![(2, 2), (2, 1)], vec![(4, 1), (2, 1)]]);
    assert_eq!(forms("Ah Qh Th"), [vec![(1, 1), (1, 1), (1, 1)]]);
}
