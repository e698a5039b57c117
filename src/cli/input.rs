//! Opening and reading the input.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use retrograde::notation::{ParseError, Position, Reader};
use retrograde::{Notation, State};

use super::error::{CliError, shown};
use super::{Options, Problem, size};

/// An input and its name, for the errors.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) reader: Reader<Box<dyn Read + Send>>,
}

impl Input {
    /// Opens the file of a problem, or standard input.
    pub(super) fn open(problem: &Problem) -> Result<Self, CliError> {
        Self::named(problem.file.as_deref())
    }

    /// Opens a file, or standard input where it is `-` or missing.
    pub(super) fn named(path: Option<&Path>) -> Result<Self, CliError> {
        match path {
            Some(path) if path.as_os_str() != "-" => {
                let file = File::open(path).map_err(|error| CliError::Open { path: path.into(), error })?;
                Ok(Self { name: shown(path), reader: Reader::new(Box::new(file)) })
            }
            _ => Ok(Self { name: "<stdin>".into(), reader: Reader::new(Box::new(std::io::stdin())) }),
        }
    }

    /// Says in which input the error is.
    pub(super) fn at(&self, error: ParseError) -> CliError {
        CliError::Input { file: self.name.clone(), error }
    }

    /// The next problem and the place where it begins, given one read before, if any; `None` where there is no further one.
    pub(super) fn problem<G: Notation>(&mut self, before: Option<&G>) -> Result<Option<(Position, G)>, CliError> {
        self.reader.more().map_err(|error| self.at(error))?;
        let position = self.reader.position();
        let game = G::read_problem(&mut self.reader, before).map_err(|error| self.at(error))?;
        Ok(game.map(|game| (position, game)))
    }

    /// The number of states that an input of queries announces.
    pub(super) fn announced(&mut self) -> Result<u64, CliError> {
        let count = self.reader.number("the number of boards", 0..=i32::MAX.into());
        count.map(|count| count as u64).map_err(|error| self.at(error))
    }

    /// The one problem of an input; an error where there are several. Of an input of queries, the problem before them.
    pub(super) fn only_case<G: Notation>(&mut self) -> Result<(Position, G, State), CliError> {
        let first = self.case::<G>(1)?;
        if !G::QUERIES
            && let Some((position, _)) = self.problem::<G>(None)?
        {
            let Position { line, column } = position;
            return Err(CliError::Other(format!("{}:{line}:{column}: another case follows (see --case)", self.name)));
        }
        Ok(first)
    }

    /// The problem, and the state asked for, of case `case` (from 1): the start of the case-th problem, or the
    /// case-th board. An input of queries may end after its problem; then it is the start that is asked for.
    pub(super) fn case<G: Notation>(&mut self, case: u64) -> Result<(Position, G, State), CliError> {
        let missing = |found: u64, name: &str| CliError::Other(format!("{name}: no case {case}, there are {found}"));
        if !G::QUERIES {
            for found in 0.. {
                match self.problem::<G>(None)? {
                    None => return Err(missing(found, &self.name)),
                    Some((position, game)) if found + 1 == case => {
                        let start = game.start();
                        return Ok((position, game, start));
                    }
                    Some(_) => {}
                }
            }
        }
        let Some((position, game)) = self.problem::<G>(None)? else { return Err(missing(0, &self.name)) };
        if case == 1 && !self.reader.more().map_err(|error| self.at(error))? {
            let start = game.start();
            return Ok((position, game, start));
        }
        let boards = self.announced()?;
        if boards < case && !(boards == 0 && case == 1) {
            return Err(missing(boards, &self.name));
        }
        let mut state = game.start();
        for _ in 0..case.min(boards) {
            state = game.read_state(&mut self.reader).map_err(|error| self.at(error))?;
        }
        Ok((position, game, state))
    }
}

impl Options {
    /// The bytes of memory that may be used.
    pub(super) fn memory(&self) -> u64 {
        self.memory_limit.unwrap_or_else(size::available_memory)
    }
}
