//! What cards are together: sentences, relations, and how a finished hand splits into them (rule book §2.2, §4, §7).
//!
//! **A pair leaves at most one reading to look at.** Three equal sentences are worth no more than the three 砍 of the same
//! cards, so each sentence is laid at most twice; then the number of copies modulo 3 says how often: 孔 and 己 that are no
//! 砍 stand in 孔乙己, 土 in 七十土, and among the numbers the lowest one left can only begin a run. `tests/huapai.rs`
//! compares this with a search over all partitions.
//!
//! **Most hands are refused by a sum.** Give every character a vector over the integers modulo 3 such that every sentence
//! sums to zero. There are eight independent ways, so a hand has one of 3⁸ = 6,561 residues, and a finished one the
//! residue of its final pair: 13 of them. A state carries the residue of each hand, updated with every card.

use crate::card::{Card, Pack};
use crate::notation;
use crate::row;
use crate::set::CardSet;

/// Huapai cards: five planes.
pub type Cards = CardSet<5>;

/// The number of characters; their slots come first, those of the flower faces behind them.
pub const CHARACTERS: usize = 22;
/// The slots of the plain faces.
pub const PLAIN: u64 = (1 << CHARACTERS) - 1;
/// The characters with a flower face, 乙 三 五 七 九; also 经 of the 5-经 game (H-037, H-040).
pub const FLOWERED: u32 = 0b1_0101_0101;
/// 经 of the 3-经 game: 三 五 七 (H-037).
pub const JING_3: u32 = 0b101_0100;
/// 可 知 礼 上 大 人 (H-041).
pub const RED: u32 = 0b11_1111 << 16;

/// A run or one of the six fixed sentences.
pub const SENTENCE: u8 = 0;
/// Three equal characters.
pub const KAN: u8 = 1;
/// Four, declared (H-032).
pub const TONG: u8 = 2;
/// Five, declared (H-034).
pub const TONG_SHANG_DING: u8 = 3;
/// Two and a discard (H-026).
pub const DUI: u8 = 4;
/// Three and a discard (H-028).
pub const KAI_ZHAO: u8 = 5;
/// A 开招 and the fifth copy, drawn (H-030).
pub const TA_CHUAN: u8 = 6;
/// Four and a discard (H-036).
pub const KAI_FAN: u8 = 7;
/// The kinds of groups by name.
pub const NAMES: &[&str] = &["句", "砍", "统", "统上顶", "对", "开招", "踏船", "开泛"];
/// Cards in a group of a kind.
pub const SIZES: [u8; 8] = [3, 3, 4, 5, 3, 4, 5, 5];

row! {
    /// What a card set is.
    pub struct Shape {
        /// Index into the shape names; −1 for no sentence.
        kind: i8,
        /// The number of cards.
        count: u8,
        /// The slot of its first character.
        card: u8,
        /// What it is worth as such a group, in 胡.
        hu: u8,
    }
}

/// The 14 sentences of three characters (H-004 … H-010): the eight runs, then 孔乙己 化三千 七十土 八九子 可知礼 上大人.
pub const SENTENCES: [[u8; 3]; 14] = {
    let mut all = [[0; 3]; 14];
    let mut low = 0;
    while low < 8 {
        all[low as usize] = [low, low + 1, low + 2];
        low += 1;
    }
    all[8] = [12, 0, 13];
    all[9] = [14, 2, 15];
    all[10] = [6, 9, 10];
    all[11] = [7, 8, 11];
    all[12] = [16, 17, 18];
    all[13] = [19, 20, 21];
    all
};

/// The character of a card.
#[inline]
pub const fn char_of(card: Card) -> u8 {
    let slot = card.slot();
    if slot < CHARACTERS as u8 { slot } else { 2 * (slot - CHARACTERS as u8) }
}

/// Whether a card shows the flower face.
#[inline]
pub const fn is_flower(card: Card) -> bool {
    card.slot() >= CHARACTERS as u8
}

/// The flower face of one of [`FLOWERED`].
#[inline]
pub const fn flower(char: u8) -> Card {
    Card::new(CHARACTERS as u8 + char / 2)
}

/// Spreads the five flower slots of a plane to the slots of their characters.
#[inline]
const fn spread(plane: u64) -> u32 {
    let f = (plane >> CHARACTERS) as u32;
    (f & 1) | (f & 2) << 1 | (f & 4) << 2 | (f & 8) << 3 | (f & 16) << 4
}

/// The characters of which a set has at least `n` ≥ 1 copies, flowers included.
#[inline]
pub fn at_least(cards: &Cards, n: usize) -> u32 {
    let plain = |n: usize| if n == 0 { !0 } else { cards.plane(n - 1) as u32 };
    let mut mask = plain(n) | plain(n - 1) & spread(cards.plane(0));
    if n >= 2 {
        mask |= plain(n - 2) & spread(cards.plane(1));
    }
    mask & PLAIN as u32
}

