//! What groups and finished hands are worth, by which finished hands compare (rule book §3, §7).

use super::rules::{DiscardKan, JiaoFallback, Jing, MainJing, Rules};
use super::shapes::{
    CHARACTERS, Cards, Counts, DUI, FLOWERED, JING_3, KAN, PAIRS, RED, Residue, SENTENCE, SENTENCES, SIZES, Shape,
    Split, char_of, flower, flowers, is_flower, split,
};
use crate::card::Card;
use crate::set::bits;
use arrayvec::ArrayVec;

/// Stands for a character or card where there is none; as a signed byte it is −1.
pub const NONE: u8 = 255;
/// The parts of a finished hand beside the final pair (H-021).
pub const GROUPS: usize = 8;

/// 胡 of a group of equal characters that are no 经, by kind: black and red (H-043 … H-058).
const TABLE: [[u8; 8]; 2] = [[0, 1, 2, 4, 0, 2, 4, 4], [1, 2, 4, 8, 1, 4, 8, 8]];

/// A declared or exposed group of equal characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its kind, from 统 on.
    pub kind: u8,
    /// Its character.
    pub char: u8,
    /// Flower copies in it.
    pub flowers: u8,
}

/// The groups in front of a seat.
pub type Groups = ArrayVec<Group, GROUPS>;

impl Group {
    /// Its cards.
    pub fn cards(&self) -> Cards {
        let plain = Cards::of(Card::new(self.char), (SIZES[self.kind as usize] - self.flowers) as usize);
        if self.flowers == 0 { plain } else { plain.union(&Cards::of(flower(self.char), self.flowers as usize)) }
    }

    /// Its 胡 with `main` as 主经.
    #[inline]
    pub fn hu(&self, jing: u32, main: u8) -> u32 {
        equal_hu(jing, self.kind, self.char, u32::from(self.flowers), main)
    }
}

/// The 经 as a mask (H-037).
#[inline]
pub fn jing(rules: &Rules) -> u32 {
    if rules.jing == Jing::Five { FLOWERED } else { JING_3 }
}

/// 胡 of a group of equal characters, `f` flowers among them.
#[inline]
fn equal_hu(jing: u32, kind: u8, char: u8, f: u32, main: u8) -> u32 {
    if jing >> char & 1 == 0 {
        // Only 乙 and 九 of the 3-经 game have flowers here (H-077, HA-29).
        return u32::from(TABLE[(RED >> char & 1) as usize][kind as usize]) + f;
    }
    // The best three cards are worth 3 + f; all but 对 add two (H-061, H-071), then it doubles with every further card.
    let hu = if kind == DUI { 3 + f } else { (5 + f) << (SIZES[kind as usize] - 3) };
    hu << u32::from(char == main)
}

/// What one card is worth by itself (H-059, H-060, H-069, H-077).
#[inline]
fn single_hu(jing: u32, card: Card, main: u8) -> u32 {
    let char = char_of(card);
    (jing >> char & 1) << u32::from(char == main) << u32::from(is_flower(card))
        | u32::from(jing >> char & 1 == 0 && is_flower(card))
}

/// The sum of what the cards are worth by themselves, with no 主经.
#[inline]
fn singles_hu(jing: u32, cards: &Cards) -> u32 {
    cards.count_in(jing.into()) as u32 + {
        // A flower 经 is worth 2; a flower of the others, 乙 and 九 of the 3-经 game, 1.
        let own = (0..5).fold(0, |mask, i| mask | u64::from(jing >> (2 * i) & 1) << i) << CHARACTERS;
        (cards.count_in(own) + cards.count_in(0b11111 << CHARACTERS)) as u32
    }
}

/// 胡 of a group of any kind (vector op `group`).
pub fn group_hu(rules: &Rules, kind: u8, cards: &Cards, main: u8) -> u32 {
    let jing = jing(rules);
    let first = char_of(Card::new(cards.kinds().trailing_zeros() as u8));
    if kind == SENTENCE {
        return cards.cards().map(|card| single_hu(jing, card, main)).sum::<u32>() + (RED >> first & 1);
    }
    equal_hu(jing, kind, first, flowers(cards, first) as u32, main)
}

/// A finished hand to be valued.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The free cards, the winning card included.
    pub free: Cards,
    /// The groups.
    pub groups: Groups,
    /// 叫经: the character called, [`NONE`] if none.
    pub called: u8,
    /// The winning card if another seat discarded it.
    pub won_on: Option<Card>,
}

/// The best reading of a finished hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The 胡.
    pub total: u32,
    /// The 主经, [`NONE`] if none.
    pub main: u8,
    /// The cards of the final pair.
    pub pair: [Card; 2],
    /// The free groups.
    pub split: Split,
    /// The 砍 that the winning discard completed and that scores as 对 (D-07), [`NONE`] if none.
    pub dui: u8,
}

