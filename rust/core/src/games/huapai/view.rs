//! What one seat may know, and deals consistent with it.
//!
//! Hidden are the other hands, the order of the wall, the characters of other seats' 统 and 统上顶, passes in a claim
//! window and in the 统 round, who is asked there, and who is barred by `pass_lock`. None of it tells anything: in a
//! resampled deal the seat that is asked may be one that can only pass.

use super::moves::{HEADS, can_declare, TONG as DECLARE, TONG_SHANG_DING as ENLARGE};
use super::order::{Group, NONE};
use super::rules::Rules;
use super::shapes::{CHARACTERS, Cards, FLOWERED, NAMES, SIZES, TONG, TONG_SHANG_DING, at_least, flowers};
use super::state::{CLAIM, END, INITIAL_TONG, PHASES, SEATS, State, WALL, after, tong_order};
use crate::action::{Action, PASS};
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::Error;
use crate::row;
use crate::set::bits;

row! {
    /// What one seat may know. Seats are counted from the viewer: 0 = me, 1 = the next to play; −1 = none.
    pub struct View {
        /// My free cards.
        hand: Cards,
        /// The cards that I cannot see: in the wall, in the other hands, in hidden 统 and 统上顶.
        unseen: Cards,
        /// The discards by seat that nobody took.
        rivers: [Cards; SEATS],
        /// At the end the winners' free cards by seat; empty otherwise.
        shown: [Cards; SEATS],
        /// By character the kind of its group that I can see, an index into the shape names; 0: none.
        group_kind: [u8; CHARACTERS],
        /// By character the seat that has this group; −1: none.
        group_seat: [i8; CHARACTERS],
        /// By character the flowers in this group.
        group_flowers: [u8; CHARACTERS],
        /// Groups by seat of which I cannot see the character: 统.
        tongs: [u8; SEATS],
        /// Groups by seat of which I cannot see the character: 统上顶.
        tops: [u8; SEATS],
        /// Free cards by seat.
        left: [u8; SEATS],
        /// Cards left in the wall.
        wall: u8,
        /// The seat to act; −1 when the deal is over, or when seats are asked in secret and it is not I.
        turn: i8,
        /// The dealer.
        dealer: i8,
        /// The slot of the discard being offered or won on; −1: none.
        card: i8,
        /// Who discarded it; −1: nobody.
        discarder: i8,
        /// The head with which the seat after the discarder claimed it; 1, the pass: it did not.
        answer: u8,
        /// 叫经: the slot of the character called; −1: none.
        called: i8,
        /// The seat to act has just drawn: it may win and declare.
        can_win: bool,
        /// I may not win on a discard until I have drawn (HA-35).
        locked: bool,
        /// I have passed in the 统 round.
        passed: bool,
        /// Mask of the winners.
        winners: u8,
        /// The phase: 0 call_jing, 1 initial_tong, 2 act, 3 claim, 4 end.
        phase: u8,
        /// My seat at the table, 0..2.
        seat: u8,
    }
}

/// A seat counted from a viewer.
fn relative(seat: u8, viewer: u8) -> i8 {
    if seat == NONE { -1 } else { after(seat, SEATS as u8 - viewer) as i8 }
}

/// The seat of the table again.
fn absolute(seat: i8, viewer: u8) -> u8 {
    if seat < 0 { NONE } else { after(seat as u8, viewer) }
}

/// A mask of seats, counted from a seat.
fn rotate(mask: u8, seat: u8) -> u8 {
    (mask >> seat | mask << (SEATS as u8 - seat)) & 0b111
}

/// Whether a viewer cannot tell the character of a group.
fn is_hidden(rules: &Rules, state: &State, owner: u8, kind: u8, viewer: u8) -> bool {
    rules.tong_hidden && matches!(kind, TONG | TONG_SHANG_DING) && owner != viewer && state.winners >> owner & 1 == 0
}

