//! Burying eight of 33 cards. Any eight will do (CA-36); a class is which side suits are emptied, the points (45 and more are
//! one), and whether trumps are among the cards.

use super::BURY_HEAD;
use crate::action::Action;
use crate::deal::FastRng;
use crate::error::Illegal;
use crate::follow::points::{CLASSES, points};
use crate::follow::pool::least;
use crate::follow::table::{TRUMPS, Table};
use crate::game::Picks;
use crate::games::chaodipi::calls::trump_of;
use crate::games::chaodipi::order::{self, NO_TRUMP};
use crate::games::chaodipi::rules::Rules;
use crate::games::chaodipi::shapes::text;
use crate::games::chaodipi::state::{BOTTOM, Cards, State};

/// Sums of points, in fives, from here on are one class.
const MOST: u32 = 9;

/// Whether cards may be buried, or why not.
pub fn check(state: &State, cards: &Cards) -> Result<(), Illegal> {
    let hand = &state.hands[state.turn as usize];
    if !hand.contains(cards) {
        return Illegal::err("C-028", "not_held", format!("you do not hold {}", text(&cards.minus(hand))));
    }
    match cards.len() {
        BOTTOM => Ok(()),
        n => Illegal::err("C-028", "wrong_count", format!("{BOTTOM} cards are to be buried, not {n}")),
    }
}

/// How the cards chosen can go on.
pub fn picks(state: &State, chosen: &Cards) -> Picks {
    let hand = &state.hands[state.turn as usize];
    if !hand.contains(chosen) || chosen.len() > BOTTOM {
        return Picks::default();
    }
    let complete = chosen.len() == BOTTOM;
    Picks { more: if complete { 0 } else { hand.minus(chosen).kinds() }, complete }
}

/// The order of the cards as far as the burier knows it: in a hidden room he knows only what he has shown himself.
fn table(rules: &Rules, state: &State) -> &'static Table {
    let own = state.calls().iter().filter(|call| call.seat() == state.turn).last();
    let trump = match own {
        _ if !rules.hidden || state.n_calls == 0 => state.trump,
        Some(call) => trump_of(call.combination()),
        None => NO_TRUMP,
    };
    order::table(rules, state.level, trump)
}

/// What can be taken from one suit: by the number of cards, a bit for each sum of points.
#[derive(Clone, Copy)]
struct Part {
    cards: Cards,
    least: usize,
    most: usize,
    sums: Sums,
}

impl Part {
    fn new(cards: Cards, least: usize, most: usize) -> Self {
        let mut part = Self { cards, least, most, sums: [0; BOTTOM + 1] };
        for n in least..=most.min(BOTTOM) {
            part.sums[n] = part.choices(n).fold(0, |all, (five, ten)| all | 1 << (five + 2 * ten));
        }
        part
    }

    /// The numbers of fives and of tens in the choices of `n` cards.
    fn choices(&self, n: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let [zeros, fives, tens] = CLASSES.map(|class| self.cards.count_in(class));
        (0..=tens.min(n)).flat_map(move |ten| {
            let rest = n - ten;
            (rest.saturating_sub(zeros)..=fives.min(rest)).map(move |five| (five, ten))
        })
    }

    /// The least useful `n` cards with a sum of points.
    fn take(&self, n: usize, sum: usize) -> Option<Cards> {
        let (five, ten) = self.choices(n).find(|(five, ten)| five + 2 * ten == sum)?;
        let numbers = [n - five - ten, five, ten];
        let parts = CLASSES.iter().zip(numbers).map(|(class, n)| least(&self.cards.within(*class), n));
        Some(parts.fold(Cards::EMPTY, |all, part| all.union(&part)))
    }
}

/// By the number of cards, a bit for each sum of points.
type Sums = [u32; BOTTOM + 1];

/// The choices that empty certain side suits and no others, with or without trumps.
struct Choice {
    /// The trumps, then the side suits.
    parts: [Part; 5],
    /// What can be taken from each part on.
    suffix: [Sums; 6],
}

impl Choice {
    fn new(sides: [Part; 4]) -> Self {
        let none = Part::new(Cards::EMPTY, 0, 0);
        let mut choice = Self { parts: [none, sides[0], sides[1], sides[2], sides[3]], suffix: [[0; BOTTOM + 1]; 6] };
        choice.suffix[5][0] = 1;
        (1..5).rev().for_each(|i| choice.add(i));
        choice
    }

    /// The same choices with these trumps.
    fn with(&mut self, trumps: Part) -> &Self {
        self.parts[0] = trumps;
        self.suffix[0] = [0; BOTTOM + 1];
        self.add(0);
        self
    }

    /// What can be taken from part `i` on.
    fn add(&mut self, i: usize) {
        let part = &self.parts[i];
        for n in part.least..=part.most.min(BOTTOM) {
            let mut sums = part.sums[n];
            while sums != 0 {
                let sum = sums.trailing_zeros();
                sums &= sums - 1;
                for rest in 0..=BOTTOM - n {
                    self.suffix[i][n + rest] |= self.suffix[i + 1][rest] << sum;
                }
            }
        }
    }

