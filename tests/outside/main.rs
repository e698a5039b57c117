//! Recurrences and games from outside the crate, a file each, by the public API alone: against brute force, and against
//! what is published.

mod algebras;
mod bounds;
mod cells;
mod chomp;
mod classes;
mod coalitions;
mod coins;
#[path = "../cpus/mod.rs"]
mod cpus;
mod extensions;
mod kernel;
#[path = "../naive/mod.rs"]
mod naive;
mod plays;
mod ranking;
mod schedule;
mod shut_the_box;
mod tableaux;
mod tour;

use rayon::ThreadPoolBuilder;
use retrograde::{ContractError, Solvable, SolveError, Solver, State, Table, verify};

/// The table of a problem: verified, and the same however it is filled.
fn table<M, P: Solvable<M>>(problem: &P) -> Table {
    let table = Solver::new().solve(problem).unwrap().table;
    verify(problem, &table).unwrap();
    let same =
        |solver: Solver<'_>| assert!(solver.solve(problem).unwrap().table.cells() == table.cells(), "{solver:?}");
    same(Solver::new().sequential(true));
    for cpu in cpus::cpus() {
        same(Solver::new().cpu(cpu).plain(true));
        same(Solver::new().cpu(cpu));
    }
    for threads in [1, 3] {
        ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| same(Solver::new()));
    }
    table
}

/// How a problem breaks its contract.
fn breach<M, P: Solvable<M>>(problem: &P) -> ContractError {
    match Solver::new().solve(problem) {
        Err(SolveError::Contract(breach)) => breach,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("solved"),
    }
}

/// The things of a set.
fn things(set: State) -> impl Iterator<Item = usize> {
    (0..64).filter(move |thing| set >> thing & 1 == 1)
}

/// Numbers that look random, from a seed: the generator SplitMix64.
struct Random(u64);

impl Random {
    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }

    /// So many numbers below `end`.
    fn many(&mut self, count: usize, end: u64) -> Vec<i64> {
        (0..count).map(|_| self.below(end) as i64).collect()
    }

    /// A square of numbers below `end`.
    fn square(&mut self, size: usize, end: u64) -> Vec<Vec<i64>> {
        (0..size).map(|_| self.many(size, end)).collect()
    }
}
