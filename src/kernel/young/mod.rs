//! The fill for minimax games on Young diagrams: the players alternate, and a cell is worth a fixed number to each.
//!
//! In plain terms, with the numbers g of the side to move at s,
//!
//! ```text
//! value(s) = max over the corners c of  g(c) - value(s with c filled)          (the scalar definition)
//! ```
//!
//! Two kinds of moves, treated one after the other:
//!
//! 1. **Moves that change the high part** (`rows`) keep the low part: a one moves down inside the high part, so
//!    the successors of a whole block stand in a block of the same length, in the same order. Or the lowest high one
//!    moves to the top bit of the low part: the low parts without that bit are the first of their block, those with
//!    it the last of theirs. Either way successors are consecutive, and vectors run along the block. Whose number a
//!    cell counts alternates with the parity of the low part, so the best is kept for both and then chosen.
//! 2. **Moves inside the low part** (`lanes`) are the same in all blocks of one popcount, so vectors run across
//!    eight such blocks of a layer. These have equal levels: the side to move depends on the low part alone. With
//!    rest(s) what the cells left in the rows of the low part are worth to the mover, other(s) what they are worth
//!    to the other player, and u = value + other, the gains cancel:
//!
//!    ```text
//!    u(s) = rest(s) + other(s) - min(u(s'), and over the moves of kind 1: rest(s) + value(s') - g)
//!    ```
//!
//!    so a move costs one minimum. Transposing 8 x 8 numbers in registers leads from 1 to 2 and back.

mod batch;
mod lanes;
mod rows;
mod shape;

pub(crate) use batch::{BOARDS, Boards};
pub(crate) use shape::Shape;

use std::array;

use self::lanes::{Plain, Scratch, Transpose};
use self::rows::Streams;
#[cfg(target_arch = "x86_64")]
use super::cpu::vectorize;
use super::{Cpu, Group, Kernel, Offer, Work};
use crate::layers::{NotEarlier, Solved};
use crate::space::{Members, Space};
use crate::table::{CellType, Dense};

/// The numbers of a vector.
const LANES: usize = 8;

/// Worse than anything that can be reached, with room to add to it.
const NEVER: i32 = 1 << 30;

/// A number type of the table; all arithmetic is in 32 bits.
trait Number: Dense + Into<i32> {
    fn from_i32(value: i32) -> Self;
}

macro_rules! number {
    ($($number:ident),*) => {$(
        impl Number for $number {
            #[inline(always)]
            fn from_i32(value: i32) -> Self {
                value as $number
            }
        }
    )*};
}

number!(i8, i16, i32);

/// What a low part is worth on one board, for either parity of the cells played in the high part's rows.
#[derive(Clone, Copy)]
struct Low {
    /// What the cells left in its rows are worth to the mover.
    rest: i32,
    /// What they are worth to both players.
    both: i32,
}

