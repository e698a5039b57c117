//! What a caller uses: the solver, and all else that passes over a whole space.
//!
//! | file | what it does |
//! |---|---|
//! | `solver`, `plan`, `fill` | fill a table, by a kernel or an equation |
//! | `problem` | what can be solved: games and recurrences alike |
//! | `verify`, `members` | hold a table, or a set, against the rules |
//! | `reach`, `close`, `plays` | what can be reached, by moves and by jumps; how many plays there are |
//! | `starts` | the starts of many small boards, side by side |
//! | `recursion` | the reference: memoised, top down |

mod close;
mod fill;
mod members;
mod plan;
mod plays;
mod problem;
mod reach;
mod recursion;
mod solver;
mod starts;
mod verify;

pub use close::{Jump, Way, close, close_plainly};
pub use members::{MemberError, verify_members};
pub use plan::Plan;
pub use plays::plays;
pub use problem::{ByEquation, ByMoves, Solvable, WithRecurrence};
pub use reach::reachable;
pub use recursion::Recursion;
pub use solver::{Buffers, Report, Solution, Solver};
pub(crate) use starts::young_starts;
pub use verify::{VerifyError, verify, verify_with};

use crate::layers::{Cancelled, Stopped};
use crate::recurrence::ContractError;
use crate::space::Mask;
use crate::table::{CellType, MemoryError, SaveError};

/// Why a problem could not be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// More memory is needed than the limit allows.
    #[error("needs {needed} bytes of memory, the limit is {limit}")]
    MemoryLimit {
        /// The peak of the plan, in bytes.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The system refused the memory.
    #[error("not enough memory")]
    Memory(#[from] MemoryError),
    /// The file that the table is filled in cannot be made.
    #[error("cannot make the file of the table")]
    Save(#[from] SaveError),
    /// The declared bound is negative or does not fit the type of the values.
    #[error("a bound of {bound} on the values does not fit their type")]
    Width {
        /// The declared bound.
        bound: i64,
    },
    /// The game or the recurrence breaks its contract.
    #[error("the rules break their contract")]
    Contract(#[from] ContractError),
    /// A kernel fills other cells than it was asked for.
    #[error("a kernel for cells of type {kernel} was offered for others")]
    Kernel {
        /// The cells that it fills.
        kernel: CellType,
    },
    /// A mask that is asked for is no state.
    #[error("{state:#b} is no state of the space")]
    State {
        /// The mask.
        state: Mask,
    },
    /// A line of play is longer than the recursion can follow.
    #[error("a line of play of more than {limit} moves is too long for the recursion")]
    Depth {
        /// The most moves it can follow.
        limit: usize,
    },
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<Stopped> for SolveError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Cancelled(cancelled) => cancelled.into(),
            Stopped::NotEarlier(missing) => ContractError::from(missing).into(),
            Stopped::OtherCells { kernel } => Self::Kernel { kernel },
        }
    }
}
