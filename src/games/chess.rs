//! Two-colour chess: two players fill a board cell by cell, each counting numbers of their own.
//!
//! A cell may be played once every cell left of it and every cell above it is. So the played cells always form a
//! Young diagram, and the state is its contour (see [`Space::young`]). The side to move is the parity of the cells
//! *played*: Black, who begins, counts the first grid, White the second.

use std::sync::Arc;

use super::GameError;
use crate::engine::{SolveError, Solver};
use crate::game::{Game, Move, Turn};
use crate::kernel::{Batch, Cpu, Kernel, Young};
use crate::space::{Space, State};
use crate::table::Width;

/// A board of two-colour chess.
#[derive(Debug, Clone)]
pub struct Chess {
    space: Arc<Space>,
    rows: usize,
    cols: usize,
    /// What each cell is worth to Black, and to White, row by row.
    grids: [Vec<i32>; 2],
    bound: i64,
}

impl Chess {
    /// A board of `rows` x `cols` cells, worth `black` and `white` to the two players, row by row.
    ///
    /// ```
    /// use retrograde::{Solver, games::chess::Chess, game::Game};
    ///
    /// let game = Chess::new(2, 3, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
    /// let table = Solver::new().solve(&game)?.table;
    /// assert_eq!(table.value(game.start()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError`] where `rows + cols` is too large for a space, a grid has not `rows * cols` numbers, one is
    /// negative, or their sums could exceed 32 bits.
    pub fn new(rows: u32, cols: u32, black: Vec<i32>, white: Vec<i32>) -> Result<Self, GameError> {
        let space = Arc::new(Space::young(rows, cols)?);
        Self::on(space, rows as usize, cols as usize, black, white)
    }

    /// Another board of the same size. It shares the space, which takes longer to build than a small board to solve.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn same_size(&self, black: Vec<i32>, white: Vec<i32>) -> Result<Self, GameError> {
        Self::on(self.space.clone(), self.rows, self.cols, black, white)
    }

    fn on(space: Arc<Space>, rows: usize, cols: usize, black: Vec<i32>, white: Vec<i32>) -> Result<Self, GameError> {
        for grid in [&black, &white] {
            if grid.len() != rows * cols {
                return Err(GameError::Count { what: "numbers in a grid", found: grid.len(), expected: rows * cols });
            }
            if let Some(&negative) = grid.iter().find(|&&number| number < 0) {
                return Err(GameError::Negative { value: negative.into() });
            }
        }
        // Neither player ever scores more than their half of the cells, at best the dearest ones.
        let bound = best_sum(&black, (rows * cols).div_ceil(2)).max(best_sum(&white, rows * cols / 2));
        GameError::check_bound(bound)?;
        Ok(Self { space, rows, cols, grids: [black, white], bound })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// What the cells are worth to Black and to White, row by row.
    pub fn grids(&self) -> &[Vec<i32>; 2] {
        &self.grids
    }

    /// Whose turn it is: 0 for Black, 1 for White.
    #[inline]
    pub fn side(&self, state: State) -> usize {
        let left = self.space.level(state) as usize;
        (self.rows * self.cols - left) % 2
    }

    /// The cell, counted row by row, that is filled by lowering the one at `position`.
    #[inline]
    pub fn cell(&self, state: State, position: u32) -> usize {
        let row = (state & ((1 << position) - 1)).count_ones() as usize;
        // The row has position - row cells left, so cols - (position - row) filled.
        row * (self.cols + 1) + self.cols - position as usize
    }
}

/// The value of the empty board for each of many boards, as [`Solver::solve`] gives it; the fastest way to get it.
///
/// Boards of one size are solved side by side, 16 at a time: give whole multiples of it, all of one size.
///
/// ```
/// use retrograde::games::chess::{Chess, start_values};
///
/// let game = Chess::new(2, 3, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
/// assert_eq!(start_values(&[game.clone(), game])?, [2, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError`], where there is too little memory.
///
/// # Complexity
/// Every move of every state once a board, on the calling thread; the memory of two layers of 16 boards.
pub fn start_values(boards: &[Chess]) -> Result<Vec<i32>, SolveError> {
    start_values_on(Cpu::default(), boards)
}

fn start_values_on(cpu: Cpu, boards: &[Chess]) -> Result<Vec<i32>, SolveError> {
    let mut values = Vec::with_capacity(boards.len());
    for boards in boards.chunk_by(|a, b| (a.rows, a.cols) == (b.rows, b.cols)) {
        let grids: Vec<[&[i32]; 2]> = boards.iter().map(|board| board.grids.each_ref().map(Vec::as_slice)).collect();
        match Batch::new(&boards[0].space)? {
            Some(mut batch) if grids.iter().all(|&grids| Batch::fits(grids)) => {
                batch.start_values(cpu, &grids, &mut values);
            }
            _ => {
                for board in boards {
                    let table = Solver::new().cpu(cpu).sequential(true).solve(board)?.table;
                    values.extend(table.value(board.start()));
                }
            }
        }
    }
    Ok(values)
}

/// The sum of the `count` largest numbers.
fn best_sum(numbers: &[i32], count: usize) -> i64 {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.iter().take(count).map(|&number| i64::from(number)).sum()
}

