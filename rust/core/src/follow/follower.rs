//! The decision of a follower: what he may play, and in how many classes.

use super::cost::lack;
use super::count::Plays;
use super::demand::{Demand, Need};
use super::free::{Blend, Freedom};
use super::points;
use super::pool::{self, each_set};
use super::table::{TRUMPS, Table};
use crate::game::Picks;
use crate::menu::Menu;
use crate::set::{CardSet, copies};
use arrayvec::ArrayVec;

/// What the led suit obliges to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Duty<const P: usize> {
    /// The suit does not exceed the lead: all of it, then anything.
    Everything,
    /// Cards of the suit that meet a demand.
    Owe(Demand),
    /// All of some cards, and as many as are lacking of others that are equal to each other.
    Top {
        /// The cards that must be played.
        forced: CardSet<P>,
        /// The cards of which any may fill up the play.
        ties: CardSet<P>,
    },
}

/// Why a follow is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Not as many cards as the lead.
    Number,
    /// Cards that are not in the hand.
    NotHeld,
    /// Not all cards of the suit, though they are too few.
    KeptBack,
    /// Cards of another suit, though there are enough of the led one.
    OtherSuit,
    /// Cards of the suit, but not those that are owed.
    Owed,
}

/// A follower: his cards and his duty.
pub struct Follower<'t, const P: usize> {
    /// The order of the cards.
    pub table: &'t Table,
    /// The led suit.
    pub suit: usize,
    /// The number of cards of the lead.
    pub size: usize,
    /// His cards of the led suit.
    pub held: CardSet<P>,
    /// His other cards.
    pub rest: CardSet<P>,
    /// What he must do.
    pub duty: Duty<P>,
}

/// Which plays can win the trick, as far as the lead and the follower's own cards tell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contest<const P: usize> {
    /// Plays of the led suit that meet the demand can win.
    pub suit: bool,
    /// The exact demand that trumps must meet to win over a lead of a side suit; `None` where no single shape is led.
    pub kills: Option<Demand>,
    /// The trumps that stand for all plays of nothing but trumps on a thrown side lead; `None`: the least useful.
    pub example: Option<CardSet<P>>,
}

/// What a play is in the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class<const P: usize> {
    /// Itself.
    Own(CardSet<P>),
    /// One of equal worth.
    One,
    /// Cards of the led suit that give away this many points.
    Points(usize),
    /// All trumps, but no kill.
    Waste,
    /// All trumps on a throw.
    Trumps,
    /// A free part.
    Blend(Blend),
}

impl<'t, const P: usize> Follower<'t, P> {
    /// A follower with a hand on a lead of `size` cards of a suit; `demand` is asked what he owes if his cards of the suit are
    /// more than the lead.
    #[inline]
    pub fn new(
        table: &'t Table,
        hand: &CardSet<P>,
        suit: usize,
        size: usize,
        demand: impl FnOnce(&CardSet<P>) -> Demand,
    ) -> Self {
        let held = hand.within(table.suits[suit]);
        let rest = hand.within(!table.suits[suit]);
        let duty = if held.len() <= size { Duty::Everything } else { Duty::Owe(demand(&held)) };
        Self { table, suit, size, held, rest, duty }
    }

    /// The first reason why some cards may not be played.
    #[inline]
    pub fn fault(&self, cards: &CardSet<P>) -> Option<Fault> {
        let own = cards.within(self.table.suits[self.suit]);
        let inside = own == *cards;
        let fault = match () {
            () if cards.len() != self.size => Fault::Number,
            () if !self.held.union(&self.rest).contains(cards) => Fault::NotHeld,
            () => match &self.duty {
                Duty::Everything if own != self.held => Fault::KeptBack,
                Duty::Everything => return None,
                _ if !inside => Fault::OtherSuit,
                Duty::Owe(demand) if !demand.met(self.table, self.suit, cards) => Fault::Owed,
                Duty::Top { forced, ties } if !cards.contains(forced) || !forced.union(ties).contains(cards) => {
                    Fault::Owed
                }
                _ => return None,
            },
        };
        Some(fault)
    }

