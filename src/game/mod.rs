//! Games: moves, and an [`Algebra`] that says what they make.
//!
//! ```text
//! value(s) = max over the moves of  gain + value(s')   if the mover keeps the turn      (Minimax)
//!                                   gain - value(s')   if the turn passes
//! value(s) = terminal(s)                               where there is no move
//! ```
//!
//! seen by the player to move; and so for every other algebra. A game is its moves: everything else in the crate is
//! written once, over [`Game`], which is one kind of [`Recurrence`](crate::Recurrence).

mod algebra;
mod check;
mod choices;
mod elementwise;
mod moves;
mod sums;
mod view;

pub use algebra::Algebra;
pub use check::check_game;
pub use choices::{All, Amount, Any, Bottleneck, Cheapest, Dearest, Minimax};
pub use moves::{Gain, Move, Turn};
pub use sums::{Chance, Count, Counter, Expectation, Grundy, Longest, Modulo, Probability, Shortest};
pub use view::{Plays, Under, Values};

use std::sync::Arc;

use crate::kernel::Offer;
use crate::recurrence::Undefined;
use crate::space::{Space, State};
use crate::table::CellType;

/// What the moves of a game gain.
pub type GainOf<G> = <<G as Game>::Algebra as Algebra>::Gain;

/// What the states of a game are worth.
pub type ValueOf<G> = <<G as Game>::Algebra as Algebra>::Value;

/// A game: a space, a start, the moves, and what they make.
///
/// # Contract
/// * Every move leads to a state of the space, in an earlier layer or at a smaller index of the same block. No game
///   lasts for ever, then.
/// * `|value| <= bound` at every state.
/// * The functions are pure: the same state has the same moves, in the same order.
///
/// [`check_game`] tests the first. The plain sweep reports a breach of the first two as an error; a kernel is trusted.
pub trait Game: Sync {
    /// Required: what the moves make. [`Minimax`] for two players, or for one who wants most.
    type Algebra: Algebra;

    /// Required: the algebra itself.
    fn algebra(&self) -> Self::Algebra;

    /// Required: the states.
    fn space(&self) -> &Arc<Space>;

    /// Required: the state the game starts from; a state of the space.
    fn start(&self) -> State;

    /// Optional: a bound on |value| over all states. It decides the width of the table. By default [`i64::MAX`], which
    /// stands for none: the widest cells of the type of the values.
    fn bound(&self) -> i64 {
        i64::MAX
    }

    /// Required: visits every legal move of a state of the space, each once. Equal moves are told apart by this
    /// order: the first is preferred.
    fn for_each_move(&self, state: State, visit: impl FnMut(Move<GainOf<Self>>));

    /// Optional: the value of a state that has no move. By default what the algebra says.
    fn terminal(&self, _state: State) -> ValueOf<Self> {
        self.algebra().terminal()
    }

    /// Optional: a vectorised fill for tables of these cells, or `None` for the plain sweep. By default `None`.
    ///
    /// It must give the values that [`for_each_move`](Self::for_each_move) gives. That is not checked while solving:
    /// [`verify`](crate::verify) checks it.
    fn kernel(&self, _cell: CellType) -> Option<Offer<'_>> {
        None
    }
}

/// The value of a state from its moves, given the values of the successors.
///
/// The scalar definition of everything the crate computes.
// Inlined always, so that the sweep compiles it for each CPU path.
#[inline(always)]
pub(crate) fn value_from_moves<G: Game + ?Sized, E: From<Undefined>>(
    game: &G,
    state: State,
    mut successor: impl FnMut(State) -> Result<ValueOf<G>, E>,
) -> Result<ValueOf<G>, E> {
    let algebra = game.algebra();
    let (mut sum, mut over, mut wrong) = (algebra.none(), true, None);
    game.for_each_move(
        state,
        #[inline(always)]
        |play| {
            over = false;
            match successor(play.to) {
                Ok(behind) => {
                    if let Err(error) = algebra.join(&mut sum, play.gain, play.turn, behind) {
                        wrong = wrong.take().or(Some(error.into()));
                    }
                }
                Err(error) => wrong = wrong.take().or(Some(error)),
            }
        },
    );
    match wrong {
        Some(error) => Err(error),
        None if over => Ok(game.terminal(state)),
        None => Ok(algebra.value(sum)?),
    }
}
