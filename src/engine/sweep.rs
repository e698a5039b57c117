//! The one parallel loop: layer after layer, the blocks of a layer side by side.
//!
//! A layer is one contiguous slice. Splitting the table there gives what is solved, to read, and the current layer,
//! to write; cutting that at block boundaries gives each task a slice of its own. So there are no locks and no
//! atomics, and neither the number of threads nor the size of a task can change a byte.

use std::mem::take;
use std::ops::Range;

use rayon::prelude::*;

use super::{Progress, SolveError};
use crate::game::{ContractError, Game, value_from_moves};
use crate::kernel::{Cpu, Group, Kernel, Solved, Work};
use crate::space::{Space, State};
use crate::table::Cell;

/// A sweep over the layers of a space.
pub(super) struct Sweep<'a> {
    pub(super) space: &'a Space,
    pub(super) cpu: Cpu,
    pub(super) sequential: bool,
    pub(super) progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// A run of blocks of one layer, with their slices of the table and of the further plane.
struct Task<'a, C> {
    blocks: Range<usize>,
    values: &'a mut [C],
    plane: &'a mut [i8],
}

/// How a layer is cut into tasks.
#[derive(Clone, Copy)]
enum Cut {
    /// Any run of blocks will do: a few tasks a thread.
    Anyhow,
    /// Exactly this many blocks a task, but for the last.
    Groups(usize),
}

impl Sweep<'_> {
    /// Fills the table by the game's own moves; returns their number.
    pub(super) fn plain<G: Game, C: Cell>(&self, game: &G, cells: &mut [C]) -> Result<u64, SolveError> {
        self.layers(cells, &mut [], Cut::Anyhow, self.progress, |solved, _, task| {
            let (mut moves, mut rest) = (0, task.values);
            for block in task.blocks {
                let values;
                (values, rest) = rest.split_at_mut(self.space.indices(block..block + 1).len());
                moves += self.cpu.run(FillBlock { game, space: self.space, solved, block, values })?;
            }
            Ok(moves)
        })
    }

    /// Fills the table by a kernel.
    pub(super) fn by_kernel<C: Cell>(&self, kernel: &dyn Kernel, cells: &mut [C], plane: &mut [i8]) {
        let cut = Cut::Groups(kernel.group().max(1));
        let filled = self.layers(cells, plane, cut, self.progress, |solved, solved_plane, task| {
            kernel.fill(self.cpu, Solved { values: C::wrap(solved), plane: solved_plane }, task.into_group());
            Ok(0)
        });
        debug_assert!(filled.is_ok(), "a kernel reports no error");
    }

    /// Runs `fill` over all tasks, layer after layer; returns the sum of what it returns.
    fn layers<C: Cell>(
        &self,
        cells: &mut [C],
        plane: &mut [i8],
        cut: Cut,
        progress: Option<&(dyn Fn(Progress) + Sync)>,
        fill: impl Fn(&[C], &[i8], Task<'_, C>) -> Result<u64, SolveError> + Sync,
    ) -> Result<u64, SolveError> {
        let mut moves = 0;
        for layer in 0..self.space.layers() {
            let blocks = self.space.layer(layer);
            let indices = self.space.indices(blocks.clone());
            let (solved, values) = cells[..indices.end].split_at_mut(indices.start);
            // A kernel without a further plane is given empty ones.
            let planes = indices.start.min(plane.len())..indices.end.min(plane.len());
            let (solved_plane, plane) = plane[..planes.end].split_at_mut(planes.start);
            let (solved, solved_plane) = (&*solved, &*solved_plane);
            let inline = self.sequential || indices.len() < cut.inline_below();
            let tasks = Tasks {
                space: self.space,
                blocks_a_task: cut.blocks_a_task(blocks.len(), inline),
                rest: Task { blocks, values, plane },
            };
            moves += if inline {
                tasks.map(|task| fill(solved, solved_plane, task)).sum::<Result<u64, SolveError>>()?
            } else {
                let tasks: Vec<_> = tasks.collect();
                let filled = tasks.into_par_iter().with_max_len(1).map(|task| fill(solved, solved_plane, task));
                filled.try_reduce(|| 0, |a, b| Ok(a + b))?
            };
            if let Some(progress) = progress {
                progress(Progress {
                    layers_done: layer + 1,
                    layers: self.space.layers(),
                    states_done: indices.end,
                    states: self.space.states(),
                });
            }
        }
        Ok(moves)
    }
}

impl Cut {
    /// A layer of fewer states is filled on the calling thread: waking the pool takes 50 to 150 microseconds, a
    /// state some 20 ns by the plain sweep and under 1 ns by a kernel.
    fn inline_below(self) -> usize {
        match self {
            Self::Anyhow => 1 << 13,
            Self::Groups(_) => 1 << 17,
        }
    }

    fn blocks_a_task(self, blocks: usize, inline: bool) -> usize {
        match self {
            Self::Anyhow if inline => blocks,
            Self::Anyhow => blocks.div_ceil(8 * rayon::current_num_threads()),
            Self::Groups(group) => group,
        }
    }
}

impl<'a, C: Cell> Task<'a, C> {
    fn into_group(self) -> Group<'a> {
        Group { first_block: self.blocks.start, values: C::wrap_mut(self.values), plane: self.plane }
    }
}

/// Cuts a layer into tasks at block boundaries.
struct Tasks<'a, C> {
    space: &'a Space,
    blocks_a_task: usize,
    rest: Task<'a, C>,
}

impl<'a, C> Iterator for Tasks<'a, C> {
    type Item = Task<'a, C>;

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.rest.blocks.start;
        if first == self.rest.blocks.end {
            return None;
        }
        let end = self.rest.blocks.end.min(first + self.blocks_a_task);
        let states = self.space.indices(first..end).len();
        let values;
        (values, self.rest.values) = take(&mut self.rest.values).split_at_mut(states);
        let plane;
        let states = states.min(self.rest.plane.len());
        (plane, self.rest.plane) = take(&mut self.rest.plane).split_at_mut(states);
        self.rest.blocks.start = end;
        Some(Task { blocks: first..end, values, plane })
    }
}

/// One block to fill by the game's moves.
struct FillBlock<'a, G, C> {
    game: &'a G,
    space: &'a Space,
    solved: &'a [C],
    block: usize,
    values: &'a mut [C],
}

impl<G: Game, C: Cell> Work for FillBlock<'_, G, C> {
    type Output = Result<u64, SolveError>;

    /// In the order of the index; returns the number of moves.
    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { game, space, solved, block, values } = self;
        let (start, index) = (space.indices(block..block + 1).start, &**space.index_tables());
        let high = space.block_high(block) << space.low_bits();
        let bound = game.bound();
        let mut moves = 0;
        for (rank, &low) in space.block_lows(block).iter().enumerate() {
            let state = high | State::from(low);
            let (done, current) = values.split_at_mut(rank);
            let value = value_from_moves(
                game,
                state,
                #[inline(always)]
                |to| {
                    moves += 1;
                    let at = index.find(to)?;
                    // What is neither in an earlier layer nor before this state in its block is not solved yet.
                    let value = if at < solved.len() { solved[at] } else { *done.get(at.wrapping_sub(start))? };
                    Some(value.into())
                },
            );
            let value = value.map_err(|to| ContractError::Move { from: state, to: to.to })?;
            current[0] = match C::try_from(value) {
                Ok(cell) if value.abs() <= bound => cell,
                _ => return Err(ContractError::Bound { state, value, bound }.into()),
            };
        }
        Ok(moves)
    }
}