/// Copies of a character, flowers included.
#[inline]
pub fn copies(cards: &Cards, char: u8) -> usize {
    cards.count(Card::new(char)) + flowers(cards, char)
}

/// Flower copies of a character.
#[inline]
pub fn flowers(cards: &Cards, char: u8) -> usize {
    if FLOWERED >> char & 1 == 0 { 0 } else { cards.count(flower(char)) }
}

/// `n` copies of a character out of a set that has them, flowers first (HA-47).
#[inline]
pub fn take(cards: &Cards, char: u8, n: usize) -> Cards {
    let f = flowers(cards, char).min(n);
    let plain = Cards::of(Card::new(char), n - f);
    if f == 0 { plain } else { plain.union(&Cards::of(flower(char), f)) }
}

/// What some cards are: 句 砍 统 统上顶 (H-003 … H-013), or `None`.
pub fn kind(cards: &Cards) -> Option<u8> {
    let chars = at_least(cards, 1);
    match (cards.len(), chars.count_ones()) {
        (3, 1) => Some(KAN),
        (4, 1) => Some(TONG),
        (5, 1) => Some(TONG_SHANG_DING),
        (3, 3) => SENTENCES.iter().any(|s| s.iter().all(|c| chars >> c & 1 == 1)).then_some(SENTENCE),
        _ => None,
    }
}

/// Related characters by character: equal, or both in one sentence (D-01).
pub const RELATED: [u32; CHARACTERS] = {
    let mut related = [0; CHARACTERS];
    let mut i = 0;
    while i < CHARACTERS {
        related[i] |= 1 << i;
        i += 1;
    }
    let mut s = 0;
    while s < SENTENCES.len() {
        let [a, b, c] = SENTENCES[s];
        let all = 1 << a | 1 << b | 1 << c;
        related[a as usize] |= all;
        related[b as usize] |= all;
        related[c as usize] |= all;
        s += 1;
    }
    related
};

/// The 56 unordered related pairs (D-01).
pub const PAIRS: [[u8; 2]; 56] = {
    let mut pairs = [[0; 2]; 56];
    let mut n = 0;
    let mut a = 0;
    while a < CHARACTERS {
        let mut b = a;
        while b < CHARACTERS {
            if RELATED[a] >> b & 1 == 1 {
                pairs[n] = [a as u8, b as u8];
                n += 1;
            }
            b += 1;
        }
        a += 1;
    }
    pairs
};

/// The vector of each character: eight numbers modulo 3 in the bytes of a word. Rows: free choices for 乙, 二, 孔, 化, 可,
/// 知, 上, 大; the others follow, since every sentence sums to zero.
const WEIGHTS: [u64; CHARACTERS] = {
    let mut rows = [[0_u8; CHARACTERS]; 8];
    let free = [0, 1, 12, 14, 16, 17, 19, 20];
    let mut r = 0;
    while r < 8 {
        let row = &mut rows[r];
        row[free[r]] = 1;
        let mut i = 2;
        while i < 10 {
            row[i] = (6 - row[i - 1] - row[i - 2]) % 3;
            i += 1;
        }
        // (what follows, the other two of its sentence): 己, 千, 土, 子, 礼, 人
        let follow = [[13, 12, 0], [15, 14, 2], [10, 6, 9], [11, 7, 8], [18, 16, 17], [21, 19, 20]];
        let mut k = 0;
        while k < 6 {
            let [x, a, b] = follow[k];
            row[x] = (6 - row[a] - row[b]) % 3;
            k += 1;
        }
        r += 1;
    }
    let mut weights = [0; CHARACTERS];
    let mut i = 0;
    while i < 8 * CHARACTERS {
        weights[i / 8] |= (rows[i % 8][i / 8] as u64) << (8 * (i % 8));
        i += 1;
    }
    weights
};

/// The residue of a card set: the sum of the vectors of its characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Residue(pub u64);

impl Residue {
    /// The residue of a set.
    pub fn of(cards: &Cards) -> Self {
        let mut sum = 0;
        for &plane in cards.0.iter().take_while(|plane| **plane != 0) {
            for (chunk, table) in RESIDUES.iter().enumerate() {
                sum += table[(plane >> (8 * chunk) & 0xff) as usize];
            }
        }
        // 16 and 4 are 1 modulo 3, so upper digits fold onto lower ones: a byte of at most 52 becomes at most 4.
        let fold = |x: u64, bits: u32, mask: u64| (x & mask) + (x >> bits & mask);
        let x = fold(sum, 4, 0x0f0f_0f0f_0f0f_0f0f);
        let x = (x & 0x0303_0303_0303_0303) + (x >> 2 & 0x0707_0707_0707_0707);
        Self(reduce(fold(x, 2, 0x0303_0303_0303_0303)))
    }