    /// Which cards can be added to a choice.
    pub fn picks(&self, chosen: &CardSet<P>) -> Picks {
        const DEAD: Picks = Picks { more: 0, complete: false };
        let all = self.held.union(&self.rest);
        let len = chosen.len();
        if !all.contains(chosen) || len > self.size {
            return DEAD;
        }
        let left = self.size - len;
        let open = all.minus(chosen);
        let (must, may, lacking) = match &self.duty {
            Duty::Everything => {
                let missing = self.held.minus(chosen);
                (missing.kinds(), open.kinds(), missing.len())
            }
            Duty::Owe(demand) => {
                if !self.held.contains(chosen) {
                    return DEAD;
                }
                let lack = lack(self.table, self.suit, &self.held, chosen, demand);
                (lack.kinds, open.kinds() & self.held.kinds(), lack.cards as usize)
            }
            Duty::Top { forced, ties } => {
                if !forced.union(ties).contains(chosen) {
                    return DEAD;
                }
                let missing = forced.minus(chosen);
                (missing.kinds(), forced.union(ties).minus(chosen).kinds(), missing.len())
            }
        };
        if lacking > left {
            return DEAD;
        }
        Picks {
            more: if left == 0 {
                0
            } else if left > lacking {
                may
            } else {
                must
            },
            complete: left == 0,
        }
    }

    /// The number of cards beside those that must be played, where that is all there is to choose.
    fn free(&self) -> Option<(CardSet<P>, CardSet<P>, usize)> {
        match &self.duty {
            Duty::Everything => Some((self.held, self.rest, self.size - self.held.len())),
            Duty::Owe(_) => None,
            Duty::Top { forced, ties } => Some((*forced, *ties, self.size - forced.len())),
        }
    }

    fn plays<'s>(&'s self, demand: &'s Demand) -> Plays<'s, P> {
        Plays { table: self.table, suit: self.suit, held: self.held, size: self.size, demand }
    }

    /// The number of legal plays.
    pub fn count(&self) -> u64 {
        match &self.duty {
            Duty::Owe(demand) => self.plays(demand).count(),
            _ => self.free().map_or(0, |(_, pool, n)| pool::ways(&pool, n)),
        }
    }

    /// The legal play with an index below [`Follower::count`].
    pub fn unrank(&self, index: u64) -> CardSet<P> {
        match &self.duty {
            Duty::Owe(demand) => self.plays(demand).unrank(index),
            _ => self.free().map_or(CardSet::EMPTY, |(fixed, pool, n)| fixed.union(&pool::unrank(&pool, n, index))),
        }
    }

    /// Whether every legal play has a row of its own.
    fn lossless(&self, contest: &Contest<P>) -> bool {
        match &self.duty {
            Duty::Everything => pool::few(&self.rest, self.size - self.held.len()).is_some(),
            Duty::Owe(demand) => self.competes(contest, demand) || pool::few(&self.held, self.size).is_some(),
            Duty::Top { .. } => false,
        }
    }

    fn competes(&self, contest: &Contest<P>, demand: &Demand) -> bool {
        contest.suit && demand.is_exact(self.size)
    }

    fn class(&self, contest: &Contest<P>, lossless: bool, cards: &CardSet<P>) -> Class<P> {
        if lossless {
            return Class::Own(*cards);
        }
        let trumps = self.table.suits[TRUMPS];
        match &self.duty {
            Duty::Owe(_) => Class::Points(points::points(cards)),
            Duty::Top { .. } => Class::One,
            Duty::Everything if self.held.is_empty() && self.suit != TRUMPS && cards.kinds() & !trumps == 0 => {
                match &contest.kills {
                    Some(kills) if kills.met(self.table, TRUMPS, cards) => Class::Own(*cards),
                    Some(_) => Class::Waste,
                    None => Class::Trumps,
                }
            }
            Duty::Everything => {
                let free = Freedom::new(self.table, self.suit, self.size - self.held.len());
                Class::Blend(free.blend(&cards.minus(&self.held)))
            }
        }
    }

    /// The row of the menu that stands for a legal play.
    pub fn row_of(&self, contest: &Contest<P>, cards: &CardSet<P>) -> CardSet<P> {
        let lossless = self.lossless(contest);
        let class = self.class(contest, lossless, cards);
        if let Class::Own(cards) = class {
            return cards;
        }
        let mut row = None;
        self.rows(contest, &mut |candidate: CardSet<P>| {
            if row.is_none() && self.class(contest, false, &candidate) == class {
                row = Some(candidate);
            }
        });
        row.expect("every legal play has a row")
    }

