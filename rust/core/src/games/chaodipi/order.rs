//! The order of the cards under a level and a trump suit, and the keys by which plays are compared (§3.2, §3.4).

use super::rules::{Ask, K510AsKill, KillPairCount, Red5Rank, Rules, Side510kkKill};
use super::shapes::{self, Lead};
use super::state::Cards;
use crate::card::{BIG_JOKER, Card, Pack, SMALL_JOKER, face};
use crate::follow::demand::{Lengths, RUNS, pack, pairs};
use crate::follow::table::{Ladder, TRUMPS, Table, Window};
use crate::follow::throws;
use crate::set::bits;
use std::sync::OnceLock;

/// Stands for no level: a flag deal.
pub const FLAG: u8 = 13;
/// Stands for no trump suit.
pub const NO_TRUMP: u8 = 4;
/// Hearts as a suit.
pub const HEARTS: u8 = 2;
/// The red five 红5.
pub const RED_FIVE: Card = Card::french(2, HEARTS);
/// The ranks 5, 10 and K as slot ranks.
pub const POINT_RANKS: [u8; 3] = [2, 7, 10];

/// Strength of an off-level card; below are the face ranks 2 … 14.
const OFF_LEVEL: u8 = 15;
const MAIN_LEVEL: u8 = 16;
const LOW_RED_FIVE: u8 = 17;
const LITTLE: u8 = 18;
const BIG: u8 = 19;
const TOP_RED_FIVE: u8 = 20;

const LEVELS: usize = 14;
const TRUMP_SUITS: usize = 5;

/// The order of the cards of a deal: the options, the level and the trump suit, and the table that they make.
#[derive(Clone, Copy)]
pub struct Order<'r> {
    /// The options.
    pub rules: &'r Rules,
    /// The slot rank of the level; [`FLAG`]: none.
    pub level: u8,
    /// The trump suit; [`NO_TRUMP`]: none.
    pub trump: u8,
    /// Effective suits, strengths and neighbours.
    pub table: &'static Table,
}

impl<'r> Order<'r> {
    /// The order of a level and trump suit. Every table is made once and kept.
    #[inline]
    pub fn new(rules: &'r Rules, level: u8, trump: u8) -> Self {
        static TABLES: [OnceLock<Table>; LEVELS * TRUMP_SUITS * 4] =
            [const { OnceLock::new() }; LEVELS * TRUMP_SUITS * 4];
        let low = rules.red5_rank == Red5Rank::BelowJokers;
        let options = usize::from(rules.skip_level) + 2 * usize::from(low);
        let index = (options * LEVELS + level as usize) * TRUMP_SUITS + trump as usize;
        let table = TABLES[index].get_or_init(|| make(level, trump, rules.skip_level, low));
        Self { rules, level, trump, table }
    }

    /// The order of a question's parameters.
    pub fn of(rules: &'r Rules, ask: &Ask) -> Self {
        Self::new(rules, ask.level as u8, ask.trump as u8)
    }

    /// Whether the 5, 10, K of a suit may be played as one shape (§3.3).
    #[inline]
    pub fn has_510k(&self, suit: u8) -> bool {
        if suit == self.trump {
            return true;
        }
        // The red five is a trump at any level and does not count as a level card.
        let level_inside = POINT_RANKS.contains(&self.level) && Card::french(self.level, suit) != RED_FIVE;
        (suit != HEARTS || self.rules.heart_510k) && (!level_inside || self.rules.side_510k_with_level)
    }

    /// The key of a play after a lead of as many cards.
    pub fn key(&self, lead: &Lead, play: &Cards) -> Key {
        let (table, kinds) = (self.table, play.kinds());
        if lead.is_rankable() && kinds & !table.suits[lead.suit as usize] == 0 {
            let shape = shapes::shape_of_suit(table, play);
            let same = shape.kind == lead.kind && shape.length == lead.length;
            return if same { 1 + Key::from(shape.key) } else { 0 };
        }
        if lead.suit as usize == TRUMPS || kinds & !table.suits[TRUMPS] != 0 {
            return 0;
        }
        self.kill(lead, play).map_or(0, |key| KILL + key)
    }

