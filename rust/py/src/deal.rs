//! `Deal` and `View`.

use crate::cards::{Card, Cards};
use crate::convert::{find, seed_from, value_to};
use crate::error::{PositionError, raise, raise_illegal};
use crate::legal::{Action, Legal, action_from};
use crate::pick::Pick;
use crate::rows;
use numpy::{PyArray1, ToPyArray};
use paiju_core::deal::FastRng;
use paiju_core::engine::play::{Play, Plays, Sight, Sights};
use paiju_core::error::{Error, Illegal};
use paiju_core::game::Info;
use paiju_core::games::Any;
use paiju_core::{each, each_to_any, with_game};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// One deal in progress, from the shuffle to the last card. Immutable: `play` returns a new deal.
#[pyclass(frozen, module = "paiju._native")]
pub struct Deal {
    pub info: &'static Info,
    pub play: Any<Plays>,
}

impl Deal {
    fn seat(&self, seat: isize) -> PyResult<usize> {
        let seats = self.info.seats;
        match usize::try_from(seat) {
            Ok(seat) if seat < seats => Ok(seat),
            _ => Err(PyIndexError::new_err(format!("seats are 0..{}, not {seat}", seats - 1))),
        }
    }

    fn in_turn(&self, seat: isize) -> Result<(), Illegal> {
        match each!(&self.play, play => play.turn()) {
            Some(turn) if turn as isize == seat => Ok(()),
            Some(turn) => Illegal::err("", "out_of_turn", format!("it is the turn of seat {turn}, not of seat {seat}")),
            None => Illegal::err("", "over", "the deal is over"),
        }
    }

    fn identity(&self) -> (&'static str, Vec<i64>, Vec<u8>) {
        (self.info.name, each!(&self.play, play => play.codes()), each!(&self.play, play => play.bytes()))
    }
}

/// The exception of an error over an action.
pub fn refuse(py: Python<'_>, error: Error, action: Option<Bound<'_, PyAny>>) -> PyErr {
    match error {
        Error::Illegal(illegal) => raise_illegal(py, &illegal, action),
        other => raise(py, other),
    }
}

#[pymethods]
impl Deal {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.info.name
    }

    /// The seat to act, or None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        each!(&self.play, play => play.turn())
    }

    /// Whether the deal is over.
    #[getter]
    fn over(&self) -> bool {
        self.turn().is_none()
    }

    /// The phase, named as in the rule book.
    #[getter]
    fn phase(&self) -> &'static str {
        each!(&self.play, play => play.phase())
    }

    /// The cards in every hand, by seat. A player may know only his own: see `view`.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hand = |seat| each!(&self.play, play => play.hand(seat));
        PyTuple::new(py, (0..self.info.seats).map(|seat| Cards { info: self.info, set: hand(seat) }))
    }

    /// The undealt cards in order, the next one first; empty in games without.
    #[getter]
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let stock = each!(&self.play, play => play.stock());
        PyTuple::new(py, stock.into_iter().map(|card| Card { info: self.info, card }))
    }

    /// The groups that lie before each seat as (kind, cards), by seat.
    #[getter]
    fn melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let melds = |seat| each!(&self.play, play => play.melds(seat));
        let group = |(kind, set)| (kind, Cards { info: self.info, set });
        PyTuple::new(py, (0..self.info.seats).map(|seat| melds(seat).into_iter().map(group).collect::<Vec<_>>()))
    }

    /// What the seat to act may do.
    fn legal(slf: Bound<'_, Self>) -> Legal {
        Legal::of(slf)
    }

    /// The decision of the seat to act, to be put together id by id in the fixed action space of `Batch` (picks mode).
    fn pick(&self) -> Pick {
        Pick::start(self)
    }

    /// The deal after an action, given as an `Action` or as text.
    ///
    /// `seat`, if given, is who wants to act: it must be the seat whose turn it is.
    ///
    /// Raises IllegalAction (with `.rule` and `.reason`) when the rules forbid it; the deal itself never changes.
    #[pyo3(signature = (action, seat = None))]
    fn play(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>, seat: Option<isize>) -> PyResult<Deal> {
        let deal = slf.get();
        if let Some(seat) = seat {
            deal.in_turn(seat).map_err(|illegal| raise_illegal(slf.py(), &illegal, Some(action.clone())))?;
        }
        let (wide, known) = match action.cast_exact::<Action>() {
            Ok(action) if action.get().came_from(slf) => (action.get().action, true),
            _ => (action_from(deal.info, action)?, false),
        };
        let play = each_to_any!(&deal.play, play => match play.apply(&wide, known) {
            Ok(play) => play,
            Err(error) => return Err(refuse(slf.py(), error, Some(action.clone()))),
        });
        Ok(Deal { info: deal.info, play })
    }

    /// What a seat may know.
    fn view(&self, seat: isize) -> PyResult<View> {
        let seat = self.seat(seat)?;
        Ok(View { info: self.info, sight: each_to_any!(&self.play, play => play.view(seat)) })
    }

    /// What `seat` sees of an action of the seat to act: the action, perhaps with cards hidden, or None for nothing at all.
    fn redact(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>, seat: isize) -> PyResult<Option<Action>> {
        let deal = slf.get();
        let seat = deal.seat(seat)?;
        let wide = action_from(deal.info, action)?;
        let seen = each!(&deal.play, play => play.redact(&wide, seat));
        let seen = seen.map_err(|error| refuse(slf.py(), error, Some(action.clone())))?;
        Ok(seen.map(|action| Action::new(deal.info, action, None)))
    }

    /// The options under which it is played, as a dict.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in each!(&self.play, play => play.pairs()) {
            dict.set_item(name, value_to(py, self.info, value)?)?;
        }
        Ok(dict)
    }

    /// The facts of the finished deal: a numpy record with named fields, of dtype `paiju.dtypes.dtype(game, "tally")`.
    ///
    /// Raises PositionError while the deal is not over.
    fn tally<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = each!(&self.play, play => play.tally()).map_err(|e| raise(py, e))?.to_pyarray(py);
        py.import("paiju.dtypes")?.getattr("tallies")?.call1((self.info.name, bytes))?.get_item(0)
    }

    /// The deal after uniformly random play to the end.
    #[pyo3(signature = (rng = None))]
    fn rollout(&self, py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<Deal> {
        let mut rng = FastRng::new(seed_from(py, rng)?);
        Ok(Deal { info: self.info, play: each_to_any!(&self.play, play => play.rollout(&mut rng)) })
    }

    /// The number of ways to go on for exactly `depth` actions over menu rows.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| each!(&self.play, play => play.perft(depth)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Deal>().is_ok_and(|other| other.get().identity() == self.identity())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let turn = self.turn().map_or("over".into(), |seat| format!("seat {seat} to act"));
        format!("<Deal of {}: {}, {turn}>", self.info.name, self.phase())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let (name, codes, bytes) = slf.get().identity();
        let restore = py.import("paiju._native")?.getattr("restore_deal")?;
        (restore, (name, codes, PyBytes::new(py, &seal(bytes)))).into_bound_py_any(py)
    }
}

