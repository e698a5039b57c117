//! How games are written: problems and states as text, moves as a person would say them.
//!
//! Rules never read or print; a game says here how its problems are read and its states are drawn. The command line
//! is written once, over [`Notation`].

mod reader;

pub use reader::{MAX_TOKEN, Position, Reader, Token};

use std::io::Read;
use std::ops::RangeInclusive;

use crate::game::{Game, Move};
use crate::probe::Step;
use crate::space::State;

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
    #[error("expected the end of the input after {after}")]
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

    /// Reads the next problem; `None` where there is no further one.
    ///
    /// # Errors
    /// [`ParseError`] at the first place that is wrong, and for an input without any token.
    fn read_problem(reader: &mut Reader<impl Read>) -> Result<Option<Self>, ParseError>;

    /// Reads a state.
    ///
    /// # Errors
    /// [`ParseError`] at the first place that is wrong.
    fn read_state(&self, reader: &mut Reader<impl Read>) -> Result<State, ParseError>;

    /// The problem in a line, like `a board of 3 x 4 cells`.
    fn title(&self) -> String;

    /// What a reader of [`describe`](Self::describe) must know, if anything: the numbers of the cells, say.
    fn legend(&self) -> Option<String> {
        None
    }

    /// The move as a person would say it, without its gain.
    fn describe(&self, from: State, play: &Move) -> String;

    /// Draws a state, in one or more lines; `played` are the moves that led to it, as far as they are known.
    fn draw(&self, state: State, played: &[Step]) -> String;
}
