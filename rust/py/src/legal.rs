//! `Action` and `Legal`: decisions, and what may be decided.

use crate::cards::Cards;
use crate::convert::{cards_from, find, seed_from};
use crate::deal::{Deal, refuse};
use crate::error::{PositionError, raise};
use crate::rows::Shape;
use paiju_core::action::{Action as CoreAction, PLAY};
use paiju_core::deal::FastRng;
use paiju_core::engine::play::{Menus, WideAction, wide};
use paiju_core::game::Info;
use paiju_core::games::Any;
use paiju_core::notation;
use paiju_core::set::CardSet;
use paiju_core::{each, each_to_any};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PySlice, PyString};
use std::hash::{DefaultHasher, Hash, Hasher};

/// One decision. `str(action)` is its canonical text, which parses back.
#[pyclass(frozen, module = "paiju._native")]
pub struct Action {
    info: &'static Info,
    pub action: WideAction,
    deal: Option<Py<Deal>>,
}

impl Action {
    /// An action, with the deal from whose menu it comes.
    pub fn new(info: &'static Info, action: WideAction, deal: Option<Py<Deal>>) -> Self {
        Self { info, action, deal }
    }

    /// Whether it is a menu row of this very deal, and so known to be legal there.
    pub fn came_from(&self, deal: &Bound<'_, Deal>) -> bool {
        self.deal.as_ref().is_some_and(|own| own.is(deal))
    }
}

/// An action from an `Action` or text.
pub fn action_from(info: &'static Info, value: &Bound<'_, PyAny>) -> PyResult<WideAction> {
    if let Ok(action) = value.cast::<Action>() {
        let action = action.get();
        if action.info.name != info.name {
            let text = format!("this is an action of {}, not of {}", action.info.name, info.name);
            return Err(PositionError::new_err(text));
        }
        return Ok(action.action);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return notation::action(info.pack, info.heads, text.to_str()?).map_err(|e| raise(value.py(), e));
    }
    match cards_from(info, value) {
        Ok(cards) => Ok(CoreAction::new(PLAY, cards)),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            let kind = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("an action expected (Action, text or cards), not {kind}")))
        }
        Err(error) => Err(error),
    }
}

#[pymethods]
impl Action {
    /// An action of a game from text.
    #[new]
    #[pyo3(signature = (game, action))]
    fn py_new(py: Python<'_>, game: &str, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let info = find(py, game)?;
        Ok(Self::new(info, action_from(info, action)?, None))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.info.name
    }

