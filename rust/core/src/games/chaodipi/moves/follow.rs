//! Follows: what a lead obliges to (§4), put together from the parts of [`crate::follow`].

use crate::action::Action;
use crate::card::Card;
use crate::error::Illegal;
use crate::follow::demand::{Demand, Lengths, Need, packings, pairs};
use crate::follow::follower::{Contest, Duty, Fault, Follower, singles};
use crate::follow::pool::least;
use crate::follow::table::{SUIT_NAMES, TRUMPS, Table};
use crate::follow::throws;
use crate::games::chaodipi::order::{self, NO_TRUMP, Order, five_ten_king};
use crate::games::chaodipi::rules::Rules;
use crate::games::chaodipi::shapes::{K510, K510K, Lead, PAIR, SINGLE, THROW, TRACTOR, text};
use crate::games::chaodipi::state::{Cards, SEATS, State};
use crate::menu::Menu;
use crate::seats::after;
use crate::set::bits;
use crate::set::copies;

/// The decision of a follower.
pub struct Decision<'a> {
    order: Order<'a>,
    state: &'a State,
    lead: Lead,
    /// What he may play.
    pub follower: Follower<'static, 2>,
}

impl<'a> Decision<'a> {
    /// The decision of a state; `None` at a lead.
    #[inline]
    pub fn new(rules: &'a Rules, state: &'a State) -> Option<Self> {
        let order = state.order(rules);
        let lead = state.lead(&order)?;
        let (table, suit, size) = (order.table, lead.suit as usize, lead.cards.len());
        let mut follower = Follower::new(table, state.mover(), suit, size, |held| demand(table, &lead, held));
        if follower.duty != Duty::Everything
            && let Some(top) = top(&order, &lead, &follower.held)
        {
            follower.duty = top;
        }
        Some(Self { order, state, lead, follower })
    }

    /// Whether cards may be played, or why not.
    pub fn check(&self, cards: &Cards) -> Result<(), Illegal> {
        let Some(fault) = self.follower.fault(cards) else { return Ok(()) };
        let (size, hand, suit) = (self.lead.cards.len(), self.state.mover(), SUIT_NAMES[self.lead.suit as usize]);
        let (rule, reason, problem) = match fault {
            Fault::Number => ("C-040", "wrong_count", format!("{size} cards were led, not {}", cards.len())),
            Fault::NotHeld => ("C-005", "not_held", format!("you do not hold {}", text(&cards.minus(hand)))),
            Fault::KeptBack => {
                ("C-043", "must_follow", format!("all your {suit} must be played: {}", text(&self.follower.held)))
            }
            Fault::OtherSuit => {
                ("C-043", "must_follow", format!("you have {size} {suit} or more, so all {size} cards must be {suit}"))
            }
            Fault::Owed => self.owed(),
        };
        Illegal::err(rule, reason, problem)
    }

    fn owed(&self) -> (&'static str, &'static str, String) {
        let held = &self.follower.held;
        let owed = match &self.follower.duty {
            Duty::Top { forced, .. } if self.lead.suit as usize != TRUMPS => {
                return ("CA-23", "owes_510k", format!("you must play {}", text(forced)));
            }
            Duty::Top { forced, ties }
                if self.lead.kind == K510 && ties.is_empty() && is_own_510k(self.order.trump, forced) =>
            {
                return ("C-070", "owes_510k", format!("you must play your trump 5-10-K {}", text(forced)));
            }
            Duty::Top { .. } => {
                let rule = if self.lead.kind == K510 { "C-071" } else { "C-072" };
                return (rule, "owes_highest", format!("you must play your {} highest trumps", self.lead.cards.len()));
            }
            Duty::Owe(demand) => demand.needs.first().copied(),
            Duty::Everything => None,
        };
        let pairs_owed = pairs(&self.lead.cards).min(pairs(held));
        let runs = match owed {
            Some(Need::Run { n, .. }) => format!("a tractor of {n} pairs and "),
            Some(Need::Runs { lengths, .. }) => {
                let lengths: Vec<_> = lengths.iter().filter(|n| **n > 0).map(u8::to_string).collect();
                format!("tractors of {} pairs and ", lengths.join(", "))
            }
            _ => String::new(),
        };
        let rule = match self.lead.kind {
            K510K => "C-074",
            _ if pairs(&self.lead.cards) > 0 && self.lead.lengths(self.follower.table)[0] > 0 => "C-042",
            _ => "C-041",
        };
        (rule, "owes_pairs", format!("you hold {runs}{pairs_owed} pairs in all, which must be played"))
    }

