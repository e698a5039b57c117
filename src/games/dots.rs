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

use std::io::Read;
use std::sync::Arc;

use self::closed::Closed;
use super::{GameError, Listed};
use crate::game::{Game, Minimax, Move, Turn};
use crate::kernel::Offer;
use crate::kernel::bonus::Bonus;
use crate::notation::{Notation, ParseError, Position, Reader};
use crate::probe::Step;
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
