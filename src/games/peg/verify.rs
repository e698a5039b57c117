//! Whether a set that comes out of a file is what it says it is, by the plain rules.

use super::Peg;
use crate::engine::{MemberError, verify_members};
use crate::game::Game;
use crate::layers::Progress;
use crate::space::{Mask, State};
use crate::table::Table;

/// Why a set is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// It is neither `solvable`, with a cell of the board or without, nor `reachable`.
    #[error("`{set}` is no set that is known")]
    Unknown {
        /// What it says it is.
        set: String,
    },
    /// A state is in it and should not be, or the other way round; or it is over other states.
    #[error(transparent)]
    Member(#[from] MemberError),
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
    pub fn verify_set(&self, set: &Table, progress: &(dyn Fn(Progress) + Sync)) -> Result<(), SetError> {
        let name = set.set().unwrap_or_default();
        let kind = self.kind(name).ok_or_else(|| SetError::Unknown { set: name.into() })?;
        let belongs = |state: State, has: &dyn Fn(Mask) -> bool| self.belongs(kind, has, state);
        Ok(verify_members(&self.plain_space, set, belongs, progress)?)
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
    fn belongs(&self, kind: Kind, has: &dyn Fn(Mask) -> bool, state: State) -> bool {
        match kind {
            Kind::Reachable => {
                // A jump backwards: the middle is vacant, and so is exactly one end.
                let before = |&(line, middle): &(Mask, Mask)| {
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
