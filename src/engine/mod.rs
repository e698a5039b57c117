//! The solver: a plan before, one sweep over the layers, a report after.

mod plan;
mod plays;
mod reachable;
mod recursion;
mod sweep;
mod verify;

pub use plan::Plan;
pub use plays::plays;
pub use reachable::reachable;
pub use recursion::Recursion;
pub(crate) use verify::check_index;
pub use verify::{VerifyError, verify, verify_with};

use std::time::{Duration, Instant};

use crate::game::{ContractError, Game};
use crate::kernel::Cpu;
use crate::space::State;
use crate::table::{CellsMut, Draft, Label, Memory, MemoryError, SaveError, Table, available_memory};

/// Why a game could not be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// More memory is needed than the limit allows.
    #[error("needs {needed} bytes of memory, the limit is {limit}")]
    MemoryLimit {
        /// The peak of the plan, in bytes.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The system refused the memory.
    #[error("not enough memory")]
    Memory(#[from] MemoryError),
    /// The file that the table is filled in cannot be made.
    #[error("cannot make the file of the table")]
    Save(#[from] SaveError),
    /// The declared bound is negative or does not fit 32 bits.
    #[error("a bound of {bound} on the values does not fit 32 bits")]
    Width {
        /// The declared bound.
        bound: i64,
    },
    /// The game breaks its contract.
    #[error("the game breaks its contract")]
    Contract(#[from] ContractError),
    /// A mask that is asked for is no state.
    #[error("{state:#b} is no state of the space")]
    State {
        /// The mask.
        state: State,
    },
    /// A line of play is longer than the recursion can follow.
    #[error("a line of play of more than {limit} moves is too long for the recursion")]
    Depth {
        /// The most moves it can follow.
        limit: usize,
    },
}

/// How far a solve has come; given to the progress function after each layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The layers filled.
    pub layers_done: usize,
    /// The layers in all.
    pub layers: usize,
    /// The states filled.
    pub states_done: usize,
    /// The states in all.
    pub states: usize,
}

/// What a solve did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The states filled.
    pub states: usize,
    /// The moves looked at; `None` where a kernel did not count them.
    pub moves: Option<u64>,
    /// The time from the allocation of the table to its last value.
    pub elapsed: Duration,
}

impl Report {
    /// States filled a second.
    pub fn states_per_second(&self) -> f64 {
        self.states as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// A solved game: the table, and what it took.
#[derive(Debug)]
pub struct Solution {
    /// The value of every state.
    pub table: Table,
    /// What the solve did.
    pub report: Report,
}

/// The options of a solve, built by value.
///
/// ```
/// use retrograde::{Solver, games::sternhalma::Sternhalma};
///
/// let game = Sternhalma::new([1; 19])?;
/// let solver = Solver::new().memory_limit(64 << 20);
/// assert_eq!(solver.plan(&game)?.states, 1 << 19);
/// let solution = solver.solve(&game)?;
/// assert_eq!(solution.table.value(0), Some(0)); // the empty board
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Solver<'a> {
    memory_limit: Option<u64>,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    sequential: bool,
    plain: bool,
    cpu: Cpu,
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("memory_limit", &self.memory_limit)
            .field("progress", &self.progress.is_some())
            .field("sequential", &self.sequential)
            .field("plain", &self.plain)
            .field("cpu", &self.cpu)
            .finish()
    }
}

impl<'a> Solver<'a> {
    /// The defaults: all the memory available, no progress, the threads of the caller's rayon pool, kernels where
    /// games have them.
    pub fn new() -> Self {
        Self::default()
    }

    /// Refuses a game whose plan needs more than `bytes` at its peak. By default [`available_memory`].
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Calls `progress` after each layer, from the thread that solves. By default nothing is called.
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Fills everything on the calling thread. The right choice where many games are solved at once, one a thread.
    pub fn sequential(mut self, sequential: bool) -> Self {
        self.sequential = sequential;
        self
    }

    /// Fills by the plain sweep even where the game has a kernel. The values are the same.
    pub fn plain(mut self, plain: bool) -> Self {
        self.plain = plain;
        self
    }

    /// Fills with these instructions. By default the best that the machine has. The values are the same.
    pub fn cpu(mut self, cpu: Cpu) -> Self {
        self.cpu = cpu;
        self
    }

    /// What a solve would take. Allocates no table; a game may prepare its kernel, whose own small lists are not counted.
    ///
    /// # Errors
    /// [`SolveError::Width`] where the values would not fit.
    pub fn plan<G: Game>(&self, game: &G) -> Result<Plan, SolveError> {
        Plan::new(game, !self.plain)
    }

    /// Solves a game: the value of every state.
    ///
    /// # Errors
    /// [`SolveError`]: too little memory, values that do not fit, or a game that breaks its contract.
    ///
    /// # Complexity
    /// Every move of every state once; the bytes of the [`Plan`].
    pub fn solve<G: Game>(&self, game: &G) -> Result<Solution, SolveError> {
        self.solve_with(game, &mut Buffers::default())
    }

    /// As [`solve`](Self::solve), in the memory of earlier solves: for many games of about one size, where the system
    /// would hand out the same pages again and again.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_with<G: Game>(&self, game: &G, buffers: &mut Buffers) -> Result<Solution, SolveError> {
        let plan = self.checked_plan(game, Plan::peak_bytes)?;
        let begin = Instant::now();
        let mut table = Table::new(game.space(), plan.width, game.bound(), |_, bytes| take(&mut buffers.table, bytes))?;
        let mut plane = take(&mut buffers.plane, plan.plane_bytes as usize)?;
        let moves = self.fill(game, &plan, &mut table, &mut plane)?;
        buffers.plane = Some(plane);
        Ok(Solution { table, report: Report { states: plan.states, moves, elapsed: begin.elapsed() } })
    }

    /// Solves a game in the file of a draft in place of memory, so that the table may be larger than that. The draft
    /// is yet to be [finished](Draft::finish), with the same label.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), and [`SolveError::Save`] where the disk is too small.
    ///
    /// # Complexity
    /// As [`solve`](Self::solve). Table and plane are files; the memory limit is held against the index alone.
    pub fn solve_in<G: Game>(&self, game: &G, draft: &Draft, label: &Label) -> Result<Solution, SolveError> {
        let plan = self.checked_plan(game, |plan| plan.index_bytes)?;
        let begin = Instant::now();
        let map = |table: &Table, _| Ok::<_, SolveError>(draft.map(table, label)?);
        let mut table = Table::new(game.space(), plan.width, game.bound(), map)?;
        let mut plane = draft.scratch(plan.plane_bytes as usize)?;
        let moves = self.fill(game, &plan, &mut table, &mut plane)?;
        Ok(Solution { table, report: Report { states: plan.states, moves, elapsed: begin.elapsed() } })
    }

    /// The plan, where the start is a state and the memory suffices.
    fn checked_plan<G: Game>(&self, game: &G, needed: impl Fn(&Plan) -> u64) -> Result<Plan, SolveError> {
        let plan = self.plan(game)?;
        let (needed, limit) = (needed(&plan), self.memory_limit.unwrap_or_else(available_memory));
        if needed > limit {
            return Err(SolveError::MemoryLimit { needed, limit });
        }
        match game.space().index(game.start()) {
            Some(_) => Ok(plan),
            None => Err(ContractError::Start { start: game.start() }.into()),
        }
    }

    /// Fills the table; returns the number of moves where they were counted.
    fn fill<G: Game>(
        &self,
        game: &G,
        plan: &Plan,
        table: &mut Table,
        plane: &mut Memory,
    ) -> Result<Option<u64>, SolveError> {
        let sweep =
            sweep::Sweep { space: game.space(), cpu: self.cpu, sequential: self.sequential, progress: self.progress };
        let kernel = if self.plain { None } else { game.kernel(plan.width) };
        if let Some(kernel) = kernel {
            match table.cells_mut() {
                CellsMut::I8(cells) => sweep.by_kernel(&*kernel, cells, plane.as_mut_slice()),
                CellsMut::I16(cells) => sweep.by_kernel(&*kernel, cells, plane.as_mut_slice()),
                CellsMut::I32(cells) => sweep.by_kernel(&*kernel, cells, plane.as_mut_slice()),
            }
            return Ok(None);
        }
        let moves = match table.cells_mut() {
            CellsMut::I8(cells) => sweep.plain(game, cells),
            CellsMut::I16(cells) => sweep.plain(game, cells),
            CellsMut::I32(cells) => sweep.plain(game, cells),
        };
        moves.map(Some)
    }
}

/// Memory of earlier solves, kept for the next.
#[derive(Debug, Default)]
pub struct Buffers {
    table: Option<Memory>,
    plane: Option<Memory>,
}

impl Buffers {
    /// Gives back the memory of a table that is not needed any more.
    pub fn give_back(&mut self, table: Table) {
        self.table = Some(table.into_memory());
    }
}

/// Memory of this size: what was kept, if it is large enough.
fn take(kept: &mut Option<Memory>, bytes: usize) -> Result<Memory, MemoryError> {
    kept.take().and_then(|memory| memory.reused(bytes)).map_or_else(|| Memory::zeroed(bytes), Ok)
}
