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
//! 1. **Moves that change the high part** ([`rows`]) keep the low part: a one moves down inside the high part, so
//!    the successors of a whole block stand in a block of the same length, in the same order. Or the lowest high one
//!    moves to the top bit of the low part: the low parts without that bit are the first of their block, those with
//!    it the last of theirs. Either way successors are consecutive, and vectors run along the block. Whose number a
//!    cell counts alternates with the parity of the low part, so the best is kept for both and then chosen.
//! 2. **Moves inside the low part** ([`lanes`]) are the same in all blocks of one popcount, so vectors run across
//!    eight such blocks of a layer. These have equal levels: the side to move depends on the low part alone. With
//!    rest(s) what the cells left in the rows of the low part are worth to the mover, other(s) what they are worth
//!    to the other player, and u = value + other, the gains cancel:
//!
//!    ```text
//!    u(s) = rest(s) + other(s) - min(u(s'), and over the moves of kind 1: rest(s) + value(s') - g)
//!    ```
//!
//!    so a move costs one minimum. Transposing 8 x 8 numbers in registers leads from 1 to 2 and back.

mod lanes;
mod rows;

use std::array;

use self::lanes::{Lanes, PlainTranspose};
use self::rows::{MAX_STREAMS, Streams};
use super::{Cpu, Group, Kernel, Solved};
use crate::space::{Members, Space};
use crate::table::{Cell, Cells, CellsMut};

/// The numbers of a vector.
const LANES: usize = 8;

/// Worse than anything that can be reached, with room to add to it.
const NEVER: i32 = 1 << 30;

/// A number type of the table; all arithmetic is in 32 bits.
trait Number: Cell {
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

/// The low parts with one number of ones, ascending: those of the blocks of one popcount.
struct Class {
    /// How many do not have the top bit.
    without_top: usize,
    /// -1 where the number of cells left in their rows is odd, else 0.
    odd: Vec<i32>,
    /// The low parts, for either parity of what is left in the high part.
    lows: [Vec<Low>; 2],
    /// The most moves that a low part has beside that of its lowest one, at least 1.
    slots: usize,
    /// The ranks of the successors by these moves, `slots` for each low part; missing ones are the number of low parts.
    successors: Vec<u32>,
}

/// What a low part is worth.
#[derive(Clone, Copy)]
struct Low {
    /// What the cells left in its rows are worth to the mover.
    rest: i32,
    /// What they are worth to both players.
    both: i32,
    /// Whether the lowest one can move, which leads to the low part before: the least number if so, else [`NEVER`].
    first: i32,
}

/// The kernel; see the [module](self).
pub(crate) struct Young<'a> {
    space: &'a Space,
    rows: usize,
    cols: usize,
    grids: [&'a [i32]; 2],
    /// By the number of ones.
    classes: Vec<Class>,
}

impl<'a> Young<'a> {
    /// A kernel for a board of `rows` x `cols` cells that are worth `grids` to the first and the second player, row by
    /// row, none negative; `None` where the numbers could overflow, or the space is not that of the board.
    pub(crate) fn new(space: &'a Space, rows: usize, cols: usize, grids: [&'a [i32]; 2]) -> Option<Self> {
        let sum: i64 = grids.iter().copied().flatten().map(|&number| i64::from(number)).sum();
        let fits = space.members() == Members::Ones(rows as u32) && space.bits() as usize == rows + cols;
        if sum >= i64::from(NEVER / 2) || !fits {
            return None;
        }
        let mut young = Self { space, rows, cols, grids, classes: Vec::new() };
        young.classes = young.classes();
        Some(young)
    }

    fn classes(&self) -> Vec<Class> {
        let low_bits = self.space.low_bits();
        let mut classes: Vec<Class> = (0..=low_bits)
            .map(|ones| {
                let states = crate::space::binomial(low_bits, ones).unwrap_or(0) as usize;
                let slots = ones.saturating_sub(1).min(low_bits - ones).max(1) as usize;
                Class {
                    without_top: 0,
                    odd: Vec::with_capacity(states),
                    lows: [Vec::with_capacity(states), Vec::with_capacity(states)],
                    slots,
                    successors: vec![states as u32; slots * states],
                }
            })
            .collect();
        // What the last cells of each row are worth, to either player.
        let width = self.cols + 1;
        let mut rest = vec![[0; 2]; self.rows * width];
        for row in 0..self.rows {
            for left in 1..=self.cols {
                let cell = (row + 1) * self.cols - left;
                rest[row * width + left] = array::from_fn(|p| rest[row * width + left - 1][p] + self.grids[p][cell]);
            }
        }
        for low in 0..1_u32 << low_bits {
            let class = &mut classes[low.count_ones() as usize];
            let (mut left, mut worth) = (0, [0; 2]);
            let (mut ones, mut row) = (low, 0);
            if low.count_ones() as usize > self.rows || low_bits - low.count_ones() > self.cols as u32 {
                continue; // There is no such block.
            }
            while ones != 0 {
                let cells = ones.trailing_zeros() as usize - row;
                left += cells;
                worth = array::from_fn(|p| worth[p] + rest[row * width + cells][p]);
                row += 1;
                ones &= ones - 1;
            }
            class.without_top += usize::from(low >> (low_bits.max(1) - 1) == 0);
            class.odd.push(-((left & 1) as i32));
            let mut corners = low & !(low << 1) & !1;
            let mut first = NEVER;
            if corners & low.wrapping_neg() & low != 0 {
                first = i32::MIN;
                corners &= corners - 1;
            }
            for parity in 0..2 {
                let rest = worth[(parity + left) % 2];
                class.lows[parity].push(Low { rest, both: worth[0] + worth[1], first });
            }
            for slot in &mut class.successors[(class.odd.len() - 1) * class.slots..][..class.slots] {
                if corners != 0 {
                    let to = low - (1 << (corners.trailing_zeros() - 1));
                    *slot = self.space.low()[to as usize] as u32;
                    corners &= corners - 1;
                }
            }
        }
        classes
    }

