//! Leads: any cards of one effective suit, and 5-10-K also where the red five makes it mixed.

use crate::action::Action;
use crate::card::Card;
use crate::error::Illegal;
use crate::follow::pool;
use crate::follow::table::{KINDS, SUITS, Table};
use crate::game::Picks;
use crate::games::chaodipi::order::{Order, five_ten_king};
use crate::games::chaodipi::rules::Rules;
use crate::games::chaodipi::shapes::{self, Lead, THROW, text};
use crate::games::chaodipi::state::{Cards, State};
use crate::menu::Menu;
use crate::set::copies;
use arrayvec::ArrayVec;
use std::cell::OnceCell;

/// The decision of a leader.
pub struct Leader<'a> {
    order: Order<'a>,
    table: &'static Table,
    hand: Cards,
    /// The 510Ks and 510KKs held.
    sets: ArrayVec<Cards, 8>,
}

impl<'a> Leader<'a> {
    /// The leader of a state.
    pub fn new(rules: &'a Rules, state: &State) -> Self {
        let (order, hand) = (state.order(rules), *state.mover());
        let mut sets = ArrayVec::new();
        for suit in (0..4).filter(|suit| five_ten_king(*suit) & !hand.kinds() == 0) {
            if order.has_510k(suit) {
                let held = [1, 2]
                    .map(|n| copies::<2>(five_ten_king(suit), n))
                    .into_iter()
                    .filter(|cards| hand.contains(cards));
                sets.extend(held);
            }
        }
        Self { order, table: order.table, hand, sets }
    }

