//! Sets of states closed under jumps, both ways.

use super::SolveError;
use crate::kernel::Cpu;
use crate::kernel::pulls::{PullBlocks, Pulls};
use crate::layers::{Layers, Progress, Stopped, WordColumn};
use crate::space::State;
use crate::table::{CellType, StateSet};

pub use crate::kernel::pulls::{Jump, Way};

/// Adds to a set all states that `jumps` lead to from its states, or that lead to them, on the threads of the caller's
/// pool.
///
/// The jumps must lower the layer, or stay in their block and lower the number of ones; and every block must hold a
/// multiple of 64 states. Where that is not so the set is closed by a plain pass, a state at a time, with the same
/// outcome as long as all jumps lower the number of ones.
///
/// # Errors
/// [`SolveError::Contract`] where a jump leads to no earlier layer after all.
///
/// # Complexity
/// O(states * jumps / 512) word operations, as one jump in eight fits a block. The set alone, twice where it is closed
/// by the plain pass.
pub fn close(
    cpu: Cpu,
    set: &mut StateSet,
    jumps: &[Jump],
    way: Way,
    progress: Option<&(dyn Fn(Progress) + Sync)>,
) -> Result<(), SolveError> {
    let space = set.space().clone();
    let pulls = Pulls::new(&space, jumps, way);
    let Some(pulls) = pulls else {
        close_plainly(set, jumps, way);
        return Ok(());
    };
    let mut words = WordColumn::new(&space, set.words_mut()).ok_or(Stopped::OtherCells { kernel: CellType::Bit })?;
    let closed = Layers::new(&space).direction(way.direction()).progress(progress).run(&mut words, |solved, task| {
        let blocks = PullBlocks { pulls: &pulls, solved, task };
        cpu.run(blocks).map(|()| 0).map_err(Stopped::from)
    });
    closed.map(|_| ()).map_err(SolveError::from)
}

/// As [`close`], by the plain pass.
///
/// # Complexity
/// O(states * ones + reached * jumps), one thread; 8 bytes a state of the closed set.
///
/// # Panics
/// Where a jump does not lower the level of a state, as on Young diagrams.
pub fn close_plainly(set: &mut StateSet, jumps: &[Jump], way: Way) {
    let space = set.space().clone();
    // A jump lowers the number of ones, so a set is closed level by level.
    let levels = space.states_by_level().len();
    let mut by_level: Vec<Vec<State>> = vec![Vec::new(); levels];
    for state in set.iter() {
        by_level[space.level(state) as usize].push(state);
    }
    for step in 0..levels {
        let level = if way == Way::Forward { levels - 1 - step } else { step };
        for state in std::mem::take(&mut by_level[level]) {
            for jump in jumps {
                let other = state ^ jump.line;
                let before = if way == Way::Forward { state } else { other };
                if before & jump.line != jump.pegs {
                    continue;
                }
                if let Some(index) = space.index(other).filter(|&index| !set.has_index(index)) {
                    let falls = (space.level(other) < level as u32) == (way == Way::Forward);
                    assert!(falls, "a jump between {state:#b} and {other:#b} does not lower the level");
                    set.insert_at(index);
                    by_level[space.level(other) as usize].push(other);
                }
            }
        }
    }
}
