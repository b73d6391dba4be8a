//! Cards laid on places that may be denied to some of them: a uniform draw among all ways to do so.
//!
//! All cards of one *pool* may have the same places. A first attempt lays pool after pool, each card on any free place
//! alike, and is kept in proportion to the ways in which the later pools can still lie. Where that is refused again and
//! again, the ways are counted instead: how many cards of each pool may go to each place, and in how many ways.

use crate::deal::{FastRng, PACK_MAX};
use crate::set::{CardSet, bits};
use arrayvec::ArrayVec;

/// The number of places.
const PLACES: usize = 4;
/// How many cards go to each place, or how many still can.
type ByPlace = [usize; PLACES];
/// Attempts before the ways are counted.
const ATTEMPTS: usize = 16;

/// The cards of some pools and the room of four places, which they fill.
#[derive(Clone)]
pub struct Spread<const P: usize> {
    /// The pools, by the mask of the places that they may have.
    pools: [CardSet<P>; 1 << PLACES],
    /// The pools that have cards, in the order in which they are laid.
    order: ArrayVec<Pool, { 1 << PLACES }>,
    /// Free places.
    room: ByPlace,
    refused: usize,
    ways: Option<Ways>,
}

/// A pool as far as numbers go.
#[derive(Clone, Copy)]
struct Pool {
    mask: usize,
    len: usize,
    /// The most places that can be open to it when its turn comes.
    open: usize,
}

fn has(mask: usize, place: usize) -> bool {
    mask >> place & 1 == 1
}

fn open(room: &ByPlace, mask: usize) -> usize {
    (0..PLACES).filter(|place| has(mask, *place)).map(|place| room[place]).sum()
}

impl<const P: usize> Spread<P> {
    /// No cards yet.
    pub fn new(room: [usize; PLACES]) -> Self {
        let pools = [CardSet::EMPTY; 1 << PLACES];
        Self { pools, order: ArrayVec::new(), room, refused: 0, ways: None }
    }

    /// Adds cards that may have the places of a mask.
    pub fn add(&mut self, mask: usize, cards: &CardSet<P>) {
        self.pools[mask] = self.pools[mask].plus(cards);
    }

    /// Puts the pools in order; no cards are added afterwards.
    pub fn ready(mut self) -> Self {
        for (mask, pool) in self.pools.iter().enumerate().filter(|(_, pool)| !pool.is_empty()) {
            self.order.push(Pool { mask, len: pool.len(), open: 0 });
        }
        // What comes later is accepted less often: large pools first, but what may lie anywhere last, for that always can.
        self.order.sort_by_key(|pool| (pool.mask + 1 == (1 << PLACES), std::cmp::Reverse(pool.len)));
        for i in 0..self.order.len() {
            let mask = self.order[i].mask;
            // A pool before takes of these places what has no room on its others.
            let taken =
                self.order[..i].iter().map(|other| other.len.saturating_sub(open(&self.room, other.mask & !mask)));
            self.order[i].open = open(&self.room, mask).saturating_sub(taken.sum::<usize>());
        }
        self
    }

    /// A way to lay all cards, each way as likely as another; `None`: there is none.
    pub fn draw(&mut self, rng: &mut FastRng) -> Option<[CardSet<P>; PLACES]> {
        while self.refused < ATTEMPTS {
            if let Some(laid) = self.attempt(rng) {
                return Some(laid);
            }
            self.refused += 1;
        }
        let numbers = self.ways.get_or_insert_with(|| Ways::new(&self.order, &self.room)).draw(&self.order, rng)?;
        let mut laid = [CardSet::EMPTY; PLACES];
        for (pool, mut room) in self.order.iter().zip(numbers) {
            self.lay(pool.mask, &mut room, &mut laid, rng)?;
        }
        Some(laid)
    }

    /// One attempt; `None`: it is refused, or there is no way.
    fn attempt(&self, rng: &mut FastRng) -> Option<[CardSet<P>; PLACES]> {
        let mut laid = [CardSet::EMPTY; PLACES];
        let mut room = self.room;
        for (i, pool) in self.order.iter().enumerate() {
            let open = open(&room, pool.mask);
            // There are open · (open − 1) · … ways to lay this pool.
            let kept = |n: usize| open == pool.open || rng.below((pool.open - n) as u32) < (open - n) as u32;
            if open < pool.len || i > 0 && !(0..pool.len).all(kept) {
                return None;
            }
            self.lay(pool.mask, &mut room, &mut laid, rng)?;
        }
        Some(laid)
    }

    /// Lays a pool on the free places of its mask, every place alike.
    #[inline]
    fn lay(&self, mask: usize, room: &mut ByPlace, laid: &mut [CardSet<P>; PLACES], rng: &mut FastRng) -> Option<()> {
        let pool = &self.pools[mask];
        let before = *room;
        let closed: ByPlace = std::array::from_fn(|place| if has(mask, place) { 0 } else { before[place] });
        (0..PLACES).for_each(|place| room[place] -= closed[place]);
        let mut left: usize = room.iter().sum();
        for p in 0..P {
            for card in bits(pool.plane(p)) {
                if left == 0 {
                    return None;
                }
                let at = rng.below(left as u32) as usize;
                let [a, b, c, _] = *room;
                let place = usize::from(at >= a) + usize::from(at >= a + b) + usize::from(at >= a + b + c);
                laid[place].insert(card);
                room[place] -= 1;
                left -= 1;
            }
        }
        (0..PLACES).for_each(|place| room[place] += closed[place]);
        Some(())
    }
}

