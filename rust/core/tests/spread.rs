//! Cards laid on places that are denied to some: every way is as likely as another, whichever way it is drawn.

use paiju_core::card::Card;
use paiju_core::deal::FastRng;
use paiju_core::follow::spread::Spread;
use paiju_core::set::CardSet;
use proptest::prelude::*;
use std::collections::HashMap;

type Set = CardSet<2>;

/// Cards one by one, each with the places that it may have.
fn spread(room: [usize; 4], cards: &[(u8, usize)]) -> Spread<2> {
    let mut spread = Spread::new(room);
    cards.iter().for_each(|(slot, mask)| spread.add(*mask, &Set::of(Card::new(*slot), 1)));
    spread.ready()
}

/// Every way to lay the cards, each copy by itself, by what lies where in the end.
fn ways(room: [usize; 4], cards: &[(u8, usize)]) -> HashMap<[Set; 4], u32> {
    let mut all = HashMap::new();
    fn lay(cards: &[(u8, usize)], room: [usize; 4], laid: [Set; 4], all: &mut HashMap<[Set; 4], u32>) {
        let Some(((slot, mask), rest)) = cards.split_first() else {
            *all.entry(laid).or_default() += 1;
            return;
        };
        for place in (0..4).filter(|place| mask >> place & 1 == 1 && room[*place] > 0) {
            let (mut room, mut laid) = (room, laid);
            room[place] -= 1;
            laid[place].insert(Card::new(*slot));
            lay(rest, room, laid, all);
        }
    }
    lay(cards, room, [Set::EMPTY; 4], &mut all);
    all
}

/// Whether draws come as often as they should (chi-square, with a margin that chance does not pass).
fn is_fair(expected: &HashMap<[Set; 4], u32>, draws: usize, mut draw: impl FnMut() -> [Set; 4]) -> bool {
    let mut seen: HashMap<[Set; 4], u32> = HashMap::new();
    (0..draws).for_each(|_| *seen.entry(draw()).or_default() += 1);
    let total: u32 = expected.values().sum();
    let off = |(laid, ways): (&[Set; 4], &u32)| {
        let mean = draws as f64 * f64::from(*ways) / f64::from(total);
        (f64::from(seen.get(laid).copied().unwrap_or(0)) - mean).powi(2) / mean
    };
    let free = expected.len() as f64 - 1.0;
    seen.keys().all(|laid| expected.contains_key(laid))
        && expected.iter().map(off).sum::<f64>() < free + 8.0 * (2.0 * free).sqrt() + 24.0
}

/// Room for six cards, and cards that may lie here or there.
fn case() -> impl Strategy<Value = ([usize; 4], Vec<(u8, usize)>)> {
    let room =
        prop::array::uniform4(0_usize..4).prop_filter("few cards", |room| (1..8).contains(&room.iter().sum::<usize>()));
    room.prop_flat_map(|room| {
        let n = room.iter().sum::<usize>();
        // Few masks, so that pools have several cards.
        let masks = prop::collection::vec(1_usize..16, 3);
        let of = prop::collection::vec(0_usize..4, n);
        (masks, of).prop_map(move |(masks, of)| {
            let mask = |of: usize| masks.get(of).copied().unwrap_or(15);
            (room, of.into_iter().zip(0_u8..).map(|(of, i)| (i / 2, mask(of))).collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_way_is_as_likely_as_another((room, cards) in case(), seed in any::<u64>()) {
        let expected = ways(room, &cards);
        let mut rng = FastRng::new(seed);
        let one = spread(room, &cards);
        if expected.is_empty() {
            prop_assert_eq!(one.clone().draw(&mut rng), None);
            return Ok(());
        }
        prop_assume!(expected.len() <= 600);
        // Attempts first, and counted ways once attempts were refused.
        let mut kept = one.clone();
        prop_assert!(is_fair(&expected, 6_000, || kept.draw(&mut rng).unwrap()));
        prop_assert!(is_fair(&expected, 6_000, || one.clone().draw(&mut rng).unwrap()));
    }
}

#[test]
fn ways_that_attempts_do_not_find_are_counted() {
    // Three hands and a bottom, each denied most of the cards: attempts are hardly ever kept.
    let mut cards = vec![];
    for (mask, n) in [(0b0111, 8), (0b1011, 10), (0b1101, 3), (0b1111, 7)] {
        cards.extend((0..n).map(|_| mask));
    }
    let cards: Vec<(u8, usize)> = cards.into_iter().zip(0_u8..).map(|(mask, i)| (i / 2, mask)).collect();
    let mut spread = spread([8, 6, 7, 7], &cards);
    let mut rng = FastRng::new(1);
    for _ in 0..2_000 {
        let laid = spread.draw(&mut rng).expect("there is a way");
        assert_eq!(laid.map(|cards| cards.len()), [8, 6, 7, 7]);
        assert_eq!(laid.iter().fold(Set::EMPTY, |all, cards| all.plus(cards)).len(), 28);
        assert_eq!(laid[3].kinds() & 0b1111, 0, "the first pool is denied the last place");
    }
}
