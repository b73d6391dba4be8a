//! Leads: any cards of one effective suit, and 5-10-K also where the red five makes it mixed.

use super::MENU_MAX;
use crate::action::Action;
use crate::card::Card;
use crate::deal::FastRng;
use crate::error::Illegal;
use crate::follow::cost::copies;
use crate::follow::table::{SUITS, Table};
use crate::game::Picks;
use crate::games::chaodipi::order::{five_ten_king, has_510k};
use crate::games::chaodipi::rules::Rules;
use crate::games::chaodipi::shapes::{self, Lead, THROW, text};
use crate::games::chaodipi::state::{Cards, State};
use crate::set::bits;
use arrayvec::ArrayVec;

/// The decision of a leader.
pub struct Leader<'a> {
    rules: &'a Rules,
    level: u8,
    trump: u8,
    table: &'static Table,
    hand: Cards,
    /// The 510Ks and 510KKs held.
    sets: ArrayVec<Cards, 8>,
}

impl<'a> Leader<'a> {
    /// The leader of a state.
    pub fn new(rules: &'a Rules, state: &State) -> Self {
        let hand = state.hands[state.turn as usize];
        let mut sets = ArrayVec::new();
        for suit in (0..4).filter(|suit| five_ten_king(*suit) & !hand.kinds() == 0) {
            if has_510k(rules, state.level, state.trump, suit) {
                let held = [1, 2].map(|n| copies::<2>(five_ten_king(suit), n)).into_iter().filter(|cards| hand.contains(cards));
                sets.extend(held);
            }
        }
        Self { rules, level: state.level, trump: state.trump, table: state.order(rules), hand, sets }
    }

    fn classify(&self, cards: &Cards) -> Option<Lead> {
        shapes::classify(self.rules, self.level, self.trump, cards)
    }

    /// Whether cards may be led, or why not.
    pub fn check(&self, cards: &Cards) -> Result<(), Illegal> {
        if cards.is_empty() {
            return Illegal::err("C-040", "no_cards", "a lead takes cards");
        }
        if !self.hand.contains(cards) {
            return Illegal::err("C-005", "not_held", format!("you do not hold {}", text(&cards.minus(&self.hand))));
        }
        if self.classify(cards).is_some() {
            return Ok(());
        }
        if let Some(rule) = shapes::why_no_510k(self.level, cards) {
            return Illegal::err(rule, "no_510k", format!("{} is no 5-10-K here: not all are of one suit", text(cards)));
        }
        Illegal::err("C-052", "several_suits", format!("{} are not of one suit, trumps being one suit", text(cards)))
    }

    /// The 510Ks and 510KKs held of suits whose three cards are not of one effective suit.
    fn mixed(&self) -> impl Iterator<Item = &Cards> {
        self.sets.iter().filter(|cards| self.table.suit_of_all(cards.kinds()).is_none())
    }

    /// How the cards chosen can go on.
    pub fn picks(&self, chosen: &Cards) -> Picks {
        if !self.hand.contains(chosen) {
            return Picks::default();
        }
        let open = self.hand.minus(chosen).kinds();
        if chosen.is_empty() {
            return Picks { more: open, complete: false };
        }
        let suit = self.table.suit_of_all(chosen.kinds());
        let mut picks = Picks { more: suit.map_or(0, |suit| open & self.table.suits[suit]), complete: suit.is_some() };
        for cards in self.mixed().filter(|cards| cards.contains(chosen)) {
            picks.more |= cards.minus(chosen).kinds();
            picks.complete |= cards == chosen;
        }
        picks
    }

    /// The number of sets of each suit that can be led.
    fn sets(&self, suit: usize) -> u64 {
        let own = self.hand.within(self.table.suits[suit]);
        bits(own.kinds()).fold(1, |ways, card| ways * (own.count(card) as u64 + 1)) - 1
    }

    /// The number of leads.
    pub fn count(&self) -> u64 {
        (0..SUITS).map(|suit| self.sets(suit)).sum::<u64>() + self.mixed().count() as u64
    }

