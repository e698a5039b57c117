//! Which states a game can come to.

use super::SolveError;
use crate::game::Game;
use crate::layers::{Direction, Layers};
use crate::recurrence::ContractError;
use crate::space::State;
use crate::table::StateSet;

/// The states that play can come to from `start`, itself among them.
///
/// One pass down the index: every move lowers it, so a state is complete before it is reached.
///
/// # Errors
/// [`SolveError::State`] where `start` is none, [`SolveError::Contract`] where a move leads to no earlier state,
/// [`SolveError::Memory`] where a bit a state is not to be had.
///
/// # Complexity
/// O(states / 64 + moves of the reachable states), one thread.
pub fn reachable<G: Game>(game: &G, start: State) -> Result<StateSet, SolveError> {
    let space = game.space();
    let mut set = StateSet::empty(space.clone())?;
    if !set.insert(start) {
        return Err(SolveError::State { state: start });
    }
    // A move writes into layers that are not done yet, so the set is no column of a pass.
    Layers::new(space).direction(Direction::FromLast).each(|_, blocks| {
        let indices = space.indices(blocks);
        let mut above = indices.end;
        while let Some(index) = set.last_below(above).filter(|&index| index >= indices.start) {
            let (from, mut breach) = (space.state_at(index), None);
            game.for_each_move(from, |play| match space.index(play.to).filter(|&to| to < index) {
                Some(to) => set.insert_at(to),
                None => breach = breach.or(Some(ContractError::Move { from, to: play.to })),
            });
            if let Some(breach) = breach {
                return Err(SolveError::from(breach));
            }
            above = index;
        }
        Ok(())
    })?;
    Ok(set)
}
