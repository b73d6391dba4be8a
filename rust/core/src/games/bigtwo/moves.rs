//! Legality: the check with its reasons, and the menu. Every action is its own class.

use super::order::{self, by_card, exceeds};
use super::rules::{Rules, StraightOrder};
use super::shapes::{
    FLUSH, FULL_HOUSE, PAIR, QUADS, RUNS, SINGLE, STRAIGHT, STRAIGHT_FLUSH, Shape, TRIPLE, classify, pairs, quads,
    run_at, run_starts, text, top, triples,
};
use super::state::{Cards, FOLLOW, LEAD, SCORE, State};
use crate::action::{Action, Head, PASS, PLAY};
use crate::card::Card;
use crate::climb::ranks::{CLUBS, is_one_suit, ranks};
use crate::deal::FastRng;
use crate::error::Illegal;
use crate::game::Picks;
use crate::set::{bits, nth_bit};

/// The heads.
pub const HEADS: &[Head] = &[Head::play("play"), Head::bare("pass")];

/// 13 cards of one suit have 13 singles and 1,287 sets of five, all of them plays; a pass never stands beside that many.
pub const MENU_MAX: usize = 1301;

/// Whether an action is legal, or why not.
pub fn check(rules: &Rules, state: &State, action: &Action<Cards>) -> Result<(), Illegal> {
    match (state.phase, action.head) {
        (SCORE, _) => return Illegal::err("B-030", "over", "the deal is over: someone has played all his cards"),
        (LEAD, PASS) => return Illegal::err("BA-10", "leader_passes", "the leader may not pass"),
        (_, PASS) if action.cards.is_empty() => return Ok(()),
        (_, PASS) => return Illegal::err("B-028", "pass_with_cards", "a pass takes no cards"),
        (_, PLAY) => {}
        _ => return Illegal::err("B-026", "no_such_action", "the actions are a play and a pass"),
    }
    let cards = &action.cards;
    let hand = state.mover();
    if !hand.contains(cards) {
        let missing = text(&cards.minus(hand));
        return Illegal::err("B-000", "not_held", format!("you do not hold {missing}"));
    }
    let shape = classify(rules, cards.kinds());
    if shape.kind < SINGLE {
        return Err(no_type(rules, cards));
    }
    if !cards.contains(&state.must) {
        let problem = format!("the first lead of the first deal must contain {}", text(&state.must));
        return Illegal::err("B-023", "first_card_missing", problem);
    }
    match state.top_shape() {
        Some(top) if !exceeds(rules, &shape, &top) => Err(too_low(&shape, &top, state)),
        _ => Ok(()),
    }
}

/// Why some cards are no type.
fn no_type(rules: &Rules, cards: &Cards) -> Illegal {
    let given = text(cards);
    match cards.len() {
        0 => Illegal::new("B-026", "no_cards", "a play takes cards"),
        2 => Illegal::new("B-002", "no_type", format!("{given} is no pair: the ranks differ")),
        3 if !rules.allow_triples => Illegal::new("BA-03", "no_type", format!("{given}: three cards are no type here")),
        5 => Illegal::new(
            "BA-03",
            "no_type",
            format!("{given} is no straight, flush, full house, four of a kind with a fifth card or straight flush"),
        ),
        n => Illegal::new("BA-03", "no_type", format!("{given}: no type has these {n} cards")),
    }
}

/// Why a play does not beat the top play.
fn too_low(shape: &Shape, top: &Shape, state: &State) -> Illegal {
    let top_text = text(&state.top);
    if shape.count != top.count {
        let problem = format!("{top_text} has {} cards, so {} do not compare with it", top.count, shape.count);
        return Illegal::new("B-011", "wrong_count", problem);
    }
    Illegal::new("B-027", "too_low", format!("the play must be higher than {top_text}"))
}

/// Appends every legal action: plays by kind, within a kind by rank; a follower's pass last.
#[inline]
pub fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
    if state.phase == SCORE {
        return;
    }
    plays(rules, state, |play| out.push(Action::play(Cards::of_mask(play))));
    if state.phase == FOLLOW {
        out.push(Action::pass());
    }
}

