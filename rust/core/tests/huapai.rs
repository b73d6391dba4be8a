//! Huapai: splits and values against a search over all partitions, the law of legality, the identity of D-03, views.

use paiju_core::action::{Action, PASS, PLAY};
use paiju_core::card::{Card, Pack};
use paiju_core::deal::FastRng;
use paiju_core::engine::perft::perft;
use paiju_core::game::{Game, Layout};
use paiju_core::games::huapai::moves::{CALL_JING, HEADS, HU};
use paiju_core::games::huapai::order::{Group, Groups, Hand, NONE, Reading, best, groups, pair_hu};
use paiju_core::games::huapai::rules::{DiscardKan, Jing, MainJing, MultiWin, PassLock, Rules, Setup, WallEnd};
use paiju_core::games::huapai::shapes::{
    CHARACTERS, Cards, FLOWERED, JING_3, PAIRS, RED, RELATED, Residue, SENTENCES, SIZES, char_of, flower,
};
use paiju_core::games::huapai::{Huapai, shapes, state::State};
use paiju_core::notation;
use paiju_core::row::Row;
use paiju_core::settings::Whole;
use proptest::prelude::*;

const _: () = assert!(State::SIZE <= 400, "a state is copied with every ply");

fn cards(text: &str) -> Cards {
    notation::cards(&Pack::HUAPAI, text).expect("cards")
}

fn card(text: &str) -> Card {
    notation::card(&Pack::HUAPAI, text).expect("a card")
}

/// A full pack, shuffled.
fn pack(rng: &mut FastRng) -> Vec<Card> {
    let mut all: Vec<Card> = Pack::HUAPAI.cards().cards().collect();
    rng.shuffle(&mut all);
    all
}

/// Finished free cards and groups, faces drawn at random.
fn finished(rng: &mut FastRng) -> (Cards, Groups) {
    loop {
        let mut left = pack(rng);
        let mut take = |char: u8| left.iter().position(|card| char_of(*card) == char).map(|at| left.remove(at));
        let mut groups = Groups::new();
        for _ in 0..[0, 0, 0, 1, 2, 3][rng.below(6) as usize] {
            let (kind, char) = (2 + rng.below(6) as u8, rng.below(22) as u8);
            let set: Option<Cards> = (0..SIZES[kind as usize]).map(|_| take(char)).collect();
            if let Some(set) = set {
                groups.push(Group { kind, char, flowers: shapes::flowers(&set, char) as u8 });
            }
        }
        let mut chars = Vec::new();
        for _ in groups.len()..8 {
            chars.extend(match rng.below(2) {
                0 => [rng.below(22) as u8; 3],
                _ => SENTENCES[rng.below(14) as usize],
            });
        }
        chars.extend(PAIRS[rng.below(56) as usize]);
        if let Some(free) = chars.iter().map(|char| take(*char)).collect::<Option<Cards>>() {
            return (free, groups);
        }
    }
}

fn random_rules(rng: &mut FastRng) -> Rules {
    let mut coin = || rng.below(2) == 1;
    Rules {
        jing: if coin() { Jing::Five } else { Jing::Three },
        zhu_jing_mode: [MainJing::MenCount, MainJing::MenMaxHu, MainJing::None, MainJing::Jiao]
            [2 * usize::from(coin()) + usize::from(coin())],
        min_hu: Whole(if coin() { 17 } else { 5 }),
        pair_jing_counts: coin(),
        discard_kan_scores: if coin() { DiscardKan::Dui } else { DiscardKan::Kan },
        multi_win: if coin() { MultiWin::Nearest } else { MultiWin::All },
        replacement_from: if coin() { WallEnd::Front } else { WallEnd::End },
        initial_tong_phase: coin(),
        kai_fan_needs_declared_tong: coin(),
        kai_zhao_from_four: coin(),
        tong_hidden: coin(),
        pass_lock: if coin() { PassLock::None } else { PassLock::UntilOwnTurn },
        ..Rules::default()
    }
}

