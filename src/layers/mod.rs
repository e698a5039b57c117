//! The one driver over the layers of a space: layer after layer, the blocks of a layer side by side.
//!
//! ```text
//! FromFirst   | solved ........................ | this layer: task, task, task | not yet |
//! FromLast    | not yet | this layer: task, task, task | solved ....................... |
//! ```
//!
//! A layer is one contiguous run of each column. Splitting there gives what is solved, to read, and the current layer, to
//! write; cutting that at block boundaries gives each task a run of its own. So there are no locks and no atomics, and
//! neither the number of threads nor the size of a task can change a byte. Nothing else in the crate walks over layers.

mod columns;
mod earlier;
mod pace;
mod ranked;
mod solved;
mod two;
mod words;

pub use columns::{CellColumn, Columns, Rows};
pub use earlier::Earlier;
pub use ranked::{Ranked, RankedOwn, RankedSolved, Ranks};
pub use solved::{Blocks, Layout, NotEarlier, Solved};
pub use two::TwoLayers;
pub use words::{SolvedWords, WordColumn};

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use self::pace::Pace;
use crate::space::Space;
use crate::table::CellType;

/// Where a pass begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// At the first layer: a state is met after all that it leads to.
    FromFirst,
    /// At the last layer: a state is met after all that leads to it.
    FromLast,
}

/// How far a pass has come; given to the progress function after each layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The layers done.
    pub layers_done: usize,
    /// The layers in all.
    pub layers: usize,
    /// The states done.
    pub states_done: usize,
    /// The states in all.
    pub states: usize,
}

/// The pass was told to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Cancelled;

/// Why a kernel's pass did not come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The kernel asked for what is not solved.
    #[error(transparent)]
    NotEarlier(#[from] NotEarlier),
    /// The kernel fills other cells than the table has.
    #[error("a kernel for cells of type {kernel} in a table of others")]
    OtherCells {
        /// What the kernel fills.
        kernel: CellType,
    },
}

/// A run of blocks of one layer, with its run of each column.
#[derive(Debug)]
pub struct Task<O> {
    /// The blocks.
    pub blocks: Range<usize>,
    /// Their cells, to be written.
    pub own: O,
}

/// A pass over the layers of a space, its options built by value.
#[derive(Clone, Copy)]
pub struct Layers<'a> {
    space: &'a Space,
    direction: Direction,
    group: usize,
    sequential: bool,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    cancel: Option<&'a AtomicBool>,
}

impl std::fmt::Debug for Layers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { direction, group, sequential, .. } = self;
        f.debug_struct("Layers")
            .field("layers", &self.space.layers())
            .field("direction", direction)
            .field("group", group)
            .field("sequential", sequential)
            .finish_non_exhaustive()
    }
}

impl<'a> Layers<'a> {
    /// A pass from the first layer, in tasks of any size, on the caller's rayon pool.
    pub fn new(space: &'a Space) -> Self {
        let direction = Direction::FromFirst;
        Self { space, direction, group: 0, sequential: false, progress: None, cancel: None }
    }

    /// Begins at the other end. By default at the first layer.
    #[must_use]
    pub fn direction(mut self, direction: Direction) -> Self {
        self.direction = direction;
        self
    }

    /// Gives each task exactly this many blocks, but for the last of a layer; 0, the default, for as many as suit.
    #[must_use]
    pub fn group(mut self, blocks: usize) -> Self {
        self.group = blocks;
        self
    }

    /// Does everything on the calling thread. By default layers that are worth it are shared by the pool's threads.
    #[must_use]
    pub fn sequential(mut self, sequential: bool) -> Self {
        self.sequential = sequential;
        self
    }

    /// Calls this after each layer, from the calling thread. By default nothing is called.
    #[must_use]
    pub fn progress(mut self, progress: Option<&'a (dyn Fn(Progress) + Sync)>) -> Self {
        self.progress = progress;
        self
    }

    /// Stops, with an error, before the next task once this is true. By default nothing stops a pass.
    #[must_use]
    pub fn cancel(mut self, cancel: Option<&'a AtomicBool>) -> Self {
        self.cancel = cancel;
        self
    }

