//! Sternhalma: a hexagon of 19 cells; pieces are taken off, or jump over each other and score the cell jumped over.
//!
//! ```text
//!      0  1  2
//!     3  4  5  6         the judges' numbering of the cells
//!   7  8  9 10 11
//!    12 13 14 15
//!      16 17 18
//! ```
//!
//! A state is the set of occupied cells. The six corners are never jumped over, so they make the low bits, and the
//! other 13 cells, in ascending order, the high bits. A jump may raise the mask, but with weight 1 for the centre
//! and 2 for the others every move that changes the high part lowers its weight.

pub mod boards;
mod notation;

use std::sync::Arc;

use super::board::{Line, lines};
use super::{GameError, Listed, SplitMix};
use crate::game::{Game, Minimax, Move, Turn};
use crate::kernel::Offer;
use crate::kernel::jumps::{JumpLine, jumps};
use crate::space::{Mask, Space, State};
use crate::table::CellType;

/// The number of cells.
pub const CELLS: usize = 19;

/// The cells of each row.
pub const ROWS: [usize; 5] = [3, 4, 5, 4, 3];

/// The cell of each bit of a state, lowest first: the corners, then the others.
pub const CELL_OF_BIT: [u8; CELLS] = [0, 2, 7, 11, 16, 18, 1, 3, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 17];

const CORNERS: u32 = 6;
const CENTRE: u8 = 9;

/// No game has more jumps: the longest has 16 (found by search over all boards; see the tests).
const MAX_JUMPS: i64 = 16;

/// A board of Sternhalma: the weight of each cell.
#[derive(Debug, Clone)]
pub struct Sternhalma {
    space: Arc<Space>,
    weights: [i32; CELLS],
    jumps: Vec<Jump>,
    bound: i64,
}

/// A line of three cells, as masks of a state: with the middle and one end occupied it is a jump.
#[derive(Debug, Clone, Copy)]
struct Jump {
    line: Mask,
    middle: Mask,
    weight: i32,
}

impl Sternhalma {
    /// A board with these weights, in the judges' order of the cells.
    ///
    /// # Errors
    /// [`GameError`] where the sums could exceed 32 bits.
    pub fn new(weights: [i32; CELLS]) -> Result<Self, GameError> {
        let high_weights: Vec<u64> =
            CELL_OF_BIT[CORNERS as usize..].iter().map(|&cell| if cell == CENTRE { 1 } else { 2 }).collect();
        let space = Arc::new(Space::subsets_by_weight(CELLS as u32, CORNERS, &high_weights)?);
        let jumps: Vec<Jump> = board_lines()
            .iter()
            .map(|line| {
                let middle = bit_of_cell(line.middle);
                let ends = bit_of_cell(line.ends[0]) | bit_of_cell(line.ends[1]);
                Jump { line: ends | middle, middle, weight: weights[line.middle] }
            })
            .collect();
        let best = jumps.iter().map(|jump| i64::from(jump.weight)).max().unwrap_or(0).max(0);
        GameError::check_bound(MAX_JUMPS * best)?;
        Ok(Self { space, weights, jumps, bound: MAX_JUMPS * best })
    }

    /// The lines as the kernel wants them.
    fn lines(&self) -> Vec<JumpLine> {
        let line = |jump: &Jump| {
            let ends = jump.line & !jump.middle;
            JumpLine {
                ends: [ends.trailing_zeros(), ends.ilog2()],
                middle: jump.middle.trailing_zeros(),
                weight: jump.weight,
            }
        };
        self.jumps.iter().map(line).collect()
    }

    /// The weight of each cell, in the judges' order.
    pub fn weights(&self) -> &[i32; CELLS] {
        &self.weights
    }

    /// The state with these cells occupied, in the judges' order.
    ///
    /// ```
    /// use retrograde::games::sternhalma::Sternhalma;
    /// let occupied = [true; 19];
    /// assert_eq!(Sternhalma::state(&occupied), (1 << 19) - 1);
    /// ```
    pub fn state(occupied: &[bool; CELLS]) -> State {
        (0..CELLS).filter(|&cell| occupied[cell]).map(bit_of_cell).sum()
    }
}

