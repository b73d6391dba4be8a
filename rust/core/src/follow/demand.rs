//! What a lead demands of a follower with more cards of the led suit than the lead has.
//!
//! A demand is a list of alternatives, and an alternative is *an anchor and pairs*. It is monotone: what is met by a part
//! of a hand is met by the hand. So when a rule book gives an ordered list, the first entry that the hand meets is the
//! one owed, and a play is legal iff it meets that entry.

use super::table::Table;
use crate::set::CardSet;
use arrayvec::ArrayVec;

/// More tractors than this no lead has.
pub const RUNS: usize = 13;
/// The lengths of several tractors, the rest zeros.
pub type Lengths = [u8; RUNS];

/// One alternative. A quad counts as two pairs and a triple as one; larger groups may be broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// That many pairs.
    Pairs(u8),
    /// A tractor of pairs of length `n`, and `pairs` ≥ `n` pairs in all.
    Run {
        /// The length.
        n: u8,
        /// Pairs, those of the tractor included.
        pairs: u8,
    },
    /// A tractor of `n` neighbours with `w` > 2 copies each.
    Wide {
        /// Copies of each kind.
        w: u8,
        /// The length.
        n: u8,
    },
    /// `n` kinds with at least `w` copies each, neighbours or not.
    Groups {
        /// Copies of each kind.
        w: u8,
        /// The number of kinds.
        n: u8,
    },
    /// `k` ≤ 2 quads and `pairs` further pairs.
    Quads {
        /// The number of quads.
        k: u8,
        /// Pairs beside them.
        pairs: u8,
    },
    /// `k` ≤ 2 triples and `pairs` further pairs.
    Triples {
        /// The number of triples.
        k: u8,
        /// Pairs beside them.
        pairs: u8,
    },
    /// Disjoint tractors of pairs of these lengths, and `pairs` pairs in all.
    Runs {
        /// The lengths.
        lengths: Lengths,
        /// Pairs, those of the tractors included.
        pairs: u8,
    },
}

impl Need {
    /// The fewest cards that meet it.
    pub fn size(&self) -> usize {
        let size = match *self {
            Need::Pairs(pairs) | Need::Run { pairs, .. } | Need::Runs { pairs, .. } => 2 * pairs,
            Need::Wide { w, n } | Need::Groups { w, n } => w * n,
            Need::Quads { k, pairs } => 4 * k + 2 * pairs,
            Need::Triples { k, pairs } => 3 * k + 2 * pairs,
        };
        size as usize
    }

    /// Whether some cards of a suit meet it.
    #[inline]
    pub fn met<const P: usize>(&self, table: &Table, suit: usize, cards: &CardSet<P>) -> bool {
        let ones = |p: usize| cards.plane(p).count_ones();
        match *self {
            Need::Pairs(p) => pairs(cards) >= u32::from(p),
            Need::Run { n, pairs: p } => {
                pairs(cards) >= u32::from(p) && table.has_window(suit, n.into(), cards.plane(1))
            }
            Need::Wide { w, n } => table.has_window(suit, n.into(), cards.plane(w as usize - 1)),
            Need::Groups { w, n } => ones(w as usize - 1) >= u32::from(n),
            Need::Quads { k, pairs: p } => ones(3) >= u32::from(k) && pairs(cards) >= u32::from(2 * k + p),
            Need::Triples { k, pairs: p } => {
                // Exact triples first: a quad, taken as a triple, gives away two pairs instead of one.
                let (quads, triples) = (ones(3), ones(2) - ones(3));
                let exact = triples.min(u32::from(k));
                let broken = u32::from(k) - exact;
                broken <= quads && pairs(cards) >= exact + 2 * broken + u32::from(p)
            }
            Need::Runs { lengths, pairs: p } => {
                pairs(cards) >= u32::from(p) && pack(table, suit, cards, &lengths).is_some()
            }
        }
    }
}