    /// Which plays can win.
    fn contest(&self) -> Contest<2> {
        let exact = |need: Need| Some(Demand::from(need));
        let kills = match self.lead.kind {
            SINGLE => exact(Need::Groups { w: 1, n: 1 }),
            PAIR => exact(Need::Groups { w: 2, n: 1 }),
            TRACTOR => exact(Need::Run { n: self.lead.length, pairs: self.lead.length }),
            _ => None,
        };
        let void = self.follower.held.is_empty() && self.lead.suit as usize != TRUMPS;
        let example = if kills.is_none() && void { self.cheapest_kill() } else { None };
        Contest { suit: self.lead.is_rankable(), kills, example }
    }

    /// One play of each class.
    pub fn rows(&self, out: &mut impl Menu<Cards>) {
        self.follower.rows(&self.contest(), out);
    }

    /// The row of the menu that stands for a play.
    pub fn class(&self, cards: &Cards) -> Action<Cards> {
        Action::play(self.follower.row_of(&self.contest(), cards))
    }

    /// The key of the play that wins the trick so far.
    fn top_key(&self) -> order::Key {
        let keys = (1..self.state.plays).map(|n| {
            let seat = after::<SEATS>(self.state.leader, n) as usize;
            self.order.key(&self.lead, &self.state.table[seat])
        });
        keys.max().unwrap_or(0).max(order::lead_key(&self.lead))
    }

    /// The cheapest trumps that win the trick as it stands, of the kind that kills what was thrown or a side 5-10-K.
    fn cheapest_kill(&self) -> Option<Cards> {
        let trumps = self.follower.rest.within(self.follower.table.suits[TRUMPS]);
        if trumps.len() < self.lead.cards.len() {
            return None;
        }
        let top = self.top_key();
        let wins = |cards: &Cards| self.order.key(&self.lead, cards) > top;
        if self.lead.kind != THROW && self.state.trump != NO_TRUMP {
            let own = copies(five_ten_king(self.state.trump), if self.lead.kind == K510 { 1 } else { 2 });
            if trumps.contains(&own) && wins(&own) {
                return Some(own);
            }
        }
        self.anchored(&trumps, &wins)
    }

    /// The first winning play built on the tractors, the pair or the card that decides, the weakest first.
    fn anchored(&self, trumps: &Cards, wins: &impl Fn(&Cards) -> bool) -> Option<Cards> {
        let table = self.follower.table;
        let lengths: Lengths = self.lead.lengths(table);
        let mut found = None;
        if lengths[0] > 0 {
            packings(table, TRUMPS, [trumps.plane(1), 0], &lengths, &mut |once, _| {
                found = self.fill(trumps, copies(once, 2)).filter(wins);
                found.is_some()
            });
            return found;
        }
        let n = if pairs(&self.lead.cards) > 0 { 2 } else { 1 };
        let strength = |card: &Card| table.strength[card.slot() as usize];
        let mut kinds: Vec<_> = bits(trumps.plane(n - 1)).collect();
        kinds.sort_by_key(strength);
        kinds.into_iter().find_map(|card| self.fill(trumps, Cards::of(card, n)).filter(wins))
    }

