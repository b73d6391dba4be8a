//! Following suit against slow readings: everything is tried.

use paiju_core::card::{BIG_JOKER, Card, SMALL_JOKER};
use paiju_core::follow::cost::lack;
use paiju_core::follow::count::Plays;
use paiju_core::follow::demand::{Demand, Lengths, Need, RUNS};
use paiju_core::follow::follower::{Contest, Duty, Fault, Follower};
use paiju_core::follow::points;
use paiju_core::follow::pool;
use paiju_core::follow::table::{LANE, Ladder, SUITS, TRUMPS, Table};
use paiju_core::follow::throws;
use paiju_core::set::{CardSet, bits};
use proptest::prelude::*;
use std::collections::BTreeSet;

type Set = CardSet<4>;

const ACE: u8 = 11;
const TWO: u8 = 12;
/// Spades and jokers are trumps here, and the level card 7 of every suit.
const LEVEL: u8 = 4;

/// Side suits close the gap of the level, trumps are a closed lane, and the jokers are neighbours.
fn table() -> Table {
    let kinds = (1 << 54) - 1;
    let suit_of = |card: Card| match card.rank() {
        13 | LEVEL => TRUMPS,
        _ if card.suit() == 3 => TRUMPS,
        _ => card.suit() as usize,
    };
    let key = |rank: u8| u16::from(rank % TWO + if rank == TWO { 0 } else { 1 });
    let face: Vec<u8> = [ACE, TWO].into_iter().chain(0..ACE).collect();
    let steps = |suit: u8, ranks: &[u8]| ranks.iter().map(|r| (Card::french(*r, suit), key(*r))).collect::<Vec<_>>();
    let side: Vec<u8> = face.iter().copied().filter(|rank| *rank != LEVEL).collect();
    let sides = [0, 1, 2].map(|suit| steps(suit, &side));
    let trumps = steps(3, &face);
    let jokers = [(SMALL_JOKER, 90), (BIG_JOKER, 99)];
    let ladder = |suit, steps| Ladder { suit, steps, closed: true, cut: Some(Card::french(ACE, suit.min(3) as u8)) };
    let mut ladders: Vec<Ladder<'_>> = (0..3).map(|suit| ladder(suit, &sides[suit])).collect();
    ladders.push(ladder(TRUMPS, &trumps));
    ladders.push(Ladder { suit: TRUMPS, steps: &jokers, closed: false, cut: None });
    Table::new(kinds, suit_of, |card| if card.rank() == LEVEL { 50 } else { card.slot() / 4 }, &ladders)
}

/// An open lane with the cut inside: … Q K A 2 3 with the level taken for a gap.
fn open_table() -> Table {
    let suit_of = |card: Card| if card.rank() == LEVEL || card.rank() == 13 { TRUMPS } else { card.suit() as usize };
    let face: Vec<u8> = [ACE, TWO].into_iter().chain(0..ACE).collect();
    let steps: Vec<(Card, u16)> = face.iter().map(|r| (Card::french(*r, 0), u16::from(*r))).collect();
    let ladder = Ladder { suit: 0, steps: &steps, closed: true, cut: Some(Card::french(ACE, 0)) };
    Table::new((1 << 54) - 1, suit_of, |card| card.rank(), &[ladder])
}

fn sub_sets(cards: &Set, size: usize) -> Vec<Set> {
    let mut all = vec![];
    pool::each_set(cards, size, &mut |set| {
        all.push(*set);
        false
    });
    all
}

/// A need as a list of disjoint groups: copies and length.
fn groups(need: &Need) -> Vec<(usize, usize)> {
    let many = |n: u8, w: usize| std::iter::repeat_n((w, 1), n as usize);
    match *need {
        Need::Pairs(p) => many(p, 2).collect(),
        Need::Run { n, pairs } => std::iter::once((2, n as usize)).chain(many(pairs - n, 2)).collect(),
        Need::Wide { w, n } => vec![(w as usize, n as usize)],
        Need::Groups { w, n } => many(n, w as usize).collect(),
        Need::Quads { k, pairs } => many(k, 4).chain(many(pairs, 2)).collect(),
        Need::Triples { k, pairs } => many(k, 3).chain(many(pairs, 2)).collect(),
        Need::Runs { lengths, pairs } => {
            let runs: Vec<_> = lengths.iter().filter(|n| **n > 0).map(|n| (2, *n as usize)).collect();
            let rest = pairs - lengths.iter().sum::<u8>();
            runs.into_iter().chain(many(rest, 2)).collect()
        }
    }
}

