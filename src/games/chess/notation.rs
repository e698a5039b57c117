//! Two-colour chess as text.

use std::io::Read;

use super::Chess;
use crate::game::Move;
use crate::notation::{Notation, ParseError, Reader};
use crate::probe::Step;
use crate::space::{MAX_BITS, State};

const LARGEST: i64 = i32::MAX as i64;

impl Notation for Chess {
    const NAME: &'static str = "chess";
    const ABOUT: &'static str = "Two-colour chess: two players fill a board, each counting numbers of their own";
    const QUERIES: bool = false;
    const PLAYERS: &'static [&'static str] = &["Black", "White"];
    const LEVEL: &'static str = "cells left";

    /// `n m`, then n rows of m numbers for Black, then as many for White. Boards follow each other.
    fn read_problem(reader: &mut Reader<impl Read>, before: Option<&Self>) -> Result<Option<Self>, ParseError> {
        if !reader.more()? {
            return Ok(None);
        }
        let begin = reader.position();
        let rows = reader.number("the number of rows", 1..=LARGEST)?;
        let cols = reader.number("the number of columns", 1..=LARGEST)?;
        if rows + cols > i64::from(MAX_BITS) {
            return Err(begin
                .invalid(format!("a board of {rows} x {cols}: rows and columns together may be {MAX_BITS} at most")));
        }
        let mut grid = |player: &str| -> Result<Vec<i32>, ParseError> {
            let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row + 1, col + 1)));
            cells
                .map(|(row, col)| {
                    let what = format_args!("{player}'s number in row {row}, column {col}");
                    reader.number(what, 0..=LARGEST).map(|number| number as i32)
                })
                .collect()
        };
        let (black, white) = (grid("Black")?, grid("White")?);
        let board = match before {
            Some(board) if (board.rows, board.cols) == (rows as usize, cols as usize) => board.same_size(black, white),
            _ => Self::new(rows as u32, cols as u32, black, white),
        };
        board.map(Some).map_err(|error| begin.invalid(error))
    }

    /// The filled cells of each row, from the top, on a line: `4 2 0`.
    fn read_state(&self, reader: &mut Reader<impl Read>) -> Result<State, ParseError> {
        reader.line(|reader| {
            let (mut state, mut above) = (0, self.cols as i64);
            for row in 0..self.rows {
                let what = format_args!("the filled cells of row {}", row + 1);
                above = reader.number_in_line(what, 0..=above)?;
                state |= 1 << (row + self.cols - above as usize);
            }
            Ok(state)
        })
    }

    fn problem_text(&self) -> String {
        let mut text = format!("{} {}\n", self.rows, self.cols);
        for row in self.grids.iter().flat_map(|grid| grid.chunks(self.cols.max(1))) {
            text += &row.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
            text.push('\n');
        }
        text
    }

    fn state_text(&self, state: State) -> String {
        let filled = self.filled(state).map(|filled| filled.to_string());
        filled.collect::<Vec<_>>().join(" ")
    }

    /// A contour from its lowest bit: a one is a row, a zero a column that the rows after it leave free.
    fn bit_names(&self) -> Vec<String> {
        (0..self.space.bits()).map(|step| format!("step {step} of the contour: 1 row or 0 column")).collect()
    }

    fn title(&self) -> String {
        format!("a board of {} x {} cells", self.rows, self.cols)
    }

    fn describe(&self, from: State, play: &Move) -> String {
        let lowered = from & !play.to;
        let cell = self.cell(from, lowered.trailing_zeros());
        format!("row {}, column {}", cell / self.cols + 1, cell % self.cols + 1)
    }

    /// The board: the pieces by colour where it is known who played them, `#` elsewhere.
    fn draw(&self, state: State, played: &[Step]) -> String {
        let mut board = vec![b'.'; self.rows * self.cols];
        for (row, filled) in self.filled(state).enumerate() {
            board[row * self.cols..][..filled].fill(b'#');
        }
        for step in played {
            let lowered = step.from & !step.play.to;
            board[self.cell(step.from, lowered.trailing_zeros())] = [b'B', b'W'][self.side(step.from)];
        }
        let rows =
            board.chunks(self.cols.max(1)).map(|row| row.iter().map(|&cell| format!("{} ", cell as char)).collect());
        rows.map(|row: String| row.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }
}
