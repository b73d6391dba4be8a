//! The state machine: the wall, draws, declarations, claims (rule book §5, §6).

use super::moves::{self, CALL_JING, DUI, HU, KAI_FAN, KAI_ZHAO, TA_CHUAN, TONG};
use super::order::{Group, Groups, Hand, NONE};
use super::rules::{Called, FirstDealer, MainJing, MultiWin, PassLock, Rules, Setup, WallEnd};
use super::shapes::{self, CHARACTERS, Cards, Residue, SIZES, char_of, flowers, is_flower, take};
use crate::action::{Action, PASS, PLAY};
use crate::card::{Card, Pack};
use crate::deal::DealRng;
use crate::row;
use crate::seats::{NO_SEAT, after};

/// The number of seats.
pub const SEATS: usize = 3;
/// Cards dealt to each seat (H-014).
pub const HAND: usize = 25;
/// Cards left in the wall by the deal.
pub const WALL: usize = 35;

/// 叫经: the seats are asked once each, the dealer first.
pub const CALL: u8 = 0;
/// 统 before the first draw (HA-11).
pub const INITIAL_TONG: u8 = 1;
/// A seat has drawn or claimed, and discards in the end.
pub const ACT: u8 = 2;
/// A discard is offered to the other two.
pub const CLAIM: u8 = 3;
/// The deal is over.
pub const END: u8 = 4;
/// The phases by name.
pub const PHASES: &[&str] = &["call_jing", "initial_tong", "act", "claim", "end"];

row! {
    /// A deal in progress.
    pub struct State {
        /// The free cards by seat.
        hands: [Cards; SEATS],
        /// The discards by seat that nobody took.
        rivers: [Cards; SEATS],
        /// The residue of the free cards by seat, which follows from them; kept because nearly every question whether a
        /// hand wins is answered by it alone.
        residues: [u64; SEATS],
        /// Of which characters a seat has a 统 or 开招, which one more copy can enlarge.
        fours: [u32; SEATS],
        /// The group of each character, packed; 0 for none. Five copies make no two groups.
        groups: [u8; CHARACTERS],
        /// The wall by slot, 255 where the card is drawn already.
        wall: [u8; WALL],
        /// The next card of the wall.
        front: u8,
        /// The end of the wall: the card before it is the last one.
        back: u8,
        /// The dealer, who draws first.
        dealer: u8,
        /// The seat to act; 255 when the deal is over.
        turn: u8,
        /// The phase.
        phase: u8,
        /// The seat to act has just drawn: it may win and declare.
        can_win: bool,
        /// 叫经: the character called, 255 for none.
        called: u8,
        /// The discard being offered or won on, 255 for none.
        card: u8,
        /// Who discarded it, 255 for nobody.
        discarder: u8,
        /// The head with which the seat after the discarder claimed it; the pass if it did not.
        answer: u8,
        /// Mask of the seats that may not win on a discard until they have drawn (HA-35).
        locked: u8,
        /// Mask of the winners.
        winners: u8,
    }
}

/// The seats in the order of the 统 round: the last one, the second, the dealer.
#[inline]
pub const fn tong_order(dealer: u8) -> [u8; SEATS] {
    [after::<SEATS>(dealer, 2), after::<SEATS>(dealer, 1), dealer]
}

/// A group and its owner as a byte.
#[inline]
pub const fn pack(seat: u8, kind: u8, flowers: u8) -> u8 {
    kind | flowers << 3 | seat << 5
}

impl State {
    /// A state before anything is settled.
    pub fn with_hands(hands: [Cards; SEATS], dealer: u8) -> Self {
        Self {
            hands,
            rivers: [Cards::EMPTY; SEATS],
            residues: hands.map(|hand| Residue::of(&hand).0),
            fours: [0; SEATS],
            groups: [0; CHARACTERS],
            wall: [NONE; WALL],
            front: 0,
            back: 0,
            dealer,
            turn: dealer,
            phase: CALL,
            can_win: false,
            called: NONE,
            card: NONE,
            discarder: NO_SEAT,
            answer: PASS,
            locked: 0,
            winners: 0,
        }
    }