/// The book's §7 with physical cards: the most 胡 over every way to lay the cards out in threes, the winning discard (the
/// last of `cards`) in every place.
fn slow(jing: u32, cards: &mut Vec<(Card, bool)>, rules: &Rules, main: u8) -> Option<i32> {
    let Some((first, won)) = cards.pop() else { return Some(0) };
    let char = char_of(first);
    let own = |card: Card| {
        let is_jing = jing >> char_of(card) & 1 == 1;
        let plain = i32::from(is_jing) * if char_of(card) == main { 2 } else { 1 };
        if !shapes::is_flower(card) {
            plain
        } else if is_jing {
            2 * plain
        } else {
            1
        }
    };
    let mut most = None;
    for b in 0..cards.len() {
        for a in 0..b {
            let [x, y] = [cards[a], cards[b]];
            let chars = [char, char_of(x.0), char_of(y.0)];
            let kan = chars == [char; 3];
            let mut sorted = chars;
            sorted.sort_unstable();
            let sentence = SENTENCES.iter().any(|s| {
                let mut s = *s;
                s.sort_unstable();
                s == sorted
            });
            if !kan && !sentence {
                continue;
            }
            let mut rest = cards.clone();
            rest.remove(b);
            rest.remove(a);
            let Some(tail) = slow(jing, &mut rest, rules, main) else { continue };
            let by_discard = (won || x.1 || y.1) && rules.discard_kan_scores == DiscardKan::Dui;
            let red = i32::from(RED >> char & 1 == 1);
            let bonus = match (kan, jing >> char & 1 == 1) {
                (true, true) if by_discard => 0,
                (true, true) => 2 * if char == main { 2 } else { 1 },
                (true, false) => red + i32::from(!by_discard),
                (false, _) => red,
            };
            most = most.max(Some(tail + bonus + own(first) + own(x.0) + own(y.0)));
        }
    }
    cards.push((first, won));
    most
}

/// The best over all final pairs and 主经, with the pair and the groups as the book has them.
fn slow_best(rules: &Rules, hand: &Hand) -> Option<u32> {
    let jing = if rules.jing == Jing::Five { FLOWERED } else { JING_3 };
    let count = |char: u8| {
        let grouped = hand.groups.iter().filter(|group| group.char == char);
        shapes::copies(&hand.free, char) + grouped.map(|group| SIZES[group.kind as usize] as usize).sum::<usize>()
    };
    let held: Vec<u8> = (0..22).filter(|char| jing >> char & 1 == 1 && count(*char) > 0).collect();
    let most = held.iter().map(|char| count(*char)).max();
    let mains: Vec<u8> = match rules.zhu_jing_mode {
        MainJing::Jiao => vec![hand.called],
        MainJing::None => vec![NONE],
        _ if held.is_empty() => vec![NONE],
        MainJing::MenMaxHu => held,
        MainJing::MenCount => held.into_iter().filter(|char| Some(count(*char)) == most).collect(),
    };
    let mut tokens: Vec<(Card, bool)> = hand.free.cards().map(|card| (card, false)).collect();
    if let Some(won) = hand.won_on {
        let at = tokens.iter().position(|(card, _)| *card == won).expect("the card won on");
        tokens[at].1 = true;
    }
    let mut best = None;
    for main in mains {
        let fixed: u32 = hand.groups.iter().map(|group| group.hu(jing, main)).sum();
        for b in 0..tokens.len() {
            for a in 0..b {
                let pair = [tokens[a].0, tokens[b].0];
                if RELATED[char_of(pair[0]) as usize] >> char_of(pair[1]) & 1 == 0 {
                    continue;
                }
                let mut rest = tokens.clone();
                rest.remove(b);
                rest.remove(a);
                if let Some(value) = slow(jing, &mut rest, rules, main) {
                    let reading = Reading { total: 0, main, pair, split: shapes::Split::default(), dui: NONE };
                    best = best.max(Some(value as u32 + fixed + pair_hu(rules, &reading)));
                }
            }
        }
    }
    best
}

/// A hand small enough for the search over all partitions: three or four free groups and the pair, other groups declared.
fn small_hand(rng: &mut FastRng) -> Hand {
    loop {
        let (free, mut groups) = finished(rng);
        let mut kept: Vec<Card> = free.cards().collect();
        // Groups of red cards stand for the free ones that are taken away.
        for char in [16, 17, 18, 19, 20, 21] {
            let taken = groups.iter().any(|group| group.char == char) || kept.iter().any(|card| char_of(*card) == char);
            if !taken && groups.len() < 5 {
                groups.push(Group { kind: shapes::DUI, char, flowers: 0 });
            }
        }
        let size = 3 * (8 - groups.len()) + 2;
        if size <= 14 && kept.len() >= size {
            rng.shuffle(&mut kept);
            kept.truncate(size);
            let free: Cards = kept.iter().copied().collect();
            let won_on = (rng.below(2) == 1).then(|| kept[rng.below(size as u32) as usize]);
            return Hand { free, groups, called: [NONE, 2, 4, 6][rng.below(4) as usize], won_on };
        }
    }
}

