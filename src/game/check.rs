//! The conformance test for a game of one's own.

use super::Game;
use crate::layers::{Cancelled, Layers};
use crate::recurrence::ContractError;

/// What ends the check.
struct Breach(ContractError);

impl From<Cancelled> for Breach {
    fn from(_: Cancelled) -> Self {
        unreachable!("nothing cancels it")
    }
}

/// Tests a game against its contract at every state; returns the number of moves.
///
/// The conformance test for a game of your own: run it on small instances.
///
/// # Errors
/// [`ContractError`] with the first move that breaks the contract.
///
/// # Complexity
/// O(log blocks + moves) a state, on the threads of the caller's pool, no memory.
pub fn check_game<G: Game>(game: &G) -> Result<u64, ContractError> {
    let space = game.space();
    if space.index(game.start()).is_none() {
        return Err(ContractError::Start { start: game.start() });
    }
    let checked = Layers::new(space).run(&mut (), |(), task| {
        // A layer is a run of blocks, so all before the first of them are earlier.
        let earlier = space.indices(0..space.layer_of(task.blocks.start).start).end;
        let mut moves = 0;
        for block in task.blocks {
            let indices = space.indices(block..block + 1);
            for index in indices.clone() {
                let (from, mut breach) = (space.state_at(index), None);
                game.for_each_move(from, |play| {
                    moves += 1;
                    let at = space.index(play.to).unwrap_or(usize::MAX);
                    if at >= earlier && !(indices.start..index).contains(&at) && breach.is_none() {
                        breach = Some(ContractError::Move { from, to: play.to });
                    }
                });
                breach.map_or(Ok(()), |breach| Err(Breach(breach)))?;
            }
        }
        Ok(moves)
    });
    checked.map_err(|Breach(error)| error)
}
