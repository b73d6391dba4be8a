//! Plain data that fixes a variant or a set-up: one field per option, with its values, default and rule id.

use crate::error::Error;
use crate::value::Value;

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// Its name, as in the rule book.
    pub name: &'static str,
    /// The rule or ambiguity that it decides, as an id of the rule book.
    pub rule: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// The values it may take.
    pub domain: Domain,
}

/// The values of an option and their codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// False 0, true 1.
    Bool,
    /// One of these words; the code is the index.
    Words(&'static [&'static str]),
    /// A whole number from `min` to `max`; it is its own code.
    Int {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// Nothing, or a whole number from `min` ≥ 0 to `max`; nothing has the code −1.
    Maybe {
        /// The least number.
        min: i64,
        /// The greatest number.
        max: i64,
    },
    /// Some of at most 15 words, each at most once, in an order that matters. The code has a hexadecimal digit for each, the
    /// first one lowest: its index + 1.
    Order(&'static [&'static str]),
    /// Some of at most 63 words; their order does not matter. The code has a bit for each.
    Subset(&'static [&'static str]),
}

impl Domain {
    /// The code of a value, if the domain has it.
    fn code(&self, value: &Value) -> Option<i64> {
        match (self, value) {
            (Domain::Bool, Value::Bool(truth)) => Some(i64::from(*truth)),
            (Domain::Words(words), Value::Text(word)) if !self.is_numbers() => {
                words.iter().position(|w| w == word).map(|i| i as i64)
            }
            (Domain::Words(words), Value::Int(n)) => words.iter().position(|w| *w == n.to_string()).map(|i| i as i64),
            (Domain::Int { min, max } | Domain::Maybe { min, max }, Value::Int(n)) => {
                (min <= n && n <= max).then_some(*n)
            }
            (Domain::Maybe { .. }, Value::None) => Some(-1),
            (Domain::Order(words), Value::List(items)) => indices(words, items)?
                .iter()
                .rev()
                .try_fold(0, |code, i| (code < 1 << 58).then_some(code << 4 | (i + 1))),
            (Domain::Subset(words), Value::List(items)) => {
                Some(indices(words, items)?.iter().fold(0, |code, i| code | 1 << i))
            }
            _ => None,
        }
    }

    /// Whether all words are numbers (`5`, `3`): then the values are those numbers.
    fn is_numbers(&self) -> bool {
        matches!(self, Domain::Words(words) if words.iter().all(|word| word.parse::<i64>().is_ok()))
    }

    /// Whether a code is that of a value.
    pub fn has(&self, code: i64) -> bool {
        match self {
            Domain::Bool => code == 0 || code == 1,
            Domain::Words(words) => usize::try_from(code).is_ok_and(|code| code < words.len()),
            Domain::Int { min, max } => (*min..=*max).contains(&code),
            Domain::Maybe { min, max } => code == -1 || (*min..=*max).contains(&code),
            Domain::Order(words) => {
                let digits: Vec<_> = (0..16).map(|i| code >> (4 * i) & 0xf).collect();
                let n = digits.iter().take_while(|digit| **digit > 0).count();
                let known = |digit: &i64| *digit <= words.len() as i64;
                let different = |i: usize| !digits[..i].contains(&digits[i]);
                digits[n..].iter().all(|digit| *digit == 0) && digits[..n].iter().all(known) && (0..n).all(different)
            }
            Domain::Subset(words) => (0..1 << words.len()).contains(&code),
        }
    }

    /// The value with a code that the domain has.
    pub fn value(&self, code: i64) -> Value {
        match self {
            Domain::Bool => Value::Bool(code != 0),
            Domain::Words(words) if self.is_numbers() => Value::Int(words[code as usize].parse().unwrap_or(code)),
            Domain::Words(words) => Value::Text(words[code as usize].to_string()),
            Domain::Maybe { .. } if code < 0 => Value::None,
            Domain::Int { .. } | Domain::Maybe { .. } => Value::Int(code),
            Domain::Order(words) => {
                let digits = (0..16).map(|i| code >> (4 * i) & 0xf).take_while(|digit| *digit > 0);
                Value::List(digits.map(|digit| Value::Text(words[digit as usize - 1].to_string())).collect())
            }
            Domain::Subset(words) => {
                let chosen = words.iter().enumerate().filter(|(i, _)| code >> i & 1 == 1);
                Value::List(chosen.map(|(_, word)| Value::Text(word.to_string())).collect())
            }
        }
    }

    /// The values in words, for messages.
    pub fn describe(&self) -> String {
        match self {
            Domain::Bool => "True or False".into(),
            Domain::Words(words) if self.is_numbers() => words.join(", "),
            Domain::Words(words) => words.iter().map(|w| format!("{w:?}")).collect::<Vec<_>>().join(", "),
            Domain::Int { min, max } if *max == i64::MAX => format!("a whole number of at least {min}"),
            Domain::Int { min, max } => format!("a whole number from {min} to {max}"),
            Domain::Maybe { min, max } => format!("None or {}", Domain::Int { min: *min, max: *max }.describe()),
            Domain::Order(words) => format!("a list, in order, of some of {}", Domain::Words(words).describe()),
            Domain::Subset(words) => format!("a list of some of {}", Domain::Words(words).describe()),
        }
    }
}