impl Game for Chess {
    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// The empty board.
    fn start(&self) -> State {
        ((1 << self.rows) - 1) << self.cols
    }

    fn bound(&self) -> i64 {
        self.bound
    }

    /// The free corners, the top row first.
    #[inline]
    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move)) {
        let grid = &self.grids[self.side(state)];
        // A one can be lowered where a zero stands just below it.
        let mut corners = state & !(state << 1) & !1;
        while corners != 0 {
            let position = corners.trailing_zeros();
            corners &= corners - 1;
            visit(Move {
                to: state - (1 << (position - 1)),
                gain: grid[self.cell(state, position)],
                turn: Turn::Passes,
            });
        }
    }

    fn kernel(&self, _width: Width) -> Option<Box<dyn Kernel + '_>> {
        let [black, white] = &self.grids;
        Some(Box::new(Young::new(&self.space, [black, white])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Recursion;

    const SHAPES: [(u32, u32); 16] = [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (1, 12),
        (12, 1),
        (2, 30),
        (30, 2),
        (5, 7),
        (7, 5),
        (3, 14),
        (10, 10),
        (12, 9),
        (1, 38),
        (39, 1),
        (0, 5),
    ];

    /// Numbers up to `most`, the same for the same seed.
    fn board((rows, cols): (u32, u32), most: u64, seed: u64) -> Chess {
        let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut grid = || {
            (0..rows * cols)
                .map(|_| {
                    x ^= x << 13;
                    x ^= x >> 7;
                    x ^= x << 17;
                    ((x >> 20) % (most + 1)) as i32
                })
                .collect()
        };
        let (black, white) = (grid(), grid());
        Chess::new(rows, cols, black, white).unwrap()
    }

    fn value(game: &Chess) -> i32 {
        Solver::new().plain(true).solve(game).unwrap().table.value(game.start()).unwrap()
    }

    #[test]
    fn the_kernel_fills_the_table_that_the_plain_sweep_fills() {
        for (k, shape) in SHAPES.into_iter().enumerate() {
            // Of a byte, of two bytes, of four.
            for most in [0, 3, 400, 100_000] {
                let game = board(shape, most, k as u64);
                assert!(game.kernel(Width::I32).is_some());
                let plain = Solver::new().plain(true).solve(&game).unwrap().table;
                for cpu in [Cpu::Portable, Cpu::Avx2] {
                    for sequential in [false, true] {
                        let table = Solver::new().cpu(cpu).sequential(sequential).solve(&game).unwrap().table;
                        assert!(table.values() == plain.values(), "{shape:?}, up to {most}, {cpu}, {sequential}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_kernel_declines_numbers_that_could_overflow() {
        let game = Chess::new(2, 2, vec![i32::MAX / 2; 4], vec![0; 4]).unwrap();
        assert!(game.kernel(Width::I32).is_none());
        assert_eq!(start_values(std::slice::from_ref(&game)).unwrap(), [value(&game)]);
        let most = (1 << 29) / 8 - 1;
        let game = Chess::new(2, 2, vec![most; 4], vec![most; 4]).unwrap();
        assert!(game.kernel(Width::I32).is_some());
        let table = Solver::new().solve(&game).unwrap().table;
        assert!(table.values() == Solver::new().plain(true).solve(&game).unwrap().table.values());
    }

    #[test]
    fn every_low_part_will_do() {
        let game = board((4, 6), 1000, 5);
        let plain = Recursion::new(&game).unwrap().value(game.start()).unwrap();
        for low_bits in 0..=10 {
            let space = Arc::new(Space::young_with_low_bits(4, 6, low_bits).unwrap());
            let game = Chess { space, ..game.clone() };
            let table = Solver::new().solve(&game).unwrap().table;
            assert_eq!(table.value(game.start()), Some(plain), "{low_bits} low bits");
            assert!(table.values() == Solver::new().plain(true).solve(&game).unwrap().table.values());
            assert_eq!(start_values(&[game]).unwrap(), [plain]);
        }
    }

    #[test]
    fn boards_side_by_side_have_the_values_of_boards_alone() {
        for shape in SHAPES {
            let most = if shape.0 * shape.1 > 40 { 17 } else { 35 };
            let boards: Vec<Chess> = (0..most).map(|k| board(shape, 100_000, k)).collect();
            let value = |game: &Chess| Solver::new().solve(game).unwrap().table.value(game.start()).unwrap();
            let alone: Vec<i32> = boards.iter().map(value).collect();
            for count in [1, 15, 16, 17, boards.len()] {
                for cpu in [Cpu::Portable, Cpu::Avx2] {
                    let together = start_values_on(cpu, &boards[..count]).unwrap();
                    assert_eq!(together, alone[..count], "{shape:?} x {count}, {cpu}");
                }
            }
        }
    }

    #[test]
    fn boards_of_several_sizes_are_taken_in_order() {
        let boards = [(2, 3), (2, 3), (3, 2), (2, 3)].map(|shape| board(shape, 50, 3));
        assert_eq!(start_values(&boards).unwrap(), boards.each_ref().map(value));
        assert_eq!(start_values(&[]).unwrap(), []);
    }
}