/// The view of a seat.
pub fn view(rules: &Rules, state: &State, seat: usize) -> View {
    let me = seat as u8;
    let by_seat = |n: usize| after(n as u8, me) as usize;
    let shown: [Cards; SEATS] = std::array::from_fn(|n| {
        let won = state.phase == END && state.winners >> by_seat(n) & 1 == 1;
        if won { state.hands[by_seat(n)] } else { Cards::EMPTY }
    });
    let mut view = View {
        hand: state.hands[seat],
        unseen: Cards::EMPTY,
        rivers: std::array::from_fn(|n| state.rivers[by_seat(n)]),
        shown,
        group_kind: [0; CHARACTERS],
        group_seat: [-1; CHARACTERS],
        group_flowers: [0; CHARACTERS],
        tongs: [0; SEATS],
        tops: [0; SEATS],
        left: std::array::from_fn(|n| state.hands[by_seat(n)].len() as u8),
        wall: state.wall_left() as u8,
        turn: if state.turn != me && is_secret(state.phase) { -1 } else { relative(state.turn, me) },
        dealer: relative(state.dealer, me),
        card: state.card as i8,
        discarder: relative(state.discarder, me),
        answer: state.answer,
        called: state.called as i8,
        can_win: state.can_win,
        locked: state.locked >> me & 1 == 1,
        passed: state.phase == INITIAL_TONG
            && place(state.dealer, state.turn) > place(state.dealer, me)
            && can_declare(state, me),
        winners: rotate(state.winners, me),
        phase: state.phase,
        seat: me,
    };
    for slot in &state.wall[state.front as usize..state.back as usize] {
        view.unseen.insert(Card::new(*slot));
    }
    for n in (1..SEATS).filter(|n| view.shown[*n].is_empty()) {
        view.unseen = view.unseen.plus(&state.hands[by_seat(n)]);
    }
    for char in 0..CHARACTERS as u8 {
        let Some((owner, group)) = state.group(char) else { continue };
        let (at, n) = (char as usize, relative(owner, me));
        if is_hidden(rules, state, owner, group.kind, me) {
            let hidden = if group.kind == TONG { &mut view.tongs } else { &mut view.tops };
            hidden[n as usize] += 1;
            view.unseen = view.unseen.plus(&group.cards());
        } else {
            (view.group_kind[at], view.group_seat[at], view.group_flowers[at]) = (group.kind, n, group.flowers);
        }
    }
    view
}

/// Whether seats are asked one by one in secret.
fn is_secret(phase: u8) -> bool {
    matches!(phase, CLAIM | INITIAL_TONG)
}

/// The place of a seat in the 统 round.
fn place(dealer: u8, seat: u8) -> usize {
    tong_order(dealer).iter().position(|other| *other == seat).unwrap_or(0)
}

/// The seat that is asked in a resampled deal: any other one that the viewer must expect to be asked.
fn asked(view: &View) -> u8 {
    let (me, dealer) = (view.seat, absolute(view.dealer, view.seat));
    if view.phase == CLAIM {
        // After a claim of the first seat, and if the viewer is the first, it is the second.
        let [first, second] = [1, 2].map(|n| after(absolute(view.discarder, me), n));
        return if view.answer != PASS || me == first { second } else { first };
    }
    let order = tong_order(dealer);
    // Somebody who has declared shows that the round has come to him.
    let declared = |seat: &u8| {
        let n = relative(*seat, me) as usize;
        let open = |char: usize| view.group_seat[char] == n as i8 && matches!(view.group_kind[char], TONG | TONG_SHANG_DING);
        view.tongs[n] + view.tops[n] > 0 || (0..CHARACTERS).any(open)
    };
    let from = order.iter().rposition(declared).unwrap_or(0);
    let my_place = place(dealer, me);
    let from = match (view.passed, has_declaration(view)) {
        (true, _) => from.max(my_place + 1),
        // My turn is still to come.
        (false, true) => from.min(my_place.saturating_sub(1)),
        (false, false) => from,
    };
    order[from.min(2)..].iter().copied().find(|seat| *seat != me).unwrap_or(after(me, 1))
}

/// Whether the viewer has a 统 or 统上顶 to declare.
fn has_declaration(view: &View) -> bool {
    let mine = |char: usize| view.group_seat[char] == 0 && view.group_kind[char] == TONG;
    let fifths = (0..CHARACTERS).filter(|char| mine(*char) && at_least(&view.hand, 1) >> char & 1 == 1);
    view.wall > 0 && (at_least(&view.hand, 4) != 0 || fifths.count() > 0)
}

