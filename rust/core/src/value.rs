//! A value whose type is known only at run time: what options, set-ups and questions carry across the border.

use crate::set::WideSet;
use std::fmt;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing.
    None,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A word.
    Text(String),
    /// Cards.
    Cards(WideSet),
    /// Several values.
    List(Vec<Value>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => f.write_str("None"),
            Value::Bool(truth) => f.write_str(if *truth { "True" } else { "False" }),
            Value::Int(n) => write!(f, "{n}"),
            Value::Text(word) => write!(f, "{word:?}"),
            Value::Cards(_) => f.write_str("cards"),
            Value::List(items) => write!(f, "a list of {}", items.len()),
        }
    }
}
