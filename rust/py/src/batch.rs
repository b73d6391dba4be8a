//! `Batch`: many deals in lockstep on arrays that are made once and filled at every step.

use crate::convert::pairs_from;
use crate::deal::Deal;
use crate::error::{PositionError, raise};
use crate::table::Table;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, ToPyArray};
use paiju_core::engine::batch::{BadChoice, Mode};
use paiju_core::engine::frame::Frame;
use paiju_core::engine::pick::WIDTH;
use paiju_core::engine::play::{Batches, Play};
use paiju_core::game::Info;
use paiju_core::games::Any;
use paiju_core::{each, each_to_any};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// More deals than this at once are refused before anything is allocated.
const ENVS_MAX: usize = 1 << 22;
const THREADS_MAX: usize = 1024;

/// Many deals in lockstep. The arrays belong to the batch and are filled anew at every step.
#[pyclass(module = "paiju._native")]
pub struct Batch {
    info: &'static Info,
    batch: Any<Batches>,
    n: usize,
    picks: bool,
    /// int64, shape (n + 1,): the legal rows of env i are rows offsets[i]..offsets[i + 1] (menu mode).
    #[pyo3(get)]
    offsets: Py<PyArray1<i64>>,
    /// uint8: the views of the seats to act, one record after the other.
    #[pyo3(get)]
    views: Py<PyArray1<u8>>,
    /// int8, shape (n,): the seat to act.
    #[pyo3(get)]
    turn: Py<PyArray1<i8>>,
    /// bool, shape (n,): whether the last step ended a deal, so that this is the first decision of another one.
    #[pyo3(get)]
    done: Py<PyArray1<bool>>,
    /// bool, n × 96: the open ids (picks mode).
    #[pyo3(get)]
    mask: Py<PyArray1<bool>>,
    /// uint8: the planes of the cards chosen so far (picks mode).
    #[pyo3(get)]
    chosen: Py<PyArray1<u8>>,
    /// int8, shape (n,): the head taken so far, −1 for none (picks mode).
    #[pyo3(get)]
    head: Py<PyArray1<i8>>,
    /// uint8: the legal rows; only the first `rows_bytes` bytes count (menu mode).
    #[pyo3(get)]
    rows: Py<PyArray1<u8>>,
    /// The number of bytes of `rows` that count.
    #[pyo3(get)]
    rows_bytes: usize,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (table, n, seed, threads = 1, mode = "menu", setup = None))]
    fn new(
        py: Python<'_>,
        table: &Bound<'_, Table>,
        n: usize,
        seed: u64,
        threads: usize,
        mode: &str,
        setup: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if n == 0 || n > ENVS_MAX {
            return Err(PositionError::new_err(format!("a batch has 1 to {ENVS_MAX} deals, not {n}")));
        }
        if threads == 0 || threads > THREADS_MAX {
            return Err(PositionError::new_err(format!("threads must be 1 to {THREADS_MAX}, not {threads}")));
        }
        let mode = match mode {
            "menu" => Mode::Menu,
            "picks" => Mode::Picks,
            other => return Err(PositionError::new_err(format!("mode must be 'menu' or 'picks', not {other:?}"))),
        };
        let (info, setup) = (table.get().info, pairs_from(setup)?);
        let batch = each_to_any!(&table.get().book, book => match book.batch(&setup, seed, n, threads, mode) {
            Ok(batch) => batch,
            Err(error) => return Err(raise(py, error)),
        });
        let picks = mode == Mode::Picks;
        let view: usize = info.view.iter().map(|field| field.size).sum();
        let in_picks = |size: usize| if picks { n * size } else { 0 };
        let mut new = Self {
            info,
            batch,
            n,
            picks,
            offsets: PyArray1::zeros(py, n + 1, false).unbind(),
            views: PyArray1::zeros(py, n * view, false).unbind(),
            turn: PyArray1::zeros(py, n, false).unbind(),
            done: PyArray1::zeros(py, n, false).unbind(),
            mask: PyArray1::zeros(py, in_picks(WIDTH), false).unbind(),
            chosen: PyArray1::zeros(py, in_picks(8 * info.planes), false).unbind(),
            head: PyArray1::zeros(py, in_picks(1), false).unbind(),
            rows: PyArray1::zeros(py, 0, false).unbind(),
            rows_bytes: 0,
        };
        new.fill(py, None)?;
        Ok(new)
    }

    /// The number of deals.
    fn __len__(&self) -> usize {
        self.n
    }

    /// Takes one choice per deal (int64, shape (n,)) and fills the arrays with the next decisions. A choice that is not
    /// open changes nothing anywhere.
    fn step(&mut self, py: Python<'_>, choices: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let choices = choices.as_slice()?;
        if choices.len() != self.n {
            return Err(PositionError::new_err(format!("{} choices for {} deals", choices.len(), self.n)));
        }
        self.fill(py, Some(choices))
    }

    /// Starts again with the deals of another seed.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        py.detach(|| each!(&mut self.batch, batch => batch.reset(seed)));
        self.fill(py, None)
    }

    /// The deals that ended in the last step (int64) and their tallies as bytes (uint8).
    #[allow(clippy::type_complexity)]
    fn finished<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u8>>) {
        each!(&self.batch, batch => (batch.finished_envs().to_pyarray(py), batch.finished().to_pyarray(py)))
    }

    /// The deal of an env.
    fn deal(&self, env: usize) -> PyResult<Deal> {
        if env >= self.n {
            return Err(PyIndexError::new_err(format!("there are {} deals, index {env} is none", self.n)));
        }
        let play = each_to_any!(&self.batch, batch => Play::in_batch(batch, env));
        Ok(Deal { info: self.info, play })
    }

    /// The deals that ended since the start or the last reset.
    #[getter]
    fn deals(&self) -> u64 {
        each!(&self.batch, batch => batch.deals())
    }

    /// The actions played since the start or the last reset.
    #[getter]
    fn decisions(&self) -> u64 {
        each!(&self.batch, batch => batch.decisions())
    }
}

