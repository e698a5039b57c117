//! What a solve takes, known before it starts.

use super::{Solvable, SolveError, WithRecurrence};
use crate::recurrence::Recurrence;
use crate::table::{CellType, Shape};

/// The sizes of a solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The states.
    pub states: usize,
    /// The blocks they stand in.
    pub blocks: usize,
    /// The layers the engine fills one after the other.
    pub layers: usize,
    /// The bits of the low part, L.
    pub low_bits: u32,
    /// The cells of a state.
    pub shape: Shape,
    /// What no cell exceeds, nor its negative; [`i64::MAX`] for no bound.
    pub bound: i64,
    /// The bytes of the table.
    pub table_bytes: u64,
    /// The bytes of what else is kept while it is filled: the further plane that a kernel works with, and of bits the
    /// cells of a layer before they are packed.
    pub plane_bytes: u64,
    /// The bytes of the index: the space itself, allocated with the game.
    pub index_bytes: u64,
}

impl Plan {
    pub(super) fn new<M, P: Solvable<M>>(problem: &P, kernels: bool) -> Result<Self, SolveError> {
        let space = problem.space();
        let (shape, bound) = problem.shape()?;
        let states = space.states();
        let plane = kernels && problem.with_recurrence(shape.cell, WantsPlane).unwrap_or(false);
        let layer = if shape.cell == CellType::Bit { space.widest_layer() as u64 } else { 0 };
        Ok(Self {
            states,
            blocks: space.blocks(),
            layers: space.layers(),
            low_bits: space.low_bits(),
            shape,
            bound,
            table_bytes: shape.bytes(states),
            plane_bytes: if plane { shape.bytes(states) } else { layer },
            index_bytes: space.bytes(),
        })
    }

    /// The most bytes in use at a time: table, plane and index.
    pub fn peak_bytes(&self) -> u64 {
        self.table_bytes.saturating_add(self.plane_bytes).saturating_add(self.index_bytes)
    }
}

/// Whether the kernel that is offered keeps a further plane.
struct WantsPlane;

impl WithRecurrence for WantsPlane {
    type Output = bool;

    fn run<R: Recurrence>(self, recurrence: &R) -> bool {
        recurrence.kernel().is_some_and(|offer| offer.wants_plane())
    }
}