    /// With one more card of a character.
    #[inline]
    pub fn plus(self, char: u8) -> Self {
        Self(reduce(self.0 + WEIGHTS[char as usize]))
    }

    /// With one card of a character less: 2 is −1 modulo 3.
    #[inline]
    pub fn minus(self, char: u8) -> Self {
        self.plus(char).plus(char)
    }

    /// Its index: each half is four digits to base 3, gathered in a top byte by a multiplication.
    #[inline]
    const fn index(self) -> usize {
        const GATHER: u32 = 1 | 3 << 8 | 9 << 16 | 27 << 24;
        let low = (self.0 as u32).wrapping_mul(GATHER) >> 24;
        let high = ((self.0 >> 32) as u32).wrapping_mul(GATHER) >> 24;
        (low * 81 + high) as usize
    }

    /// The pairs (bits, indices into [`PAIRS`]) with which a hand of this residue may be finished.
    #[inline]
    pub fn pairs(self) -> u64 {
        PAIR_SETS[PAIR_SET[self.index()] as usize]
    }
}

/// Bytes of at most 4 modulo 3: adding 125 sets the top bit of those that are 3 or 4.
#[inline]
const fn reduce(x: u64) -> u64 {
    let over = (x + 0x7d7d_7d7d_7d7d_7d7d) >> 7 & 0x0101_0101_0101_0101;
    x - 3 * over
}

const PAIR_TABLE: ([u8; 6561], [u64; 14]) = {
    let mut set = [0_u8; 6561];
    let mut sets = [0_u64; 14];
    let mut n = 0;
    let mut p = 0;
    while p < PAIRS.len() {
        let [a, b] = PAIRS[p];
        let index = Residue(reduce(WEIGHTS[a as usize] + WEIGHTS[b as usize])).index();
        if set[index] == 0 {
            n += 1;
            set[index] = n;
        }
        sets[set[index] as usize] |= 1 << p;
        p += 1;
    }
    (set, sets)
};
/// By index of a residue: which of [`PAIR_SETS`].
static PAIR_SET: [u8; 6561] = PAIR_TABLE.0;
/// The different sets of pairs; the first is empty.
static PAIR_SETS: [u64; 14] = PAIR_TABLE.1;

/// The character of a slot, for tables over all 32 bits of a plane.
const fn char_at(slot: usize) -> usize {
    if slot < CHARACTERS { slot } else { 2 * (slot - CHARACTERS) }
}

/// Sums over the slots of a byte of a plane: of the vectors, and of ones in the nibbles of the first 16 characters.
const BYTE_TABLES: ([[u64; 256]; 4], [[u64; 256]; 4]) = {
    let mut residues = [[0; 256]; 4];
    let mut counts = [[0; 256]; 4];
    let mut i = 0;
    while i < 4 * 256 {
        let (chunk, byte) = (i / 256, i % 256);
        let mut bit = 0;
        while bit < 8 {
            let slot = 8 * chunk + bit;
            if byte >> bit & 1 == 1 && slot < 27 {
                residues[chunk][byte] += WEIGHTS[char_at(slot)];
                if char_at(slot) < 16 {
                    counts[chunk][byte] += 1 << (4 * char_at(slot));
                }
            }
            bit += 1;
        }
        i += 1;
    }
    (residues, counts)
};
static RESIDUES: [[u64; 256]; 4] = BYTE_TABLES.0;
static COUNTS: [[u64; 256]; 4] = BYTE_TABLES.1;

/// Copies by character, flowers included: a nibble each, the first 16 characters and the six red ones apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    main: u64,
    red: u32,
}

impl Counts {
    /// The copies in a set.
    pub fn of(cards: &Cards) -> Self {
        let mut counts = Self { main: 0, red: 0 };
        for &plane in cards.0.iter().take_while(|plane| **plane != 0) {
            for (chunk, table) in COUNTS.iter().enumerate() {
                counts.main += table[(plane >> (8 * chunk) & 0xff) as usize];
            }
            counts.red += COUNTS[0][(plane >> 16 & 0x3f) as usize] as u32;
        }
        counts
    }

    /// The copies of a character.
    #[inline]
    pub fn get(&self, char: u8) -> u8 {
        if char < 16 { (self.main >> (4 * char) & 15) as u8 } else { (self.red >> (4 * char - 64) & 15) as u8 }
    }

    /// With one more card of a character.
    #[inline]
    pub fn plus(mut self, char: u8) -> Self {
        if char < 16 {
            self.main += 1 << (4 * char);
        } else {
            self.red += 1 << (4 * char - 64);
        }
        self
    }

