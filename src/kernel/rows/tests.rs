use std::sync::Arc;

use rayon::ThreadPoolBuilder;

use super::*;
use crate::engine::Solver;
use crate::game::{Bottleneck, Cheapest, Dearest};
use crate::layers::Earlier;
use crate::recurrence::{Recurrence, Undefined};
use crate::space::State;

/// The equation by itself, its gains made up.
struct Ways<A: Elementwise> {
    space: Arc<Space>,
    width: usize,
    algebra: A,
    number: fn(i32) -> A::Cell,
}

impl<A: Elementwise> Ways<A> {
    fn gain(&self, i: usize, j: usize) -> A::Cell {
        let mixed = ((i as u64) << 20 ^ j as u64 ^ 77).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (self.number)((mixed >> 33) as i32 % 1000)
    }

    fn first(&self, j: usize) -> A::Cell {
        self.gain(99, j)
    }
}

impl<A: Elementwise> Recurrence for Ways<A> {
    type Cell = A::Cell;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn width(&self) -> usize {
        self.width
    }

    fn fill(&self, set: State, earlier: Earlier<'_, A::Cell>, row: &mut [A::Cell]) -> Result<(), Undefined> {
        for (j, cell) in row.iter_mut().enumerate() {
            *cell = if set == 0 { self.first(j) } else { self.algebra.none() };
        }
        for i in ones(set as usize) {
            let behind = earlier.row(set ^ 1 << i)?[i];
            for (j, cell) in row.iter_mut().enumerate() {
                *cell = self.algebra.join(*cell, self.gain(i, j), behind);
            }
        }
        Ok(())
    }

    fn kernel(&self) -> Option<Offer<'_>> {
        rows(&self.space, self.width, self.algebra, |j| self.first(j), |i, j| self.gain(i, j))
    }
}

/// Asserts that the kernel leaves the bytes of the plain sweep, in several spaces and on several numbers of threads.
fn check<A: Elementwise>(algebra: A, number: fn(i32) -> A::Cell) {
    let pools = [1, 2, 3].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    for (things, low_bits, width) in
        [(0, 0, 8), (3, 1, 8), (8, 4, 8), (9, 9, 16), (10, 3, 24), (10, 0, 32), (7, 5, 40), (8, 2, 48), (8, 3, 64)]
    {
        let weights = vec![1; (things - low_bits) as usize];
        let space = Arc::new(Space::subsets_by_weight(things, low_bits, &weights).unwrap());
        let problem = Ways { space, width, algebra, number };
        let plain = Solver::new().plain(true).solve(&problem).unwrap().table;
        for (cpu, pool) in
            [Cpu::Portable, Cpu::default()].into_iter().flat_map(|cpu| pools.iter().map(move |p| (cpu, p)))
        {
            let solved = pool.install(|| Solver::new().cpu(cpu).solve(&problem)).unwrap();
            assert_eq!(solved.report.moves, None, "filled by the kernel");
            assert!(solved.table.cells() == plain.cells(), "{things} things, {low_bits} low, width {width}, {cpu}");
        }
    }
}

#[test]
fn equals_the_plain_sweep() {
    check(Cheapest::<i32>::new(), |x| x);
    check(Cheapest::<f32>::new(), |x| x as f32 + 0.3);
    check(Dearest::<i32>::new(), |x| x - 500);
    check(Dearest::<f32>::new(), |x| x as f32 + 0.3);
    check(Cheapest::<i16>::new(), |x| x as i16);
    check(Bottleneck::<f64>::new(), |x| f64::from(x) + 0.5);
}

/// Every order of the things, tried.
#[test]
fn the_best_way_is_the_best_of_all_orders() {
    let problem =
        Ways { space: Arc::new(Space::subsets(7).unwrap()), width: 8, algebra: Cheapest::new(), number: |x| x };
    let table = Solver::new().solve(&problem).unwrap().table;
    fn best(problem: &Ways<Cheapest<i32>>, left: usize, from: Option<usize>) -> i32 {
        let go = |to| from.map_or_else(|| problem.first(to), |from| problem.gain(from, to));
        let ways = ones(left).map(|to| go(to) + best(problem, left ^ 1 << to, Some(to)));
        ways.min().unwrap_or_else(|| go(7))
    }
    assert_eq!(table.row::<i32>(0x7F).unwrap()[7], best(&problem, 0x7F, None));
}

#[test]
fn declines_other_spaces_and_widths() {
    let offer = |space: &Space, width| rows(space, width, Cheapest::<i32>::new(), |_| 1, |_, _| 1).is_some();
    let space = Space::subsets(12).unwrap();
    assert!(offer(&space, 16));
    assert!(!offer(&space, 8) && !offer(&space, 12) && !offer(&space.blocks_by_ones(), 16));
    assert!(!offer(&Space::young(6, 6).unwrap(), 16));
}