fn value(rules: &Rules, hand: &Hand) -> Option<Reading> {
    best(rules, hand, Residue::of(&hand.free), None)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The fast value is the best over all partitions, finished or not.
    #[test]
    fn values_are_the_best_of_all_partitions(seed: u64) {
        let mut rng = FastRng::new(seed);
        let rules = random_rules(&mut rng);
        let mut hand = small_hand(&mut rng);
        prop_assert_eq!(value(&rules, &hand).map(|reading| reading.total), slow_best(&rules, &hand));
        // Random cards are hardly ever finished; lay out a finished hand of the same size as well.
        let mut left: Vec<Card> = pack(&mut rng);
        left.retain(|card| hand.groups.iter().all(|group| group.char != char_of(*card)));
        let mut free = Cards::EMPTY;
        let mut take = |char: u8| left.iter().position(|card| char_of(*card) == char).map(|at| left.remove(at));
        let mut wanted: Vec<u8> = PAIRS[rng.below(56) as usize].to_vec();
        for _ in hand.groups.len()..8 {
            wanted.extend(if rng.below(2) == 0 { [rng.below(10) as u8; 3] } else { SENTENCES[rng.below(12) as usize] });
        }
        for card in wanted.into_iter().filter_map(&mut take) {
            free.insert(card);
        }
        hand.free = free;
        hand.won_on = free.cards().nth(rng.below(free.len() as u32) as usize).filter(|_| rng.below(3) > 0);
        prop_assert_eq!(value(&rules, &hand).map(|reading| reading.total), slow_best(&rules, &hand).filter(|_| {
            free.len() + 3 * hand.groups.len() == 26
        }));
    }

    /// The groups and the pair that a reading names make up its 胡 and its cards, and the pair is related.
    #[test]
    fn readings_add_up(seed: u64) {
        let mut rng = FastRng::new(seed);
        let rules = random_rules(&mut rng);
        let (free, declared) = finished(&mut rng);
        let won_on = free.cards().nth(rng.below(free.len() as u32) as usize).filter(|_| rng.below(2) == 1);
        let hand = Hand { free, groups: declared, called: NONE, won_on };
        let reading = value(&rules, &hand).expect("a finished hand");
        let named = groups(&rules, &hand, &reading);
        prop_assert_eq!(named.len(), 8);
        prop_assert_eq!(named.iter().map(|(_, _, hu)| hu).sum::<u32>() + pair_hu(&rules, &reading), reading.total);
        let all = named.iter().fold(reading.pair.iter().copied().collect::<Cards>(), |all, (_, cards, _)| all.plus(cards));
        prop_assert_eq!(all, hand.groups.iter().fold(free, |all, group| all.plus(&group.cards())));
        prop_assert!(named.iter().all(|(_, cards, _)| shapes::kind(cards).is_some()));
        let [a, b] = reading.pair.map(char_of);
        prop_assert_eq!(RELATED[a as usize] >> b & 1, 1);
    }

    /// A residue kept card by card is the residue of the set, and a finished hand has that of its pair.
    #[test]
    fn residues_are_kept(seed: u64) {
        let mut rng = FastRng::new(seed);
        let (free, _) = finished(&mut rng);
        let mut residue = Residue::default();
        for card in free.cards() {
            residue = residue.plus(char_of(card));
        }
        prop_assert_eq!(residue, Residue::of(&free));
        prop_assert!(residue.pairs() != 0);
        let card = free.cards().next().expect("cards");
        prop_assert_eq!(residue.minus(char_of(card)).plus(char_of(card)), residue);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whole deals from nearly finished hands: the law of legality, the identity of D-03, views.
    #[test]
    fn deals_keep_the_law(seed: u64) {
        let mut rng = FastRng::new(seed);
        let rules = random_rules(&mut rng);
        let mut state = nearly_finished(&rules, &mut rng);
        prop_assert_eq!(state.surplus(), [0; 3]);
        let mut rows = Vec::new();
        while let Some(seat) = Huapai::turn(&state) {
            check_law(&rules, &state);
            let view = Huapai::view(&rules, &state, rng.below(3) as usize);
            let other = Huapai::resample(&rules, &view, &mut rng).expect("a view of a deal");
            prop_assert_eq!(Huapai::view(&rules, &other, view.seat as usize), view);
            prop_assert_eq!(State::read(&state.bytes()), Some(state));
            rows.clear();
            Huapai::menu(&rules, &state, &mut rows);
            if view.seat as usize == seat {
                let mut same = Vec::new();
                Huapai::menu(&rules, &other, &mut same);
                prop_assert_eq!(&same, &rows);
            }
            // Declarations and claims more often than their share, wins seldom, so that deals go on.
            let special: Vec<_> = rows.iter().filter(|row| !matches!(row.head, PLAY | PASS | HU)).copied().collect();
            let action = match rng.below(8) {
                0 => rows[rng.below(rows.len() as u32) as usize],
                1..=4 if !special.is_empty() => special[rng.below(special.len() as u32) as usize],
                _ => rows[0],
            };
            Huapai::apply(&rules, &mut state, &action);
            prop_assert_eq!(state.surplus(), [0; 3]);
        }
        let tally = Huapai::tally(&rules, &state);
        prop_assert_eq!(tally.winner >= 0, state.winners != 0);
        prop_assert!((0..3).all(|seat| !tally.won[seat] || i64::from(tally.hu[seat]) >= rules.min_hu.0));
    }
}

/// A deal in which the hands are finished but for a few cards.
fn nearly_finished(rules: &Rules, rng: &mut FastRng) -> State {
    loop {
        let mut left = Pack::HUAPAI.cards();
        let (mut hands, mut melds) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let (free, groups) = finished(rng);
            let mut kept: Vec<Card> = free.cards().collect();
            rng.shuffle(&mut kept);
            let all =
                groups.iter().fold(kept[1..].iter().copied().collect(), |all: Cards, group| all.plus(&group.cards()));
            if !left.contains(&all) {
                break;
            }
            left = left.minus(&all);
            hands.push(kept[1..].iter().copied().collect());
            let name = |group: &Group| (shapes::NAMES[group.kind as usize].to_string(), group.cards());
            melds.push(groups.iter().map(name).collect());
        }
        let mut stock: Vec<Card> = left.cards().collect();
        rng.shuffle(&mut stock);
        stock.truncate(rng.below(36) as usize);
        if hands.len() == 3 {
            let layout = Layout { hands, stock, melds, partial: true };
            let setup = Setup { dealer: Whole(i64::from(rng.below(3))), ..Setup::default() };
            return Huapai::arrange(rules, &setup, &layout).expect("a position");
        }
    }
}

