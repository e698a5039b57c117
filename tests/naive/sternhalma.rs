//! Sternhalma by trying every move on an actual board.

use std::collections::HashMap;

/// The cells in the judge's order: row by row, each from left to right.
const ROWS: [i64; 5] = [3, 4, 5, 4, 3];

/// The steps to the six neighbours, with x doubled so that rows may be shifted by half a cell.
const STEPS: [(i64, i64); 6] = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Which of the 19 cells hold a piece.
pub type Board = [bool; 19];

/// The best total a single board allows.
pub fn answer(weights: &[i64; 19], board: &Board) -> i64 {
    Solver::new(weights).best(board)
}

/// The directed jumps as (from, over, to): two equal steps that stay on the board.
pub fn jumps() -> Vec<(usize, usize, usize)> {
    let cells = cells();
    let find = |cell| cells.iter().position(|&other| other == cell);
    let mut jumps = Vec::new();
    for (from, &(x, y)) in cells.iter().enumerate() {
        for (dx, dy) in STEPS {
            let over = find((x + dx, y + dy));
            let to = find((x + 2 * dx, y + 2 * dy));
            if let (Some(over), Some(to)) = (over, to) {
                jumps.push((from, over, to));
            }
        }
    }
    jumps
}

/// Answers many boards with the same weights, remembering every position met on the way.
pub struct Solver {
    weights: [i64; 19],
    jumps: Vec<(usize, usize, usize)>,
    memo: HashMap<Board, i64>,
}

impl Solver {
    /// Starts with nothing remembered.
    pub fn new(weights: &[i64; 19]) -> Self {
        Self { weights: *weights, jumps: jumps(), memo: HashMap::new() }
    }

    /// The best total from `board` until no piece is left.
    pub fn best(&mut self, board: &Board) -> i64 {
        if let Some(&known) = self.memo.get(board) {
            return known;
        }
        // An empty board leaves no move and is worth nothing. Any other leaves at least a removal,
        // which never costs anything, so starting at 0 is right for all of them.
        let mut best = 0;
        for cell in 0..board.len() {
            if board[cell] {
                let mut next = *board;
                next[cell] = false;
                best = best.max(self.best(&next));
            }
        }
        for index in 0..self.jumps.len() {
            let (from, over, to) = self.jumps[index];
            if board[from] && board[over] && !board[to] {
                let mut next = *board;
                next[from] = false;
                next[over] = false;
                next[to] = true;
                best = best.max(self.weights[over] + self.best(&next));
            }
        }
        self.memo.insert(*board, best);
        best
    }
}

/// Where each cell lies: (doubled x, row). A row of length L starts at x = 5 - L, which centres it.
fn cells() -> Vec<(i64, i64)> {
    let mut cells = Vec::new();
    for (y, length) in (0..).zip(ROWS) {
        for place in 0..length {
            cells.push((5 - length + 2 * place, y));
        }
    }
    cells
}