    /// The lead with an index below [`Leader::count`]: the numbers of copies of a suit's kinds are digits.
    pub fn unrank(&self, mut index: u64) -> Cards {
        for suit in 0..SUITS {
            let here = self.sets(suit);
            if index < here {
                let own = self.hand.within(self.table.suits[suit]);
                let mut digits = index + 1;
                return bits(own.kinds()).fold(Cards::EMPTY, |set, card| {
                    let base = own.count(card) as u64 + 1;
                    let n = digits % base;
                    digits /= base;
                    set.union(&Cards::of(card, n as usize))
                });
            }
            index -= here;
        }
        *self.mixed().nth(index as usize).expect("the index is below the count")
    }

    /// Appends one lead of each class: shapes one by one, throws by suit and numbers of pairs and singles.
    pub fn menu(&self, out: &mut Vec<Action<Cards>>) {
        // The throws of a suit follow one another.
        let mut order: Option<(usize, Strong)> = None;
        self.rows(&mut |row| {
            out.push(Action::play(match row {
                Row::Shape(cards) => cards,
                Row::Throw { suit, pairs, singles } => {
                    if order.as_ref().is_none_or(|(of, _)| *of != suit) {
                        order = Some((suit, Strong::new(self.table, suit, &self.hand)));
                    }
                    let (_, strong) = order.as_ref().expect("it was made");
                    self.throw(strong, pairs, singles)
                }
            }));
        });
    }

    /// A uniformly drawn row of the menu, without making the others.
    pub fn random(&self, rng: &mut FastRng) -> Action<Cards> {
        let mut rows = ArrayVec::<Row, MENU_MAX>::new();
        self.rows(&mut |row| rows.push(row));
        self.action(rows[rng.below(rows.len() as u32) as usize])
    }

    fn action(&self, row: Row) -> Action<Cards> {
        Action::play(match row {
            Row::Shape(cards) => cards,
            Row::Throw { suit, pairs, singles } => {
                self.throw(&Strong::new(self.table, suit, &self.hand), pairs, singles)
            }
        })
    }

    /// Calls `each` with every row.
    fn rows(&self, each: &mut impl FnMut(Row)) {
        let pairs = self.hand.plane(1);
        bits(self.hand.kinds()).for_each(|card| each(Row::Shape(Cards::of(card, 1))));
        bits(pairs).for_each(|card| each(Row::Shape(Cards::of(card, 2))));
        let mut shapes = [Shapes::default(); SUITS];
        for (suit, shapes) in shapes.iter_mut().enumerate() {
            let own = pairs & self.table.suits[suit];
            (shapes.kinds, shapes.pairs) = ((self.hand.kinds() & self.table.suits[suit]).count_ones() as usize, own.count_ones() as usize);
            if shapes.pairs > 1 {
                for (n, window) in self.table.all_windows(suit).filter(|(_, window)| window.mask & !own == 0) {
                    shapes.windows[n] += 1;
                    each(Row::Shape(copies(window.mask, 2)));
                }
            }
        }
        for cards in &self.sets {
            each(Row::Shape(*cards));
            if let Some(suit) = self.table.suit_of_all(cards.kinds()) {
                let number = if cards.plane(1) == 0 { &mut shapes[suit].three } else { &mut shapes[suit].six };
                *number += 1;
            }
        }
        for (suit, shapes) in shapes.iter().enumerate() {
            for pairs in 0..=shapes.pairs {
                for singles in 0..=shapes.kinds - pairs {
                    let others = shapes.number(pairs, singles);
                    let ways = || choose(shapes.pairs, pairs) * choose(shapes.kinds - pairs, singles);
                    if others == 0 || ways() > others {
                        each(Row::Throw { suit, pairs, singles });
                    }
                }
            }
        }
    }

