//! `Table`: a game under fixed rules, from which everything else starts.

use crate::cards::Cards;
use crate::convert::{cards_from, find, layout_from, pairs_from, seed_from, value_from, value_to};
use crate::deal::Deal;
use crate::error::{PositionError, raise};
use crate::legal::{Legal, action_from};
use crate::rows::Shape;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2};
use paiju_core::engine::play::{Book, Books, Plays};
use paiju_core::engine::playout::Run;
use paiju_core::engine::record::{Fault, Source};
use paiju_core::game::Info;
use paiju_core::games::Any;
use paiju_core::{each, each_to_any, with_game};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Deals played between two looks at whether the user pressed Ctrl-C.
const BLOCK: usize = 8192;
/// More deals than this in one call would not fit in memory; the number is refused before anything is allocated.
const DEALS_MAX: usize = 1 << 31;

/// A game under fixed rules.
#[pyclass(frozen, module = "paiju._native")]
pub struct Table {
    pub info: &'static Info,
    pub book: Any<Books>,
}

impl Table {
    fn deal_of(&self, play: Any<Plays>) -> Deal {
        Deal { info: self.info, play }
    }
}

#[pymethods]
impl Table {
    /// A game under rules, given as a dict of the options that are not at their defaults.
    #[new]
    #[pyo3(signature = (game, rules = None))]
    fn new(py: Python<'_>, game: &str, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let info = find(py, game)?;
        let pairs = pairs_from(rules)?;
        let book = with_game!(info.name, G, wrap => Book::<G>::new(&pairs).map(wrap));
        Ok(Self { info, book: book.map_err(|e| raise(py, e))? })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.info.name
    }

