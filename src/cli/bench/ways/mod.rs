//! Work that is done by hand and by the crate: what `bench own` and the benches of the same name time.

mod gems;
mod ranking;
mod tour;

use std::time::{Duration, Instant};

use retrograde::{Buffers, Cpu, Solvable, Solver, Table};

/// The works by name, and their sizes: by default, and for a quick look.
pub const WORKS: [(&str, u32, u32); 3] = [("ranking", 22, 14), ("tour", 20, 10), ("gems", 21, 14)];

/// The name of the loop by hand, which is each work's first way.
pub const HAND: &str = "hand";

/// What a way took, and what it found.
pub type Done = Result<(Duration, f64), String>;

/// One way to do a work, to be done again and again.
pub struct Way {
    /// Its name.
    pub name: &'static str,
    run: Box<dyn FnMut(&Solver<'_>) -> Done + Send>,
}

impl Way {
    /// Does the work; the answer is that of the whole set.
    ///
    /// # Errors
    /// What the solver says.
    pub fn run(&mut self, solver: &Solver<'_>) -> Done {
        (self.run)(solver)
    }

    /// By a loop of one's own.
    fn by_hand(mut answer: impl FnMut() -> f64 + Send + 'static) -> Self {
        let run = move |_: &Solver<'_>| {
            let begin = Instant::now();
            let answer = answer();
            Ok((begin.elapsed(), answer))
        };
        Self { name: HAND, run: Box::new(run) }
    }

    /// By the crate, in the memory of the times before.
    fn by_solver<M, P: Solvable<M> + Send + 'static>(
        name: &'static str,
        plain: bool,
        problem: P,
        answer: impl Fn(&Table) -> Option<f64> + Send + 'static,
    ) -> Self {
        let mut buffers = Buffers::default();
        let run = move |solver: &Solver<'_>| {
            let solution = solver.clone().plain(plain).solve_with(&problem, &mut buffers);
            let solution = solution.map_err(|error| error.to_string())?;
            if solution.report.moves.is_some() != plain {
                return Err("the kernel does not serve here".into());
            }
            let found = answer(&solution.table).ok_or("the whole set is no state")?;
            buffers.give_back(solution.table);
            Ok((solution.report.elapsed, found))
        };
        Self { name, run: Box::new(run) }
    }
}

/// A work: its ways, all of which find the same.
pub struct Work {
    /// The moves, or look-ups, that it takes.
    pub transitions: u64,
    /// The ways, the loop by hand first.
    pub ways: Vec<Way>,
}

/// The work of this name and size; `memory` is what it may take.
///
/// # Errors
/// Where there is no such work, or it is too large.
pub fn work(name: &str, size: u32, memory: u64) -> Result<Work, String> {
    let bytes_a_state = match name {
        "ranking" => 4 + 4 + 4 + 2,
        "tour" => 4 * (u64::from(size) + 2 * tour::width(size) as u64),
        _ => 2,
    };
    let bytes = 1_u64.checked_shl(size).unwrap_or(u64::MAX).saturating_mul(bytes_a_state);
    if size < 2 || bytes > memory {
        return Err(format!("{size} things: they would take {bytes} bytes of memory, and at least 2 are needed"));
    }
    let things = u64::from(size);
    let (transitions, ways) = match name {
        "ranking" => (things << (size - 1), ranking::ways(size)?),
        "tour" => ((things * (things - 1)) << (size - 2), tour::ways(size)?),
        "gems" => (things << (size - 1), gems::ways(size)?),
        _ => return Err(format!("no work named `{name}`")),
    };
    Ok(Work { transitions, ways })
}

/// A loop by hand, compiled for the same CPU as the crate's.
fn by_hand<W: retrograde::kernel::Work>(work: W) -> W::Output {
    Cpu::default().run(work)
}

/// Numbers made up from a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end) as i32
    }
}