    /// Lays a wall of at most 35 cards.
    pub fn lay_wall(&mut self, cards: impl IntoIterator<Item = Card>) {
        for card in cards {
            self.wall[self.back as usize] = card.slot();
            self.back += 1;
        }
    }

    /// The hand of the seat to act.
    #[inline]
    pub fn mover(&self) -> &Cards {
        &self.hands[self.turn as usize]
    }

    /// Cards left in the wall.
    #[inline]
    pub fn wall_left(&self) -> usize {
        (self.back - self.front) as usize
    }

    /// The group of a character and its owner.
    #[inline]
    pub fn group(&self, char: u8) -> Option<(u8, Group)> {
        let byte = self.groups[char as usize];
        (byte != 0).then_some((byte >> 5, Group { kind: byte & 7, char, flowers: byte >> 3 & 3 }))
    }

    /// Whether a seat has a group of this kind and character.
    #[inline]
    pub fn has(&self, seat: u8, kind: u8, char: u8) -> bool {
        self.group(char).is_some_and(|(owner, group)| owner == seat && group.kind == kind)
    }

    /// The groups in front of a seat, by character.
    pub fn groups_of(&self, seat: u8) -> Groups {
        let all = (0..CHARACTERS as u8).filter_map(|char| self.group(char));
        all.filter(|(owner, _)| *owner == seat).map(|(_, group)| group).take(super::order::GROUPS).collect()
    }

    /// Puts a group in front of a seat, in the place of a smaller one of its character.
    #[inline]
    pub fn lay(&mut self, seat: u8, group: Group) {
        self.groups[group.char as usize] = pack(seat, group.kind, group.flowers);
        let bit = 1 << group.char;
        self.fours[seat as usize] &= !bit;
        if SIZES[group.kind as usize] == 4 {
            self.fours[seat as usize] |= bit;
        }
    }

    /// The discard being offered or won on.
    #[inline]
    pub fn discard(&self) -> Option<Card> {
        (self.card != NONE).then(|| Card::new(self.card))
    }

    /// A seat's hand as it would be finished: with the offered discard when there is one.
    pub fn finished(&self, seat: u8) -> (Hand, Residue) {
        let mut free = self.hands[seat as usize];
        let mut residue = Residue(self.residues[seat as usize]);
        let won_on = self.discard();
        if let Some(card) = won_on {
            free.insert(card);
            residue = residue.plus(char_of(card));
        }
        (Hand { free, groups: self.groups_of(seat), called: self.called, won_on }, residue)
    }

    /// By seat: the cards in front of it less those that the identity of D-03 asks for; zero at every decision.
    pub fn surplus(&self) -> [i32; SEATS] {
        std::array::from_fn(|seat| {
            let grouped: i32 = self.groups_of(seat as u8).iter().map(|_| 3).sum();
            let drawn = match self.phase {
                ACT => self.turn as usize == seat,
                END => self.discarder == NO_SEAT && self.winners >> seat & 1 == 1,
                _ => false,
            };
            // A group of n cards asks for n: with the extra ones of n4 and n5 left out on both sides three remain.
            self.hands[seat].len() as i32 + grouped - HAND as i32 - i32::from(drawn)
        })
    }

    #[inline]
    fn gain(&mut self, seat: u8, card: Card) {
        let seat = seat as usize;
        self.hands[seat].insert(card);
        self.residues[seat] = Residue(self.residues[seat]).plus(char_of(card)).0;
    }

    /// Takes equal characters out of a hand.
    #[inline]
    fn lose(&mut self, seat: u8, char: u8, cards: &Cards) {
        let seat = seat as usize;
        self.hands[seat] = self.hands[seat].minus(cards);
        let residue = Residue(self.residues[seat]);
        // Three cards of a character change nothing.
        self.residues[seat] = match cards.len() % 3 {
            0 => residue.0,
            1 => residue.minus(char).0,
            _ => residue.plus(char).0,
        };
    }

    /// Draws a card, which ends a lock (HA-35). The wall must not be empty.
    #[inline]
    fn draw(&mut self, seat: u8, from: WallEnd) {
        let at = match from {
            WallEnd::Front => {
                self.front += 1;
                self.front - 1
            }
            WallEnd::End => {
                self.back -= 1;
                self.back
            }
        };
        let card = Card::new(std::mem::replace(&mut self.wall[at as usize], NONE));
        self.gain(seat, card);
        self.locked &= !(1 << seat);
    }

