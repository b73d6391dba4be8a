//! A game's functions gathered by what they act on, for callers who learn the game at run time: one [`PerGame`] type each for
//! rules, deals, menus, decisions, views and batches, so that a dispatch over all games is one method call. Actions and cards are
//! wide, records are bytes, options are named values.
//!
//! Everything that comes from outside is checked here; unlike the rest of the engine this allocates.

use super::{batch, expand, perft, pick, playout, record};
use crate::action::Action;
use crate::card::Card;
use crate::deal::FastRng;
use crate::error::{Error, Illegal};
use crate::game::{ActionOf, Game, Layout, Picks, narrow};
use crate::games::PerGame;
use crate::row::Row;
use crate::set::{Planes, WideSet};
use crate::settings::Settings;
use crate::value::Value;
use std::sync::Arc;

/// An action of any game.
pub type WideAction = Action<WideSet>;
/// Options by name, as they come from outside.
pub type Pairs = Vec<(String, Value)>;

/// Widens an action.
#[inline]
pub fn wide<C: Planes>(action: &Action<C>) -> WideAction {
    Action::new(action.head, action.cards.wide())
}

fn setup<G: Game>(pairs: &Pairs) -> Result<G::Setup, Error> {
    G::Setup::resolve("set-up parameter", pairs)
}

/// The rules of a game.
pub struct Book<G: Game>(pub Arc<G::Rules>);
/// The rules of any game.
pub struct Books;
impl PerGame for Books {
    type Of<G: Game> = Book<G>;
}

impl<G: Game> Book<G> {
    /// Rules with the named options.
    ///
    /// # Errors
    /// An unknown option or a value that it does not have.
    pub fn new(pairs: &Pairs) -> Result<Self, Error> {
        G::Rules::resolve("rule", pairs).map(|rules| Self(Arc::new(rules)))
    }

    fn play(&self, state: G::State) -> Box<Play<G>> {
        Box::new(Play { rules: self.0.clone(), state })
    }

    /// A deal from a seed.
    ///
    /// # Errors
    /// A set-up parameter that is unknown or has no such value.
    pub fn deal(&self, pairs: &Pairs, seed: u64) -> Result<Box<Play<G>>, Error> {
        Ok(self.play(G::deal(&self.0, &setup::<G>(pairs)?, seed)))
    }

    /// A deal from given cards.
    ///
    /// # Errors
    /// As [`Book::deal`], and as [`Game::arrange`].
    pub fn arrange(&self, pairs: &Pairs, layout: &Layout) -> Result<Box<Play<G>>, Error> {
        G::arrange(&self.0, &setup::<G>(pairs)?, layout).map(|state| self.play(state))
    }

    /// A decision by itself.
    ///
    /// # Errors
    /// An unknown parameter, and as [`Game::position`].
    pub fn position(&self, pairs: &Pairs, hand: &WideSet, on: Option<&WideSet>) -> Result<Box<Play<G>>, Error> {
        G::position(&self.0, &G::Ask::resolve("parameter", pairs)?, hand, on).map(|state| self.play(state))
    }

    /// The shape of a card set as bytes.
    ///
    /// # Errors
    /// An unknown parameter, or more copies of a card than the game has.
    pub fn classify(&self, pairs: &Pairs, cards: &WideSet) -> Result<Option<Vec<u8>>, Error> {
        let shape = G::classify(&self.0, &G::Ask::resolve("parameter", pairs)?, &narrow(cards)?);
        Ok(shape.map(|shape| shape.bytes()))
    }

    /// The shapes of many card sets, given as planes; a record whose first byte is −1 for those that are none.
    ///
    /// # Errors
    /// An unknown parameter.
    pub fn classify_many(&self, pairs: &Pairs, words: &[u64], out: &mut [u8]) -> Result<(), Error> {
        let ask = G::Ask::resolve("parameter", pairs)?;
        let size = G::Shape::SIZE;
        for (planes, out) in words.chunks_exact(G::Cards::PLANES).zip(out.chunks_exact_mut(size)) {
            let cards = G::Cards::from_words(planes);
            let shape = if cards.is_sound(G::PACK) { G::classify(&self.0, &ask, &cards) } else { None };
            match shape {
                Some(shape) => shape.write(out),
                None => {
                    out.fill(0);
                    out[0] = u8::MAX; // −1 as i8
                }
            }
        }
        Ok(())
    }