    /// What kind of decision it is: `play`, `pass` …, with a parameter behind a space where it has one.
    #[getter]
    fn verb(&self) -> &'static str {
        self.info.heads[self.action.head as usize].name
    }

    /// The cards; empty where the decision has none.
    #[getter]
    fn cards(&self) -> Cards {
        Cards { info: self.info, set: self.action.cards }
    }

    /// What the cards are, or None: known only of actions that come from a deal's `legal()`.
    #[getter]
    fn shape(&self, py: Python<'_>) -> Option<Shape> {
        let deal = self.deal.as_ref()?.get();
        let _ = py;
        each!(&deal.play, play => play.shape(&self.action)).map(|bytes| Shape::of(self.info, bytes))
    }

    fn __str__(&self) -> String {
        notation::action_text(self.info.pack, self.info.heads, &self.action)
    }

    fn __repr__(&self) -> String {
        format!("Action({:?}, {:?})", self.info.name, self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Action>().is_ok_and(|other| {
            let other = other.get();
            other.info.name == self.info.name && other.action == self.action
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.action.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        (slf.get_type(), (slf.get().info.name, slf.get().__str__())).into_bound_py_any(slf.py())
    }
}

/// What may be decided: a sequence of the menu, one action per class; `action in legal` asks of any concrete action.
#[pyclass(frozen, sequence, module = "paiju._native")]
pub struct Legal {
    deal: Py<Deal>,
    rows: Any<Menus>,
}

impl Legal {
    /// The menu of a deal.
    #[inline]
    pub fn of(deal: Bound<'_, Deal>) -> Self {
        let rows: Any<Menus> = each_to_any!(&deal.get().play, play => play.menu());
        Self { deal: deal.unbind(), rows }
    }

    fn info(&self) -> &'static Info {
        self.deal.get().info
    }

    #[inline]
    fn row(&self, py: Python<'_>, index: usize) -> Action {
        let action = each!(&self.rows, rows => wide(&rows[index]));
        Action::new(self.info(), action, Some(self.deal.clone_ref(py)))
    }

    fn free(&self, action: WideAction) -> Action {
        Action::new(self.info(), action, None)
    }

    fn head(&self, verb: &str) -> PyResult<u8> {
        let heads = self.info().heads;
        let at = heads.iter().position(|head| head.name == verb && head.cards);
        at.map(|at| at as u8).ok_or_else(|| {
            let names: Vec<_> = heads.iter().filter(|head| head.cards).map(|head| head.name).collect();
            PositionError::new_err(format!("no action with cards is called {verb:?}; there are {}", names.join(", ")))
        })
    }
}

#[pymethods]
impl Legal {
    /// The deal whose decision this is.
    #[getter]
    fn deal(&self, py: Python<'_>) -> Py<Deal> {
        self.deal.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        each!(&self.rows, rows => rows.len())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let len = self.__len__();
        if let Ok(index) = index.extract::<isize>() {
            let at = if index < 0 { index + len as isize } else { index };
            return match usize::try_from(at) {
                Ok(at) if at < len => self.row(py, at).into_bound_py_any(py),
                _ => Err(PyIndexError::new_err(format!("there are {len} legal actions, index {index} is none"))),
            };
        }
        if index.is_instance_of::<PyInt>() {
            return Err(PyIndexError::new_err(format!("there are {len} legal actions, index {index} is none")));
        }
        let slice = index.cast::<PySlice>().map_err(|_| PyTypeError::new_err("an index or slice expected"))?;
        let slice = slice.indices(len as isize)?;
        let at = (0..slice.slicelength as isize).map(|i| (slice.start + i * slice.step) as usize);
        at.map(|at| self.row(py, at)).collect::<Vec<_>>().into_bound_py_any(py)
    }

    fn __iter__(slf: Py<Self>) -> LegalIter {
        LegalIter { legal: slf, next: 0 }
    }

    /// Whether any concrete action, given as an `Action`, text or cards, is legal. Text that is no action is not.
    fn __contains__(&self, action: &Bound<'_, PyAny>) -> bool {
        action_from(self.info(), action)
            .is_ok_and(|action| each!(&self.deal.get().play, play => play.check(&action)).is_ok())
    }

    /// Refuses an action that is not legal.
    ///
    /// Raises IllegalAction saying why not, with `.rule` and `.reason`.
    fn check(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let wide = action_from(self.info(), action)?;
        let result = each!(&self.deal.get().play, play => play.check(&wide));
        result.map_err(|error| refuse(action.py(), error, Some(action.clone())))
    }

    /// The menu row that stands for a legal action.
    fn row_of(&self, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        let wide = action_from(self.info(), action)?;
        let class = each!(&self.deal.get().play, play => play.class(&wide));
        let class = class.map_err(|error| refuse(action.py(), error, Some(action.clone())))?;
        Ok(Action::new(self.info(), class, Some(self.deal.clone_ref(action.py()))))
    }

    /// The verbs of the legal actions.
    #[getter]
    fn verbs(&self) -> Vec<&'static str> {
        let mask = each!(&self.deal.get().play, play => play.heads());
        let heads = self.info().heads.iter().enumerate();
        heads.filter(|(at, _)| mask >> at & 1 == 1).map(|(_, head)| head.name).collect()
    }

    /// The number of concrete legal actions, every card set counted.
    fn count(&self) -> u64 {
        each!(&self.deal.get().play, play => play.count())
    }

    /// Every concrete legal action in canonical order, lazily, from index `start` on.
    #[pyo3(signature = (start = 0))]
    fn expand(&self, py: Python<'_>, start: u64) -> Expand {
        Expand { deal: self.deal.clone_ref(py), next: start, count: self.count() }
    }

    /// The concrete legal action with an index below `count()`, in canonical order.
    fn unrank(&self, index: u64) -> PyResult<Action> {
        let count = self.count();
        if index >= count {
            return Err(PyIndexError::new_err(format!("there are {count} concrete actions, index {index} is none")));
        }
        Ok(self.free(each!(&self.deal.get().play, play => play.unrank(index))))
    }

    /// A concrete legal action, drawn uniformly.
    ///
    /// `rng`: a whole number as seed, a `random.Random`, a numpy `Generator`, or None for the system's randomness.
    #[pyo3(signature = (rng = None))]
    fn sample(&self, py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<Action> {
        let mut rng = FastRng::new(seed_from(py, rng)?);
        let action = each!(&self.deal.get().play, play => play.sample(&mut rng));
        action
            .map(|action| self.free(action))
            .ok_or_else(|| PositionError::new_err("the deal is over: nothing is legal"))
    }

    /// How the cards chosen so far can go on.
    ///
    /// Raises PositionError when no legal action holds the chosen cards.
    #[pyo3(signature = (cards = None, verb = "play"))]
    fn picks(&self, py: Python<'_>, cards: Option<&Bound<'_, PyAny>>, verb: &str) -> PyResult<Picks> {
        let info = self.info();
        let chosen = cards.map_or(Ok(CardSet::EMPTY), |cards| cards_from(info, cards))?;
        let head = self.head(verb)?;
        let picks = each!(&self.deal.get().play, play => play.picks(head, &chosen)).map_err(|e| raise(py, e))?;
        if picks.is_dead() {
            let text = notation::text(info.pack, &chosen);
            return Err(PositionError::new_err(format!("no legal {verb} holds the chosen cards [{text}]")));
        }
        Ok(Picks { more: Cards { info, set: CardSet::of_mask(picks.more) }, complete: picks.complete })
    }

    fn __repr__(&self) -> String {
        format!("<Legal of {}: {} actions>", self.info().name, self.__len__())
    }
}

/// How the cards chosen so far can go on.
#[pyclass(frozen, get_all, module = "paiju._native")]
pub struct Picks {
    /// The kinds of which one more copy still leads to a legal action, one copy of each.
    more: Cards,
    /// Whether the chosen cards are a legal action as they are.
    complete: bool,
}

#[pymethods]
impl Picks {
    fn __repr__(&self) -> String {
        let more = notation::text(self.more.info.pack, &self.more.set);
        format!("Picks(more='{more}', complete={})", if self.complete { "True" } else { "False" })
    }
}

/// Iterates over the menu.
#[pyclass(module = "paiju._native")]
pub struct LegalIter {
    legal: Py<Legal>,
    next: usize,
}

#[pymethods]
impl LegalIter {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<Action> {
        let legal = self.legal.get();
        (self.next < legal.__len__()).then(|| {
            self.next += 1;
            legal.row(py, self.next - 1)
        })
    }
}

/// Iterates over concrete legal actions.
#[pyclass(module = "paiju._native")]
pub struct Expand {
    deal: Py<Deal>,
    next: u64,
    count: u64,
}

#[pymethods]
impl Expand {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Action> {
        if self.next >= self.count {
            return None;
        }
        let deal = self.deal.get();
        let action = each!(&deal.play, play => play.unrank(self.next));
        self.next += 1;
        Some(Action::new(deal.info, action, None))
    }
}
