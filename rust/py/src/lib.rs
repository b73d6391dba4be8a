//! `paiju._native`: the binding between `paiju-core` and Python. It translates and nothing else: no rule of a game and no
//! game's name stands here.

mod batch;
mod cards;
mod convert;
mod deal;
mod error;
mod legal;
mod pick;
mod rows;
mod table;

use paiju_core::game::Info;
use paiju_core::games::{GAMES, find};
use paiju_core::row::Field;
use paiju_core::settings::{Domain, Opt};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// The fields of a record as (name, numpy code, number of elements, doc).
fn fields(fields: &'static [Field]) -> Vec<(&'static str, &'static str, usize, &'static str)> {
    fields.iter().map(|f| (f.name, f.code, f.count, f.doc)).collect()
}

/// The options of a record as (name, allowed values, rule id, doc); the allowed values are a list, or (min, max);
/// of a number that may also be None, (1, max).
fn options<'py>(py: Python<'py>, options: &'static [Opt]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for option in options {
        let allowed = match option.domain {
            Domain::Bool => PyList::new(py, [false, true])?.into_any(),
            Domain::Words(words) => {
                let values = (0..words.len()).map(|code| option.domain.value(code as i64));
                let values = values.map(|value| convert::plain_to(py, value)).collect::<PyResult<Vec<_>>>()?;
                PyList::new(py, values)?.into_any()
            }
            Domain::Int { min, max } | Domain::Maybe { min, max } => (min, max).into_pyobject(py)?.into_any(),
            // Too many to list: the whole and the empty choice.
            Domain::Order(words) | Domain::Subset(words) => {
                PyList::new(py, [PyTuple::new(py, words)?, PyTuple::empty(py)])?.into_any()
            }
        };
        list.append((option.name, allowed, option.rule, option.doc))?;
    }
    Ok(list)
}

/// What there is to know of a game, as a dict of plain values.
#[pyfunction]
fn describe<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let info: &'static Info = find(game).map_err(|e| error::raise(py, e))?;
    let dict = PyDict::new(py);
    dict.set_item("name", info.name)?;
    dict.set_item("seats", info.seats)?;
    dict.set_item("planes", info.planes)?;
    dict.set_item("heads", info.heads.iter().map(|h| (h.name, h.cards)).collect::<Vec<_>>())?;
    dict.set_item("phases", info.phases)?;
    dict.set_item("shapes", info.shapes)?;
    dict.set_item("menu_max", info.menu_max)?;
    dict.set_item("questions", info.questions)?;
    dict.set_item("state_size", info.state_size)?;
    dict.set_item("rules", options(py, info.rules)?)?;
    dict.set_item("setup", options(py, info.setup)?)?;
    dict.set_item("ask", options(py, info.ask)?)?;
    dict.set_item("view", fields(info.view))?;
    dict.set_item("tally", fields(info.tally))?;
    dict.set_item("shape", fields(info.shape))?;
    Ok(dict)
}

/// The seed of deal `index` in a series that starts from `seed`.
#[pyfunction]
fn series_seed(seed: u64, index: u64) -> u64 {
    paiju_core::deal::series_seed(seed, index)
}

/// The names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    GAMES.iter().map(|info| info.name).collect()
}

#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::cards::{Card, Cards};
    #[pymodule_export]
    use super::deal::{Deal, View, restore_deal, restore_view};
    #[pymodule_export]
    use super::error::{IllegalAction, PaijuError, ParseError, PositionError, RulesError};
    #[pymodule_export]
    use super::legal::{Action, Legal, Picks};
    #[pymodule_export]
    use super::pick::Pick;
    #[pymodule_export]
    use super::rows::Shape;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::{describe, games, series_seed};

    #[pymodule_export]
    const SHUFFLE: &str = paiju_core::deal::SHUFFLE;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
