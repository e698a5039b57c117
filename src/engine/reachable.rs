//! Which states a game can come to.

use super::SolveError;
use crate::game::Game;
use crate::space::State;
use crate::table::StateSet;

/// The states that play can come to from `start`, itself among them.
///
/// One pass down the index: every move lowers it, so a state is complete before it is reached.
///
/// # Errors
/// [`SolveError::Memory`] where a bit a state is not to be had. A start outside the space reaches nothing.
///
/// # Complexity
/// O(states / 64 + moves of the reachable states), one thread.
pub fn reachable<G: Game>(game: &G, start: State) -> Result<StateSet, SolveError> {
    let space = game.space();
    let mut set = StateSet::empty(space.clone())?;
    let Some(first) = space.index(start) else {
        return Ok(set);
    };
    let bits = set.bits_mut();
    bits.set(first, true);
    let mut above = first + 1;
    while let Some(index) = bits[..above].last_one() {
        game.for_each_move(space.state_at(index), |to| {
            if let Some(to) = space.index(to.to).filter(|&to| to < index) {
                bits.set(to, true);
            }
        });
        above = index;
    }
    Ok(set)
}
