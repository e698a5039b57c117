//! Tokens from a stream, with the place where each stands.
//!
//! Input is free-form: tokens parted by white space, lines of any length. The reader holds one block of the input and
//! one token, so neither an endless line nor an endless token takes memory.

use std::fmt::Display;
use std::io::Read;
use std::ops::RangeInclusive;

use super::token::{MAX_TOKEN, Position, Token};
use super::{ParseError, ParseErrorKind};

const BLOCK: usize = 3 << 17;

/// Reads tokens from a stream.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    block: Box<[u8]>,
    /// What is left of the block.
    start: usize,
    end: usize,
    /// Where `start` stands.
    position: Position,
    seen_a_token: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of `input`. It reads in blocks of 384 KiB, so no further buffer is needed.
    pub fn new(input: R) -> Self {
        Self {
            input,
            block: vec![0; BLOCK].into(),
            start: 0,
            end: 0,
            position: Position { line: 1, column: 1 },
            seen_a_token: false,
        }
    }

    /// Whether another token follows. White space before it is skipped.
    ///
    /// # Errors
    /// [`ParseErrorKind::Empty`] where the whole input holds no token, [`ParseErrorKind::Io`].
    pub fn more(&mut self) -> Result<bool, ParseError> {
        let more = self.skip_space()?;
        if !more && !self.seen_a_token {
            return Err(self.position.error(ParseErrorKind::Empty));
        }
        Ok(more)
    }

    /// Whether another token follows, in an input that may be empty. White space before it is skipped.
    ///
    /// # Errors
    /// [`ParseErrorKind::Io`].
    pub fn another(&mut self) -> Result<bool, ParseError> {
        self.skip_space()
    }

    /// Whether nothing follows, not even white space.
    ///
    /// # Errors
    /// [`ParseErrorKind::Io`].
    pub fn at_end(&mut self) -> Result<bool, ParseError> {
        Ok(self.peek()?.is_none())
    }

    /// Whether a token stands among what has been read already, so that no one need be waited for.
    pub fn token_at_hand(&self) -> bool {
        !self.block[self.start..self.end].iter().all(|&byte| is_space(byte))
    }

    /// What has been read but not looked at yet: at least `bytes` bytes, at most 1 KiB of which may be asked for, or
    /// all that is left of the input.
    ///
    /// # Errors
    /// [`ParseErrorKind::Io`].
    pub fn at_hand(&mut self, bytes: usize) -> Result<&[u8], ParseError> {
        while self.end - self.start < bytes.min(1 << 10) && self.refill()? {}
        Ok(&self.block[self.start..self.end])
    }

    /// Goes past `bytes` bytes at hand, the last of which ends a line.
    pub fn pass_lines(&mut self, bytes: usize) {
        let passed = self.start..self.end.min(self.start + bytes);
        let lines = self.block[passed.clone()].iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.start = passed.end;
        self.seen_a_token |= !passed.is_empty();
        if lines > 0 {
            self.position = Position { line: self.position.line + lines, column: 1 };
        }
    }

    /// Reads one line: `read` must find in it all that it wants, and nothing may be left over.
    ///
    /// # Errors
    /// What `read` says; [`ParseErrorKind::Trailing`] where something is left over.
    pub fn line<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, ParseError>) -> Result<T, ParseError> {
        let found = read(self)?;
        if self.more_in_line()? {
            return Err(self.position.error(ParseErrorKind::Trailing { after: "what the line should hold".into() }));
        }
        self.skip_line()?;
        Ok(found)
    }

    /// Goes past the end of the line.
    ///
    /// # Errors
    /// [`ParseErrorKind::Io`].
    pub fn skip_line(&mut self) -> Result<(), ParseError> {
        while let Some(byte) = self.peek()? {
            self.skip(byte);
            if byte == b'\n' {
                break;
            }
        }
        Ok(())
    }

    /// Whether another token follows in this line.
    ///
    /// # Errors
    /// [`ParseErrorKind::Io`].
    pub fn more_in_line(&mut self) -> Result<bool, ParseError> {
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n') {
            if !is_space(byte) {
                return Ok(true);
            }
            self.skip(byte);
        }
        Ok(false)
    }

    /// The next number, which must stand in this line; see [`number`](Self::number).
    ///
    /// # Errors
    /// As [`number`](Self::number), and [`ParseErrorKind::EndOfLine`].
    pub fn number_in_line(&mut self, what: impl Display, range: RangeInclusive<i64>) -> Result<i64, ParseError> {
        if !self.more_in_line()? {
            return Err(self.position.error(ParseErrorKind::EndOfLine { expected: what.to_string() }));
        }
        self.number(what, range)
    }

    /// The place of the next byte.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The next token; `what` says what is expected there.
    ///
    /// # Errors
    /// The end of the input, a token of more than [`MAX_TOKEN`] bytes, I/O.
    pub fn token(&mut self, what: impl Display) -> Result<Token, ParseError> {
        if !self.more()? {
            return Err(self.position.error(ParseErrorKind::End { expected: what.to_string() }));
        }
        self.seen_a_token = true;
        let mut token = Token { position: self.position, bytes: [0; MAX_TOKEN], len: 0 };
        while let Some(byte) = self.peek()?.filter(|&byte| !is_space(byte)) {
            let Some(place) = token.bytes.get_mut(usize::from(token.len)) else {
                return Err(token.position.error(ParseErrorKind::TokenTooLong));
            };
            *place = byte;
            token.len += 1;
            self.start += 1;
        }
        self.position = self.position.plus(usize::from(token.len));
        Ok(token)
    }

    /// The next token as a whole number within `range`; `what` names it.
    ///
    /// # Errors
    /// As [`token`](Self::token), and where the token is no such number.
    pub fn number(&mut self, what: impl Display, range: RangeInclusive<i64>) -> Result<i64, ParseError> {
        let token = self.token(&what)?;
        let digits = token.bytes().strip_prefix(b"-").unwrap_or(token.bytes());
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            let kind = ParseErrorKind::NotANumber { expected: what.to_string(), found: token.bytes().into() };
            return Err(token.position().error(kind));
        }
        // All digits, so a failure is one of size.
        let number = std::str::from_utf8(token.bytes()).ok().and_then(|text| text.parse().ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            token.position().error(ParseErrorKind::OutOfRange {
                what: what.to_string(),
                found: token.bytes().into(),
                range,
            })
        })
    }

    /// Makes sure that nothing follows but white space; `after` says what came last.
    ///
    /// # Errors
    /// [`ParseErrorKind::Trailing`] at the next token.
    pub fn end(&mut self, after: impl Display) -> Result<(), ParseError> {
        if self.more()? {
            return Err(self.position.error(ParseErrorKind::Trailing { after: after.to_string() }));
        }
        Ok(())
    }

    /// The next byte, or `None` at the end of the input.
    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, ParseError> {
        if self.start == self.end && !self.refill()? {
            return Ok(None);
        }
        Ok(Some(self.block[self.start]))
    }

    #[inline]
    fn skip_space(&mut self) -> Result<bool, ParseError> {
        while let Some(byte) = self.peek()? {
            if !is_space(byte) {
                return Ok(true);
            }
            self.skip(byte);
        }
        Ok(false)
    }

    /// Goes past a byte.
    #[inline]
    fn skip(&mut self, byte: u8) {
        self.start += 1;
        self.position = match byte {
            b'\n' => Position { line: self.position.line + 1, column: 1 },
            _ => self.position.plus(1),
        };
    }

    /// Reads more, behind what is left of the block; false at the end of the input.
    #[cold]
    fn refill(&mut self) -> Result<bool, ParseError> {
        self.block.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        loop {
            match self.input.read(&mut self.block[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.position.error(ParseErrorKind::Io(error))),
            }
        }
    }
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests;
