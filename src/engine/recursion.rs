//! Memoised top-down search over the same [`Game`]: the reference the sweep is held against, and the program most
//! people would write.

use super::SolveError;
use crate::game::{Game, ValueOf, value_from_moves};
use crate::recurrence::{ContractError, Undefined};
use crate::space::State;
use crate::table::{Column, Holds, Shape, StateSet, Value, WithCells};

/// The longest line of play followed, for the sake of the stack. Games of this crate last at most 420 moves.
const DEPTH: usize = 2_000;

/// A memoised recursion. It visits what can be reached from the states it is asked for, and nothing else.
#[derive(Debug)]
pub struct Recursion<'g, G> {
    game: &'g G,
    /// In the widest cells that hold the values.
    memo: Column,
    known: StateSet,
    depth: usize,
    moves: u64,
}

/// Why a value is not known.
enum Failed {
    Undefined(Undefined),
    Solve(SolveError),
}

impl From<Undefined> for Failed {
    fn from(wrong: Undefined) -> Self {
        Self::Undefined(wrong)
    }
}

impl<'g, G: Game> Recursion<'g, G> {
    /// A recursion that knows nothing yet: for each state the widest cell of the game's values, and a bit.
    ///
    /// # Errors
    /// [`SolveError::Memory`] where the memory is not to be had.
    pub fn new(game: &'g G) -> Result<Self, SolveError> {
        let space = game.space();
        let bound = game.bound();
        let cell = ValueOf::<G>::CELLS.last().copied().ok_or(SolveError::Width { bound })?;
        Ok(Self {
            game,
            memo: Column::zeroed(Shape::of(cell), space.states())?,
            known: StateSet::empty(space.clone())?,
            depth: 0,
            moves: 0,
        })
    }

    /// The value of a state for the player to move.
    ///
    /// # Errors
    /// [`SolveError::State`] where the mask is no state, [`SolveError::Contract`] where the game breaks its contract,
    /// [`SolveError::Depth`] for lines of play of more than 2,000 moves.
    pub fn value(&mut self, state: State) -> Result<ValueOf<G>, SolveError> {
        let index = self.game.space().index(state).ok_or(SolveError::State { state })?;
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

    fn value_at(&mut self, state: State, index: usize) -> Result<ValueOf<G>, SolveError> {
        if self.known.has_index(index) {
            let memo = Memo { column: &mut self.memo, index, value: None };
            return ValueOf::<G>::with_cells(memo.column.shape().cell, memo)
                .flatten()
                .ok_or(SolveError::State { state });
        }
        if self.depth == DEPTH {
            return Err(SolveError::Depth { limit: DEPTH });
        }
        self.depth += 1;
        let (game, bound) = (self.game, self.game.bound());
        let value = value_from_moves(game, state, |to| {
            self.moves += 1;
            // A move that does not go down the index could go round in circles.
            match game.space().index(to).filter(|&to_index| to_index < index) {
                Some(to_index) => self.value_at(to, to_index).map_err(Failed::Solve),
                None => Err(Undefined::NotEarlier(crate::layers::NotEarlier { mask: to }).into()),
            }
        });
        self.depth -= 1;
        let value = value.map_err(|failed| match failed {
            Failed::Undefined(wrong) => ContractError::at(state, bound, wrong).into(),
            Failed::Solve(error) => error,
        })?;
        if !value.is_within(bound) {
            return Err(ContractError::at(state, bound, Undefined::TooLarge).into());
        }
        let memo = Memo { column: &mut self.memo, index, value: Some(value) };
        let _ = ValueOf::<G>::with_cells(memo.column.shape().cell, memo);
        self.known.insert_at(index);
        Ok(value)
    }
}

/// Writes a value into the memo, or reads it.
struct Memo<'a, V> {
    column: &'a mut Column,
    index: usize,
    value: Option<V>,
}

impl<V: Value> WithCells<V> for Memo<'_, V> {
    type Output = Option<V>;

    #[inline]
    fn run<C: Holds<V>>(self) -> Option<V> {
        let words = self.column.words_mut::<C>()?;
        if let Some(cell) = self.value.and_then(C::hold) {
            match C::cells_mut(words) {
                Some(cells) => cells[self.index] = cell,
                None => C::pack(&[cell], words, self.index),
            }
        }
        C::read(words, self.index).map(C::value)
    }
}
