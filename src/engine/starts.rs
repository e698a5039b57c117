//! The starts of many boards of one size, side by side.

use super::SolveError;
use crate::kernel::Cpu;
use crate::kernel::young::{BOARDS, Boards, Shape};
use crate::layers::{Layers, TwoLayers};
use crate::space::Space;
use crate::table::Memory;

/// The value of the start of each board of a game on Young diagrams, seen by the player who begins; `None` where the
/// space is none of those, or the numbers could overflow. Each board is what its cells are worth to the first and the
/// second player, row by row.
///
/// # Errors
/// [`SolveError::Memory`] where two layers of 16 boards are not to be had.
///
/// # Complexity
/// O(states * moves) for each 16 boards or part of them, on the calling thread.
pub(crate) fn young_starts(cpu: Cpu, space: &Space, boards: &[[&[i32]; 2]]) -> Result<Option<Vec<i32>>, SolveError> {
    let Some(shape) = Shape::new(space).filter(|_| boards.iter().all(|&grids| Boards::fits(grids))) else {
        return Ok(None);
    };
    let cells = TwoLayers::<i32>::cells(space, BOARDS, 1);
    let mut memory = Memory::zeroed(cells.saturating_mul(size_of::<i32>()))?;
    let mut values = Vec::with_capacity(boards.len());
    for boards in boards.chunks(BOARDS) {
        let kernel = Boards::new(cpu, &shape, boards);
        let mut numbers = TwoLayers::new(memory.as_mut_slice::<i32>(), BOARDS);
        Layers::new(kernel.space()).sequential(true).run(&mut numbers, |solved, task| {
            kernel.fill(cpu, solved, task).map(|()| 0).map_err(crate::layers::Stopped::from)
        })?;
        // The last state is the start: the empty diagram.
        let last = numbers.last().last_chunk::<BOARDS>().expect("the last layer has a state");
        let second = boards.iter().map(|grids| grids[1].iter().sum::<i32>());
        values.extend(last.iter().zip(second).map(|(last, second)| last - second));
    }
    Ok(Some(values))
}