/// The characters that may be 主经 of a winner; bit 31 stands for none (H-038, H-039, HA-26 … HA-28).
fn mains(rules: &Rules, hand: &Hand, counts: &Counts) -> u32 {
    const NO_MAIN: u32 = 1 << 31;
    let best_only = match (rules.zhu_jing_mode, rules.jiao_jing_fallback) {
        (MainJing::Jiao, _) if hand.called != NONE => return 1 << hand.called,
        (MainJing::None, _) | (MainJing::Jiao, JiaoFallback::None) => return NO_MAIN,
        (mode, _) => mode != MainJing::MenMaxHu,
    };
    let (mut mask, mut most) = (0, 1);
    for char in bits(jing(rules).into()).map(Card::slot) {
        let grouped = hand.groups.iter().filter(|group| group.char == char).map(|group| SIZES[group.kind as usize]);
        let n = counts.get(char) + grouped.sum::<u8>();
        if best_only && n > most {
            (mask, most) = (0, n);
        }
        mask |= u32::from(n >= most) << char;
    }
    if mask == 0 { NO_MAIN } else { mask }
}

/// Values the readings of one hand.
struct Valuer<'a> {
    rules: &'a Rules,
    hand: &'a Hand,
    jing: u32,
    mains: u32,
}

impl Valuer<'_> {
    /// What does not depend on the reading: the groups, and the free cards by themselves.
    fn base(&self, main: u8) -> u32 {
        let groups: u32 = self.hand.groups.iter().map(|group| group.hu(self.jing, main)).sum();
        let mut singles = singles_hu(self.jing, &self.hand.free);
        if main != NONE {
            // Its cards once more: one for each copy and one more for each flower.
            let mask = 1 << main | flower(main).bit();
            singles += (self.hand.free.count_in(mask) + flowers(&self.hand.free, main)) as u32;
        }
        groups + singles
    }

    /// What a split adds to the single cards: 砍 and red sentences.
    #[inline]
    fn bonus(&self, split: &Split, main: u8) -> u32 {
        let red = (split.kan & RED).count_ones();
        let jing = (split.kan & self.jing).count_ones();
        let main = if main == NONE { 0 } else { split.kan >> main & 1 };
        split.kan.count_ones() + red + jing + 2 * main + split.times(12) + split.times(13)
    }

    /// What a 砍 of a character loses as 对 (D-07).
    #[inline]
    fn loss(&self, char: u8, main: u8) -> u32 {
        if self.jing >> char & 1 == 1 { 2 << u32::from(char == main) } else { 1 }
    }

    /// The cards of the final pair and the 砍 that becomes a 对: the better of laying the winning discard into the pair,
    /// if it fits there, and elsewhere, if there is a place. The third is what this costs.
    #[inline]
    fn place(&self, split: &Split, pair: [u8; 2], main: u8) -> ([Card; 2], u8, u32) {
        let won = self.hand.won_on.filter(|_| self.rules.discard_kan_scores == DiscardKan::Dui);
        let Some(won) = won else { return self.plain_first(self.hand.free, pair, NONE, main) };
        let char = char_of(won);
        let in_kan = split.kan >> char & 1 == 1;
        let dui = if in_kan && !split.holds(char) { char } else { NONE };
        if !pair.contains(&char) {
            return self.plain_first(self.hand.free, pair, dui, main);
        }
        let mut rest = self.hand.free;
        rest.remove(won);
        let other = if pair[0] == char { pair[1] } else { pair[0] };
        let card = plain_or_flower(&rest, other);
        let inside = if pair[0] == char { [won, card] } else { [card, won] };
        let inside = (inside, NONE, self.pair_loss(inside, main));
        if self.rules.pair_jing_counts || !(in_kan || split.holds(char)) {
            return inside;
        }
        let outside = self.plain_first(rest, pair, dui, main);
        if outside.2 < inside.2 { outside } else { inside }
    }

    /// The pair out of some cards, plain copies first, and what it and a 砍 that becomes a 对 cost.
    #[inline]
    fn plain_first(&self, mut cards: Cards, [a, b]: [u8; 2], dui: u8, main: u8) -> ([Card; 2], u8, u32) {
        let first = plain_or_flower(&cards, a);
        cards.remove(first);
        let pair = [first, plain_or_flower(&cards, b)];
        (pair, dui, self.pair_loss(pair, main) + if dui == NONE { 0 } else { self.loss(dui, main) })
    }

    /// What the single cards of the pair do not count (HA-23).
    #[inline]
    fn pair_loss(&self, pair: [Card; 2], main: u8) -> u32 {
        if self.rules.pair_jing_counts { 0 } else { pair.iter().map(|card| single_hu(self.jing, *card, main)).sum() }
    }
}

