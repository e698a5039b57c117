//! Algebras that know nothing of the places of their cells, and the numbers that they work on: what a kernel can do for
//! many states at once.

use crate::table::Dense;

/// Numbers that can be summed and compared lane by lane: `i16`, `i32`, `i64`, `u64`, `f32` and `f64`.
pub trait Summand: Dense {
    /// None is higher.
    const HIGHEST: Self;
    /// None is lower.
    const LOWEST: Self;

    /// The sum; of integers it wraps around.
    fn plus(self, other: Self) -> Self;

    /// The lesser of both; the number itself where neither is.
    fn lesser(self, other: Self) -> Self;

    /// The greater of both; the number itself where neither is.
    fn greater(self, other: Self) -> Self;

    /// The size of the number, rounded.
    fn size(self) -> f64;
}

macro_rules! summand {
    ($($number:ident: $highest:expr, $lowest:expr, |$a:ident, $b:ident| $plus:expr;)*) => {$(
        impl Summand for $number {
            const HIGHEST: Self = $highest;
            const LOWEST: Self = $lowest;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $plus
            }

            // One vector instruction also for floats, unlike their own `min`, which cares for NaN.
            #[inline(always)]
            fn lesser(self, other: Self) -> Self {
                if other < self { other } else { self }
            }

            #[inline(always)]
            fn greater(self, other: Self) -> Self {
                if other > self { other } else { self }
            }

            fn size(self) -> f64 {
                (self as f64).abs()
            }
        }
    )*};
}

summand! {
    i16: i16::MAX, i16::MIN, |a, b| a.wrapping_add(b);
    i32: i32::MAX, i32::MIN, |a, b| a.wrapping_add(b);
    i64: i64::MAX, i64::MIN, |a, b| a.wrapping_add(b);
    u64: u64::MAX, u64::MIN, |a, b| a.wrapping_add(b);
    f32: f32::INFINITY, f32::NEG_INFINITY, |a, b| a + b;
    f64: f64::INFINITY, f64::NEG_INFINITY, |a, b| a + b;
}

/// An algebra for kernels: what moves make together, with no error and no end of play.
///
/// It is the [`Algebra`](crate::Algebra) of the same name as long as all sums fit the cell and nothing is NaN. The order
/// of the moves must make no difference; of floats that leaves out gains of both -0.0 and 0.0. Inline the functions
/// always: they are compiled for each CPU path.
pub trait Elementwise: Copy + Sync {
    /// What gains and states are worth.
    type Cell: Summand;

    /// What no move makes.
    fn none(&self) -> Self::Cell;

    /// The best so far, joined with a move that gains so much and leads to what is behind it.
    fn join(&self, best: Self::Cell, gain: Self::Cell, behind: Self::Cell) -> Self::Cell;
}