    /// The space.
    pub fn space(&self) -> &'a Space {
        self.space
    }

    /// Calls `work` for each task, with what is solved of the columns; returns the sum of what it returns.
    ///
    /// # Errors
    /// What `work` says first, in the order of the blocks of the first layer where it says anything; [`Cancelled`].
    ///
    /// # Complexity
    /// A few hundred nanoseconds a layer and a task, beside `work`. Whether a layer is shared by threads follows from
    /// the time that its states should take, by what those before it took, and what sharing has cost.
    pub fn run<K, E>(
        &self,
        columns: &mut K,
        work: impl Fn(K::Solved<'_>, Task<K::Own<'_>>) -> Result<u64, E> + Sync,
    ) -> Result<u64, E>
    where
        K: Columns,
        E: Send + From<Cancelled>,
    {
        let threads = if self.sequential { 1 } else { rayon::current_num_threads() };
        let mut pace = Pace::new(threads);
        let sum = AtomicU64::new(0);
        self.each::<E>(|layer, blocks| {
            let indices = self.space.indices(blocks.clone());
            let shared = pace.is_worth_sharing(indices.len());
            let group = match self.group {
                0 if shared => blocks.len().div_ceil(8 * threads),
                0 => blocks.len(),
                group => group,
            };
            let (solved, own) = columns.open(self.space, self.direction, layer);
            let tasks =
                Tasks::<K> { space: self.space, group, solved, rest: Some(Task { blocks: blocks.clone(), own }) };
            let run = |task: Task<K::Own<'_>>| {
                if self.is_cancelled() {
                    return Err(E::from(Cancelled));
                }
                work(solved, task).map(|count| _ = sum.fetch_add(count, Ordering::Relaxed))
            };
            // Alone there is nothing to decide, and small layers are over sooner than the clock is read.
            let begin = (threads > 1).then(Instant::now);
            if shared {
                let tasks: Vec<_> = tasks.collect();
                let wrong = tasks.into_par_iter().with_max_len(1).map(run).find_first(Result::is_err);
                wrong.unwrap_or(Ok(()))?;
            } else {
                let mut tasks = tasks;
                tasks.try_for_each(run)?;
            }
            if let Some(begin) = begin {
                pace.took(indices.len(), shared, begin.elapsed());
            }
            columns.close(self.space, layer);
            Ok(())
        })?;
        Ok(sum.into_inner())
    }

    /// Calls `work` for each layer, in the order of the pass, with its number and its blocks: for what columns cannot
    /// say, such as writing into layers that are not done.
    ///
    /// # Errors
    /// What `work` says; [`Cancelled`].
    pub fn each<E: From<Cancelled>>(
        &self,
        mut work: impl FnMut(usize, Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let layers = self.space.layers();
        let mut states_done = 0;
        for step in 0..layers {
            let layer = if self.direction == Direction::FromLast { layers - 1 - step } else { step };
            let blocks = self.space.layer(layer);
            if self.is_cancelled() {
                return Err(Cancelled.into());
            }
            work(layer, blocks.clone())?;
            states_done += self.space.indices(blocks).len();
            if let Some(progress) = self.progress {
                progress(Progress { layers_done: step + 1, layers, states_done, states: self.space.states() });
            }
        }
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// Cuts a layer into tasks at block boundaries.
struct Tasks<'s, K: Columns + 's> {
    space: &'s Space,
    group: usize,
    solved: K::Solved<'s>,
    rest: Option<Task<K::Own<'s>>>,
}

impl<'s, K: Columns> Iterator for Tasks<'s, K> {
    type Item = Task<K::Own<'s>>;

    fn next(&mut self) -> Option<Self::Item> {
        let Task { blocks, own } = self.rest.take()?;
        let cut = blocks.start + self.group.max(1);
        if cut >= blocks.end {
            return Some(Task { blocks, own });
        }
        let (first, rest) = K::cut(self.solved, own, self.space, blocks.start..cut);
        self.rest = Some(Task { blocks: cut..blocks.end, own: rest });
        Some(Task { blocks: blocks.start..cut, own: first })
    }
}
