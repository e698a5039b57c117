//! The recurrence, and the contract of a game.
//!
//! ```text
//! value(s) = max over the moves of  gain + value(s')   if the mover keeps the turn
//!                                   gain - value(s')   if the turn passes
//! value(s) = terminal(s)                               where there is no move
//! ```
//!
//! seen by the player to move. A game is its moves: everything else in the crate is written once, over [`Game`].

use std::sync::Arc;

use crate::kernel::Kernel;
use crate::space::{Space, State};
use crate::table::Width;

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
pub struct Move {
    /// The successor.
    pub to: State,
    /// What the mover gains at once, in the game's own unit; it may be negative.
    pub gain: i32,
    /// Whose turn it is in the successor.
    pub turn: Turn,
}

impl Move {
    /// What the move is worth to the mover, given the value of the successor to the player to move there.
    #[inline]
    pub fn value(&self, successor: i32) -> i64 {
        let successor = i64::from(successor);
        i64::from(self.gain) + if self.turn == Turn::Kept { successor } else { -successor }
    }
}

/// A game: a space, a start and the moves.
///
/// # Contract
/// * Every move leads to a state of the space, in an earlier layer or at a smaller index of the same block. No game
///   lasts for ever, then.
/// * `|value| <= bound` at every state.
/// * The functions are pure: the same state has the same moves, in the same order.
///
/// [`check_game`] tests the first. The plain sweep reports a breach of the first two as an error; a kernel is trusted.
pub trait Game: Sync {
    /// Required: the states.
    fn space(&self) -> &Arc<Space>;

    /// Required: the state the game starts from; a state of the space.
    fn start(&self) -> State;

    /// Required: a bound on |value| over all states. It decides the width of the table.
    fn bound(&self) -> i64;

    /// Required: visits every legal move of a state of the space, each once. Equal moves are told apart by this
    /// order: the first is preferred.
    fn for_each_move(&self, state: State, visit: impl FnMut(Move));

    /// Optional: the value of a state that has no move. By default 0.
    fn terminal(&self, _state: State) -> i32 {
        0
    }

    /// Optional: a vectorised fill for tables of this width, or `None` for the plain sweep. By default `None`.
    ///
    /// It must give the values that [`for_each_move`](Self::for_each_move) gives. That is not checked while solving:
    /// [`verify`](crate::verify) checks it.
    fn kernel(&self, _width: Width) -> Option<Box<dyn Kernel + '_>> {
        None
    }
}

/// The value of a state from its moves, given the values of the successors; `None` where one is not to be had.
///
/// The scalar definition of everything the crate computes.
// Inlined always, so that the sweep compiles it for each CPU path.
#[inline(always)]
pub(crate) fn value_from_moves<G: Game>(
    game: &G,
    state: State,
    mut successor: impl FnMut(State) -> Option<i32>,
) -> Result<i64, Move> {
    let mut best = i64::MIN;
    let mut missing = None;
    game.for_each_move(
        state,
        #[inline(always)]
        |to| match successor(to.to) {
            Some(value) => best = best.max(to.value(value)),
            None => missing = Some(to),
        },
    );
    match missing {
        Some(to) => Err(to),
        None if best == i64::MIN => Ok(game.terminal(state).into()),
        None => Ok(best),
    }
}

/// How a game breaks its contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContractError {
    /// The start is no state of the space.
    #[error("the start {start:#b} is no state of the space")]
    Start {
        /// The start.
        start: State,
    },
    /// A move leads out of the space, or not to an earlier state.
    #[error("a move from {from:#b} leads to {to:#b}, which is no earlier state of the space")]
    Move {
        /// The state moved from.
        from: State,
        /// Where the move leads.
        to: State,
    },
    /// A value exceeds the declared bound.
    #[error("the value {value} of state {state:#b} exceeds the bound of {bound} that the game declares")]
    Bound {
        /// The state.
        state: State,
        /// Its value.
        value: i64,
        /// The declared bound.
        bound: i64,
    },
}

/// Tests a game against its contract at every state; returns the number of moves.
///
/// The conformance test for a game of your own: run it on small instances.
///
/// # Errors
/// [`ContractError`] with the first move that breaks the contract.
///
/// # Complexity
/// O(log blocks + moves) a state, one thread, no memory.
pub fn check_game<G: Game>(game: &G) -> Result<u64, ContractError> {
    let space = game.space();
    if space.index(game.start()).is_none() {
        return Err(ContractError::Start { start: game.start() });
    }
    let mut moves = 0;
    let mut breach = None;
    for layer in 0..space.layers() {
        let earlier = space.indices(0..space.layer(layer).start).end;
        for block in space.layer(layer) {
            let indices = space.indices(block..block + 1);
            for index in indices.clone() {
                let from = space.state_at(index);
                game.for_each_move(from, |to| {
                    moves += 1;
                    let at = space.index(to.to).unwrap_or(usize::MAX);
                    if at >= earlier && !(indices.start..index).contains(&at) && breach.is_none() {
                        breach = Some(ContractError::Move { from, to: to.to });
                    }
                });
                if let Some(breach) = breach {
                    return Err(breach);
                }
            }
        }
    }
    Ok(moves)
}