/// The indices of items that are different words of a list.
fn indices(words: &[&str], items: &[Value]) -> Option<Vec<i64>> {
    let mut found = Vec::new();
    for item in items {
        let Value::Text(item) = item else { return None };
        let index = words.iter().position(|word| word == item)? as i64;
        if found.contains(&index) {
            return None;
        }
        found.push(index);
    }
    Some(found)
}

/// A type that one option can have.
pub trait Setting: Copy {
    /// Its values.
    const DOMAIN: Domain;
    /// The value with a code of the domain.
    fn decode(code: i64) -> Self;
    /// The code of this value.
    fn encode(self) -> i64;
}

impl Setting for bool {
    const DOMAIN: Domain = Domain::Bool;

    fn decode(code: i64) -> Self {
        code != 0
    }

    fn encode(self) -> i64 {
        i64::from(self)
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Whole<const MIN: i64, const MAX: i64>(pub i64);

impl<const MIN: i64, const MAX: i64> Setting for Whole<MIN, MAX> {
    const DOMAIN: Domain = Domain::Int { min: MIN, max: MAX };

    fn decode(code: i64) -> Self {
        Self(code)
    }

    fn encode(self) -> i64 {
        self.0
    }
}

/// Nothing, or a whole number from `MIN` ≥ 0 to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Maybe<const MIN: i64, const MAX: i64>(pub Option<i64>);

impl<const MIN: i64, const MAX: i64> Setting for Maybe<MIN, MAX> {
    const DOMAIN: Domain = Domain::Maybe { min: MIN, max: MAX };

    fn decode(code: i64) -> Self {
        Self((code >= 0).then_some(code))
    }

    fn encode(self) -> i64 {
        self.0.unwrap_or(-1)
    }
}

/// A record of options: a struct declared with [`crate::settings!`].
pub trait Settings: Clone + PartialEq + std::fmt::Debug + Default + Send + Sync + 'static {
    /// Its options in order.
    const OPTIONS: &'static [Opt];
    /// The record with these codes, one per option, each in its domain.
    fn decode(codes: &[i64]) -> Self;
    /// The codes, one per option.
    fn encode(&self) -> Vec<i64>;

    /// The record with the named values and defaults elsewhere. `what` names the record in messages.
    ///
    /// # Errors
    /// An unknown name or a value outside its domain: [`Error::Setting`].
    fn resolve(what: &'static str, pairs: &[(String, Value)]) -> Result<Self, Error> {
        let mut codes = Self::default().encode();
        for (name, value) in pairs {
            let Some(at) = Self::OPTIONS.iter().position(|o| o.name == name) else {
                let names: Vec<_> = Self::OPTIONS.iter().map(|o| o.name).collect();
                let allowed = if names.is_empty() { "none".into() } else { names.join(", ") };
                return Err(Error::setting(what, name, format!("no such {what}"), allowed));
            };
            let option = &Self::OPTIONS[at];
            codes[at] = option.domain.code(value).ok_or_else(|| {
                let problem = format!("{value} is not allowed ({})", option.rule);
                Error::setting(what, name, problem, option.domain.describe())
            })?;
        }
        Ok(Self::decode(&codes))
    }

    /// The record with codes from outside; `None` when their number is wrong or one is not in its domain.
    fn try_decode(codes: &[i64]) -> Option<Self> {
        let sound =
            codes.len() == Self::OPTIONS.len() && Self::OPTIONS.iter().zip(codes).all(|(o, c)| o.domain.has(*c));
        sound.then(|| Self::decode(codes))
    }

    /// Every option by name with its value.
    fn pairs(&self) -> Vec<(&'static str, Value)> {
        Self::OPTIONS.iter().zip(self.encode()).map(|(o, code)| (o.name, o.domain.value(code))).collect()
    }
}

/// Declares a struct whose fields are [`Setting`]s with default and rule id, and implements [`Settings`] for it.
#[macro_export]
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $type:ty = $default:expr, $rule:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name { $($(#[doc = $doc])+ pub $field: $type,)* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::settings::Settings for $name {
            const OPTIONS: &'static [$crate::settings::Opt] = &[$($crate::settings::Opt {
                name: stringify!($field),
                rule: $rule,
                doc: concat!($($doc),+),
                domain: <$type as $crate::settings::Setting>::DOMAIN,
            }),*];

            fn decode(codes: &[i64]) -> Self {
                let mut codes = codes.iter().copied();
                let _ = &mut codes; // a record without options takes none
                Self { $($field: $crate::settings::Setting::decode(codes.next().expect("one code per option")),)* }
            }

            fn encode(&self) -> Vec<i64> {
                vec![$($crate::settings::Setting::encode(self.$field)),*]
            }
        }
    };
}

/// Declares an enum of words and implements [`Setting`] for it; the first word is code 0.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[doc = $doc])+ $variant,)+ }

        impl $crate::settings::Setting for $name {
            const DOMAIN: $crate::settings::Domain = $crate::settings::Domain::Words(&[$($word),+]);

            fn decode(code: i64) -> Self {
                [$(Self::$variant),+][code as usize]
            }

            fn encode(self) -> i64 {
                self as i64
            }
        }
    };
}