/// The numbers of ways to lay all pools but the last, by the room that they leave.
#[derive(Clone)]
struct Ways {
    room: ByPlace,
    /// For no pool, one, two …: by the room left on all places but the last, up to a factor that is the same everywhere.
    layers: Vec<Vec<f64>>,
    /// By how much one more free place changes the index in a layer, for the first two places.
    steps: [usize; 2],
}

impl Ways {
    fn new(pools: &[Pool], room: &ByPlace) -> Self {
        let second = room[2] + 1;
        let first = second * (room[1] + 1);
        let mut ways = Self { room: *room, layers: vec![], steps: [first, second] };
        let mut start = vec![0.0; first * (room[0] + 1)];
        start[ways.at(room)] = 1.0;
        let mut laid = 0;
        ways.layers.push(start);
        for (i, pool) in pools.iter().enumerate().take(pools.len() - 1) {
            let mut next = vec![0.0; ways.layers[0].len()];
            ways.each_room(i, laid, &mut |left, here| {
                let at = ways.at(left);
                each_split(pool, left, &mut |numbers, weight| {
                    next[at - ways.at(numbers)] += here * weight;
                    false
                });
                false
            });
            ways.layers.push(next);
            laid += pool.len;
        }
        ways
    }

    #[inline]
    fn at(&self, room: &ByPlace) -> usize {
        room[0] * self.steps[0] + room[1] * self.steps[1] + room[2]
    }

    /// Calls `each` with every room that some pools with so many cards can leave, and its number of ways, until it returns true.
    fn each_room(&self, layer: usize, laid: usize, each: &mut impl FnMut(&ByPlace, f64) -> bool) {
        let [a, b, c, d] = self.room;
        let total = (a + b + c + d).saturating_sub(laid);
        for a in 0..=a {
            for b in 0..=b {
                for c in 0..=c {
                    let Some(d) = total.checked_sub(a + b + c).filter(|left| *left <= d) else { continue };
                    let left = [a, b, c, d];
                    let here = self.layers[layer][self.at(&left)];
                    if here > 0.0 && each(&left, here) {
                        return;
                    }
                }
            }
        }
    }

    /// How many cards of each pool go to each place; `None`: there is no way.
    fn draw(&self, pools: &[Pool], rng: &mut FastRng) -> Option<ArrayVec<ByPlace, { 1 << PLACES }>> {
        let (last, others) = pools.split_last()?;
        let laid: usize = others.iter().map(|pool| pool.len).sum();
        // The last pool takes all that is left.
        let ways = |left: &ByPlace, here: f64| {
            let fits = (0..PLACES).all(|place| has(last.mask, place) || left[place] == 0);
            if fits { here * weight(left) } else { 0.0 }
        };
        let mut total = 0.0;
        self.each_room(others.len(), laid, &mut |left, here| {
            total += ways(left, here);
            false
        });
        if total == 0.0 || laid + last.len != self.room.iter().sum() {
            return None;
        }
        let (mut left, mut rest) = ([0; PLACES], rng.unit() * total);
        self.each_room(others.len(), laid, &mut |room, here| {
            let here = ways(room, here);
            if here > 0.0 {
                left = *room;
            }
            rest -= here;
            rest < 0.0
        });
        let mut drawn = ArrayVec::from_iter([left]);
        for (i, pool) in others.iter().enumerate().rev() {
            let taken = std::array::from_fn(|place| self.room[place] - left[place]);
            let at = self.at(&left);
            let (mut numbers, mut rest) = ([0; PLACES], rng.unit() * self.layers[i + 1][at]);
            each_split(pool, &taken, &mut |split, weight| {
                let here = weight * self.layers[i][at + self.at(split)];
                if here > 0.0 {
                    numbers = *split;
                }
                rest -= here;
                rest < 0.0
            });
            left = std::array::from_fn(|place| left[place] + numbers[place]);
            drawn.push(numbers);
        }
        drawn.reverse();
        Some(drawn)
    }
}

/// 1 / n! for every number of cards of a pack.
const INVERSE: [f64; PACK_MAX + 1] = {
    let mut inverse = [1.0; PACK_MAX + 1];
    let mut n = 1;
    while n <= PACK_MAX {
        inverse[n] = inverse[n - 1] / n as f64;
        n += 1;
    }
    inverse
};

/// The share that some numbers of cards of a pool have in all ways to divide it: 1 / (a! b! c! d!).
fn weight(numbers: &ByPlace) -> f64 {
    numbers.iter().map(|n| INVERSE[*n]).product()
}

/// Calls `each` with every way to divide a pool among places with some room, and its weight, until it returns true.
#[expect(clippy::needless_range_loop, reason = "the numbers are what is wanted, not the items")]
fn each_split(pool: &Pool, room: &ByPlace, each: &mut impl FnMut(&ByPlace, f64) -> bool) {
    let most: ByPlace = std::array::from_fn(|place| if has(pool.mask, place) { room[place] } else { 0 });
    // From each place on there must be room for what is left.
    let (second, third, fourth) = (most[1] + most[2] + most[3], most[2] + most[3], most[3]);
    for a in pool.len.saturating_sub(second)..=most[0].min(pool.len) {
        let left = pool.len - a;
        for b in left.saturating_sub(third)..=most[1].min(left) {
            let (left, weight) = (left - b, INVERSE[a] * INVERSE[b]);
            for c in left.saturating_sub(fourth)..=most[2].min(left) {
                let d = left - c;
                if each(&[a, b, c, d], weight * INVERSE[c] * INVERSE[d]) {
                    return;
                }
            }
        }
    }
}
