//! What the moves of a state make together: the largest value, the sum, the smallest number that none of them has.

use super::{Gain, Turn};
use crate::recurrence::Undefined;
use crate::table::Value;

/// How the value of a state follows from its moves.
///
/// ```text
/// value(s) = value(join of all moves, from none on)   where there is a move
///          = terminal, unless the game says otherwise  where there is none
/// ```
///
/// The moves come in the game's order; what they make should not depend on it, or equal games have unequal tables.
pub trait Algebra: Copy + Sync {
    /// What a move brings by itself.
    type Gain: Gain;
    /// What a state is worth.
    type Value: Value;
    /// What some moves make together.
    type Sum;

    /// What no move makes.
    fn none(&self) -> Self::Sum;

    /// Joins a move, given what lies behind it.
    ///
    /// # Errors
    /// [`Undefined`] where the result is none.
    fn join(&self, sum: &mut Self::Sum, gain: Self::Gain, turn: Turn, behind: Self::Value) -> Result<(), Undefined>;

    /// What the moves make.
    ///
    /// # Errors
    /// [`Undefined`] where that is no value.
    fn value(&self, sum: Self::Sum) -> Result<Self::Value, Undefined>;

    /// What a state without a move is worth, unless the game says otherwise.
    fn terminal(&self) -> Self::Value {
        Self::Value::default()
    }

    /// Optional: what a move is worth by itself. By default what a state with that move alone would be.
    ///
    /// # Errors
    /// As [`join`](Self::join) and [`value`](Self::value).
    fn worth(&self, gain: Self::Gain, turn: Turn, behind: Self::Value) -> Result<Self::Value, Undefined> {
        let mut sum = self.none();
        self.join(&mut sum, gain, turn, behind)?;
        self.value(sum)
    }

    /// Optional: whether a move worth `a` is preferred to one worth `b`. By default never: nobody chooses.
    fn prefers(&self, _a: Self::Value, _b: Self::Value) -> bool {
        false
    }
}