/// Whether the cards hold disjoint groups; `used` keeps groups of separate kinds apart.
fn supplies(table: &Table, suit: usize, cards: &Set, groups: &[(usize, usize)]) -> bool {
    let Some(((w, n), rest)) = groups.split_first() else { return true };
    let take = |mask: u64| cards.minus(&Set::from_iter(bits(mask).flat_map(|card| std::iter::repeat_n(card, *w))));
    let open = cards.plane(w - 1);
    match n {
        1 => bits(open).any(|card| supplies(table, suit, &take(card.bit()), rest)),
        _ => table.windows(suit, *n).iter().any(|w| w.mask & !open == 0 && supplies(table, suit, &take(w.mask), rest)),
    }
}

fn slow_met(table: &Table, suit: usize, cards: &Set, demand: &Demand) -> bool {
    let fixed = bits(demand.kinds).all(|card| cards.count(card) >= demand.copies as usize);
    let rest = cards.within(!demand.kinds);
    fixed
        && demand.needs.iter().any(|need| match need {
            // Groups are of different kinds.
            Need::Groups { w, n } => {
                bits(rest.kinds()).filter(|c| rest.count(*c) >= *w as usize).count() >= *n as usize
            }
            _ => supplies(table, suit, &rest, &groups(need)),
        })
}

fn lengths(given: &[u8]) -> Lengths {
    let mut all = [0; RUNS];
    all[..given.len()].copy_from_slice(given);
    all
}

/// A hand of one suit as copies by place among the kinds of the suit.
fn hand_of(table: &Table, suit: usize, copies: &[u8]) -> Set {
    let cards = bits(table.suits[suit]).zip(copies).flat_map(|(card, n)| std::iter::repeat_n(card, *n as usize));
    cards.collect()
}

fn any_need() -> impl Strategy<Value = Need> {
    prop_oneof![
        (0..4_u8).prop_map(Need::Pairs),
        (2..5_u8, 0..2_u8).prop_map(|(n, more)| Need::Run { n, pairs: n + more }),
        (3..5_u8, 2..3_u8).prop_map(|(w, n)| Need::Wide { w, n }),
        (1..5_u8, 1..3_u8).prop_map(|(w, n)| Need::Groups { w, n }),
        (1..3_u8, 0..3_u8).prop_map(|(k, pairs)| Need::Quads { k, pairs }),
        (1..3_u8, 0..3_u8).prop_map(|(k, pairs)| Need::Triples { k, pairs }),
        (2..4_u8, 2..4_u8, 0..2_u8)
            .prop_map(|(a, b, more)| Need::Runs { lengths: lengths(&[a, b]), pairs: a + b + more }),
    ]
}

#[derive(Debug, Clone)]
struct Case {
    open: bool,
    suit: usize,
    copies: Vec<u8>,
    need: Need,
    forced: bool,
    more: usize,
}

/// Hands with neighbours: a stretch of kinds with copies, others mostly without.
fn case() -> impl Strategy<Value = Case> {
    let copies = (
        0..21_usize,
        prop::collection::vec(prop_oneof![2 => 2..3_u8, 1 => 0..5_u8, 1 => 3..5_u8], 2..6),
        0..21_usize,
        0..5_u8,
    );
    (any::<bool>(), prop_oneof![Just(0), Just(TRUMPS)], copies, any_need(), prop::bool::weighted(0.2), 0..4_usize)
        .prop_map(|(open, suit, (from, stretch, at, n), need, forced, more)| {
            let mut copies = vec![0; 21];
            let len = if suit == 0 { 12 } else { 18 };
            stretch.iter().enumerate().for_each(|(i, n)| copies[(from + i) % len] = *n);
            copies[at] = copies[at].max(n);
            Case { open: open && suit == 0, suit, copies, need, forced, more }
        })
}

