//! How many complete plays there are, over the states that can be reached.

use super::SolveError;
use crate::game::Game;
use crate::layers::{Layers, Ranked, Ranks};
use crate::recurrence::{ContractError, Undefined};
use crate::space::State;
use crate::table::{Memory, StateSet};

/// The number of complete plays from `start` to an end that `counts`.
///
/// `within` is a set that no move leaves, with the start in it: the [`reachable`](super::reachable) states. Its space
/// may be another than the game's, as long as moves lead to earlier layers, or to lower levels inside a block. Over a
/// whole space, solve [`Plays`](crate::Plays) instead.
///
/// # Errors
/// [`SolveError::State`] where the start is not in the set, [`SolveError::Contract`] where a move leaves the set or the
/// number does not fit 128 bits, [`SolveError::Memory`] where the numbers do not fit into memory.
///
/// # Complexity
/// Every move of every state of the set once, on the threads of the caller's pool; 16 bytes a state of the set, and a
/// bit for every eight states of the space.
pub fn plays<G: Game>(
    game: &G,
    within: &StateSet,
    start: State,
    counts: impl Fn(State) -> bool + Sync,
) -> Result<u128, SolveError> {
    let space = within.space();
    let mut memory = Memory::zeroed((within.len() as usize).saturating_mul(16))?;
    let mut numbers = Ranked::new(Ranks::new(within)?, memory.as_mut_slice::<u128>());
    Layers::new(space).run(&mut numbers, |solved, task| {
        let mut states = Vec::new();
        for block in task.blocks {
            let indices = space.indices(block..block + 1);
            let in_set = within.indices_in(indices).map(|index| (index, space.state_at(index)));
            states.extend(in_set.map(|(index, state)| (space.level(state), index, state)));
            // Inside a block a move lowers the level.
            states.sort_unstable();
            for (level, index, state) in states.drain(..) {
                let number = sum(game, state, |to| {
                    let is_before = space.index(to).is_some_and(|to| to < space.indices(block..block + 1).start);
                    if !is_before && space.level(to) >= level {
                        return Err(Undefined::NotEarlier(crate::layers::NotEarlier { mask: to }));
                    }
                    Ok(solved.get(to, &task.own)?)
                });
                let number = match number {
                    Ok(Some(number)) => number,
                    Ok(None) => counts(state).into(),
                    Err(wrong) => return Err(SolveError::from(ContractError::at(state, i64::MAX, wrong))),
                };
                let place = solved.place(index, &task.own);
                task.own.cells[place] = number;
            }
        }
        Ok(0)
    })?;
    numbers.get(start).ok_or(SolveError::State { state: start })
}

/// The sum over the moves; `None` where there is none.
fn sum<G: Game>(
    game: &G,
    state: State,
    number: impl Fn(State) -> Result<u128, Undefined>,
) -> Result<Option<u128>, Undefined> {
    let mut sum = Ok(None);
    game.for_each_move(state, |play| {
        let so_far = std::mem::replace(&mut sum, Ok(None));
        sum = so_far.and_then(|so_far: Option<u128>| {
            let all = so_far.unwrap_or(0).checked_add(number(play.to)?).ok_or(Undefined::TooLarge)?;
            Ok(Some(all))
        });
    });
    sum
}
