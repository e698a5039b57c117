use std::sync::Arc;

use rayon::ThreadPoolBuilder;

use super::*;
use crate::engine::Solver;
use crate::game::{Bottleneck, Cheapest, Count, Dearest};
use crate::layers::Earlier;
use crate::recurrence::{Recurrence, Undefined};
use crate::space::State;

/// The equation by itself, its gains made up from a seed.
struct Removing<A: Elementwise> {
    space: Arc<Space>,
    algebra: A,
    number: fn(i32) -> A::Cell,
    lowest: i32,
    seed: u64,
}

impl<A: Elementwise> Removing<A> {
    fn gain(&self, v: usize, part: usize, salt: u64) -> A::Cell {
        let mixed = (self.seed ^ salt ^ (v as u64) << 40 ^ part as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (self.number)(self.lowest + (mixed >> 33) as i32 % 100)
    }

    fn high(&self, v: usize, part: usize) -> A::Cell {
        let low = self.space.low_bits() as usize;
        assert!(v < low || part >> (v - low) & 1 == 1, "asked for a thing that is not there");
        self.gain(v, part, 1 << 60)
    }

    fn low(&self, v: usize, part: usize) -> A::Cell {
        assert!(v >= self.space.low_bits() as usize || part >> v & 1 == 1, "asked for a thing that is not there");
        self.gain(v, part, 0)
    }
}

impl<A: Elementwise> Recurrence for Removing<A> {
    type Cell = A::Cell;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn fill(&self, set: State, earlier: Earlier<'_, A::Cell>, row: &mut [A::Cell]) -> Result<(), Undefined> {
        let low_bits = self.space.low_bits();
        let (high, low) = ((set >> low_bits) as usize, (set & ((1 << low_bits) - 1)) as usize);
        row[0] = if set == 0 { (self.number)(1) } else { self.algebra.none() };
        for v in ones(set as usize) {
            let gain = self.high(v, high).plus(self.low(v, low));
            row[0] = self.algebra.join(row[0], gain, earlier.get(set ^ 1 << v)?);
        }
        Ok(())
    }

    fn kernel(&self) -> Option<Offer<'_>> {
        let first = (self.number)(1);
        removal(&self.space, self.algebra, first, |v, part| self.high(v, part), |v, part| self.low(v, part))
    }
}

/// Asserts that the kernel leaves the bytes of the plain sweep, in several spaces and on several numbers of threads.
fn check<A: Elementwise>(algebra: A, number: fn(i32) -> A::Cell, lowest: i32) {
    let least = 3 + lanes::<A::Cell>().trailing_zeros();
    let pools = [1, 2, 3].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    for (things, low_bits) in [(least, least), (11, least), (12, 8), (14, 9), (14, 14)] {
        let weights = vec![1; (things - low_bits) as usize];
        let space = Arc::new(Space::subsets_by_weight(things, low_bits, &weights).unwrap());
        let problem = Removing { space, algebra, number, lowest, seed: u64::from(things * 32 + low_bits) };
        let plain = Solver::new().plain(true).solve(&problem).unwrap().table;
        for (cpu, pool) in
            [Cpu::Portable, Cpu::default()].into_iter().flat_map(|cpu| pools.iter().map(move |p| (cpu, p)))
        {
            let solved = pool.install(|| Solver::new().cpu(cpu).solve(&problem)).unwrap();
            assert_eq!(solved.report.moves, None, "filled by the kernel");
            assert!(solved.table.cells() == plain.cells(), "{things} things, {low_bits} low, {cpu}");
        }
    }
}

#[test]
fn the_cheapest_way_equals_the_plain_sweep() {
    check(Cheapest::<i16>::new(), |x| x as i16, -30);
    check(Cheapest::<i32>::new(), |x| x, -30);
    check(Cheapest::<i64>::new(), i64::from, 0);
    check(Cheapest::<u64>::new(), |x| x as u64, 0);
    check(Cheapest::<f32>::new(), |x| x as f32 + 0.3, 0);
    check(Cheapest::<f64>::new(), |x| f64::from(x) + 0.3, -70);
}

#[test]
fn the_dearest_way_equals_the_plain_sweep() {
    check(Dearest::<i16>::new(), |x| x as i16, -30);
    check(Dearest::<i32>::new(), |x| x, -90);
    check(Dearest::<i64>::new(), i64::from, 0);
    check(Dearest::<f32>::new(), |x| x as f32 + 0.3, -20);
    check(Dearest::<f64>::new(), |x| f64::from(x) + 0.3, 0);
}

#[test]
fn the_narrowest_way_and_the_number_of_ways_equal_the_plain_sweep() {
    check(Bottleneck::<i16>::new(), |x| x as i16, -30);
    check(Bottleneck::<i32>::new(), |x| x, 0);
    check(Bottleneck::<f32>::new(), |x| x as f32 + 0.5, 0);
    check(Bottleneck::<u64>::new(), |x| x as u64, 0);
    check(Count::<u64>::new(), |x| x as u64, 0);
}

#[test]
fn declines_other_spaces_and_short_blocks() {
    let offer = |space: &Space| removal(space, Cheapest::<i32>::new(), 0, |_, _| 1, |_, _| 1).is_some();
    let space = Space::subsets(12).unwrap();
    assert!(offer(&space));
    assert!(!offer(&space.blocks_by_ones()));
    assert!(!offer(&Space::subsets_by_weight(12, 5, &[1; 7]).unwrap()));
    assert!(!offer(&Space::young(6, 6).unwrap()));
}

#[test]
fn the_largest_sum_is_that_of_the_largest_gains() {
    let space = Space::subsets_by_weight(8, 6, &[1; 2]).unwrap();
    let sum = largest_sum(&space, -5_i32, |v, part| (v + part) as i32, |_, part| -(part as i32));
    // 0..=5 have 0b11 above them and 63 below, 6 and 7 themselves above.
    assert_eq!(sum, 5.0 + f64::from(8 * 63 + 8 * 3 + 28));
}