    /// Whether one play beats another.
    ///
    /// # Errors
    /// As [`Book::classify`], and as [`Game::beats`].
    pub fn beats(&self, pairs: &Pairs, new: &WideSet, on: &WideSet) -> Result<bool, Error> {
        G::beats(&self.0, &G::Ask::resolve("parameter", pairs)?, &narrow(new)?, &narrow(on)?)
    }

    /// The answer to a question.
    ///
    /// # Errors
    /// As [`Game::ask`].
    pub fn ask(&self, question: &str, args: &[Value]) -> Result<Value, Error> {
        G::ask(&self.0, question, args)
    }

    /// Random deals `first..`, one tally each; returns the number of decisions.
    ///
    /// # Errors
    /// As [`Book::deal`].
    pub fn playouts(&self, pairs: &Pairs, run: playout::Run, tallies: &mut [u8]) -> Result<u64, Error> {
        Ok(playout::playouts::<G>(&self.0, &setup::<G>(pairs)?, run, tallies))
    }

    /// The size of a tally in bytes.
    pub fn tally_size(&self) -> usize {
        G::Tally::SIZE
    }

    /// The options with their values.
    pub fn pairs(&self) -> Vec<(&'static str, Value)> {
        self.0.pairs()
    }

    /// Replays a record as far as it is legal.
    ///
    /// # Errors
    /// The outer one as [`Book::deal`] and [`Book::classify`], the inner one as [`record::replay`].
    pub fn replay(
        &self,
        pairs: &Pairs,
        source: &record::Source,
        actions: &[WideAction],
    ) -> Result<Result<Box<Play<G>>, record::Fault>, Error> {
        let setup = setup::<G>(pairs)?;
        let narrowed: Result<Vec<ActionOf<G>>, Error> =
            actions.iter().map(|action| Ok(Action::new(action.head, narrow(&action.cards)?))).collect();
        Ok(record::replay::<G>(&self.0, &setup, source, &narrowed?).map(|state| self.play(state)))
    }

    /// Many deals in lockstep.
    ///
    /// # Errors
    /// As [`Book::deal`].
    pub fn batch(
        &self,
        pairs: &Pairs,
        seed: u64,
        n: usize,
        threads: usize,
        mode: batch::Mode,
    ) -> Result<batch::Batch<G>, Error> {
        Ok(batch::Batch::new((*self.0).clone(), setup::<G>(pairs)?, seed, n, threads, mode))
    }
}

/// One deal of a game under its rules.
pub struct Play<G: Game> {
    /// The rules.
    pub rules: Arc<G::Rules>,
    /// The deal.
    pub state: G::State,
}
impl<G: Game> Clone for Play<G> {
    #[inline]
    fn clone(&self) -> Self {
        Self { rules: self.rules.clone(), state: self.state }
    }
}

/// A deal of any game.
pub struct Plays;
impl PerGame for Plays {
    /// Boxed: states differ much in size, and a small deal should not be moved about as the largest one.
    type Of<G: Game> = Box<Play<G>>;
}

/// The menu of a decision of any game.
pub struct Menus;
impl PerGame for Menus {
    type Of<G: Game> = Vec<ActionOf<G>>;
}

impl<G: Game> Play<G> {
    fn narrow(action: &WideAction) -> Result<ActionOf<G>, Error> {
        let cards =
            narrow(&action.cards).map_err(|_| Illegal::new("", "no_such_cards", "no pack holds these cards"))?;
        Ok(Action::new(action.head, cards))
    }

    /// The deal of an env of a batch.
    pub fn in_batch(batch: &batch::Batch<G>, env: usize) -> Box<Self> {
        Box::new(Self { rules: Arc::new(batch.rules().clone()), state: *batch.state(env) })
    }

    /// The same deal with another state.
    fn with(&self, state: G::State) -> Box<Self> {
        Box::new(Self { rules: self.rules.clone(), state })
    }

    /// The seat to act.
    #[inline]
    pub fn turn(&self) -> Option<usize> {
        G::turn(&self.state)
    }

