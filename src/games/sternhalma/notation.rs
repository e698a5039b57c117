//! Sternhalma as text.

use std::io::Read;

use super::{CELL_OF_BIT, CELLS, Line, MAX_JUMPS, ROWS, Sternhalma, bit_of_cell, board_lines, boards};
use crate::game::Move;
use crate::notation::{Notation, ParseError, Reader, Token};
use crate::probe::Step;
use crate::space::{Mask, State};
use crate::table::Table;

impl Notation for Sternhalma {
    const NAME: &'static str = "sternhalma";
    const ABOUT: &'static str = "Sternhalma: 19 weights, then boards; the best total of taking off and jumping over";
    const QUERIES: bool = true;
    const PLAYERS: &'static [&'static str] = &["Player"];
    const LEVEL: &'static str = "pieces";

    /// 19 weights.
    fn read_problem(reader: &mut Reader<impl Read>, _before: Option<&Self>) -> Result<Option<Self>, ParseError> {
        reader.more()?;
        let begin = reader.position();
        let range = i64::from(i32::MIN)..=i64::from(i32::MAX) / MAX_JUMPS;
        let mut weights = [0; CELLS];
        for (cell, weight) in weights.iter_mut().enumerate() {
            *weight = reader.number(format_args!("the weight of cell {cell}"), range.clone())? as i32;
        }
        Self::new(weights).map(Some).map_err(|error| begin.invalid(error))
    }

    /// Five rows of `#` (a piece) and `.` (an empty cell).
    fn read_state(&self, reader: &mut Reader<impl Read>) -> Result<State, ParseError> {
        let (mut state, mut first_error, mut cell) = (0, None, 0);
        for (row, length) in (1..).zip(ROWS) {
            match read_row(reader, row, length) {
                Ok(token) => {
                    for &byte in token.bytes() {
                        state |= if byte == b'#' { bit_of_cell(cell) } else { 0 };
                        cell += 1;
                    }
                }
                // Row by row a board is passed to its end, but for what has no end that could be seen.
                Err(error) if error.kind.is_final() => return Err(first_error.unwrap_or(error)),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        first_error.map_or(Ok(state), Err)
    }

    const STATE_BYTES: usize = boards::BOARD_BYTES;

    fn answer_states(table: &Table, input: &[u8], output: &mut Vec<u8>) -> usize {
        boards::answer_boards(table, input, output)
    }

    /// A wrong board has been read to its end.
    fn skip_state(&self, _reader: &mut Reader<impl Read>) -> Result<(), ParseError> {
        Ok(())
    }

    fn problem_text(&self) -> String {
        self.weights.map(|weight| weight.to_string()).join(" ") + "\n"
    }

    fn state_text(&self, state: State) -> String {
        let mut cells = (0..CELLS).map(|cell| if state & bit_of_cell(cell) == 0 { '.' } else { '#' });
        ROWS.map(|length| cells.by_ref().take(length).collect::<String>()).join(" ")
    }

    fn bit_names(&self) -> Vec<String> {
        CELL_OF_BIT.map(|cell| format!("cell {cell} occupied")).into()
    }

    fn title(&self) -> String {
        "19 cells".into()
    }

    fn legend(&self) -> Option<String> {
        let cells = |cell| format!("{cell:>2}:{:<8}", self.weights[cell]);
        Some(format!("The cells and their weights:\n{}", draw_rows(11, cells)))
    }

    fn describe(&self, from: State, play: &Move) -> String {
        let gone: Vec<u8> = bits(from & !play.to).map(|bit| CELL_OF_BIT[bit]).collect();
        let Some(to) = bits(play.to & !from).map(|bit| usize::from(CELL_OF_BIT[bit])).next() else {
            return format!("take {} off", gone[0]);
        };
        let line = board_lines().into_iter().find(|line| {
            line.ends.contains(&to) && gone.contains(&(line.middle as u8)) && {
                let other = if line.ends[0] == to { line.ends[1] } else { line.ends[0] };
                gone.contains(&(other as u8))
            }
        });
        match line {
            Some(Line { ends, middle }) => {
                format!("{} jumps over {middle} to {to}", if ends[0] == to { ends[1] } else { ends[0] })
            }
            None => "no move of this board".into(),
        }
    }

    fn draw(&self, state: State, _played: &[Step]) -> String {
        draw_rows(2, |cell| if state & bit_of_cell(cell) == 0 { ". ".into() } else { "# ".into() })
    }
}

/// One row of a board.
fn read_row(reader: &mut Reader<impl Read>, row: usize, length: usize) -> Result<Token, ParseError> {
    let token = reader.token(format_args!("row {row} of a board"))?;
    if let Some(place) = token.bytes().iter().position(|byte| !b"#.".contains(byte)) {
        let found = token.bytes()[place].escape_ascii();
        return Err(token.position().plus(place).invalid(format!("expected `#` or `.`, found `{found}`")));
    }
    if token.bytes().len() != length {
        let found = token.bytes().len();
        return Err(token.position().invalid(format!("row {row} of a board has {found} cells, not {length}")));
    }
    Ok(token)
}

/// The positions of the ones of a mask, ascending.
fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// The hexagon with a text of `width` characters in each cell.
fn draw_rows(width: usize, text: impl Fn(usize) -> String) -> String {
    let mut cells = 0..CELLS;
    let rows = ROWS.map(|length| {
        let row: String = cells.by_ref().take(length).map(&text).collect();
        format!("{:indent$}{}", "", row.trim_end(), indent = (5 - length) * width / 2)
    });
    rows.join("\n")
}
