//! Peg solitaire as text.
//!
//! A problem is a board by its name, and optionally the number of the vacant cell or a picture of all cells; or
//! `square`, `triangular` or `hexagonal` and a picture. Problems may follow each other.
//!
//! ```text
//! english 16        triangle-5 #.##.#.........        square         triangular
//!                                                     ##.              #
//!                                                     ####            . #
//!                                                      ###           # # #
//! ```
//!
//! In a picture `#` is a peg, `.` a hole and a blank no cell, so what stands in a row and a column matters. Neighbours stand
//! side by side or below each other on a `square` board; on a `triangular` board, which `hexagonal` is another name
//! of, two columns apart in a row, and one column to the left and to the right in the rows above and below. Tabs count one column.

use std::io::Read;

use super::{Board, Lattice, NAMES, Peg, named};
use crate::game::Move;
use crate::notation::{Notation, ParseError, Reader, Token};
use crate::probe::Step;
use crate::space::{MAX_BITS, Mask, State};

/// The rows or columns of a picture, beyond which it is refused.
const MOST: u64 = 1 << 16;

impl Notation for Peg {
    const NAME: &'static str = "peg";
    const ABOUT: &'static str = "peg solitaire on any board: a peg jumps over another, which is taken off";
    const QUERIES: bool = false;
    const PLAYERS: &'static [&'static str] = &["Player"];
    const LEVEL: &'static str = "pegs";

    fn read_problem(reader: &mut Reader<impl Read>, _before: Option<&Self>) -> Result<Option<Self>, ParseError> {
        if !reader.more()? {
            return Ok(None);
        }
        let token = reader.token("a board")?;
        let lattice = match token.bytes() {
            b"square" => Lattice::Square,
            b"triangular" | b"hexagonal" => Lattice::Triangular,
            name => {
                let Some((board, vacant)) = std::str::from_utf8(name).ok().and_then(named) else {
                    let found = name.escape_ascii();
                    let names = NAMES.join(", ");
                    return Err(token
                        .position()
                        .invalid(format_args!("expected {names}, square, triangular or hexagonal, found `{found}`")));
                };
                return read_start(reader, board, vacant).map(Some);
            }
        };
        let (cells, pegs) = read_picture(reader)?.into_iter().unzip();
        let board = Board::new(lattice, cells).and_then(|board| Self::new(board, &pegs as &Vec<bool>));
        board.map(Some).map_err(|error| token.position().invalid(error))
    }

    fn read_state(&self, reader: &mut Reader<impl Read>) -> Result<State, ParseError> {
        let position = reader.position();
        let state = self.position(&read_cells(reader, self.board.cells().len())?);
        match self.space.index(state) {
            Some(_) => Ok(state),
            None => Err(position.invalid("no jumps lead from the start to this position, or from any of its class")),
        }
    }

    fn problem_text(&self) -> String {
        let lattice = match self.board.lattice() {
            Lattice::Square => "square",
            Lattice::Triangular => "triangular",
        };
        format!("{}\n{}\n", self.board.name().unwrap_or(lattice), self.picture(1, |cell| self.sign(self.start, cell)))
    }

    fn state_text(&self, state: State) -> String {
        let rows = self.board.cells().chunk_by(|a, b| a.1 == b.1);
        let mut cells = 0..self.board.cells().len();
        let text = |row: &[_]| cells.by_ref().take(row.len()).map(|cell| self.sign(state, cell)).collect::<String>();
        rows.map(text).collect::<Vec<_>>().join(" ")
    }

    fn bit_names(&self) -> Vec<String> {
        self.cell_of_bit.iter().map(|cell| format!("peg on cell {cell}")).collect()
    }

    fn title(&self) -> String {
        let board = match (self.board.name(), self.board.lattice()) {
            (Some(name), _) => name,
            (None, Lattice::Square) => "a square board",
            (None, Lattice::Triangular) => "a triangular board",
        };
        format!("{board}, {} cells and {} jumps", self.board.cells().len(), 2 * self.lines.len())
    }

    fn legend(&self) -> Option<String> {
        let step = if self.board.lattice() == Lattice::Square { 3 } else { 2 };
        Some(format!("The cells:\n{}", self.picture(step, |cell| format!("{cell:>2}"))))
    }

    fn describe(&self, from: State, play: &Move) -> String {
        let (gone, come) = (from & !play.to, play.to & !from);
        let line = self.lines.iter().find(|&&(line, middle)| line == gone | come && gone & middle != 0);
        let cell = |bit: Mask| self.cell_of_bit[(bit.trailing_zeros() as usize).min(self.cell_of_bit.len() - 1)];
        match line {
            Some((_, middle)) => format!("{} jumps over {} to {}", cell(gone ^ middle), cell(*middle), cell(come)),
            None => "no move of this board".into(),
        }
    }

    fn draw(&self, state: State, _played: &[Step]) -> String {
        let step = if self.board.lattice() == Lattice::Square { 2 } else { 1 };
        self.picture(step, |cell| self.sign(state, cell))
    }
}

