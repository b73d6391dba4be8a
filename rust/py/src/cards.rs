//! `Card` and `Cards`: card kinds and immutable multisets of one game's pack.

use crate::convert::{card_from, cards_from, find};
use numpy::{PyArray1, ToPyArray};
use paiju_core::card::Card as Slot;
use paiju_core::game::Info;
use paiju_core::notation;
use paiju_core::set::WideSet;
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One card kind of a game's pack. `str(card)` is its text; cards compare by slot.
#[pyclass(frozen, module = "paiju._native")]
pub struct Card {
    pub info: &'static Info,
    pub card: Slot,
}

#[pymethods]
impl Card {
    #[new]
    fn new(py: Python<'_>, game: &str, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let info = find(py, game)?;
        Ok(Self { info, card: card_from(info, text)? })
    }

    /// The slot, 0..63: the bit of this card in every plane.
    #[getter]
    fn slot(&self) -> u8 {
        self.card.slot()
    }

    /// The number of copies in the pack.
    #[getter]
    fn copies(&self) -> usize {
        self.info.pack.copies(self.card)
    }

    fn __str__(&self) -> String {
        self.info.pack.text(self.card)
    }

    fn __repr__(&self) -> String {
        format!("Card({:?}, {:?})", self.info.name, self.__str__())
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.card.slot())
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.cast::<Card>() {
            Ok(other) if other.get().info.pack == self.info.pack => {
                let holds = op.matches(self.card.cmp(&other.get().card));
                Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
            }
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let card = slf.get();
        (slf.get_type(), (card.info.name, card.__str__())).into_bound_py_any(slf.py())
    }
}

/// An immutable multiset of cards of one game's pack.
#[pyclass(frozen, sequence, module = "paiju._native")]
#[derive(Clone)]
pub struct Cards {
    pub info: &'static Info,
    pub set: WideSet,
}

#[pymethods]
impl Cards {
    /// Cards of a game from text, another `Cards`, or an iterable of cards and texts.
    #[new]
    #[pyo3(signature = (game, cards = None))]
    fn new(py: Python<'_>, game: &str, cards: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let info = find(py, game)?;
        let set = cards.map_or(Ok(WideSet::EMPTY), |cards| cards_from(info, cards))?;
        Ok(Self { info, set })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.info.name
    }

    /// The number of copies by slot: uint8, shape (64,).
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.set.counts().to_pyarray(py)
    }

    /// The bit-planes: uint64, shape (planes,); bit k of plane p is set iff there are more than p copies of slot k.
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.set.0[..self.info.planes].to_pyarray(py)
    }

    /// The kinds held as a bit mask: bit k is set iff there is a copy of slot k.
    #[getter]
    fn kinds(&self) -> u64 {
        self.set.kinds()
    }

    /// The number of copies of one card.
    fn count(&self, card: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.set.count(card_from(self.info, card)?))
    }

    fn __len__(&self) -> usize {
        self.set.len()
    }

    fn __bool__(&self) -> bool {
        !self.set.is_empty()
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.set.count(card_from(self.info, card)?) > 0)
    }

    fn __iter__(&self) -> CardsIter {
        CardsIter { info: self.info, cards: self.set.cards().collect::<Vec<_>>().into_iter() }
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = cards_from(self.info, other)?;
        let sum = self.set.plus(&other);
        if sum.len() != self.set.len() + other.len() || !self.info.pack.cards().contains(&sum) {
            let text = format!("the sum has more copies of a card than {} holds", self.info.pack.name);
            return Err(crate::error::PositionError::new_err(text));
        }
        Ok(Self { info: self.info, set: sum })
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = cards_from(self.info, other)?;
        if !self.set.contains(&other) {
            let missing = notation::text(self.info.pack, &other.minus(&self.set));
            return Err(crate::error::PositionError::new_err(format!("{missing} cannot be taken away: not there")));
        }
        Ok(Self { info: self.info, set: self.set.minus(&other) })
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let other = match other.cast::<Cards>() {
            Ok(cards) if cards.get().info.pack == self.info.pack => cards.get(),
            _ => return Ok(py.NotImplemented()),
        };
        let (a, b) = (&self.set, &other.set);
        let holds = match op {
            CompareOp::Eq => a == b,
            CompareOp::Ne => a != b,
            CompareOp::Le => b.contains(a),
            CompareOp::Lt => b.contains(a) && a != b,
            CompareOp::Ge => a.contains(b),
            CompareOp::Gt => a.contains(b) && a != b,
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.set.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        notation::text(self.info.pack, &self.set)
    }

    fn __repr__(&self) -> String {
        format!("Cards({:?}, {:?})", self.info.name, self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let cards = slf.get();
        (slf.get_type(), (cards.info.name, cards.__str__())).into_bound_py_any(slf.py())
    }
}

/// Iterates over cards, each copy by itself.
#[pyclass(module = "paiju._native")]
pub struct CardsIter {
    info: &'static Info,
    cards: std::vec::IntoIter<Slot>,
}

#[pymethods]
impl CardsIter {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Card> {
        self.cards.next().map(|card| Card { info: self.info, card })
    }
}