/// Every action with up to four equal cards: check ⇔ picks ⇔ menu.
fn check_law(rules: &Rules, state: &State) {
    let mut rows = Vec::new();
    Huapai::menu(rules, state, &mut rows);
    assert!(!rows.is_empty() && rows.len() <= Huapai::MENU_MAX);
    assert_eq!(rows.len() as u64, Huapai::count(rules, state));
    assert_eq!(rows.iter().fold(0, |mask, row| mask | 1 << row.head), Huapai::heads(rules, state));
    let mut sets = vec![Cards::EMPTY];
    for char in 0..CHARACTERS as u8 {
        for f in 0..=2 * usize::from(FLOWERED >> char & 1 == 1) {
            for n in 0..=4 {
                let plain = Cards::of(Card::new(char), n);
                sets.push(if f == 0 { plain } else { plain.plus(&Cards::of(flower(char), f)) });
            }
        }
    }
    for head in 0..HEADS.len() as u8 {
        for cards in &sets {
            let action = Action::new(head, *cards);
            let legal = Huapai::check(rules, state, &action).is_ok();
            assert_eq!(legal, rows.contains(&action), "{head} {cards:?}");
            assert_eq!(legal, Huapai::picks(rules, state, head, cards).complete, "{head} {cards:?}");
        }
    }
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(Huapai::unrank(rules, state, index as u64), *row);
        let mut chosen = Cards::EMPTY;
        for card in row.cards.cards() {
            assert!(Huapai::picks(rules, state, row.head, &chosen).more >> card.slot() & 1 == 1);
            chosen.insert(card);
        }
    }
}