    /// A turn of a seat that has drawn (`can_win`), or has just claimed a 对.
    pub(super) fn act(&mut self, seat: u8, can_win: bool) {
        (self.phase, self.turn, self.can_win) = (ACT, seat, can_win);
        (self.card, self.discarder, self.answer) = (NONE, NO_SEAT, PASS);
    }

    fn end(&mut self, winners: u8) {
        (self.phase, self.turn, self.can_win, self.answer, self.winners) = (END, NO_SEAT, false, PASS, winners);
    }

    /// An ordinary turn: a draw, or the end of the deal when the wall is empty (HA-31).
    fn draw_turn(&mut self, seat: u8) {
        if self.wall_left() == 0 {
            (self.card, self.discarder) = (NONE, NO_SEAT);
            return self.end(0);
        }
        self.draw(seat, WallEnd::Front);
        self.act(seat, true);
    }

    /// After the deal and the calls: the 统 round if there is one, then the dealer draws.
    fn open_play(&mut self, rules: &Rules) {
        self.phase = INITIAL_TONG;
        self.ask_tong(if rules.initial_tong_phase { 0 } else { SEATS });
    }

    /// Asks the seats of the 统 round from one on that have something to declare.
    fn ask_tong(&mut self, from: usize) {
        let order = tong_order(self.dealer);
        match order[from..].iter().find(|seat| moves::can_declare(self, **seat)) {
            Some(&seat) => self.turn = seat,
            None => self.draw_turn(self.dealer),
        }
    }

    /// Asks the seats after a discard, from the `stage`-th on, that can still change the result (§5); then settles it.
    #[inline]
    fn ask_claim(&mut self, rules: &Rules, stage: u8) {
        for n in stage..=2 {
            let seat = after::<SEATS>(self.discarder, n);
            if moves::is_asked(rules, self, seat) {
                self.turn = seat;
                return;
            }
        }
        self.settle(rules, PASS);
    }

    /// The end of a claim window, given the answer of the second seat.
    fn settle(&mut self, rules: &Rules, second: u8) {
        let [a, b] = [1, 2].map(|n| after::<SEATS>(self.discarder, n));
        let winners = u8::from(self.answer == HU) << a | u8::from(second == HU) << b;
        if winners != 0 {
            return self.end(winners);
        }
        // At most one of the two claims still stands (D-05).
        match (self.answer, second) {
            (PASS, PASS) => {
                self.rivers[self.discarder as usize].insert(Card::new(self.card));
                self.draw_turn(a);
            }
            (PASS, claim) => self.claim(rules, b, claim),
            (claim, _) => self.claim(rules, a, claim),
        }
    }

    /// Lays down a claimed group and draws what the identity of D-03 owes.
    fn claim(&mut self, rules: &Rules, seat: u8, head: u8) {
        let card = Card::new(self.card);
        let char = char_of(card);
        let declared = (head == KAI_FAN).then(|| self.group(char)).flatten();
        let (kind, from_hand, owed) = match (head, declared) {
            (DUI, _) => (shapes::DUI, 2, 0),
            (KAI_ZHAO, _) => (shapes::KAI_ZHAO, 3, 1),
            (_, Some(_)) => (shapes::KAI_FAN, 0, 1),
            (_, None) => (shapes::KAI_FAN, 4, 2),
        };
        let laid = take(&self.hands[seat as usize], char, from_hand);
        self.lose(seat, char, &laid);
        let before = declared.map_or(0, |(_, group)| group.flowers);
        let flowers = before + flowers(&laid, char) as u8 + u8::from(is_flower(card));
        self.lay(seat, Group { kind, char, flowers });
        (0..owed).for_each(|_| self.draw(seat, rules.replacement_from));
        self.act(seat, owed > 0);
    }

