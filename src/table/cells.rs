//! A run of cells whose type is known at run time.

use super::cell::sealed::Sealed;
use super::{CellType, Number, Value};

/// Bits, 64 a word, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bits<'a> {
    words: &'a [u64],
    len: usize,
}

impl<'a> Bits<'a> {
    /// The first `len` bits of some words; no more than there are.
    pub fn new(words: &'a [u64], len: usize) -> Self {
        Self { words, len: len.min(64 * words.len()) }
    }

    /// The bit at an index, or `None` beyond the end.
    #[inline]
    pub fn get(&self, index: usize) -> Option<bool> {
        if index < self.len { bool::read(self.words, index) } else { None }
    }

    /// The words; the bits of the last one beyond the end have no meaning.
    pub fn words(&self) -> &'a [u64] {
        self.words
    }

    /// How many of them are ones.
    ///
    /// # Complexity
    /// O(bits / 64).
    pub fn count_ones(&self) -> u64 {
        let (whole, rest) = (self.len / 64, self.len % 64);
        let ones: u64 = self.words[..whole].iter().map(|word| u64::from(word.count_ones())).sum();
        ones + self.words.get(whole).map_or(0, |word| u64::from((word & ((1 << rest) - 1)).count_ones()))
    }

    /// The number of bits.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no bit.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

macro_rules! cells {
    ($($variant:ident $number:ident $doc:literal),*) => {
        /// A run of cells of one type.
        #[derive(Debug, Clone, Copy, PartialEq)]
        #[non_exhaustive]
        pub enum Cells<'a> {
            /// Bits.
            Bit(Bits<'a>),
            $(#[doc = $doc] $variant(&'a [$number]),)*
        }

        impl Cells<'_> {
            /// The number in the cell at an index of the run, or `None` beyond its end.
            #[inline]
            pub fn number(&self, index: usize) -> Option<Number> {
                match self {
                    Self::Bit(bits) => bits.get(index).map(Number::from),
                    $(Self::$variant(cells) => cells.get(index).map(|&cell| cell.into()),)*
                }
            }

            /// The number of cells.
            pub fn len(&self) -> usize {
                match self {
                    Self::Bit(bits) => bits.len(),
                    $(Self::$variant(cells) => cells.len(),)*
                }
            }

            /// The type of the cells.
            pub fn cell_type(&self) -> CellType {
                match self {
                    Self::Bit(_) => CellType::Bit,
                    $(Self::$variant(_) => CellType::$variant,)*
                }
            }
        }
    };
}

cells!(
    I8 i8 "Of a byte, signed.", I16 i16 "Of two bytes, signed.", I32 i32 "Of four bytes, signed.",
    I64 i64 "Of eight bytes, signed.", U8 u8 "Of a byte.", U16 u16 "Of two bytes.", U32 u32 "Of four bytes.",
    U64 u64 "Of eight bytes.", U128 u128 "Of sixteen bytes.", F32 f32 "Of four bytes, floating.",
    F64 f64 "Of eight bytes, floating."
);

impl Cells<'_> {
    /// The value in the cell at an index of the run; `None` beyond its end, or where such cells hold no such values.
    #[inline]
    pub fn get<V: Value>(&self, index: usize) -> Option<V> {
        V::at(self, index)
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
