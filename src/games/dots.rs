//! Dots and Boxes: two players draw the edges of a grid of boxes; who closes a box scores it and moves again.
//!
//! ```text
//! +-+-+     +  1+  2+
//! |...|     3   4   5      a picture of edges drawn (Swedish), and the numbers of the edges
//! +.+.+     +  6+  7+
//! |...|     8   9   10
//! +-+-+     + 11+ 12+
//! ```
//!
//! A state is the set of edges left, numbered row by row: bit e - 1 stands for edge e. Its value counts only boxes that
//! are still to be closed, so that the table serves every start.

mod closed;
mod notation;

use std::sync::Arc;

use self::closed::Closed;
use super::{GameError, Listed};
use crate::game::{Game, Minimax, Move, Turn};
use crate::kernel::Offer;
use crate::kernel::bonus::Bonus;
use crate::space::{MAX_BITS, Mask, Space, State};
use crate::table::CellType;

/// A board of Dots and Boxes.
#[derive(Debug, Clone)]
pub struct Dots {
    space: Arc<Space>,
    rows: usize,
    cols: usize,
    start: State,
    /// The edges of each box, row by row.
    boxes: Vec<Mask>,
    /// For each edge and each of its two sides the other edges of the box there; all ones where there is no box.
    others: Vec<[Mask; 2]>,
}

impl Dots {
    /// A board of `rows` x `cols` boxes with no edge drawn, the American start.
    ///
    /// ```
    /// use retrograde::{Solver, games::dots::Dots, game::Game};
    ///
    /// let game = Dots::new(2, 2)?;
    /// let table = Solver::new().solve(&game)?.table;
    /// assert_eq!(table.value(game.start()), Some(2));
    /// assert_eq!(table.value(game.swedish()), Some(-4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError`] where there is no box, or there are too many edges for a space.
    pub fn new(rows: u32, cols: u32) -> Result<Self, GameError> {
        let bits = u32::try_from(edges(rows, cols)).unwrap_or(u32::MAX);
        Self::on(Arc::new(Space::subsets(bits)?), rows as usize, cols as usize)
    }

    fn on(space: Arc<Space>, rows: usize, cols: usize) -> Result<Self, GameError> {
        if rows * cols == 0 {
            return Err(GameError::NoBox);
        }
        let start = (1 << space.bits()) - 1;
        let mut game = Self { space, rows, cols, start, boxes: Vec::new(), others: Vec::new() };
        let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        game.boxes = places
            .map(|(row, col)| {
                game.across(row, col) | game.across(row + 1, col) | game.down(row, col) | game.down(row, col + 1)
            })
            .collect();
        let others = |edge: u32| {
            let mut sides = game.boxes.iter().filter(|&edges| edges >> edge & 1 == 1).map(|edges| edges & !(1 << edge));
            [sides.next().unwrap_or(Mask::MAX), sides.next().unwrap_or(Mask::MAX)]
        };
        game.others = (0..game.space.bits()).map(others).collect();
        Ok(game)
    }

    /// The same board, from a start with only these edges left.
    pub fn starting_with(self, left: State) -> Self {
        Self { start: left, ..self }
    }

    /// The number of rows of boxes.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns of boxes.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The edge above the box in this row and column, counted from 0; for row [`rows`](Self::rows) the lowest edge.
    pub fn across(&self, row: usize, col: usize) -> Mask {
        1 << (row * (2 * self.cols + 1) + col)
    }

    /// The edge left of the box in this row and column, counted from 0; for column [`cols`](Self::cols) the last edge.
    pub fn down(&self, row: usize, col: usize) -> Mask {
        1 << (row * (2 * self.cols + 1) + self.cols + col)
    }

    /// No edge is drawn.
    pub fn american(&self) -> State {
        (1 << self.space.bits()) - 1
    }

    /// The edges on the left and at the bottom are drawn.
    pub fn icelandic(&self) -> State {
        let left: State = (0..self.rows).map(|row| self.down(row, 0)).sum();
        let bottom: State = (0..self.cols).map(|col| self.across(self.rows, col)).sum();
        self.american() ^ left ^ bottom
    }

    /// All edges on the border are drawn.
    pub fn swedish(&self) -> State {
        let right: State = (0..self.rows).map(|row| self.down(row, self.cols)).sum();
        let top: State = (0..self.cols).map(|col| self.across(0, col)).sum();
        self.icelandic() ^ right ^ top
    }

    /// The starts that have a name.
    fn named(&self) -> [(&'static str, State); 3] {
        [("american", self.american()), ("icelandic", self.icelandic()), ("swedish", self.swedish())]
    }
}

/// The number of edges of a board.
fn edges(rows: u32, cols: u32) -> u64 {
    let (rows, cols) = (u64::from(rows), u64::from(cols));
    (rows * cols).saturating_mul(2).saturating_add(rows + cols)
}

impl Game for Dots {
    type Algebra = Minimax;

    fn algebra(&self) -> Minimax {
        Minimax
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        self.start
    }

    /// All boxes.
    fn bound(&self) -> i64 {
        self.boxes.len() as i64
    }

    /// The edges left, by their numbers.
    #[inline(always)]
    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move)) {
        let mut left = state;
        while left != 0 {
            let edge = left.trailing_zeros();
            left &= left - 1;
            let [a, b] = self.others[edge as usize];
            let gain = i32::from(state & a == 0) + i32::from(state & b == 0);
            let turn = if gain > 0 { Turn::Kept } else { Turn::Passes };
            visit(Move { to: state ^ 1 << edge, gain, turn });
        }
    }

    fn kernel(&self, cell: CellType) -> Option<Offer<'_>> {
        Bonus::offer(&self.space, cell, self.bound(), || Some(Closed::new(&self.boxes)))
    }
}

impl Listed for Dots {
    /// Numbers of edges: 2 x 4, 3 x 3 and 2 x 5 boxes.
    const SIZES: &'static [u32] = &[22, 24, 27];

    /// The board of so many edges that is the nearest to a square, with no edge drawn; all seeds give the same.
    fn random(size: u32, _seed: u64) -> Result<Self, GameError> {
        let mut boards = (1..=MAX_BITS).flat_map(|rows| (rows..=MAX_BITS).map(move |cols| (rows, cols)));
        let board = boards.rfind(|&(rows, cols)| edges(rows, cols) == u64::from(size));
        board.map_or(Err(GameError::NoBoard { edges: size }), |(rows, cols)| Self::new(rows, cols))
    }
}
