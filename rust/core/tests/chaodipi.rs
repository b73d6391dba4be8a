//! 炒地皮: the law of legality on small positions by brute force, and what holds in whole random deals of every room.

use paiju_core::action::{Action, PLAY};
use paiju_core::card::{Card, Pack};
use paiju_core::deal::FastRng;
use paiju_core::engine::perft::perft;
use paiju_core::game::{Game, Layout};
use paiju_core::games::chaodipi::moves::BURY_HEAD;
use paiju_core::games::chaodipi::order::{FLAG, NO_TRUMP, Order, RED_FIVE};
use paiju_core::games::chaodipi::rules::{Ask, BiRed5, Level, OverturnOrder, Rules, SetTrump, Setup, Trump};
use paiju_core::games::chaodipi::state::{BURY, CHAODI, Cards, PLAY as PLAYING, SETTLE, State};
use paiju_core::games::chaodipi::{ChaoDiPi, know};
use paiju_core::notation;
use paiju_core::row::Row;
use paiju_core::set::WideSet;
use paiju_core::settings::{Setting, Whole};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

type Move = Action<Cards>;

fn cards(text: &str) -> WideSet {
    notation::cards(&Pack::FRENCH_2, text).expect("cards")
}

fn kang() -> Rules {
    Rules {
        hidden: false,
        overturn_order: OverturnOrder(0x765_4312),
        skip_level: true,
        heart_510k: false,
        bi_red5: BiRed5::Off,
        flag: true,
        ..Rules::default()
    }
}

fn ming() -> Rules {
    Rules { hidden: false, overturn_order: OverturnOrder(0x8765_4312), bi_red5: BiRed5::Off, ..Rules::default() }
}

/// The rooms, some under options that change what may be played.
fn rooms() -> Vec<Rules> {
    let forced = Rules { side_510k_forced: true, side_510k_with_level: true, ..ming() };
    let refused = Rules { dark_fail_takes_bottom: false, ..Rules::default() };
    vec![Rules::default(), kang(), ming(), forced, refused]
}

/// All parts of some cards.
fn parts(cards: &Cards) -> Vec<Cards> {
    let kinds: Vec<(Card, usize)> =
        paiju_core::set::bits(cards.kinds()).map(|card| (card, cards.count(card))).collect();
    kinds.iter().fold(vec![Cards::EMPTY], |all, (card, n)| {
        all.iter().flat_map(|set| (0..=*n).map(move |copies| set.plus(&Cards::of(*card, copies)))).collect()
    })
}

/// The law: `check`, reachability through `picks`, `class` and `menu`, `count` and `unrank` agree on every part of a hand.
fn law(rules: &Rules, state: &State) {
    let head = if state.phase == BURY { BURY_HEAD } else { PLAY };
    let hand = ChaoDiPi::hand(state, state.turn as usize);
    let all = parts(&hand);
    let legal: HashSet<Cards> =
        all.iter().filter(|set| ChaoDiPi::check(rules, state, &Move::new(head, **set)).is_ok()).copied().collect();
    assert!(!legal.is_empty(), "invariant 2: every situation has a legal play");
    let reachable = |set: &Cards| legal.iter().any(|play| play.contains(set));
    for set in &all {
        let picks = ChaoDiPi::picks(rules, state, head, set);
        assert_eq!(picks.complete, legal.contains(set), "{set:?}");
        if reachable(set) {
            for card in paiju_core::set::bits(hand.minus(set).kinds()) {
                let larger = set.plus(&Cards::of(card, 1));
                assert_eq!(picks.more & card.bit() != 0, reachable(&larger), "{set:?} and {card:?}");
            }
        } else {
            assert!(picks.is_dead(), "{set:?}");
        }
    }
    let mut menu = Vec::new();
    ChaoDiPi::menu(rules, state, &mut menu);
    let rows: HashSet<Cards> = menu.iter().map(|row| row.cards).collect();
    assert_eq!(rows.len(), menu.len());
    assert!(rows.is_subset(&legal));
    let classes: HashSet<Cards> =
        legal.iter().map(|set| ChaoDiPi::class(rules, state, &Move::new(head, *set)).cards).collect();
    assert_eq!(classes, rows);
    for row in &menu {
        assert_eq!(ChaoDiPi::class(rules, state, row), *row);
    }
    let count = ChaoDiPi::count(rules, state);
    assert_eq!(count, legal.len() as u64);
    let unranked: HashSet<Cards> = (0..count).map(|i| ChaoDiPi::unrank(rules, state, i).cards).collect();
    assert_eq!(unranked, legal);
}

