//! How games are written: problems and states as text, moves as a person would say them.
//!
//! Rules never read or print; a game says here how its problems are read and its states are drawn. The command line
//! is written once, over [`Notation`].

mod reader;
mod token;

pub use reader::Reader;
pub use token::{MAX_TOKEN, Position, Token};

use std::io::Read;
use std::ops::RangeInclusive;

use crate::game::{GainOf, Game, Move};
use crate::probe::Step;
use crate::space::State;
use crate::table::{Label, Table};

/// What is wrong with an input, and where.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
pub struct ParseError {
    /// Where it is.
    pub position: Position,
    /// What is wrong there.
    #[source]
    pub kind: ParseErrorKind,
}

/// What can be wrong with an input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// There is no token in the whole input.
    #[error("the input is empty")]
    Empty,
    /// The input ends too early.
    #[error("expected {expected}, found the end of the input")]
    End {
        /// What should stand here.
        expected: String,
    },
    /// A line ends too early.
    #[error("expected {expected}, found the end of the line")]
    EndOfLine {
        /// What should stand here.
        expected: String,
    },
    /// A token is longer than any that could be right.
    #[error("a token of more than {MAX_TOKEN} bytes")]
    TokenTooLong,
    /// A token is no whole number.
    #[error("expected {expected}, found `{}`", found.escape_ascii())]
    NotANumber {
        /// What should stand here.
        expected: String,
        /// The token.
        found: Vec<u8>,
    },
    /// A number is too small or too large.
    #[error("{what} is {}, it must be from {} to {}", found.escape_ascii(), range.start(), range.end())]
    OutOfRange {
        /// What the number is.
        what: String,
        /// The token.
        found: Vec<u8>,
        /// What is allowed.
        range: RangeInclusive<i64>,
    },
    /// Something follows where the input should end.
    #[error("expected nothing after {after}")]
    Trailing {
        /// What came last.
        after: String,
    },
    /// Numbers that are fine one by one make no problem, or a picture is not drawn as it should be.
    #[error("{message}")]
    Invalid {
        /// What is wrong.
        message: String,
    },
    /// The input cannot be read.
    #[error("cannot read: {0}")]
    Io(#[source] std::io::Error),
}

impl ParseErrorKind {
    /// Whether nothing more can be read after it.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Empty | Self::End { .. } | Self::TokenTooLong | Self::Io(_))
    }
}

/// A game that can be read, asked and drawn as text.
pub trait Notation: Game + Sized + Send {
    /// The name of the game on the command line.
    const NAME: &'static str;
    /// The game in a line, for the help.
    const ABOUT: &'static str;
    /// Whether an input holds one problem, a number, and so many states to be valued; otherwise it holds problems,
    /// and asks each for the value of its start.
    const QUERIES: bool;
    /// Who plays: one player or two, the first mover first.
    const PLAYERS: &'static [&'static str];
    /// What the level of a state counts, like `bags left`.
    const LEVEL: &'static str;

    /// Reads the next problem; `None` where there is no further one. `before` is one read earlier, if any: what both
    /// have in common, the space above all, need not be made again.
    ///
    /// # Errors
    /// [`ParseError`] at the first place that is wrong, and for an input without any token.
    fn read_problem(reader: &mut Reader<impl Read>, before: Option<&Self>) -> Result<Option<Self>, ParseError>;

    /// Reads a state.
    ///
    /// # Errors
    /// [`ParseError`] at the first place that is wrong.
    fn read_state(&self, reader: &mut Reader<impl Read>) -> Result<State, ParseError>;

    /// Optional: goes past the rest of a state that was wrong, so that the next can be read. By default, past the line.
    ///
    /// # Errors
    /// [`ParseErrorKind::Io`].
    fn skip_state(&self, reader: &mut Reader<impl Read>) -> Result<(), ParseError> {
        reader.skip_line()
    }

    /// Optional: the bytes that a state takes in its plainest layout, if it can be answered from that in bulk. By
    /// default 0: it cannot.
    const STATE_BYTES: usize = 0;

    /// Optional: answers the states at the beginning of `input` that stand in the plainest layout, appends the value
    /// of each and a line feed to `output`, and returns the bytes read. By default none.
    fn answer_states(_table: &Table, _input: &[u8], _output: &mut Vec<u8>) -> usize {
        0
    }

    /// Optional: whether another state follows. By default, whether another token does.
    ///
    /// # Errors
    /// [`ParseErrorKind::Io`].
    fn another_state(&self, reader: &mut Reader<impl Read>) -> Result<bool, ParseError> {
        reader.another()
    }

    /// The problem as [`read_problem`](Self::read_problem) reads it, in the plainest form.
    fn problem_text(&self) -> String;

    /// A state as [`read_state`](Self::read_state) reads it, on one line.
    fn state_text(&self, state: State) -> String;

    /// What each bit of a state stands for, lowest first.
    fn bit_names(&self) -> Vec<String>;

    /// Optional: the label of the game's table file.
    fn label(&self) -> Label {
        Label { game: Self::NAME.into(), problem: self.problem_text(), bits: self.bit_names() }
    }

    /// The problem in a line, like `a board of 3 x 4 cells`.
    fn title(&self) -> String;

    /// Optional: what a reader of [`describe`](Self::describe) must know, if anything: the numbers of the cells, say.
    fn legend(&self) -> Option<String> {
        None
    }

    /// The move as a person would say it, without its gain.
    fn describe(&self, from: State, play: &Move<GainOf<Self>>) -> String;

    /// Draws a state, in one or more lines; `played` are the moves that led to it, as far as they are known.
    fn draw(&self, state: State, played: &[Step<GainOf<Self>>]) -> String;
}
