//! Memoised top-down search over the same [`Game`]: the reference the sweep is held against, and the program most
//! people would write.

use crate::game::{ContractError, Game, value_from_moves};
use crate::space::State;
use crate::table::{Memory, StateSet};

use super::SolveError;

/// The longest line of play followed, for the sake of the stack. Games of this crate last at most 420 moves.
const DEPTH: usize = 2_000;

/// A memoised recursion. It visits what can be reached from the states it is asked for, and nothing else.
#[derive(Debug)]
pub struct Recursion<'g, G> {
    game: &'g G,
    memo: Memory,
    known: StateSet,
    depth: usize,
    moves: u64,
}

impl<'g, G: Game> Recursion<'g, G> {
    /// A recursion that knows nothing yet: 4 bytes and a bit a state.
    ///
    /// # Errors
    /// [`SolveError::Memory`] where the memory is not to be had.
    pub fn new(game: &'g G) -> Result<Self, SolveError> {
        let space = game.space();
        Ok(Self {
            game,
            memo: Memory::zeroed(space.states().saturating_mul(4))?,
            known: StateSet::empty(space.clone())?,
            depth: 0,
            moves: 0,
        })
    }

    /// The value of a state for the player to move.
    ///
    /// # Errors
    /// [`SolveError::State`] where the mask is no state, [`SolveError::Contract`] where the game breaks its contract, [`SolveError::Depth`] for lines of play of more
    /// than 2,000 moves.
    pub fn value(&mut self, state: State) -> Result<i32, SolveError> {
        let Some(index) = self.game.space().index(state) else {
            return Err(SolveError::State { state });
        };
        self.value_at(state, index)
    }

    /// The states valued so far.
    pub fn known(&self) -> &StateSet {
        &self.known
    }

    /// The moves looked at so far.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    fn value_at(&mut self, state: State, index: usize) -> Result<i32, SolveError> {
        if self.known.bits()[index] {
            return Ok(self.memo.as_slice::<i32>()[index]);
        }
        if self.depth == DEPTH {
            return Err(SolveError::Depth { limit: DEPTH });
        }
        self.depth += 1;
        let game = self.game;
        let mut failed = None;
        let value = value_from_moves(game, state, |to| {
            self.moves += 1;
            // A move that does not go down the index could go round in circles.
            let to_index = game.space().index(to).filter(|&to_index| to_index < index)?;
            self.value_at(to, to_index).map_err(|error| failed = Some(error)).ok()
        });
        self.depth -= 1;
        if let Some(error) = failed {
            return Err(error);
        }
        let value = value.map_err(|to| ContractError::Move { from: state, to: to.to })?;
        let bound = game.bound();
        let cell = i32::try_from(value).ok().filter(|_| value.abs() <= bound);
        let cell = cell.ok_or(ContractError::Bound { state, value, bound })?;
        self.memo.as_mut_slice::<i32>()[index] = cell;
        self.known.bits_mut().set(index, true);
        Ok(cell)
    }
}