    /// The strongest throw of so many pairs and singles.
    fn throw(&self, strong: &Strong, pairs: usize, singles: usize) -> Cards {
        let first = strong.first(pairs, singles);
        // Only these numbers of pairs and singles can be something else than a throw.
        let plain = pairs > 0 && singles > 0 || pairs == 0 && singles != 1 && singles != 3;
        if plain {
            return first;
        }
        let mut found = None;
        combinations(&strong.order[..strong.kinds], strong.double, pairs, 0, &mut |double| {
            combinations(&strong.order[..strong.kinds], !double, singles, 0, &mut |single| {
                let cards = Cards::of_mask(single).union(&copies(double, 2));
                let is_throw = self.classify(&cards).is_some_and(|lead| lead.kind == THROW);
                if is_throw {
                    found = Some(cards);
                }
                is_throw
            })
        });
        found.expect("there are more sets than shapes")
    }

    /// The row of the menu that stands for a lead.
    pub fn class(&self, cards: &Cards) -> Action<Cards> {
        let lead = self.classify(cards).filter(|lead| lead.kind == THROW);
        let Some(lead) = lead else { return Action::play(*cards) };
        let strong = Strong::new(self.table, lead.suit.into(), &self.hand);
        let pairs = cards.plane(1).count_ones() as usize;
        Action::play(self.throw(&strong, pairs, cards.kinds().count_ones() as usize - pairs))
    }
}

/// A row of the menu.
#[derive(Clone, Copy)]
enum Row {
    /// These cards.
    Shape(Cards),
    /// A throw of a suit.
    Throw { suit: usize, pairs: usize, singles: usize },
}

/// The kinds of a suit, the strongest first.
struct Strong {
    order: [Card; 54],
    kinds: usize,
    double: u64,
}

impl Strong {
    fn new(table: &Table, suit: usize, hand: &Cards) -> Self {
        let own = hand.within(table.suits[suit]);
        let mut strong = Self { order: [Card::default(); 54], kinds: 0, double: own.plane(1) };
        for card in bits(own.kinds()) {
            strong.order[strong.kinds] = card;
            strong.kinds += 1;
        }
        let strength = |card: &Card| std::cmp::Reverse((table.strength[card.slot() as usize], card.slot()));
        strong.order[..strong.kinds].sort_unstable_by_key(strength);
        strong
    }

    /// The strongest pairs, and of the other kinds the strongest singles.
    fn first(&self, pairs: usize, singles: usize) -> Cards {
        let kinds = self.order[..self.kinds].iter();
        let double = kinds.clone().filter(|card| self.double & card.bit() != 0).take(pairs);
        let double = double.fold(0, |mask, card| mask | card.bit());
        let single = kinds.filter(|card| double & card.bit() == 0).take(singles);
        Cards::of_mask(single.fold(0, |mask, card| mask | card.bit())).union(&copies(double, 2))
    }
}

/// The kinds and pairs of a suit, and the numbers of sets that are no throws.
#[derive(Clone, Copy, Default)]
struct Shapes {
    kinds: usize,
    pairs: usize,
    /// Tractors by length.
    windows: [u64; 14],
    three: u64,
    six: u64,
}

impl Shapes {
    /// The shapes with these numbers of pairs and singles.
    fn number(&self, pairs: usize, singles: usize) -> u64 {
        match (pairs, singles) {
            (0, 0) => 1,
            (0, 1) => self.kinds as u64,
            (1, 0) => self.pairs as u64,
            (0, 3) => self.three,
            (3, 0) => self.windows[3] + self.six,
            (n, 0) => self.windows[n],
            _ => 0,
        }
    }
}

/// The number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1))
}

/// Calls `each` with every set of `n` of the kinds in a mask, in the order of a list, until it returns true.
fn combinations(order: &[Card], mask: u64, n: usize, set: u64, each: &mut impl FnMut(u64) -> bool) -> bool {
    if n == 0 {
        return each(set);
    }
    for (i, card) in order.iter().enumerate() {
        if mask & card.bit() != 0 && combinations(&order[i + 1..], mask, n - 1, set | card.bit(), each) {
            return true;
        }
    }
    false
}
