//! The solver: a plan before, one pass over the layers, a report after.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::fill::{FillColumn, Filling};
use super::{Plan, Solvable, SolveError};
use crate::kernel::Cpu;
use crate::layers::{Layers, Progress};
use crate::recurrence::ContractError;
use crate::table::{CellType, Column, Draft, Filled, Label, Memory, MemoryError, Table};

/// What a solve did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The states filled.
    pub states: usize,
    /// The moves or look-ups made; `None` where a kernel did not count them.
    pub moves: Option<u64>,
    /// The time from the allocation of the table to its last value, the building of a kernel included.
    pub elapsed: Duration,
}

impl Report {
    /// States filled a second.
    pub fn states_per_second(&self) -> f64 {
        self.states as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// A solved problem: the table, and what it took.
#[derive(Debug)]
pub struct Solution {
    /// The cells of every state.
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
    cancel: Option<&'a AtomicBool>,
    sequential: bool,
    plain: bool,
    cpu: Cpu,
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("memory_limit", &self.memory_limit)
            .field("progress", &self.progress.is_some())
            .field("cancel", &self.cancel)
            .field("sequential", &self.sequential)
            .field("plain", &self.plain)
            .field("cpu", &self.cpu)
            .finish()
    }
}

impl<'a> Solver<'a> {
    /// The defaults: no limit but the system's, no progress, the threads of the caller's rayon pool, kernels where
    /// there are any.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Refuses what needs more than `bytes` at its peak. By default nothing is refused before the system does.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Calls `progress` after each layer, from the thread that solves. By default nothing is called.
    #[must_use]
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Stops with [`SolveError::Cancelled`] soon after this becomes true. By default nothing stops a solve.
    #[must_use]
    pub fn cancel(mut self, cancel: &'a AtomicBool) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Fills everything on the calling thread. The right choice where many problems are solved at once, one a thread.
    #[must_use]
    pub fn sequential(mut self, sequential: bool) -> Self {
        self.sequential = sequential;
        self
    }

    /// Fills by the plain sweep even where there is a kernel. The values are the same.
    #[must_use]
    pub fn plain(mut self, plain: bool) -> Self {
        self.plain = plain;
        self
    }

    /// Fills with these instructions. By default the best that the machine has. The values are the same.
    #[must_use]
    pub fn cpu(mut self, cpu: Cpu) -> Self {
        self.cpu = cpu;
        self
    }

    /// What a solve would take. Allocates nothing, and builds no kernel.
    ///
    /// # Errors
    /// [`SolveError::Width`] where the values would not fit.
    pub fn plan<M, P: Solvable<M>>(&self, problem: &P) -> Result<Plan, SolveError> {
        Plan::new(problem, !self.plain)
    }

    /// Solves a game or a recurrence: the cells of every state.
    ///
    /// # Errors
    /// [`SolveError`]: too little memory, values that do not fit, or a breach of the contract.
    ///
    /// # Complexity
    /// Every move of every state once; the bytes of the [`Plan`].
    pub fn solve<M, P: Solvable<M>>(&self, problem: &P) -> Result<Solution, SolveError> {
        self.solve_with(problem, &mut Buffers::default())
    }

    /// As [`solve`](Self::solve), in the memory of earlier solves: for many problems of about one size, where the system
    /// would hand out the same pages again and again.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_with<M, P: Solvable<M>>(&self, problem: &P, buffers: &mut Buffers) -> Result<Solution, SolveError> {
        let plan = self.checked_plan(problem, Plan::peak_bytes)?;
        let begin = Instant::now();
        let memory = take(&mut buffers.table, plan.table_bytes, plan.shape.cell == CellType::Bit)?;
        let mut table = Table::new(problem.space(), plan.shape, plan.bound, memory);
        let plane_states = if plan.plane_bytes > 0 { plan.states } else { 0 };
        let mut plane = Column::new(take(&mut buffers.plane, plan.plane_bytes, false)?, plan.shape, plane_states);
        let moves = self.fill(problem, &plan, table.column_mut(), &mut plane)?;
        buffers.plane = Some(plane.into_memory());
        Ok(Solution { table, report: Report { states: plan.states, moves, elapsed: begin.elapsed() } })
    }

    /// Solves a problem in the file of a draft in place of memory, so that the table may be larger than that. What comes
    /// of it is yet to be [finished](Filled::finish).
    ///
    /// # Errors
    /// As [`solve`](Self::solve), and [`SolveError::Save`] where the disk is too small.
    ///
    /// # Complexity
    /// As [`solve`](Self::solve). Table and plane are files; the memory limit is held against the index alone.
    pub fn solve_in<M, P: Solvable<M>>(
        &self,
        problem: &P,
        draft: Draft,
        label: &Label,
    ) -> Result<(Filled, Report), SolveError> {
        let plan = self.checked_plan(problem, |plan| plan.index_bytes)?;
        let begin = Instant::now();
        let plane_states = if plan.plane_bytes > 0 { plan.states } else { 0 };
        let mut plane = Column::new(draft.scratch(plan.plane_bytes as usize)?, plan.shape, plane_states);
        let mut filled = draft.begin(problem.space(), plan.shape, plan.bound, label)?;
        let moves = self.fill(problem, &plan, filled.column_mut(), &mut plane)?;
        Ok((filled, Report { states: plan.states, moves, elapsed: begin.elapsed() }))
    }

    /// The plan, where the start is a state and the memory suffices.
    fn checked_plan<M, P: Solvable<M>>(&self, problem: &P, needed: impl Fn(&Plan) -> u64) -> Result<Plan, SolveError> {
        let plan = self.plan(problem)?;
        let needed = needed(&plan);
        if let Some(limit) = self.memory_limit.filter(|&limit| needed > limit) {
            return Err(SolveError::MemoryLimit { needed, limit });
        }
        match problem.start() {
            Some(start) if problem.space().index(start).is_none() => Err(ContractError::Start { start }.into()),
            _ => Ok(plan),
        }
    }

    /// Fills the column; returns the number of moves where they were counted.
    fn fill<M, P: Solvable<M>>(
        &self,
        problem: &P,
        plan: &Plan,
        column: &mut Column,
        plane: &mut Column,
    ) -> Result<Option<u64>, SolveError> {
        let layers =
            Layers::new(problem.space()).sequential(self.sequential).progress(self.progress).cancel(self.cancel);
        let filling = Filling { cpu: self.cpu, layers, kernel: !self.plain };
        let bound = plan.bound;
        problem
            .with_recurrence(plan.shape.cell, FillColumn { filling, column, plane })
            .ok_or(SolveError::Width { bound })?
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

/// Memory of this size: what was kept, if it is large enough. Bits are set one by one, so theirs is zeroed.
fn take(kept: &mut Option<Memory>, bytes: u64, zeroed: bool) -> Result<Memory, MemoryError> {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    kept.take().filter(|_| !zeroed).and_then(|memory| memory.reused(bytes)).map_or_else(|| Memory::zeroed(bytes), Ok)
}
