//! Bellman's equation at every state: what the table says against what the moves say.

use rayon::prelude::*;

use crate::game::{Game, value_from_moves};
use crate::space::State;
use crate::table::Table;

/// A table that is not the solution of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The table belongs to another space.
    #[error("the table belongs to another space than the game")]
    Space,
    /// A value does not follow from the values of its successors.
    #[error("state {state:#b} has value {stored}, but its moves give {expected}")]
    Value {
        /// The first such state in the order of the index.
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
}

/// Checks Bellman's equation at every state of a table, by the plain rules, on the threads of the caller's pool.
///
/// # Errors
/// [`VerifyError`] for the first state, in the order of the index, where the equation fails.
///
/// # Complexity
/// Every move of every state once; no memory.
pub fn verify<G: Game>(game: &G, table: &Table) -> Result<(), VerifyError> {
    let space = game.space();
    if **space.index_tables() != *table.index() {
        return Err(VerifyError::Space);
    }
    let values = table.values();
    (0..space.blocks())
        .into_par_iter()
        .map(|block| {
            let high = space.block_high(block) << space.low_bits();
            for (index, &low) in space.indices(block..block + 1).zip(space.block_lows(block)) {
                let state = high | State::from(low);
                let expected = value_from_moves(game, state, |to| values.get(space.index(to)?))
                    .map_err(|to| VerifyError::Move { from: state, to: to.to })?;
                let stored = values.get(index).unwrap_or_default();
                if i64::from(stored) != expected {
                    return Err(VerifyError::Value { state, stored, expected });
                }
            }
            Ok(())
        })
        .find_first(Result::is_err)
        .unwrap_or(Ok(()))
}
