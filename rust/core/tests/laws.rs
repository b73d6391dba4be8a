//! The law of legality, for every game: `check(a)` is ok ⇔ `a` can be reached through `picks` ⇔ `class(a)` is a row of
//! `menu`; and every row of `menu` passes `check`.

mod common;

use common::{menu, settings};
use paiju_core::card::Card;
use paiju_core::deal::FastRng;
use paiju_core::engine::expand::{expand, sample};
use paiju_core::for_each_game;
use paiju_core::game::{ActionOf, Game, narrow};
use paiju_core::set::{Planes, WideSet};
use proptest::prelude::*;
use std::collections::HashSet;

/// Concrete actions, or sets of cards, up to which a position is looked at in full.
const EXHAUSTIVE: usize = 1_500;

/// A position: options, seed, and on the way there the row taken in each menu (modulo its length).
#[derive(Clone, Debug)]
struct Way {
    rules: Vec<u32>,
    setup: Vec<u32>,
    seed: u64,
    rows: Vec<u16>,
}

fn ways() -> impl Strategy<Value = Way> {
    let numbers = || prop::collection::vec(any::<u32>(), 0..40);
    // First decisions have rules of their own, so a good part of the ways is short.
    let rows = prop_oneof![prop::collection::vec(any::<u16>(), 0..4), prop::collection::vec(any::<u16>(), 4..90)];
    (numbers(), numbers(), any::<u64>(), rows).prop_map(|(rules, setup, seed, rows)| Way { rules, setup, seed, rows })
}

/// A position with its menu.
struct Position<G: Game> {
    rules: G::Rules,
    state: G::State,
    rows: Vec<ActionOf<G>>,
}

impl<G: Game> Position<G> {
    /// Goes the way, as far as the deal lasts.
    fn of(way: &Way) -> Self {
        let rules = settings::<G::Rules>(way.rules.iter().copied());
        let setup = settings::<G::Setup>(way.setup.iter().copied());
        let mut state = G::deal(&rules, &setup, way.seed);
        for row in &way.rows {
            let rows = menu::<G>(&rules, &state);
            let mut next = state;
            G::apply(&rules, &mut next, &rows[usize::from(*row) % rows.len()]);
            if G::turn(&next).is_none() {
                break;
            }
            state = next;
        }
        let rows = menu::<G>(&rules, &state);
        Self { rules, state, rows }
    }

    fn is_legal(&self, action: &ActionOf<G>) -> bool {
        G::check(&self.rules, &self.state, action).is_ok()
    }

    /// Whether the cards are an action of this head by what `picks` says.
    fn is_picked(&self, action: &ActionOf<G>) -> bool {
        if !G::HEADS[usize::from(action.head)].cards {
            return G::heads(&self.rules, &self.state) >> action.head & 1 == 1;
        }
        G::picks(&self.rules, &self.state, action.head, &action.cards).complete
    }

    /// All faces agree on an action; returns whether it is legal.
    fn agree(&self, action: &ActionOf<G>) -> bool {
        let legal = self.is_legal(action);
        assert_eq!(self.is_picked(action), legal, "{}: picks of {action:?}", G::NAME);
        if legal {
            let class = G::class(&self.rules, &self.state, action);
            assert!(self.rows.contains(&class), "{}: class {class:?} of {action:?} is no row", G::NAME);
        }
        legal
    }

    /// Every action that can be put together card by card, by a search that meets every open set once.
    fn reached(&self, head: u8) -> HashSet<ActionOf<G>> {
        let (mut seen, mut open) = (HashSet::from([G::Cards::default()]), vec![G::Cards::default()]);
        let mut found = HashSet::new();
        while let Some(chosen) = open.pop() {
            let picks = G::picks(&self.rules, &self.state, head, &chosen);
            assert!(!picks.is_dead(), "{}: a dead end at {chosen:?}", G::NAME);
            if picks.complete {
                found.insert(ActionOf::<G>::new(head, chosen));
            }
            for card in paiju_core::set::bits(picks.more) {
                let mut bigger = chosen;
                bigger.insert(card);
                assert_ne!(bigger, chosen, "{}: more copies than the set holds", G::NAME);
                if seen.insert(bigger) {
                    open.push(bigger);
                }
            }
        }
        found
    }

    fn heads_with_cards(&self) -> impl Iterator<Item = u8> {
        (0..G::HEADS.len() as u8).filter(|head| G::HEADS[usize::from(*head)].cards)
    }
}

fn rows_are_legal_and_stand_for_themselves<G: Game>(way: &Way) {
    let position = Position::<G>::of(way);
    assert!(!position.rows.is_empty() && position.rows.len() <= G::MENU_MAX);
    assert_eq!(position.rows.iter().collect::<HashSet<_>>().len(), position.rows.len(), "a row comes twice");
    for row in &position.rows {
        G::check(&position.rules, &position.state, row).unwrap_or_else(|why| panic!("{}: {row:?}: {why}", G::NAME));
        assert_eq!(G::class(&position.rules, &position.state, row), *row);
        assert!(position.agree(row));
    }
}

