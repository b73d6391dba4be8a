//! Legality: the check with its reasons, and the menu. Every action is its own class.

use super::order::{self, NONE, best, jing};
use super::rules::Rules;
use super::shapes::{self, Cards, Residue, Shape, at_least, char_of, copies, take, text};
use super::state::{ACT, CALL, CLAIM, END, INITIAL_TONG, State};
use crate::action::{Action, Head, PASS, PLAY};
use crate::card::{CHARACTERS, Card};
use crate::error::Illegal;
use crate::game::Picks;
use crate::set::{bits, nth_bit};

/// The win 胡.
pub const HU: u8 = 2;
/// The claim 对.
pub const DUI: u8 = 3;
/// The claim 开招.
pub const KAI_ZHAO: u8 = 4;
/// The claim 开泛.
pub const KAI_FAN: u8 = 5;
/// 统一个 with four cards of one's own.
pub const TONG: u8 = 6;
/// 统一个 with the fifth.
pub const TONG_SHANG_DING: u8 = 7;
/// 踏船 with the fifth.
pub const TA_CHUAN: u8 = 8;
/// 叫经.
pub const CALL_JING: u8 = 9;

/// The heads. A claim names no cards: the discard says which, and flowers go first (HA-47).
pub const HEADS: &[Head] = &[
    Head::play("play"),
    Head::bare("pass"),
    Head::bare("hu"),
    Head::bare("dui"),
    Head::bare("kai_zhao"),
    Head::bare("kai_fan"),
    Head::with_cards("tong"),
    Head::with_cards("tong_shang_ding"),
    Head::with_cards("ta_chuan"),
    Head::with_cards("call_jing"),
];

/// 26 free cards have at most 26 kinds to discard; beside them stand a win, and fewer declarations than the cards of
/// their characters take away.
pub const MENU_MAX: usize = 32;

fn name(char: u8) -> char {
    CHARACTERS[char as usize]
}

/// Whether an action is legal, or why not.
pub fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    let Some(head) = HEADS.get(action.head as usize) else {
        return Illegal::err("HA-19", "no_such_action", "the book names no such action");
    };
    let legal = match state.phase {
        END if state.winners != 0 => Illegal::err("H-021", "over", "the deal is over: somebody has won"),
        END => Illegal::err("HA-31", "over", "the deal is over: the wall is empty, nobody has won"),
        CALL => check_call(rules, action),
        INITIAL_TONG => match action.head {
            PASS => Ok(()),
            TONG | TONG_SHANG_DING => check_declared(state, action),
            _ => Illegal::err("HA-11", "wrong_phase", "before the first draw one may only declare a 统, or pass"),
        },
        ACT => check_act(rules, state, action),
        _ => check_claim(rules, state, action),
    };
    if legal.is_ok() && !head.cards && !action.cards.is_empty() {
        let text = format!("{} names no cards: the discard says which, and flowers go first", head.name);
        return Illegal::err(if action.head == PASS { "HA-43" } else { "HA-47" }, "cards_given", text);
    }
    legal
}

fn check_call(rules: &Rules, action: &Action<Cards>) -> Result<(), Illegal> {
    match action.head {
        PASS => Ok(()),
        CALL_JING => {
            let chars = jing(rules);
            if action.cards.len() == 1 && action.cards.kinds() & !u64::from(chars) == 0 {
                return Ok(());
            }
            let names: String = bits(chars.into()).map(|char| name(char.slot())).collect();
            let given = text(&action.cards);
            Illegal::err("H-037", "no_jing", format!("one plain 经 is called, of {names}, not {given}"))
        }
        _ => Illegal::err("HA-27", "wrong_phase", "the call round comes before everything else: call a 经, or pass"),
    }
}

