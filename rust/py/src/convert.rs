//! Python values to values of the core and back.

use crate::cards::{Card, Cards};
use crate::error::{PositionError, raise};
use paiju_core::card::Card as Slot;
use paiju_core::engine::play::Pairs;
use paiju_core::game::{Info, Layout};
use paiju_core::games;
use paiju_core::notation;
use paiju_core::set::WideSet;
use paiju_core::value::Value;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

/// The game of a name.
pub fn find(py: Python<'_>, game: &str) -> PyResult<&'static Info> {
    games::find(game).map_err(|e| raise(py, e))
}

/// One card from a `Card` or text.
pub fn card_from(info: &'static Info, value: &Bound<'_, PyAny>) -> PyResult<Slot> {
    if let Ok(card) = value.cast::<Card>() {
        let card = card.get();
        return if card.info.pack == info.pack { Ok(card.card) } else { Err(foreign(card.info, info)) };
    }
    let text = value.cast::<PyString>().map_err(|_| not_cards(value, "a card"))?;
    notation::card(info.pack, text.to_str()?).map_err(|e| raise(value.py(), e))
}

/// Cards from `Cards`, a `Card`, text, or an iterable of those.
pub fn cards_from(info: &'static Info, value: &Bound<'_, PyAny>) -> PyResult<WideSet> {
    if let Ok(cards) = value.cast::<Cards>() {
        let cards = cards.get();
        return if cards.info.pack == info.pack { Ok(cards.set) } else { Err(foreign(cards.info, info)) };
    }
    if let Ok(text) = value.cast::<PyString>() {
        return notation::cards(info.pack, text.to_str()?).map_err(|e| raise(value.py(), e));
    }
    if value.cast::<Card>().is_ok() {
        return Ok(WideSet::of(card_from(info, value)?, 1));
    }
    let mut all = WideSet::EMPTY;
    for item in value.try_iter().map_err(|_| not_cards(value, "cards"))? {
        let part = cards_from(info, &item?)?;
        let sum = all.plus(&part);
        if sum.len() != all.len() + part.len() || !info.pack.cards().contains(&sum) {
            let text = format!("more copies of {} than {} holds", notation::text(info.pack, &part), info.pack.name);
            return Err(PositionError::new_err(text));
        }
        all = sum;
    }
    Ok(all)
}

/// Cards in order, from text or an iterable of cards and texts.
pub fn stock_from(info: &'static Info, value: &Bound<'_, PyAny>) -> PyResult<Vec<Slot>> {
    if let Ok(text) = value.cast::<PyString>() {
        return notation::list(info.pack, text.to_str()?).map_err(|e| raise(value.py(), e));
    }
    value.try_iter().map_err(|_| not_cards(value, "cards"))?.map(|item| card_from(info, &item?)).collect()
}

fn foreign(from: &Info, to: &Info) -> PyErr {
    PositionError::new_err(format!("these are cards of {}, not of {}", from.name, to.name))
}

fn not_cards(value: &Bound<'_, PyAny>, wanted: &str) -> PyErr {
    let kind = value.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{wanted} expected (text, Card, Cards or an iterable of them), not {kind}"))
}

/// A value of the core from a Python value.
pub fn value_from(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        Ok(Value::None)
    } else if let Ok(truth) = value.cast::<PyBool>() {
        Ok(Value::Bool(truth.is_true()))
    } else if let Ok(n) = value.cast::<PyInt>() {
        // A number too large for any option stays text; the option refuses it, with the allowed range.
        Ok(n.extract().map_or_else(|_| Value::Text(n.to_string()), Value::Int))
    } else if let Ok(text) = value.cast::<PyString>() {
        Ok(Value::Text(text.to_str()?.into()))
    } else if let Ok(cards) = value.cast::<Cards>() {
        Ok(Value::Cards(cards.get().set))
    } else if value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() {
        value.try_iter()?.map(|item| value_from(&item?)).collect::<PyResult<_>>().map(Value::List)
    } else if let Ok(n) = value.extract::<i64>() {
        Ok(Value::Int(n))
    } else {
        let kind = value.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
        Ok(Value::Text(format!("<{kind}>")))
    }
}

/// A Python value from the value of an option.
pub fn plain_to(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::Int(n) => n.into_bound_py_any(py),
        Value::Text(text) => text.into_bound_py_any(py),
        _ => Ok(py.None().into_bound(py)),
    }
}

/// A Python value from a value of the core.
pub fn value_to<'py>(py: Python<'py>, info: &'static Info, value: Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Cards(set) => Cards { info, set }.into_bound_py_any(py),
        Value::List(items) => {
            let items = items.into_iter().map(|item| value_to(py, info, item)).collect::<PyResult<Vec<_>>>()?;
            PyTuple::new(py, items)?.into_bound_py_any(py)
        }
        plain => plain_to(py, plain),
    }
}

/// Options by name from a dict.
pub fn pairs_from(dict: Option<&Bound<'_, PyDict>>) -> PyResult<Pairs> {
    let Some(dict) = dict else { return Ok(Pairs::new()) };
    dict.iter().map(|(name, value)| Ok((name.extract()?, value_from(&value)?))).collect()
}

/// Given cards: the hands, the stock in order, and by seat a list of (kind, cards) that lie before it.
pub fn layout_from(
    info: &'static Info,
    hands: &Bound<'_, PyAny>,
    stock: Option<&Bound<'_, PyAny>>,
    melds: Option<&Bound<'_, PyAny>>,
    partial: bool,
) -> PyResult<Layout> {
    let mut layout = Layout { partial, ..Layout::default() };
    for hand in hands.try_iter()? {
        layout.hands.push(cards_from(info, &hand?)?);
    }
    if let Some(stock) = stock {
        layout.stock = stock_from(info, stock)?;
    }
    for seat in melds.map_or(Ok(Vec::new()), |melds| melds.try_iter()?.collect::<PyResult<Vec<_>>>())? {
        let mut groups = Vec::new();
        for group in seat.try_iter()? {
            let (kind, cards): (String, Bound<'_, PyAny>) = group?.extract()?;
            groups.push((kind, cards_from(info, &cards)?));
        }
        layout.melds.push(groups);
    }
    Ok(layout)
}

/// A seed from a whole number, or drawn from a `random.Random` or numpy `Generator`, or (`None`) from the system.
pub fn seed_from(py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    match rng {
        Some(rng) if rng.hasattr("__index__")? => rng
            .extract()
            .map_err(|_| PositionError::new_err(format!("a seed is a whole number 0 <= seed < 2**64, not {rng}"))),
        Some(rng) if rng.hasattr("getrandbits")? => rng.call_method1("getrandbits", (64,))?.extract(),
        Some(rng) if rng.hasattr("bytes")? => {
            let bytes: Vec<u8> = rng.call_method1("bytes", (8,))?.extract()?;
            let bytes = bytes.try_into().map_err(|_| PyTypeError::new_err("rng.bytes(8) must give 8 bytes"))?;
            Ok(u64::from_le_bytes(bytes))
        }
        None => py.import("random")?.call_method1("getrandbits", (64,))?.extract(),
        Some(_) => Err(PyTypeError::new_err("rng must be a whole number, a random.Random or a numpy Generator")),
    }
}
