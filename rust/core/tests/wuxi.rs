//! Wuxi: the law of legality by brute force, closed-form counts, the state machine, the odds of a window.

use paiju_core::action::{Action, PASS};
use paiju_core::card::{Card, Pack};
use paiju_core::deal::FastRng;
use paiju_core::engine::{perft::perft, playout::playout};
use paiju_core::game::{Game, Layout};
use paiju_core::games::wuxi::moves::cells::{Held, Strips, bits16};
use paiju_core::games::wuxi::moves::usual::{Lines, Usual};
use paiju_core::games::wuxi::moves::{self, ways::Ways};
use paiju_core::games::wuxi::order::{Gate, bar};
use paiju_core::games::wuxi::rules::{Ask, Decision, LastHand, Rules, Setup};
use paiju_core::games::wuxi::shapes::{KINDS, LEVELS, NAMES, Shape, classify};
use paiju_core::games::wuxi::state::{Cards, HOU, LAST, LEAD, SCORE, State};
use paiju_core::games::wuxi::{Wuxi, view};
use paiju_core::notation;
use paiju_core::set::{Planes, WideSet, bits};
use paiju_core::settings::{Domain, Settings, Whole};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

type Act = Action<Cards>;

fn cards(text: &str) -> Cards {
    Cards::narrow(&notation::cards(&Pack::FRENCH_4, text).unwrap()).unwrap()
}

/// Every option at random.
fn some_rules(rng: &mut FastRng) -> Rules {
    let codes: Vec<i64> = Rules::OPTIONS
        .iter()
        .map(|option| match option.domain {
            Domain::Bool => i64::from(rng.below(2)),
            Domain::Words(words) => i64::from(rng.below(words.len() as u32)),
            _ => 0,
        })
        .collect();
    Rules::decode(&codes)
}

/// Some cards of a few neighbouring ranks, suits and jokers, where types abound.
fn some_cards(rng: &mut FastRng, pool: &mut Vec<Card>, n: usize) -> Cards {
    rng.shuffle(pool);
    pool.drain(..n.min(pool.len())).collect()
}

fn some_pool(rng: &mut FastRng) -> Vec<Card> {
    let (low, width) = (rng.below(11) as u8, 1 + rng.below(5) as u8);
    let (suits, jokers) = (1 + rng.below(15) as u8, rng.below(4) == 0);
    let is_in = |card: &Card| {
        let natural = card.slot() < 52;
        if natural { (low..low + width).contains(&card.rank()) && suits >> card.suit() & 1 == 1 } else { jokers }
    };
    Pack::FRENCH_4.cards().cards().filter(is_in).collect()
}

/// A small decision: a lead, a follow or a grab.
fn some_decision(rng: &mut FastRng) -> Option<(Rules, State)> {
    let rules = some_rules(rng);
    let mut pool = some_pool(rng);
    let (held, top) = (1 + rng.below(9) as usize, 1 + rng.below(9) as usize);
    let hand = some_cards(rng, &mut pool, held).wide();
    let on = some_cards(rng, &mut pool, top).wide();
    let decision = [Decision::Turn, Decision::Turn, Decision::Grab, Decision::Last][rng.below(4) as usize];
    let on = if rng.below(3) == 0 && decision != Decision::Grab { None } else { Some(&on) };
    Wuxi::position(&rules, &Ask { decision }, &hand, on).ok().map(|state| (rules, state))
}

/// Every card set of a hand.
fn subsets(hand: &Cards) -> Vec<Cards> {
    bits(hand.kinds()).fold(vec![Cards::EMPTY], |sets, card| {
        let copies = hand.count(card);
        sets.iter().flat_map(|set| (0..=copies).map(|n| set.plus(&Cards::of(card, n)))).collect()
    })
}

/// Every action that passes the check, by trying all.
fn brute(rules: &Rules, state: &State) -> Vec<Act> {
    let sets = subsets(state.mover());
    let tried = sets.iter().flat_map(|set| (0..3).map(|head| Action::new(head, *set)));
    tried.filter(|action| Wuxi::check(rules, state, action).is_ok()).collect()
}

fn order(action: &Act) -> (u8, Cards) {
    (action.head, action.cards)
}

