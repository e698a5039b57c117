//! Whether a set is what it says it is, by the plain rules.

use super::verify::{VerifyError, check_index};
use crate::layers::{Cancelled, Layers, Progress};
use crate::space::{Mask, Space, State};
use crate::table::{MemoryError, Table};

/// Why a set is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemberError {
    /// It is over other states than those of the problem, or no set.
    #[error("the set is over other states than the problem has")]
    Space,
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
    /// There is no memory to check an index that is laid out in another way than the problem's own.
    #[error("not enough memory")]
    Memory(#[from] MemoryError),
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Checks at every state that its being in the set, or not, is what `belongs` says, which is given the state and what the
/// set says of others. Where no state depends on itself by way of others, only the right set passes.
///
/// # Errors
/// [`MemberError`] for the first state that is wrong.
///
/// # Complexity
/// Asks once a state, on the threads of the caller's pool. No memory, but a bit a state where the index of a file is
/// another than the problem's own.
pub fn verify_members(
    space: &std::sync::Arc<Space>,
    set: &Table,
    belongs: impl Fn(State, &dyn Fn(Mask) -> bool) -> bool + Sync,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(), MemberError> {
    let index = set.index();
    if (space.bits(), space.members(), space.states()) != (index.bits(), index.members(), set.states()) {
        return Err(MemberError::Space);
    }
    if **space.index_tables() != *index {
        check_index(space, index).map_err(|error| match error {
            VerifyError::Index { state } => MemberError::Index { state },
            VerifyError::Memory(error) => MemberError::Memory(error),
            _ => MemberError::Space,
        })?;
    }
    let has = |mask: Mask| set.value::<bool>(mask) == Some(true);
    let checked = Layers::new(space).progress(Some(progress)).run(&mut (), |(), task| {
        for block in task.blocks {
            let high = space.block_high(block) << space.low_bits();
            for &low in space.block_lows(block) {
                let state = high | State::from(low);
                let stored = set.value::<bool>(state).ok_or(MemberError::Index { state })?;
                if stored != belongs(state, &has) {
                    return Err(MemberError::State { state, stored });
                }
            }
        }
        Ok(0)
    });
    checked.map(|_| ())
}
