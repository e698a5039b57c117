//! What all boards of one size share: which moves there are, and where they lead.

use super::NEVER;
use crate::layers::{NotEarlier, Solved};
use crate::space::{MAX_HIGH_BITS, Mask, Members, Space, binomial};
use crate::table::Dense;

/// A high part has at most 24 bits, so at most 12 of its ones can move down, and one across the boundary.
pub(super) const MAX_HIGH_MOVES: usize = MAX_HIGH_BITS as usize / 2 + 1;

/// The low parts with one number of ones, ascending: those of the blocks of one popcount.
pub(crate) struct Class {
    pub(super) states: usize,
    /// How many have a top bit that is zero. They come first.
    pub(super) without_top: usize,
    /// -1 where the number of cells left in their rows is odd, else 0.
    pub(super) odd: Vec<i32>,
    /// Whether the lowest one can move, which leads to the low part before: the least number if so, else [`NEVER`].
    pub(super) first: Vec<i32>,
    /// The most moves that a low part has beside that of its lowest one, at least 1.
    pub(super) slots: usize,
    /// The ranks of the successors by these moves, `slots` for each low part; missing ones are the number of states.
    pub(super) successors: Vec<u32>,
}

/// The moves of a block that change the high part.
pub(super) struct HighMoves {
    pub(super) len: usize,
    /// The high part of the successors by each move.
    pub(super) to: [Mask; MAX_HIGH_MOVES],
    /// The cell that each fills.
    pub(super) cell: [usize; MAX_HIGH_MOVES],
    /// How many states of the block have the last move, if not all; 0 where all have all.
    pub(super) prefix: usize,
    /// The place of the first of their successors in its block; those of the other moves are the first.
    pub(super) prefix_to: usize,
}

/// The low parts of a space of Young diagrams, and its moves.
pub(crate) struct Shape<'a> {
    pub(super) space: &'a Space,
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// By the number of ones. Empty where there are no such blocks.
    pub(super) classes: Vec<Class>,
}

impl HighMoves {
    pub(super) const NONE: Self =
        Self { len: 0, to: [0; MAX_HIGH_MOVES], cell: [0; MAX_HIGH_MOVES], prefix: 0, prefix_to: 0 };

    /// The successors of a block of `states` states by move `j`.
    #[inline(always)]
    pub(super) fn stream<'s, C: Dense>(
        &self,
        solved: Solved<'s, C>,
        j: usize,
        states: usize,
    ) -> Result<&'s [C], NotEarlier> {
        if self.prefix > 0 && j + 1 == self.len {
            return solved.part(self.to[j], self.prefix_to..self.prefix_to + self.prefix);
        }
        solved.part(self.to[j], 0..states)
    }

    #[inline(always)]
    fn push(&mut self, to: Mask, cell: usize) {
        self.to[self.len] = to;
        self.cell[self.len] = cell;
        self.len += 1;
    }
}

impl<'a> Shape<'a> {
    /// `None` where the space is not one of Young diagrams.
    pub(crate) fn new(space: &'a Space) -> Option<Self> {
        let &Members::Ones(rows) = space.members() else { return None };
        let (cols, low_bits) = (space.bits() - rows, space.low_bits());
        let mut classes: Vec<Class> = (0..=low_bits)
            .map(|ones| {
                let exist = ones <= rows && low_bits - ones <= cols;
                let states = if exist { binomial(low_bits, ones).expect("a low part is short") as usize } else { 0 };
                let slots = ones.saturating_sub(1).min(low_bits - ones).max(1) as usize;
                Class {
                    states,
                    without_top: 0,
                    odd: Vec::with_capacity(states),
                    first: Vec::with_capacity(states),
                    slots,
                    successors: vec![states as u32; slots * states],
                }
            })
            .collect();
        for low in 0..1_u32 << low_bits {
            let class = &mut classes[low.count_ones() as usize];
            if class.states == 0 {
                continue;
            }
            let rank = class.odd.len();
            class.without_top += usize::from(low_bits > 0 && low >> (low_bits - 1) == 0);
            class.odd.push(-((space.level(low.into()) & 1) as i32));
            let mut corners = low & !(low << 1) & !1;
            let first = low & low.wrapping_neg() & corners;
            class.first.push(if first == 0 { NEVER } else { i32::MIN });
            corners ^= first;
            for slot in &mut class.successors[rank * class.slots..][..class.slots] {
                if corners != 0 {
                    let to = low - (1 << (corners.trailing_zeros() - 1));
                    *slot = space.index_tables().low()[to as usize] as u32;
                    corners &= corners - 1;
                }
            }
        }
        Some(Self { space, rows: rows as usize, cols: cols as usize, classes })
    }

    /// The class of the blocks with this high part.
    #[inline(always)]
    pub(super) fn class(&self, high: u64) -> &Class {
        &self.classes[self.rows - high.count_ones() as usize]
    }

    /// The moves of the block with this high part. Successors of consecutive states are consecutive.
    #[inline(always)]
    pub(super) fn high_moves(&self, high: u64, moves: &mut HighMoves) {
        let first_row = self.rows - high.count_ones() as usize;
        // Row 0 with nothing left, and position 0, are cell `cols`.
        let cell = |row: usize, position: usize| {
            row * (self.cols + 1) + self.cols - (self.space.low_bits() as usize + position)
        };
        moves.len = 0;
        let mut corners = high & !(high << 1) & !1;
        while corners != 0 {
            let position = corners.trailing_zeros();
            corners &= corners - 1;
            let row = first_row + (high & ((1 << position) - 1)).count_ones() as usize;
            moves.push(high - (1 << (position - 1)), cell(row, position as usize));
        }
        moves.prefix = 0;
        let class = &self.classes[first_row];
        if high & 1 == 1 && class.without_top > 0 {
            // The low parts without the top bit are the first of their class, those with it the last of theirs.
            let with_one_more = &self.classes[first_row + 1];
            moves.push(high - 1, cell(first_row, 0));
            moves.prefix_to = with_one_more.without_top;
            moves.prefix = class.without_top;
        }
    }

    /// Visits the rows of the high or low part `ones` that starts at `position` and `row`: each with the cells left.
    #[inline(always)]
    pub(super) fn for_each_row(mut ones: u64, position: usize, mut row: usize, mut visit: impl FnMut(usize, usize)) {
        while ones != 0 {
            visit(row, position + ones.trailing_zeros() as usize - row);
            row += 1;
            ones &= ones - 1;
        }
    }
}