/// What a follower owes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    /// Kinds of each of which `copies` must be played; they serve nothing else. They stand beside pairs and one run only.
    pub kinds: u64,
    /// See `kinds`; 0 where there are none.
    pub copies: u8,
    /// The alternatives. Several only where each takes up all cards of the play.
    pub needs: ArrayVec<Need, 3>,
}

impl From<Need> for Demand {
    fn from(need: Need) -> Self {
        Self { kinds: 0, copies: 0, needs: ArrayVec::from_iter([need]) }
    }
}

impl Demand {
    /// The demand that any of several alternatives meets.
    pub fn any(needs: impl IntoIterator<Item = Need>) -> Self {
        Self { kinds: 0, copies: 0, needs: needs.into_iter().collect() }
    }

    /// Whether some cards of a suit meet it.
    #[inline]
    pub fn met<const P: usize>(&self, table: &Table, suit: usize, cards: &CardSet<P>) -> bool {
        if self.kinds == 0 {
            return self.needs.iter().any(|need| need.met(table, suit, cards));
        }
        let rest = cards.within(!self.kinds);
        self.kinds & !cards.plane(self.copies as usize - 1) == 0
            && self.needs.iter().any(|need| need.met(table, suit, &rest))
    }

    /// Whether every play of `size` cards that meets it is nothing but what an alternative names.
    pub fn is_exact(&self, size: usize) -> bool {
        self.kinds == 0
            && self.needs.iter().all(|need| {
                let bare = match *need {
                    Need::Run { n, pairs } => n == pairs,
                    Need::Wide { .. } | Need::Groups { .. } => true,
                    _ => false,
                };
                bare && need.size() == size
            })
    }
}

/// The number of pairs: second and fourth copies.
#[inline]
pub fn pairs<const P: usize>(cards: &CardSet<P>) -> u32 {
    cards.plane(1).count_ones() + cards.plane(3).count_ones()
}

/// How disjoint tractors of pairs of these lengths can be packed into some cards: the kinds that give a pair and those that
/// give two.
pub fn pack<const P: usize>(table: &Table, suit: usize, cards: &CardSet<P>, lengths: &Lengths) -> Option<(u64, u64)> {
    let mut found = None;
    packings(table, suit, [cards.plane(1), cards.plane(3)], lengths, &mut |first, second| {
        found = Some((first, second));
        true
    });
    found
}

/// Calls `each` with every packing of tractors of pairs of these lengths into kinds that can give one pair (`free[0]`) or
/// two (`free[1]`), until it returns true: the kinds that give a pair and those that give two.
pub fn packings(
    table: &Table,
    suit: usize,
    free: [u64; 2],
    lengths: &Lengths,
    each: &mut impl FnMut(u64, u64) -> bool,
) -> bool {
    Packing { table, suit, free, lengths }.from(0, 0, 0, 0, each)
}

struct Packing<'a> {
    table: &'a Table,
    suit: usize,
    free: [u64; 2],
    lengths: &'a Lengths,
}

impl Packing<'_> {
    /// Goes on with tractor `i`. Equal neighbours in the list take their windows in ascending order from `low` on: two
    /// tractors of one length may change places, so one order of them is enough.
    fn from(&self, i: usize, low: usize, once: u64, twice: u64, each: &mut impl FnMut(u64, u64) -> bool) -> bool {
        let Some(&n) = self.lengths.get(i).filter(|n| **n > 0) else {
            let rest = self.lengths.iter().skip(i).position(|n| *n > 0);
            return match rest {
                Some(zeros) => self.from(i + zeros, 0, once, twice, each),
                None => each(once, twice),
            };
        };
        let open = (self.free[0] & !once) | (self.free[1] & once & !twice);
        let same = self.lengths.get(i + 1) == Some(&n);
        for (at, window) in self.table.windows(self.suit, n.into()).iter().enumerate().skip(low) {
            if window.mask & !open == 0 {
                let next = if same { at } else { 0 };
                if self.from(i + 1, next, once | window.mask, twice | (window.mask & once), each) {
                    return true;
                }
            }
        }
        false
    }
}