/// Cards of few ranks and suits, so that pairs, tractors and 5-10-Ks are common.
fn narrow_cards(rng: &mut FastRng, n: usize) -> Vec<Card> {
    let first = rng.below(13);
    let span = 4 + rng.below(4);
    let mut pool: Vec<Card> = Vec::new();
    let suits = [rng.below(4) as u8, rng.below(4) as u8];
    for rank in (0..span).map(|step| (first + step) % 13).chain([2, 7, 10]) {
        for suit in suits {
            let card = Card::french(rank as u8, suit);
            if pool.iter().filter(|c| **c == card).count() < 2 {
                pool.extend([card, card]);
            }
        }
    }
    for card in [RED_FIVE, Card::new(52), Card::new(53)] {
        if !pool.contains(&card) {
            pool.extend([card, card]);
        }
    }
    rng.shuffle(&mut pool);
    pool.truncate(n);
    pool
}

/// A decision by itself.
fn position(rules: &Rules, level: u8, trump: u8, hand: &Cards, on: Option<&Cards>) -> State {
    let ask = Ask { level: Level::decode(level.into()), trump: Trump::decode(trump.into()) };
    let on = on.map(|lead| lead.resize());
    ChaoDiPi::position(rules, &ask, &hand.resize(), on.as_ref()).expect("a position")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_law_holds_for_follows(seed: u64, room in 0_usize..5, level in 0_u8..14, trump in 0_u8..5) {
        let (rules, mut rng) = (rooms()[room].clone(), FastRng::new(seed));
        let trump = if level == FLAG { NO_TRUMP } else { trump };
        let all = narrow_cards(&mut rng, 22);
        let lead = lead_from(&rules, level, trump, &all, &mut rng);
        let rest: Cards = all.iter().copied().collect::<Cards>().minus(&lead);
        let hand: Cards = rest.cards().take(lead.len() + rng.below(6) as usize).collect();
        prop_assume!(hand.len() >= lead.len());
        let position = position(&rules, level, trump, &hand, Some(&lead));
        law(&rules, &position);
    }

    #[test]
    fn the_law_holds_for_leads(seed: u64, room in 0_usize..5, level in 0_u8..14, trump in 0_u8..5) {
        let (rules, mut rng) = (rooms()[room].clone(), FastRng::new(seed));
        let trump = if level == FLAG { NO_TRUMP } else { trump };
        let n = 1 + rng.below(9) as usize;
        let hand: Cards = narrow_cards(&mut rng, n).into_iter().collect();
        law(&rules, &position(&rules, level, trump, &hand, None));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Hands of few cards besides the eight, so that suits are emptied in every way.
    #[test]
    fn the_law_holds_for_burials(seed: u64, level in 0_u8..13, trump in 0_u8..5) {
        let (rules, mut rng) = (ming(), FastRng::new(seed));
        let n = 8 + rng.below(5) as usize;
        let mut pool = if rng.below(2) == 0 { narrow_cards(&mut rng, n) } else { Pack::FRENCH_2.cards().cards().collect() };
        rng.shuffle(&mut pool);
        let hand: Cards = pool.into_iter().take(n).collect();
        prop_assume!(hand.len() >= 8);
        let mut state = position(&rules, level, trump, &hand, None);
        (state.phase, state.burier) = (BURY, 0);
        law(&rules, &state);
    }
}

/// Some of the cards that can be led: a random legal lead.
fn lead_from(rules: &Rules, level: u8, trump: u8, all: &[Card], rng: &mut FastRng) -> Cards {
    let hand: Cards = all.iter().copied().collect();
    let position = position(rules, level, trump, &hand, None);
    loop {
        let mut rows = Vec::new();
        let lead = ChaoDiPi::random(rules, &position, rng, &mut rows).cards;
        if lead.len() <= 6 {
            return lead;
        }
    }
}

/// Random setups: first and later deals, flag deals where there are any.
fn setup(rules: &Rules, rng: &mut FastRng) -> Setup {
    let dealer = i64::from(rng.below(5)) - 1;
    let level = if rules.flag && rng.below(4) == 0 { i64::from(FLAG) } else { i64::from(rng.below(13)) };
    let first_deal = Setup::default();
    if dealer < 0 { first_deal } else { Setup { dealer: Whole(dealer), level: Level::decode(level), ..first_deal } }
}

/// Plays a random deal and calls `each` on every state.
fn walk(rules: &Rules, seed: u64, each: &mut impl FnMut(&State, &mut FastRng)) -> State {
    let mut rng = FastRng::new(seed);
    let mut state = ChaoDiPi::deal(rules, &setup(rules, &mut rng), seed);
    while ChaoDiPi::turn(&state).is_some() {
        each(&state, &mut rng);
        let mut rows = Vec::new();
        // Passing now and then lets windows, flips and void deals come up.
        let action = match ChaoDiPi::random(rules, &state, &mut rng, &mut rows) {
            _ if state.is_window() && (seed.is_multiple_of(5) || rng.below(3) > 0) => Action::pass(),
            row if rng.below(3) > 0 => row,
            _ => ChaoDiPi::unrank(rules, &state, rng.below_u64(ChaoDiPi::count(rules, &state))),
        };
        ChaoDiPi::check(rules, &state, &action).expect("a legal action");
        ChaoDiPi::apply(rules, &mut state, &action);
    }
    each(&state, &mut rng);
    state
}

#[test]
fn cards_and_points_are_conserved_and_deals_end() {
    let mut phases = HashSet::new();
    for (i, rules) in rooms().iter().enumerate() {
        for seed in 0..40 {
            let end = walk(rules, seed + 1000 * i as u64, &mut |state, _| {
                phases.insert(state.phase);
                let hands: usize = state.hands.iter().map(Cards::len).sum();
                if state.phase < PLAYING {
                    assert_eq!(hands + state.stock().len() + state.bottom.len(), 108);
                }
                if state.phase == CHAODI {
                    assert!(state.hands.iter().all(|hand| hand.len() == 25), "invariant 4");
                }
                if state.phase == BURY {
                    assert_eq!(state.hands[state.turn as usize].len(), 33);
                }
            });
            let tally = ChaoDiPi::tally(rules, &end);
            if end.phase == SETTLE {
                assert_eq!(tally.captured[0] + tally.captured[1] + tally.bottom, 200, "invariant 1");
            } else {
                assert!(tally.void);
            }
        }
    }
    assert_eq!(phases.len(), 7, "every phase of the book has come up");
}

#[test]
fn what_everyone_knows_is_true() {
    let mut learnt = 0;
    for (i, rules) in rooms().iter().enumerate() {
        for seed in 0..60 {
            walk(rules, seed + 5000 * i as u64, &mut |state, _| {
                for seat in 0..4 {
                    let hand = &state.hands[seat];
                    assert!(hand.contains(&state.known[seat]));
                    if state.phase == PLAYING {
                        let no_run = &state.no_run[5 * seat..5 * seat + 5];
                        let table = state.order(rules).table;
                        assert!(know::allows(table, state.none[seat], state.single[seat], no_run, hand));
                        learnt +=
                            usize::from(state.none[seat] | state.single[seat] != 0 || no_run.iter().any(|n| *n < 255));
                    }
                }
                if state.burier < 4 && state.phase != BURY {
                    assert!(state.hands[state.burier as usize].plus(&state.bottom).contains(&state.maybe));
                }
            });
        }
    }
    assert!(learnt > 1000);
}

#[test]
fn a_resampled_deal_looks_the_same() {
    for (i, rules) in rooms().iter().enumerate() {
        for seed in 0..25 {
            walk(rules, seed + 9000 * i as u64, &mut |state, rng| {
                let seat = rng.below(4) as usize;
                let view = ChaoDiPi::view(rules, state, seat);
                let other = ChaoDiPi::resample(rules, &view, rng).expect("a deal");
                assert_eq!(ChaoDiPi::view(rules, &other, seat), view, "phase {}", state.phase);
                assert_eq!(State::read(&other.bytes()), Some(other));
                if state.phase < SETTLE && state.turn as usize == seat {
                    let (mut mine, mut same) = (Vec::new(), Vec::new());
                    ChaoDiPi::menu(rules, state, &mut mine);
                    ChaoDiPi::menu(rules, &other, &mut same);
                    assert_eq!(mine, same);
                    assert_eq!(ChaoDiPi::count(rules, state), ChaoDiPi::count(rules, &other));
                }
            });
        }
    }
}

#[test]
fn drawn_rows_are_rows() {
    let mut largest = 0;
    for (i, rules) in rooms().iter().enumerate() {
        for seed in 0..25 {
            walk(rules, seed + 7000 * i as u64, &mut |state, rng| {
                if ChaoDiPi::turn(state).is_none() {
                    return;
                }
                let mut menu = Vec::new();
                ChaoDiPi::menu(rules, state, &mut menu);
                largest = largest.max(menu.len());
                let mut scratch = Vec::new();
                let drawn = ChaoDiPi::random(rules, state, rng, &mut scratch);
                assert!(menu.contains(&drawn));
                let heads = menu.iter().fold(0, |mask, row| mask | 1 << row.head);
                assert_eq!(ChaoDiPi::heads(rules, state), heads);
                for row in &menu {
                    ChaoDiPi::check(rules, state, row).expect("a legal row");
                    assert_eq!(ChaoDiPi::class(rules, state, row), *row);
                }
                let any = ChaoDiPi::unrank(rules, state, rng.below_u64(ChaoDiPi::count(rules, state)));
                assert!(menu.contains(&ChaoDiPi::class(rules, state, &any)));
            });
        }
    }
    assert!(largest <= ChaoDiPi::MENU_MAX);
}

/// A position at the last tricks: seat 0 leads, spades are trumps at level 2.
fn ending(hands: [&str; 4], bottom: &str) -> State {
    let stock: Vec<Card> = cards(bottom).cards().collect();
    let layout = Layout { hands: hands.map(cards).to_vec(), stock, partial: true, ..Layout::default() };
    let setup = Setup { dealer: Whole(0), trump: SetTrump::Spades, ..Setup::default() };
    ChaoDiPi::arrange(&ming(), &setup, &layout).expect("a position")
}

#[test]
fn resampled_deals_are_equally_likely() {
    let rules = ming();
    let mut state = ending(["As Ks", "3d 4d", "5d 6d", "7d 9c"], "Tc");
    // Seat 1 shows that it has no trumps, seat 3 none either.
    for play in ["As", "3d"] {
        let action = Move::play(cards(play).resize());
        ChaoDiPi::check(&rules, &state, &action).expect("legal");
        ChaoDiPi::apply(&rules, &mut state, &action);
    }
    let view = ChaoDiPi::view(&rules, &state, 0);
    let (mut rng, mut seen) = (FastRng::new(1), HashMap::new());
    let draws = 30_000;
    for _ in 0..draws {
        let deal = ChaoDiPi::resample(&rules, &view, &mut rng).expect("a deal");
        *seen.entry([deal.hands[1], deal.hands[2], deal.hands[3]]).or_insert(0_u32) += 1;
    }
    // The dealer, seat 0, knows the bottom. Five cards, one to seat 1, two each to seats 2 and 3: 5 · C(4, 2) deals.
    assert_eq!(seen.len(), 30);
    assert!(seen.values().all(|n| n.abs_diff(draws / 30) < 160), "{seen:?}");
}

#[test]
fn endings_have_these_many_lines() {
    let rules = ming();
    let state = ending(["Asx2 Ks Qd", "3sx2 4d 5d", "6sx2 7d 8d", "9sx2 Td Jd"], "3cx2 4cx2 6cx2 7cx2");
    let counts: Vec<u64> = (1..=9).map(|depth| perft::<ChaoDiPi>(&rules, &state, depth)).collect();
    assert_eq!(counts, [6, 8, 12, 20, 59, 67, 83, 115, 150]);
}

#[test]
fn the_trumps_are_as_many_as_the_book_says() {
    let rules = Rules::default();
    let trumps = |level: u8, trump: u8| {
        let table = Order::new(&rules, level, trump).table;
        2 * table.suits[4].count_ones()
    };
    let five = 2;
    for level in (0..13).filter(|level| *level != five) {
        assert_eq!([trumps(level, 0), trumps(level, 1), trumps(level, 3)], [38; 3], "level {level}");
        assert_eq!((trumps(level, 2), trumps(level, NO_TRUMP)), (36, 14));
    }
    assert_eq!([0, 1, 2, 3].map(|trump| trumps(five, trump)), [36; 4]);
    assert_eq!((trumps(five, NO_TRUMP), trumps(FLAG, NO_TRUMP)), (12, 6));
}
