//! The numbers a table is made of: one of three widths, chosen at run time from the bound on the values.

use bytemuck::Pod;

/// The width of the numbers in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// A byte a value, -128..=127.
    I8,
    /// Two bytes a value, -32,768..=32,767.
    I16,
    /// Four bytes a value.
    I32,
}

impl Width {
    /// The smallest width that holds -bound..=bound, or `None` where 32 bits do not.
    ///
    /// ```
    /// use retrograde::Width;
    /// assert_eq!(Width::for_bound(105), Some(Width::I8));
    /// assert_eq!(Width::for_bound(210), Some(Width::I16));
    /// assert_eq!(Width::for_bound(1 << 31), None);
    /// ```
    pub fn for_bound(bound: i64) -> Option<Self> {
        match bound {
            0..=127 => Some(Self::I8),
            128..=32_767 => Some(Self::I16),
            32_768..=2_147_483_647 => Some(Self::I32),
            _ => None,
        }
    }

    /// The bytes a value takes.
    pub fn bytes(self) -> usize {
        match self {
            Self::I8 => 1,
            Self::I16 => 2,
            Self::I32 => 4,
        }
    }
}

/// A run of values of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cells<'a> {
    /// Values of a byte.
    I8(&'a [i8]),
    /// Values of two bytes.
    I16(&'a [i16]),
    /// Values of four bytes.
    I32(&'a [i32]),
}

/// A run of values of one width, to be written.
#[derive(Debug, PartialEq, Eq)]
pub enum CellsMut<'a> {
    /// Values of a byte.
    I8(&'a mut [i8]),
    /// Values of two bytes.
    I16(&'a mut [i16]),
    /// Values of four bytes.
    I32(&'a mut [i32]),
}

impl Cells<'_> {
    /// The value at an index of the run, or `None` beyond its end.
    #[inline]
    pub fn get(&self, index: usize) -> Option<i32> {
        match self {
            Self::I8(cells) => cells.get(index).map(|&value| value.into()),
            Self::I16(cells) => cells.get(index).map(|&value| value.into()),
            Self::I32(cells) => cells.get(index).copied(),
        }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::I8(cells) => cells.len(),
            Self::I16(cells) => cells.len(),
            Self::I32(cells) => cells.len(),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The width of the values.
    pub fn width(&self) -> Width {
        match self {
            Self::I8(_) => Width::I8,
            Self::I16(_) => Width::I16,
            Self::I32(_) => Width::I32,
        }
    }
}

/// A number type that a table can be made of: `i8`, `i16` or `i32`, and no other.
pub trait Cell: Pod + Ord + Into<i64> + Into<i32> + TryFrom<i64> + Send + Sync + sealed::Sealed {
    /// The run of this type, as an enum over the widths.
    fn wrap(cells: &[Self]) -> Cells<'_>;

    /// The run of this type to be written, as an enum over the widths.
    fn wrap_mut(cells: &mut [Self]) -> CellsMut<'_>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! cell {
    ($($number:ident $variant:ident),*) => {$(
        impl sealed::Sealed for $number {}

        impl Cell for $number {
            fn wrap(cells: &[Self]) -> Cells<'_> {
                Cells::$variant(cells)
            }

            fn wrap_mut(cells: &mut [Self]) -> CellsMut<'_> {
                CellsMut::$variant(cells)
            }
        }
    )*};
}

cell!(i8 I8, i16 I16, i32 I32);
