//! Many boards of one size at once: vectors across the boards.
//!
//! With u(s) = value(s) + what the cells left are worth to the player not to move, the gains cancel altogether:
//!
//! ```text
//! u(s) = (what the cells left are worth to both) - min over the moves of u(s')
//! ```
//!
//! A move that changes the high part leads to the layer before, so two layers of numbers are enough, and stay in the
//! cache. Only the value of the start is kept.

use std::ops::Range;

use super::NEVER;
use super::shape::{Class, HighMoves, Shape};
use crate::kernel::{Cpu, Work};
use crate::space::Space;
use crate::table::{Memory, MemoryError};

/// The boards of a vector: two AVX2 registers, so that the work beside the numbers is shared by more boards.
const BOARDS: usize = 16;

type Vector = [i32; BOARDS];

/// Solves boards of one size; see the [module](self).
pub(crate) struct Batch<'a> {
    shape: Shape<'a>,
    /// Two layers.
    memory: Memory,
}

/// What the cells left are worth to both players, on each board.
struct Worth {
    /// The last cells of a row: `left` of them at `row * (cols + 1) + left`.
    ends: Vec<Vector>,
    /// Those in the rows of the low part, class after class.
    lows: Vec<Vec<Vector>>,
}

impl<'a> Batch<'a> {
    /// Takes the memory; `None` where the space is not one of Young diagrams.
    pub(crate) fn new(space: &'a Space) -> Result<Option<Self>, MemoryError> {
        let Some(shape) = Shape::new(space) else { return Ok(None) };
        let widest = (0..space.layers()).map(|layer| space.indices(space.layer(layer)).len()).max().unwrap_or(0);
        let memory = Memory::zeroed((2 * (widest + 1)).saturating_mul(size_of::<Vector>()))?;
        Ok(Some(Self { shape, memory }))
    }

    /// Whether the numbers of a board, none negative, are small enough.
    pub(crate) fn fits(grids: [&[i32]; 2]) -> bool {
        grids.iter().copied().flatten().map(|&number| i64::from(number)).sum::<i64>() < NEVER.into()
    }

    /// The value of the start of each board, seen by the player who begins. Each is given as what its cells are worth to
    /// the first and the second player, row by row; all fit.
    ///
    /// # Complexity
    /// O(states * moves) for each 16 boards or part of them, on the calling thread.
    pub(crate) fn start_values(&mut self, cpu: Cpu, boards: &[[&[i32]; 2]], values: &mut Vec<i32>) {
        for boards in boards.chunks(BOARDS) {
            let last = cpu.run(FillBoards { shape: &self.shape, boards, memory: self.memory.as_mut_slice() });
            let second = boards.iter().map(|grids| grids[1].iter().sum::<i32>());
            values.extend(last.iter().zip(second).map(|(last, second)| last - second));
        }
    }
}

impl Worth {
    #[inline(always)]
    fn new(shape: &Shape<'_>, boards: &[[&[i32]; 2]]) -> Self {
        let mut ends = vec![[0; BOARDS]; shape.rows * (shape.cols + 1)];
        for (row, ends) in ends.chunks_exact_mut(shape.cols + 1).enumerate() {
            for left in 1..=shape.cols {
                let cell = (row + 1) * shape.cols - left;
                ends[left] = ends[left - 1];
                for (worth, [first, second]) in ends[left].iter_mut().zip(boards) {
                    *worth += first[cell] + second[cell];
                }
            }
        }
        let mut worth = Self { ends, lows: Vec::new() };
        worth.lows = shape.classes.iter().map(|class| Vec::with_capacity(class.states)).collect();
        for low in 0..1_u64 << shape.space.low_bits() {
            let ones = low.count_ones() as usize;
            if shape.classes[ones].states > 0 {
                let of_low = worth.of_rows(shape, low, 0, 0);
                worth.lows[ones].push(of_low);
            }
        }
        worth
    }

    /// Of the rows of a part of a state that starts at `position` and `row`.
    #[inline(always)]
    fn of_rows(&self, shape: &Shape<'_>, part: u64, position: usize, row: usize) -> Vector {
        let mut sum = [0; BOARDS];
        Shape::for_each_row(part, position, row, |row, left| add(&mut sum, &self.ends[row * (shape.cols + 1) + left]));
        sum
    }
}

#[inline(always)]
fn add(sum: &mut Vector, other: &Vector) {
    for b in 0..BOARDS {
        sum[b] += other[b];
    }
}

