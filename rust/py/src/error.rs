//! One door for errors: every error of the core becomes one of five exception classes, all of them `ValueError`s.

use paiju_core::error::{Error, Illegal};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(paiju, PaijuError, PyValueError, "Base of all errors that paiju raises.");
create_exception!(
    paiju,
    ParseError,
    PaijuError,
    "Text that is no card, set or action; `.position` counts characters from 0."
);
create_exception!(
    paiju,
    RulesError,
    PaijuError,
    "An unknown option or set-up parameter, or a value it does not take; `.field` and `.allowed` say which."
);
create_exception!(
    paiju,
    IllegalAction,
    PaijuError,
    "An action that the rules forbid; `.rule` is the rule id, `.reason` a fixed word, `.action` the action."
);
create_exception!(paiju, PositionError, PaijuError, "Hands, views or positions that cannot be.");

/// The exception of an error.
pub fn raise(py: Python<'_>, error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Illegal(illegal) => raise_illegal(py, &illegal, None),
        Error::Position(_) => PositionError::new_err(text),
        Error::Parse { position, .. } => with(py, ParseError::new_err(text), |e| e.setattr("position", position)),
        Error::Setting { field, allowed, .. } => with(py, RulesError::new_err(text), |e| {
            e.setattr("field", field)?;
            e.setattr("allowed", allowed)
        }),
    }
}

/// The exception of an illegality, with the action where it is known.
pub fn raise_illegal(py: Python<'_>, illegal: &Illegal, action: Option<Bound<'_, PyAny>>) -> PyErr {
    with(py, IllegalAction::new_err(illegal.to_string()), |e| {
        e.setattr("rule", illegal.rule)?;
        e.setattr("reason", illegal.reason)?;
        e.setattr("action", action)
    })
}

fn with(py: Python<'_>, error: PyErr, set: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>) -> PyErr {
    match set(error.value(py).as_any()) {
        Ok(()) => error,
        Err(other) => other,
    }
}