    /// 统, 统上顶 or 踏船 with these cards of one's own.
    fn declare(&mut self, rules: &Rules, head: u8, cards: &Cards) {
        let seat = self.turn;
        let char = char_of(Card::new(cards.kinds().trailing_zeros() as u8));
        let before = self.group(char).map_or(0, |(_, group)| group.flowers);
        let (kind, from) = match head {
            TONG => (shapes::TONG, WallEnd::End),
            TA_CHUAN => (shapes::TA_CHUAN, rules.replacement_from),
            _ => (shapes::TONG_SHANG_DING, WallEnd::End),
        };
        self.lose(seat, char, cards);
        self.lay(seat, Group { kind, char, flowers: before + flowers(cards, char) as u8 });
        self.draw(seat, from);
    }

    fn answer_claim(&mut self, rules: &Rules, head: u8) {
        let seat = self.turn;
        let barred = rules.pass_lock == PassLock::UntilOwnTurn && head != HU;
        if barred && moves::can_win(rules, self, seat) {
            self.locked |= 1 << seat;
        }
        if seat == after::<SEATS>(self.discarder, 2) {
            return self.settle(rules, head);
        }
        self.answer = head;
        if head == HU && rules.multi_win == MultiWin::Nearest {
            self.settle(rules, PASS);
        } else {
            self.ask_claim(rules, 2);
        }
    }
}

/// Plays a legal action.
#[inline]
pub fn apply(rules: &Rules, state: &mut State, action: &Action<Cards>) {
    let before = if cfg!(debug_assertions) { state.surplus() } else { [0; SEATS] };
    let seat = state.turn;
    match (state.phase, action.head) {
        (CLAIM, head) => state.answer_claim(rules, head),
        (ACT, PLAY) => {
            let card = Card::new(action.cards.kinds().trailing_zeros() as u8);
            state.lose(seat, char_of(card), &action.cards);
            (state.phase, state.can_win) = (CLAIM, false);
            (state.card, state.discarder, state.answer) = (card.slot(), seat, PASS);
            state.ask_claim(rules, 1);
        }
        (ACT, HU) => state.end(1 << seat),
        (CALL, CALL_JING) => {
            state.called = char_of(Card::new(action.cards.kinds().trailing_zeros() as u8));
            state.open_play(rules);
        }
        (CALL, _) if after::<SEATS>(seat, 1) == state.dealer => state.open_play(rules),
        (CALL, _) => state.turn = after::<SEATS>(seat, 1),
        (INITIAL_TONG, head) => {
            let place = tong_order(state.dealer).iter().position(|other| *other == seat).unwrap_or(0);
            if head != PASS {
                state.declare(rules, head, &action.cards);
            }
            state.ask_tong(place + usize::from(head == PASS));
        }
        (_, head) => state.declare(rules, head, &action.cards),
    }
    debug_assert_eq!(before, state.surplus(), "D-03: the card-count identity");
    debug_assert_eq!(state.residues, state.hands.map(|hand| Residue::of(&hand).0));
}

/// A deal from a seed: card `i` of the shuffle goes to seat `i` mod 3 while there are 75, the rest is the wall.
pub fn deal(rules: &Rules, setup: &Setup, seed: u64) -> State {
    let mut rng = DealRng::new(seed);
    let cards = rng.shuffle(&Pack::HUAPAI);
    let mut hands = [Cards::EMPTY; SEATS];
    for (i, &card) in cards[..SEATS * HAND].iter().enumerate() {
        hands[i % SEATS].insert(card);
    }
    let dealer = match (setup.dealer.0, rules.first_dealer) {
        (-1, FirstDealer::Random) => rng.below(SEATS as u32) as u8,
        (-1, FirstDealer::Seat0) => 0,
        (seat, _) => seat as u8,
    };
    let mut state = State::with_hands(hands, dealer);
    state.lay_wall(cards[SEATS * HAND..].iter().copied());
    state.begin(rules, setup.called);
    state
}

impl State {
    /// The call round, unless there is none or somebody has called already.
    pub(super) fn begin(&mut self, rules: &Rules, called: Called) {
        let jiao = rules.zhu_jing_mode == MainJing::Jiao;
        if jiao && called == Called::None {
            return;
        }
        self.called = if jiao { called.slot() } else { NONE };
        self.open_play(rules);
    }
}