    /// The classes of points, a bit for each.
    fn classes(&self) -> u32 {
        let sums = self.suffix[0][BOTTOM];
        sums & ((1 << MOST) - 1) | u32::from(sums >> MOST != 0) << MOST
    }

    /// The row of a class of points.
    fn row(&self, class: u32) -> Cards {
        let sums = self.suffix[0][BOTTOM] & if class == MOST { !0 << MOST } else { 1 << class };
        let (mut left, mut sum, mut row) = (BOTTOM, sums.trailing_zeros() as usize, Cards::EMPTY);
        for (i, part) in self.parts.iter().enumerate() {
            let fits = |n: usize, own: usize| part.sums[n] >> own & 1 == 1 && self.suffix[i + 1][left - n] >> (sum - own) & 1 == 1;
            let found = (part.least..=part.most.min(left)).find_map(|n| {
                let own = (0..=sum).find(|own| fits(n, *own))?;
                Some((n, own))
            });
            let (n, own) = found.expect("the sum was found");
            row = row.union(&part.take(n, own).expect("the sum was found"));
            (left, sum) = (left - n, sum - own);
        }
        row
    }
}

/// Calls `each` with every choice of suits to empty, without and with trumps.
fn choices(table: &Table, hand: &Cards, each: &mut impl FnMut(&Choice)) {
    let suits: [Cards; 5] = std::array::from_fn(|suit| hand.within(table.suits[suit]));
    let lens = suits.map(|cards| cards.len());
    let emptied: [Part; 4] = std::array::from_fn(|suit| Part::new(suits[suit], lens[suit], lens[suit]));
    let kept: [Part; 4] = std::array::from_fn(|suit| Part::new(suits[suit], 0, lens[suit].saturating_sub(1)));
    let trumps = [Part::new(suits[TRUMPS], 0, 0), Part::new(suits[TRUMPS], 1, lens[TRUMPS])];
    for mask in 0..16_usize {
        let is_emptied = |suit: usize| mask >> suit & 1 == 1;
        let cards: usize = (0..4).filter(|suit| is_emptied(*suit)).map(|suit| lens[suit]).sum();
        if cards > BOTTOM || (0..4).any(|suit| is_emptied(suit) && lens[suit] == 0) {
            continue;
        }
        let sides = std::array::from_fn(|suit| if is_emptied(suit) { emptied[suit] } else { kept[suit] });
        let mut choice = Choice::new(sides);
        each(choice.with(trumps[0]));
        if lens[TRUMPS] > 0 {
            each(choice.with(trumps[1]));
        }
    }
}

/// Appends one choice of each class.
pub fn menu(rules: &Rules, state: &State, out: &mut Vec<Action<Cards>>) {
    let hand = &state.hands[state.turn as usize];
    choices(table(rules, state), hand, &mut |choice| {
        let classes = choice.classes();
        let rows = (0..=MOST).filter(|class| classes >> class & 1 == 1);
        out.extend(rows.map(|class| Action::new(BURY_HEAD, choice.row(class))));
    });
}

/// A uniformly drawn row of the menu, without making the others.
pub fn random(rules: &Rules, state: &State, rng: &mut FastRng) -> Action<Cards> {
    let (table, hand) = (table(rules, state), &state.hands[state.turn as usize]);
    let mut seen = 0;
    let mut row = Cards::EMPTY;
    choices(table, hand, &mut |choice| {
        let mut classes = choice.classes();
        let here = classes.count_ones();
        seen += here;
        // Of all classes so far each is kept with the same chance.
        if here > 0 && rng.below(seen) < here {
            (0..rng.below(here)).for_each(|_| classes &= classes - 1);
            row = choice.row(classes.trailing_zeros());
        }
    });
    Action::new(BURY_HEAD, row)
}

/// The row of the menu that stands for a choice.
pub fn class(rules: &Rules, state: &State, cards: &Cards) -> Action<Cards> {
    let (table, hand) = (table(rules, state), &state.hands[state.turn as usize]);
    let what = |cards: &Cards| {
        let empties = |suit: &usize| {
            let own = hand.within(table.suits[*suit]);
            !own.is_empty() && cards.contains(&own)
        };
        let emptied = (0..4).filter(empties).fold(0, |mask, suit| mask | 1 << suit);
        (emptied, points(cards).min(MOST as usize), cards.kinds() & table.suits[TRUMPS] != 0)
    };
    let wanted = what(cards);
    let mut found = None;
    choices(table, hand, &mut |choice| {
        let classes = choice.classes();
        if found.is_none() && classes >> wanted.1 & 1 == 1 {
            found = Some(choice.row(wanted.1 as u32)).filter(|row| what(row) == wanted);
        }
    });
    Action::new(BURY_HEAD, found.expect("every choice has a row"))
}
