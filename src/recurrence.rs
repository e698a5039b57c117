//! One equation a state, with any look-ups at earlier ones: what a table is filled by.
//!
//! A [`Recurrence`] is written as in a textbook. The cheapest way to order things, where putting `v` last costs what
//! the set says, is
//!
//! ```text
//! cost(S) = min over v in S of  cost(S - v) + last(v, S)
//! ```
//!
//! and reads the same in Rust; see the [crate's documentation](crate). Whatever the equation asks for must be earlier:
//! in an earlier layer, or earlier in the same block. What is not is an error, never a wrong number.

use std::sync::Arc;

use crate::kernel::Offer;
use crate::layers::{Earlier, NotEarlier};
use crate::space::{Mask, Space, State};
use crate::table::Cell;

/// Cells for each state of a space, by an equation in those of earlier states.
///
/// # Contract
/// * Every look-up leads to a state in an earlier layer or at a smaller index of the same block.
/// * The functions are pure.
///
/// A breach of the first is an error of the solve. A kernel is trusted; [`verify`](crate::verify) checks it.
pub trait Recurrence: Sync {
    /// What a state has: numbers of a type, or one `bool`, at a bit a state.
    type Cell: Cell;

    /// Required: the states.
    fn space(&self) -> &Arc<Space>;

    /// Optional: the number of cells a state, at least 1. By default 1. A `bool` stands alone.
    fn width(&self) -> usize {
        1
    }

    /// Required: writes the cells of a state, which are zeros, given those of earlier ones. Inline it always, so that it
    /// is compiled for each CPU path.
    ///
    /// # Errors
    /// [`Undefined`]: what a look-up said, or what is wrong with the value.
    fn fill(&self, state: State, earlier: Earlier<'_, Self::Cell>, row: &mut [Self::Cell]) -> Result<(), Undefined>;

    /// Optional: what no cell exceeds, nor its negative; shown and kept with the table. By default
    /// [`i64::MAX`], which stands for none.
    fn bound(&self) -> i64 {
        i64::MAX
    }

    /// Optional: a vectorised fill that leaves the same cells. By default none.
    fn kernel(&self) -> Option<Offer<'_>> {
        None
    }
}

/// Why a state has no value.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Undefined {
    /// It follows from what is no earlier state.
    #[error(transparent)]
    NotEarlier(#[from] NotEarlier),
    /// The value does not fit its type, or exceeds the bound.
    #[error("the value does not fit")]
    TooLarge,
    /// The value is no number (NaN).
    #[error("the value is no number")]
    NotANumber,
    /// The chances of what may happen do not sum to 1.
    #[error("the chances sum to {sum}, not to 1")]
    Chances {
        /// Their sum.
        sum: f64,
    },
}

/// How a game or a recurrence breaks its contract.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ContractError {
    /// The start is no state of the space.
    #[error("the start {start:#b} is no state of the space")]
    Start {
        /// The start.
        start: Mask,
    },
    /// A move or a look-up leads out of the space, or not to an earlier state.
    #[error("a move from {from:#b} leads to {to:#b}, which is no earlier state of the space")]
    Move {
        /// The state moved from.
        from: State,
        /// Where the move leads.
        to: Mask,
    },
    /// A value exceeds the declared bound, or its type.
    #[error("the value of state {state:#b} exceeds {}", if *.bound == i64::MAX { "its type".to_owned() } else { format!("the bound of {bound} that is declared, or its type") })]
    Bound {
        /// The state.
        state: State,
        /// The declared bound; [`i64::MAX`] for none.
        bound: i64,
    },
    /// A value is no number (NaN).
    #[error("the value of state {state:#b} is no number")]
    NotANumber {
        /// The state.
        state: State,
    },
    /// The chances of what may happen in a state do not sum to 1.
    #[error("the chances in state {state:#b} sum to {sum}, not to 1")]
    Chances {
        /// The state.
        state: State,
        /// Their sum.
        sum: f64,
    },
    /// A kernel asked for a block that is not solved before the one it fills.
    #[error("a kernel asks for {mask:#b}, which is not solved before it is asked for")]
    Kernel {
        /// The first state of the block, or its high part.
        mask: Mask,
    },
    /// A state has no cell, or several bits.
    #[error("{width} cells a state: at least one, and of bits no more")]
    Width {
        /// The cells asked for.
        width: usize,
    },
}

impl ContractError {
    /// What is wrong with a state.
    pub(crate) fn at(state: State, bound: i64, wrong: Undefined) -> Self {
        match wrong {
            Undefined::NotEarlier(missing) => Self::Move { from: state, to: missing.mask },
            Undefined::TooLarge => Self::Bound { state, bound },
            Undefined::NotANumber => Self::NotANumber { state },
            Undefined::Chances { sum } => Self::Chances { state, sum },
        }
    }
}

impl From<NotEarlier> for ContractError {
    fn from(missing: NotEarlier) -> Self {
        Self::Kernel { mask: missing.mask }
    }
}
