//! Follows: what a lead obliges to (§3.4, §4), put together from the parts of [`crate::follow`].

use super::not_held;
use crate::deal::FastRng;
use crate::error::Illegal;
use crate::follow::demand::{Demand, Need};
use crate::follow::follower::{Contest, Duty, Fault, Follower, singles};
use crate::follow::table::{SUIT_NAMES, TRUMPS, Table};
use crate::games::shengji4::order::{Lead, competing};
use crate::games::shengji4::owed::{self, Owed, owed};
use crate::games::shengji4::rules::Rules;
use crate::games::shengji4::shapes::text;
use crate::games::shengji4::state::{Cards, State};
use crate::games::shengji4::throwing;
use crate::menu::Menu;
use crate::set::nth_bit;

/// The decision of a follower: the lead, the cards he has, and what is owed.
pub struct Decision<'a> {
    rules: &'a Rules,
    state: &'a State,
    lead: Lead,
    /// What he may play.
    pub follower: Follower<'static, 4>,
    competes: bool,
}

impl<'a> Decision<'a> {
    /// The decision of a state; `None` at a lead.
    #[inline]
    pub fn new(rules: &'a Rules, state: &'a State, table: &'static Table) -> Option<Self> {
        let lead = state.lead(table)?;
        let mut competes = false;
        let follower = Follower::new(table, state.mover(), lead.suit, lead.size, |held| {
            let Owed { demand, competes: can } = owed(rules, table, &state.trick[0], &lead, held);
            competes = can;
            demand
        });
        Some(Self { rules, state, lead, follower, competes })
    }

    /// Whether cards may be played, or why not.
    pub fn check(&self, cards: &Cards) -> Result<(), Illegal> {
        self.follower.fault(cards).map_or(Ok(()), |fault| Err(self.reason(fault, cards)))
    }

    /// One play of each class.
    #[inline]
    pub fn rows(&self, out: &mut impl Menu<Cards>) {
        self.follower.rows(&self.contest(), out);
    }

    /// The row of the menu that stands for a play.
    pub fn class(&self, cards: &Cards) -> Cards {
        self.follower.row_of(&self.contest(), cards)
    }

    /// Which plays can win.
    #[inline]
    fn contest(&self) -> Contest<4> {
        let void = self.follower.held.is_empty() && self.lead.suit != TRUMPS;
        let mut contest = Contest { suit: self.competes, ..Contest::default() };
        if void {
            match self.lead.form {
                Some(form) => contest.kills = Some(competing(self.rules, form, true)),
                None => {
                    let (rules, state) = (self.rules, self.state);
                    contest.example =
                        throwing::example(rules, self.follower.table, state, &state.trick[0], &self.follower.rest);
                }
            }
        }
        contest
    }

    /// Why a play is refused.
    fn reason(&self, fault: Fault, cards: &Cards) -> Illegal {
        let (size, suit) = (self.lead.size, SUIT_NAMES[self.lead.suit]);
        let held = &self.follower.held;
        match fault {
            Fault::Number => {
                Illegal::new("S-028", "wrong_number", format!("the lead has {size} cards, not {}", cards.len()))
            }
            Fault::NotHeld => not_held(self.state.mover(), cards),
            Fault::KeptBack if held.len() == size => {
                Illegal::new("S-029", "other_suit", format!("all of {} must be played: {suit} were led", text(held)))
            }
            Fault::KeptBack => Illegal::new(
                "S-031",
                "kept_back",
                format!("{suit} were led, so {} must be among the cards", text(held)),
            ),
            Fault::OtherSuit => {
                Illegal::new("S-029", "other_suit", format!("{suit} were led, and the hand has {} of them", held.len()))
            }
            Fault::Owed => self.less_than_owed(cards),
        }
    }

    fn less_than_owed(&self, cards: &Cards) -> Illegal {
        let Duty::Owe(demand) = &self.follower.duty else { unreachable!("only a demand can be missed") };
        let Some(form) = self.lead.form else {
            let rule = "SA-18";
            return Illegal::new(rule, "owed", format!("the throw is owed tractors and pairs: {:?}", demand.needs[0]));
        };
        let Some((rule, entries)) = owed::list(form) else {
            let rule = owed::unlisted_rule(demand, self.follower.table, self.lead.suit, cards);
            return Illegal::new(rule, "owed", format!("the hand owes {}", describe(demand)));
        };
        let class = |cards: &Cards| owed::class(entries, self.follower.table, self.lead.suit, cards);
        let (owed, reached) = (class(&self.follower.held), class(cards));
        let names = [owed, reached].map(|class| owed::label(form, class));
        let what = describe(demand);
        let problem = format!("the hand owes class {} ({what}), the play reaches class {}", names[0], names[1]);
        Illegal::new(rule, "owed", problem)
    }
}

/// A demand in words.
fn describe(demand: &Demand) -> String {
    let words = demand.needs.iter().map(|need| match *need {
        Need::Pairs(n) => format!("{n} pairs"),
        Need::Run { n, pairs } => format!("a tractor of {n} pairs and {pairs} pairs in all"),
        Need::Wide { w, n } => format!("a tractor {w}×{n}"),
        Need::Groups { w, n } => format!("{n} groups of {w}"),
        Need::Quads { k, pairs } => format!("{k} quads and {pairs} pairs"),
        Need::Triples { k, pairs } => format!("{k} triples and {pairs} pairs"),
        Need::Runs { pairs, .. } => format!("several tractors and {pairs} pairs in all"),
    });
    let words = words.collect::<Vec<_>>().join(" or ");
    match demand.kinds.count_ones() {
        0 => words,
        n => format!("{n} groups of {}, then {words}", demand.copies),
    }
}

/// A uniformly drawn follow of one card, the most common decision; every card is a row.
#[inline]
pub fn random_single(rules: &Rules, state: &State, rng: &mut FastRng) -> Option<Cards> {
    let open = singles(state.table(rules), &state.trick[0], state.mover())?;
    Some(Cards::of_mask(nth_bit(open, rng.below(open.count_ones()))))
}
