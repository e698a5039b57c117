//! Dots and Boxes as text.

use std::io::Read;

use super::{Dots, edges};
use crate::game::Move;
use crate::notation::{Notation, ParseError, Position, Reader};
use crate::probe::Step;
use crate::space::{MAX_BITS, State};

impl Notation for Dots {
    const NAME: &'static str = "dots";
    const ABOUT: &'static str = "Dots and Boxes: players draw the edges of boxes; who closes one moves again";
    const QUERIES: bool = false;
    const PLAYERS: &'static [&'static str] = &["Alice", "Bob"];
    const LEVEL: &'static str = "edges left";

    /// `R C`, then, if any edges are drawn, `icelandic`, `swedish` or a picture. Boards follow each other.
    fn read_problem(reader: &mut Reader<impl Read>, before: Option<&Self>) -> Result<Option<Self>, ParseError> {
        if !reader.more()? {
            return Ok(None);
        }
        let begin = reader.position();
        let rows = reader.number("the number of rows of boxes", 1..=i32::MAX.into())? as u32;
        let cols = reader.number("the number of columns of boxes", 1..=i32::MAX.into())? as u32;
        let edges = edges(rows, cols);
        if edges > MAX_BITS.into() {
            let message =
                format!("a board of {rows} x {cols} boxes has {edges} edges, at most {MAX_BITS} are possible");
            return Err(begin.invalid(message));
        }
        let game = match before {
            Some(game) if u64::from(game.space.bits()) == edges => {
                Self::on(game.space.clone(), rows as usize, cols as usize)
            }
            _ => Self::new(rows, cols),
        };
        let game = game.map_err(|error| begin.invalid(error))?;
        if !reader.more()? {
            return Ok(Some(game));
        }
        match reader.at_hand(1)?.first() {
            Some(b'0'..=b'9' | b'-') => Ok(Some(game)),
            Some(b'+') => {
                let start = game.read_state(reader)?;
                Ok(Some(game.starting_with(start)))
            }
            _ => {
                let word = reader.token("a start")?;
                let start = game.named().into_iter().find(|(name, _)| name.as_bytes() == word.bytes());
                let message = "expected `american`, `icelandic`, `swedish`, a picture or another board";
                let (_, start) = start.ok_or_else(|| {
                    word.position().invalid(format!("{message}, found `{}`", word.bytes().escape_ascii()))
                })?;
                Ok(Some(game.starting_with(start)))
            }
        }
    }

    /// A picture of the edges drawn: 2 R + 1 rows of 2 C + 1 signs, `+` for a dot, `-` and `|` for an edge drawn, `.`
    /// for one that is not and inside boxes.
    fn read_state(&self, reader: &mut Reader<impl Read>) -> Result<State, ParseError> {
        let (mut state, mut first_error) = (0, None);
        for line in 0..=2 * self.rows {
            match reader.token(format_args!("row {} of a picture", line + 1)) {
                Ok(token) => match self.read_row(line, token.position(), token.bytes()) {
                    Ok(left) => state |= left,
                    Err(error) => first_error = first_error.or(Some(error)),
                },
                // Row by row a picture is passed to its end, but for what has no end that could be seen.
                Err(error) => return Err(first_error.unwrap_or(error)),
            }
        }
        first_error.map_or(Ok(state), Err)
    }

    /// A wrong picture has been read to its end.
    fn skip_state(&self, _reader: &mut Reader<impl Read>) -> Result<(), ParseError> {
        Ok(())
    }

    fn problem_text(&self) -> String {
        let board = format!("{} {}", self.rows, self.cols);
        match self.named().into_iter().find(|&(_, start)| start == self.start) {
            Some(("american", _)) => board + "\n",
            Some((name, _)) => format!("{board} {name}\n"),
            None => format!("{board}\n{}\n", self.state_text(self.start).replace(' ', "\n")),
        }
    }

    fn state_text(&self, state: State) -> String {
        let sign = |edge, drawn: &str| if state & edge == 0 { drawn.into() } else { ".".into() };
        self.grid(" ", |edge| sign(edge, "-"), |edge| sign(edge, "|"), |_| ".".into())
    }

    fn bit_names(&self) -> Vec<String> {
        (1..=self.space.bits()).map(|edge| format!("edge {edge} left")).collect()
    }

    fn title(&self) -> String {
        format!("a board of {} x {} boxes", self.rows, self.cols)
    }

    fn legend(&self) -> Option<String> {
        let number = |edge: State| edge.trailing_zeros() + 1;
        let across = |edge| format!("{:>3}", number(edge));
        let down = |edge| format!("{:<2}", number(edge));
        Some(format!("The edges:\n{}", self.grid("\n", across, down, |_| "  ".into())))
    }

    fn describe(&self, from: State, play: &Move) -> String {
        format!("edge {}", (from & !play.to).trailing_zeros() + 1)
    }

    /// The edges drawn; in a closed box who closed it, or `#` where that is not known.
    fn draw(&self, state: State, played: &[Step]) -> String {
        // In the midst of a game the players are 1 and 2.
        let from_start = played.first().is_some_and(|step| step.from == self.start);
        let letters = if from_start { ['A', 'B'] } else { ['1', '2'] };
        let owner = |edges: State| {
            let closing = played.iter().find(|step| step.from & edges != 0 && step.play.to & edges == 0);
            closing.map_or('#', |step| letters[step.mover])
        };
        let line = |edge, drawn: &str| if state & edge == 0 { drawn.into() } else { " ".repeat(drawn.len()) };
        let inside = |edges| if state & edges == 0 { format!(" {} ", owner(edges)) } else { "   ".into() };
        self.grid("\n", |edge| line(edge, "---"), |edge| line(edge, "|"), inside)
    }
}

