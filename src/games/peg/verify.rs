//! Whether a set that comes out of a file is what it says it is, by the plain rules.

use rayon::prelude::*;

use super::Peg;
use crate::engine::{VerifyError, check_index};
use crate::game::Game;
use crate::space::State;
use crate::table::{BitTable, MemoryError};

/// Why a set is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// It is over other states than those of the problem.
    #[error("the set is over other states than the problem has")]
    Space,
    /// It is neither `solvable`, with a cell of the board or without, nor `reachable`.
    #[error("`{set}` is no set that is known")]
    Unknown {
        /// What it says it is.
        set: String,
    },
    /// The index gives a state no place of its own.
    #[error("the index gives state {state:#b} no place of its own")]
    Index {
        /// The first such state.
        state: State,
    },
    /// A state is in the set and should not be, or the other way round.
    #[error("state {state:#b} is {}in the set, but the jumps say otherwise", if *.stored { "" } else { "not " })]
    State {
        /// The first such state, in the order of the index.
        state: State,
        /// Whether it is in the set.
        stored: bool,
    },
    /// There is no memory to check an index that is laid out in another way than the game's own.
    #[error("not enough memory")]
    Memory(#[from] MemoryError),
}

/// The sets that are known.
#[derive(Clone, Copy)]
enum Kind {
    Reachable,
    Solvable(Option<usize>),
}

impl Peg {
    /// Checks at every state that its neighbours agree with its being in the set or not. There are no cycles, because
    /// every jump takes a peg off, so only the right set passes.
    ///
    /// # Errors
    /// [`SetError`] for the first state that is wrong.
    ///
    /// # Complexity
    /// Every jump of every state once, on the threads of the caller's pool. No memory, but a bit a state where the
    /// index of the file is another than the game's own.
    pub fn verify_set(&self, set: &BitTable) -> Result<(), SetError> {
        let kind = self.kind(set.set()).ok_or_else(|| SetError::Unknown { set: set.set().into() })?;
        let (space, index) = (&self.plain_space, set.index());
        if (space.bits(), space.members(), space.states()) != (index.bits(), index.members(), set.states()) {
            return Err(SetError::Space);
        }
        if **space.index_tables() != *index {
            check_index(space, index).map_err(|error| match error {
                VerifyError::Index { state } => SetError::Index { state },
                VerifyError::Memory(error) => SetError::Memory(error),
                _ => SetError::Space,
            })?;
        }
        let check = |block| {
            let high = space.block_high(block) << space.low_bits();
            for &low in space.block_lows(block) {
                let state = high | State::from(low);
                let stored = set.contains(state).ok_or(SetError::Index { state })?;
                if stored != self.belongs(kind, set, state) {
                    return Err(SetError::State { state, stored });
                }
            }
            Ok(())
        };
        (0..space.blocks()).into_par_iter().map(check).find_first(Result::is_err).unwrap_or(Ok(()))
    }

    fn kind(&self, name: &str) -> Option<Kind> {
        match name.split_once(' ') {
            None if name == "reachable" => Some(Kind::Reachable),
            None if name == "solvable" => Some(Kind::Solvable(None)),
            Some(("solvable", cell)) => {
                let cell = cell.parse().ok().filter(|&cell| cell < self.bit_of_cell.len())?;
                Some(Kind::Solvable(Some(cell)))
            }
            _ => None,
        }
    }

    /// Whether a state belongs into the set, if its neighbours are in it rightly.
    fn belongs(&self, kind: Kind, set: &BitTable, state: State) -> bool {
        let has = |state| set.contains(state) == Some(true);
        match kind {
            Kind::Reachable => {
                // A jump backwards: the middle is vacant, and so is exactly one end.
                let before = |&(line, middle): &(State, State)| {
                    state & middle == 0 && (state & line).count_ones() == 1 && has(state ^ line)
                };
                state == self.start || self.lines.iter().any(before)
            }
            Kind::Solvable(target) => {
                let mut solvable = state.count_ones() == 1 && target.is_none_or(|cell| state == self.bit_of_cell[cell]);
                self.for_each_move(state, |play| solvable = solvable || has(play.to));
                solvable
            }
        }
    }
}
