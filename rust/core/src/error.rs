//! What can be wrong, where, and by which rule.

use thiserror::Error as ThisError;

/// Why an action is not legal.
#[derive(Clone, PartialEq, Eq, Debug, ThisError)]
#[error("{rule}{}{text}", if rule.is_empty() { "" } else { ": " })]
pub struct Illegal {
    /// The rule broken, as an id of the game's rule book; empty where no rule of a game is concerned.
    pub rule: &'static str,
    /// A fixed word for the kind of reason, for programs: `not_held`, `too_low` …
    pub reason: &'static str,
    /// The reason in words, with the cards it is about.
    pub text: String,
}

impl Illegal {
    /// An illegality; `text` is computed only here, so legal play never pays for it.
    pub fn new(rule: &'static str, reason: &'static str, text: impl Into<String>) -> Self {
        Self { rule, reason, text: text.into() }
    }

    /// The same as a result, for checks that end with it.
    pub fn err<T>(rule: &'static str, reason: &'static str, text: impl Into<String>) -> Result<T, Self> {
        Err(Self::new(rule, reason, text))
    }
}

/// Everything that this crate reports of bad input.
#[derive(Clone, PartialEq, Eq, Debug, ThisError)]
pub enum Error {
    /// Text that is no card, set or action.
    #[error("{text} at position {position}")]
    Parse {
        /// The character at which it goes wrong, counted from 0.
        position: usize,
        /// What was wrong.
        text: String,
    },
    /// An option or set-up parameter that does not exist, or a value that it does not take.
    #[error("{what} {field}: {text}; allowed: {allowed}")]
    Setting {
        /// What the field belongs to: `rule`, `set-up parameter` …
        what: &'static str,
        /// The field.
        field: String,
        /// What was wrong.
        text: String,
        /// What would have been right.
        allowed: String,
    },
    /// An action that the rules forbid.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Hands, views or other positions that cannot be.
    #[error("{0}")]
    Position(String),
}

impl Error {
    /// A parse error.
    pub fn parse(position: usize, text: impl Into<String>) -> Self {
        Self::Parse { position, text: text.into() }
    }

    /// A setting error.
    pub fn setting(what: &'static str, field: &str, text: String, allowed: String) -> Self {
        Self::Setting { what, field: field.into(), text, allowed }
    }

    /// A position error.
    pub fn position(text: impl Into<String>) -> Self {
        Self::Position(text.into())
    }
}