    /// One play of each class.
    pub fn rows(&self, contest: &Contest<P>, out: &mut impl Menu<CardSet<P>>) {
        match &self.duty {
            Duty::Owe(demand) if self.competes(contest, demand) => {
                exact_rows(self.table, self.suit, &self.held, demand, out)
            }
            Duty::Owe(demand) if pool::few(&self.held, self.size).is_some() => {
                let mut sets = ArrayVec::<CardSet<P>, { pool::FEW as usize }>::new();
                each_set(&self.held, self.size, &mut |cards| {
                    if demand.met(self.table, self.suit, cards) {
                        sets.push(*cards);
                    }
                    false
                });
                out.bundle(sets.len() as u32, |i| sets[i as usize]);
            }
            Duty::Owe(demand) => {
                let found = points::rows(self.table, self.suit, &self.held, self.size, demand);
                (0..points::MOST).filter(|sum| found.found >> sum & 1 == 1).for_each(|sum| out.one(found.rows[sum]));
            }
            Duty::Top { forced, ties } => out.one(forced.union(&pool::least(ties, self.size - forced.len()))),
            Duty::Everything => self.free_rows(contest, out),
        }
    }

    fn free_rows(&self, contest: &Contest<P>, out: &mut impl Menu<CardSet<P>>) {
        let n = self.size - self.held.len();
        if let Some(sets) = pool::few(&self.rest, n) {
            return out.list(sets, |visit| {
                each_set(&self.rest, n, &mut |cards| visit(self.held.union(cards)));
            });
        }
        let void = self.held.is_empty() && self.suit != TRUMPS;
        if void {
            self.trump_rows(contest, out);
        }
        Freedom::new(self.table, self.suit, n).rows(&self.rest, !void, |cards| self.held.union(cards), out);
    }

    /// Nothing but trumps on a side lead.
    fn trump_rows(&self, contest: &Contest<P>, out: &mut impl Menu<CardSet<P>>) {
        let trumps = self.rest.within(self.table.suits[TRUMPS]);
        if trumps.len() < self.size {
            return;
        }
        let Some(kills) = &contest.kills else {
            return out.one(contest.example.unwrap_or_else(|| pool::least(&trumps, self.size)));
        };
        exact_rows(self.table, TRUMPS, &trumps, kills, out);
        each_set(&trumps, self.size, &mut |cards| {
            let waste = !kills.met(self.table, TRUMPS, cards);
            if waste {
                out.one(*cards);
            }
            waste
        });
    }
}

/// The kinds of which a follower may play any one card on a lead of one card; `None`: another lead.
#[inline]
pub fn singles<const P: usize>(table: &Table, lead: &CardSet<P>, hand: &CardSet<P>) -> Option<u64> {
    if lead.plane(1) != 0 || !lead.kinds().is_power_of_two() {
        return None;
    }
    let own = hand.kinds() & table.suits[table.suit_of[lead.kinds().trailing_zeros() as usize] as usize];
    Some(if own == 0 { hand.kinds() } else { own })
}

/// Every set of cards that is exactly what an alternative of a demand names.
pub fn exact_rows<const P: usize>(
    table: &Table,
    suit: usize,
    held: &CardSet<P>,
    demand: &Demand,
    out: &mut impl Menu<CardSet<P>>,
) {
    for need in &demand.needs {
        let (w, n) = match *need {
            Need::Run { n, .. } => (2, n),
            Need::Wide { w, n } => (w.into(), n),
            Need::Groups { w, n: 1 } => {
                out.each_bit(held.plane(w as usize - 1), |kind| copies(kind, w.into()));
                continue;
            }
            Need::Groups { w, n } => {
                let open = CardSet::<1>::of_mask(held.plane(w as usize - 1));
                each_set(&open, n.into(), &mut |kinds| {
                    out.one(copies(kinds.kinds(), w.into()));
                    false
                });
                continue;
            }
            _ => unreachable!("the demand is exact"),
        };
        for window in table.windows(suit, n.into()).iter().filter(|window| window.mask & !held.plane(w - 1) == 0) {
            out.one(copies(window.mask, w));
        }
    }
}