/// A uniformly drawn row of the menu. A follow of a single, the most common decision, needs no list.
#[inline]
pub fn random(rules: &Rules, state: &State, rng: &mut FastRng, rows: &mut Vec<Action<Cards>>) -> Action<Cards> {
    let count = state.top.len() as u32;
    if state.phase == FOLLOW && count < 5 && !rules.monsters_beat_any {
        let hand = state.mover().kinds();
        if hand.count_ones() < count {
            return Action::pass();
        }
        if count == 1 {
            let higher = above(hand, state.top_key);
            let row = rng.below(higher.count_ones() + 1);
            if row == higher.count_ones() {
                return Action::pass();
            }
            return Action::play(Cards::of_mask(nth_bit(higher, row)));
        }
    }
    rows.clear();
    menu(rules, state, rows);
    rows[rng.below(rows.len() as u32) as usize]
}

/// The heads of the legal actions: a leader always has a play and never passes.
pub fn heads(rules: &Rules, state: &State) -> u32 {
    let mut any = false;
    plays(rules, state, |_| any = true);
    match state.phase {
        LEAD => 1 << PLAY,
        FOLLOW => u32::from(any) << PLAY | 1 << PASS,
        _ => 0,
    }
}

/// How chosen cards can go on: to a play by any card of any play that holds them.
pub fn picks(rules: &Rules, state: &State, head: u8, chosen: &Cards) -> Picks {
    let (chosen, mut picks) = (chosen.kinds(), Picks::default());
    if head == PLAY && state.phase != SCORE {
        plays(rules, state, |play| {
            if chosen & !play == 0 {
                picks.more |= play & !chosen;
                picks.complete |= play == chosen;
            }
        });
    }
    picks
}

/// Gives every legal play to a sink, in menu order.
#[inline]
fn plays(rules: &Rules, state: &State, sink: impl FnMut(u64)) {
    let hand = state.mover().kinds();
    Plays { rules, hand, must: state.must.kinds(), floor: Floor::of(state), sink }.all();
}

/// The cards of a mask above the key card of a single or pair.
#[inline]
fn above(hand: u64, key: u32) -> u64 {
    hand & (!1 << (key & 63))
}

/// What a play must exceed.
#[derive(Clone, Copy)]
enum Floor {
    /// A lead: anything goes.
    Free,
    /// A follow: the same number of cards and a larger key.
    Above(Shape),
}

impl Floor {
    #[inline]
    fn of(state: &State) -> Self {
        state.top_shape().map_or(Floor::Free, Floor::Above)
    }
}

/// Sub-masks of a nibble with a given number of bits, in ascending order.
const fn choose<const N: usize>(bits: u32) -> [u64; N] {
    let mut found = [0; N];
    let (mut n, mut mask) = (0, 0_u64);
    while mask < 16 {
        if mask.count_ones() == bits {
            found[n] = mask;
            n += 1;
        }
        mask += 1;
    }
    found
}
const PAIRS: [u64; 6] = choose(2);
const TRIPLES: [u64; 4] = choose(3);

/// Lists the plays of a hand.
struct Plays<'a, S> {
    rules: &'a Rules,
    hand: u64,
    must: u64,
    floor: Floor,
    sink: S,
}