impl Case {
    /// The demand and the size of a play, if the hand meets the demand and has more cards than the play.
    fn resolve(&self, table: &Table, hand: &Set) -> Option<(Demand, usize)> {
        let mut demand = Demand::from(self.need);
        let mut size = self.need.size().max(1) + self.more;
        let alone = matches!(self.need, Need::Groups { .. } | Need::Wide { .. } | Need::Runs { .. });
        if self.forced && !alone {
            demand.kinds = bits(hand.plane(2)).last()?.bit();
            demand.copies = 3;
            size += 3;
        } else if matches!(self.need, Need::Groups { .. } | Need::Wide { .. }) {
            size = self.need.size();
        }
        let fits = slow_met(table, self.suit, hand, &demand) && hand.len() > size;
        (fits && pool::ways(hand, size) < 4000).then_some((demand, size))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, max_global_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn demands_are_met_picked_counted_and_classed_as_by_trying_everything(case in case()) {
        let table = if case.open { open_table() } else { table() };
        let hand = hand_of(&table, case.suit, &case.copies);
        let resolved = case.resolve(&table, &hand);
        prop_assume!(resolved.is_some());
        let (demand, size) = resolved.unwrap();
        let sets = sub_sets(&hand, size);
        let legal: BTreeSet<Set> = sets.iter().copied().filter(|set| slow_met(&table, case.suit, set, &demand)).collect();
        for set in &sets {
            prop_assert_eq!(demand.met(&table, case.suit, set), legal.contains(set), "{:?}", set);
        }

        let follower = Follower::new(&table, &hand, case.suit, size, |_| demand.clone());
        for contest in [Contest { suit: true, ..Contest::default() }, Contest::default()] {
            let mut rows = vec![];
            follower.rows(&contest, &mut |row| rows.push(row));
            let distinct: BTreeSet<Set> = rows.iter().copied().collect();
            prop_assert_eq!(distinct.len(), rows.len());
            prop_assert!(rows.iter().all(|row| legal.contains(row) && follower.row_of(&contest, row) == *row));
            prop_assert!(legal.iter().all(|set| distinct.contains(&follower.row_of(&contest, set))));
            let exact = contest.suit && demand.is_exact(size);
            if exact || pool::few(&hand, size).is_some() {
                prop_assert_eq!(&distinct, &legal);
            } else {
                let sums: BTreeSet<usize> = legal.iter().map(points::points).collect();
                prop_assert_eq!(rows.iter().map(points::points).collect::<Vec<_>>(), sums.into_iter().collect::<Vec<_>>());
            }
        }

        prop_assert_eq!(follower.count(), legal.len() as u64);
        let unranked: BTreeSet<Set> = (0..legal.len() as u64).map(|i| follower.unrank(i)).collect();
        prop_assert_eq!(&unranked, &legal);
        prop_assert!(sets.iter().all(|set| follower.fault(set).is_none() == legal.contains(set)));

        // Every choice of up to `size` cards.
        for part in (0..=size).flat_map(|n| sub_sets(&hand, n)).step_by(3) {
            let supersets: Vec<&Set> = legal.iter().filter(|set| set.contains(&part)).collect();
            let more = supersets.iter().fold(0, |more, set| more | set.minus(&part).kinds());
            let picks = follower.picks(&part);
            prop_assert_eq!((picks.more, picks.complete), (more, legal.contains(&part)), "{:?}", part);
            let fewest = |set: &Set| {
                (0..=hand.len()).find(|n| sub_sets(&hand.minus(set), *n).iter().any(|x| slow_met(&table, case.suit, &x.plus(set), &demand)))
            };
            if part.len() < 3 {
                prop_assert_eq!(lack(&table, case.suit, &hand, &part, &demand).cards as usize, fewest(&part).unwrap());
            }
        }
    }

    #[test]
    fn what_is_free_is_counted_and_classed_as_by_trying_everything(
        slots in prop::collection::vec((0..54_u8, 1..3_usize), 3..9),
        suit in 0..SUITS,
        size in 1..9_usize,
        wide in any::<bool>(),
        throw in any::<bool>(),
    ) {
        let table = table();
        let mut hand = Set::EMPTY;
        slots.iter().for_each(|(slot, n)| (0..*n).for_each(|_| hand.insert(Card::new(*slot))));
        let mine = hand.within(table.suits[suit]);
        prop_assume!(hand.len() >= size && mine.len() <= size);
        let follower = Follower::new(&table, &hand, suit, size, |_| unreachable!());
        prop_assert_eq!(&follower.duty, &Duty::Everything);
        let legal: BTreeSet<Set> = sub_sets(&hand, size).into_iter().filter(|set| set.contains(&mine)).collect();
        prop_assert_eq!(follower.count(), legal.len() as u64);
        let unranked: BTreeSet<Set> = (0..legal.len() as u64).map(|i| follower.unrank(i)).collect();
        prop_assert_eq!(&unranked, &legal);
        let w = if wide { 2 } else { 1 };
        let kills = (!throw && size % w == 0).then(|| Demand::from(Need::Groups { w: w as u8, n: (size / w) as u8 }));
        let contest = Contest { suit: true, kills, example: None };
        let mut rows = vec![];
        follower.rows(&contest, &mut |row| rows.push(row));
        let distinct: BTreeSet<Set> = rows.iter().copied().collect();
        prop_assert_eq!(distinct.len(), rows.len());
        prop_assert!(rows.iter().all(|row| legal.contains(row) && follower.row_of(&contest, row) == *row));
        prop_assert!(legal.iter().all(|set| distinct.contains(&follower.row_of(&contest, set))));
        for part in (0..=size).flat_map(|n| sub_sets(&hand, n)).step_by(5) {
            let more = legal.iter().filter(|set| set.contains(&part)).fold(0, |more, set| more | set.minus(&part).kinds());
            let picks = follower.picks(&part);
            prop_assert_eq!((picks.more, picks.complete), (more, legal.contains(&part)));
        }
    }

    #[test]
    fn throws_owe_the_best_list_of_tractors(case in case(), throw in case()) {
        let table = table();
        let (hand, throw) = (hand_of(&table, case.suit, &case.copies), hand_of(&table, case.suit, &throw.copies));
        prop_assume!(!throw.is_empty());
        let parts: Vec<_> = throws::split(&table, case.suit, &throw).collect();
        let together = parts.iter().fold(Set::EMPTY, |all, part| all.plus(&part.cards));
        prop_assert_eq!(together, throw);
        for (i, part) in parts.iter().enumerate() {
            prop_assert_eq!(throws::part(&table, &part.cards), Some(*part));
            let rest = parts[i..].iter().fold(Set::EMPTY, |all, part| all.plus(&part.cards));
            let larger = |w: usize, n: usize| supplies(&table, case.suit, &rest, &[(w, n)]);
            for w in 1..=4 {
                let longest = (1..=LANE).filter(|n| (w > 1 || *n == 1) && larger(w, *n)).max().unwrap_or(0);
                prop_assert!((w * longest, w) <= (part.width * part.length, part.width));
            }
        }
        // The lexicographically largest list of tractors, by trying all lists.
        let limits: Vec<usize> = parts.iter().filter(|part| part.length > 1).map(|part| part.length).collect();
        prop_assume!(limits.len() <= 3);
        let lists = limits.iter().fold(vec![vec![]], |lists, limit| {
            let longer = |list: &Vec<usize>| (0..=*limit).filter(|n| *n != 1).map(|n| [&list[..], &[n]].concat()).collect::<Vec<_>>();
            lists.iter().flat_map(longer).collect()
        });
        let holds = |list: &Vec<usize>| {
            let runs: Vec<_> = list.iter().filter(|n| **n > 0).map(|n| (2, *n)).collect();
            supplies(&table, case.suit, &hand, &runs)
        };
        let best = lists.into_iter().filter(holds).max().unwrap();
        let demand = throws::demand(&table, case.suit, &hand, &throw);
        let found: Vec<usize> = match demand.needs[0] {
            Need::Pairs(_) => vec![],
            Need::Run { n, .. } => vec![n as usize],
            Need::Runs { lengths, .. } => lengths.iter().filter(|n| **n > 0).map(|n| *n as usize).collect(),
            _ => unreachable!(),
        };
        prop_assert_eq!(found, best.into_iter().filter(|n| *n > 0).collect::<Vec<_>>());
        prop_assert!(demand.met(&table, case.suit, &hand));
    }

    #[test]
    fn few_sets_are_few(slots in prop::collection::vec((0..54_u8, 1..5_usize), 1..20), n in 0..12_usize) {
        let mut cards = Set::EMPTY;
        slots.iter().for_each(|(slot, n)| (0..*n).for_each(|_| cards.insert(Card::new(*slot))));
        prop_assume!(n <= cards.len());
        let ways = pool::ways(&cards, n);
        prop_assert_eq!(pool::few(&cards, n), (n < 2 || ways <= pool::FEW).then_some(ways as u32));
        let least = pool::least(&cards, n);
        prop_assert!(least.len() == n && cards.contains(&least));
    }
}

#[test]
fn windows_are_the_runs_that_do_not_pass_the_ace() {
    let table = table();
    // Thirteen ranks with the ace high or low: n = 13 is one set, else 14 − n places and no run through the ace.
    for n in 2..=12 {
        let joker = usize::from(n == 2);
        assert_eq!(table.windows(TRUMPS, n).len(), 15 - n + joker, "{n}");
    }
    assert_eq!(table.windows(TRUMPS, 13).len(), 1);
    // Twelve ranks without the level.
    for n in 2..=11 {
        assert_eq!(table.windows(0, n).len(), 14 - n, "{n}");
    }
    let pair = |a: u8, b: u8, suit: u8| Card::french(a, suit).bit() | Card::french(b, suit).bit();
    assert!(table.window(0, pair(3, 5, 0)).is_some(), "6 and 8 touch in a side suit");
    assert!(table.window(TRUMPS, pair(3, 5, 3)).is_none());
    let low = table.window(TRUMPS, pair(ACE, TWO, 3)).unwrap();
    let high = table.window(TRUMPS, pair(ACE, ACE - 1, 3)).unwrap();
    assert!(low.key < high.key);
    assert_eq!(table.window(TRUMPS, SMALL_JOKER.bit() | BIG_JOKER.bit()).unwrap().key, 99);
    // With a gap at the level: 8 … K A and A 2 … 6, nothing across the ace.
    let open = open_table();
    assert!(open.window(0, pair(ACE, TWO, 0)).is_some() && open.window(0, pair(ACE, ACE - 1, 0)).is_some());
    assert!(open.window(0, pair(ACE, TWO, 0) | Card::french(10, 0).bit()).is_none());
    assert!(open.window(0, pair(3, 5, 0)).is_none());
    assert_eq!(open.windows(0, 2).len(), 11);
}

#[test]
fn the_top_cards_are_forced_and_their_equals_free() {
    let table = table();
    let level = |suit| Card::french(LEVEL, suit);
    let forced: Set = [BIG_JOKER, BIG_JOKER].into_iter().collect();
    let ties: Set = [level(0), level(1), level(1)].into_iter().collect();
    let hand = forced.plus(&ties).plus(&Set::of(Card::french(0, 3), 2)).plus(&Set::of(Card::french(0, 0), 1));
    let mut follower = Follower::new(&table, &hand, TRUMPS, 4, |_| Need::Pairs(0).into());
    follower.duty = Duty::Top { forced, ties };
    let legal: Vec<Set> = sub_sets(&ties, 2).into_iter().map(|two| two.plus(&forced)).collect();
    assert_eq!((legal.len(), follower.count()), (2, 2));
    let contest = Contest::default();
    let mut rows = vec![];
    follower.rows(&contest, &mut |row| rows.push(row));
    assert_eq!(rows.len(), 1);
    for set in sub_sets(&hand, 4) {
        let fault = follower.fault(&set);
        assert_eq!(fault.is_none(), legal.contains(&set));
        if set.contains(&Set::of(Card::french(0, 0), 1)) {
            assert_eq!(fault, Some(Fault::OtherSuit));
        }
    }
    assert!(legal.iter().all(|set| follower.row_of(&contest, set) == rows[0] && follower.fault(set).is_none()));
    for part in (0..=4).flat_map(|n| sub_sets(&hand, n)) {
        let more = legal.iter().filter(|set| set.contains(&part)).fold(0, |more, set| more | set.minus(&part).kinds());
        let picks = follower.picks(&part);
        assert_eq!((picks.more, picks.complete), (more, legal.contains(&part)), "{part:?}");
    }
    assert_eq!(follower.fault(&Set::of(BIG_JOKER, 3)), Some(Fault::Number));
    assert_eq!(follower.fault(&Set::of(BIG_JOKER, 4)), Some(Fault::NotHeld));
}

#[test]
fn alternatives_are_a_free_choice() {
    let table = table();
    let hand = hand_of(&table, 0, &[2, 2, 2, 4, 4, 1]);
    let needs = [Need::Run { n: 2, pairs: 2 }, Need::Groups { w: 4, n: 1 }];
    let demand = Demand::any(needs);
    assert!(demand.is_exact(4));
    let plays = Plays { table: &table, suit: 0, held: hand, size: 4, demand: &demand };
    // Five kinds in a row give four windows, and there are two quads.
    assert_eq!(plays.count(), 6);
    let all: BTreeSet<Set> = (0..6).map(|i| plays.unrank(i)).collect();
    let slow: BTreeSet<Set> = sub_sets(&hand, 4).into_iter().filter(|set| slow_met(&table, 0, set, &demand)).collect();
    assert_eq!(all, slow);
}
