//! The text of cards, sets and actions: one parser and one printer for all games.
//!
//! Printed is the canonical text: cards in slot order with one space between them, `xN` behind a card of which there
//! are N ≥ 2 copies (`3sx4 Th w`, `三 三*x2`); the verb in front of them, except for the ordinary play. Read is more:
//!
//! * spaces and commas between cards, any number, also none (`3s3h`, `三*三三`);
//! * `10` for T; upper-case suits; ♣ ♦ ♥ ♠, also in their emoji form; 小王 and 大王 for w and W; 一 for 乙;
//! * `×N` for `xN`, and N = 1.
//!
//! Positions in errors count characters from 0. A mistake in a card stands at the character that is wrong, a card too
//! many at its first character, something missing at the place where it should be.

use crate::action::{Action, Head};
use crate::card::{BIG_JOKER, CHARACTERS, Card, FLOWERS, Pack, RANKS, SMALL_JOKER, SUITS, Style};
use crate::error::Error;
use crate::set::{CardSet, WideSet, bits};
use std::fmt::Display;

/// The ways to write a suit, in slot order; the last one is a symbol.
const SUIT_SIGNS: [[char; 3]; 4] = [['c', 'C', '♣'], ['d', 'D', '♦'], ['h', 'H', '♥'], ['s', 'S', '♠']];
/// The ways to write a joker.
const JOKER_SIGNS: [(&str, Card); 4] =
    [("w", SMALL_JOKER), ("小王", SMALL_JOKER), ("W", BIG_JOKER), ("大王", BIG_JOKER)];
/// What some libraries write for one joker and others for the other.
const REFUSED_JOKERS: [&str; 4] = ["SJ", "BJ", "LJ", "RJ"];
/// Behind a symbol they ask for its text or its emoji form.
const FORM_SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];
/// The rank that is also written `10`.
const TEN: usize = 7;
/// The slot of the first flower face.
const FIRST_FLOWER: u8 = CHARACTERS.len() as u8;

/// Reads a set of cards; empty text is the empty set.
///
/// # Errors
/// [`Error::Parse`]: something that is no card, or more copies than the pack holds.
pub fn cards(pack: &Pack, text: &str) -> Result<WideSet, Error> {
    Ok(sum(&Reader::new(text).items(pack)?))
}

/// Reads exactly one card.
///
/// # Errors
/// As [`cards`], and when there is no card or more than one.
pub fn card(pack: &Pack, text: &str) -> Result<Card, Error> {
    let items = Reader::new(text).items(pack)?;
    match &items[..] {
        [] => Err(Error::parse(0, "one card is wanted, there is none")),
        [Item { card, copies: 1, .. }] => Ok(*card),
        [Item { copies: 1, .. }, surplus, ..] | [surplus, ..] => {
            Err(Error::parse(surplus.position, "one card is wanted, there are more"))
        }
    }
}

/// Reads cards in the order in which they are written, as for a wall.
///
/// # Errors
/// As [`cards`].
pub fn list(pack: &Pack, text: &str) -> Result<Vec<Card>, Error> {
    let items = Reader::new(text).items(pack)?;
    Ok(items.iter().flat_map(|item| std::iter::repeat_n(item.card, item.copies)).collect())
}

