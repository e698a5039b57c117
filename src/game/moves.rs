//! Moves, and what they gain.

use std::fmt::Debug;

use crate::space::State;
use crate::table::Number;

/// Whose turn it is after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The mover moves again (always so in a game of one player).
    Kept,
    /// The other player moves.
    Passes,
}

/// A legal move: where it leads, what it gains the mover, and whose turn it is then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<G = i32> {
    /// The successor.
    pub to: State,
    /// What the mover gains at once, in the game's own unit; it may be negative.
    pub gain: G,
    /// Whose turn it is in the successor.
    pub turn: Turn,
}

impl Move<()> {
    /// A move of which nothing matters but where it leads; the turn passes.
    pub fn to(to: State) -> Self {
        Self { to, gain: (), turn: Turn::Passes }
    }
}

/// What a move brings by itself: a number, nothing, or a chance.
pub trait Gain: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// What several of them sum to.
    type Total: Copy + Default + PartialEq + Debug + Send + Sync;

    /// Adds it to others.
    fn add_to(self, total: &mut Self::Total);

    /// As a number, to be shown; `None` where there is none.
    fn number(self) -> Option<Number>;

    /// What several sum to as a number, to be shown; `None` where there is none.
    fn total(total: Self::Total) -> Option<Number>;
}

impl Gain for () {
    type Total = ();

    fn add_to(self, _total: &mut ()) {}

    fn number(self) -> Option<Number> {
        None
    }

    fn total(_total: ()) -> Option<Number> {
        None
    }
}

macro_rules! gain {
    ($($number:ident $total:ident $add:path;)*) => {$(
        impl Gain for $number {
            type Total = $total;

            fn add_to(self, total: &mut $total) {
                *total = $add(*total, <$total>::from(self));
            }

            fn number(self) -> Option<Number> {
                Some(self.into())
            }

            fn total(total: $total) -> Option<Number> {
                Some(total.into())
            }
        }
    )*};
}

gain! {
    i32 i64 i64::saturating_add;
    i64 i64 i64::saturating_add;
    f64 f64 std::ops::Add::add;
}
