//! What a game is.

use crate::action::{Action, Head};
use crate::card::{Card, Pack};
use crate::deal::FastRng;
use crate::error::{Error, Illegal};
use crate::row::{Field, Row};
use crate::set::{Planes, WideSet};
use crate::settings::{Opt, Settings};
use crate::value::Value;

/// An action of a game.
pub type ActionOf<G> = Action<<G as Game>::Cards>;

/// Cards given instead of a shuffle: a whole deal, or with `partial` any later position.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Layout {
    /// The hand of each seat.
    pub hands: Vec<WideSet>,
    /// The undealt cards in order, the next one first.
    pub stock: Vec<Card>,
    /// Groups that lie before a seat, by seat: the kind's name and the cards.
    pub melds: Vec<Vec<(String, WideSet)>>,
    /// Whether cards may be missing, because they were played already.
    pub partial: bool,
}

/// Which cards can be added to the cards chosen so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Picks {
    /// The kinds of which one more copy still leads to a legal action.
    pub more: u64,
    /// Whether the chosen cards are a legal action as they are.
    pub complete: bool,
}

impl Picks {
    /// Whether no legal action holds the chosen cards.
    pub fn is_dead(&self) -> bool {
        self.more == 0 && !self.complete
    }
}

/// A game: its data as constants and types, its rules as functions on them. Variants are data (`Rules`), never types.
///
/// The law of legality, which the conformance tests hold every game to: `check(a)` is ok ⇔ `a` can be reached through
/// `picks` ⇔ `class(a)` is a row of `menu`; and every row of `menu` passes `check`.
///
/// Functions that take an action other than `check` and `shape` may rely on its being legal, and functions that take a
/// state may rely on its having come from `deal`, `arrange`, `position`, `resample` or `apply`.
pub trait Game: Sized + Send + Sync + 'static {
    /// The options of the rule book.
    type Rules: Settings;
    /// What a match carries into a deal: dealer, level, first leader …
    type Setup: Settings;
    /// The parameters of [`Game::position`].
    type Ask: Settings;
    /// The card sets.
    type Cards: Planes;
    /// One deal in progress: what the rules need to go on and nothing else.
    type State: Row + Copy;
    /// What one seat may know of a deal, seats counted from the viewer (0 = me).
    type View: Row;
    /// The facts of a finished deal.
    type Tally: Row;
    /// What a card set is in this game. Its first field is `kind`, an index into [`Game::SHAPES`], −1 for no shape.
    type Shape: Row;

    /// The name.
    const NAME: &'static str;
    /// The number of seats.
    const SEATS: usize;
    /// The cards.
    const PACK: &'static Pack;
    /// The heads of actions; [`crate::action::PLAY`] and [`crate::action::PASS`] are the first two.
    const HEADS: &'static [Head];
    /// The phases, named as in the rule book.
    const PHASES: &'static [&'static str];
    /// The shapes, named as in the rule book.
    const SHAPES: &'static [&'static str];
    /// No menu has more rows.
    const MENU_MAX: usize;
    /// The names of the questions that [`Game::ask`] answers.
    const QUESTIONS: &'static [&'static str] = &[];

    /// A deal from the shuffle of a seed.
    fn deal(rules: &Self::Rules, setup: &Self::Setup, seed: u64) -> Self::State;

    /// A deal or position from given cards.
    ///
    /// # Errors
    /// [`Error::Position`] when the cards cannot lie so.
    fn arrange(rules: &Self::Rules, setup: &Self::Setup, layout: &Layout) -> Result<Self::State, Error>;

    /// A decision by itself: `hand` to move, on the play `on` or (`None`) free. Everyone else's cards are unknown and absent.
    ///
    /// # Errors
    /// [`Error::Position`] when there is no such decision.
    fn position(
        rules: &Self::Rules,
        ask: &Self::Ask,
        hand: &WideSet,
        on: Option<&WideSet>,
    ) -> Result<Self::State, Error>;

    /// The phase, an index into [`Game::PHASES`].
    fn phase(state: &Self::State) -> usize;
    /// The seat to act, or `None` when the deal is over.
    fn turn(state: &Self::State) -> Option<usize>;
    /// The cards in a seat's hand.
    fn hand(state: &Self::State, seat: usize) -> Self::Cards;
    /// The undealt cards, the next one first.
    fn stock(_state: &Self::State) -> Vec<Card> {
        Vec::new()
    }
    /// The groups that lie before a seat: the kind's name and the cards.
    fn melds(_state: &Self::State, _seat: usize) -> Vec<(&'static str, Self::Cards)> {
        Vec::new()
    }

    /// Whether an action is legal, or why not. This is the definition of legality.
    ///
    /// # Errors
    /// [`Illegal`] with the rule broken.
    fn check(rules: &Self::Rules, state: &Self::State, action: &ActionOf<Self>) -> Result<(), Illegal>;

    /// Appends one action per class of legal actions in canonical order; none when the deal is over.
    fn menu(rules: &Self::Rules, state: &Self::State, out: &mut Vec<ActionOf<Self>>);

    /// The menu row of a legal action.
    fn class(_rules: &Self::Rules, _state: &Self::State, action: &ActionOf<Self>) -> ActionOf<Self> {
        *action
    }

    /// A uniformly drawn row of the menu; `rows` is scratch space.
    #[inline]
    fn random(
        rules: &Self::Rules,
        state: &Self::State,
        rng: &mut FastRng,
        rows: &mut Vec<ActionOf<Self>>,
    ) -> ActionOf<Self> {
        rows.clear();
        Self::menu(rules, state, rows);
        rows[rng.below(rows.len() as u32) as usize]
    }

    /// The heads of the legal actions, as a mask of indices into [`Game::HEADS`].
    fn heads(rules: &Self::Rules, state: &Self::State) -> u32 {
        let mut rows = Vec::with_capacity(Self::MENU_MAX);
        Self::menu(rules, state, &mut rows);
        rows.iter().fold(0, |mask, action| mask | 1 << action.head)
    }

    /// How the cards chosen so far for an action with this head can go on.
    fn picks(rules: &Self::Rules, state: &Self::State, head: u8, chosen: &Self::Cards) -> Picks {
        let mut rows = Vec::with_capacity(Self::MENU_MAX);
        Self::menu(rules, state, &mut rows);
        let mut picks = Picks::default();
        for row in rows.iter().filter(|row| row.head == head && row.cards.contains(chosen)) {
            picks.more |= row.cards.minus(chosen).kinds();
            picks.complete |= row.cards == *chosen;
        }
        picks
    }

    /// The number of legal actions, every concrete card set counted.
    fn count(rules: &Self::Rules, state: &Self::State) -> u64 {
        let mut rows = Vec::with_capacity(Self::MENU_MAX);
        Self::menu(rules, state, &mut rows);
        rows.len() as u64
    }

    /// The legal action with an index below [`Game::count`], in canonical order.
    fn unrank(rules: &Self::Rules, state: &Self::State, index: u64) -> ActionOf<Self> {
        let mut rows = Vec::with_capacity(Self::MENU_MAX);
        Self::menu(rules, state, &mut rows);
        rows[index as usize]
    }

    /// Plays a legal action.
    fn apply(rules: &Self::Rules, state: &mut Self::State, action: &ActionOf<Self>);

    /// What a seat may know.
    fn view(rules: &Self::Rules, state: &Self::State, seat: usize) -> Self::View;

    /// A deal drawn uniformly from those consistent with a view; its view from the same seat is that view.
    ///
    /// # Errors
    /// [`Error::Position`] when the view was put together by hand and contradicts itself.
    fn resample(rules: &Self::Rules, view: &Self::View, rng: &mut FastRng) -> Result<Self::State, Error>;

    /// What `seat` sees of the action that `by` takes in this state; `None` when it sees nothing at all.
    fn redact(
        _rules: &Self::Rules,
        _state: &Self::State,
        action: &ActionOf<Self>,
        _by: usize,
        _seat: usize,
    ) -> Option<ActionOf<Self>> {
        Some(*action)
    }

    /// The facts of a deal that is over.
    fn tally(rules: &Self::Rules, state: &Self::State) -> Self::Tally;

    /// What a card set is, or `None`.
    fn classify(rules: &Self::Rules, ask: &Self::Ask, cards: &Self::Cards) -> Option<Self::Shape>;

    /// What the cards of an action are in a state, or `None`.
    fn shape(rules: &Self::Rules, state: &Self::State, action: &ActionOf<Self>) -> Option<Self::Shape>;

    /// Whether the play `new` beats the play `on`.
    ///
    /// # Errors
    /// [`Error::Position`] when `on` is no play.
    fn beats(rules: &Self::Rules, ask: &Self::Ask, new: &Self::Cards, on: &Self::Cards) -> Result<bool, Error>;

    /// Answers a question beyond play, by name.
    ///
    /// # Errors
    /// An unknown question, or arguments that it does not take.
    fn ask(_rules: &Self::Rules, question: &str, _args: &[Value]) -> Result<Value, Error> {
        Err(Error::position(format!("{} answers no question {question:?}; it knows {:?}", Self::NAME, Self::QUESTIONS)))
    }
}