fn check_act(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    match action.head {
        PLAY => check_discard(state, &action.cards),
        HU | TONG | TONG_SHANG_DING | TA_CHUAN if !state.can_win => {
            Illegal::err("HA-42", "after_dui", "after 对 comes a discard, nothing else")
        }
        HU => check_win(rules, state),
        TONG | TONG_SHANG_DING | TA_CHUAN => check_declared(state, action),
        PASS => Illegal::err("H-015", "must_discard", "a turn ends with a discard: there is no passing"),
        DUI => Illegal::err("H-026", "own_turn", "对 takes another seat's discard"),
        KAI_ZHAO => Illegal::err("H-028", "own_turn", "开招 takes another seat's discard"),
        KAI_FAN => {
            Illegal::err("HA-49", "own_turn", "开泛 takes another seat's discard; the fifth card drawn is a 统上顶")
        }
        _ => Illegal::err("HA-27", "wrong_phase", "the call round is over"),
    }
}

fn check_discard(state: &State, cards: &Cards) -> Result<(), Illegal> {
    if cards.len() != 1 {
        return Illegal::err("H-015", "wrong_count", format!("one card is discarded, not {}", cards.len()));
    }
    if state.mover().contains(cards) {
        return Ok(());
    }
    let given = text(cards);
    let char = char_of(Card::new(cards.kinds().trailing_zeros() as u8));
    match state.group(char) {
        Some((owner, group)) if owner == state.turn && group.cards().contains(cards) => {
            let kind = shapes::NAMES[group.kind as usize];
            Illegal::err("H-035", "locked", format!("{given} is locked in the {kind}"))
        }
        _ => Illegal::err("H-015", "not_held", format!("you do not hold {given}")),
    }
}

fn check_win(rules: &Rules, state: &State) -> Result<(), Illegal> {
    let (hand, residue) = state.finished(state.turn);
    match best(rules, &hand, residue, None) {
        None => Illegal::err("H-021", "no_shape", "the cards are not eight sentences and two related cards"),
        Some(reading) if reading.total < minimum(rules) => {
            let text = format!("the hand has {} 胡, a win needs {}", reading.total, rules.min_hu.0);
            Illegal::err("H-020", "too_few_hu", text)
        }
        Some(_) => Ok(()),
    }
}

/// 统, 统上顶, 踏船.
fn check_declared(state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    let hand = state.mover();
    let cards = &action.cards;
    let (rule, n) = match action.head {
        TONG => ("H-032", 4),
        TONG_SHANG_DING => ("H-034", 1),
        _ => ("H-030", 1),
    };
    let chars = at_least(cards, 1);
    let char = (chars.trailing_zeros() as u8).min(21);
    if chars.count_ones() != 1 || cards.len() != n || copies(hand, char) < n || !hand.contains(cards) {
        let (verb, given) = (HEADS[action.head as usize].name, text(cards));
        return Illegal::err(rule, "not_held", format!("{verb} takes {n} equal free cards of yours, not {given}"));
    }
    let wanted = take(hand, char, n);
    if wanted != *cards {
        return Illegal::err("HA-47", "flowers_first", format!("flowers go first: {}", text(&wanted)));
    }
    if action.head == TONG_SHANG_DING && !state.has(state.turn, shapes::TONG, char) {
        return Illegal::err("H-034", "no_tong", format!("you have no 统 of {}", name(char)));
    }
    if action.head == TA_CHUAN && !state.has(state.turn, shapes::KAI_ZHAO, char) {
        return Illegal::err("H-030", "no_kai_zhao", format!("you have no 开招 of {}; a 对 never grows", name(char)));
    }
    needs_wall(state, 1)
}

fn needs_wall(state: &State, cards: usize) -> Result<(), Illegal> {
    let left = state.wall_left();
    if left >= cards {
        return Ok(());
    }
    Illegal::err("HA-32", "no_replacement", format!("it draws {cards} from the wall, which has {left}"))
}

