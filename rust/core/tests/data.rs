//! Records, options and words: what is declared by macro goes out and comes back unchanged, and bad input is refused.

use paiju_core::error::Error;
use paiju_core::row::{Cell, Row};
use paiju_core::set::CardSet;
use paiju_core::settings::{Domain, Maybe, Setting, Settings, Whole};
use paiju_core::value::Value;
use paiju_core::{row, settings, words};
use proptest::prelude::*;

row! {
    /// One field of every type.
    pub struct Sample {
        /// A byte.
        a: u8,
        /// A small difference, in points,
        /// which may be negative.
        b: i8,
        /// Two bytes.
        c: u16,
        /// Two bytes, signed.
        d: i16,
        /// Four bytes.
        e: u32,
        /// Four bytes, signed.
        f: i32,
        /// Eight bytes.
        g: u64,
        /// Eight bytes, signed.
        h: i64,
        /// A truth value.
        i: bool,
        /// An array.
        j: [i16; 3],
        /// An array of arrays.
        k: [[bool; 2]; 2],
        /// Cards.
        l: CardSet<2>,
        /// Cards of three seats.
        m: [CardSet<1>; 3],
    }
}

prop_compose! {
    fn sample()(
        (a, b, c, d) in any::<(u8, i8, u16, i16)>(),
        (e, f, g, h) in any::<(u32, i32, u64, i64)>(),
        (i, j, k) in any::<(bool, [i16; 3], [[bool; 2]; 2])>(),
        (l, m) in any::<([u64; 2], [[u64; 1]; 3])>(),
    ) -> Sample {
        Sample { a, b, c, d, e, f, g, h, i, j, k, l: CardSet(l), m: m.map(CardSet) }
    }
}

proptest! {
    #[test]
    fn rows_round_trip(row in sample()) {
        let bytes = row.bytes();
        prop_assert_eq!(bytes.len(), Sample::SIZE);
        prop_assert_eq!(Sample::read(&bytes), Some(row));
        // A larger buffer keeps what lies behind the record.
        let mut large = vec![0xaa; Sample::SIZE + 3];
        row.write(&mut large);
        prop_assert_eq!(&large[..Sample::SIZE], &bytes[..]);
        prop_assert_eq!(&large[Sample::SIZE..], &[0xaa; 3][..]);
        // Neither fewer nor more bytes are a record.
        for size in 0..Sample::SIZE {
            prop_assert_eq!(Sample::read(&bytes[..size]), None);
        }
        prop_assert_eq!(Sample::read(&large), None);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), Sample::SIZE)) {
        let truths = [30, 37, 38, 39, 40];
        let row = Sample::read(&bytes);
        prop_assert_eq!(row.is_some(), truths.iter().all(|at| bytes[*at] <= 1));
        if let Some(row) = row {
            prop_assert_eq!(row.bytes(), bytes);
        }
    }

    #[test]
    fn any_bytes_with_sound_truths_are_read(mut bytes in proptest::collection::vec(any::<u8>(), Sample::SIZE)) {
        for at in [30, 37, 38, 39, 40] {
            bytes[at] &= 1;
        }
        prop_assert_eq!(Sample::read(&bytes).map(|row| row.bytes()), Some(bytes));
    }
}