/// A plain copy of a character if there is one.
#[inline]
fn plain_or_flower(cards: &Cards, char: u8) -> Card {
    let plain = Card::new(char);
    if cards.kinds() & plain.bit() != 0 || FLOWERED >> char & 1 == 0 { plain } else { flower(char) }
}

/// Calls `found` with every finishing pair and its split until it says stop; whether there was any.
fn readings(counts: &Counts, pairs: u64, mut found: impl FnMut([u8; 2], &Split) -> bool) -> bool {
    let mut any = false;
    for pair in bits(pairs).map(|pair| PAIRS[pair.slot() as usize]) {
        if let Some(split) = counts.without(pair).and_then(|rest| split(&rest)) {
            any = true;
            if found(pair, &split) {
                break;
            }
        }
    }
    any
}

/// Whether free cards with these copies, 3k + 2 in number, are finished (H-021); `residue` is theirs.
#[inline]
pub fn is_finished(counts: &Counts, residue: Residue) -> bool {
    let pairs = residue.pairs();
    pairs != 0 && readings(counts, pairs, |_, _| true)
}

/// The best reading of a hand; `None` if it is not finished. With `enough` the first reading found of so many 胡.
#[inline]
pub fn best(rules: &Rules, hand: &Hand, residue: Residue, enough: Option<u32>) -> Option<Reading> {
    let pairs = residue.pairs();
    if pairs == 0 || hand.free.len() + 3 * hand.groups.len() != 3 * GROUPS + 2 {
        return None;
    }
    search(rules, hand, pairs, enough.unwrap_or(u32::MAX))
}

/// The search over pairs and 主经.
fn search(rules: &Rules, hand: &Hand, pairs: u64, enough: u32) -> Option<Reading> {
    let counts = Counts::of(&hand.free);
    let mut best: Option<Reading> = None;
    let mut valuer = Valuer { rules, hand, jing: jing(rules), mains: 0 };
    let mut bases: ArrayVec<(u8, u32), 6> = ArrayVec::new();
    readings(&counts, pairs, |pair, split| {
        if bases.is_empty() {
            valuer.mains = mains(rules, hand, &counts);
            let main = |bit: Card| if bit.slot() == 31 { NONE } else { bit.slot() };
            bases.extend(bits(valuer.mains.into()).map(main).map(|main| (main, valuer.base(main))));
        }
        for &(main, base) in &bases {
            let (cards, dui, cost) = valuer.place(split, pair, main);
            let total = base + valuer.bonus(split, main) - cost;
            if best.is_none_or(|best| total > best.total) {
                best = Some(Reading { total, main, pair: cards, split: *split, dui });
            }
        }
        best.is_some_and(|best| best.total >= enough)
    });
    best
}

/// The groups of a reading with their cards and 胡: the declared and exposed ones, then the free ones.
pub fn groups(rules: &Rules, hand: &Hand, reading: &Reading) -> ArrayVec<(u8, Cards, u32), GROUPS> {
    let jing = jing(rules);
    let mut out: ArrayVec<_, GROUPS> =
        hand.groups.iter().map(|group| (group.kind, group.cards(), group.hu(jing, reading.main))).collect();
    let mut rest = hand.free.minus(&reading.pair.iter().copied().collect());
    let mut won = hand.won_on.filter(|won| rest.count(*won) > 0 && reading.split.holds(char_of(*won)));
    for (index, sentence) in SENTENCES.iter().enumerate() {
        for _ in 0..reading.split.times(index) {
            let mut cards = Cards::EMPTY;
            for &char in sentence {
                // The winning discard lies in the first sentence that holds its character, not in a 砍.
                let card = match won.take_if(|won| char_of(*won) == char) {
                    Some(card) => card,
                    None => plain_or_flower(&rest, char),
                };
                cards.insert(card);
                rest.remove(card);
            }
            out.push((SENTENCE, cards, group_hu(rules, SENTENCE, &cards, reading.main)));
        }
    }
    for char in bits(reading.split.kan.into()).map(Card::slot) {
        let cards = super::shapes::take(&rest, char, 3);
        let kind = if char == reading.dui { DUI } else { KAN };
        out.push((kind, cards, group_hu(rules, kind, &cards, reading.main)));
    }
    out
}

/// What the final pair of a reading counts.
pub fn pair_hu(rules: &Rules, reading: &Reading) -> u32 {
    if !rules.pair_jing_counts {
        return 0;
    }
    reading.pair.iter().map(|card| single_hu(jing(rules), *card, reading.main)).sum()
}

/// Some cards as a group of a kind, with their 胡.
pub fn shape(rules: &Rules, kind: u8, cards: &Cards, main: u8) -> Shape {
    let card = (super::shapes::at_least(cards, 1).trailing_zeros() as u8).min(CHARACTERS as u8 - 1);
    Shape { kind: kind as i8, count: cards.len() as u8, card, hu: group_hu(rules, kind, cards, main) as u8 }
}