impl Peg {
    fn sign(&self, state: State, cell: usize) -> String {
        if state & self.bit_of_cell[cell] == 0 { ".".into() } else { "#".into() }
    }

    /// The board with a text at each cell, columns `step` characters apart.
    fn picture(&self, step: usize, text: impl Fn(usize) -> String) -> String {
        let cells = self.board.cells();
        let (left, top) = (cells.iter().map(|cell| cell.0).min().unwrap_or(0), cells[0].1);
        let mut rows = vec![String::new(); (cells[cells.len() - 1].1 - top) as usize + 1];
        for (cell, &(x, y)) in cells.iter().enumerate() {
            let row = &mut rows[(y - top) as usize];
            let column = (x - left) as usize * step;
            row.push_str(&" ".repeat(column.saturating_sub(row.len())));
            row.push_str(&text(cell));
        }
        rows.join("\n")
    }
}

/// The start on a board with a name: the vacant cell, all cells, or nothing for the usual one.
fn read_start(reader: &mut Reader<impl Read>, board: Board, vacant: usize) -> Result<Peg, ParseError> {
    let cells = board.cells().len();
    let position = reader.position();
    let game = match next_byte(reader)? {
        Some(b'#' | b'.') => Peg::new(board, &read_cells(reader, cells)?),
        Some(b'-' | b'0'..=b'9') => {
            let vacant = reader.number("the vacant cell", 0..=cells as i64 - 1)?;
            Peg::with_vacancy(board, vacant as usize)
        }
        _ => Peg::with_vacancy(board, vacant),
    };
    game.map_err(|error| position.invalid(error))
}

/// The first byte of the next token, if there is one.
fn next_byte(reader: &mut Reader<impl Read>) -> Result<Option<u8>, ParseError> {
    Ok(if reader.another()? { reader.at_hand(1)?.first().copied() } else { None })
}

/// A token of `#` and `.`.
fn read_row(reader: &mut Reader<impl Read>, expected: &str) -> Result<Token, ParseError> {
    let token = reader.token(expected)?;
    if let Some(place) = token.bytes().iter().position(|byte| !b"#.".contains(byte)) {
        let found = token.bytes()[place].escape_ascii();
        return Err(token.position().plus(place).invalid(format!("expected `#` or `.`, found `{found}`")));
    }
    Ok(token)
}

/// So many cells, in any number of tokens.
fn read_cells(reader: &mut Reader<impl Read>, cells: usize) -> Result<Vec<bool>, ParseError> {
    let mut pegs = Vec::new();
    while pegs.len() < cells {
        let token = read_row(reader, "a row of `#` and `.`")?;
        pegs.extend(token.bytes().iter().map(|&byte| byte == b'#'));
        if let Some(beyond) = pegs.len().checked_sub(cells + 1) {
            let place = token.bytes().len() - 1 - beyond;
            return Err(token.position().plus(place).invalid(format!("more than the {cells} cells of the board")));
        }
    }
    Ok(pegs)
}

/// Where a cell stands, and whether a peg is on it.
type Drawn = ((i32, i32), bool);

/// The cells of a picture.
fn read_picture(reader: &mut Reader<impl Read>) -> Result<Vec<Drawn>, ParseError> {
    let mut cells = Vec::new();
    let mut top = None;
    while cells.is_empty() || matches!(next_byte(reader)?, Some(b'#' | b'.')) {
        let token = read_row(reader, "a picture of `#` and `.`")?;
        let position = token.position();
        let row = position.line - *top.get_or_insert(position.line);
        if row > MOST || position.column > MOST {
            return Err(position.invalid(format!("a picture of more than {MOST} rows or columns")));
        }
        let cell = |(column, &byte): (u64, &u8)| ((column as i32, row as i32), byte == b'#');
        cells.extend((position.column..).zip(token.bytes()).map(cell));
        if cells.len() > MAX_BITS as usize {
            return Err(position.invalid(format!("a board of more than {MAX_BITS} cells")));
        }
    }
    Ok(cells)
}
