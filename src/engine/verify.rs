//! Bellman's equation at every state: what the table says against what the moves say.

use rayon::prelude::*;

use super::Progress;
use crate::game::{Game, value_from_moves};
use crate::space::{Index, Space, State};
use crate::table::{MemoryError, StateSet, Table};

/// A table that is not the solution of the game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The table has not as many values as the game has states.
    #[error("{found} values for {states} states")]
    States {
        /// The values in the table.
        found: usize,
        /// The states of the game.
        states: usize,
    },
    /// The masks that the table takes for states are not those of the game.
    #[error("the table is one of another space")]
    Space,
    /// The layers of the table are not those of its index.
    #[error("the layers are not those of the index")]
    Layers,
    /// A value is larger than the bound of the table, or smaller than its negative.
    #[error("state {state:#b} has value {stored}, beyond the bound of {bound}")]
    Bound {
        /// The first such state in the order of the game's own index.
        state: State,
        /// What the table says.
        stored: i32,
        /// The bound of the table.
        bound: i64,
    },
    /// The index of the table gives a state no place of its own.
    #[error("the index gives state {state:#b} no place of its own")]
    Index {
        /// The first such state in the order of the game's own index.
        state: State,
    },
    /// A value does not follow from the values of its successors.
    #[error("state {state:#b} has value {stored}, but its moves give {expected}")]
    Value {
        /// The first such state in the order of the game's own index.
        state: State,
        /// What the table says.
        stored: i32,
        /// What the moves say.
        expected: i64,
    },
    /// A move leads out of the space.
    #[error("a move from {from:#b} leads to {to:#b}, which is no state of the space")]
    Move {
        /// The state moved from.
        from: State,
        /// Where the move leads.
        to: State,
    },
    /// There is no memory to check an index that is laid out in another way than the game's own.
    #[error("not enough memory")]
    Memory(#[from] MemoryError),
}

/// Checks Bellman's equation at every state of a table, by the plain rules, on the threads of the caller's pool.
///
/// # Errors
/// [`VerifyError`] for the first state, in the order of the index, where the equation fails.
///
/// # Complexity
/// Every move of every state once. No memory, but a bit a state where the table comes from a file with another
/// index than the game's own.
pub fn verify<G: Game>(game: &G, table: &Table) -> Result<(), VerifyError> {
    verify_with(game, table, &|_| {})
}

/// As [`verify`], calling `progress` after each layer.
///
/// # Errors
/// As [`verify`].
pub fn verify_with<G: Game>(game: &G, table: &Table, progress: &dyn Fn(Progress)) -> Result<(), VerifyError> {
    let space = game.space();
    if (space.bits(), space.members()) != (table.index().bits(), table.index().members()) {
        return Err(VerifyError::Space);
    }
    if space.states() != table.cells().len() {
        return Err(VerifyError::States { found: table.cells().len(), states: space.states() });
    }
    if **space.index_tables() != *table.index() {
        check_index(space, table.index())?;
    } else if !layers(space).eq(table.layers().iter().copied()) {
        return Err(VerifyError::Layers);
    }
    for layer in 0..space.layers() {
        let blocks = space.layer(layer);
        let wrong =
            blocks.clone().into_par_iter().map(|block| check_block(game, table, block)).find_first(Result::is_err);
        wrong.unwrap_or(Ok(()))?;
        progress(Progress {
            layers_done: layer + 1,
            layers: space.layers(),
            states_done: space.indices(blocks).end,
            states: space.states(),
        });
    }
    Ok(())
}

/// The index at which each layer starts, and the number of states.
fn layers(space: &Space) -> impl Iterator<Item = usize> {
    (0..space.layers()).map(|layer| space.indices(space.layer(layer)).start).chain([space.states()])
}

fn check_block<G: Game>(game: &G, table: &Table, block: usize) -> Result<(), VerifyError> {
    let space = game.space();
    let high = space.block_high(block) << space.low_bits();
    for &low in space.block_lows(block) {
        let state = high | State::from(low);
        let expected = value_from_moves(game, state, |to| table.value(to))
            .map_err(|to| VerifyError::Move { from: state, to: to.to })?;
        let stored = table.value(state).ok_or(VerifyError::Index { state })?;
        if i64::from(stored).abs() > table.bound() {
            return Err(VerifyError::Bound { state, stored, bound: table.bound() });
        }
        if i64::from(stored) != expected {
            return Err(VerifyError::Value { state, stored, expected });
        }
    }
    Ok(())
}

/// Makes sure that the index of a file gives each state a place of its own.
pub(crate) fn check_index(space: &std::sync::Arc<Space>, index: &Index) -> Result<(), VerifyError> {
    let mut taken = StateSet::empty(space.clone())?;
    for state in (0..space.states()).map(|at| space.state_at(at)) {
        match index.find(state) {
            Some(at) if at < space.states() && !taken.bits()[at] => taken.bits_mut().set(at, true),
            _ => return Err(VerifyError::Index { state }),
        }
    }
    Ok(())
}