    /// The phase by name.
    pub fn phase(&self) -> &'static str {
        G::PHASES[G::phase(&self.state)]
    }

    /// A hand.
    pub fn hand(&self, seat: usize) -> WideSet {
        G::hand(&self.state, seat).wide()
    }

    /// The undealt cards.
    pub fn stock(&self) -> Vec<Card> {
        G::stock(&self.state)
    }

    /// The groups before a seat.
    pub fn melds(&self, seat: usize) -> Vec<(&'static str, WideSet)> {
        G::melds(&self.state, seat).into_iter().map(|(kind, cards)| (kind, cards.wide())).collect()
    }

    /// The menu.
    #[inline]
    pub fn menu(&self) -> Vec<ActionOf<G>> {
        // Room for most menus; more would be a large block, which comes slower.
        let mut rows = Vec::with_capacity(24);
        G::menu(&self.rules, &self.state, &mut rows);
        rows
    }

    /// Whether an action is legal.
    ///
    /// # Errors
    /// The rule broken.
    pub fn check(&self, action: &WideAction) -> Result<(), Error> {
        if action.head as usize >= G::HEADS.len() {
            return Err(Illegal::new("", "no_such_action", "no such action").into());
        }
        Ok(G::check(&self.rules, &self.state, &Self::narrow(action)?)?)
    }

    /// The deal after an action; `known` says that it is known to be legal.
    ///
    /// # Errors
    /// As [`Play::check`].
    #[inline]
    #[expect(clippy::borrowed_box, reason = "a box is cloned in place, a large state that is boxed is copied twice")]
    pub fn apply(self: &Box<Self>, action: &WideAction, known: bool) -> Result<Box<Self>, Error> {
        if !known {
            self.check(action)?;
        }
        let mut next = self.clone();
        G::apply(&self.rules, &mut next.state, &Self::narrow(action)?);
        Ok(next)
    }

    /// The shape of an action's cards as bytes.
    pub fn shape(&self, action: &WideAction) -> Option<Vec<u8>> {
        let action = Self::narrow(action).ok()?;
        G::shape(&self.rules, &self.state, &action).map(|shape| shape.bytes())
    }

    /// The menu row of a legal action.
    ///
    /// # Errors
    /// As [`Play::check`].
    pub fn class(&self, action: &WideAction) -> Result<WideAction, Error> {
        self.check(action)?;
        Ok(wide(&G::class(&self.rules, &self.state, &Self::narrow(action)?)))
    }

    /// How an action with this head and these cards can go on.
    ///
    /// # Errors
    /// More copies of a card than the game has.
    pub fn picks(&self, head: u8, chosen: &WideSet) -> Result<Picks, Error> {
        Ok(G::picks(&self.rules, &self.state, head, &narrow(chosen)?))
    }

    /// The heads of the legal actions.
    pub fn heads(&self) -> u32 {
        G::heads(&self.rules, &self.state)
    }

    /// The number of legal actions.
    pub fn count(&self) -> u64 {
        expand::count::<G>(&self.rules, &self.state)
    }

    /// A legal action by index below [`Play::count`].
    pub fn unrank(&self, index: u64) -> WideAction {
        wide(&G::unrank(&self.rules, &self.state, index))
    }

    /// A uniformly drawn legal action.
    pub fn sample(&self, rng: &mut FastRng) -> Option<WideAction> {
        expand::sample::<G>(&self.rules, &self.state, rng).map(|action| wide(&action))
    }

    /// The number of menu paths of a length.
    pub fn perft(&self, depth: u32) -> u64 {
        perft::perft::<G>(&self.rules, &self.state, depth)
    }

    /// Random play to the end.
    pub fn rollout(&self, rng: &mut FastRng) -> Box<Self> {
        let mut rows = Vec::with_capacity(G::MENU_MAX);
        self.with(playout::playout::<G>(&self.rules, self.state, rng, &mut rows).state)
    }

    /// What a seat may know.
    pub fn view(&self, seat: usize) -> Sight<G> {
        Sight { rules: self.rules.clone(), view: G::view(&self.rules, &self.state, seat) }
    }

    /// What a seat sees of an action of the seat to act.
    ///
    /// # Errors
    /// As [`Play::check`]; or the deal is over.
    pub fn redact(&self, action: &WideAction, seat: usize) -> Result<Option<WideAction>, Error> {
        let Some(by) = self.turn() else { return Err(Error::position("the deal is over")) };
        self.check(action)?;
        let seen = G::redact(&self.rules, &self.state, &Self::narrow(action)?, by, seat);
        Ok(seen.map(|action| wide(&action)))
    }

    /// The facts of a finished deal as bytes.
    ///
    /// # Errors
    /// The deal is not over.
    pub fn tally(&self) -> Result<Vec<u8>, Error> {
        match self.turn() {
            None => Ok(G::tally(&self.rules, &self.state).bytes()),
            Some(_) => Err(Error::position("the deal is not over: there is no tally yet")),
        }
    }

    /// The state as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.state.bytes()
    }

    /// The options with their values.
    pub fn pairs(&self) -> Vec<(&'static str, Value)> {
        self.rules.pairs()
    }

    /// The codes of the rules.
    pub fn codes(&self) -> Vec<i64> {
        self.rules.encode()
    }

    /// A deal from the codes of its rules and the bytes of its state.
    pub fn restore(codes: &[i64], bytes: &[u8]) -> Option<Box<Self>> {
        let state = G::State::read(bytes)?;
        let sound = (0..G::SEATS).all(|seat| G::hand(&state, seat).is_sound(G::PACK));
        let sound = sound && G::phase(&state) < G::PHASES.len() && G::turn(&state).is_none_or(|seat| seat < G::SEATS);
        let rules = G::Rules::try_decode(codes)?;
        sound.then(|| Box::new(Self { rules: Arc::new(rules), state }))
    }
}

