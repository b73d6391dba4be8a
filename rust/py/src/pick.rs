//! `Pick`: a decision put together step by step in the fixed action space of learners.

use crate::cards::Cards;
use crate::deal::Deal;
use crate::error::PositionError;
use crate::legal::Action;
use numpy::{PyArray1, ToPyArray};
use paiju_core::engine::pick::WIDTH;
use paiju_core::engine::play::{Decision, Decisions};
use paiju_core::game::Info;
use paiju_core::games::Any;
use paiju_core::{each, each_to_any};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// A decision under way. Immutable: `choose` returns the next one.
#[pyclass(frozen, module = "paiju._native")]
pub struct Pick {
    info: &'static Info,
    decision: Any<Decisions>,
}

impl Pick {
    /// The start of a deal's decision.
    pub fn start(deal: &Deal) -> Self {
        Self { info: deal.info, decision: each_to_any!(&deal.play, play => Decision::start(play)) }
    }
}

#[pymethods]
impl Pick {
    /// The open ids: bool, shape (96,). None is open when the deal is over.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let open = each!(&self.decision, decision => decision.pick.open());
        std::array::from_fn::<bool, WIDTH, _>(|id| open[id / 64] >> (id % 64) & 1 == 1).to_pyarray(py)
    }

    /// The cards chosen so far.
    #[getter]
    fn chosen(&self) -> Cards {
        Cards { info: self.info, set: each!(&self.decision, decision => decision.chosen()) }
    }

    /// The index of the verb taken so far, −1 for none.
    #[getter]
    fn head(&self) -> i8 {
        each!(&self.decision, decision => decision.pick.head()).map_or(-1, |head| head as i8)
    }

    /// Takes an open id: the action when that completes the decision, the next pick otherwise.
    ///
    /// Raises IndexError for an id that is not open, naming those that are; PositionError when the deal is over.
    fn choose<'py>(&self, py: Python<'py>, id: i64) -> PyResult<Bound<'py, PyAny>> {
        if !each!(&self.decision, decision => decision.pick.is_open(id)) {
            let words = each!(&self.decision, decision => decision.describe());
            if words.is_empty() {
                return Err(PositionError::new_err("the deal is over: nothing can be chosen"));
            }
            return Err(PyIndexError::new_err(format!("id {id} is not open; open: {words}")));
        }
        let action;
        let decision = each_to_any!(&self.decision, decision => {
            let (next, done) = decision.choose(id as usize);
            action = done;
            next
        });
        match action {
            Some(action) => Action::new(self.info, action, None).into_bound_py_any(py),
            None => Self { info: self.info, decision }.into_bound_py_any(py),
        }
    }

    fn __repr__(&self) -> String {
        let words = each!(&self.decision, decision => decision.describe());
        format!("<Pick of {}: open {words}>", self.info.name)
    }
}