/// The canonical text of a set; empty for the empty set. A kind that the pack does not have is written as `?` and its
/// slot, which does not parse back.
pub fn text(pack: &Pack, set: &WideSet) -> String {
    let known = pack.cards().kinds();
    let words = bits(set.kinds()).map(|card| {
        let name = if known & card.bit() != 0 { pack.text(card) } else { format!("?{}", card.slot()) };
        match set.count(card) {
            1 => name,
            copies => format!("{name}x{copies}"),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Reads an action, given the heads of its game: the name of a head and the cards that belong to it; for the silent
/// head also the cards alone.
///
/// # Errors
/// [`Error::Parse`]: as [`cards`]; an unknown verb; no cards behind a head that needs some; anything behind a head
/// without cards.
pub fn action(pack: &Pack, heads: &[Head], text: &str) -> Result<Action<WideSet>, Error> {
    let mut reader = Reader::new(text);
    let (index, head) = reader.head(heads)?;
    let first = reader.at;
    if head.cards {
        let items = reader.items(pack).map_err(|error| reader.verb_error(heads, first, error))?;
        if items.is_empty() {
            return Err(Error::parse(reader.chars.len(), format!("{:?} needs cards", head.name)));
        }
        return Ok(Action::new(index, sum(&items)));
    }
    reader.skip(char::is_whitespace);
    if reader.peek().is_some() {
        return Err(Error::parse(reader.at, format!("nothing may follow {:?}", head.name)));
    }
    Ok(Action::new(index, WideSet::EMPTY))
}

/// The canonical text of an action, given the heads of its game. Actions that no game has are written too, so that an
/// error can name them: cards behind a head without cards, `?` and the number for an unknown head.
pub fn action_text(pack: &Pack, heads: &[Head], action: &Action<WideSet>) -> String {
    let cards = text(pack, &action.cards);
    match heads.get(action.head as usize) {
        None => format!("?{} {cards}", action.head),
        Some(head) if cards.is_empty() => head.name.into(),
        Some(head) if head.silent => cards,
        Some(head) => format!("{} {cards}", head.name),
    }
}

/// Some copies of a card as they were written.
struct Item {
    /// The position of the first character.
    position: usize,
    card: Card,
    copies: usize,
}

fn sum(items: &[Item]) -> WideSet {
    items.iter().fold(WideSet::EMPTY, |set, item| set.plus(&CardSet::of(item.card, item.copies)))
}

/// A text and how far it has been read.
struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn new(text: &str) -> Self {
        Self { chars: text.chars().collect(), at: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    /// Reads a word if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let mut rest = self.chars[self.at..].iter();
        let found = word.chars().all(|c| rest.next() == Some(&c));
        if found {
            self.at += word.chars().count();
        }
        found
    }

    /// Whether a refused name of a joker comes next, in upper or lower case.
    fn refused_joker(&self) -> Option<&'static str> {
        let next = self.chars[self.at..].iter().take(2).map(char::to_ascii_uppercase);
        REFUSED_JOKERS.into_iter().find(|name| name.chars().eq(next.clone()))
    }

    /// Reads the longest name of a head that comes next, word by word. Without one it is the silent head, if there is one.
    fn head(&mut self, heads: &[Head]) -> Result<(u8, Head), Error> {
        self.skip(char::is_whitespace);
        let start = self.at;
        let named = (0..).zip(heads).filter_map(|(index, head)| Some((self.end_of_name(head.name)?, index, head)));
        if let Some((end, index, head)) = named.max_by_key(|(end, ..)| *end) {
            self.at = end;
            return Ok((index, *head));
        }
        match (0..).zip(heads).find(|(_, head)| head.silent) {
            _ if start == self.chars.len() => {
                Err(Error::parse(start, format!("an action is wanted ({})", names(heads))))
            }
            Some((index, head)) => Ok((index, *head)),
            None => Err(no_verb(heads, start, &self.word(start))),
        }
    }

    /// The position behind the name of a head, if it comes next.
    fn end_of_name(&mut self, name: &str) -> Option<usize> {
        let start = self.at;
        let found = name.split(' ').all(|word| {
            self.skip(char::is_whitespace);
            self.take(word) && self.peek().is_none_or(char::is_whitespace)
        });
        let end = std::mem::replace(&mut self.at, start);
        found.then_some(end)
    }

    /// The characters from a position to the next space.
    fn word(&self, start: usize) -> String {
        self.chars[start..].iter().take_while(|c| !c.is_whitespace()).collect()
    }

    /// Where the first card of a silent head went wrong and looks like a verb, a verb was meant.
    fn verb_error(&self, heads: &[Head], first: usize, error: Error) -> Error {
        let word = self.word(first);
        let verb_like = word.len() >= 3 && word.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
        match error {
            Error::Parse { position, .. } if position == first && verb_like => no_verb(heads, first, &word),
            error => error,
        }
    }

    /// Reads cards up to the end, with the check that the pack has them.
    fn items(&mut self, pack: &Pack) -> Result<Vec<Item>, Error> {
        let mut items = Vec::new();
        let mut seen = WideSet::EMPTY;
        loop {
            self.skip(|c| c.is_whitespace() || [',', '，', '、'].contains(&c));
            let position = self.at;
            let Some(next) = self.peek() else { return Ok(items) };
            if next == 'x' || next == '×' {
                return Err(Error::parse(position, format!("{:?} must stand right behind a card", String::from(next))));
            }
            let card = match pack.style {
                Style::French => self.french()?,
                Style::Huapai => self.huapai()?,
            };
            let copies = self.copies()?;
            let held = pack.copies(card);
            if copies.saturating_add(seen.count(card)) > held {
                return Err(Error::parse(position, too_many(pack, card, held)));
            }
            seen = seen.plus(&CardSet::of(card, copies));
            items.push(Item { position, card, copies });
        }
    }

    /// Reads the number of copies behind a card; 1 where there is none.
    fn copies(&mut self) -> Result<usize, Error> {
        if !self.take("x") && !self.take("×") {
            return Ok(1);
        }
        let start = self.at;
        self.skip(|c| c.is_ascii_digit());
        let digits: String = self.chars[start..self.at].iter().collect();
        match digits.parse() {
            Ok(0) => Err(Error::parse(start, "a number of copies starts from 1")),
            Ok(copies) => Ok(copies),
            Err(_) if digits.is_empty() => Err(Error::parse(start, "the number of copies is missing")),
            Err(_) => Ok(usize::MAX), // more digits than a number has: certainly more than the pack holds
        }
    }

    /// Reads one French card; there is a next character.
    fn french(&mut self) -> Result<Card, Error> {
        if let Some((_, joker)) = JOKER_SIGNS.into_iter().find(|(sign, _)| self.take(sign)) {
            return Ok(joker);
        }
        let start = self.at;
        let rank = if self.take("10") { Some(TEN) } else { RANKS.iter().position(|rank| self.take_char(*rank)) };
        let Some(rank) = rank else { return Err(self.no_rank()) };
        let suit = SUIT_SIGNS.iter().position(|signs| signs.iter().any(|sign| self.take_char(*sign)));
        let Some(suit) = suit else {
            let list = spaced(SUITS);
            let rank: String = self.chars[start..self.at].iter().collect();
            return Err(match self.peek().filter(|c| c.is_alphanumeric()) {
                Some(c) => Error::parse(self.at, format!("{:?} is no suit ({list})", String::from(c))),
                None => Error::parse(self.at, format!("a suit ({list}) is missing behind {rank:?}")),
            });
        };
        if self.chars[self.at - 1] == SUIT_SIGNS[suit][2] && self.peek().is_some_and(|c| FORM_SELECTORS.contains(&c)) {
            self.at += 1;
        }
        Ok(Card::french(rank as u8, suit as u8))
    }

    fn take_char(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Why no French card starts here.
    fn no_rank(&self) -> Error {
        if let Some(name) = self.refused_joker() {
            let hint = "write w for the small joker 小王, W for the big joker 大王";
            return Error::parse(self.at, format!("{name:?} is one joker here and the other there: {hint}"));
        }
        let next = self.chars[self.at];
        let hint = match next {
            't' | 'j' | 'q' | 'k' | 'a' => format!("; ranks are upper-case: {}", next.to_ascii_uppercase()),
            _ if SUIT_SIGNS.as_flattened().contains(&next) => "; the rank comes before the suit".into(),
            _ => String::new(),
        };
        Error::parse(self.at, format!("{:?} is no rank ({}){hint}", String::from(next), spaced(RANKS)))
    }

    /// Reads one card of Huapai; there is a next character.
    fn huapai(&mut self) -> Result<Card, Error> {
        let next = self.chars[self.at];
        let character = if next == '一' { CHARACTERS[0] } else { next };
        let Some(slot) = CHARACTERS.iter().position(|c| *c == character) else {
            let text = format!("{:?} is no character ({})", String::from(next), spaced(CHARACTERS));
            return Err(Error::parse(self.at, text));
        };
        self.at += 1;
        if self.peek() != Some('*') {
            return Ok(Card::new(slot as u8));
        }
        let Some(flower) = FLOWERS.iter().position(|c| *c == character) else {
            let text = format!("{character} has no flower face ({})", spaced(FLOWERS));
            return Err(Error::parse(self.at, text));
        };
        self.at += 1;
        Ok(Card::new(FIRST_FLOWER + flower as u8))
    }
}

fn spaced<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn names(heads: &[Head]) -> String {
    heads.iter().map(|head| head.name).collect::<Vec<_>>().join(", ")
}

fn no_verb(heads: &[Head], position: usize, word: &str) -> Error {
    Error::parse(position, format!("{word:?} is no action ({})", names(heads)))
}

fn too_many(pack: &Pack, card: Card, held: usize) -> String {
    let (card, pack) = (pack.text(card), pack.name);
    match held {
        0 => format!("{card} is not in {pack}"),
        1 => format!("too many copies of {card}: there is 1 in {pack}"),
        _ => format!("too many copies of {card}: there are {held} in {pack}"),
    }
}