/// A game as data: what there is to know of it without its types.
#[derive(Debug)]
pub struct Info {
    /// See [`Game::NAME`].
    pub name: &'static str,
    /// See [`Game::SEATS`].
    pub seats: usize,
    /// See [`Game::PACK`].
    pub pack: &'static Pack,
    /// The number of planes of its card sets.
    pub planes: usize,
    /// See [`Game::HEADS`].
    pub heads: &'static [Head],
    /// See [`Game::PHASES`].
    pub phases: &'static [&'static str],
    /// See [`Game::SHAPES`].
    pub shapes: &'static [&'static str],
    /// See [`Game::MENU_MAX`].
    pub menu_max: usize,
    /// See [`Game::QUESTIONS`].
    pub questions: &'static [&'static str],
    /// The options of [`Game::Rules`].
    pub rules: &'static [Opt],
    /// The options of [`Game::Setup`].
    pub setup: &'static [Opt],
    /// The options of [`Game::Ask`].
    pub ask: &'static [Opt],
    /// The fields of [`Game::View`].
    pub view: &'static [Field],
    /// The fields of [`Game::Tally`].
    pub tally: &'static [Field],
    /// The fields of [`Game::Shape`].
    pub shape: &'static [Field],
    /// The size of [`Game::State`] in bytes, as a record.
    pub state_size: usize,
}

