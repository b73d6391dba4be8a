//! The classes of plays that cannot win: what counts is the points they give away.
//!
//! Points are counted in fives: a five is 1, a ten or king 2. Only the point class of a card matters here, so the ways to meet
//! a demand are enumerated by numbers of cards of each class, not by cards.

use super::cost::{Anchor, anchors};
use super::demand::{Demand, Need};
use super::pool::{HAND, least};
use super::table::Table;
use crate::set::CardSet;
use crate::set::copies;

const FIVES: u64 = 0xf << (4 * 2);
const TENS: u64 = 0xf << (4 * 7) | 0xf << (4 * 10);
/// The kinds by point class: worth 0, 1 and 2.
pub const CLASSES: [u64; 3] = [!(FIVES | TENS), FIVES, TENS];
/// A bit for each possible number of points.
pub const MOST: usize = 2 * HAND + 1;

/// The points of some cards, in fives.
#[inline]
pub fn points<const P: usize>(cards: &CardSet<P>) -> usize {
    if cards.kinds() & (FIVES | TENS) == 0 {
        return 0;
    }
    cards.count_in(FIVES) + 2 * cards.count_in(TENS)
}

/// How many cards of each point class.
pub type Numbers = [usize; 3];

/// Cards by point class.
#[derive(Clone, Copy)]
pub struct Classes<const P: usize> {
    cards: [CardSet<P>; 3],
    /// How many there are.
    pub lens: Numbers,
}

impl<const P: usize> Classes<P> {
    /// The classes of some cards.
    #[inline]
    pub fn new(cards: &CardSet<P>) -> Self {
        let cards = CLASSES.map(|class| cards.within(class));
        Self { cards, lens: cards.map(|cards| cards.len()) }
    }

    /// The least useful cards in such numbers.
    #[inline]
    pub fn take(&self, numbers: &Numbers) -> CardSet<P> {
        let some = self.cards.iter().zip(numbers).filter(|(_, n)| **n > 0);
        some.fold(CardSet::EMPTY, |set, (cards, n)| set.union(&least(cards, *n)))
    }
}

/// The cards of each sum of points, as far as found.
pub struct Rows<const P: usize> {
    /// By points.
    pub rows: [CardSet<P>; MOST],
    /// The sums that are found.
    pub found: u128,
}

impl<const P: usize> Rows<P> {
    fn put(&mut self, points: usize, cards: impl FnOnce() -> CardSet<P>) {
        if self.found >> points & 1 == 0 {
            self.found |= 1 << points;
            self.rows[points] = cards();
        }
    }
}

/// One play of `n` cards for each sum of points among the plays that meet a demand.
pub fn rows<const P: usize>(table: &Table, suit: usize, held: &CardSet<P>, n: usize, demand: &Demand) -> Rows<P> {
    let mut rows = Rows { rows: [CardSet::EMPTY; MOST], found: 0 };
    let fixed: CardSet<P> = copies(demand.kinds, demand.copies.into());
    let rest = held.within(!demand.kinds);
    for need in &demand.needs {
        if let Need::Groups { w, n } = *need {
            groups(&mut rows, held, w.into(), n.into());
            continue;
        }
        // Anchors that leave the same numbers lead to the same sums.
        let mut seen = [0_u64; 32];
        let mut known = 0;
        anchors(table, suit, &rest, need, &mut |anchor| {
            let signature = signature(&rest, &anchor);
            if !seen[..known].contains(&signature) {
                if known < seen.len() {
                    seen[known] = signature;
                    known += 1;
                }
                let anchor = Anchor { cards: anchor.cards.union(&fixed), ..anchor };
                fill(&mut rows, held, &rest, &anchor, n);
            }
        });
    }
    rows
}

/// The pairs left and the anchor's cards by point class.
fn signature<const P: usize>(held: &CardSet<P>, anchor: &Anchor<P>) -> u64 {
    let (one, two) = anchor.items(held);
    CLASSES.iter().fold(0, |sum, class| {
        let left = (one & class).count_ones() + (two & class).count_ones();
        let used = anchor.cards.count_in(*class) as u64;
        sum << 16 | u64::from(left) << 8 | used
    })
}

/// The ways to complete an anchor to `n` cards: further pairs and then single cards of each class.
fn fill<const P: usize>(rows: &mut Rows<P>, held: &CardSet<P>, rest: &CardSet<P>, anchor: &Anchor<P>, n: usize) {
    let (one, two) = anchor.items(rest);
    let items = CLASSES.map(|class| ((one & class).count_ones() + (two & class).count_ones()) as usize);
    let used = CLASSES.map(|class| anchor.cards.count_in(class));
    let left = CLASSES.map(|class| held.count_in(class));
    let extra = anchor.extra as usize;
    let Some(filler) = n.checked_sub(anchor.cards.len() + 2 * extra) else { return };
    for pairs in splits(extra, items) {
        let free: [usize; 3] = std::array::from_fn(|c| left[c] - used[c] - 2 * pairs[c]);
        for singles in splits(filler, free) {
            let sum: [usize; 3] = std::array::from_fn(|c| used[c] + 2 * pairs[c] + singles[c]);
            rows.put(sum[1] + 2 * sum[2], || complete(held, rest, anchor, pairs, singles));
        }
    }
}

/// All ways to write a number as a sum of three with upper bounds; much of the first before much of the last.
#[inline]
pub fn splits(total: usize, most: Numbers) -> impl Iterator<Item = Numbers> {
    (0..=most[2].min(total)).flat_map(move |c| {
        let rest = total - c;
        (rest.saturating_sub(most[0])..=most[1].min(rest)).map(move |b| [rest - b, b, c])
    })
}

/// The cards of a way.
fn complete<const P: usize>(
    held: &CardSet<P>,
    rest: &CardSet<P>,
    anchor: &Anchor<P>,
    pairs: [usize; 3],
    singles: [usize; 3],
) -> CardSet<P> {
    let (one, two) = anchor.items(rest);
    let mut set = anchor.cards;
    for (class, n) in CLASSES.iter().zip(pairs) {
        // First pairs come before second ones, which need them.
        let firsts = (one & class).count_ones() as usize;
        let mut chosen = lowest(held, one & class, n.min(firsts));
        set = set.plus(&copies(chosen, 2));
        chosen = lowest(held, two & class, n.saturating_sub(firsts));
        set = set.plus(&copies(chosen, 2));
    }
    let open = held.minus(&set);
    for (class, n) in CLASSES.iter().zip(singles) {
        set = set.plus(&least(&open.within(*class), n));
    }
    set
}

/// The `n` kinds of a mask of which fewest copies are held.
fn lowest<const P: usize>(held: &CardSet<P>, mask: u64, n: usize) -> u64 {
    super::pool::by_use(&held.within(mask)).take(n).fold(0, |sum, (card, _)| sum | card.bit())
}

/// `n` kinds with `w` copies each and nothing else.
fn groups<const P: usize>(rows: &mut Rows<P>, held: &CardSet<P>, w: usize, n: usize) {
    let open = held.plane(w - 1);
    for kinds in splits(n, CLASSES.map(|class| (open & class).count_ones() as usize)) {
        rows.put(w * (kinds[1] + 2 * kinds[2]), || {
            let chosen = CLASSES.iter().zip(kinds).fold(0, |sum, (class, n)| sum | lowest(held, open & class, n));
            copies(chosen, w)
        });
    }
}
