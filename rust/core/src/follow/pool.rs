//! Choosing freely from some cards: how many sets there are, the set with a number, all of them, and the least useful.

use crate::card::Card;
use crate::set::{CardSet, bits};

/// More cards than this no hand has.
pub const HAND: usize = 54;

/// Where at most this many sets are possible each is a class of its own.
pub const FEW: u64 = 64;

/// The number of sets of `n` cards for each `n`, of the cards of some kinds.
pub type Ways = [u64; HAND + 1];

/// The number of sets of 0, 1, … `n` cards: the product of 1 + z + … + z^h over the kinds. Larger sizes are not counted.
pub fn all_ways<const P: usize>(cards: &CardSet<P>, n: usize) -> Ways {
    let mut ways = [0; HAND + 1];
    ways[0] = 1;
    let mut most = 0;
    // Planes are nested: kinds with exactly h copies are multiplied in one after another.
    for h in 1..=P {
        for _ in bits(cards.plane(h - 1) & !cards.plane(h)) {
            multiply(&mut ways, &mut most, h, n);
        }
    }
    ways
}

/// Times 1 + z + … + z^h, in place from the top down.
#[inline]
fn multiply(ways: &mut Ways, most: &mut usize, h: usize, n: usize) {
    *most = (*most + h).min(n);
    for size in (1..=*most).rev() {
        let mut sum = 0;
        for taken in 1..=h.min(size) {
            sum += ways[size - taken];
        }
        ways[size] += sum;
    }
}

/// The number of sets of `n` cards.
pub fn ways<const P: usize>(cards: &CardSet<P>, n: usize) -> u64 {
    if n > cards.len() { 0 } else { all_ways(cards, n)[n] }
}

/// The number of sets of `n` cards if it is at most [`FEW`], or there is one for each kind.
#[inline]
pub fn few<const P: usize>(cards: &CardSet<P>, n: usize) -> Option<u32> {
    let kinds = cards.kinds().count_ones();
    match n {
        0 => Some(1),
        1 => Some(kinds),
        // Sets without doubles alone are too many.
        2 if kinds > 11 => None,
        3.. if kinds > 11 && n + 2 <= kinds as usize => None,
        _ => {
            // A set leaves out as many cards as it does not take.
            let rest = cards.len().checked_sub(n);
            let sets = rest.map_or(0, |rest| all_ways(cards, n.min(rest))[n.min(rest)]);
            (sets <= FEW).then_some(sets as u32)
        }
    }
}

/// The set of `n` cards with an index below [`ways`]. Copies of the lowest slot are chosen first, few before many.
pub fn unrank<const P: usize>(cards: &CardSet<P>, n: usize, mut index: u64) -> CardSet<P> {
    let (mut rest, mut left, mut set) = (*cards, n, CardSet::EMPTY);
    for card in bits(cards.kinds()) {
        rest = rest.within(!card.bit());
        let ways = all_ways(&rest, left);
        for x in 0..=cards.count(card).min(left) {
            let here = ways[left - x];
            if index < here {
                set = set.union(&CardSet::of(card, x));
                left -= x;
                break;
            }
            index -= here;
        }
    }
    set
}

/// The number of sets of any number of cards but none.
pub fn any_ways<const P: usize>(cards: &CardSet<P>) -> u64 {
    bits(cards.kinds()).fold(1, |ways, card| ways * (cards.count(card) as u64 + 1)) - 1
}

/// The set with an index below [`any_ways`]: the copies of each kind are the digits of a number.
pub fn unrank_any<const P: usize>(cards: &CardSet<P>, index: u64) -> CardSet<P> {
    let mut number = index + 1;
    bits(cards.kinds()).fold(CardSet::EMPTY, |set, card| {
        let base = cards.count(card) as u64 + 1;
        let n = number % base;
        number /= base;
        set.union(&CardSet::of(card, n as usize))
    })
}

/// The kinds in order of use, the least useful first: few copies before many, so that groups stay whole, then by slot.
#[inline]
pub fn by_use<const P: usize>(cards: &CardSet<P>) -> impl Iterator<Item = (Card, usize)> + use<P> {
    let set = *cards;
    (1..=P).flat_map(move |h| bits(set.plane(h - 1) & !set.plane(h)).map(move |card| (card, h)))
}

/// The `n` least useful cards, in the order of [`by_use`].
#[inline]
pub fn least<const P: usize>(cards: &CardSet<P>, n: usize) -> CardSet<P> {
    let (mut set, mut left) = (CardSet::EMPTY, n);
    for h in 1..=P {
        let mut open = cards.plane(h - 1) & !cards.plane(h);
        while left > 0 && open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            set.0.iter_mut().take(h.min(left)).for_each(|plane| *plane |= bit);
            left = left.saturating_sub(h);
        }
    }
    set
}

/// Calls `each` with every set of `n` cards until it returns true; the least useful cards come first.
pub fn each_set<const P: usize>(cards: &CardSet<P>, n: usize, each: &mut impl FnMut(&CardSet<P>) -> bool) -> bool {
    if n == 1 {
        return by_use(cards).any(|(card, _)| each(&CardSet::of(card, 1)));
    }
    let mut kinds = [(Card::default(), 0); HAND];
    let mut len = 0;
    for item in by_use(cards) {
        kinds[len] = item;
        len += 1;
    }
    let total = cards.len();
    n <= total && choose(&kinds[..len], total, n, CardSet::EMPTY, each)
}

/// Takes from the first kind as many as possible first.
fn choose<const P: usize>(
    kinds: &[(Card, usize)],
    total: usize,
    n: usize,
    set: CardSet<P>,
    each: &mut impl FnMut(&CardSet<P>) -> bool,
) -> bool {
    if n == 0 {
        return each(&set);
    }
    let ((card, h), rest) = (kinds[0], &kinds[1..]);
    let total = total - h;
    (n.saturating_sub(total)..=h.min(n))
        .rev()
        .any(|x| choose(rest, total, n - x, set.union(&CardSet::of(card, x)), each))
}
