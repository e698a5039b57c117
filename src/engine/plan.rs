//! What a solve takes, known before it starts.

use super::SolveError;
use crate::game::Game;
use crate::table::Width;

/// The sizes of a solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The states, one value each.
    pub states: usize,
    /// The blocks they stand in.
    pub blocks: usize,
    /// The layers the engine fills one after the other.
    pub layers: usize,
    /// The bits of the low part, L.
    pub low_bits: u32,
    /// The width of a value.
    pub width: Width,
    /// The bytes of the table.
    pub table_bytes: u64,
    /// The bytes of the further plane that the game's kernel works with; freed after the solve.
    pub plane_bytes: u64,
    /// The bytes of the index: the space itself, allocated with the game.
    pub index_bytes: u64,
}

impl Plan {
    pub(super) fn new<G: Game>(game: &G, kernels: bool) -> Result<Self, SolveError> {
        let (space, bound) = (game.space(), game.bound());
        let width = Width::for_bound(bound).ok_or(SolveError::Width { bound })?;
        let states = space.states();
        let plane = kernels && game.kernel(width).is_some_and(|kernel| kernel.wants_plane());
        Ok(Self {
            states,
            blocks: space.blocks(),
            layers: space.layers(),
            low_bits: space.low_bits(),
            width,
            table_bytes: states as u64 * width.bytes() as u64,
            plane_bytes: if plane { states as u64 } else { 0 },
            index_bytes: space.bytes(),
        })
    }

    /// The most bytes in use at a time: table, plane and index.
    pub fn peak_bytes(&self) -> u64 {
        self.table_bytes + self.plane_bytes + self.index_bytes
    }
}