#[inline(always)]
fn min(least: &mut Vector, other: &Vector) {
    for b in 0..BOARDS {
        least[b] = least[b].min(other[b]);
    }
}

/// Fills all layers, in two halves of `memory`; returns the numbers of the last state.
#[inline(always)]
fn fill(shape: &Shape<'_>, worth: &Worth, memory: &mut [i32]) -> Vector {
    let memory = memory.as_chunks_mut().0;
    let (mut before, mut now) = memory.split_at_mut(memory.len() / 2);
    let (space, mut moves) = (shape.space, HighMoves::NONE);
    let (mut last, mut before_start) = ([0; BOARDS], 0);
    for layer in 0..space.layers() {
        let blocks = space.layer(layer);
        let start = space.indices(blocks.clone()).start;
        for block in blocks {
            let high = space.block_high(block);
            let ones = shape.rows - high.count_ones() as usize;
            let class = &shape.classes[ones];
            shape.high_moves(high, &mut moves);
            let len = moves.len;
            for to in &mut moves.to[..len] {
                *to -= before_start;
            }
            let at = space.indices(block..block + 1).start - start;
            // A state more, for the moves that are missing; the next block is filled later.
            let out = &mut now[at..at + class.states + 1];
            out[class.states] = [NEVER; BOARDS];
            let mut task = Block {
                class,
                lows: &worth.lows[ones],
                of_high: worth.of_rows(shape, high, space.low_bits() as usize, ones),
                before,
                to: &moves.to[..len],
                out,
            };
            let mut done = moves.prefix;
            task.fill(0..done);
            task.to = &moves.to[..len - usize::from(done > 0)];
            if block == 0 {
                task.out[0] = [0; BOARDS]; // The full diagram: no move, no value.
                done = 1;
            }
            task.fill(done..class.states);
            last = task.out[class.states - 1];
        }
        before_start = start;
        std::mem::swap(&mut before, &mut now);
    }
    last
}

/// Up to 16 boards to solve.
struct FillBoards<'a> {
    shape: &'a Shape<'a>,
    boards: &'a [[&'a [i32]; 2]],
    memory: &'a mut [i32],
}

impl Work for FillBoards<'_> {
    type Output = Vector;

    #[inline(always)]
    fn run(self) -> Vector {
        let worth = Worth::new(self.shape, self.boards);
        fill(self.shape, &worth, self.memory)
    }
}

struct Block<'a> {
    class: &'a Class,
    lows: &'a [Vector],
    of_high: Vector,
    /// The layer before, and where the successors by each move start in it.
    before: &'a [Vector],
    to: &'a [usize],
    out: &'a mut [Vector],
}

impl Block<'_> {
    #[inline(always)]
    fn fill(&mut self, range: Range<usize>) {
        match self.to.len() {
            _ if range.is_empty() => {}
            0 => self.fill_by::<0>(range),
            1 => self.fill_by::<1>(range),
            2 => self.fill_by::<2>(range),
            3 => self.fill_by::<3>(range),
            4 => self.fill_by::<4>(range),
            5 => self.fill_by::<5>(range),
            _ => self.fill_by::<6>(range),
        }
    }

    /// Fills a range of the block whose states have `N` moves of the high part; from 6 on, at least as many.
    #[inline(always)]
    fn fill_by<const N: usize>(&mut self, range: Range<usize>) {
        let states = range.len();
        let streams: [&[Vector]; N] =
            std::array::from_fn(|j| &self.before[self.to[j] + range.start..self.to[j] + range.end]);
        let first = &self.class.first[range.clone()][..states];
        let lows = &self.lows[range.clone()][..states];
        let slots = self.class.slots;
        let successors = &self.class.successors[range.start * slots..range.end * slots];
        let mut previous = if range.start > 0 { self.out[range.start - 1] } else { [0; BOARDS] };
        for (k, successors) in successors.chunks_exact(slots).enumerate().take(states) {
            let mut least = [NEVER; BOARDS];
            for stream in streams {
                min(&mut least, &stream[k]);
            }
            if N == 6 {
                for to in &self.to[N..] {
                    min(&mut least, &self.before[to + range.start + k]);
                }
            }
            for &to in successors {
                min(&mut least, &self.out[to as usize]);
            }
            for b in 0..BOARDS {
                least[b] = least[b].min(previous[b].max(first[k]));
                previous[b] = lows[k][b] + self.of_high[b] - least[b];
            }
            self.out[range.start + k] = previous;
        }
    }
}