impl<S: FnMut(u64)> Plays<'_, S> {
    fn all(&mut self) {
        if self.open(SINGLE, 1) {
            self.singles();
        }
        if self.open(PAIR, 2) {
            self.groups(PAIR, pairs(self.hand), &PAIRS);
        }
        if self.rules.allow_triples && self.open(TRIPLE, 3) {
            self.groups(TRIPLE, triples(self.hand), &TRIPLES);
        }
        if self.hand.count_ones() < 5 {
            return;
        }
        if self.open(STRAIGHT, 5) {
            self.straights();
        }
        if self.open(FLUSH, 5) {
            self.flushes();
        }
        if self.open(FULL_HOUSE, 5) {
            self.full_houses();
        }
        if self.open(QUADS, 5) {
            self.four_of_a_kinds();
        }
        if self.open(STRAIGHT_FLUSH, 5) {
            self.straight_flushes();
        }
    }

    /// Whether plays of a kind can exceed the floor at all.
    #[inline]
    fn open(&self, kind: i8, count: u8) -> bool {
        match &self.floor {
            Floor::Free => true,
            Floor::Above(top) if top.count == count => kind >= top.kind,
            Floor::Above(_) => self.rules.monsters_beat_any && kind >= QUADS,
        }
    }

    /// Whether a play of an open kind exceeds the floor.
    #[inline]
    fn clears(&self, shape: &Shape) -> bool {
        match &self.floor {
            Floor::Free => true,
            Floor::Above(top) => top.count != shape.count || shape.key > top.key,
        }
    }

    #[inline]
    fn push(&mut self, play: u64) {
        if play & self.must == self.must {
            (self.sink)(play);
        }
    }

    fn singles(&mut self) {
        let cards = match &self.floor {
            Floor::Free => self.hand,
            Floor::Above(top) => above(self.hand, top.key),
        };
        for card in bits(cards) {
            self.push(card.bit());
        }
    }

    /// Pairs or triples of the given ranks: the sub-masks of each rank's nibble.
    fn groups(&mut self, kind: i8, ranks: u64, masks: &'static [u64]) {
        for low in bits(ranks).map(Card::slot) {
            for mask in submasks(masks, self.hand >> low) {
                let play = mask << low;
                if self.clears(&by_card(kind, kind as u8 + 1, top(play))) {
                    self.push(play);
                }
            }
        }
    }

    /// Straights of mixed suits, in the order of the ten.
    fn straights(&mut self) {
        for run in by_place(self.rules, run_starts(ranks(self.hand))).map(Card::slot).map(run_at) {
            let mut low = [0_u32; 5];
            bits(RUNS[run]).zip(&mut low).for_each(|(card, slot)| *slot = u32::from(card.slot()));
            let cards = low.map(|slot| self.hand & 0xf << slot);
            for a in bits(cards[0]) {
                for b in bits(cards[1]) {
                    for c in bits(cards[2]) {
                        let three = a.bit() | b.bit() | c.bit();
                        for d in bits(cards[3]) {
                            for e in bits(cards[4]) {
                                self.straight(run, three | d.bit() | e.bit());
                            }
                        }
                    }
                }
            }
        }
    }

    #[inline]
    fn straight(&mut self, run: usize, play: u64) {
        if !is_one_suit(play) && self.clears(&order::straight(self.rules, STRAIGHT, run, play)) {
            self.push(play);
        }
    }

    fn flushes(&mut self) {
        for suit in 0..4 {
            let suited = self.hand & CLUBS << suit;
            if suited.count_ones() < 5 {
                continue;
            }
            let mut cards = [0_u64; 13];
            let mut n = 0;
            for card in bits(suited) {
                cards[n] = card.bit();
                n += 1;
            }
            for e in 4..n {
                for d in 3..e {
                    for c in 2..d {
                        for b in 1..c {
                            for a in 0..b {
                                self.flush(suit, cards[a] | cards[b] | cards[c] | cards[d] | cards[e]);
                            }
                        }
                    }
                }
            }
        }
    }

    #[inline]
    fn flush(&mut self, suit: u32, play: u64) {
        if !RUNS.contains(&(play >> suit)) && self.clears(&order::flush(self.rules, play)) {
            self.push(play);
        }
    }

    fn full_houses(&mut self) {
        let pairs = pairs(self.hand);
        for three in bits(triples(self.hand)).map(Card::slot) {
            for triple in submasks(&TRIPLES, self.hand >> three) {
                let triple = triple << three;
                if !self.clears(&by_card(FULL_HOUSE, 5, top(triple))) {
                    continue;
                }
                for two in bits(pairs & !(1 << three)).map(Card::slot) {
                    for pair in submasks(&PAIRS, self.hand >> two) {
                        self.push(triple | pair << two);
                    }
                }
            }
        }
    }

    fn four_of_a_kinds(&mut self) {
        for four in bits(quads(self.hand)).map(Card::slot) {
            if self.clears(&by_card(QUADS, 5, four + 3)) {
                let quad = 0xf << four;
                for fifth in bits(self.hand & !quad) {
                    self.push(quad | fifth.bit());
                }
            }
        }
    }

    fn straight_flushes(&mut self) {
        for start in by_place(self.rules, run_starts(self.hand)).map(Card::slot) {
            let (run, play) = (run_at(start), RUNS[run_at(start)] << (start & 3));
            if self.clears(&order::straight(self.rules, STRAIGHT_FLUSH, run, play)) {
                self.push(play);
            }
        }
    }
}

/// The starts of straights in the order of the ten: A-2-3-4-5 comes first, under the mainland order then 2-3-4-5-6.
#[inline]
fn by_place(rules: &Rules, starts: u64) -> impl Iterator<Item = Card> + use<> {
    const FROM_ACES: u64 = 0xff << 44;
    const ACES: u64 = 0xf << 44;
    let mainland = rules.straight_order == StraightOrder::Mainland;
    let first = starts & if mainland { FROM_ACES } else { ACES };
    bits(first).chain(bits(starts & !first))
}

/// Those of some masks that the lowest nibble of a hand contains.
#[inline]
fn submasks(masks: &'static [u64], hand: u64) -> impl Iterator<Item = u64> {
    masks.iter().copied().filter(move |mask| mask & !hand == 0)
}