impl Info {
    /// The data of a game.
    pub const fn of<G: Game>() -> Self {
        Self {
            name: G::NAME,
            seats: G::SEATS,
            pack: G::PACK,
            planes: G::Cards::PLANES,
            heads: G::HEADS,
            phases: G::PHASES,
            shapes: G::SHAPES,
            menu_max: G::MENU_MAX,
            questions: G::QUESTIONS,
            rules: G::Rules::OPTIONS,
            setup: G::Setup::OPTIONS,
            ask: G::Ask::OPTIONS,
            view: G::View::FIELDS,
            tally: G::Tally::FIELDS,
            shape: G::Shape::FIELDS,
            state_size: G::State::SIZE,
        }
    }
}

impl Layout {
    /// The cards of a decision by itself: seat 0 holds a hand, everyone else's cards are absent.
    pub fn alone(hand: &WideSet, seats: usize) -> Self {
        let mut hands = vec![WideSet::EMPTY; seats];
        hands[0] = *hand;
        Self { hands, partial: true, ..Self::default() }
    }

    /// Checks what every game needs: one hand a seat, no card twice, and unless the layout is partial all cards of the pack.
    ///
    /// # Errors
    /// [`Error::Position`] naming the card.
    pub fn fits(&self, pack: &Pack, seats: usize) -> Result<(), Error> {
        if self.hands.len() != seats {
            return Err(Error::position(format!("{} hands given, {seats} seats need one each", self.hands.len())));
        }
        let melds = self.melds.iter().flatten().map(|(_, cards)| cards);
        let mut counts = [0_usize; 64];
        for set in self.hands.iter().chain(melds) {
            set.counts().iter().zip(&mut counts).for_each(|(n, sum)| *sum += *n as usize);
        }
        self.stock.iter().for_each(|card| counts[card.slot() as usize] += 1);
        for (slot, &n) in counts.iter().enumerate() {
            let card = Card::new(slot as u8);
            let copies = pack.copies(card);
            if n > copies {
                let text = pack.text(card);
                return Err(Error::position(format!("{n} copies of {text} given, {} holds {copies}", pack.name)));
            }
            if n < copies && !self.partial {
                let text = pack.text(card);
                let problem = format!("{text} is missing: {n} of {copies} copies given");
                return Err(Error::position(format!("{problem} (partial=True allows positions with cards gone)")));
            }
        }
        Ok(())
    }

    /// The hands as a game's sets, after [`Layout::fits`] and the check that each has `size` cards, if partial at most so
    /// many.
    ///
    /// # Errors
    /// [`Error::Position`] naming the hand or the card.
    pub fn hands<C: Planes>(&self, pack: &Pack, seats: usize, size: usize) -> Result<Vec<C>, Error> {
        self.fits(pack, seats)?;
        for (seat, hand) in self.hands.iter().enumerate() {
            let n = hand.len();
            if n > size || (n < size && !self.partial) {
                return Err(Error::position(format!("the hand of seat {seat} has {n} cards, not {size}")));
            }
        }
        self.hands.iter().map(|hand| narrow(hand)).collect()
    }

    /// Refuses a stock and melds, for games that have none.
    ///
    /// # Errors
    /// [`Error::Position`].
    pub fn hands_only(&self, game: &str) -> Result<(), Error> {
        if !self.stock.is_empty() {
            return Err(Error::position(format!("{game} has no stock")));
        }
        self.no_melds(game)
    }

    /// Refuses melds, for games that have none.
    ///
    /// # Errors
    /// [`Error::Position`].
    pub fn no_melds(&self, game: &str) -> Result<(), Error> {
        if self.melds.iter().any(|melds| !melds.is_empty()) {
            return Err(Error::position(format!("{game} has no melds")));
        }
        Ok(())
    }
}

/// A wide set as a game's set.
///
/// # Errors
/// [`Error::Position`] when a kind has more copies than the game knows.
pub fn narrow<C: Planes>(wide: &WideSet) -> Result<C, Error> {
    C::narrow(wide).ok_or_else(|| Error::position(format!("more than {} copies of a card", C::PLANES)))
}

/// Values that are card sets as a game's sets.
///
/// # Errors
/// [`Error::Position`] when one is something else, or as [`narrow`].
pub fn sets<C: Planes>(values: &[Value]) -> Result<Vec<C>, Error> {
    let set = |value: &Value| match value {
        Value::Cards(cards) => narrow(cards),
        other => Err(Error::position(format!("cards wanted, not {other}"))),
    };
    values.iter().map(set).collect()
}