/// The kernel of a board whose cells are worth `grids` to the first and the second player, row by row, none negative;
/// `None` where the numbers could overflow, or the space or the cells of the table are not such.
pub fn young<'a>(space: &'a Space, grids: [&'a [i32]; 2], cell: CellType) -> Option<Offer<'a>> {
    let &Members::Ones(rows) = space.members() else { return None };
    let sum: i64 = grids.iter().copied().flatten().map(|&number| i64::from(number)).sum();
    let cells = rows as usize * (space.bits() - rows) as usize;
    if sum >= i64::from(NEVER / 2) || grids.iter().any(|grid| grid.len() != cells) {
        return None;
    }
    match cell {
        CellType::I8 => Some(Offer::new::<i8, _>(move || Young::new(space, grids))),
        CellType::I16 => Some(Offer::new::<i16, _>(move || Young::new(space, grids))),
        CellType::I32 => Some(Offer::new::<i32, _>(move || Young::new(space, grids))),
        _ => None,
    }
}

/// The kernel; see the [module](self).
struct Young<'a> {
    shape: Shape<'a>,
    /// What the cells are worth to the first and the second player, row by row.
    grids: [&'a [i32]; 2],
    /// What the low parts are worth, class after class.
    lows: Vec<[Vec<Low>; 2]>,
}

impl<'a> Young<'a> {
    /// For numbers that do not overflow, as many as the board has cells.
    fn new(space: &'a Space, grids: [&'a [i32]; 2]) -> Option<Self> {
        let shape = Shape::new(space)?;
        // What the last cells of each row are worth, to either player.
        let width = shape.cols + 1;
        let mut ends = vec![[0; 2]; shape.rows * width];
        for row in 0..shape.rows {
            for left in 1..=shape.cols {
                let cell = (row + 1) * shape.cols - left;
                ends[row * width + left] = array::from_fn(|p| ends[row * width + left - 1][p] + grids[p][cell]);
            }
        }
        let mut lows: Vec<[Vec<Low>; 2]> = shape
            .classes
            .iter()
            .map(|class| [Vec::with_capacity(class.states), Vec::with_capacity(class.states)])
            .collect();
        for low in 0..1_u64 << space.low_bits() {
            let ones = low.count_ones() as usize;
            if shape.classes[ones].states > 0 {
                let (mut worth, mut all_left) = ([0; 2], 0);
                Shape::for_each_row(low, 0, 0, |row, left| {
                    worth = array::from_fn(|p| worth[p] + ends[row * width + left][p]);
                    all_left += left;
                });
                for (parity, lows) in lows[ones].iter_mut().enumerate() {
                    lows.push(Low { rest: worth[(parity + all_left) % 2], both: worth[0] + worth[1] });
                }
            }
        }
        Some(Self { shape, grids, lows })
    }

    /// The parity of the cells played when no cell of the low part's rows is left.
    fn parity(&self, high: u64) -> usize {
        let mut played = self.shape.rows * self.shape.cols;
        let first_row = self.shape.rows - high.count_ones() as usize;
        Shape::for_each_row(high, self.shape.space.low_bits() as usize, first_row, |_, left| played -= left);
        played % 2
    }

    /// The successors of a block by the moves that change the high part.
    #[inline(always)]
    fn streams<'s, C: Number>(
        &self,
        solved: Solved<'s, C>,
        high: u64,
        parity: usize,
        streams: &mut Streams<'s, C>,
    ) -> Result<(), NotEarlier> {
        let moves = &mut streams.moves;
        self.shape.high_moves(high, moves);
        let states = self.shape.class(high).states;
        for j in 0..moves.len {
            streams.from[j] = moves.stream(solved, j, states)?;
            streams.gains[j] = [self.grids[parity][moves.cell[j]], self.grids[1 - parity][moves.cell[j]]];
        }
        Ok(())
    }

    #[inline(always)]
    fn fill_group<C: Number, T: Transpose>(
        &self,
        transpose: T,
        solved: Solved<'_, C>,
        group: Group<'_, C>,
    ) -> Result<(), NotEarlier> {
        let (mut block, mut out) = (group.blocks.start, group.cells);
        let mut scratch = Scratch::new(self.shape.classes.iter().map(|class| class.states).max().unwrap_or(0));
        let mut streams = Streams::none();
        while !out.is_empty() {
            let high = self.shape.space.block_high(block);
            let class = self.shape.class(high);
            let states = class.states;
            let parity = self.parity(high);
            let lows = &self.lows[self.shape.rows - high.count_ones() as usize][parity];
            // Blocks of equal popcount, and so of equal length and parity.
            let most = LANES.min(out.len() / states);
            let popcount = high.count_ones();
            let blocks =
                (1..most).find(|&k| self.shape.space.block_high(block + k).count_ones() != popcount).unwrap_or(most);
            let group;
            (group, out) = out.split_at_mut(blocks * states);
            if states < LANES {
                for (block, out) in (block..).zip(group.chunks_exact_mut(states)) {
                    self.streams(solved, self.shape.space.block_high(block), parity, &mut streams)?;
                    rows::fill_short(&streams, class, lows, out);
                }
            } else {
                for (block, best) in (block..block + blocks).zip(scratch.best.chunks_exact_mut(states)) {
                    self.streams(solved, self.shape.space.block_high(block), parity, &mut streams)?;
                    rows::best_of::<C, T>(&streams, &class.odd, best);
                }
                if block == 0 {
                    scratch.best[0] = 0; // The full diagram: no move, no value.
                }
                lanes::fill(transpose, class, lows, &mut scratch, group);
            }
            block += blocks;
        }
        Ok(())
    }
}

/// A group to fill, by some way to transpose.
struct Fill<'a, C: Dense, T> {
    kernel: &'a Young<'a>,
    transpose: T,
    solved: Solved<'a, C>,
    group: Group<'a, C>,
}

impl<C: Number, T: Transpose> Work for Fill<'_, C, T> {
    type Output = Result<(), NotEarlier>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.kernel.fill_group(self.transpose, self.solved, self.group)
    }
}

impl<C: Number> Kernel<C> for Young<'_> {
    fn group(&self) -> usize {
        64
    }

    fn fill(
        &self,
        cpu: Cpu,
        solved: Solved<'_, C>,
        _plane: Solved<'_, C>,
        group: Group<'_, C>,
    ) -> Result<(), NotEarlier> {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = cpu.avx2() {
            return vectorize(v3, Fill { kernel: self, transpose: v3, solved, group });
        }
        Fill { kernel: self, transpose: Plain, solved, group }.run()
    }
}
