//! Subset games with a bonus turn: who gains by a move moves again.
//!
//! A state is the set of things left, and what both players together have made by taking the others is a function of
//! the set alone, `made(s)`. A move to `t` gains `made(t) - made(s)`; the turn passes where that is 0. With
//! `total(t) = value(t) + made(t)`, kept as a second plane beside the values,
//!
//! ```text
//! kept     = total(t) - made(s)                       what the move is worth if something was gained
//! value(s) = max over t of  -kept  if kept = value(t), that is made(t) = made(s)
//!                            kept  otherwise
//! ```
//!
//! five instructions for the moves of 32 states. The states of a block differ in the low L bits. A group is up to 32
//! blocks of one layer:
//!
//! 1. Moves that change the high part lead to the same place in an earlier block: block by block, elementwise.
//! 2. Moves that change the low part stay in the block. The 32 blocks do not depend on each other, so the rows of 32
//!    neighbours are transposed into rows of one place in 32 blocks, and these are solved in ascending order.

mod lanes;

use std::cell::RefCell;

use self::lanes::{Lanes, Portable, Row};
use super::{Cpu, Group, Kernel, Solved};
use crate::space::{Members, Space, State};
use crate::table::{Cells, CellsMut};

/// What has been made when a set of things is left.
pub trait Made: Sync {
    /// What all things together make; at least 0.
    fn in_all(&self) -> i64;

    /// Writes what has been made in each state of the block of a high part, for `made.len()` low parts from 0 on.
    ///
    /// It may not fall when a thing is taken. Inline it always: it is compiled for each CPU path.
    fn of_block(&self, high: State, made: &mut [i8]);
}

impl<M: Made> Made for &M {
    fn in_all(&self) -> i64 {
        (**self).in_all()
    }

    #[inline(always)]
    fn of_block(&self, high: State, made: &mut [i8]) {
        (**self).of_block(high, made);
    }
}

/// The blocks of a group, as many as a row has lanes.
const BLOCKS: usize = 32;

/// The low bits that the lanes of a row stand for.
const LANE_BITS: u32 = 5;

/// The most bits of a high part.
const MAX_HIGH_BITS: usize = 20;

/// Rows worked on together, so that the loop over the moves is worth its overhead.
const CHUNK: usize = 4;

/// A fill for subset games with a bonus turn.
#[derive(Debug)]
pub struct Bonus<'a, M> {
    space: &'a Space,
    made: M,
}

impl<'a, M: Made> Bonus<'a, M> {
    /// The low parts it takes: long enough for whole rows, short enough that a group's rows stay in the cache.
    pub const LOW_BITS: std::ops::RangeInclusive<u32> = 10..=14;

    /// A fill of this space of subsets, or `None` where it is not made for it or the numbers could exceed a byte.
    pub fn new(space: &'a Space, made: M) -> Option<Self> {
        let fits = space.members() == Members::All && Self::LOW_BITS.contains(&space.low_bits());
        // |value(s)| <= in_all - made(s), hence |total(s)| <= in_all.
        (fits && (0..=127).contains(&made.in_all())).then_some(Self { space, made })
    }

    #[inline(always)]
    fn fill_by<L: Lanes>(&self, lanes: L, solved: Solved<'_>, group: Group<'_>, scratch: &mut Scratch) {
        let (Cells::I8(values), CellsMut::I8(out)) = (solved.values, group.values) else { return };
        let rows = 1 << (self.space.low_bits() - LANE_BITS);
        scratch.resize(rows);
        let blocks = out.len() >> self.space.low_bits();
        for block in 0..blocks {
            let row = block * scratch.stride;
            let high = self.space.block_high(group.first_block + block);
            let (best, made) = (&mut scratch.best[row..row + rows], &mut scratch.made[row..row + rows]);
            self.made.of_block(high, made.as_flattened_mut());
            self.high_moves(lanes, values, solved.plane, high, made, best);
        }
        let first = self.space.block_high(group.first_block) == 0;
        for row in 0..rows {
            low_moves(lanes, scratch, row, first && row == 0);
        }
        scratch.write(lanes, out, group.plane);
    }

    /// The best move of each state of a block among those that change the high part.
    #[inline(always)]
    fn high_moves<L: Lanes>(
        &self,
        lanes: L,
        values: &[i8],
        totals: &[i8],
        high: State,
        made: &[Row],
        best: &mut [Row],
    ) {
        let mut successors = [(&[][..], &[][..]); MAX_HIGH_BITS];
        let mut moves = 0;
        let mut left = high;
        while left != 0 {
            let start = self.space.high()[(high & !(left & left.wrapping_neg())) as usize] as usize;
            let end = start + made.as_flattened().len();
            successors[moves] = (chunks(&values[start..end]), chunks(&totals[start..end]));
            moves += 1;
            left &= left - 1;
        }
        let successors = &successors[..moves];
        let (made, best) = (made.as_chunks::<CHUNK>().0, best.as_chunks_mut::<CHUNK>().0);
        for (chunk, (made, best)) in made.iter().zip(best).enumerate() {
            let made = load(lanes, made);
            let mut found = [lanes.splat(i8::MIN); CHUNK];
            for (values, totals) in successors {
                better(lanes, &mut found, &made, &values[chunk], &totals[chunk]);
            }
            store(lanes, found, best);
        }
    }
}