impl Batch {
    /// Takes the choices, if any, and fills all arrays.
    fn fill(&mut self, py: Python<'_>, choices: Option<&[i64]>) -> PyResult<()> {
        let (mut offsets, mut views) = (self.offsets.bind(py).try_readwrite()?, self.views.bind(py).try_readwrite()?);
        let (mut turn, mut done) = (self.turn.bind(py).try_readwrite()?, self.done.bind(py).try_readwrite()?);
        let (mut mask, mut chosen) = (self.mask.bind(py).try_readwrite()?, self.chosen.bind(py).try_readwrite()?);
        let mut head = self.head.bind(py).try_readwrite()?;
        let frame = Frame {
            offsets: offsets.as_slice_mut()?,
            views: views.as_slice_mut()?,
            turn: turn.as_slice_mut()?,
            done: done.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            chosen: chosen.as_slice_mut()?,
            head: head.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        let result: Result<(), BadChoice> = py.detach(|| {
            each!(batch, batch => match choices {
                Some(choices) => batch.step(choices, frame),
                None => {
                    batch.observe(frame);
                    Ok(())
                }
            })
        });
        result.map_err(|bad| PyIndexError::new_err(bad.to_string()))?;
        if !self.picks {
            self.copy_rows(py)?;
        }
        Ok(())
    }

    /// Copies the legal rows to the array, which grows by doubling.
    fn copy_rows(&mut self, py: Python<'_>) -> PyResult<()> {
        self.rows_bytes = each!(&self.batch, batch => batch.rows_bytes());
        if self.rows_bytes > self.rows.bind(py).len()? {
            self.rows = PyArray1::zeros(py, 2 * self.rows_bytes, false).unbind();
        }
        let mut rows = self.rows.bind(py).try_readwrite()?;
        let out = &mut rows.as_slice_mut()?[..self.rows_bytes];
        py.detach(|| each!(&self.batch, batch => batch.copy_rows(out)));
        Ok(())
    }
}
