//! Leads: any cards of one effective suit, and 5-10-K also where the red five makes it mixed.

use crate::action::Action;
use crate::card::Card;
use crate::error::Illegal;
use crate::follow::cost::copies;
use crate::follow::table::{SUITS, Table};
use crate::game::Picks;
use crate::games::chaodipi::order::{five_ten_king, has_510k};
use crate::games::chaodipi::rules::Rules;
use crate::games::chaodipi::shapes::{self, Lead, THROW, text};
use crate::games::chaodipi::state::{Cards, State};
use crate::set::bits;

/// The decision of a leader.
pub struct Leader<'a> {
    rules: &'a Rules,
    level: u8,
    trump: u8,
    table: &'static Table,
    hand: Cards,
}

impl<'a> Leader<'a> {
    /// The leader of a state.
    pub fn new(rules: &'a Rules, state: &State) -> Self {
        let hand = state.hands[state.turn as usize];
        Self { rules, level: state.level, trump: state.trump, table: state.order(rules), hand }
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
    fn mixed(&self) -> impl Iterator<Item = Cards> + '_ {
        self.all_510k().filter(|cards| self.table.suit_of_all(cards.kinds()).is_none())
    }

    /// The 510Ks and 510KKs held.
    fn all_510k(&self) -> impl Iterator<Item = Cards> + '_ {
        let suits = (0..4).filter(|suit| has_510k(self.rules, self.level, self.trump, *suit));
        let sets = suits.flat_map(|suit| [1, 2].map(|n| copies::<2>(five_ten_king(suit), n)));
        sets.filter(|cards| self.hand.contains(cards))
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
            picks.complete |= cards == *chosen;
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
        self.mixed().nth(index as usize).expect("the index is below the count")
    }

    /// Appends one lead of each class: shapes one by one, throws by suit and numbers of pairs and singles.
    pub fn menu(&self, out: &mut Vec<Action<Cards>>) {
        out.extend(bits(self.hand.kinds()).map(|card| Action::play(Cards::of(card, 1))));
        out.extend(bits(self.hand.plane(1)).map(|card| Action::play(Cards::of(card, 2))));
        let pairs = self.hand.plane(1);
        for suit in 0..SUITS {
            if (pairs & self.table.suits[suit]).count_ones() > 1 {
                let windows = self.table.all_windows(suit).filter(|(_, window)| window.mask & !pairs == 0);
                out.extend(windows.map(|(_, window)| Action::play(copies(window.mask, 2))));
            }
        }
        out.extend(self.all_510k().map(Action::play));
        (0..SUITS).for_each(|suit| self.throws(suit, out));
    }

    fn throws(&self, suit: usize, out: &mut Vec<Action<Cards>>) {
        let strong = Strong::new(self.table, suit, &self.hand);
        let shapes = Shapes::new(self, suit);
        for pairs in 0..=strong.pairs {
            for singles in 0..=strong.kinds - pairs {
                let sets = choose(strong.pairs, pairs) * choose(strong.kinds - pairs, singles);
                if sets > shapes.number(pairs, singles) {
                    out.push(Action::play(self.throw(&strong, pairs, singles)));
                }
            }
        }
    }

    /// The strongest throw of so many pairs and singles.
    fn throw(&self, strong: &Strong, pairs: usize, singles: usize) -> Cards {
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

/// The kinds of a suit, the strongest first.
struct Strong {
    order: [Card; 54],
    kinds: usize,
    double: u64,
    pairs: usize,
}

impl Strong {
    fn new(table: &Table, suit: usize, hand: &Cards) -> Self {
        let own = hand.within(table.suits[suit]);
        let mut strong = Self { order: [Card::default(); 54], kinds: 0, double: own.plane(1), pairs: own.plane(1).count_ones() as usize };
        for card in bits(own.kinds()) {
            strong.order[strong.kinds] = card;
            strong.kinds += 1;
        }
        let strength = |card: &Card| std::cmp::Reverse((table.strength[card.slot() as usize], card.slot()));
        strong.order[..strong.kinds].sort_unstable_by_key(strength);
        strong
    }
}

/// The numbers of shapes that are no throws, by pairs and singles.
struct Shapes {
    kinds: u64,
    pairs: u64,
    windows: [u64; 14],
    three: u64,
    six: u64,
}

impl Shapes {
    fn new(leader: &Leader<'_>, suit: usize) -> Self {
        let (table, own) = (leader.table, leader.hand.within(leader.table.suits[suit]));
        let mut windows = [0; 14];
        if own.plane(1).count_ones() > 1 {
            let held = table.all_windows(suit).filter(|(_, window)| window.mask & !own.plane(1) == 0);
            held.for_each(|(n, _)| windows[n] += 1);
        }
        let inside = |n: usize| leader.all_510k().filter(|cards| cards.len() == n && own.contains(cards)).count() as u64;
        let (kinds, pairs) = (own.kinds().count_ones().into(), own.plane(1).count_ones().into());
        Self { kinds, pairs, windows, three: inside(3), six: inside(6) }
    }

    fn number(&self, pairs: usize, singles: usize) -> u64 {
        match (pairs, singles) {
            (0, 0) => 1,
            (0, 1) => self.kinds,
            (1, 0) => self.pairs,
            (0, 3) => self.three,
            (3, 0) => self.windows[3] + self.six,
            (n, 0) if n < self.windows.len() => self.windows[n],
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
