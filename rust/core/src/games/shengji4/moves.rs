//! Legality: the check with its reasons, and the faces that go with it.

use super::calls::{self, CALL, HIDDEN};
use super::leads;
use super::order::{Lead, competing};
use super::owed::{self, Owed, owed};
use super::rules::Rules;
use super::state::{CALL_GRACE, Cards, DEAL, PLAY as TRICKS, SETTLE, State};
use super::throw;
use crate::action::{Action, PASS, PLAY};
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::Illegal;
use crate::follow::follower::{Contest, Duty, Fault, Follower};
use crate::follow::table::{TRUMPS, Table};
use crate::game::Picks;
use crate::notation;

/// The classes of follows are at most 420 free parts, 91 kills and 1 row of other trumps; leads have fewer.
pub const MENU_MAX: usize = 512;

/// The cards as text.
pub fn text(cards: &Cards) -> String {
    notation::text(&Pack::FRENCH_4, &cards.resize())
}

/// The names of the suits for messages.
pub fn suit_name(suit: usize) -> &'static str {
    ["clubs", "diamonds", "hearts", "spades", "trumps"][suit]
}

/// A follow by itself: the lead, the cards it has, and what is owed.
struct Turn<'a> {
    rules: &'a Rules,
    state: &'a State,
    table: &'static Table,
    lead: Lead,
    follower: Follower<'static, 4>,
    competes: bool,
}

impl<'a> Turn<'a> {
    #[inline]
    fn new(rules: &'a Rules, state: &'a State, table: &'static Table, lead: Lead) -> Self {
        let mut competes = false;
        let hand = &state.hands[state.turn as usize];
        let follower = Follower::new(table, hand, lead.suit, lead.size, |held| {
            let Owed { demand, competes: can } = owed(rules, table, &state.trick[0], &lead, held);
            competes = can;
            demand
        });
        Self { rules, state, table, lead, follower, competes }
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
                    contest.example = throw::example(rules, self.table, state, &state.trick[0], &self.follower.rest);
                }
            }
        }
        contest
    }

    /// Why a play is refused.
    fn reason(&self, fault: Fault, cards: &Cards) -> Illegal {
        let (size, suit) = (self.lead.size, suit_name(self.lead.suit));
        let held = &self.follower.held;
        match fault {
            Fault::Number => Illegal::new("S-028", "wrong_number", format!("the lead has {size} cards, not {}", cards.len())),
            Fault::NotHeld => not_held(&self.state.hands[self.state.turn as usize], cards),
            Fault::KeptBack if held.len() == size => {
                Illegal::new("S-029", "other_suit", format!("all of {} must be played: {suit} were led", text(held)))
            }
            Fault::KeptBack => {
                Illegal::new("S-031", "kept_back", format!("{suit} were led, so {} must be among the cards", text(held)))
            }
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
            let rule = owed::unlisted_rule(demand, self.table, self.lead.suit, cards);
            return Illegal::new(rule, "owed", format!("the hand owes {}", describe(demand)));
        };
        let class = |cards: &Cards| owed::class(entries, self.table, self.lead.suit, cards);
        let (owed, reached) = (class(&self.follower.held), class(cards));
        let names = [owed, reached].map(|class| owed::label(form, class));
        let what = describe(demand);
        let problem = format!("the hand owes class {} ({what}), the play reaches class {}", names[0], names[1]);
        Illegal::new(rule, "owed", problem)
    }
}

/// A demand in words.
fn describe(demand: &crate::follow::demand::Demand) -> String {
    use crate::follow::demand::Need;
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

/// Cards that are not in the hand.
pub fn not_held(hand: &Cards, cards: &Cards) -> Illegal {
    Illegal::new("S-006", "not_held", format!("you do not hold {}", text(&cards.minus(hand))))
}

/// Whether an action is legal, or why not.
pub fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    match (state.phase, action.head) {
        (SETTLE, _) => return Illegal::err("S-036", "over", "the deal is over: all cards are played"),
        (_, HIDDEN..) => return Illegal::err("S-008", "no_such_action", "a call names its suit; only others see its number alone"),
        (DEAL | CALL_GRACE, PLAY) => return Illegal::err("S-005", "too_early", "cards are played after all are dealt"),
        (DEAL | CALL_GRACE, PASS) if action.cards.is_empty() => return Ok(()),
        (DEAL | CALL_GRACE, PASS) => return Illegal::err("S-007", "pass_with_cards", "a pass takes no cards"),
        (DEAL | CALL_GRACE, _) => return calls::check(rules, state, action),
        (TRICKS, PLAY) => {}
        (_, PASS) => return Illegal::err("S-025", "no_pass", "everyone plays once in each trick"),
        _ => return Illegal::err("S-013", "too_late", "calling is over"),
    }
    let table = state.table(rules);
    let Some(lead) = state.lead(table) else { return leads::check(rules, table, state, &action.cards) };
    let turn = Turn::new(rules, state, table, lead);
    turn.follower.fault(&action.cards).map_or(Ok(()), |fault| Err(turn.reason(fault, &action.cards)))
}