/// Bytes with a checksum (FNV-1a) behind them, so that damaged pickles are noticed.
fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// The bytes without their checksum; `None` when they do not have it.
fn unseal(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = bytes.split_last_chunk()?;
    (checksum(bytes) == u64::from_le_bytes(*sum)).then_some(bytes)
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn broken(what: &str) -> PyErr {
    PositionError::new_err(format!("these bytes are no {what} of this version"))
}

/// A deal from what its pickle holds.
#[pyfunction]
pub fn restore_deal(py: Python<'_>, game: &str, codes: Vec<i64>, bytes: Vec<u8>) -> PyResult<Deal> {
    let info = find(py, game)?;
    let bytes = unseal(&bytes).ok_or_else(|| broken("deal"))?;
    let play = with_game!(info.name, G, wrap => Play::<G>::restore(&codes, bytes).map(wrap));
    Ok(Deal { info, play: play.ok_or_else(|| broken("deal"))? })
}

/// A view from what its pickle holds.
#[pyfunction]
pub fn restore_view(py: Python<'_>, game: &str, codes: Vec<i64>, bytes: Vec<u8>) -> PyResult<View> {
    let info = find(py, game)?;
    let bytes = unseal(&bytes).ok_or_else(|| broken("view"))?;
    let sight = with_game!(info.name, G, wrap => Sight::<G>::restore(&codes, bytes).map(wrap));
    Ok(View { info, sight: sight.ok_or_else(|| broken("view"))? })
}

/// What one seat may know of a deal, with one attribute per field; seats are counted from the viewer (0 = me).
#[pyclass(frozen, module = "paiju._native")]
pub struct View {
    info: &'static Info,
    sight: Any<Sights>,
}

impl View {
    fn bytes(&self) -> Vec<u8> {
        each!(&self.sight, sight => sight.bytes())
    }

    fn codes(&self) -> Vec<i64> {
        each!(&self.sight, sight => sight.codes())
    }
}

#[pymethods]
impl View {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.info.name
    }

    /// The names of the fields.
    #[getter]
    fn fields(&self) -> Vec<&'static str> {
        self.info.view.iter().map(|field| field.name).collect()
    }

    /// A deal drawn uniformly from those consistent with everything the viewer knows.
    ///
    /// `rng`: a whole number as seed, a `random.Random`, a numpy `Generator`, or None for the system's randomness.
    #[pyo3(signature = (rng = None))]
    fn resample(&self, py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<Deal> {
        let mut rng = FastRng::new(seed_from(py, rng)?);
        let play = each_to_any!(&self.sight, sight => match sight.resample(&mut rng) {
            Ok(play) => play,
            Err(error) => return Err(raise(py, error)),
        });
        Ok(Deal { info: self.info, play })
    }

    /// The view as the bytes of one row of a batch's views: uint8.
    fn row<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.bytes().to_pyarray(py)
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        rows::attribute(py, self.info, self.info.view, &self.bytes(), name)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<View>().is_ok_and(|other| {
            let other = other.get();
            other.info.name == self.info.name && other.bytes() == self.bytes() && other.codes() == self.codes()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.info.name, self.bytes()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("View({}: {})", self.info.name, rows::text(py, self.info, self.info.view, &self.bytes())?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let view = slf.get();
        let restore = py.import("paiju._native")?.getattr("restore_view")?;
        (restore, (view.info.name, view.codes(), PyBytes::new(py, &seal(view.bytes())))).into_bound_py_any(py)
    }
}
