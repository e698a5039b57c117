//! What a reader finds, and where.

use std::fmt::Display;

use super::{ParseError, ParseErrorKind};

/// The longest token, in bytes.
pub const MAX_TOKEN: usize = 64;

/// A place in the input; both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u64,
    /// The column, in bytes.
    pub column: u64,
}

impl Position {
    /// As an error at this place.
    pub fn error(self, kind: ParseErrorKind) -> ParseError {
        ParseError { position: self, kind }
    }

    /// As an error at this place that says what is wrong.
    pub fn invalid(self, message: impl Display) -> ParseError {
        self.error(ParseErrorKind::Invalid { message: message.to_string() })
    }

    /// The place some bytes further on in the line.
    pub fn plus(self, bytes: usize) -> Self {
        Self { column: self.column + bytes as u64, ..self }
    }
}

/// A token: at most [`MAX_TOKEN`] bytes without white space, of whatever kind.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub(super) position: Position,
    pub(super) bytes: [u8; MAX_TOKEN],
    pub(super) len: u8,
}

impl Token {
    /// Where the token starts.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The bytes of the token.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}