    /// The parity of the cells played when no cell of the low part's rows is left.
    fn parity(&self, high: u64) -> usize {
        let left = self.space.level(high << self.space.low_bits()) as usize;
        let below = (self.rows - high.count_ones() as usize) * high.count_ones() as usize;
        (self.rows * self.cols + left + below) % 2
    }

    /// Collects the moves of a block that change the high part.
    #[inline(always)]
    fn collect<'s, C: Number>(
        &self,
        solved: &'s [C],
        high: u64,
        class: &Class,
        parity: usize,
        streams: &mut Streams<'s, C>,
    ) {
        let starts = self.space.high();
        let states = class.odd.len();
        let (top, bottom) = (&self.grids[parity], &self.grids[1 - parity]);
        // The cell of the one at position 0 in row 0 of the high part, were it the only one.
        let mut row = self.rows - high.count_ones() as usize;
        let origin = self.cols.wrapping_sub(self.space.low_bits() as usize);
        let mut ones = high;
        let (mut len, mut below) = (0, 0);
        streams.prefix = 0;
        if high & 1 == 1 {
            row += 1;
            below = 1;
            ones &= ones - 1;
        }
        let _ = below;
        while ones != 0 {
            let position = ones.trailing_zeros() as usize;
            ones &= ones - 1;
            if high >> (position - 1) & 1 == 0 {
                let start = starts[(high - (1 << (position - 1))) as usize] as usize;
                let cell = row * (self.cols + 1) + origin - position;
                streams.from[len] = &solved[start..start + states];
                streams.gains[len] = [top[cell], bottom[cell]];
                len += 1;
            }
            row += 1;
        }
        if high & 1 == 1 && class.without_top > 0 {
            let row = self.rows - high.count_ones() as usize;
            let class = &self.classes[row + 1];
            let start = starts[(high - 1) as usize] as usize;
            let cell = row * (self.cols + 1) + origin;
            streams.from[len] = &solved[start + class.without_top..start + class.odd.len()];
            streams.gains[len] = [top[cell], bottom[cell]];
            streams.prefix = class.odd.len() - class.without_top;
            len += 1;
        }
        streams.len = len;
    }

    #[inline(always)]
    fn fill_group<C: Number>(&self, lanes: impl Lanes, solved: &[C], first_block: usize, mut out: &mut [C]) {
        let mut block = first_block;
        let (mut best, mut values) = (Vec::new(), Vec::new());
        let mut streams = Streams { len: 0, from: [&[]; MAX_STREAMS], gains: [[0; 2]; MAX_STREAMS], prefix: 0 };
        while !out.is_empty() {
            let high = self.space.block_high(block);
            let class = &self.classes[self.rows - high.count_ones() as usize];
            let states = class.odd.len();
            let parity = self.parity(high);
            // Blocks of equal popcount, and so of equal length and parity.
            let most = LANES.min(out.len() / states);
            let popcount = high.count_ones();
            let blocks = (1..most).find(|&k| self.space.block_high(block + k).count_ones() != popcount).unwrap_or(most);
            let group;
            (group, out) = out.split_at_mut(blocks * states);
            if states < LANES {
                for (block, out) in (block..).zip(group.chunks_exact_mut(states)) {
                    self.collect(solved, self.space.block_high(block), class, parity, &mut streams);
                    rows::fill_short(&streams, class, parity, out);
                }
            } else {
                best.resize(LANES * states, NEVER);
                for (block, best) in (block..block + blocks).zip(best.chunks_exact_mut(states)) {
                    self.collect(solved, self.space.block_high(block), class, parity, &mut streams);
                    rows::best_of(&streams, &class.odd, best);
                }
                if block == 0 {
                    best[0] = 0; // The full diagram: no move, no value.
                }
                lanes::fill(lanes, class, parity, &best, &mut values, group);
            }
            block += blocks;
        }
    }

    fn fill_as<C: Number>(&self, cpu: Cpu, solved: &[C], first_block: usize, out: &mut [C]) {
        #[cfg(target_arch = "x86_64")]
        if cpu == Cpu::Avx2
            && let Some(v3) = pulp::x86::V3::try_new()
        {
            return cpu.run(
                #[inline(always)]
                || self.fill_group(v3, solved, first_block, out),
            );
        }
        self.fill_group(PlainTranspose, solved, first_block, out);
    }
}

impl Kernel for Young<'_> {
    fn group(&self) -> usize {
        128
    }

    fn fill(&self, cpu: Cpu, solved: Solved<'_>, group: Group<'_>) {
        match (solved.values, group.values) {
            (Cells::I8(solved), CellsMut::I8(out)) => self.fill_as(cpu, solved, group.first_block, out),
            (Cells::I16(solved), CellsMut::I16(out)) => self.fill_as(cpu, solved, group.first_block, out),
            (Cells::I32(solved), CellsMut::I32(out)) => self.fill_as(cpu, solved, group.first_block, out),
            _ => unreachable!("a table has one width"),
        }
    }
}