    fn classify(&self, cards: &Cards) -> Option<Lead> {
        shapes::classify(&self.order, cards)
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
        if let Some(rule) = shapes::why_no_510k(self.order.level, cards) {
            return Illegal::err(
                rule,
                "no_510k",
                format!("{} is no 5-10-K here: not all are of one suit", text(cards)),
            );
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
        pool::any_ways(&own)
    }

    /// The number of leads.
    pub fn count(&self) -> u64 {
        (0..SUITS).map(|suit| self.sets(suit)).sum::<u64>() + self.mixed().count() as u64
    }

    /// The lead with an index below [`Leader::count`].
    pub fn unrank(&self, mut index: u64) -> Cards {
        for suit in 0..SUITS {
            let here = self.sets(suit);
            if index < here {
                let own = self.hand.within(self.table.suits[suit]);
                return pool::unrank_any(&own, index);
            }
            index -= here;
        }
        *self.mixed().nth(index as usize).expect("the index is below the count")
    }

    /// One lead of each class: shapes one by one, throws by suit and numbers of pairs and singles.
    pub fn rows(&self, out: &mut impl Menu<Cards>) {
        out.each_bit(self.hand.kinds(), |kind| copies(kind, 1));
        out.each_bit(self.hand.plane(1), |kind| copies(kind, 2));
        for suit in 0..SUITS {
            let pairs = self.hand.plane(1) & self.table.suits[suit];
            if pairs.count_ones() > 1 {
                for (_, window) in self.table.all_windows(suit).filter(|(_, window)| window.mask & !pairs == 0) {
                    out.one(copies(window.mask, 2));
                }
            }
        }
        out.bundle(self.sets.len() as u32, |i| self.sets[i as usize]);
        (0..SUITS).for_each(|suit| self.throws(suit, out));
    }

    /// The throws of a suit.
    fn throws(&self, suit: usize, out: &mut impl Menu<Cards>) {
        let own = self.hand.within(self.table.suits[suit]);
        let [pairs, kinds] = [own.plane(1), own.kinds()].map(|mask| mask.count_ones() as usize);
        if kinds < 2 {
            return;
        }
        // Three cards may be nothing but a 510K, pairs alone nothing but a tractor or 510KK.
        let sets = self.sets_held(&own, 3);
        let three = sets == 0 || choose(kinds, 3) > sets;
        let skip = |i: u32| usize::from(i > 0 && !three);
        let strongest = OnceCell::new();
        let throw = |singles| self.throw(suit, strongest.get_or_init(|| self.strongest(suit, 0)), singles);
        out.bundle((kinds - 1 - skip(kinds as u32 - 2)) as u32, |i| throw(2 + i as usize + skip(i)));
        for double in 1..=pairs {
            let tractors = self.table.windows(suit, double).iter().filter(|window| window.mask & !own.plane(1) == 0);
            let others = tractors.count() as u64 + if double == 3 { self.sets_held(&own, 6) } else { 0 };
            let first = usize::from(double == 1 || others > 0 && choose(pairs, double) <= others);
            let strongest = OnceCell::new();
            let throw = |singles| self.throw(suit, strongest.get_or_init(|| self.strongest(suit, double)), singles);
            out.bundle((kinds - double + 1 - first) as u32, |i| throw(first + i as usize));
        }
    }

    /// The number of the 510Ks or 510KKs of `n` cards that lie in a suit.
    fn sets_held(&self, own: &Cards, n: usize) -> u64 {
        self.sets.iter().filter(|set| set.len() == n && own.contains(set)).count() as u64
    }

    /// The strongest cards of a suit for throws of so many pairs.
    fn strongest(&self, suit: usize, pairs: usize) -> Strongest {
        let ranked =
            |mask: u64| self.table.ranking[suit].iter().map(|card| card.bit()).filter(move |bit| mask & bit != 0);
        let double = ranked(self.hand.plane(1)).take(pairs).fold(0, |mask, bit| mask | bit);
        let mut singles = ArrayVec::from_iter([0]);
        for bit in ranked(self.hand.kinds() & !double) {
            singles.push(singles[singles.len() - 1] | bit);
        }
        Strongest { pairs, double, singles }
    }

    /// The strongest throw of some pairs and so many singles of a suit.
    fn throw(&self, suit: usize, strongest: &Strongest, singles: usize) -> Cards {
        let Strongest { pairs, double, .. } = *strongest;
        let first = Cards::of_mask(strongest.singles[singles]).union(&copies(double, 2));
        if self.is_throw(&first) {
            return first;
        }
        let (ranking, kinds, doubles) = (&self.table.ranking[suit], self.hand.kinds(), self.hand.plane(1));
        let mut found = None;
        combinations(ranking, doubles, pairs, 0, &mut |double| {
            combinations(ranking, kinds & !double, singles, 0, &mut |single| {
                let cards = Cards::of_mask(single).union(&copies(double, 2));
                found = Some(cards).filter(|cards| self.is_throw(cards));
                found.is_some()
            })
        });
        found.expect("there are more sets than shapes")
    }

    fn is_throw(&self, cards: &Cards) -> bool {
        let [double, single] = [cards.plane(1).count_ones(), cards.kinds().count_ones() - cards.plane(1).count_ones()];
        // Only these numbers of pairs and singles can be something else than a throw.
        let other = single == 0 || double == 0 && (single == 1 || single == 3 && !self.sets.is_empty());
        !other || self.classify(cards).is_some_and(|lead| lead.kind == THROW)
    }

    /// The row of the menu that stands for a lead.
    pub fn class(&self, cards: &Cards) -> Action<Cards> {
        let lead = self.classify(cards).filter(|lead| lead.kind == THROW);
        let Some(lead) = lead else { return Action::play(*cards) };
        let pairs = cards.plane(1).count_ones() as usize;
        let strongest = self.strongest(lead.suit.into(), pairs);
        Action::play(self.throw(lead.suit.into(), &strongest, cards.kinds().count_ones() as usize - pairs))
    }
}

/// The strongest cards of a suit for throws of a number of pairs.
struct Strongest {
    pairs: usize,
    /// The kinds of the pairs.
    double: u64,
    /// By number the strongest other kinds.
    singles: ArrayVec<u64, { KINDS + 1 }>,
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