/// The bytes are part of pickles and arrays: little-endian, in order, without padding.
#[test]
fn row_bytes_are_pinned() {
    let row = Sample {
        a: 1,
        b: -1,
        c: 0x0203,
        d: -2,
        e: 0x0405_0607,
        f: -3,
        g: 0x0809_0a0b_0c0d_0e0f,
        h: -4,
        i: true,
        j: [1, -1, 2],
        k: [[true, false], [false, true]],
        l: CardSet([3, 1]),
        m: [CardSet([1]), CardSet([2]), CardSet([4])],
    };
    let mut expected = vec![1, 0xff, 3, 2, 0xfe, 0xff, 7, 6, 5, 4, 0xfd, 0xff, 0xff, 0xff];
    expected.extend([0xf, 0xe, 0xd, 0xc, 0xb, 0xa, 9, 8]);
    expected.extend([0xfc, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    expected.extend([1, 1, 0, 0xff, 0xff, 2, 0, 1, 0, 0, 1]);
    for word in [3u64, 1, 1, 2, 4] {
        expected.extend(word.to_le_bytes());
    }
    assert_eq!(row.bytes(), expected);
}

#[test]
fn fields_describe_the_bytes() {
    let fields: Vec<_> = Sample::FIELDS.iter().map(|f| (f.name, f.code, f.count, f.size)).collect();
    let expected = [
        ("a", "u1", 1, 1),
        ("b", "i1", 1, 1),
        ("c", "u2", 1, 2),
        ("d", "i2", 1, 2),
        ("e", "u4", 1, 4),
        ("f", "i4", 1, 4),
        ("g", "u8", 1, 8),
        ("h", "i8", 1, 8),
        ("i", "?", 1, 1),
        ("j", "i2", 3, 6),
        ("k", "?", 4, 4),
        ("l", "cards", 2, 16),
        ("m", "cards", 3, 24),
    ];
    assert_eq!(fields, expected);
    assert_eq!(Sample::SIZE, expected.iter().map(|field| field.3).sum::<usize>());
    assert_eq!(Sample::FIELDS[1].doc.trim(), "A small difference, in points, which may be negative.");
}

#[test]
fn cells_say_what_is_left() {
    let bytes = [5, 2, 7];
    let mut rest = &bytes[..];
    assert_eq!(u8::get(&mut rest), Some(5));
    assert_eq!(bool::get(&mut rest), None);
    assert_eq!(u64::get(&mut &bytes[..]), None);
    assert_eq!(<[u16; 2]>::get(&mut &bytes[..]), None);
}

words! {
    /// A way to count.
    pub enum Way {
        /// By tens.
        Tens = "tens",
        /// By three.
        Three = "3",
        /// Not at all.
        Never = "never",
    }
}

settings! {
    /// Options of every type.
    pub struct Options {
        /// Whether it
        /// is so.
        flag: bool = true, "T-001";
        /// How to count.
        way: Way = Way::Three, "T-002";
        /// How many.
        many: Whole<{ -2 }, 9> = Whole(4), "T-003";
        /// At least one.
        base: Whole<1, { i64::MAX }> = Whole(1), "T-004";
    }
}

settings! {
    /// No options at all.
    pub struct Nothing {}
}

prop_compose! {
    fn options()(flag in any::<bool>(), way in 0i64..3, many in -2i64..=9, base in 1..=i64::MAX) -> Options {
        Options { flag, way: Way::decode(way), many: Whole(many), base: Whole(base) }
    }
}

fn owned(pairs: Vec<(&'static str, Value)>) -> Vec<(String, Value)> {
    pairs.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

fn set(name: &str, value: Value) -> Result<Options, Error> {
    Options::resolve("rule", &[(name.to_string(), value)])
}

proptest! {
    #[test]
    fn settings_round_trip(options in options()) {
        prop_assert_eq!(Options::decode(&options.encode()), options.clone());
        prop_assert_eq!(Options::resolve("rule", &owned(options.pairs())), Ok(options));
    }

    #[test]
    fn whole_numbers_keep_their_bounds(n in any::<i64>(), near in -4i64..12) {
        for n in [n, near] {
            let expected = (-2..=9).contains(&n).then(|| Options { many: Whole(n), ..Options::default() });
            prop_assert_eq!(set("many", Value::Int(n)).ok(), expected);
            prop_assert_eq!(set("base", Value::Int(n)).is_ok(), n >= 1);
        }
    }
}

#[test]
fn defaults_and_descriptions() {
    let default = Options::default();
    assert_eq!(default, Options { flag: true, way: Way::Three, many: Whole(4), base: Whole(1) });
    assert_eq!(Options::resolve("rule", &[]), Ok(default.clone()));
    assert_eq!(default.encode(), [1, 1, 4, 1]);
    let text = |word: &str| Value::Text(word.into());
    let pairs = [("flag", Value::Bool(true)), ("way", text("3")), ("many", Value::Int(4)), ("base", Value::Int(1))];
    assert_eq!(default.pairs(), pairs);
    let described: Vec<_> = Options::OPTIONS.iter().map(|o| (o.name, o.rule, o.domain.describe())).collect();
    let expected = [
        ("flag", "T-001", "True or False"),
        ("way", "T-002", "\"tens\", \"3\", \"never\""),
        ("many", "T-003", "a whole number from -2 to 9"),
        ("base", "T-004", "a whole number of at least 1"),
    ];
    assert_eq!(described, expected.map(|(name, rule, text)| (name, rule, text.to_string())));
    assert_eq!(Options::OPTIONS[0].doc.trim(), "Whether it is so.");
}

#[test]
fn words_are_their_index() {
    assert_eq!(Way::DOMAIN, Domain::Words(&["tens", "3", "never"]));
    for (code, way) in [Way::Tens, Way::Three, Way::Never].into_iter().enumerate() {
        assert_eq!(way.encode(), code as i64);
        assert_eq!(Way::decode(code as i64), way);
    }
    let way = |value| set("way", value).map(|options| options.way).ok();
    assert_eq!(way(Value::Text("never".into())), Some(Way::Never));
    // A number in words may be given as the number.
    assert_eq!(way(Value::Text("3".into())), Some(Way::Three));
    assert_eq!(way(Value::Int(3)), Some(Way::Three));
}

words! {
    /// Words that are all numbers.
    pub enum Count {
        /// Five.
        Five = "5",
        /// Three.
        Three = "3",
    }
}

settings! {
    /// One option with some numbers.
    pub struct Numbers {
        /// Which.
        which: Count = Count::Five, "T-005";
    }
}

#[test]
fn words_that_are_all_numbers_are_numbers() {
    assert_eq!(Count::DOMAIN.describe(), "5, 3");
    assert_eq!(Numbers::default().pairs(), [("which", Value::Int(5))]);
    let which = |value| Numbers::resolve("rule", &[("which".into(), value)]).map(|numbers| numbers.which);
    assert_eq!(which(Value::Int(3)), Ok(Count::Three));
    for wrong in [Value::Int(4), Value::Text("3".into()), Value::None] {
        assert!(which(wrong).is_err());
    }
}

#[test]
fn bad_settings_are_refused() {
    let bad = [
        ("flag", Value::Int(1), "True or False"),
        ("flag", Value::None, "True or False"),
        ("way", Value::Text("Tens".into()), "\"tens\", \"3\", \"never\""),
        ("way", Value::Int(0), "\"tens\", \"3\", \"never\""),
        ("way", Value::Bool(true), "\"tens\", \"3\", \"never\""),
        ("many", Value::Bool(true), "a whole number from -2 to 9"),
        ("many", Value::Text("4".into()), "a whole number from -2 to 9"),
        ("many", Value::List(vec![Value::Int(4)]), "a whole number from -2 to 9"),
        ("base", Value::Int(0), "a whole number of at least 1"),
        ("colour", Value::Int(0), "flag, way, many, base"),
    ];
    for (name, value, allowed) in bad {
        let Err(Error::Setting { what, field, allowed: said, .. }) = set(name, value.clone()) else {
            panic!("{name} = {value} was accepted");
        };
        assert_eq!((what, field.as_str(), said.as_str()), ("rule", name, allowed));
    }
    let message = set("many", Value::Int(10)).unwrap_err().to_string();
    assert_eq!(message, "rule many: 10 is not allowed (T-003); allowed: a whole number from -2 to 9");
}

#[test]
fn a_record_without_options() {
    assert_eq!(Nothing::default().encode(), Vec::<i64>::new());
    assert_eq!(Nothing::decode(&[]), Nothing {});
    let error = Nothing::resolve("set-up parameter", &[("x".into(), Value::None)]).unwrap_err();
    assert_eq!(error.to_string(), "set-up parameter x: no such set-up parameter; allowed: none");
}

settings! {
    /// Options of the kinds that are rarer.
    pub struct Rare {
        /// A number or nothing.
        least: Maybe<0, 9> = Maybe(None), "T-005";
        /// Words in order.
        order: Ordered = Ordered(0x12), "T-006";
        /// Words.
        some: Chosen = Chosen(0b101), "T-007";
    }
}

/// Two words in an order.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Ordered(i64);

impl Setting for Ordered {
    const DOMAIN: Domain = Domain::Order(&["a", "b", "c"]);

    fn decode(code: i64) -> Self {
        Self(code)
    }

    fn encode(self) -> i64 {
        self.0
    }
}

/// Some words.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Chosen(i64);

impl Setting for Chosen {
    const DOMAIN: Domain = Domain::Subset(&["x", "y", "z"]);

    fn decode(code: i64) -> Self {
        Self(code)
    }

    fn encode(self) -> i64 {
        self.0
    }
}

fn words(words: &[&str]) -> Value {
    Value::List(words.iter().map(|word| Value::Text(word.to_string())).collect())
}

#[test]
fn nothing_and_lists_of_words_are_values() {
    let default = [("least", Value::None), ("order", words(&["b", "a"])), ("some", words(&["x", "z"]))];
    assert_eq!(Rare::default().pairs(), default);
    let rare = |name: &str, value: Value| Rare::resolve("rule", &[(name.into(), value)]);
    for given in [words(&[]), words(&["c"]), words(&["c", "a", "b"])] {
        assert_eq!(rare("order", given.clone()).expect("an order").pairs()[1].1, given);
    }
    assert_eq!(rare("some", words(&["z", "y"])).expect("some").some, Chosen(0b110));
    assert_eq!(rare("least", Value::Int(9)).expect("a number").least, Maybe(Some(9)));
    let bad = [
        ("least", Value::Int(10)),
        ("least", Value::Int(-1)),
        ("order", words(&["a", "a"])),
        ("order", words(&["d"])),
        ("order", Value::Text("a".into())),
        ("some", words(&["x", "x"])),
        ("some", Value::None),
    ];
    for (name, value) in bad {
        assert!(rare(name, value.clone()).is_err(), "{name} {value:?}");
    }
}

#[test]
fn codes_from_outside_are_looked_at() {
    let has = |domain: Domain, codes: &[i64]| codes.iter().map(|code| domain.has(*code)).collect::<Vec<_>>();
    assert_eq!(has(Maybe::<2, 9>::DOMAIN, &[-1, 0, 2, 9, 10, -2]), [true, false, true, true, false, false]);
    assert_eq!(
        has(Ordered::DOMAIN, &[0, 0x1, 0x321, 0x11, 0x4, 0x102, -1]),
        [true, true, true, false, false, false, false]
    );
    assert_eq!(has(Chosen::DOMAIN, &[0, 7, 8, -1]), [true, true, false, false]);
}
