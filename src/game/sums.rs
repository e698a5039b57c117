//! Algebras in which nobody chooses, or not by worth: numbers of plays, chances, Grundy values, lengths of play.

use std::marker::PhantomData;

use super::{Algebra, Gain, Turn};
use crate::recurrence::Undefined;
use crate::table::{Number, Value};

/// A type that plays are counted in: `u64` or `u128`.
pub trait Counter: Value + From<bool> {
    /// The sum, if it fits.
    fn plus(self, other: Self) -> Option<Self>;
}

macro_rules! counter {
    ($($number:ident)*) => {$(
        impl Counter for $number {
            #[inline(always)]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }
        }
    )*};
}

counter!(u64 u128);

/// The number of plays: the sum over the moves, 1 where there is none. Too many for the type are
/// [`Undefined::TooLarge`].
#[derive(Debug, PartialEq, Eq)]
pub struct Count<T = u128>(PhantomData<fn() -> T>);

impl<T> Count<T> {
    /// The algebra; it holds nothing.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for Count<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Clone for Count<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Count<T> {}

impl<T: Counter> Algebra for Count<T> {
    type Gain = ();
    type Value = T;
    type Sum = T;

    #[inline(always)]
    fn none(&self) -> T {
        T::default()
    }

    #[inline(always)]
    fn join(&self, sum: &mut T, _gain: (), _turn: Turn, behind: T) -> Result<(), Undefined> {
        *sum = sum.plus(behind).ok_or(Undefined::TooLarge)?;
        Ok(())
    }

    #[inline(always)]
    fn value(&self, sum: T) -> Result<T, Undefined> {
        Ok(sum)
    }

    fn terminal(&self) -> T {
        true.into()
    }
}

/// The number of plays modulo a number, mostly a prime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Modulo(u64);

impl Modulo {
    /// Modulo `p`; `None` where it is 0 or above 2^63.
    pub const fn new(p: u64) -> Option<Self> {
        if p == 0 || p > 1 << 63 { None } else { Some(Self(p)) }
    }
}

impl Algebra for Modulo {
    type Gain = ();
    type Value = u64;
    type Sum = u64;

    #[inline(always)]
    fn none(&self) -> u64 {
        0
    }

    #[inline(always)]
    fn join(&self, sum: &mut u64, _gain: (), _turn: Turn, behind: u64) -> Result<(), Undefined> {
        // Both are below 2^63.
        *sum = (*sum + behind % self.0) % self.0;
        Ok(())
    }

    #[inline(always)]
    fn value(&self, sum: u64) -> Result<u64, Undefined> {
        Ok(sum)
    }

    fn terminal(&self) -> u64 {
        1 % self.0
    }
}

/// The Grundy value: the least number that no successor has, 0 where there is no move (Sprague 1935, Grundy 1939).
///
/// A move is worth 1 to whom it makes win, one to a state of value 0; else 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Grundy;

/// The numbers met among the successors.
#[derive(Debug, Clone, Default)]
pub struct Met {
    below_128: u128,
    others: Vec<u32>,
}

impl Algebra for Grundy {
    type Gain = ();
    type Value = u32;
    type Sum = Met;

    #[inline(always)]
    fn none(&self) -> Met {
        Met::default()
    }

    #[inline(always)]
    fn join(&self, met: &mut Met, _gain: (), _turn: Turn, behind: u32) -> Result<(), Undefined> {
        if behind < 128 {
            met.below_128 |= 1 << behind;
        } else {
            met.others.push(behind);
        }
        Ok(())
    }

    fn value(&self, mut met: Met) -> Result<u32, Undefined> {
        let mut least = met.below_128.trailing_ones();
        if least == 128 {
            met.others.sort_unstable();
            met.others.iter().for_each(|&other| least += u32::from(other == least));
        }
        Ok(least)
    }

    fn prefers(&self, a: u32, b: u32) -> bool {
        a > b
    }
}

macro_rules! length {
    ($($(#[$doc:meta])* $name:ident: $better:tt;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct $name;

        impl Algebra for $name {
            type Gain = ();
            type Value = u32;
            type Sum = Option<u32>;

            #[inline(always)]
            fn none(&self) -> Option<u32> {
                None
            }

            #[inline(always)]
            fn join(&self, best: &mut Option<u32>, _gain: (), _turn: Turn, behind: u32) -> Result<(), Undefined> {
                if best.is_none_or(|best| behind $better best) {
                    *best = Some(behind);
                }
                Ok(())
            }

            #[inline(always)]
            fn value(&self, best: Option<u32>) -> Result<u32, Undefined> {
                best.unwrap_or(0).checked_add(1).ok_or(Undefined::TooLarge)
            }

            fn prefers(&self, a: u32, b: u32) -> bool {
                a $better b
            }
        }
    )*};
}

length! {
    /// The moves of the shortest play.
    Shortest: <;
    /// The moves of the longest play.
    Longest: >;
}

/// Something that may happen, and what it brings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// How likely it is.
    pub probability: f64,
    /// What it brings at once.
    pub reward: f64,
}

/// How far the chances in a state may be from 1 together.
const TOLERANCE: f64 = 1e-9;

macro_rules! expectation {
    ($($(#[$doc:meta])* $name:ident: $gain:ty, |$chance:ident, $behind:ident| $probability:expr, $brings:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct $name;

        impl Algebra for $name {
            type Gain = $gain;
            type Value = f64;
            /// What is brought, and the chances so far.
            type Sum = [f64; 2];

            #[inline(always)]
            fn none(&self) -> [f64; 2] {
                [0.0; 2]
            }

            #[inline(always)]
            fn join(&self, sum: &mut [f64; 2], $chance: $gain, _turn: Turn, $behind: f64) -> Result<(), Undefined> {
                let brings: f64 = $brings;
                sum[0] += $probability * brings;
                sum[1] += $probability;
                if $probability < 0.0 { Err(Undefined::Chances { sum: $probability }) } else { Ok(()) }
            }

            #[inline(always)]
            fn value(&self, [value, sum]: [f64; 2]) -> Result<f64, Undefined> {
                match (value.is_nan() || sum.is_nan(), (sum - 1.0).abs() <= TOLERANCE) {
                    (true, _) => Err(Undefined::NotANumber),
                    (false, true) => Ok(value),
                    (false, false) => Err(Undefined::Chances { sum }),
                }
            }

            fn worth(&self, $chance: $gain, _turn: Turn, $behind: f64) -> Result<f64, Undefined> {
                let worth: f64 = $brings;
                let _ = $probability;
                if worth.is_nan() { Err(Undefined::NotANumber) } else { Ok(worth) }
            }
        }
    )*};
}

expectation! {
    /// What chance brings on average: the sum of probability * (reward + v). The chances of a state must sum to 1, to
    /// within 1e-9, or it is [`Undefined::Chances`]; NaN is [`Undefined::NotANumber`].
    Expectation: Chance, |chance, behind| chance.probability, chance.reward + behind;
    /// How likely it is to end well: the sum of gain * v, the gain being the probability of the move, a state without a
    /// move being worth what the game says, 1 or 0. The chances of a state must sum to 1, to within 1e-9, or it is
    /// [`Undefined::Chances`]; NaN is [`Undefined::NotANumber`].
    Probability: f64, |chance, behind| chance, behind;
}

impl Gain for Chance {
    type Total = f64;

    fn add_to(self, total: &mut f64) {
        *total += self.reward;
    }

    fn number(self) -> Option<Number> {
        Some(Number::Float(self.reward))
    }

    fn total(total: f64) -> Option<Number> {
        Some(Number::Float(total))
    }
}
