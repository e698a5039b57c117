//! Two-colour chess by plain minimax over actual boards.

use std::collections::HashMap;

/// Which cells hold a piece, row by row.
type Board = Vec<Vec<bool>>;

/// Black's final score minus White's, both playing their best from the empty board.
///
/// `first` holds what each cell is worth to Black, who begins, and `second` what it is worth to
/// White.
pub fn answer(first: &[Vec<i64>], second: &[Vec<i64>]) -> i64 {
    let game = Game { first, second };
    let mut board = empty(first.len(), first[0].len());
    game.best(&mut board, Player::Black, &mut HashMap::new())
}

/// How many different complete plays fill an empty board of `rows` times `cols` cells.
///
/// Counted forward: all boards with k pieces, each with the number of ways to reach it, give those
/// with k + 1. The count of the largest boards (10 x 10, say) outgrows `u128`; then this panics.
pub fn complete_plays(rows: usize, cols: usize) -> u128 {
    let mut ways = HashMap::from([(empty(rows, cols), 1_u128)]);
    for _ in 0..rows * cols {
        let mut next = HashMap::new();
        for (board, count) in &ways {
            for (row, col) in legal(board) {
                let mut played = board.clone();
                played[row][col] = true;
                let sum: &mut u128 = next.entry(played).or_default();
                *sum = sum.checked_add(*count).expect("the count fits u128");
            }
        }
        ways = next;
    }
    ways.into_values().sum()
}

#[derive(Clone, Copy)]
enum Player {
    Black,
    White,
}

struct Game<'a> {
    first: &'a [Vec<i64>],
    second: &'a [Vec<i64>],
}

impl Game<'_> {
    /// Black minus White over the cells still to be played.
    ///
    /// The board alone serves as the key: within one game it settles whose turn it is.
    fn best(&self, board: &mut Board, mover: Player, memo: &mut HashMap<Board, i64>) -> i64 {
        if let Some(&known) = memo.get(board) {
            return known;
        }
        let mut outcomes = Vec::new();
        for (row, col) in legal(board) {
            board[row][col] = true;
            outcomes.push(match mover {
                Player::Black => self.first[row][col] + self.best(board, Player::White, memo),
                Player::White => -self.second[row][col] + self.best(board, Player::Black, memo),
            });
            board[row][col] = false;
        }
        let chosen = match mover {
            Player::Black => outcomes.into_iter().max(),
            Player::White => outcomes.into_iter().min(),
        };
        // With no legal cell the board is full and nothing more can be scored.
        let value = chosen.unwrap_or(0);
        memo.insert(board.clone(), value);
        value
    }
}

fn empty(rows: usize, cols: usize) -> Board {
    vec![vec![false; cols]; rows]
}

/// The cells that may be played: empty, with every cell left of them in the row and above them in
/// the column taken.
fn legal(board: &Board) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for row in 0..board.len() {
        for col in 0..board[row].len() {
            let left = (0..col).all(|c| board[row][c]);
            let above = (0..row).all(|r| board[r][col]);
            if !board[row][col] && left && above {
                cells.push((row, col));
            }
        }
    }
    cells
}