fn check_claim(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    match action.head {
        PASS => Ok(()),
        HU if state.locked >> state.turn & 1 == 1 => {
            Illegal::err("HA-35", "locked_out", "you passed a win and have not drawn since")
        }
        HU => check_win(rules, state),
        DUI if state.answer == DUI => Illegal::err("H-027", "taken", "the seat after the discarder goes first with 对"),
        DUI | KAI_ZHAO | KAI_FAN if state.answer != PASS => {
            Illegal::err("HA-20", "taken", "the discard is claimed: only a win goes before that")
        }
        DUI | KAI_ZHAO | KAI_FAN => check_claimed(rules, state, action.head),
        PLAY => Illegal::err("H-015", "not_your_turn", "a discard is being offered: claim it, or pass"),
        TONG => Illegal::err("HA-11", "not_your_turn", "a 统 is declared on one's own turn"),
        TONG_SHANG_DING => Illegal::err("HA-49", "not_your_turn", "with a discard it is kai_fan"),
        TA_CHUAN => Illegal::err("HA-15", "not_your_turn", "踏船 takes a card that one has drawn"),
        _ => Illegal::err("HA-27", "wrong_phase", "the call round is over"),
    }
}

fn check_claimed(rules: &Rules, state: &State, head: u8) -> Result<(), Illegal> {
    let char = char_of(Card::new(state.card));
    let hand = state.mover();
    let held = copies(hand, char);
    let too_few = |rule, n: usize| {
        let text = format!("it takes {n} free {} of yours, you have {held}", name(char));
        Illegal::err(rule, "not_held", text)
    };
    match head {
        DUI if held < 2 => too_few("H-026", 2),
        DUI if hand.len() < 3 => Illegal::err("HA-07", "no_discard", "after 对 there must be a card to discard"),
        DUI => Ok(()),
        KAI_ZHAO if state.has(state.turn, shapes::DUI, char) => {
            Illegal::err("H-029", "dui_stays", "a 对 on the table can never become a 开招")
        }
        KAI_ZHAO if held == 4 && !rules.kai_zhao_from_four => {
            Illegal::err("HA-13", "four_held", "no 开招 with four free copies")
        }
        KAI_ZHAO if held < 3 => too_few("H-028", 3),
        KAI_ZHAO => needs_wall(state, 1),
        _ if state.has(state.turn, shapes::TONG, char) => needs_wall(state, 1),
        _ if held == 4 && rules.kai_fan_needs_declared_tong => {
            Illegal::err("HA-12", "not_declared", "开泛 needs a declared 统")
        }
        _ if held < 4 => too_few("H-036", 4),
        _ => needs_wall(state, 2),
    }
}

/// The legal actions as masks, which is the menu in a few words.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// Slots to discard.
    plays: u64,
    /// Heads without cards.
    bare: u32,
    /// By head from [`TONG`] on: the characters it may take.
    with_cards: [u32; 4],
}

/// Whether a seat wins with what it holds, or with the discard offered: never while it is barred (HA-35).
#[inline]
pub fn can_win(rules: &Rules, state: &State, seat: u8) -> bool {
    let mut residue = Residue(state.residues[seat as usize]);
    if state.card != NONE {
        if state.locked >> seat & 1 == 1 {
            return false;
        }
        residue = residue.plus(char_of(Card::new(state.card)));
    }
    residue.pairs() != 0 && wins(rules, state, seat)
}

fn wins(rules: &Rules, state: &State, seat: u8) -> bool {
    let (hand, residue) = state.finished(seat);
    let minimum = minimum(rules);
    best(rules, &hand, residue, Some(minimum)).is_some_and(|reading| reading.total >= minimum)
}

/// The 胡 needed to win; more than can be reached stays so.
fn minimum(rules: &Rules) -> u32 {
    u32::try_from(rules.min_hu.0).unwrap_or(u32::MAX)
}

/// The characters with which a seat may do 统一个 the first time, and those that enlarge a group of four of a kind.
#[inline]
fn fourth_or_fifth(state: &State, seat: u8) -> (u32, u32) {
    let hand = &state.hands[seat as usize];
    let fifths = state.fours[seat as usize] & at_least(hand, 1);
    (at_least(hand, 4), fifths)
}