    /// Which play of a trick wins: 0 the lead, `i` the `i`-th of the plays that follow it.
    pub fn winner<'c>(&self, lead: &Lead, others: impl Iterator<Item = &'c Cards>) -> usize {
        let (mut best, mut winner) = (lead_key(lead), 0);
        for (i, play) in others.enumerate() {
            let key = self.key(lead, play);
            if key > best {
                (best, winner) = (key, i + 1);
            }
        }
        winner
    }

    /// How high a play of nothing but trumps is as a kill of a side lead; `None`: it is none.
    fn kill(&self, lead: &Lead, play: &Cards) -> Option<Key> {
        let table = self.table;
        let of_trump = |copies: usize| {
            let three = if self.trump == NO_TRUMP { 0 } else { five_ten_king(self.trump) };
            three != 0 && play.kinds() == three && play.plane(1) == if copies == 2 { three } else { 0 }
        };
        let top_pair = || Key::from(strongest(table, play.plane(1)));
        match lead.kind {
            shapes::K510 => of_trump(1).then_some(0),
            shapes::K510K if of_trump(2) => Some(1 << 8),
            shapes::K510K => {
                let any = self.rules.side_510kk_kill == Side510kkKill::AnyKill && pairs(play) >= 3;
                any.then(top_pair)
            }
            shapes::SINGLE => Some(Key::from(strongest(table, play.kinds()))),
            shapes::PAIR => (play.plane(1) != 0).then(top_pair),
            _ => {
                let lengths = lead.lengths(table);
                if pack(table, TRUMPS, play, &lengths).is_none() || !self.has_pairs(lead, &lengths, play) {
                    return None;
                }
                if lengths[0] > 0 {
                    let longest = table.longest(TRUMPS, play.plane(1), RUNS);
                    let held = |window: &&Window| window.mask & !play.plane(1) == 0;
                    let top = table.windows(TRUMPS, longest).iter().rfind(held).map_or(0, |window| window.key);
                    return Some((longest as Key) << 8 | Key::from(top));
                }
                if lead.cards.plane(1) != 0 {
                    return Some(top_pair());
                }
                let special = self.rules.k510_as_kill == K510AsKill::Special && lead.cards.len() == 3 && of_trump(1);
                Some(Key::from(special) << 8 | Key::from(strongest(table, play.kinds())))
            }
        }
    }

    /// Whether a kill has as many pairs as the lead (C-045, CA-15).
    fn has_pairs(&self, lead: &Lead, lengths: &Lengths, play: &Cards) -> bool {
        if self.rules.kill_pair_count == KillPairCount::All {
            return pairs(play) >= pairs(&lead.cards);
        }
        let tractors = throws::split(self.table, TRUMPS, play).filter(|part| part.length > 1);
        let led: u32 = lengths.iter().map(|n| u32::from(*n)).sum();
        pairs(play) - tractors.map(|part| part.length as u32).sum::<u32>() >= pairs(&lead.cards) - led
    }
}

/// The effective suit of a ladder, its kinds with their ranks, whether it is closed, and its cut.
type Steps = (usize, Vec<(Card, u16)>, bool, Option<Card>);

fn make(level: u8, trump: u8, skip: bool, low: bool) -> Table {
    let suit_of = |card: Card| {
        let trumps = card.rank() == 13 || card == RED_FIVE || card.rank() == level || card.suit() == trump;
        if trumps { TRUMPS } else { card.suit() as usize }
    };
    let strength = |card: Card| match card {
        RED_FIVE if low => LOW_RED_FIVE,
        RED_FIVE => TOP_RED_FIVE,
        BIG_JOKER => BIG,
        SMALL_JOKER => LITTLE,
        _ if card.rank() != level => face(card.rank()),
        _ if trump == NO_TRUMP || card.suit() == trump => MAIN_LEVEL,
        _ => OFF_LEVEL,
    };
    let mut steps: Vec<Steps> = vec![];
    for suit in 0..4 {
        let own = if suit == trump { TRUMPS } else { suit as usize };
        // The red five is in no tractor (C-059): a card of another suit makes the gap.
        let gap = Card::french(if level == 0 { 1 } else { 0 }, (suit + 1) % 4);
        // A, 2, 3 … K: the ace is low or high, and nothing passes through it (C-060, C-061).
        let ranks = [11, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
        let left_out = |rank: u8| skip && own != TRUMPS && rank == level;
        let ladder = ranks.into_iter().filter(|rank| !left_out(*rank)).map(|rank| {
            let card = Card::french(rank, suit);
            (if card == RED_FIVE { gap } else { card }, u16::from(face(rank)))
        });
        let ace = Card::french(11, suit);
        let has_ace = !left_out(11);
        steps.push((own, ladder.collect(), has_ace, has_ace.then_some(ace)));
    }
    steps.push((TRUMPS, vec![(SMALL_JOKER, LITTLE.into()), (BIG_JOKER, BIG.into())], false, None));
    let ladders: Vec<Ladder<'_>> = steps
        .iter()
        .map(|(suit, steps, closed, cut)| Ladder { suit: *suit, steps, closed: *closed, cut: *cut })
        .collect();
    Table::new(Pack::FRENCH_2.cards().kinds(), suit_of, strength, &ladders)
}

/// The 5, 10 and K of a suit.
#[inline]
pub const fn five_ten_king(suit: u8) -> u64 {
    (1 << 8 | 1 << 28 | 1 << 40) << suit
}

/// The points of some cards (C-006).
#[inline]
pub fn points(cards: &Cards) -> u16 {
    5 * crate::follow::points::points(cards) as u16
}

/// Of two plays to a trick the one with the larger key is higher; equal keys leave the earlier one. A lead has at least 1,
/// a play that cannot win 0, a kill more than every play that is none.
pub type Key = u32;

const KILL: Key = 1 << 16;

/// The strength of the strongest kind of a mask; 0 for none.
#[inline]
pub fn strongest(table: &Table, mask: u64) -> u8 {
    bits(mask).map(|card| table.strength[card.slot() as usize]).max().unwrap_or(0)
}

/// The key of a lead.
pub fn lead_key(lead: &Lead) -> Key {
    1 + Key::from(lead.key)
}