/// A decision of a game under way.
pub struct Decision<G: Game> {
    play: Box<Play<G>>,
    /// How far it has come.
    pub pick: pick::Pick<G::Cards>,
}
/// A decision of any game under way.
pub struct Decisions;
impl PerGame for Decisions {
    type Of<G: Game> = Decision<G>;
}

impl<G: Game> Decision<G> {
    /// The start of the decision that a deal asks for.
    pub fn start(play: &Play<G>) -> Self {
        Self { play: play.with(play.state), pick: pick::Pick::start::<G>(&play.rules, &play.state) }
    }

    /// Takes an open id; the action, when that was the last step.
    pub fn choose(&self, id: usize) -> (Self, Option<WideAction>) {
        let mut pick = self.pick;
        let action = pick.choose::<G>(&self.play.rules, &self.play.state, id);
        (Self { play: self.play.with(self.play.state), pick }, action.map(|action| wide(&action)))
    }

    /// The cards chosen so far.
    pub fn chosen(&self) -> WideSet {
        self.pick.chosen().wide()
    }

    /// The open ids in words.
    pub fn describe(&self) -> String {
        self.pick.describe::<G>()
    }
}

/// A view of a game under its rules.
pub struct Sight<G: Game> {
    rules: Arc<G::Rules>,
    view: G::View,
}
/// A view of any game.
pub struct Sights;
impl PerGame for Sights {
    type Of<G: Game> = Sight<G>;
}

impl<G: Game> Sight<G> {
    /// The view as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.view.bytes()
    }

    /// The codes of the rules.
    pub fn codes(&self) -> Vec<i64> {
        self.rules.encode()
    }

    /// A deal consistent with the view.
    ///
    /// # Errors
    /// As [`Game::resample`].
    pub fn resample(&self, rng: &mut FastRng) -> Result<Box<Play<G>>, Error> {
        let state = G::resample(&self.rules, &self.view, rng)?;
        Ok(Box::new(Play { rules: self.rules.clone(), state }))
    }

    /// A view from the codes of its rules and its bytes.
    pub fn restore(codes: &[i64], bytes: &[u8]) -> Option<Self> {
        Some(Self { rules: Arc::new(G::Rules::try_decode(codes)?), view: G::View::read(bytes)? })
    }
}

/// Batches of any game.
pub struct Batches;
impl PerGame for Batches {
    type Of<G: Game> = batch::Batch<G>;
}
