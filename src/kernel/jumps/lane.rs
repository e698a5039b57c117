//! The numbers that lanes are made of.

use std::marker::PhantomData;

use super::vector::{Arrays, Vectors};
#[cfg(target_arch = "x86_64")]
use crate::kernel::cpu::vectorize;
use crate::kernel::{Cpu, Work};
use crate::table::{Cell, Cells, CellsMut};

/// A fill written over any vectors.
pub(super) trait Fill<T> {
    fn fill<V: Vectors<T>>(self, vectors: V);
}

/// A number of one of the three widths.
pub(super) trait Lane: Cell {
    const ZERO: Self;
    const LEAST: Self;

    /// The sum, wrapping around: lanes that may not jump may overflow, and what they hold then is not used.
    fn plus(self, other: Self) -> Self;

    /// The cells, if they are of this type.
    fn solved<'a>(cells: &Cells<'a>) -> Option<&'a [Self]>;

    /// The cells, if they are of this type.
    fn group(cells: CellsMut<'_>) -> Option<&mut [Self]>;

    /// Runs a fill by the best vectors for this type.
    fn run(cpu: Cpu, fill: impl Fill<Self>) {
        cpu.run(FillBy { fill, vectors: Arrays, number: PhantomData });
    }
}

/// A fill by some vectors.
struct FillBy<F, V, T> {
    fill: F,
    vectors: V,
    number: PhantomData<T>,
}

impl<T, F: Fill<T>, V: Vectors<T>> Work for FillBy<F, V, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.fill.fill(self.vectors);
    }
}

macro_rules! lane {
    ($number:ident $variant:ident { $($run:item)? }) => {
        impl Lane for $number {
            const ZERO: Self = 0;
            const LEAST: Self = Self::MIN;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn solved<'a>(cells: &Cells<'a>) -> Option<&'a [Self]> {
                if let Cells::$variant(cells) = cells { Some(cells) } else { None }
            }

            fn group(cells: CellsMut<'_>) -> Option<&mut [Self]> {
                if let CellsMut::$variant(cells) = cells { Some(cells) } else { None }
            }

            $($run)?
        }
    };
}

lane!(i8 I8 {});
lane!(i16 I16 {});
lane!(i32 I32 {
    fn run(cpu: Cpu, fill: impl Fill<Self>) {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = cpu.avx2() {
            return vectorize(v3, FillBy { fill, vectors: v3, number: PhantomData });
        }
        fill.fill(Arrays);
    }
});