/// The bit that stands for a cell.
///
/// # Panics
/// Where the cell is not below [`CELLS`].
#[inline]
pub fn bit_of_cell(cell: usize) -> Mask {
    const BIT_OF_CELL: [Mask; CELLS] = {
        let (mut bits, mut bit) = ([0; CELLS], 0);
        while bit < CELLS {
            bits[CELL_OF_BIT[bit] as usize] = 1 << bit;
            bit += 1;
        }
        bits
    };
    BIT_OF_CELL[cell]
}

/// The 27 lines of the board, in the judges' numbering.
pub fn board_lines() -> Vec<Line> {
    let mut cells = Vec::new();
    for (y, length) in (0..).zip(ROWS) {
        // Doubled columns, so that the rows are centred and neighbours stand at whole numbers.
        cells.extend((0..length as i32).map(|i| (5 - length as i32 + 2 * i, y)));
    }
    lines(&cells, &[(2, 0), (-1, 1), (1, 1)])
}

impl Game for Sternhalma {
    type Algebra = Minimax;

    fn algebra(&self) -> Minimax {
        Minimax
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// The full board.
    fn start(&self) -> State {
        (1 << CELLS) - 1
    }

    fn bound(&self) -> i64 {
        self.bound
    }

    /// The jumps in the order of their lines, then the removals in the order of the bits.
    #[inline(always)]
    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move)) {
        for jump in &self.jumps {
            let occupied = state & jump.line;
            // The middle and exactly one end: two of three, the middle among them.
            if occupied & jump.middle != 0 && occupied.count_ones() == 2 {
                visit(Move { to: state ^ jump.line, gain: jump.weight, turn: Turn::Kept });
            }
        }
        let mut pieces = state;
        while pieces != 0 {
            let to = state & !(pieces & pieces.wrapping_neg());
            pieces &= pieces - 1;
            visit(Move { to, gain: 0, turn: Turn::Kept });
        }
    }

    fn kernel(&self, cell: CellType) -> Option<Offer<'_>> {
        jumps(&self.space, self.lines(), cell)
    }
}

impl Listed for Sternhalma {
    const SIZES: &'static [u32] = &[CELLS as u32];

    /// Weights as large as the judges', of both signs.
    fn random(size: u32, seed: u64) -> Result<Self, GameError> {
        if size != CELLS as u32 {
            return Err(GameError::Count { what: "cells", found: size as usize, expected: CELLS });
        }
        let mut numbers = SplitMix::new(seed);
        Self::new(std::array::from_fn(|_| numbers.up_to(2_000_000) as i32 - 1_000_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_27_lines_of_the_statement() {
        let expected = [
            [0, 1, 2],
            [0, 3, 7],
            [0, 4, 9],
            [1, 4, 8],
            [1, 5, 10],
            [2, 5, 9],
            [2, 6, 11],
            [3, 4, 5],
            [3, 8, 13],
            [4, 5, 6],
            [4, 8, 12],
            [4, 9, 14],
            [5, 9, 13],
            [5, 10, 15],
            [6, 10, 14],
            [7, 8, 9],
            [7, 12, 16],
            [8, 9, 10],
            [8, 13, 17],
            [9, 10, 11],
            [9, 13, 16],
            [9, 14, 18],
            [10, 14, 17],
            [11, 15, 18],
            [12, 13, 14],
            [13, 14, 15],
            [16, 17, 18],
        ];
        let mut lines: Vec<_> = board_lines().iter().map(|line| [line.ends[0], line.middle, line.ends[1]]).collect();
        lines.sort_unstable();
        assert_eq!(lines, expected);
    }

    #[test]
    fn every_cell_has_its_bit_and_the_corners_are_never_jumped_over() {
        let all: State = (0..CELLS).map(bit_of_cell).sum();
        assert_eq!(all, (1 << CELLS) - 1);
        let middles: State = board_lines().iter().map(|line| bit_of_cell(line.middle)).fold(0, |all, bit| all | bit);
        assert_eq!(middles, all & !((1 << CORNERS) - 1));
    }
}