#[test]
fn closed_forms() {
    assert_eq!(Pack::HUAPAI.cards().len(), 110);
    assert_eq!(SENTENCES.len(), 14);
    assert_eq!(PAIRS.iter().filter(|[a, b]| a == b).count(), 22);
    assert_eq!(PAIRS.len(), 56);
    for sentence in SENTENCES {
        assert_eq!(sentence.iter().fold(Residue::default(), |sum, char| sum.plus(*char)), Residue::default());
    }
    // Vectors that every sentence sends to zero have 22 − 14 dimensions, so the residues of single cards span all.
    let mut seen = std::collections::HashSet::from([Residue::default().0]);
    for char in 0..CHARACTERS as u8 {
        let more: Vec<_> = seen.iter().flat_map(|r| [Residue(*r).plus(char).0, Residue(*r).minus(char).0]).collect();
        seen.extend(more);
    }
    assert_eq!(seen.len(), 6561);
}

/// With `pair_jing_counts` off the card won on is tried in every place: a flower in the pair costs two, as a plain card
/// one; in the 砍 it costs two either way.
#[test]
fn the_card_won_on_is_tried_in_each_place() {
    let rules = Rules { pair_jing_counts: false, zhu_jing_mode: MainJing::None, ..Rules::default() };
    let free = cards("上大人可知礼二二二四四四孔孔孔千千千化化化七七七七*八");
    let hu = |won_on| value(&rules, &Hand { free, groups: Groups::new(), called: NONE, won_on }).expect("finished");
    assert_eq!(hu(Some(card("七*"))).total, 12);
    assert_eq!(hu(Some(card("七"))).total, 13);
    assert_eq!(hu(None).total, 13);
    assert_eq!(hu(Some(card("七"))).pair, [card("七"), card("八")]);
}

/// Hidden groups are drawn by the number of ways to hold them: a character with five unseen copies five times as often
/// as one with four, and each of its copies is left out equally often.
#[test]
fn hidden_groups_are_drawn_uniformly() {
    let rules = Rules::default();
    let mut rng = FastRng::new(5);
    let seen = cards("乙二三四五六七八九十土子孔己化千可知礼上大人二二四");
    let mut left: Vec<Card> = Pack::HUAPAI.cards().minus(&seen).minus(&cards("三x2 三*x2")).cards().collect();
    rng.shuffle(&mut left);
    let hands = vec![seen, left[..22].iter().copied().collect(), left[22..47].iter().copied().collect()];
    let melds = vec![vec![], vec![("统".to_string(), cards("三x2 三*x2"))], vec![]];
    let layout = Layout { hands, stock: left[47..].to_vec(), melds, partial: false };
    let setup = Setup { dealer: Whole(2), ..Setup::default() };
    let state = Huapai::arrange(&rules, &setup, &layout).expect("a deal");
    let view = Huapai::view(&rules, &state, 0);
    assert_eq!((view.tongs, view.group_kind), ([0, 1, 0], [0; 22]));
    // Seat 0 sees two 四 and three 二, so 二 and 四 have too few unseen; the other 20 have exactly four unseen copies.
    let mut times = [0_u32; 22];
    for _ in 0..20_000 {
        let other = Huapai::resample(&rules, &view, &mut rng).expect("a view of a deal");
        let drawn = (0..22).find(|char| other.group(*char).is_some()).expect("a group");
        times[drawn as usize] += 1;
    }
    assert_eq!((times[1], times[3]), (0, 0));
    let off = times.iter().filter(|n| **n > 0 && !(850..1150).contains(*n));
    assert_eq!((off.count(), times.iter().filter(|n| **n > 0).count()), (0, 20));
}

/// The number of action paths from fixed deals.
#[test]
fn perft_is_pinned() {
    let count =
        |rules: &Rules, seed, depth| perft::<Huapai>(rules, &Huapai::deal(rules, &Setup::default(), seed), depth);
    let plain = Rules::default();
    let open = Rules {
        zhu_jing_mode: MainJing::Jiao,
        initial_tong_phase: true,
        min_hu: Whole(0),
        multi_win: MultiWin::All,
        ..Rules::default()
    };
    let counts: Vec<u64> = (0..4).flat_map(|seed| [count(&plain, seed, 3), count(&open, seed, 4)]).collect();
    assert_eq!(counts, [2730, 2412, 1762, 9836, 2617, 14160, 2074, 982]);
}

#[test]
fn calls_and_heads() {
    let rules = Rules { zhu_jing_mode: MainJing::Jiao, ..Rules::default() };
    let state = Huapai::deal(&rules, &Setup::default(), 1);
    let mut rows = Vec::new();
    Huapai::menu(&rules, &state, &mut rows);
    assert_eq!(rows.iter().filter(|row| row.head == CALL_JING).count(), 5);
    assert_eq!(rows.len(), 6);
}
