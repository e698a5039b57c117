//! What a table is made of: cells of one type, chosen at run time from the bound on the values.

use std::fmt;

use bytemuck::Pod;

/// The type of the cells of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CellType {
    /// A bit: yes or no.
    Bit,
    /// A byte, -128..=127.
    I8,
    /// Two bytes, -32,768..=32,767.
    I16,
    /// Four bytes, signed.
    I32,
    /// Eight bytes, signed.
    I64,
    /// A byte, 0..=255.
    U8,
    /// Two bytes, 0..=65,535.
    U16,
    /// Four bytes, none negative.
    U32,
    /// Eight bytes, none negative.
    U64,
    /// Sixteen bytes, none negative.
    U128,
    /// Four bytes, floating.
    F32,
    /// Eight bytes, floating.
    F64,
}

impl CellType {
    /// All types.
    pub const ALL: [Self; 12] = [
        Self::Bit,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::U128,
        Self::F32,
        Self::F64,
    ];

    /// The bits of a cell.
    pub fn bits(self) -> u32 {
        match self {
            Self::Bit => 1,
            Self::I8 | Self::U8 => 8,
            Self::I16 | Self::U16 => 16,
            Self::I32 | Self::U32 | Self::F32 => 32,
            Self::I64 | Self::U64 | Self::F64 => 64,
            Self::U128 => 128,
        }
    }

    /// The bytes that so many cells take; bits are kept 64 a word.
    ///
    /// ```
    /// use retrograde::CellType;
    /// assert_eq!((CellType::I16.bytes_of(10), CellType::Bit.bytes_of(65)), (20, 16));
    /// ```
    pub fn bytes_of(self, cells: usize) -> u64 {
        match self {
            Self::Bit => cells.div_ceil(64) as u64 * 8,
            other => (cells as u64).saturating_mul(u64::from(other.bits() / 8)),
        }
    }

    /// The name of the type, as in Rust.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bit => "bit",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::U128 => "u128",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

impl fmt::Display for CellType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A number out of a table, whatever its type.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Number {
    /// Of a bit.
    Bit(bool),
    /// Of a signed type.
    Signed(i64),
    /// Of an unsigned type.
    Unsigned(u128),
    /// Of a floating type.
    Float(f64),
}

impl Number {
    /// The number as a floating one, rounded where it must be; a yes is 1.
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Bit(bit) => f64::from(u8::from(bit)),
            Self::Signed(number) => number as f64,
            Self::Unsigned(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit(true) => f.write_str("yes"),
            Self::Bit(false) => f.write_str("no"),
            Self::Signed(number) => number.fmt(f),
            Self::Unsigned(number) => number.fmt(f),
            Self::Float(number) => number.fmt(f),
        }
    }
}

/// A type that the cells of a table can have: `bool`, at a bit a state, and the numbers of [`CellType`]; no other.
pub trait Cell:
    sealed::Sealed + Copy + PartialEq + Default + Into<Number> + fmt::Debug + Send + Sync + 'static
{
    /// The type, at run time.
    const TYPE: CellType;
}

/// A cell that takes whole bytes: each of them but `bool`.
pub trait Dense: Cell + sealed::Sealed<Word = Self> {}

pub(crate) mod sealed {
    use super::Pod;

    pub trait Sealed: Sized {
        /// What memory is made of: 64 cells for bits, else one.
        type Word: Pod + Send + Sync + PartialEq + std::fmt::Debug;

        /// The cell at a place, or `None` beyond the end.
        fn read(words: &[Self::Word], at: usize) -> Option<Self>;

        /// The cells of words; `None` where they are bits.
        fn cells(words: &[Self::Word]) -> Option<&[Self]>;

        /// The cells of words, to be written; `None` where they are bits.
        fn cells_mut(words: &mut [Self::Word]) -> Option<&mut [Self]>;

        /// Writes cells at a place of bits. Other cells are written in place.
        fn pack(_cells: &[Self], _words: &mut [Self::Word], _at: usize) {}
    }
}

impl sealed::Sealed for bool {
    type Word = u64;

    #[inline(always)]
    fn read(words: &[u64], at: usize) -> Option<bool> {
        words.get(at / 64).map(|word| word >> (at % 64) & 1 == 1)
    }

    fn cells(_words: &[u64]) -> Option<&[bool]> {
        None
    }

    fn cells_mut(_words: &mut [u64]) -> Option<&mut [bool]> {
        None
    }

    fn pack(cells: &[bool], words: &mut [u64], at: usize) {
        for (at, &cell) in (at..).zip(cells) {
            words[at / 64] |= u64::from(cell) << (at % 64);
        }
    }
}

impl Cell for bool {
    const TYPE: CellType = CellType::Bit;
}

impl From<bool> for Number {
    fn from(bit: bool) -> Self {
        Self::Bit(bit)
    }
}

macro_rules! cell {
    ($($number:ident $variant:ident $kind:ident $wide:ident),*) => {$(
        impl sealed::Sealed for $number {
            type Word = Self;

            #[inline(always)]
            fn read(words: &[Self], at: usize) -> Option<Self> {
                words.get(at).copied()
            }

            #[inline(always)]
            fn cells(words: &[Self]) -> Option<&[Self]> {
                Some(words)
            }

            #[inline(always)]
            fn cells_mut(words: &mut [Self]) -> Option<&mut [Self]> {
                Some(words)
            }
        }

        impl Cell for $number {
            const TYPE: CellType = CellType::$variant;
        }

        impl From<$number> for Number {
            fn from(number: $number) -> Self {
                Self::$kind($wide::from(number))
            }
        }

        impl Dense for $number {}
    )*};
}

cell!(
    i8 I8 Signed i64, i16 I16 Signed i64, i32 I32 Signed i64, i64 I64 Signed i64, u8 U8 Unsigned u128,
    u16 U16 Unsigned u128, u32 U32 Unsigned u128, u64 U64 Unsigned u128, u128 U128 Unsigned u128, f32 F32 Float f64,
    f64 F64 Float f64
);
