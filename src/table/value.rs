//! Values, and the cells that hold them: an `i32` is held in one, two or four bytes, whatever its bound needs.

use std::fmt::{Debug, Display};

use super::{Cell, CellType, Cells, Number};

/// A type of values: what a state is worth.
pub trait Value:
    Copy + PartialEq + PartialOrd + Default + Into<Number> + Debug + Display + Send + Sync + 'static
{
    /// The cells that hold such values, the smallest first.
    const CELLS: &'static [CellType];

    /// The smallest cells that hold all values from `-bound` (0 for values that are never negative) to `bound`; the
    /// largest for [`i64::MAX`], which stands for no bound at all. `None` where there are none.
    ///
    /// ```
    /// use retrograde::{CellType, Value};
    /// assert_eq!(i32::cell_type(105), Some(CellType::I8));
    /// assert_eq!(i32::cell_type(210), Some(CellType::I16));
    /// assert_eq!(i32::cell_type(1 << 31), None);
    /// assert_eq!(i32::cell_type(i64::MAX), Some(CellType::I32));
    /// ```
    fn cell_type(bound: i64) -> Option<CellType>;

    /// Whether the value is within such a bound, and a number.
    fn is_within(self, bound: i64) -> bool;

    /// The value in a run of cells; `None` beyond its end, or where such cells hold no such values.
    fn at(cells: &Cells<'_>, index: usize) -> Option<Self>;

    /// Does something for cells of a type; `None` where they hold no such values.
    fn with_cells<W: WithCells<Self>>(cell_type: CellType, work: W) -> Option<W::Output>;
}

/// A cell that holds values of a type.
pub trait Holds<V>: Cell {
    /// The cell of a value, or `None` where it does not fit.
    fn hold(value: V) -> Option<Self>;

    /// The value of the cell.
    fn value(self) -> V;
}

/// Something to be done for cells whose type is known at run time.
pub trait WithCells<V> {
    /// What comes of it.
    type Output;

    /// Does it for cells of type `C`.
    fn run<C: Holds<V>>(self) -> Self::Output;
}

macro_rules! value {
    ($($value:ident in $($cell:ident $variant:ident)+, $within:expr, $least:expr;)*) => {$(
        impl Value for $value {
            const CELLS: &'static [CellType] = &[$(CellType::$variant),+];

            fn cell_type(bound: i64) -> Option<CellType> {
                if bound == i64::MAX {
                    return Self::CELLS.last().copied();
                }
                let least: fn(i64, CellType) -> bool = $least;
                Self::CELLS.iter().copied().find(|&cell| bound >= 0 && least(bound, cell))
            }

            #[inline(always)]
            fn is_within(self, bound: i64) -> bool {
                let within: fn($value, i64) -> bool = $within;
                within(self, bound)
            }

            #[inline]
            fn at(cells: &Cells<'_>, index: usize) -> Option<Self> {
                match cells {
                    $(Cells::$variant(cells) => cells.get(index).map(|&cell| cell.into()),)+
                    _ => None,
                }
            }

            fn with_cells<W: WithCells<Self>>(cell_type: CellType, work: W) -> Option<W::Output> {
                match cell_type {
                    $(CellType::$variant => Some(work.run::<$cell>()),)+
                    _ => None,
                }
            }
        }

        $(impl Holds<$value> for $cell {
            #[inline(always)]
            fn hold(value: $value) -> Option<Self> {
                value!(hold value $cell $value)
            }

            #[inline(always)]
            fn value(self) -> $value {
                self.into()
            }
        })+
    )*};
    (hold $x:ident f32 f32) => { Some($x) };
    (hold $x:ident f64 f64) => { Some($x) };
    (hold $x:ident $cell:ident $value:ident) => { $cell::try_from($x).ok() };
}

/// Whether cells of a signed type hold -bound..=bound.
fn signed(bound: i64, cell: CellType) -> bool {
    bound <= i64::MAX >> (64 - cell.bits())
}

/// Whether cells of an unsigned type hold 0..=bound.
fn unsigned(bound: i64, cell: CellType) -> bool {
    cell.bits() >= 64 || bound < 1 << cell.bits()
}

value! {
    i32 in i8 I8 i16 I16 i32 I32, |value, bound| i64::from(value).abs() <= bound, signed;
    i64 in i16 I16 i32 I32 i64 I64, |value, bound| bound == i64::MAX || value.unsigned_abs() <= bound as u64, signed;
    u32 in u8 U8 u16 U16 u32 U32, |value, bound| i64::from(value) <= bound, unsigned;
    u64 in u64 U64, |value, bound| bound == i64::MAX || value <= bound as u64, unsigned;
    u128 in u128 U128, |value, bound| bound == i64::MAX || value <= bound as u128, unsigned;
    f32 in f32 F32, |value, bound| !value.is_nan() && (bound == i64::MAX || f64::from(value.abs()) <= bound as f64),
        |_, _| true;
    f64 in f64 F64, |value, bound| !value.is_nan() && (bound == i64::MAX || value.abs() <= bound as f64),
        |_, _| true;
}

impl Value for bool {
    const CELLS: &'static [CellType] = &[CellType::Bit];

    fn cell_type(_bound: i64) -> Option<CellType> {
        Some(CellType::Bit)
    }

    #[inline(always)]
    fn is_within(self, _bound: i64) -> bool {
        true
    }

    #[inline]
    fn at(cells: &Cells<'_>, index: usize) -> Option<Self> {
        if let Cells::Bit(bits) = cells { bits.get(index) } else { None }
    }

    fn with_cells<W: WithCells<Self>>(cell_type: CellType, work: W) -> Option<W::Output> {
        (cell_type == CellType::Bit).then(|| work.run::<bool>())
    }
}

impl Holds<bool> for bool {
    #[inline(always)]
    fn hold(value: bool) -> Option<bool> {
        Some(value)
    }

    #[inline(always)]
    fn value(self) -> bool {
        self
    }
}
