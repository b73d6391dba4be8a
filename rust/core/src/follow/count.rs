//! The number of plays that meet a demand, and the play with a number.
//!
//! One play can meet a demand in many ways, so ways are not summed. Where every play is nothing but what an alternative names,
//! those are counted. Else the kinds are gone through in the order of their lanes, choosing the copies of each, and only what
//! the demand can see is remembered: pairs, the run of pairs under way, quads, triples. Several tractors at once are too
//! much to remember; there the numbers of pairs of each kind are enumerated, which alone decide.

use super::demand::{Demand, Lengths, Need, packings, pairs};
use super::pool;
use super::table::Table;
use crate::card::Card;
use crate::set::{CardSet, bits, copies};
use arrayvec::ArrayVec;

/// The plays of `size` cards of `held`, all of one suit, that meet a demand.
pub struct Plays<'a, const P: usize> {
    /// The order of the cards.
    pub table: &'a Table,
    /// The suit.
    pub suit: usize,
    /// The cards to choose from.
    pub held: CardSet<P>,
    /// How many to choose.
    pub size: usize,
    /// What they must meet.
    pub demand: &'a Demand,
}

impl<const P: usize> Plays<'_, P> {
    /// Their number.
    pub fn count(&self) -> u64 {
        if self.demand.is_exact(self.size) {
            return self.demand.needs.iter().map(|need| self.exact_count(need)).sum();
        }
        match self.demand.needs[0] {
            Need::Runs { lengths, pairs } => self.vectors(&lengths, pairs, u64::MAX).1,
            need => Scan::new(self, need).count(),
        }
    }

    /// The one with an index below [`Plays::count`].
    pub fn unrank(&self, mut index: u64) -> CardSet<P> {
        if self.demand.is_exact(self.size) {
            for need in &self.demand.needs {
                let here = self.exact_count(need);
                if index < here {
                    return self.exact_unrank(need, index);
                }
                index -= here;
            }
        }
        match self.demand.needs[0] {
            Need::Runs { lengths, pairs } => self.vectors(&lengths, pairs, index).0,
            need => Scan::new(self, need).unrank(index),
        }
    }

    /// The kinds that have the copies an exact alternative takes of each.
    fn open(&self, need: &Need) -> (usize, u64) {
        let w = match *need {
            Need::Wide { w, .. } | Need::Groups { w, .. } => w as usize,
            _ => 2,
        };
        (w, self.held.plane(w - 1))
    }

    fn windows<'s>(&'s self, need: &Need) -> impl Iterator<Item = u64> + use<'s, P> {
        let (_, open) = self.open(need);
        let n = match *need {
            Need::Run { n, .. } | Need::Wide { n, .. } => n as usize,
            _ => 0,
        };
        self.table.windows(self.suit, n).iter().map(|window| window.mask).filter(move |mask| mask & !open == 0)
    }

    fn exact_count(&self, need: &Need) -> u64 {
        match *need {
            Need::Groups { n, .. } => pool::ways(&CardSet::<1>::of_mask(self.open(need).1), n.into()),
            _ => self.windows(need).count() as u64,
        }
    }

    fn exact_unrank(&self, need: &Need, index: u64) -> CardSet<P> {
        let (w, open) = self.open(need);
        let mask = match *need {
            Need::Groups { n, .. } => pool::unrank(&CardSet::<1>::of_mask(open), n.into(), index).kinds(),
            _ => self.windows(need).nth(index as usize).expect("the index is below the count"),
        };
        copies(mask, w)
    }

    /// Calls for every choice of pairs that meets the demand: a play has a second card more or less of each other kind. Returns the
    /// play with an index, and the number of plays gone through.
    fn vectors(&self, lengths: &Lengths, least: u8, index: u64) -> (CardSet<P>, u64) {
        let kinds: ArrayVec<(Card, usize), { pool::HAND }> =
            bits(self.held.kinds()).map(|card| (card, self.held.count(card))).collect();
        let mut search = Vectors { plays: self, lengths, least: least.into(), index, passed: 0, found: None };
        search.from(&kinds, CardSet::EMPTY, 0);
        (search.found.unwrap_or(CardSet::EMPTY), search.passed)
    }
}

/// The search of [`Plays::vectors`].
struct Vectors<'a, const P: usize> {
    plays: &'a Plays<'a, P>,
    lengths: &'a Lengths,
    least: u32,
    index: u64,
    passed: u64,
    found: Option<CardSet<P>>,
}

