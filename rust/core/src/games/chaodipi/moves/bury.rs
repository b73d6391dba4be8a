//! Burying eight of 33 cards. Any eight will do (CA-36); a class is which side suits are emptied, the points (45 and more are
//! one), and whether trumps are among the cards.

use super::BURY_HEAD;
use crate::action::Action;
use crate::error::Illegal;
use crate::follow::points::{CLASSES, Classes, Numbers, points};
use crate::follow::table::{TRUMPS, Table};
use crate::game::Picks;
use crate::games::chaodipi::calls::trump_of;
use crate::games::chaodipi::order::{NO_TRUMP, Order};
use crate::games::chaodipi::rules::Rules;
use crate::games::chaodipi::shapes::text;
use crate::games::chaodipi::state::{BOTTOM, Cards, State};
use crate::menu::Menu;
use arrayvec::ArrayVec;

/// Sums of points, in fives, from here on are one class.
const MOST: usize = 9;

/// Whether cards may be buried, or why not.
pub fn check(state: &State, cards: &Cards) -> Result<(), Illegal> {
    let hand = state.mover();
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
    let hand = state.mover();
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
    Order::new(rules, state.level, trump).table
}

/// The choices that empty certain side suits and no others, without trumps or with some.
struct Choice<'t> {
    /// The cards of the emptied suits.
    emptied: Cards,
    /// The other side suits that are not empty.
    kept: ArrayVec<Cards, 4>,
    /// Their cards but for the one of each suit that is kept back before others.
    open: Classes<2>,
    /// How many cards of the kept suits can be buried of each set of point classes, a bit for each class.
    room: [usize; 8],
    /// The trumps, of which at least one is buried; `None`: none is.
    trumps: Option<&'t Classes<2>>,
}

impl<'t> Choice<'t> {
    /// The choice that empties the suits of a mask, which have not too many cards.
    fn new(sides: &[Cards; 4], mask: usize) -> Self {
        let (mut emptied, mut kept) = (Cards::EMPTY, ArrayVec::<Cards, 4>::new());
        for (suit, cards) in sides.iter().enumerate() {
            match mask >> suit & 1 == 1 {
                true => emptied = emptied.union(cards),
                false if cards.is_empty() => {}
                false => kept.push(*cards),
            }
        }
        let all = kept.iter().fold(Cards::EMPTY, |all, cards| all.union(cards));
        let (lens, mut room, mut open) = (CLASSES.map(|class| all.count_in(class)), [0; 8], all);
        for (set, room) in room.iter_mut().enumerate() {
            *room = (0..3).filter(|class| set >> class & 1 == 1).map(|class| lens[class]).sum();
        }
        for suit in &kept {
            // Where all cards of a suit are of some classes, one of them stays: then, and only then, something of each suit can.
            let inside = backs(suit).fold(0, |set, (class, _)| set | 1 << class);
            (0..8).filter(|set| set & inside == inside).for_each(|set| room[set] -= 1);
            open = open.minus(&backs(suit).next().map_or(Cards::EMPTY, |back| back.1));
        }
        Self { emptied, kept, open: Classes::new(&open), room, trumps: None }
    }

    /// The classes of points with the numbers of cards beside the emptied suits that make them.
    fn classes(&self) -> ArrayVec<(u8, [u8; 3]), { MOST + 1 }> {
        let (mut found, mut seen) = (ArrayVec::new(), 0_u32);
        let (left, emptied) = (BOTTOM - self.emptied.len(), points(&self.emptied));
        let trumps = self.trumps.map_or([0; 3], |trumps| trumps.lens);
        let most: Numbers = std::array::from_fn(|class| self.room[1 << class] + trumps[class]);
        for ten in 0..=most[2].min(left) {
            let (sum, rest) = (emptied + 2 * ten, left - ten);
            let (fewest, most) = (rest.saturating_sub(most[0]), most[1].min(rest));
            // A bit for each sum that fives can make here and that is not found yet.
            let mut sums = if fewest > most { 0 } else { ((2 << most) - (1 << fewest)) << sum & !seen };
            while sums != 0 {
                let five = sums.trailing_zeros() as usize - sum;
                sums &= sums - 1;
                let numbers = [rest - five, five, ten];
                if self.fits(&numbers, &trumps) {
                    let class = (sum + five).min(MOST);
                    let same = if class == MOST { !0 << MOST } else { 1 << class };
                    (seen, sums) = (seen | same, sums & !same);
                    found.push((class as u8, numbers.map(|n| n as u8)));
                }
            }
        }
        found
    }