/// Those of some characters of which a seat has a group of this kind.
fn of_kind(state: &State, seat: u8, chars: u32, kind: u8) -> u32 {
    bits(chars.into()).filter(|char| state.has(seat, kind, char.slot())).fold(0, |mask, char| mask | char.bit() as u32)
}

/// Whether a seat has something to declare in the 统 round.
pub fn can_declare(state: &State, seat: u8) -> bool {
    let (fours, fifths) = fourth_or_fifth(state, seat);
    state.wall_left() > 0 && (fours != 0 || of_kind(state, seat, fifths, shapes::TONG) != 0)
}

/// Whether a seat is asked about the discard: it can do more than pass, after a claim of the first seat only win.
#[inline]
pub fn is_asked(rules: &Rules, state: &State, seat: u8) -> bool {
    (state.answer == PASS && claims(rules, state, seat) != 0) || can_win(rules, state, seat)
}

/// The groups that a seat can lay down with the discard, as a mask of heads (§6).
#[inline]
fn claims(rules: &Rules, state: &State, seat: u8) -> u32 {
    let char = char_of(Card::new(state.card));
    let hand = &state.hands[seat as usize];
    let (held, wall) = (copies(hand, char), state.wall_left());
    let mut heads = 0;
    if held >= 2 && hand.len() >= 3 {
        heads |= 1 << DUI;
    }
    if held >= 3 && wall >= 1 && (held == 3 || rules.kai_zhao_from_four) {
        heads |= 1 << KAI_ZHAO;
    }
    let four = held == 4 && wall >= 2 && !rules.kai_fan_needs_declared_tong;
    if four || (state.fours[seat as usize] >> char & 1 == 1 && wall >= 1 && state.has(seat, shapes::TONG, char)) {
        heads |= 1 << KAI_FAN;
    }
    heads
}

impl Options {
    /// The legal actions of a state.
    #[inline]
    pub fn of(rules: &Rules, state: &State) -> Self {
        let mut options = Self::default();
        let seat = state.turn;
        match state.phase {
            CALL => {
                options.bare = 1 << PASS;
                options.with_cards[3] = jing(rules);
            }
            INITIAL_TONG => {
                options.bare = 1 << PASS;
                options.declare(state, seat);
            }
            ACT => {
                options.plays = state.hands[seat as usize].kinds();
                if state.can_win {
                    options.bare = u32::from(can_win(rules, state, seat)) << HU;
                    options.declare(state, seat);
                }
            }
            CLAIM => {
                let claims = if state.answer == PASS { claims(rules, state, seat) } else { 0 };
                options.bare = 1 << PASS | claims | u32::from(can_win(rules, state, seat)) << HU;
            }
            _ => {}
        }
        options
    }

    #[inline]
    fn declare(&mut self, state: &State, seat: u8) {
        let (fours, fifths) = fourth_or_fifth(state, seat);
        if fours | fifths == 0 || state.wall_left() == 0 {
            return;
        }
        self.with_cards[0] = fours;
        self.with_cards[1] = of_kind(state, seat, fifths, shapes::TONG);
        if state.phase == ACT {
            self.with_cards[2] = of_kind(state, seat, fifths, shapes::KAI_ZHAO);
        }
    }