fn all_faces_hold_the_same_actions<G: Game>(way: &Way) {
    let position = Position::<G>::of(way);
    let count = G::count(&position.rules, &position.state);
    assert!(count >= position.rows.len() as u64);
    if count > EXHAUSTIVE as u64 {
        return;
    }
    let listed: Vec<_> = expand::<G>(&position.rules, &position.state, 0).collect();
    let set: HashSet<_> = listed.iter().copied().collect();
    assert_eq!((listed.len() as u64, set.len()), (count, listed.len()), "{}: an action comes twice", G::NAME);
    assert!(listed.iter().all(|action| position.agree(action)));
    let classes: HashSet<_> = listed.iter().map(|action| G::class(&position.rules, &position.state, action)).collect();
    assert_eq!(classes, position.rows.iter().copied().collect(), "{}: classes and rows", G::NAME);
    let heads = G::heads(&position.rules, &position.state);
    let mut reached: HashSet<_> = (0..G::HEADS.len() as u8)
        .filter(|head| heads >> head & 1 == 1 && !G::HEADS[usize::from(*head)].cards)
        .map(|head| ActionOf::<G>::new(head, G::Cards::default()))
        .collect();
    for head in position.heads_with_cards().filter(|head| heads >> head & 1 == 1) {
        reached.extend(position.reached(head));
    }
    assert_eq!(reached, set, "{}: picks and the list", G::NAME);
}

/// All sub-multisets of a hand where they are few, random ones where they are many, with one foreign card added.
fn any_cards_get_one_answer<G: Game>(way: &Way) {
    let position = Position::<G>::of(way);
    let seat = G::turn(&position.state).expect("a decision");
    let mut rng = FastRng::new(way.seed);
    let hand = G::hand(&position.state, seat).wide();
    let foreign = G::PACK.cards().minus(&hand).cards().collect::<Vec<_>>();
    let mut universe = hand;
    universe.insert(foreign[rng.below(foreign.len() as u32) as usize]);
    for row in position.rows.iter().take(50) {
        universe = universe.union(&row.cards.wide());
    }
    for cards in subsets(&universe, &mut rng) {
        let Ok(cards) = narrow::<G::Cards>(&cards) else { continue };
        for head in position.heads_with_cards() {
            position.agree(&ActionOf::<G>::new(head, cards));
        }
    }
    for head in (0..G::HEADS.len() as u8).filter(|head| !G::HEADS[usize::from(*head)].cards) {
        position.agree(&ActionOf::<G>::new(head, G::Cards::default()));
    }
}

/// Sub-multisets of cards, all of them when they are few.
fn subsets(universe: &WideSet, rng: &mut FastRng) -> Vec<WideSet> {
    let counts = universe.counts();
    let total: f64 = counts.iter().map(|n| f64::from(*n) + 1.0).product();
    if total > EXHAUSTIVE as f64 {
        let some = |rng: &mut FastRng| {
            let share = rng.below(100);
            universe.cards().filter(|_| rng.below(100) < share).fold(WideSet::EMPTY, |mut set, card| {
                set.insert(card);
                set
            })
        };
        return (0..EXHAUSTIVE / 4).map(|_| some(rng)).collect();
    }
    let mut all = vec![WideSet::EMPTY];
    for (slot, n) in counts.iter().enumerate().filter(|(_, n)| **n > 0) {
        let bigger = |set: &WideSet| {
            (0..=*n).map(|n| set.plus(&WideSet::of(Card::new(slot as u8), n.into()))).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(bigger).collect();
    }
    all
}

/// Drawn actions are legal, and every order of their cards is open.
fn samples_can_be_picked<G: Game>(way: &Way) {
    let position = Position::<G>::of(way);
    let mut rng = FastRng::new(way.seed);
    for _ in 0..20 {
        let action = sample::<G>(&position.rules, &position.state, &mut rng).expect("a decision has an action");
        assert!(position.agree(&action));
        let mut cards: Vec<_> = action.cards.wide().cards().collect();
        rng.shuffle(&mut cards);
        let mut chosen = G::Cards::default();
        for card in cards {
            let picks = G::picks(&position.rules, &position.state, action.head, &chosen);
            assert_ne!(picks.more & card.bit(), 0, "{}: {chosen:?} of {action:?} is closed to {card:?}", G::NAME);
            chosen.insert(card);
        }
    }
}

/// `more` holds exactly the cards behind which something legal lies.
fn picks_offer_what_leads_on<G: Game>(way: &Way) {
    let position = Position::<G>::of(way);
    let seat = G::turn(&position.state).expect("a decision");
    let mut rng = FastRng::new(way.seed);
    for head in position.heads_with_cards() {
        let mut chosen = G::Cards::default();
        loop {
            let picks = G::picks(&position.rules, &position.state, head, &chosen);
            for card in G::hand(&position.state, seat).minus(&chosen).wide().cards() {
                let mut bigger = chosen;
                bigger.insert(card);
                let dead = G::picks(&position.rules, &position.state, head, &bigger).is_dead();
                assert_eq!(picks.more & card.bit() == 0, dead, "{}: {card:?} on {chosen:?}", G::NAME);
            }
            if picks.more == 0 {
                break;
            }
            let open: Vec<_> = paiju_core::set::bits(picks.more).collect();
            chosen.insert(open[rng.below(open.len() as u32) as usize]);
        }
    }
}

macro_rules! laws {
    ($module:ident, $game:ident) => {
        mod $module {
            use super::ways;
            use paiju_core::games::$module::$game;
            use proptest::prelude::*;

            laws!(@tests $game:
                rows_are_legal_and_stand_for_themselves, all_faces_hold_the_same_actions, any_cards_get_one_answer,
                samples_can_be_picked, picks_offer_what_leads_on
            );
        }
    };
    (@tests $game:ident: $($law:ident),+) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            $(
                #[test]
                fn $law(way in ways()) {
                    super::$law::<$game>(&way);
                }
            )+
        }
    };
}

for_each_game!(laws);