    /// Without one card of a character that there is.
    #[inline]
    pub fn minus(mut self, char: u8) -> Self {
        if char < 16 {
            self.main -= 1 << (4 * char);
        } else {
            self.red -= 1 << (4 * char - 64);
        }
        self
    }

    /// Without a pair; `None` if it is not there.
    #[inline]
    pub fn without(self, [a, b]: [u8; 2]) -> Option<Self> {
        let there = if a == b { self.get(a) >= 2 } else { self.get(a) >= 1 && self.get(b) >= 1 };
        there.then(|| self.minus(a).minus(b))
    }
}

/// How cards split into groups of three.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Split {
    /// The characters that are 砍.
    pub kan: u32,
    /// How often each of [`SENTENCES`] is laid, 0 to 2: two bits each.
    pub sentences: u32,
}

/// The sentences that hold a character, as the two-bit fields of [`Split::sentences`].
const HOLDING: [u32; CHARACTERS] = {
    let mut holding = [0; CHARACTERS];
    let mut i = 0;
    while i < 3 * SENTENCES.len() {
        holding[SENTENCES[i / 3][i % 3] as usize] |= 3 << (2 * (i / 3));
        i += 1;
    }
    holding
};

impl Split {
    /// How often a sentence is laid.
    #[inline]
    pub fn times(&self, sentence: usize) -> u32 {
        self.sentences >> (2 * sentence) & 3
    }

    /// Whether a character stands in a sentence that is no 砍.
    #[inline]
    pub fn holds(&self, char: u8) -> bool {
        self.sentences & HOLDING[char as usize] != 0
    }
}

/// The nibbles with bit 3 set, lowest first: ten numbers.
const GUARDS: u64 = 0x88_8888_8888;

/// The one split of some cards in which no sentence is laid three times; `None` if there is none. One character may have
/// six copies: a hand that waits only for cards of its own is 听牌 all the same (§8).
#[inline]
pub fn split(counts: &Counts) -> Option<Split> {
    // A nibble of 3 … 5 becomes 8 … 10, so its bit 3 says 砍; what is left is 0 … 2.
    let kan = (counts.main + 0x5555_5555_5555_5555) >> 3 & 0x1111_1111_1111_1111;
    let rest = counts.main - 3 * kan;
    let rest = rest - 3 * ((rest + 0x5555_5555_5555_5555) >> 3 & 0x1111_1111_1111_1111); // 6 was 3 so far
    let leaf = |char: u32| rest >> (4 * char) & 15;
    let (kong, hua, tu, zi) = (leaf(12), leaf(14), leaf(10), leaf(11));
    if kong != leaf(13) || hua != leaf(15) {
        return None;
    }
    // Every number nibble has a guard bit above it, which a subtraction of too much (at most 2 + 2 + 2) clears.
    let taken = kong | hua << 8 | tu << 24 | zi << 28 | zi << 32 | tu << 36;
    let mut numbers = (counts.main & 0xff_ffff_ffff | GUARDS) - taken;
    let mut out = Split { kan: 0, sentences: 0 };
    for low in 0..8 {
        let n = numbers & 15;
        if n < 8 {
            return None;
        }
        let runs = 0b10_01_00_10_01_00 >> (2 * (n & 7)) & 3; // n modulo 3
        out.kan |= u32::from(n >= 8 + 3) << low;
        out.sentences |= (runs as u32) << (2 * low);
        numbers = (numbers >> 4) - runs * 0x11;
    }
    let (nine, ten) = (numbers & 7, numbers >> 4 & 7);
    if numbers & 0x88 != 0x88 || nine % 3 != 0 || ten % 3 != 0 {
        return None;
    }
    out.kan |= u32::from(nine >= 3) << 8 | u32::from(ten >= 3) << 9;
    for char in 10..16 {
        out.kan |= ((kan >> (4 * char)) as u32 & 1) << char;
    }
    out.sentences |= (kong | hua << 2 | tu << 4 | zi << 6) as u32 * (1 << 16);
    red(counts.red, &mut out).then_some(out)
}

/// Adds the red cards to a split; false if they do not split.
#[inline]
fn red(counts: u32, out: &mut Split) -> bool {
    let kan = (counts + 0x55_5555) >> 3 & 0x11_1111;
    let rest = counts - 3 * kan;
    let rest = rest - 3 * ((rest + 0x55_5555) >> 3 & 0x11_1111);
    let (ke, shang) = (rest & 15, rest >> 12);
    for char in 0..6 {
        out.kan |= (kan >> (4 * char) & 1) << (16 + char);
    }
    out.sentences |= ke << 24 | (shang & 15) << 26;
    rest == ke * 0x111 + (shang & 15) * 0x11_1000
}

/// The text of some cards.
pub fn text(cards: &Cards) -> String {
    notation::text(&Pack::HUAPAI, cards)
}