    /// Adds the least useful pairs and then cards.
    fn fill(&self, trumps: &Cards, anchor: Cards) -> Option<Cards> {
        let mut cards = anchor;
        let lacking = pairs(&self.lead.cards).saturating_sub(pairs(&cards)) as usize;
        let more: u64 = bits(trumps.plane(1) & !cards.plane(1)).take(lacking).fold(0, |mask, card| mask | card.bit());
        cards = cards.union(&copies(more, 2));
        let left = self.lead.cards.len().checked_sub(cards.len())?;
        let rest = trumps.minus(&cards);
        (rest.len() >= left).then(|| cards.plus(&least(&rest, left)))
    }
}

/// The follows of one card, or of a pair by one who has a pair of the suit, the most common decisions: so many copies of any
/// of these kinds, each a row of its own. `None`: it is another decision.
#[inline]
pub fn plain(rules: &Rules, state: &State) -> Option<(u64, usize)> {
    if state.plays == 0 {
        return None;
    }
    let (table, lead, hand) = (state.order(rules).table, &state.table[state.leader as usize], state.mover());
    if let Some(kinds) = singles(table, lead, hand) {
        return Some((kinds, 1));
    }
    let suit = table.suit_of_all(lead.kinds()).filter(|_| lead.kinds().is_power_of_two())?;
    Some((hand.plane(1) & table.suits[suit], 2)).filter(|(pairs, _)| *pairs != 0)
}

fn is_own_510k(trump: u8, cards: &Cards) -> bool {
    trump != NO_TRUMP && *cards == copies(five_ten_king(trump), 1)
}

/// What a follower with more cards of the suit owes.
#[inline]
fn demand(table: &Table, lead: &Lead, held: &Cards) -> Demand {
    let suit = lead.suit as usize;
    let held_pairs = pairs(held) as u8;
    match lead.kind {
        SINGLE => Need::Groups { w: 1, n: 1 }.into(),
        PAIR if held_pairs > 0 => Need::Groups { w: 2, n: 1 }.into(),
        TRACTOR => {
            let owed = held_pairs.min(lead.length);
            match table.longest(suit, held.plane(1), lead.length.into()) as u8 {
                0 => Need::Pairs(owed).into(),
                n => Need::Run { n, pairs: owed }.into(),
            }
        }
        K510K => Need::Pairs(held_pairs.min(3)).into(),
        THROW => throws::demand(table, suit, held, &lead.cards),
        _ => Need::Pairs(0).into(),
    }
}

/// The highest trumps, or a 5-10-K of one's own (C-070 … C-072, CA-23).
fn top(order: &Order<'_>, lead: &Lead, held: &Cards) -> Option<Duty<2>> {
    let forced = |kinds: u64| {
        let cards = copies(kinds, 1);
        held.contains(&cards).then_some(Duty::Top { forced: cards, ties: Cards::EMPTY })
    };
    if lead.suit as usize != TRUMPS {
        let asks = lead.kind == K510 && order.rules.side_510k_forced;
        return if asks { forced(lead.cards.kinds()) } else { None };
    }
    if lead.kind != K510 && lead.kind != K510K {
        return None;
    }
    let own = if lead.kind == K510 { forced(five_ten_king(order.trump)) } else { None };
    own.or_else(|| Some(highest(order.table, held, lead.cards.len())))
}

/// The `n` highest of more trumps; of equal ones as many as are lacking.
fn highest(table: &Table, held: &Cards, n: usize) -> Duty<2> {
    let mut forced = Cards::EMPTY;
    let strength = |card: &Card| table.strength[card.slot() as usize];
    for equal in table.ranking[TRUMPS].chunk_by(|a, b| strength(a) == strength(b)) {
        let ties = held.within(equal.iter().fold(0, |mask, card| mask | card.bit()));
        if forced.len() == n {
            break;
        }
        if forced.len() + ties.len() > n {
            return Duty::Top { forced, ties };
        }
        forced = forced.union(&ties);
    }
    Duty::Top { forced, ties: Cards::EMPTY }
}
