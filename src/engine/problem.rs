//! What can be solved: games, by their moves, and recurrences, by their equation.

use std::sync::Arc;

use super::SolveError;
use crate::game::{Game, ValueOf, Values};
use crate::recurrence::{ContractError, Recurrence};
use crate::space::{Space, State};
use crate::table::{CellType, Holds, Shape, Value, WithCells};

/// Marks what is solved by its moves.
#[derive(Debug)]
pub enum ByMoves {}

/// Marks what is solved by its equation.
#[derive(Debug)]
pub enum ByEquation {}

/// A [`Game`] or a [`Recurrence`]; `M`, which the compiler finds, says which.
pub trait Solvable<M>: Sync {
    /// The states.
    fn space(&self) -> &Arc<Space>;

    /// The state that a game starts from.
    fn start(&self) -> Option<State>;

    /// The cells of its table, and what they do not exceed.
    ///
    /// # Errors
    /// [`SolveError`] where there are none that would do.
    fn shape(&self) -> Result<(Shape, i64), SolveError>;

    /// Does something with the recurrence, in cells of this type; `None` where it cannot be in such.
    fn with_recurrence<W: WithRecurrence>(&self, cell: CellType, work: W) -> Option<W::Output>;
}

/// Something to be done with a recurrence whose cells are known at run time.
pub trait WithRecurrence {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<R: Recurrence>(self, recurrence: &R) -> Self::Output;
}

impl<G: Game> Solvable<ByMoves> for G {
    fn space(&self) -> &Arc<Space> {
        Game::space(self)
    }

    fn start(&self) -> Option<State> {
        Some(Game::start(self))
    }

    fn shape(&self) -> Result<(Shape, i64), SolveError> {
        let bound = self.bound();
        let cell = ValueOf::<G>::cell_type(bound).ok_or(SolveError::Width { bound })?;
        Ok((Shape::of(cell), bound))
    }

    fn with_recurrence<W: WithRecurrence>(&self, cell: CellType, work: W) -> Option<W::Output> {
        ValueOf::<G>::with_cells(cell, WithValues { game: self, work })
    }
}

struct WithValues<'g, G, W> {
    game: &'g G,
    work: W,
}

impl<G: Game, W: WithRecurrence> WithCells<ValueOf<G>> for WithValues<'_, G, W> {
    type Output = W::Output;

    fn run<C: Holds<ValueOf<G>>>(self) -> W::Output {
        self.work.run(&Values::<G, C>::new(self.game))
    }
}

impl<R: Recurrence> Solvable<ByEquation> for R {
    fn space(&self) -> &Arc<Space> {
        Recurrence::space(self)
    }

    fn start(&self) -> Option<State> {
        None
    }

    fn shape(&self) -> Result<(Shape, i64), SolveError> {
        let shape = Shape { cell: <R::Cell as crate::table::Cell>::TYPE, width: self.width() };
        match shape {
            Shape { width: 0, .. } | Shape { cell: CellType::Bit, width: 2.. } => {
                Err(ContractError::Width { width: shape.width }.into())
            }
            _ => Ok((shape, self.bound())),
        }
    }

    fn with_recurrence<W: WithRecurrence>(&self, cell: CellType, work: W) -> Option<W::Output> {
        (cell == <R::Cell as crate::table::Cell>::TYPE).then(|| work.run(self))
    }
}