/// What a seat sees of an action of another.
pub fn redact(rules: &Rules, state: &State, action: &Action<Cards>, by: usize, seat: usize) -> Option<Action<Cards>> {
    match action.head {
        _ if by == seat => Some(*action),
        PASS if matches!(state.phase, CLAIM | INITIAL_TONG) => None,
        DECLARE | ENLARGE if rules.tong_hidden => Some(Action::new(action.head, Cards::EMPTY)),
        _ => Some(*action),
    }
}

/// A deal drawn uniformly from those that look the same to the viewer: physical cards lie anywhere unseen, four or five
/// equal ones in every hidden group. Passes tell nothing, and nobody else is barred from winning.
pub fn resample(view: &View, rng: &mut FastRng) -> Result<State, Error> {
    check(view)?;
    let me = view.seat;
    let mut unseen = view.unseen;
    let mut state = State::with_hands([Cards::EMPTY; SEATS], absolute(view.dealer, me));
    for char in 0..CHARACTERS {
        if view.group_kind[char] != 0 {
            let group = Group { kind: view.group_kind[char], char: char as u8, flowers: view.group_flowers[char] };
            state.lay(absolute(view.group_seat[char], me), group);
        }
    }
    for (seat, group) in hidden_groups(view, &unseen, rng)? {
        unseen = unseen.minus(&group.cards());
        state.lay(absolute(seat, me), group);
    }
    let mut cards = [Card::default(); 110];
    let n = unseen.len();
    unseen.cards().zip(&mut cards).for_each(|(card, place)| *place = card);
    rng.shuffle(&mut cards[..n]);
    let mut rest = cards[..n].iter().copied();
    let mut hands = [Cards::EMPTY; SEATS];
    for seat in 0..SEATS {
        hands[absolute(seat as i8, me) as usize] = match seat {
            0 => view.hand,
            _ if !view.shown[seat].is_empty() => view.shown[seat],
            _ => rest.by_ref().take(view.left[seat] as usize).collect(),
        };
    }
    let dealt = State::with_hands(hands, state.dealer);
    (state.hands, state.residues) = (dealt.hands, dealt.residues);
    state.lay_wall(rest);
    (0..SEATS).for_each(|n| state.rivers[absolute(n as i8, me) as usize] = view.rivers[n]);
    state.turn = if view.turn < 0 && view.phase != END { asked(view) } else { absolute(view.turn, me) };
    (state.phase, state.can_win, state.called) = (view.phase, view.can_win, view.called as u8);
    (state.card, state.discarder, state.answer) = (view.card as u8, absolute(view.discarder, me), view.answer);
    state.locked = u8::from(view.locked) << me;
    state.winners = rotate(view.winners, SEATS as u8 - me);
    Ok(state)
}

/// The hidden groups of the other seats. Each is drawn by the number of ways to choose its cards among the unseen ones;
/// drawing all of them anew until no character comes twice makes every choice of different ones equally likely.
fn hidden_groups(view: &View, unseen: &Cards, rng: &mut FastRng) -> Result<Vec<(i8, Group)>, Error> {
    let of = |counts: &[u8; SEATS], kind: u8| {
        let counts = *counts;
        (1..SEATS).flat_map(move |seat| std::iter::repeat_n((seat as i8, kind), counts[seat] as usize))
    };
    let wanted: Vec<_> = of(&view.tongs, TONG).chain(of(&view.tops, TONG_SHANG_DING)).collect();
    let five: Vec<u8> = bits(at_least(unseen, 5).into()).map(Card::slot).collect();
    let four: Vec<u8> = bits(at_least(unseen, 4).into()).map(Card::slot).collect();
    let tops = wanted.iter().filter(|(_, kind)| *kind == TONG_SHANG_DING).count();
    if five.len() < tops || four.len() < wanted.len() {
        return Err(Error::position("the view contradicts itself: no cards for the hidden groups"));
    }
    loop {
        let mut drawn = Vec::with_capacity(wanted.len());
        let mut taken = 0_u32;
        for &(seat, kind) in &wanted {
            // Of five unseen copies a 统 leaves out any one, of four it takes all.
            let char = if kind == TONG {
                let ways = four.len() as u32 + 4 * five.len() as u32;
                let way = rng.below(ways) as usize;
                if way < four.len() { four[way] } else { five[(way - four.len()) / 4] }
            } else {
                five[rng.below(five.len() as u32) as usize]
            };
            taken |= 1 << char;
            let all = flowers(unseen, char) as u8;
            let spare = FLOWERED >> char & 1 == 1 && kind == TONG && five.contains(&char) && rng.below(5) < all.into();
            drawn.push((seat, Group { kind, char, flowers: all - u8::from(spare) }));
        }
        if taken.count_ones() as usize == wanted.len() {
            return Ok(drawn);
        }
    }
}