fn assert_law(rules: &Rules, state: &State) {
    let legal = brute(rules, state);
    let mut rows = Vec::new();
    Wuxi::menu(rules, state, &mut rows);
    let classes: BTreeSet<_> = legal.iter().map(|action| order(&Wuxi::class(rules, state, action))).collect();
    assert_eq!(classes, rows.iter().map(order).collect(), "menu");
    assert_eq!(classes.len(), rows.len(), "no row twice");
    for row in &rows {
        assert_eq!(Wuxi::class(rules, state, row), *row, "a row is its own class");
    }
    assert_eq!(Wuxi::count(rules, state), legal.len() as u64, "count");
    let listed: BTreeSet<_> = (0..legal.len() as u64).map(|i| order(&Wuxi::unrank(rules, state, i))).collect();
    assert_eq!(listed, legal.iter().map(order).collect(), "unrank");
    assert_eq!(Wuxi::heads(rules, state), rows.iter().fold(0, |mask, row| mask | 1 << row.head), "heads");
    for head in 0..3 {
        for chosen in subsets(state.mover()) {
            let picks = Wuxi::picks(rules, state, head, &chosen);
            let with = legal.iter().filter(|action| action.head == head && action.cards.contains(&chosen));
            let (more, complete) = with.fold((0, false), |(more, complete), action| {
                (more | action.cards.minus(&chosen).kinds(), complete || action.cards == chosen)
            });
            assert_eq!((picks.more, picks.complete), (more, complete), "picks of head {head} with {chosen:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_law_holds_on_small_hands(seed in any::<u64>()) {
        if let Some((rules, state)) = some_decision(&mut FastRng::new(seed)) {
            assert_law(&rules, &state);
        }
    }

    /// `Gate` and `bar` say the same, and `key` loses nothing.
    #[test]
    fn gates_are_comparisons(seed in any::<u64>()) {
        let rng = &mut FastRng::new(seed);
        let rules = some_rules(rng);
        let mut shape = || {
            let mut pool = some_pool(rng);
            let n = 1 + rng.below(12) as usize;
            classify(&rules, &some_cards(rng, &mut pool, n))
        };
        let (new, old) = (shape(), shape());
        if new.kind >= 0 && old.kind >= 0 {
            prop_assert_eq!(Shape::of_key(new.key()), new);
            if new.lead < 13 {
                let gate = Gate::of(&rules, new.kind as u8, new.length, Some(&old));
                let mask = if new.ring { gate.ring } else { gate.plain };
                prop_assert_eq!(mask >> new.lead & 1 == 1, bar(&rules, &new, &old).is_none());
            }
        }
    }

    /// On full hands, where brute force ends: rows, counts and drawn sets against each other and the check.
    #[test]
    fn the_law_holds_on_full_hands(seed in any::<u64>()) {
        let rng = &mut FastRng::new(seed);
        let rules = some_rules(rng);
        let mut state = Wuxi::deal(&rules, &Setup::default(), seed);
        if seed % 4 == 0 {
            // A hand with all of a few ranks, where one-suit types abound.
            let mut rest: Vec<Card> = Pack::FRENCH_4.cards().cards().collect();
            rest.rotate_left(rng.below(160) as usize);
            state.hands[state.turn as usize] = rest.drain(..54).collect();
        }
        let mut rows = Vec::new();
        for _ in 0..12 {
            rows.clear();
            Wuxi::menu(&rules, &state, &mut rows);
            prop_assert!(rows.len() <= Wuxi::MENU_MAX);
            let set: BTreeSet<_> = rows.iter().map(order).collect();
            prop_assert_eq!(set.len(), rows.len());
            for row in &rows {
                prop_assert_eq!(Wuxi::check(&rules, &state, row), Ok(()));
                prop_assert_eq!(Wuxi::class(&rules, &state, row), *row);
            }
            let count = Wuxi::count(&rules, &state);
            let by_cell: u64 = rows.iter().map(|row| cell_size(&rules, &state, row)).sum();
            prop_assert_eq!(count, by_cell);
            for _ in 0..20 {
                let action = Wuxi::unrank(&rules, &state, rng.below_u64(count));
                prop_assert_eq!(Wuxi::check(&rules, &state, &action), Ok(()));
                prop_assert!(set.contains(&order(&Wuxi::class(&rules, &state, &action))));
                assert_reachable(&rules, &state, &action);
            }
            let action = Wuxi::random(&rules, &state, rng, &mut rows.clone());
            prop_assert!(set.contains(&order(&action)));
            Wuxi::apply(&rules, &mut state, &action);
            if state.phase == SCORE {
                break;
            }
        }
    }

    #[test]
    fn lines_are_the_same_as_one_by_one(seed in any::<u64>()) {
        let rng = &mut FastRng::new(seed);
        let (rules, mut pool) = (some_rules(rng), some_pool(rng));
        let hand = some_cards(rng, &mut pool, 54);
        let (usual, lines) = (Usual::new(&rules, &hand), Lines::new(&rules, &hand));
        let mut strips = Strips::new();
        Held::new(&rules, &hand).strips(None, &mut strips);
        for strip in &strips {
            let mut all = Vec::new();
            lines.each(strip, |cards| all.push(cards));
            prop_assert_eq!(all, bits16(strip.mask).map(|lead| usual.one(strip, lead)).collect::<Vec<_>>());
        }
    }
}

/// The number of sets in the cell of a row.
fn cell_size(rules: &Rules, state: &State, row: &Act) -> u64 {
    if row.head == PASS {
        return 1;
    }
    let (strip, lead) = moves::cells::cell_of(rules, &classify(rules, &row.cards));
    Ways::new(rules, state.mover()).count(&strip, lead)
}

/// Card by card through `picks`.
fn assert_reachable(rules: &Rules, state: &State, action: &Act) {
    let mut chosen = Cards::EMPTY;
    for card in action.cards.cards() {
        let picks = Wuxi::picks(rules, state, action.head, &chosen);
        assert_ne!(picks.more & card.bit(), 0, "{card:?} after {chosen:?}");
        chosen.insert(card);
    }
    assert!(Wuxi::picks(rules, state, action.head, &chosen).complete);
}

/// The number of sets of n cards of one rank of the pack: four kinds, at most four copies each.
fn sets_of_rank(n: i64) -> u64 {
    let choose = |n: i64, k: i64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let term = |j: i64| if n < 5 * j { 0 } else { choose(4, j) * choose(n - 5 * j + 3, 3) };
    (term(0) - term(1) + term(2) - term(3)) as u64
}

/// How many card sets of each type a full pack holds, in closed form.
#[test]
fn a_full_pack_holds_as_many_of_each_type_as_it_should() {
    let rules = Rules::default();
    let pack: Cards = Pack::FRENCH_4.cards().resize();
    let ways = Ways::new(&rules, &pack);
    let mut counted = [0_u64; KINDS];
    let mut strips = Strips::new();
    Held::new(&rules, &pack).strips(None, &mut strips);
    for strip in &strips {
        counted[strip.kind as usize] += ways.strip(strip);
    }
    let mut expected = [0; KINDS];
    (1..=16).for_each(|n| expected[n - 1] = 13 * sets_of_rank(n as i64));
    expected[3] -= 52;
    expected[16] = 52;
    // 虎: n jokers of two kinds.
    [2, 3, 4, 3, 1, 1, 4, 3, 2, 1].iter().enumerate().for_each(|(i, n)| expected[17 + i] = *n);
    // 连子 and 连对: 15 − length windows.
    for (kind, sets) in [(27, 4_u64), (28, 10)] {
        expected[kind] = (3..=12).map(|length| (13 - length as u64) * sets.pow(length)).sum();
    }
    (3..=16).for_each(|k| expected[26 + k] = 10 * sets_of_rank(k as i64).pow(3));
    for (plain, suited) in [(29, 43), (30, 44)] {
        expected[suited] = 40;
        expected[plain] -= 40;
    }
    for kind in 0..KINDS {
        assert_eq!(counted[kind], expected[kind], "{}", NAMES[kind]);
    }
}

#[test]
fn the_levels_are_1_to_42_and_only_the_first_is_shared() {
    let mut by_level = BTreeMap::<u8, Vec<&str>>::new();
    LEVELS.iter().zip(NAMES).for_each(|(level, name)| by_level.entry(*level).or_default().push(name));
    assert_eq!(by_level.keys().copied().collect::<Vec<_>>(), (1..=42).collect::<Vec<_>>());
    assert_eq!(by_level[&1], ["单只", "一对", "单虎", "连子"]);
    assert!(by_level.values().skip(1).all(|names| names.len() == 1));
}

/// Numbers of paths, which pin the menus and the state machine.
#[test]
fn perft_pins() {
    let rules = Rules::default();
    let full = Wuxi::deal(&rules, &Setup::default(), 1);
    assert_eq!([perft::<Wuxi>(&rules, &full, 1), perft::<Wuxi>(&rules, &full, 2)], FULL);
    for (mode, expected) in
        [LastHand::MustBeat, LastHand::Free, LastHand::BeatThenFree, LastHand::None].into_iter().zip(SMALL)
    {
        let rules = Rules { last_hand_mode: mode, ..Rules::default() };
        let small = arranged(&rules, ["8h", "Td Tc 9c 9d 4s", "Ts", "8c 8d 6h w"], 0);
        assert_eq!((1..=8).map(|depth| perft::<Wuxi>(&rules, &small, depth)).collect::<Vec<_>>(), expected);
    }
}

const FULL: [u64; 2] = [210, 10_020];
const SMALL: [[u64; 8]; 4] = [
    [1, 2, 5, 9, 16, 26, 37, 61],
    [1, 2, 5, 9, 22, 33, 45, 75],
    [1, 2, 5, 9, 16, 26, 37, 71],
    [1, 2, 5, 9, 12, 18, 29, 49],
];

fn arranged(rules: &Rules, hands: [&str; 4], leader: i64) -> State {
    let hands = hands.map(|text| cards(text).wide()).to_vec();
    let setup = Setup { leader: Whole(leader), ..Setup::default() };
    Wuxi::arrange(rules, &setup, &Layout { hands, partial: true, ..Layout::default() }).unwrap()
}

/// Book §3: cards are conserved, deals end, and the order of going out is what it must be.
#[test]
fn random_deals_keep_the_invariants_of_the_book() {
    let mut rows = Vec::new();
    for seed in 0..300 {
        let rng = &mut FastRng::new(seed);
        let rules = if seed < 100 { Rules::default() } else { some_rules(rng) };
        let mut state = Wuxi::deal(&rules, &Setup::default(), seed);
        let mut plies = 0;
        while Wuxi::turn(&state).is_some() {
            assert_eq!(total(&state), 216, "seed {seed}");
            let action = if rng.below(2) == 0 {
                Wuxi::random(&rules, &state, rng, &mut rows)
            } else {
                Wuxi::unrank(&rules, &state, rng.below_u64(Wuxi::count(&rules, &state)))
            };
            Wuxi::apply(&rules, &mut state, &action);
            plies += 1;
            assert!(plies < 216 * 6, "seed {seed}: a trick takes a card, and at most all seats are asked twice a play");
        }
        let tally = Wuxi::tally(&rules, &state);
        let captured: usize = tally.captured.iter().flatten().map(|n| *n as usize).sum();
        let left: usize = tally.left.iter().map(|n| *n as usize).sum();
        assert_eq!(captured + left, 216);
        let out: Vec<i8> = tally.finish.iter().copied().filter(|seat| *seat >= 0).collect();
        assert!(out.len() >= 2);
        assert!((0..4).all(|seat| (tally.left[seat] == 0) == out.contains(&(seat as i8))));
        let complete = out.iter().enumerate().find(|(i, seat)| out[..*i].contains(&(*seat ^ 2))).unwrap().1 & 1;
        assert!((0..4).all(|seat| tally.left[seat] == 0 || seat as i8 & 1 != complete), "WA-27");
    }
}

fn total(state: &State) -> usize {
    let hands: usize = state.hands.iter().map(|hand| hand.len()).sum();
    let counted = state.captured.iter().flatten().chain(&state.pile).map(|n| *n as usize).sum::<usize>();
    hands + counted
}

/// Of the deals that a window allows, each is drawn as often as shuffles would make it.
#[test]
fn a_resampled_window_is_as_likely_as_it_should_be() {
    let rules = Rules::default();
    // 0 plays 9d; 1 and 3 hold a grab. To seat 2 it looks the same whoever is asked.
    let mut state = arranged(&rules, ["9d 3c", "9sx2 4c", "Ac Ad", "9hx2 5c"], 0);
    Wuxi::apply(&rules, &mut state, &Action::play(cards("9d")));
    assert_eq!((state.phase, state.turn), (HOU, 1));
    let seen = Wuxi::view(&rules, &state, 2);
    assert_eq!((seen.turn, seen.declined), (-1, false));
    let expected = window_deals(&state);
    let all: u32 = expected.values().sum();
    let (rng, n) = (&mut FastRng::new(5), 200_000);
    let mut drawn = BTreeMap::<_, u32>::new();
    for _ in 0..n {
        let other = Wuxi::resample(&rules, &seen, rng).unwrap();
        assert_eq!(Wuxi::view(&rules, &other, 2), seen);
        *drawn.entry((other.turn, other.hands)).or_default() += 1;
    }
    assert_eq!(drawn.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    // χ² with as many degrees of freedom as cases: mean k, variance 2k.
    let k = expected.len() as f64;
    let chi: f64 = expected
        .iter()
        .map(|(deal, weight)| {
            let mean = f64::from(*weight) * f64::from(n) / f64::from(all);
            (f64::from(drawn[deal]) - mean).powi(2) / mean
        })
        .sum();
    assert!((chi - k).abs() < 5.0 * (2.0 * k).sqrt(), "χ² {chi} over {k} deals");
}

/// The ways to lay the unseen cards, as different things, that give the seat asked a grab.
fn window_deals(state: &State) -> BTreeMap<(u8, [Cards; 4]), u32> {
    let places: Vec<usize> =
        [0, 1, 3].iter().flat_map(|seat| std::iter::repeat_n(*seat, state.hands[*seat].len())).collect();
    let unseen: Vec<Card> = [0, 1, 3].iter().flat_map(|seat| state.hands[*seat].cards()).collect();
    let mut found = BTreeMap::new();
    permute(unseen.len(), &mut |order| {
        let mut hands = [Cards::EMPTY; 4];
        hands[2] = state.hands[2];
        order.iter().zip(&places).for_each(|(card, seat)| hands[*seat].insert(unseen[*card]));
        for asked in [1, 3] {
            if hands[asked].count_in(0xf << 24) >= 2 {
                *found.entry((asked as u8, hands)).or_default() += 1;
            }
        }
    });
    found
}

/// Calls with every order of 0 … n − 1 (Heap's algorithm).
fn permute(n: usize, visit: &mut impl FnMut(&[usize])) {
    fn go(k: usize, order: &mut [usize], visit: &mut impl FnMut(&[usize])) {
        if k <= 1 {
            return visit(order);
        }
        for i in 0..k {
            go(k - 1, order, visit);
            order.swap(if k.is_multiple_of(2) { i } else { 0 }, k - 1);
        }
    }
    go(n, &mut (0..n).collect::<Vec<_>>(), visit);
}

#[test]
fn views_put_together_by_hand_are_refused_or_harmless() {
    let rules = Rules::default();
    for seed in 0..400_u64 {
        let rng = &mut FastRng::new(seed);
        let mut state = Wuxi::deal(&rules, &Setup::default(), seed);
        let steps = rng.below(120);
        for _ in 0..steps {
            if Wuxi::turn(&state).is_some() {
                let action = Wuxi::random(&rules, &state, rng, &mut Vec::new());
                Wuxi::apply(&rules, &mut state, &action);
            }
        }
        let mut seen = Wuxi::view(&rules, &state, rng.below(4) as usize);
        spoil(&mut seen, rng);
        if let Ok(other) = Wuxi::resample(&rules, &seen, rng) {
            playout::<Wuxi>(&rules, other, rng, &mut Vec::new()); // ends without a panic
        }
    }
}

/// Changes something in a view.
fn spoil(seen: &mut view::View, rng: &mut FastRng) {
    let number = rng.below(256) as u8;
    match rng.below(12) {
        0 => seen.turn = number as i8,
        1 => seen.top_seat = (number % 5) as i8 - 1,
        2 => seen.phase = number % 6,
        3 => seen.asked = number % 4,
        4 => seen.left[number as usize % 4] ^= 1 << (number % 6),
        5 => seen.top_key ^= 1 << (number % 32),
        6 => seen.hand.0[number as usize % 4] ^= 1 << (number % 64),
        7 => seen.unseen.0[number as usize % 4] ^= 1 << (number % 64),
        8 => seen.top.0[0] ^= 1 << (number % 64),
        9 => seen.finish[number as usize % 4] = (number % 6) as i8 - 1,
        10 => seen.declined = !seen.declined,
        _ => seen.passes = number,
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let rules = Rules::default();
    let layout = |hands: [&str; 4]| Layout {
        hands: hands.map(|text| cards(text).wide()).to_vec(),
        partial: true,
        ..Layout::default()
    };
    let setup = |leader, first_out| Setup { leader: Whole(leader), first_out: Whole(first_out) };
    let refuse =
        |hands, leader, first| Wuxi::arrange(&rules, &setup(leader, first), &layout(hands)).unwrap_err().to_string();
    assert!(refuse(["3c", "3d", "3h", "3s"], -1, -1).contains("W-034"));
    assert!(refuse(["", "3d", "3h", "3s"], 0, -1).contains("W-037"));
    assert!(refuse(["", "3d", "", "3s"], 1, -1).contains("W-041"));
    assert!(refuse(["", "", "3h", "3s"], 2, -1).contains("W-046"));
    assert!(refuse(["", "", "3h", "3s"], 2, 3).contains("W-046"));
    assert!(refuse(["3cx4", "3c", "3h", "3s"], 2, -1).contains("5 copies of 3c"));
    let state = Wuxi::arrange(&rules, &setup(2, 1), &layout(["", "", "3h", "3s"])).unwrap();
    assert_eq!((state.finish[..2].to_vec(), state.phase), (vec![1, 0], LEAD));
    let hand = cards("3c 3d 9s").wide();
    let ask = |decision, on: Option<&str>| {
        let on = on.map(|text| cards(text).wide());
        Wuxi::position(&rules, &Ask { decision }, &hand, on.as_ref())
            .map(|state| state.phase)
            .map_err(|e| e.to_string())
    };
    assert_eq!(ask(Decision::Grab, Some("3h")), Ok(HOU));
    assert_eq!(ask(Decision::Last, Some("3h")), Ok(LAST));
    assert!(ask(Decision::Grab, Some("9h")).unwrap_err().contains("W-029"));
    assert!(ask(Decision::Grab, Some("3h 3s")).unwrap_err().contains("W-026"));
    assert!(ask(Decision::Turn, Some("3h 4s")).unwrap_err().contains("no type"));
    assert!(ask(Decision::Turn, Some("3cx4")).unwrap_err().contains("W-001"));
    assert!(Wuxi::position(&rules, &Ask::default(), &WideSet::EMPTY, None).is_err());
}

#[test]
fn questions_are_answered() {
    use paiju_core::value::Value;
    let rules = Rules::default();
    let ask = |question: &str, args: &[Value]| Wuxi::ask(&rules, question, args);
    let hand = cards("5hx4 7cx4 7d 8sx3 9sx3 Tsx3 w W").wide();
    let Ok(Value::List(found)) = ask("holdings", &[Value::Cards(hand)]) else { panic!() };
    let held: Vec<&str> =
        found.iter().zip(NAMES).filter(|(n, _)| **n != Value::Int(0)).map(|(_, name)| *name).collect();
    assert_eq!(held, ["三只", "五只", "花豹", "双虎", "飞龙"]);
    // Three ranks of five cards between empty ones are one 五节.
    let sections = cards("5cx3 5dx2 6cx4 6s 7cx3 7hx2 Ac").wide();
    let Ok(Value::List(found)) = ask("holdings", &[Value::Cards(sections)]) else { panic!() };
    assert_eq!(found[31], Value::Int(1));
    let survey = |first, n| ask("survey", &[Value::Int(1), Value::Int(first), Value::Int(n)]).unwrap();
    assert_eq!(survey(0, 20), survey(0, 20));
    assert_ne!(survey(0, 20), survey(20, 20));
    assert!(ask("odds", &[]).is_err());
}
