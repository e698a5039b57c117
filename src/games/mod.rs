//! The games of the crate.

pub mod board;
pub mod chess;
pub mod gems;
pub mod sternhalma;

use crate::space::SpaceError;

/// Why the data of a game make no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The states cannot be enumerated.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// Too many or too few of something.
    #[error("{found} {what}, not {expected}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A number is negative where that makes no sense.
    #[error("{value} is negative")]
    Negative {
        /// The number.
        value: i64,
    },
    /// No gems would make a stone.
    #[error("a stone takes at least 1 gem")]
    Stone,
    /// The values could exceed 32 bits.
    #[error("values could reach {bound}, at most {} are possible", i32::MAX)]
    Bound {
        /// The bound on the values.
        bound: i64,
    },
}

impl GameError {
    /// Refuses a bound that 32 bits do not hold.
    fn check_bound(bound: i64) -> Result<(), Self> {
        if bound > i32::MAX.into() { Err(Self::Bound { bound }) } else { Ok(()) }
    }
}
