//! Many boards of one size at once: vectors across the boards.
//!
//! With u(s) = value(s) + what the cells left are worth to the player not to move, the gains cancel altogether:
//!
//! ```text
//! u(s) = (what the cells left are worth to both) - min over the moves of u(s')
//! ```
//!
//! A move that changes the high part leads to the layer before, so two layers of numbers are enough, and stay in the
//! cache. Only the value of the start is kept. The pass over the layers is the caller's; this fills a layer.

use std::ops::Range;

use super::NEVER;
use super::shape::{Class, HighMoves, MAX_HIGH_MOVES, Shape};
use crate::kernel::{Cpu, Work};
use crate::layers::{NotEarlier, Rows, Solved, Task};
use crate::space::Space;

/// The boards of a vector: two AVX2 registers, so that the work beside the numbers is shared by more boards.
pub(crate) const BOARDS: usize = 16;

type Vector = [i32; BOARDS];

/// Up to 16 boards of one size; see the [module](self).
pub(crate) struct Boards<'a> {
    shape: &'a Shape<'a>,
    worth: Worth,
}

/// What the cells left are worth to both players, on each board.
struct Worth {
    /// The last cells of a row: `left` of them at `row * (cols + 1) + left`.
    ends: Vec<Vector>,
    /// Those in the rows of the low part, class after class.
    lows: Vec<Vec<Vector>>,
}

impl<'a> Boards<'a> {
    /// Each board is given as what its cells are worth to the first and the second player, row by row; all fit.
    pub(crate) fn new(cpu: Cpu, shape: &'a Shape<'a>, boards: &[[&[i32]; 2]]) -> Self {
        Self { shape, worth: cpu.run(FindWorth { shape, boards }) }
    }

    /// Whether the numbers of a board, none negative, are small enough.
    pub(crate) fn fits(grids: [&[i32]; 2]) -> bool {
        grids.iter().copied().flatten().map(|&number| i64::from(number)).sum::<i64>() < NEVER.into()
    }

    /// The space.
    pub(crate) fn space(&self) -> &'a Space {
        self.shape.space
    }

    /// Fills a whole layer: a row of 16 numbers a state, with room for one state more.
    pub(crate) fn fill(&self, cpu: Cpu, solved: Solved<'_, i32>, task: Task<Rows<'_, i32>>) -> Result<(), NotEarlier> {
        cpu.run(FillLayer { boards: self, solved, task })
    }
}

struct FindWorth<'a> {
    shape: &'a Shape<'a>,
    boards: &'a [[&'a [i32]; 2]],
}

impl Work for FindWorth<'_> {
    type Output = Worth;

    #[inline(always)]
    fn run(self) -> Worth {
        Worth::new(self.shape, self.boards)
    }
}

struct FillLayer<'a> {
    boards: &'a Boards<'a>,
    solved: Solved<'a, i32>,
    task: Task<Rows<'a, i32>>,
}

impl Work for FillLayer<'_> {
    type Output = Result<(), NotEarlier>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        fill(self.boards, self.solved, self.task)
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

#[inline(always)]
fn fill(boards: &Boards<'_>, solved: Solved<'_, i32>, task: Task<Rows<'_, i32>>) -> Result<(), NotEarlier> {
    let Boards { shape, worth } = boards;
    let (space, mut moves) = (shape.space, HighMoves::NONE);
    let now: &mut [Vector] = task.own.cells.as_chunks_mut().0;
    let mut at = 0;
    for block in task.blocks {
        let high = space.block_high(block);
        let ones = shape.rows - high.count_ones() as usize;
        let class = &shape.classes[ones];
        shape.high_moves(high, &mut moves);
        let mut streams: [&[Vector]; MAX_HIGH_MOVES] = [&[]; MAX_HIGH_MOVES];
        for (j, stream) in streams[..moves.len].iter_mut().enumerate() {
            *stream = moves.stream(solved, j, class.states)?.as_chunks().0;
        }
        // A state more, for the moves that are missing; the next block is filled later.
        let out = now.get_mut(at..at + class.states + 1).ok_or(NotEarlier { mask: high })?;
        out[class.states] = [NEVER; BOARDS];
        let mut task = Block {
            class,
            lows: &worth.lows[ones],
            of_high: worth.of_rows(shape, high, space.low_bits() as usize, ones),
            streams: &streams[..moves.len],
            out,
        };
        let mut done = moves.prefix;
        task.fill(0..done);
        task.streams = &streams[..moves.len - usize::from(done > 0)];
        if block == 0 {
            task.out[0] = [0; BOARDS]; // The full diagram: no move, no value.
            done = 1;
        }
        task.fill(done..class.states);
        at += class.states;
    }
    Ok(())
}

struct Block<'a> {
    class: &'a Class,
    lows: &'a [Vector],
    of_high: Vector,
    /// The successors by each move that changes the high part.
    streams: &'a [&'a [Vector]],
    out: &'a mut [Vector],
}

impl Block<'_> {
    #[inline(always)]
    fn fill(&mut self, range: Range<usize>) {
        match self.streams.len() {
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
        let streams: [&[Vector]; N] = std::array::from_fn(|j| &self.streams[j][range.clone()]);
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
                for stream in &self.streams[N..] {
                    min(&mut least, &stream[range.start + k]);
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