    /// Whether so many cards, of no class too many, can be buried: as many trumps as possible, and the others from the kept suits.
    #[inline]
    fn fits(&self, numbers: &Numbers, trumps: &Numbers) -> bool {
        let [a, b, c] = std::array::from_fn(|class| numbers[class].saturating_sub(trumps[class]));
        let room = &self.room;
        let sides = a + b <= room[3] && a + c <= room[5] && b + c <= room[6] && a + b + c <= room[7];
        sides && (self.trumps.is_none() || numbers.iter().zip(trumps).any(|(n, trumps)| n.min(trumps) > &0))
    }

    /// The least useful cards in such numbers.
    fn row(&self, numbers: [u8; 3]) -> Cards {
        let numbers = &numbers.map(usize::from);
        let row = self.take(&self.open, numbers).or_else(|| {
            let all = self.kept.iter().fold(Cards::EMPTY, |all, cards| all.union(cards));
            self.keep(&self.kept, &all, numbers)
        });
        self.emptied.union(&row.expect("the numbers fit"))
    }

    /// The cards taken when something of each of these suits is kept back, in the first way that leaves enough others.
    fn keep(&self, suits: &[Cards], open: &Cards, numbers: &Numbers) -> Option<Cards> {
        let Some((suit, rest)) = suits.split_first() else { return self.take(&Classes::new(open), numbers) };
        backs(suit).find_map(|(_, back)| self.keep(rest, &open.minus(&back), numbers))
    }

    /// The least useful of the open cards in such numbers, with as few trumps as possible; `None`: there are not enough.
    fn take(&self, open: &Classes<2>, numbers: &Numbers) -> Option<Cards> {
        let mut lacking: Numbers = std::array::from_fn(|class| numbers[class].saturating_sub(open.lens[class]));
        let Some(trumps) = self.trumps else { return (lacking == [0; 3]).then(|| open.take(numbers)) };
        if lacking == [0; 3] {
            lacking[(0..3).find(|class| numbers[*class] > 0 && trumps.lens[*class] > 0)?] = 1;
        }
        let enough = (0..3).all(|class| lacking[class] <= trumps.lens[class]);
        let sides = std::array::from_fn(|class| numbers[class] - lacking[class]);
        enough.then(|| open.take(&sides).union(&trumps.take(&lacking)))
    }
}

/// The cards of a suit that can be kept back, the most useful of each point class.
fn backs(suit: &Cards) -> impl Iterator<Item = (usize, Cards)> {
    CLASSES.iter().enumerate().filter_map(|(class, mask)| {
        let cards = suit.within(*mask);
        let kinds = if cards.plane(1) == 0 { cards.kinds() } else { cards.plane(1) };
        (kinds != 0).then(|| (class, Cards::of_mask(1 << kinds.ilog2())))
    })
}

/// The hand of the burier: its side suits and trumps.
fn suits(rules: &Rules, state: &State) -> ([Cards; 4], Cards) {
    let (table, hand) = (table(rules, state), state.mover());
    (std::array::from_fn(|suit| hand.within(table.suits[suit])), hand.within(table.suits[TRUMPS]))
}

/// One choice of each class: by the suits that are emptied, without trumps first.
pub fn rows(rules: &Rules, state: &State, out: &mut impl Menu<Cards>) {
    let (sides, trumps) = suits(rules, state);
    let (lens, trumps) = (sides.map(|cards| cards.len()), Classes::new(&trumps));
    for mask in 0..1 << sides.len() {
        let emptied = (0..sides.len()).filter(|suit| mask >> suit & 1 == 1);
        if emptied.clone().map(|suit| lens[suit]).sum::<usize>() > BOTTOM || emptied.clone().any(|suit| lens[suit] == 0)
        {
            continue;
        }
        let mut choice = Choice::new(&sides, mask);
        for trumps in [None, Some(&trumps)] {
            choice.trumps = trumps;
            let classes = choice.classes();
            out.bundle(classes.len() as u32, |i| choice.row(classes[i as usize].1));
        }
    }
}

/// The row of the menu that stands for a choice.
pub fn class(rules: &Rules, state: &State, cards: &Cards) -> Action<Cards> {
    let (sides, trumps) = suits(rules, state);
    let trumps = Some(Classes::new(&trumps)).filter(|_| cards.kinds() & trumps.kinds() != 0);
    let empties = |suit: &usize| !sides[*suit].is_empty() && cards.contains(&sides[*suit]);
    let mask = (0..sides.len()).filter(empties).fold(0, |mask, suit| mask | 1 << suit);
    let mut choice = Choice::new(&sides, mask);
    choice.trumps = trumps.as_ref();
    let wanted = points(cards).min(MOST);
    let numbers = choice.classes().into_iter().find(|(class, _)| usize::from(*class) == wanted);
    Action::new(BURY_HEAD, choice.row(numbers.expect("every choice has a row").1))
}
