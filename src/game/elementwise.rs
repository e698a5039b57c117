//! The algebras that a kernel can work on for many states at once.

use super::{Bottleneck, Cheapest, Count, Dearest};
use crate::kernel::{Elementwise, Summand};

macro_rules! elementwise {
    ($($name:ident: $none:ident, |$best:ident, $gain:ident, $behind:ident| $join:expr;)*) => {$(
        impl<T: Summand> Elementwise for $name<T> {
            type Cell = T;

            #[inline(always)]
            fn none(&self) -> T {
                T::$none
            }

            #[inline(always)]
            fn join(&self, $best: T, $gain: T, $behind: T) -> T {
                $join
            }
        }
    )*};
}

elementwise! {
    Cheapest: HIGHEST, |best, gain, behind| best.lesser(gain.plus(behind));
    Dearest: LOWEST, |best, gain, behind| best.greater(gain.plus(behind));
    Bottleneck: HIGHEST, |best, gain, behind| best.lesser(gain.greater(behind));
}

/// Gains make no difference.
impl Elementwise for Count<u64> {
    type Cell = u64;

    #[inline(always)]
    fn none(&self) -> u64 {
        0
    }

    #[inline(always)]
    fn join(&self, best: u64, _gain: u64, behind: u64) -> u64 {
        best.wrapping_add(behind)
    }
}
