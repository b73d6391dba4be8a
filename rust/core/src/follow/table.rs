//! What level, trump and options make of the cards of a deal: effective suits, strengths, and which kinds are neighbours.

use crate::card::Card;
use crate::set::bits;
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// The effective suit of the trumps; the side suits are 0..=3, c d h s.
pub const TRUMPS: usize = 4;
/// The number of effective suits.
pub const SUITS: usize = 5;
/// The effective suits in words.
pub const SUIT_NAMES: [&str; SUITS] = ["clubs", "diamonds", "hearts", "spades", "trumps"];
/// No effective suit has more kinds: thirteen of a suit, and what ranks and jokers add to the trumps.
pub const KINDS: usize = 24;
/// The longest lane has the thirteen ranks of a suit.
pub const LANE: usize = 13;

/// A ladder of kinds in ascending order, as a game writes it: neighbours are adjacent. Kinds of another effective suit than
/// `suit` leave a gap.
pub struct Ladder<'a> {
    /// The effective suit whose cards it connects.
    pub suit: usize,
    /// The kinds and the rank key that a window has in which the kind is the top.
    pub steps: &'a [(Card, u16)],
    /// Whether the last kind is also below the first. Only the cut may then stand first.
    pub closed: bool,
    /// A kind that no window may pass through, only begin or end with: an ace that is high or low.
    pub cut: Option<Card>,
}

/// A stretch of neighbouring kinds without a gap.
#[derive(Clone, Debug, Default)]
pub struct Lane {
    /// The kinds in ascending order, at least two.
    pub slots: ArrayVec<u8, LANE>,
    /// Whether the last is a neighbour of the first, which then is the cut.
    pub closed: bool,
    /// The place of the kind that windows do not pass through; [`LANE`]: none.
    pub cut: usize,
}

/// Neighbouring kinds: a tractor takes the same number of copies of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The kinds.
    pub mask: u64,
    /// The rank key: of two windows of one length in one suit the larger is higher.
    pub key: u16,
}

/// The cards of a deal put in order.
#[derive(Debug)]
pub struct Table {
    /// The kinds of each effective suit.
    pub suits: [u64; SUITS],
    /// The effective suit of each slot.
    pub suit_of: [u8; 64],
    /// The strength of each slot: the larger beats within a suit, equal ones are equal cards.
    pub strength: [u8; 64],
    /// For each slot the kinds of its suit that are stronger.
    pub above: [u64; 64],
    /// The kinds of each suit, the strongest first, of equal ones the later slot.
    pub ranking: [Vec<Card>; SUITS],
    /// The lanes of each suit; a kind is in at most one.
    pub lanes: [Vec<Lane>; SUITS],
    /// By suit, then length, then key.
    windows: Vec<Window>,
    /// Where the windows of a suit and length begin.
    starts: [[u16; LANE + 2]; SUITS],
}

