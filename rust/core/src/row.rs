//! Fixed-size records with named fields: states, views, tallies and shapes, and the bytes in which they leave Rust.
//!
//! A record is written field by field in declaration order, little-endian and without padding, so the same description
//! ([`Row::FIELDS`]) makes a numpy structured dtype, a pickle, and a documented array of a batch.

use crate::set::CardSet;

/// A value that a field of a [`Row`] can hold.
pub trait Cell: Sized {
    /// The numpy code of one element: `u1`, `i4`, `u8` …, `?` for truth values, `cards` for a card set of `COUNT` planes.
    const CODE: &'static str;
    /// The number of elements; 1 for a plain number.
    const COUNT: usize;
    /// The number of bytes.
    const SIZE: usize;
    /// Writes the value to the front of `out` and moves `out` on.
    fn put(&self, out: &mut &mut [u8]);
    /// Reads a value from the front of `bytes` and moves on; `None` when they are too few or mean nothing.
    fn get(bytes: &mut &[u8]) -> Option<Self>;
}

macro_rules! number_cells {
    ($($type:ty => $code:literal),+) => {$(
        impl Cell for $type {
            const CODE: &'static str = $code;
            const COUNT: usize = 1;
            const SIZE: usize = size_of::<$type>();

            #[inline]
            fn put(&self, out: &mut &mut [u8]) {
                let (head, tail) = std::mem::take(out).split_at_mut(Self::SIZE);
                head.copy_from_slice(&self.to_le_bytes());
                *out = tail;
            }

            #[inline]
            fn get(bytes: &mut &[u8]) -> Option<Self> {
                let (head, tail) = bytes.split_first_chunk()?;
                *bytes = tail;
                Some(<$type>::from_le_bytes(*head))
            }
        }
    )+};
}

number_cells!(u8 => "u1", i8 => "i1", u16 => "u2", i16 => "i2", u32 => "u4", i32 => "i4", u64 => "u8", i64 => "i8");

impl Cell for bool {
    const CODE: &'static str = "?";
    const COUNT: usize = 1;
    const SIZE: usize = 1;

    #[inline]
    fn put(&self, out: &mut &mut [u8]) {
        u8::from(*self).put(out);
    }

    #[inline]
    fn get(bytes: &mut &[u8]) -> Option<Self> {
        match u8::get(bytes)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<T: Cell + Copy + Default, const N: usize> Cell for [T; N] {
    const CODE: &'static str = T::CODE;
    const COUNT: usize = N * T::COUNT;
    const SIZE: usize = N * T::SIZE;

    #[inline]
    fn put(&self, out: &mut &mut [u8]) {
        self.iter().for_each(|item| item.put(out));
    }

    #[inline]
    fn get(bytes: &mut &[u8]) -> Option<Self> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::get(bytes)?;
        }
        Some(items)
    }
}

impl<const P: usize> Cell for CardSet<P> {
    const CODE: &'static str = "cards";
    const COUNT: usize = P;
    const SIZE: usize = 8 * P;

    #[inline]
    fn put(&self, out: &mut &mut [u8]) {
        self.0.put(out);
    }

    #[inline]
    fn get(bytes: &mut &[u8]) -> Option<Self> {
        <[u64; P]>::get(bytes).map(CardSet)
    }
}

/// One field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// See [`Cell::CODE`].
    pub code: &'static str,
    /// See [`Cell::COUNT`].
    pub count: usize,
    /// Bytes it takes.
    pub size: usize,
    /// What it says, with its unit.
    pub doc: &'static str,
}

/// A record: a struct declared with [`crate::row!`].
pub trait Row: Clone + PartialEq + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static {
    /// Its fields in order.
    const FIELDS: &'static [Field];
    /// Its size in bytes.
    const SIZE: usize;
    /// Writes the record to the front of `out`, which must have at least [`Row::SIZE`] bytes.
    fn write(&self, out: &mut [u8]);
    /// Reads a record from exactly [`Row::SIZE`] bytes; `None` when their number or a value is wrong.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// The record as bytes.
    fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0; Self::SIZE];
        self.write(&mut out);
        out
    }
}

/// Declares a struct whose fields are [`Cell`]s and implements [`Row`] for it. The first doc line of a field is its
/// public description.
#[macro_export]
macro_rules! row {
    ($(#[$meta:meta])* pub struct $name:ident { $(#[doc = $doc:literal] $(#[doc = $more:literal])* $field:ident: $type:ty,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name { $(#[doc = $doc] $(#[doc = $more])* pub $field: $type,)+ }

        impl $crate::row::Row for $name {
            const FIELDS: &'static [$crate::row::Field] = &[$($crate::row::Field {
                name: stringify!($field),
                code: <$type as $crate::row::Cell>::CODE,
                count: <$type as $crate::row::Cell>::COUNT,
                size: <$type as $crate::row::Cell>::SIZE,
                doc: concat!($doc $(, $more)*),
            }),+];
            const SIZE: usize = 0 $(+ <$type as $crate::row::Cell>::SIZE)+;

            #[inline]
            fn write(&self, mut out: &mut [u8]) {
                let out = &mut out;
                $($crate::row::Cell::put(&self.$field, out);)+
            }

            fn read(mut bytes: &[u8]) -> Option<Self> {
                let bytes = &mut bytes;
                $(let $field = $crate::row::Cell::get(bytes)?;)+
                bytes.is_empty().then_some(Self { $($field),+ })
            }
        }
    };
}
