//! Algebras of somebody who chooses: the largest, the cheapest, the dearest, the narrowest, any and all.

use super::{Algebra, Gain, Turn};
use crate::recurrence::Undefined;
use crate::table::Value;

/// Two players, or one: the largest of gain + v where the mover keeps the turn, gain - v where it passes.
///
/// Values are those of the player to move. Sums are worked out in 64 bits; a value that does not fit 32 is
/// [`Undefined::TooLarge`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Minimax;

impl Algebra for Minimax {
    type Gain = i32;
    type Value = i32;
    type Sum = i64;

    #[inline(always)]
    fn none(&self) -> i64 {
        i64::MIN
    }

    #[inline(always)]
    fn join(&self, best: &mut i64, gain: i32, turn: Turn, behind: i32) -> Result<(), Undefined> {
        let behind = i64::from(behind);
        let value = i64::from(gain) + if turn == Turn::Kept { behind } else { -behind };
        *best = value.max(*best);
        Ok(())
    }

    #[inline(always)]
    fn value(&self, best: i64) -> Result<i32, Undefined> {
        i32::try_from(best).map_err(|_| Undefined::TooLarge)
    }

    fn prefers(&self, a: i32, b: i32) -> bool {
        a > b
    }
}

/// Numbers that can be summed and compared: `i32`, `i64` and `f64`.
pub trait Amount: Value + Gain {
    /// What sums of two are worked out in, so that none overflows.
    type Wide: Copy + PartialOrd;

    /// The number, wide.
    fn wide(self) -> Self::Wide;

    /// The sum of two.
    ///
    /// # Errors
    /// [`Undefined::NotANumber`].
    fn sum(self, other: Self) -> Result<Self::Wide, Undefined>;

    /// The number that a wide one is.
    ///
    /// # Errors
    /// [`Undefined::TooLarge`].
    fn narrow(wide: Self::Wide) -> Result<Self, Undefined>;
}

macro_rules! amount {
    ($($number:ident $wide:ident)*) => {$(
        impl Amount for $number {
            type Wide = $wide;

            #[inline(always)]
            fn wide(self) -> $wide {
                self.into()
            }

            #[inline(always)]
            fn sum(self, other: Self) -> Result<$wide, Undefined> {
                Ok($wide::from(self) + $wide::from(other))
            }

            #[inline(always)]
            fn narrow(wide: $wide) -> Result<Self, Undefined> {
                Self::try_from(wide).map_err(|_| Undefined::TooLarge)
            }
        }
    )*};
}

amount!(i32 i64 i64 i128);

impl Amount for f64 {
    type Wide = f64;

    #[inline(always)]
    fn wide(self) -> f64 {
        self
    }

    #[inline(always)]
    fn sum(self, other: f64) -> Result<f64, Undefined> {
        let sum = self + other;
        if sum.is_nan() { Err(Undefined::NotANumber) } else { Ok(sum) }
    }

    #[inline(always)]
    fn narrow(wide: f64) -> Result<f64, Undefined> {
        Ok(wide)
    }
}

/// A number type, by nothing but its name.
#[derive(Debug, PartialEq, Eq)]
struct Of<T>(std::marker::PhantomData<fn() -> T>);

macro_rules! optimum {
    ($($(#[$doc:meta])* $name:ident: $worth:expr, $better:tt;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, PartialEq, Eq)]
        pub struct $name<T = i32>(Of<T>);

        impl<T> $name<T> {
            /// The algebra; it holds nothing.
            pub const fn new() -> Self {
                Self(Of(std::marker::PhantomData))
            }
        }

        impl<T> Default for $name<T> {
            fn default() -> Self {
                Self::new()
            }
        }

        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T: Amount> Algebra for $name<T> {
            type Gain = T;
            type Value = T;
            type Sum = Option<T::Wide>;

            #[inline(always)]
            fn none(&self) -> Self::Sum {
                None
            }

            #[inline(always)]
            fn join(&self, best: &mut Self::Sum, gain: T, _turn: Turn, behind: T) -> Result<(), Undefined> {
                let worth: fn(T, T) -> Result<T::Wide, Undefined> = $worth;
                let worth = worth(gain, behind)?;
                if best.is_none_or(|best| worth $better best) {
                    *best = Some(worth);
                }
                Ok(())
            }

            #[inline(always)]
            fn value(&self, best: Self::Sum) -> Result<T, Undefined> {
                best.map_or(Ok(T::default()), T::narrow)
            }

            fn prefers(&self, a: T, b: T) -> bool {
                a $better b
            }
        }
    )*};
}

impl<T> Clone for Of<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Of<T> {}

optimum! {
    /// Somebody who pays: the least of gain + v. The turn makes no difference.
    ///
    /// A sum that does not fit the type is [`Undefined::TooLarge`] where it is the least; NaN is
    /// [`Undefined::NotANumber`] wherever it is met.
    Cheapest: |gain, behind| gain.sum(behind), <;
    /// Somebody who is paid: the largest of gain + v. The turn makes no difference.
    ///
    /// A sum that does not fit the type is [`Undefined::TooLarge`] where it is the largest; NaN is
    /// [`Undefined::NotANumber`] wherever it is met.
    Dearest: |gain, behind| gain.sum(behind), >;
    /// A way as good as its worst step: the least of the larger of gain and v. The turn makes no difference.
    ///
    /// A state without a move is worth 0: where gains may be negative, let the game say that it is worth less. NaN is
    /// [`Undefined::NotANumber`].
    Bottleneck: |gain, behind| {
        let (gain, behind) = (gain.sum(T::default())?, behind.sum(T::default())?);
        Ok(if gain > behind { gain } else { behind })
    }, <;
}

macro_rules! quantifier {
    ($($(#[$doc:meta])* $name:ident: $none:literal, $join:tt, |$a:ident, $b:ident| $prefers:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct $name;

        impl Algebra for $name {
            type Gain = ();
            type Value = bool;
            type Sum = bool;

            #[inline(always)]
            fn none(&self) -> bool {
                $none
            }

            #[inline(always)]
            fn join(&self, sum: &mut bool, _gain: (), turn: Turn, behind: bool) -> Result<(), Undefined> {
                *sum $join behind == (turn == Turn::Kept);
                Ok(())
            }

            #[inline(always)]
            fn value(&self, sum: bool) -> Result<bool, Undefined> {
                Ok(sum)
            }

            fn terminal(&self) -> bool {
                $none
            }

            fn prefers(&self, $a: bool, $b: bool) -> bool {
                $prefers
            }
        }
    )*};
}

quantifier! {
    /// Whether there is a move to yes; to no, where the turn passes. A bit a state.
    ///
    /// Win or loss: who cannot move has lost, unless the game says otherwise.
    Any: false, |=, |a, b| a && !b;
    /// Whether all moves lead to yes; to no, where the turn passes. A bit a state.
    ///
    /// Who cannot move has won, unless the game says otherwise; the move that is preferred is one that does not.
    All: true, &=, |a, b| !a && b;
}