impl Table {
    /// The order in which `suit_of` and `strength` say where a kind belongs, and `ladders` which kinds are neighbours.
    pub fn new(
        kinds: u64,
        suit_of: impl Fn(Card) -> usize,
        strength: impl Fn(Card) -> u8,
        ladders: &[Ladder<'_>],
    ) -> Self {
        let mut table = Self {
            suits: [0; SUITS],
            suit_of: [0; 64],
            strength: [0; 64],
            above: [0; 64],
            ranking: Default::default(),
            lanes: Default::default(),
            windows: Vec::new(),
            starts: [[0; LANE + 2]; SUITS],
        };
        for card in bits(kinds) {
            let suit = suit_of(card);
            table.suits[suit] |= card.bit();
            table.suit_of[card.slot() as usize] = suit as u8;
            table.strength[card.slot() as usize] = strength(card);
        }
        for (suit, ranking) in table.suits.iter().zip(&mut table.ranking) {
            *ranking = bits(*suit).collect();
            assert!(ranking.len() <= KINDS, "an effective suit has at most {KINDS} kinds");
            ranking.sort_by_key(|card| Reverse((strength(*card), card.slot())));
            for card in &*ranking {
                let stronger = ranking.iter().filter(|other| strength(**other) > strength(*card));
                table.above[card.slot() as usize] = stronger.fold(0, |mask, other| mask | other.bit());
            }
        }
        let mut found: [[Vec<Window>; LANE + 1]; SUITS] = Default::default();
        for ladder in ladders {
            for lane in table.lanes_of(ladder) {
                for (n, window) in windows_of(&lane, ladder) {
                    found[ladder.suit][n].push(window);
                }
                table.lanes[ladder.suit].push(lane);
            }
        }
        for (suit, lengths) in found.iter_mut().enumerate() {
            for (n, windows) in lengths.iter_mut().enumerate() {
                // The whole closed lane is found from both ends; the higher reading counts.
                windows.sort_by_key(|window| (window.mask, Reverse(window.key)));
                windows.dedup_by_key(|window| window.mask);
                windows.sort_by_key(|window| (window.key, window.mask));
                table.starts[suit][n] = table.windows.len() as u16;
                table.windows.append(windows);
            }
            table.starts[suit][LANE + 1] = table.windows.len() as u16;
        }
        table
    }

    /// The stretches of a ladder without gaps. A closed ladder with a gap is opened there.
    fn lanes_of(&self, ladder: &Ladder<'_>) -> Vec<Lane> {
        let member = |card: Card| self.suits[ladder.suit] & card.bit() != 0;
        let cards: Vec<Card> = ladder.steps.iter().map(|step| step.0).collect();
        let closed = ladder.closed && cards.iter().all(|card| member(*card));
        let first =
            if ladder.closed && !closed { cards.iter().position(|card| !member(*card)).unwrap_or(0) } else { 0 };
        let mut lanes = vec![];
        let mut lane = Lane { cut: LANE, closed, ..Lane::default() };
        for i in 0..=cards.len() {
            let card = cards[(first + i) % cards.len()];
            if i < cards.len() && member(card) {
                if ladder.cut == Some(card) {
                    lane.cut = lane.slots.len();
                }
                lane.slots.push(card.slot());
            } else {
                let done = std::mem::replace(&mut lane, Lane { cut: LANE, ..Lane::default() });
                if done.slots.len() > 1 {
                    lanes.push(done);
                }
            }
        }
        lanes
    }

    /// The windows of a suit and length, the lowest first.
    #[inline]
    pub fn windows(&self, suit: usize, n: usize) -> &[Window] {
        if n > LANE {
            return &[];
        }
        &self.windows[self.starts[suit][n] as usize..self.starts[suit][n + 1] as usize]
    }

    /// All windows of a suit with their lengths, short ones first.
    pub fn all_windows(&self, suit: usize) -> impl Iterator<Item = (usize, &Window)> {
        (2..=LANE).flat_map(move |n| self.windows(suit, n).iter().map(move |window| (n, window)))
    }

    /// Whether a window of a length lies in a mask.
    #[inline]
    pub fn has_window(&self, suit: usize, n: usize, mask: u64) -> bool {
        self.windows(suit, n).iter().any(|window| window.mask & !mask == 0)
    }

    /// The length of the longest window in a mask, at most `cap`; 0 for none.
    #[inline]
    pub fn longest(&self, suit: usize, mask: u64, cap: usize) -> usize {
        let most = ((mask & self.suits[suit]).count_ones() as usize).min(cap).min(LANE);
        (2..=most).rev().find(|n| self.has_window(suit, *n, mask)).unwrap_or(0)
    }

    /// The window that exactly these kinds of a suit are, with its length.
    #[inline]
    pub fn window(&self, suit: usize, mask: u64) -> Option<Window> {
        let n = mask.count_ones() as usize;
        self.windows(suit, n).iter().copied().find(|window| window.mask == mask)
    }

    /// The one effective suit of some kinds; `None` for several suits or no kinds.
    #[inline]
    pub fn suit_of_all(&self, kinds: u64) -> Option<usize> {
        let suit = self.suit_of[(kinds.trailing_zeros() & 63) as usize] as usize;
        (kinds != 0 && kinds & !self.suits[suit] == 0).then_some(suit)
    }
}

/// Every run of two or more neighbours of a lane that does not pass through the cut, with its length.
fn windows_of(lane: &Lane, ladder: &Ladder<'_>) -> Vec<(usize, Window)> {
    let len = lane.slots.len();
    let key = |slot: u8| ladder.steps.iter().rfind(|step| step.0.slot() == slot).map_or(0, |step| step.1);
    let bit = |at: usize| 1_u64 << lane.slots[at % len];
    let mut found = vec![];
    for first in 0..len {
        let mut mask = bit(first);
        // In a closed lane the run may end with the first kind, which is the cut.
        let end = if lane.closed && first > 0 { len + 1 } else { len };
        for last in first + 1..end {
            mask |= bit(last);
            let slot = lane.slots[last % len];
            found.push((last - first + 1, Window { mask, key: key(slot) }));
            if last % len == lane.cut {
                break;
            }
        }
    }
    found
}