impl<M: Made> Kernel for Bonus<'_, M> {
    fn group(&self) -> usize {
        BLOCKS
    }

    fn wants_plane(&self) -> bool {
        true
    }

    fn fill(&self, cpu: Cpu, solved: Solved<'_>, group: Group<'_>) {
        SCRATCH.with_borrow_mut(|scratch| {
            #[cfg(target_arch = "x86_64")]
            if cpu == Cpu::Avx2
                && let Some(v3) = pulp::x86::V3::try_new()
            {
                return cpu.run(
                    #[inline(always)]
                    || self.fill_by(lanes::Avx2(v3), solved, group, scratch),
                );
            }
            self.fill_by(Portable, solved, group, scratch);
        });
    }
}

thread_local! {
    /// Kept from group to group: fresh memory would cost more than the fill of a group.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// What a group is worked out in.
#[derive(Default)]
struct Scratch {
    /// From one block to the next, in rows; a little more than a block, or all blocks would share a few cache sets.
    stride: usize,
    /// The best move so far, and what has been made, block by block.
    best: Vec<Row>,
    made: Vec<Row>,
    /// Values and totals, transposed: 32 rows, one for each place, for every row of a block.
    values: Vec<[Row; 32]>,
    totals: Vec<[Row; 32]>,
}

impl Scratch {
    fn resize(&mut self, rows: usize) {
        self.stride = rows + 2;
        self.best.resize(BLOCKS * self.stride, [0; 32]);
        self.made.resize(BLOCKS * self.stride, [0; 32]);
        self.values.resize(rows, [[0; 32]; 32]);
        self.totals.resize(rows, [[0; 32]; 32]);
    }

    /// Row `row` of every block.
    #[inline(always)]
    fn column<L: Lanes>(lanes: L, rows: &[Row], stride: usize, row: usize) -> [L::Vector; 32] {
        std::array::from_fn(|block| lanes.load(&rows[block * stride + row]))
    }

    /// Writes the blocks into the table.
    #[inline(always)]
    fn write<L: Lanes>(&self, lanes: L, values: &mut [i8], totals: &mut [i8]) {
        let rows = self.values.len();
        let (values, totals) = (values.as_chunks_mut::<32>().0, totals.as_chunks_mut::<32>().0);
        let blocks = values.chunks_exact_mut(rows).zip(totals.chunks_exact_mut(rows));
        let solved = self.best.chunks_exact(self.stride).zip(self.made.chunks_exact(self.stride));
        for ((values, totals), (solved, made)) in blocks.zip(solved) {
            for (((value, total), solved), made) in values.iter_mut().zip(totals).zip(solved).zip(made) {
                let (solved, made) = (lanes.load(solved), lanes.load(made));
                lanes.store(solved, value);
                lanes.store(lanes.add(solved, made), total);
            }
        }
    }
}

/// Solves row `row` of all blocks, transposed; `first` where it starts with the state in which nothing is left.
#[inline(always)]
fn low_moves<L: Lanes>(lanes: L, scratch: &mut Scratch, row: usize, first: bool) {
    let best = lanes.transpose(Scratch::column(lanes, &scratch.best, scratch.stride, row));
    let made = lanes.transpose(Scratch::column(lanes, &scratch.made, scratch.stride, row));
    let (earlier_values, values) = scratch.values.split_at_mut(row);
    let (earlier_totals, totals) = scratch.totals.split_at_mut(row);
    let values = values[0].as_chunks_mut::<CHUNK>().0;
    let totals = totals[0].as_chunks_mut::<CHUNK>().0;
    for chunk in 0..32 / CHUNK {
        let mut found: [_; CHUNK] = std::array::from_fn(|at| best[chunk * CHUNK + at]);
        let made: [_; CHUNK] = std::array::from_fn(|at| made[chunk * CHUNK + at]);
        let mut left = row;
        while left != 0 {
            let to = row & !(left & left.wrapping_neg());
            let (values, totals) = (&earlier_values[to], &earlier_totals[to]);
            better(lanes, &mut found, &made, &values.as_chunks().0[chunk], &totals.as_chunks().0[chunk]);
            left &= left - 1;
        }
        for bit in 0..3 {
            if chunk >> bit & 1 == 1 {
                let to = chunk ^ 1 << bit;
                better(lanes, &mut found, &made, &values[to], &totals[to]);
            }
        }
        if first && chunk == 0 {
            found[0] = lanes.splat(0);
        }
        let mut total = made;
        for at in 0..CHUNK {
            for bit in 0..2 {
                if at >> bit & 1 == 1 {
                    let to = at ^ 1 << bit;
                    found[at] = lanes.better(found[at], made[at], found[to], total[to]);
                }
            }
            total[at] = lanes.add(found[at], made[at]);
        }
        store(lanes, found, &mut values[chunk]);
        store(lanes, total, &mut totals[chunk]);
    }
    let solved = lanes.transpose(scratch.values[row].each_ref().map(|row| lanes.load(row)));
    for (block, solved) in solved.into_iter().enumerate() {
        lanes.store(solved, &mut scratch.best[block * scratch.stride + row]);
    }
}

/// A run of numbers in chunks of rows.
#[inline(always)]
fn chunks(numbers: &[i8]) -> &[[Row; CHUNK]] {
    numbers.as_chunks::<32>().0.as_chunks::<CHUNK>().0
}

#[inline(always)]
fn load<L: Lanes>(lanes: L, rows: &[Row; CHUNK]) -> [L::Vector; CHUNK] {
    std::array::from_fn(|at| lanes.load(&rows[at]))
}

#[inline(always)]
fn store<L: Lanes>(lanes: L, vectors: [L::Vector; CHUNK], rows: &mut [Row; CHUNK]) {
    for (vector, row) in vectors.into_iter().zip(rows) {
        lanes.store(vector, row);
    }
}

/// Betters a chunk by a move to the rows of a successor.
#[inline(always)]
fn better<L: Lanes>(
    lanes: L,
    best: &mut [L::Vector; CHUNK],
    made: &[L::Vector; CHUNK],
    values: &[Row; CHUNK],
    totals: &[Row; CHUNK],
) {
    for at in 0..CHUNK {
        best[at] = lanes.better(best[at], made[at], lanes.load(&values[at]), lanes.load(&totals[at]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Solver;
    use crate::game::Game;
    use crate::games::gems::Gems;
    use crate::table::Width;

    /// A game of `bags` bags of `gems` gems in `colours` colours, made up from a seed.
    fn gems(bags: usize, gems: usize, colours: u64, stone: u32, mut seed: u64) -> Gems {
        let mut colour = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % colours) as u32
        };
        Gems::new(stone, (0..bags).map(|_| (0..gems).map(|_| colour()).collect()).collect()).unwrap()
    }

    /// Asserts that each way to fill by the kernel leaves the bytes of the plain sweep.
    fn assert_equals_the_plain_sweep(game: &Gems) {
        assert!(game.kernel(Width::I8).is_some());
        let plain = Solver::new().plain(true).solve(game).unwrap().table;
        for cpu in [Cpu::Portable, Cpu::Avx2] {
            for sequential in [false, true] {
                let solver = Solver::new().cpu(cpu).sequential(sequential);
                let table = solver.solve(game).unwrap().table;
                assert!(table.values() == plain.values(), "{cpu}, sequential: {sequential}, {game:?}");
            }
        }
    }

    #[test]
    fn equals_the_plain_sweep_from_one_block_to_whole_groups() {
        for bags in 10..=17 {
            let seed = bags as u64;
            assert_equals_the_plain_sweep(&gems(bags, 10, 8, 3, seed));
            assert_equals_the_plain_sweep(&gems(bags, 1 + bags % 5, 1 + seed % 7, 2 + seed as u32 % 6, seed));
        }
    }

    #[test]
    fn equals_the_plain_sweep_whatever_makes_a_stone() {
        for stone in [1, 2, 5, 6, 19, 40] {
            assert_equals_the_plain_sweep(&gems(12, 9, 5, stone, stone.into()));
        }
        // Nothing is ever made; every bag pays, as much as a byte holds; more colours than a row's combinations.
        assert_equals_the_plain_sweep(&gems(11, 2, 8, 30, 1));
        assert_equals_the_plain_sweep(&gems(12, 10, 3, 1, 2));
        assert_equals_the_plain_sweep(&gems(11, 20, 40, 2, 3));
    }

    #[test]
    fn equals_the_plain_sweep_with_21_bags() {
        assert_equals_the_plain_sweep(&gems(21, 10, 8, 3, 21));
    }

    #[test]
    fn declines_what_it_is_not_made_for() {
        assert!(gems(9, 10, 8, 3, 0).kernel(Width::I8).is_none());
        assert!(gems(14, 10, 8, 1, 0).kernel(Width::I16).is_none());
        assert!(gems(12, 10, 8, 300, 0).kernel(Width::I8).is_none());
    }
}