impl<const P: usize> Vectors<'_, P> {
    /// `set` holds the pairs chosen so far, `singles` the kinds that have a card beside their pairs.
    fn from(&mut self, kinds: &[(Card, usize)], set: CardSet<P>, singles: u64) {
        if self.found.is_some() || set.len() > self.plays.size {
            return;
        }
        let Some(((card, h), rest)) = kinds.split_first() else { return self.leaf(&set, singles) };
        for twos in 0..=h / 2 {
            let spare = if *h > 2 * twos { card.bit() } else { 0 };
            self.from(rest, set.union(&CardSet::of(*card, 2 * twos)), singles | spare);
        }
    }

    fn leaf(&mut self, set: &CardSet<P>, singles: u64) {
        let (table, suit) = (self.plays.table, self.plays.suit);
        let met = pairs(set) >= self.least
            && packings(table, suit, [set.plane(1), set.plane(3)], self.lengths, &mut |_, _| true);
        if !met {
            return;
        }
        let (singles, n) = (CardSet::<1>::of_mask(singles), self.plays.size - set.len());
        let here = pool::ways(&singles, n);
        if self.index < self.passed + here {
            let one = pool::unrank(&singles, n, self.index - self.passed).kinds();
            self.found = Some(set.plus(&CardSet::of_mask(one)));
        }
        self.passed += here;
    }
}

/// A kind on the way through the lanes.
#[derive(Clone, Copy, Debug)]
struct Node {
    card: Card,
    /// The fewest and the most copies that may be chosen.
    least: usize,
    most: usize,
    /// Whether its pairs count at all.
    counts: bool,
    /// Whether it begins a lane, or its lower neighbour is not held: a run cannot come in.
    fresh: bool,
    /// Whether it is the first held kind of its lane.
    opens: bool,
    /// Whether it is where runs of an open lane end and begin.
    cut: bool,
    /// Whether it is the first kind of a closed lane, or the last.
    first: bool,
    last: bool,
}

/// What the demand has seen of the cards chosen so far. Numbers beyond what it asks for are not told apart.
#[derive(Clone, Copy, Default)]
struct Seen {
    pairs: usize,
    /// Of a run: the length of the run under way, the full length once there was one. Of quads and triples: quads.
    run: usize,
    /// Of a run: whether the first kind of a closed lane gave a pair. Of triples: triples.
    more: usize,
}

/// The way through the kinds for one need.
struct Scan<'a, const P: usize> {
    nodes: ArrayVec<Node, { pool::HAND }>,
    size: usize,
    need: Need,
    /// The bounds of [`Seen`].
    most: Seen,
    held: &'a CardSet<P>,
}

impl<'a, const P: usize> Scan<'a, P> {
    fn new(plays: &'a Plays<'_, P>, need: Need) -> Self {
        let most = match need {
            Need::Pairs(pairs) => Seen { pairs: pairs.into(), run: 0, more: 0 },
            Need::Run { n, pairs } => Seen { pairs: pairs.into(), run: n.into(), more: 1 },
            Need::Quads { k, pairs } => Seen { pairs: (2 * k + pairs).into(), run: k.into(), more: 0 },
            Need::Triples { k, pairs } => Seen { pairs: (2 * k + pairs).into(), run: k.into(), more: k.into() },
            Need::Wide { .. } | Need::Groups { .. } | Need::Runs { .. } => unreachable!("counted in other ways"),
        };
        let mut scan = Self { nodes: ArrayVec::new(), size: plays.size, need, most, held: &plays.held };
        scan.walk(plays);
        scan
    }

    /// Puts the kinds in order: the lanes, then the rest.
    fn walk(&mut self, plays: &Plays<'_, P>) {
        let mut rest = plays.held.kinds();
        for lane in &plays.table.lanes[plays.suit] {
            let (mut previous, mut opens) = (false, true);
            for (at, slot) in lane.slots.iter().enumerate() {
                let card = Card::new(*slot);
                let held = rest & card.bit() != 0;
                if held {
                    let end = at + 1 == lane.slots.len();
                    let node = Node {
                        fresh: !previous,
                        opens: std::mem::take(&mut opens),
                        cut: at == lane.cut && !lane.closed,
                        first: lane.closed && at == 0,
                        last: lane.closed && end,
                        ..self.node(plays, card)
                    };
                    self.nodes.push(node);
                }
                rest &= !card.bit();
                previous = held;
            }
        }
        for card in bits(rest) {
            let node = self.node(plays, card);
            self.nodes.push(node);
        }
    }

    fn node(&self, plays: &Plays<'_, P>, card: Card) -> Node {
        let forced = plays.demand.kinds & card.bit() != 0;
        Node {
            card,
            least: if forced { plays.demand.copies.into() } else { 0 },
            most: self.held.count(card).min(self.size),
            counts: !forced,
            fresh: true,
            opens: true,
            cut: false,
            first: false,
            last: false,
        }
    }

