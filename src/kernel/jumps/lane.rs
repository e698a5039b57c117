//! The numbers that lanes are made of.

use std::marker::PhantomData;

use super::vector::{Arrays, Vectors};
#[cfg(target_arch = "x86_64")]
use crate::kernel::cpu::vectorize;
use crate::kernel::{Cpu, Work};
use crate::table::Dense;

/// A fill written over any vectors.
pub(super) trait Fill<T> {
    type Output;

    fn fill<V: Vectors<T>>(self, vectors: V) -> Self::Output;
}

/// A number of one of the three widths.
pub(super) trait Lane: Dense + Ord + TryFrom<i64> {
    const ZERO: Self;
    const LEAST: Self;

    /// The sum, wrapping around: lanes that may not jump may overflow, and what they hold then is not used.
    fn plus(self, other: Self) -> Self;

    /// Runs a fill by the best vectors for this type.
    fn run<F: Fill<Self>>(cpu: Cpu, fill: F) -> F::Output {
        cpu.run(FillBy { fill, vectors: Arrays, number: PhantomData })
    }
}

/// A fill by some vectors.
struct FillBy<F, V, T> {
    fill: F,
    vectors: V,
    number: PhantomData<T>,
}

impl<T, F: Fill<T>, V: Vectors<T>> Work for FillBy<F, V, T> {
    type Output = F::Output;

    #[inline(always)]
    fn run(self) -> F::Output {
        self.fill.fill(self.vectors)
    }
}

macro_rules! lane {
    ($number:ident { $($run:item)? }) => {
        impl Lane for $number {
            const ZERO: Self = 0;
            const LEAST: Self = Self::MIN;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            $($run)?
        }
    };
}

lane!(i8 {});
lane!(i16 {});
lane!(i32 {
    fn run<F: Fill<Self>>(cpu: Cpu, fill: F) -> F::Output {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = cpu.avx2() {
            return vectorize(v3, FillBy { fill, vectors: v3, number: PhantomData });
        }
        fill.fill(Arrays)
    }
});
