#![doc = include_str!("../FORMAT.md")]

mod draft;
mod header;
mod open;

pub use draft::{Draft, Existing, SaveError};
pub use open::OpenError;

pub(super) use open::open;

use std::path::Path;

use super::{BitTable, Table};

/// What a file holds.
#[derive(Debug)]
pub enum TableFile {
    /// A value for every state.
    Values(Table),
    /// A yes or no for every state.
    Bits(BitTable),
}

impl TableFile {
    /// Opens a file of either kind; with `check` every byte of it is held against its checksum.
    ///
    /// # Errors
    /// As [`Table::open`] and [`Table::open_checked`].
    ///
    /// # Complexity
    /// As [`Table::open`] and [`Table::open_checked`].
    pub fn open(path: impl AsRef<Path>, check: bool) -> Result<Self, OpenError> {
        open(path.as_ref(), check)
    }
}

/// What a table answers: kept in its file, so that the file explains itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Label {
    /// The name of the game.
    pub game: String,
    /// The problem, in the game's own input format.
    pub problem: String,
    /// What each bit of a state stands for, lowest first.
    pub bits: Vec<String>,
}

/// The bytes of `values` or `bits` that one checksum covers.
const CHUNK: usize = 1 << 20;
