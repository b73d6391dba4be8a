//! Card kinds and packs.

use crate::set::WideSet;

/// One card *kind* of a game's [`Pack`]: a slot 0..63. Physical copies of a kind are not told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Card(u8);

impl Card {
    /// The kind in a slot.
    ///
    /// # Panics
    /// If the slot is above 63.
    #[inline]
    pub const fn new(slot: u8) -> Self {
        assert!(slot < 64, "a card slot is 0..63");
        Self(slot)
    }

    /// The French card of a rank (3 4 … K A 2 = 0..12) and a suit (c d h s = 0..3).
    #[inline]
    pub const fn french(rank: u8, suit: u8) -> Self {
        Self::new(4 * rank + suit)
    }

    /// The slot, 0..63.
    #[inline]
    pub const fn slot(self) -> u8 {
        self.0
    }

    /// The mask with this slot's bit.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Of a French card: 3 4 … K A 2 = 0..12; 13 for the jokers.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// Of a French card: c d h s = 0..3.
    #[inline]
    pub const fn suit(self) -> u8 {
        self.0 & 3
    }
}

/// The face 2 … A = 2..14 of a French rank, which counts 3 … A 2 = 0..12.
#[inline]
pub const fn face(rank: u8) -> u8 {
    if rank == 12 { 2 } else { rank + 3 }
}

/// Ranks of the French packs in slot order.
pub const RANKS: [char; 13] = ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2'];
/// Suits of the French packs in slot order.
pub const SUITS: [char; 4] = ['c', 'd', 'h', 's'];
/// The small joker 小王.
pub const SMALL_JOKER: Card = Card(52);
/// The big joker 大王.
pub const BIG_JOKER: Card = Card(53);

/// The 22 characters of Huapai in slot order; 乙 … 十 are neighbours.
pub const CHARACTERS: [char; 22] = [
    '乙', '二', '三', '四', '五', '六', '七', '八', '九', '十', '土', '子', '孔', '己', '化', '千', '可', '知', '礼',
    '上', '大', '人',
];
/// The characters that have a flower face, which takes slots 22..26 in this order.
pub const FLOWERS: [char; 5] = ['乙', '三', '五', '七', '九'];

/// How the cards of a pack are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Rank and suit, with or without jokers.
    French,
    /// The character, `*` behind it for the flower face.
    Huapai,
}

/// All cards of a game: how many copies there are of each kind, and how they are written.
#[derive(PartialEq, Eq, Debug)]
pub struct Pack {
    /// A name for messages: `52 cards`.
    pub name: &'static str,
    /// How its cards are written.
    pub style: Style,
    /// The cards as planes.
    planes: [u64; 5],
}

const NATURAL: u64 = (1 << 52) - 1;
const JOKERS: u64 = 0b11 << 52;

impl Pack {
    /// One French pack without jokers: 52 cards.
    pub const FRENCH: Pack = Pack { name: "one pack of 52 cards", style: Style::French, planes: [NATURAL, 0, 0, 0, 0] };
    /// Two French packs with jokers: 108 cards.
    pub const FRENCH_2: Pack = Pack {
        name: "two packs of 54 cards",
        style: Style::French,
        planes: [NATURAL | JOKERS, NATURAL | JOKERS, 0, 0, 0],
    };
    /// Four French packs with jokers: 216 cards.
    pub const FRENCH_4: Pack = {
        let all = NATURAL | JOKERS;
        Pack { name: "four packs of 54 cards", style: Style::French, planes: [all, all, all, all, 0] }
    };
    /// 花牌: 22 characters × 5, two copies each of 乙 三 五 七 九 with the flower face: 110 cards.
    pub const HUAPAI: Pack = {
        let plain = (1 << 22) - 1;
        let flowers = 0b11111 << 22;
        let with_flower = 0b1_0101_0101; // 乙 三 五 七 九
        Pack {
            name: "the pack of 110 cards",
            style: Style::Huapai,
            planes: [plain | flowers, plain | flowers, plain, plain & !with_flower, plain & !with_flower],
        }
    };

    /// All cards.
    pub const fn cards(&self) -> WideSet {
        crate::set::CardSet(self.planes)
    }

    /// Copies of a kind; 0 where the pack has no such kind.
    pub fn copies(&self, card: Card) -> usize {
        self.cards().count(card)
    }

    /// The text of one card: `Ts`, `w`, `三*`.
    pub fn text(&self, card: Card) -> String {
        let slot = card.slot() as usize;
        match self.style {
            Style::French if card == SMALL_JOKER => "w".into(),
            Style::French if card == BIG_JOKER => "W".into(),
            Style::French => [RANKS[slot / 4], SUITS[slot % 4]].iter().collect(),
            Style::Huapai if slot < 22 => CHARACTERS[slot].into(),
            Style::Huapai => [FLOWERS[slot - 22], '*'].iter().collect(),
        }
    }
}