/// Appends one action per class: calls by suit and number before the pass; leads and follows as their modules list them.
#[inline]
pub fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
    match state.phase {
        SETTLE => {}
        TRICKS => {
            let table = state.table(rules);
            match state.lead(table) {
                None => leads::menu(rules, table, state, &mut |cards| out.push(Action::play(cards))),
                Some(lead) => {
                    let turn = Turn::new(rules, state, table, lead);
                    turn.follower.rows(&turn.contest(), &mut |cards: Cards| out.push(Action::play(cards)));
                }
            }
        }
        _ => {
            for suit in 0..4 {
                let card = Card::french(state.level, suit);
                out.extend(calls::sizes(rules, state, suit).map(|n| Action::new(CALL + suit, Cards::of(card, n))));
            }
            out.push(Action::pass());
        }
    }
}

/// The menu row of a legal action.
pub fn class(rules: &Rules, state: &State, action: &Action<Cards>) -> Action<Cards> {
    if state.phase != TRICKS {
        return *action;
    }
    let table = state.table(rules);
    Action::play(match state.lead(table) {
        None => leads::row_of(table, state, &action.cards),
        Some(lead) => {
            let turn = Turn::new(rules, state, table, lead);
            turn.follower.row_of(&turn.contest(), &action.cards)
        }
    })
}

/// A uniformly drawn row of the menu. Single cards, the most common plays, need no list.
#[inline]
pub fn random(rules: &Rules, state: &State, rng: &mut FastRng, rows: &mut Vec<Action<Cards>>) -> Action<Cards> {
    if state.phase == TRICKS {
        let hand = &state.hands[state.turn as usize];
        let table = state.table(rules);
        if state.plays == 0 {
            if let Some(cards) = leads::random(rules, table, state, rng) {
                return Action::play(cards);
            }
        } else if state.trick[0].plane(1) == 0 && state.trick[0].kinds().is_power_of_two() {
            let suit = table.suit_of[state.trick[0].kinds().trailing_zeros() as usize] as usize;
            let held = hand.kinds() & table.suits[suit];
            let open = if held == 0 { hand.kinds() } else { held };
            return Action::play(Cards::of_mask(nth_bit(open, rng.below(open.count_ones()))));
        }
    }
    rows.clear();
    menu(rules, state, rows);
    rows[rng.below(rows.len() as u32) as usize]
}

/// The bit of a mask with a number, counted from the lowest.
#[inline]
pub fn nth_bit(mut mask: u64, n: u32) -> u64 {
    (0..n).for_each(|_| mask &= mask - 1);
    mask & mask.wrapping_neg()
}

/// The heads of the legal actions.
pub fn heads(rules: &Rules, state: &State) -> u32 {
    match state.phase {
        SETTLE => 0,
        TRICKS => 1 << PLAY,
        _ => (0..4).filter(|suit| !calls::sizes(rules, state, *suit).is_empty()).fold(1 << PASS, |heads, suit| heads | 1 << (CALL + suit)),
    }
}

/// How the cards chosen so far can go on.
pub fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
    match (state.phase, head) {
        (TRICKS, PLAY) => {
            let table = state.table(rules);
            match state.lead(table) {
                None => leads::picks(rules, table, state, chosen),
                Some(lead) => Turn::new(rules, state, table, lead).follower.picks(chosen),
            }
        }
        (DEAL | CALL_GRACE, CALL..HIDDEN) => {
            let suit = calls::suit(head);
            let sizes = calls::sizes(rules, state, suit);
            let card = Card::french(state.level, suit);
            let (n, pure) = (chosen.len(), chosen.kinds() & !card.bit() == 0);
            if sizes.is_empty() || !pure || n > *sizes.end() {
                return Picks::default();
            }
            Picks { more: if n < *sizes.end() { card.bit() } else { 0 }, complete: sizes.contains(&n) }
        }
        (DEAL | CALL_GRACE, PASS) => Picks { more: 0, complete: chosen.is_empty() },
        _ => Picks::default(),
    }
}

/// The number of legal actions, every card set counted.
pub fn count(rules: &Rules, state: &State) -> u64 {
    match state.phase {
        SETTLE => 0,
        TRICKS => {
            let table = state.table(rules);
            match state.lead(table) {
                None => leads::count(rules, table, state),
                Some(lead) => Turn::new(rules, state, table, lead).follower.count(),
            }
        }
        _ => (0..4).map(|suit| calls::sizes(rules, state, suit).count() as u64).sum::<u64>() + 1,
    }
}

/// The legal action with an index below [`count`].
pub fn unrank(rules: &Rules, state: &State, index: u64) -> Action<Cards> {
    if state.phase != TRICKS {
        let mut rows = vec![];
        menu(rules, state, &mut rows);
        return rows[index as usize];
    }
    let table = state.table(rules);
    Action::play(match state.lead(table) {
        None => leads::unrank(rules, table, state, index),
        Some(lead) => Turn::new(rules, state, table, lead).follower.unrank(index),
    })
}

