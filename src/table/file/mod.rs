#![doc = include_str!("../FORMAT.md")]

mod draft;
mod filled;
mod header;
mod open;

pub use draft::{Draft, Existing, SaveError};
pub use filled::Filled;
pub use open::OpenError;

pub(super) use open::{map, open, read};

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
