//! Records of the core as Python values: one attribute per field.

use crate::cards::Cards;
use paiju_core::game::Info;
use paiju_core::row::{Cell, Field};
use paiju_core::set::CardSet;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// The value of a field: a number or truth value, `Cards`, or a tuple of those.
fn value<'py>(py: Python<'py>, info: &'static Info, field: &Field, mut bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let bytes = &mut bytes;
    let n = if field.code == "cards" { field.count / info.planes } else { field.count };
    let item = |bytes: &mut &[u8]| match field.code {
        "cards" => {
            let mut set = CardSet::EMPTY;
            for plane in set.0.iter_mut().take(info.planes) {
                *plane = u64::get(bytes).unwrap_or(0);
            }
            Cards { info, set }.into_bound_py_any(py)
        }
        "?" => (u8::get(bytes) == Some(1)).into_bound_py_any(py),
        "u1" => u8::get(bytes).into_bound_py_any(py),
        "i1" => i8::get(bytes).into_bound_py_any(py),
        "u2" => u16::get(bytes).into_bound_py_any(py),
        "i2" => i16::get(bytes).into_bound_py_any(py),
        "u4" => u32::get(bytes).into_bound_py_any(py),
        "i4" => i32::get(bytes).into_bound_py_any(py),
        "u8" => u64::get(bytes).into_bound_py_any(py),
        _ => i64::get(bytes).into_bound_py_any(py),
    };
    if n == 1 {
        return item(bytes);
    }
    let items = (0..n).map(|_| item(bytes)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, items)?.into_bound_py_any(py)
}

/// The value of the named field of a record.
pub fn attribute<'py>(
    py: Python<'py>,
    info: &'static Info,
    fields: &'static [Field],
    bytes: &[u8],
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let mut from = 0;
    for field in fields {
        if field.name == name {
            return value(py, info, field, &bytes[from..from + field.size]);
        }
        from += field.size;
    }
    let names: Vec<_> = fields.iter().map(|field| field.name).collect();
    Err(PyAttributeError::new_err(format!("no field {name:?}; there are {}", names.join(", "))))
}

/// A record as text.
pub fn text(py: Python<'_>, info: &'static Info, fields: &'static [Field], bytes: &[u8]) -> PyResult<String> {
    let mut parts = Vec::new();
    for field in fields {
        let value = attribute(py, info, fields, bytes, field.name)?;
        let value = if value.cast::<Cards>().is_ok() { format!("'{value}'") } else { value.to_string() };
        parts.push(format!("{}={value}", field.name));
    }
    Ok(parts.join(", "))
}

/// What a card set is: its name, and the fields by which it compares as attributes.
#[pyclass(frozen, eq, hash, module = "paiju._native")]
#[derive(PartialEq, Hash)]
pub struct Shape {
    game: &'static str,
    bytes: Vec<u8>,
}

impl Shape {
    /// A shape from its record.
    pub fn of(info: &'static Info, bytes: Vec<u8>) -> Self {
        Self { game: info.name, bytes }
    }

    fn info(&self) -> &'static Info {
        paiju_core::games::find(self.game).expect("the name of a game")
    }
}

#[pymethods]
impl Shape {
    #[new]
    fn new(py: Python<'_>, game: &str, bytes: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let info = crate::convert::find(py, game)?;
        let size: usize = info.shape.iter().map(|field| field.size).sum();
        let kind = bytes.as_bytes().first().map(|kind| *kind as usize);
        if bytes.as_bytes().len() != size || kind.is_none_or(|kind| kind >= info.shapes.len()) {
            return Err(crate::error::PositionError::new_err("these bytes are no shape"));
        }
        Ok(Self::of(info, bytes.as_bytes().to_vec()))
    }

    /// The name of the shape in the rule book.
    #[getter]
    fn name(&self) -> &'static str {
        self.info().shapes[self.bytes[0] as usize]
    }

    /// The names of the fields.
    #[getter]
    fn fields(&self) -> Vec<&'static str> {
        self.info().shape.iter().map(|field| field.name).collect()
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        attribute(py, self.info(), self.info().shape, &self.bytes, name)
    }

    fn __str__(&self) -> &'static str {
        self.name()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Shape({}: {})", self.name(), text(py, self.info(), self.info().shape, &self.bytes)?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        (slf.get_type(), (slf.get().game, PyBytes::new(py, &slf.get().bytes))).into_bound_py_any(py)
    }
}