    /// What is seen after `x` copies of a kind.
    #[inline]
    fn step(&self, seen: Seen, node: &Node, x: usize) -> Seen {
        let x = if node.counts { x } else { 0 };
        let pairs = (seen.pairs + x / 2).min(self.most.pairs);
        let upto = |n: usize, most: usize, hit: bool| (n + usize::from(hit)).min(most);
        match self.need {
            Need::Pairs(_) => Seen { pairs, ..seen },
            Need::Quads { .. } => Seen { pairs, run: upto(seen.run, self.most.run, x == 4), ..seen },
            Need::Triples { .. } => Seen {
                pairs,
                run: upto(seen.run, self.most.run, x == 4),
                more: upto(seen.more, self.most.more, x == 3),
            },
            _ => {
                let (run, more) = self.run(seen, node, x >= 2);
                Seen { pairs, run, more }
            }
        }
    }

    /// The run under way and whether the first kind of a closed lane is in it.
    #[inline]
    fn run(&self, seen: Seen, node: &Node, two: bool) -> (usize, usize) {
        let n = self.most.run;
        if seen.run == n {
            return (n, 0);
        }
        let before = if node.fresh { 0 } else { seen.run };
        let mark = if node.opens { 0 } else { seen.more };
        if !two {
            return (0, if node.last { 0 } else { mark });
        }
        let length = before + 1;
        let wraps = node.last && mark == 1 && length + 1 >= n;
        match () {
            () if length >= n || wraps => (n, 0),
            () if node.first => (1, 1),
            // A window may end with the cut, and another begin with it.
            () if node.cut => (1, mark),
            () => (length, if node.last { 0 } else { mark }),
        }
    }

    /// Whether what is seen in the end meets the need.
    fn good(&self, seen: Seen) -> bool {
        match self.need {
            Need::Pairs(_) => seen.pairs == self.most.pairs,
            Need::Triples { k, pairs } => {
                let broken = k as usize - seen.more;
                broken <= seen.run && seen.pairs >= seen.more + 2 * broken + pairs as usize
            }
            _ => seen.run == self.most.run && seen.pairs == self.most.pairs,
        }
    }

    #[inline]
    fn at(&self, seen: Seen) -> usize {
        ((seen.run * (self.most.more + 1) + seen.more) * (self.most.pairs + 1) + seen.pairs) * (self.size + 1)
    }

    /// All that can be seen.
    fn every(&self) -> impl Iterator<Item = Seen> + use<P> {
        let most = self.most;
        (0..=most.run).flat_map(move |run| {
            (0..=most.more).flat_map(move |more| (0..=most.pairs).map(move |pairs| Seen { pairs, run, more }))
        })
    }

    fn width(&self) -> usize {
        (self.most.run + 1) * (self.most.more + 1) * (self.most.pairs + 1) * (self.size + 1)
    }

    /// Of what is seen and the number of cards still to be chosen: the ways to come to a good end without further kinds.
    fn end(&self) -> Vec<u64> {
        let mut ways = vec![0; self.width()];
        for seen in self.every() {
            ways[self.at(seen)] = self.good(seen).into();
        }
        ways
    }

    /// The same before one more kind.
    fn before(&self, node: &Node, later_pairs: usize, after: &[u64], ways: &mut [u64]) {
        ways.fill(0);
        for seen in self.every() {
            // Too few pairs are left, or the mark of a closed lane does not matter here.
            if seen.pairs + later_pairs < self.least_pairs() {
                continue;
            }
            let here = self.at(seen);
            for x in node.least..=node.most {
                let there = self.at(self.step(seen, node, x));
                for left in x..=self.size {
                    ways[here + left] += after[there + left - x];
                }
            }
        }
    }

    /// The pairs without which no end is good.
    fn least_pairs(&self) -> usize {
        match self.need {
            Need::Triples { k, pairs } => (k + pairs).into(),
            _ => self.most.pairs,
        }
    }

    fn count(&self) -> u64 {
        let mut after = self.end();
        let mut ways = vec![0; after.len()];
        let mut later_pairs = 0;
        for node in self.nodes.iter().rev() {
            later_pairs += if node.counts { node.most / 2 } else { 0 };
            self.before(node, later_pairs, &after, &mut ways);
            std::mem::swap(&mut ways, &mut after);
        }
        after[self.at(Seen::default()) + self.size]
    }

    fn unrank(&self, mut index: u64) -> CardSet<P> {
        let mut layers = vec![self.end()];
        let mut later_pairs = 0;
        for node in self.nodes.iter().rev() {
            later_pairs += if node.counts { node.most / 2 } else { 0 };
            let mut ways = vec![0; self.width()];
            self.before(node, later_pairs, &layers[layers.len() - 1], &mut ways);
            layers.push(ways);
        }
        layers.pop();
        let (mut set, mut seen, mut left) = (CardSet::EMPTY, Seen::default(), self.size);
        for node in &self.nodes {
            let after = layers.pop().expect("a layer for each kind");
            for x in node.least..=node.most.min(left) {
                let next = self.step(seen, node, x);
                let here = after[self.at(next) + left - x];
                if index < here {
                    (set, seen, left) = (set.union(&CardSet::of(node.card, x)), next, left - x);
                    break;
                }
                index -= here;
            }
        }
        set
    }
}