impl Dots {
    /// The edges that a row of a picture leaves.
    fn read_row(&self, line: usize, position: Position, bytes: &[u8]) -> Result<State, ParseError> {
        let mut left = 0;
        for (place, &byte) in bytes.iter().enumerate().take(2 * self.cols + 1) {
            let (row, col) = (line / 2, place / 2);
            let (edge, drawn) = match (line % 2, place % 2) {
                (0, 0) => (None, b'+'),
                (0, _) => (Some(self.across(row, col)), b'-'),
                (_, 0) => (Some(self.down(row, col)), b'|'),
                _ => (None, b'.'),
            };
            match edge {
                Some(edge) if byte == b'.' => left |= edge,
                _ if byte == drawn => {}
                _ => {
                    let expected = format!("`{}`{}", drawn as char, if edge.is_some() { " or `.`" } else { "" });
                    let found = byte.escape_ascii();
                    return Err(position.plus(place).invalid(format!("expected {expected}, found `{found}`")));
                }
            }
        }
        if bytes.len() != 2 * self.cols + 1 {
            let (found, expected) = (bytes.len(), 2 * self.cols + 1);
            return Err(position.invalid(format!("row {} of a picture has {found} signs, not {expected}", line + 1)));
        }
        Ok(left)
    }

    /// The board with a text for each edge and for the inside of each box, its lines parted by `separator`.
    fn grid(
        &self,
        separator: &str,
        across: impl Fn(State) -> String,
        down: impl Fn(State) -> String,
        inside: impl Fn(State) -> String,
    ) -> String {
        let mut lines = Vec::new();
        for row in 0..=self.rows {
            let edges = (0..self.cols).map(|col| "+".to_owned() + &across(self.across(row, col)));
            lines.push(edges.collect::<String>() + "+");
            if row < self.rows {
                let boxes = &self.boxes[row * self.cols..][..self.cols];
                let line = boxes.iter().enumerate().map(|(col, &edges)| down(self.down(row, col)) + &inside(edges));
                lines.push(line.collect::<String>() + &down(self.down(row, self.cols)));
            }
        }
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join(separator)
    }
}