    /// All options with their values.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in each!(&self.book, book => book.pairs()) {
            dict.set_item(name, value_to(py, self.info, value)?)?;
        }
        Ok(dict)
    }

    /// A deal from a seed (None: from the system's randomness) and set-up parameters.
    #[pyo3(signature = (seed = None, setup = None))]
    fn deal(
        &self,
        py: Python<'_>,
        seed: Option<&Bound<'_, PyAny>>,
        setup: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Deal> {
        let seed = seed_from(py, seed)?;
        let setup = pairs_from(setup)?;
        Ok(self.deal_of(each_to_any!(&self.book, book => match book.deal(&setup, seed) {
            Ok(play) => play,
            Err(error) => return Err(raise(py, error)),
        })))
    }

    /// A deal, or with `partial` any position, from given cards.
    #[pyo3(signature = (hands, stock = None, melds = None, partial = false, setup = None))]
    fn arrange(
        &self,
        hands: &Bound<'_, PyAny>,
        stock: Option<&Bound<'_, PyAny>>,
        melds: Option<&Bound<'_, PyAny>>,
        partial: bool,
        setup: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Deal> {
        let layout = layout_from(self.info, hands, stock, melds, partial)?;
        let setup = pairs_from(setup)?;
        Ok(self.deal_of(each_to_any!(&self.book, book => match book.arrange(&setup, &layout) {
            Ok(play) => play,
            Err(error) => return Err(raise(hands.py(), error)),
        })))
    }

    /// The decision of a hand by itself, on a play or (None) free.
    #[pyo3(signature = (hand, on = None, ask = None))]
    fn legal(
        &self,
        hand: &Bound<'_, PyAny>,
        on: Option<&Bound<'_, PyAny>>,
        ask: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Legal> {
        let py = hand.py();
        let hand = cards_from(self.info, hand)?;
        let on = on.map(|on| cards_from(self.info, on)).transpose()?;
        let ask = pairs_from(ask)?;
        let play = each_to_any!(&self.book, book => match book.position(&ask, &hand, on.as_ref()) {
            Ok(play) => play,
            Err(error) => return Err(raise(py, error)),
        });
        Ok(Legal::of(Bound::new(py, self.deal_of(play))?))
    }

    /// What a card set is, or None.
    #[pyo3(signature = (cards, ask = None))]
    fn classify(&self, cards: &Bound<'_, PyAny>, ask: Option<&Bound<'_, PyDict>>) -> PyResult<Option<Shape>> {
        let set = cards_from(self.info, cards)?;
        let ask = pairs_from(ask)?;
        let shape = each!(&self.book, book => book.classify(&ask, &set)).map_err(|e| raise(cards.py(), e))?;
        Ok(shape.map(|bytes| Shape::of(self.info, bytes)))
    }

    /// What many card sets are: planes in (uint64, shape (n, planes), C-contiguous), one shape record each out
    /// (uint8, n × the size of a record).
    #[pyo3(signature = (planes, out, ask = None))]
    fn classify_many(
        &self,
        py: Python<'_>,
        planes: PyReadonlyArray2<'_, u64>,
        out: &Bound<'_, PyArray1<u8>>,
        ask: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let ask = pairs_from(ask)?;
        let mut out = out.try_readwrite()?;
        let (words, out) = (planes.as_slice()?, out.as_slice_mut()?);
        let size: usize = self.info.shape.iter().map(|field| field.size).sum();
        let n = words.len() / self.info.planes;
        if words.len() % self.info.planes != 0 || out.len() != n * size {
            return Err(PositionError::new_err(format!(
                "planes of shape (n, {}) and out of n records wanted",
                self.info.planes
            )));
        }
        py.detach(|| each!(&self.book, book => book.classify_many(&ask, words, out))).map_err(|e| raise(py, e))
    }

    /// Whether the play `new` beats the play `on`.
    #[pyo3(signature = (new, on, ask = None))]
    fn beats(&self, new: &Bound<'_, PyAny>, on: &Bound<'_, PyAny>, ask: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
        let py = new.py();
        let (new, on) = (cards_from(self.info, new)?, cards_from(self.info, on)?);
        let ask = pairs_from(ask)?;
        each!(&self.book, book => book.beats(&ask, &new, &on)).map_err(|e| raise(py, e))
    }

    /// The answer to a question of the game; `describe(game)["questions"]` lists them.
    #[pyo3(signature = (question, *args))]
    fn ask<'py>(&self, py: Python<'py>, question: &str, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let args = args.iter().map(|arg| value_from(&arg)).collect::<PyResult<Vec<_>>>()?;
        let answer = each!(&self.book, book => book.ask(question, &args)).map_err(|e| raise(py, e))?;
        value_to(py, self.info, answer)
    }

    /// The cards of text or an iterable.
    fn cards(&self, cards: &Bound<'_, PyAny>) -> PyResult<Cards> {
        Ok(Cards { info: self.info, set: cards_from(self.info, cards)? })
    }

    /// Uniformly random deals `first..first + n` of a series: their tallies as bytes and the number of decisions.
    ///
    /// Releases the GIL, and stops at Ctrl-C. `progress`, if given, is called now and then with the deals done.
    #[pyo3(signature = (n, seed, first = 0, threads = 1, setup = None, progress = None))]
    #[allow(clippy::too_many_arguments)]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        seed: u64,
        first: u64,
        threads: usize,
        setup: Option<&Bound<'py, PyDict>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<u8>>, u64)> {
        if n > DEALS_MAX {
            return Err(PyOverflowError::new_err(format!("at most {DEALS_MAX} deals in one call, not {n}")));
        }
        let setup = pairs_from(setup)?;
        let size = each!(&self.book, book => book.tally_size());
        let array = PyArray1::<u8>::zeros(py, n * size, false);
        let mut out = array.try_readwrite()?;
        let (mut done, mut decisions) = (0, 0);
        for block in out.as_slice_mut()?.chunks_mut(BLOCK * threads.max(1) * size) {
            let run = Run { seed, first: first.wrapping_add(done as u64), threads };
            let played = py.detach(|| each!(&self.book, book => book.playouts(&setup, run, block)));
            decisions += played.map_err(|e| raise(py, e))?;
            done += block.len() / size;
            py.check_signals()?;
            if let Some(progress) = progress {
                progress.call1((done,))?;
            }
        }
        drop(out);
        Ok((array, decisions))
    }

    /// Replays a record: the deal as far as it is legal and None, or None and (index, seat, error) of the first fault.
    #[pyo3(signature = (actions, seed = None, hands = None, stock = None, melds = None, partial = false, setup = None))]
    #[allow(clippy::too_many_arguments)]
    fn replay<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        seed: Option<u64>,
        hands: Option<&Bound<'py, PyAny>>,
        stock: Option<&Bound<'py, PyAny>>,
        melds: Option<&Bound<'py, PyAny>>,
        partial: bool,
        setup: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Option<Deal>, Option<Bound<'py, PyAny>>)> {
        let source = match (seed, hands) {
            (Some(seed), None) => Source::Seed(seed),
            (None, Some(hands)) => Source::Layout(layout_from(self.info, hands, stock, melds, partial)?),
            _ => return Err(PositionError::new_err("a record has either a seed or hands")),
        };
        let setup = pairs_from(setup)?;
        let (mut wide, mut fault) = (Vec::new(), None);
        for (at, action) in actions.try_iter()?.enumerate() {
            match action_from(self.info, &action?) {
                Ok(action) => wide.push(action),
                Err(error) => {
                    fault = Some((at, None::<usize>, error.into_value(py)));
                    break;
                }
            }
        }
        let play = each_to_any!(&self.book, book => {
            match book.replay(&setup, &source, &wide).map_err(|e| raise(py, e))? {
                Ok(play) => play,
                Err(Fault { at, seat, error }) => {
                    let error = crate::deal::refuse(py, error, None).into_value(py);
                    return Ok((None, Some((at, seat, error).into_pyobject(py)?.into_any())));
                }
            }
        });
        Ok(match fault {
            Some(fault) => (None, Some(fault.into_pyobject(py)?.into_any())),
            None => (Some(self.deal_of(play)), None),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let pairs = |table: &Table| each!(&table.book, book => book.pairs());
        other
            .cast::<Table>()
            .is_ok_and(|other| other.get().info.name == self.info.name && pairs(other.get()) == pairs(self))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.info.name, format!("{:?}", each!(&self.book, book => book.pairs()))).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        use pyo3::IntoPyObjectExt;
        let rules = slf.get().rules(slf.py())?;
        (slf.get_type(), (slf.get().info.name, rules)).into_bound_py_any(slf.py())
    }
}