    /// Their number.
    #[inline]
    pub fn len(&self) -> u32 {
        self.plays.count_ones() + self.bare.count_ones() + self.with_cards.iter().map(|m| m.count_ones()).sum::<u32>()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The action with an index, in the order of the heads, within a head by slot.
    #[inline]
    pub fn nth(&self, state: &State, mut index: u32) -> Action<Cards> {
        let mut take = |mask: u64| {
            let n = mask.count_ones();
            let found = (index < n).then(|| nth_bit(mask, index).trailing_zeros() as u8);
            index = index.wrapping_sub(n);
            found
        };
        if let Some(slot) = take(self.plays) {
            return Action::play(Cards::of_mask(1 << slot));
        }
        if let Some(head) = take(self.bare.into()) {
            return Action::new(head, Cards::EMPTY);
        }
        for (head, mask) in (TONG..).zip(self.with_cards) {
            if let Some(char) = take(mask.into()) {
                return Action::new(head, laid(state, head, char));
            }
        }
        unreachable!("an index below the number of actions")
    }

    /// Appends all of them in the order of [`Options::nth`].
    #[inline]
    pub fn list(&self, state: &State, out: &mut Vec<Action<Cards>>) {
        out.extend(bits(self.plays).map(|card| Action::play(Cards::of_mask(card.bit()))));
        out.extend(bits(self.bare.into()).map(|head| Action::new(head.slot(), Cards::EMPTY)));
        for (head, mask) in (TONG..).zip(self.with_cards) {
            out.extend(bits(mask.into()).map(|char| Action::new(head, laid(state, head, char.slot()))));
        }
    }

    /// The heads as a mask.
    pub fn heads(&self) -> u32 {
        let with_cards = (TONG..).zip(self.with_cards).filter(|(_, mask)| *mask != 0);
        with_cards.fold(u32::from(self.plays != 0) << PLAY | self.bare, |heads, (head, _)| heads | 1 << head)
    }

    /// How the chosen cards can go on as an action with a head.
    pub fn picks(&self, state: &State, head: u8, chosen: &Cards) -> Picks {
        let mut picks = Picks::default();
        match head {
            PLAY if chosen.is_empty() => picks.more = self.plays,
            PLAY => picks.complete = chosen.len() == 1 && chosen.kinds() & !self.plays == 0,
            TONG..=CALL_JING => {
                for char in bits(self.with_cards[(head - TONG) as usize].into()) {
                    let row = laid(state, head, char.slot());
                    if row.contains(chosen) {
                        picks.more |= row.minus(chosen).kinds();
                        picks.complete |= row == *chosen;
                    }
                }
            }
            _ => picks.complete = chosen.is_empty() && self.bare >> head & 1 == 1,
        }
        picks
    }
}

/// The cards that an action with a character names.
#[inline]
fn laid(state: &State, head: u8, char: u8) -> Cards {
    let hand = state.mover();
    match head {
        TONG => take(hand, char, 4),
        CALL_JING => Cards::of(Card::new(char), 1),
        _ => take(hand, char, 1),
    }
}

/// The group that an action lays down, without 主经, which is settled by the finished hand.
pub fn shape(rules: &Rules, state: &State, action: &Action<Cards>) -> Option<Shape> {
    let seat = state.turn;
    let hand = state.hands.get(seat as usize)?;
    let grown = |kind: u8, char: u8, n: usize| {
        let before = state.group(char).filter(|(owner, _)| *owner == seat).map_or(Cards::EMPTY, |(_, g)| g.cards());
        let cards = before.plus(&take(hand, char, n));
        Some(order::shape(rules, kind, &cards, NONE))
    };
    let char = (at_least(&action.cards, 1).trailing_zeros() as u8).min(CHARACTERS.len() as u8 - 1);
    match action.head {
        TONG..=TA_CHUAN if action.cards.is_empty() => None,
        TONG => grown(shapes::TONG, char, 4),
        TONG_SHANG_DING => grown(shapes::TONG_SHANG_DING, char, 1),
        TA_CHUAN => grown(shapes::TA_CHUAN, char, 1),
        DUI | KAI_ZHAO | KAI_FAN => {
            let discard = state.discard()?;
            let char = char_of(discard);
            let (kind, n) = match action.head {
                DUI => (shapes::DUI, 2),
                KAI_ZHAO => (shapes::KAI_ZHAO, 3),
                _ => (shapes::KAI_FAN, if state.has(seat, shapes::TONG, char) { 0 } else { 4 }),
            };
            let before = if n == 0 { state.group(char)?.1.cards() } else { Cards::EMPTY };
            let cards = before.plus(&take(hand, char, n)).plus(&Cards::of(discard, 1));
            Some(order::shape(rules, kind, &cards, NONE))
        }
        _ => None,
    }
}
