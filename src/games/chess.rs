//! Two-colour chess: two players fill a board cell by cell, each counting numbers of their own.
//!
//! A cell may be played once every cell left of it and every cell above it is. So the played cells always form a
//! Young diagram, and the state is its contour (see [`Space::young`]). The side to move is the parity of the cells
//! *played*: Black, who begins, counts the first grid, White the second.

mod notation;

use std::sync::Arc;

use super::{GameError, Listed, SplitMix};
use crate::engine::{SolveError, Solver, young_starts};
use crate::game::{Game, Minimax, Move, Turn};
use crate::kernel::young::young;
use crate::kernel::{Cpu, Offer};
use crate::space::{Space, State};
use crate::table::CellType;

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

    /// The filled cells of each row.
    fn filled(&self, mut state: State) -> impl Iterator<Item = usize> {
        (0..self.rows).map(move |row| {
            let left = state.trailing_zeros() as usize - row;
            state &= state - 1;
            self.cols - left
        })
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
        match young_starts(cpu, &boards[0].space, &grids)? {
            Some(starts) => values.extend(starts),
            None => {
                for board in boards {
                    let table = Solver::new().cpu(cpu).sequential(true).solve(board)?.table;
                    values.extend(table.value::<i32>(board.start()));
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
    type Algebra = Minimax;

    fn algebra(&self) -> Minimax {
        Minimax
    }

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
    #[inline(always)]
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

    fn kernel(&self, cell: CellType) -> Option<Offer<'_>> {
        let [black, white] = &self.grids;
        young(&self.space, [black, white], cell)
    }
}

impl Listed for Chess {
    const TOGETHER: usize = 16;

    fn start_values(boards: &[Self]) -> Option<Result<Vec<i32>, SolveError>> {
        // Fewer boards than a quarter of the lanes are solved faster one by one.
        (boards.len() >= 4).then(|| start_values(boards))
    }

    const SIZES: &'static [u32] = &[10, 12, 13, 14];

    /// A square board of numbers as large as the judges'.
    fn random(size: u32, seed: u64) -> Result<Self, GameError> {
        let mut numbers = SplitMix::new(seed);
        let mut grid = || (0..size * size).map(|_| numbers.up_to(100_000) as i32).collect();
        let (black, white) = (grid(), grid());
        Self::new(size, size, black, white)
    }
}

#[cfg(test)]
mod tests;