/// Refuses a view that no deal has, so that one put together by hand cannot do harm.
fn check(view: &View) -> Result<(), Error> {
    let seats = [view.turn, view.dealer, view.discarder];
    let slot = |slot: i8, n: i8| (-1..n).contains(&slot);
    let ranges = seats.iter().chain(&view.group_seat).all(|seat| slot(*seat, SEATS as i8))
        && slot(view.card, 27)
        && slot(view.called, CHARACTERS as i8)
        && view.dealer >= 0
        && view.seat < SEATS as u8
        && view.winners < 8
        && (view.answer as usize) < HEADS.len()
        && (view.phase as usize) < PHASES.len()
        && (view.turn < 0 || view.phase != END)
        && (view.turn >= 0 || view.phase == END || is_secret(view.phase))
        && (view.turn <= 0 || !is_secret(view.phase))
        && (view.phase != CLAIM || (view.card >= 0 && view.discarder >= 0 && view.discarder != view.turn))
        && (view.card >= 0) == (view.discarder >= 0)
        && view.wall as usize <= WALL;
    if ranges && sets_fit(view) { Ok(()) } else { Err(Error::position("the view contradicts itself")) }
}

/// Whether the cards of a view are sound, no card is there twice, and their numbers are right.
fn sets_fit(view: &View) -> bool {
    let sets = [view.hand, view.unseen];
    if !sets.iter().chain(&view.rivers).chain(&view.shown).all(|set| set.is_sound(&Pack::HUAPAI)) {
        return false;
    }
    let mut all = Vec::from([view.hand, view.unseen]);
    all.extend(view.rivers);
    all.extend((1..SEATS).map(|seat| view.shown[seat]));
    all.extend((view.card >= 0).then(|| Cards::of(Card::new(view.card as u8), 1)));
    for char in 0..CHARACTERS {
        let (kind, flowers) = (view.group_kind[char], view.group_flowers[char]);
        let flowered = FLOWERED >> char & 1 == 1;
        let sound = match kind {
            0 => view.group_seat[char] == -1 && flowers == 0,
            1 => false,
            _ => (kind as usize) < NAMES.len() && view.group_seat[char] >= 0 && flowers <= 2 * u8::from(flowered),
        };
        if !sound || (kind != 0 && flowers > SIZES[kind as usize]) {
            return false;
        }
        if kind != 0 {
            all.push(Group { kind, char: char as u8, flowers }.cards());
        }
    }
    let mut counts = [0; 27];
    for set in &all {
        set.cards().for_each(|card| counts[card.slot() as usize] += 1);
    }
    let fits = (0..27).all(|slot| counts[slot as usize] <= Pack::HUAPAI.copies(Card::new(slot)));
    let others = (1..SEATS).filter(|seat| view.shown[*seat].is_empty());
    let hidden: usize = (1..SEATS).map(|seat| 4 * view.tongs[seat] as usize + 5 * view.tops[seat] as usize).sum();
    let places = others.map(|seat| view.left[seat] as usize).sum::<usize>() + view.wall as usize + hidden;
    let shown = (1..SEATS).all(|seat| view.shown[seat].is_empty() || view.shown[seat].len() == view.left[seat] as usize);
    fits && shown && view.hand.len() == view.left[0] as usize && view.unseen.len() == places
}
