//! A solved table: one value for every state of a space.
//!
//! The values stand in the order of the space's index, in the smallest width that holds the bound. They are seen by
//! the player to move.

mod bits;
mod cells;
mod memory;

pub use bits::StateSet;
pub use cells::{Cell, Cells, CellsMut, Width};
pub use memory::{MemoryError, available_memory};

pub(crate) use memory::Memory;

use std::sync::Arc;

use crate::space::{Index, Space, State};

/// The values of all states of a game, solved.
///
/// Made by [`Solver::solve`](crate::Solver::solve). A table keeps its index, so it answers without its game; moves and
/// lines need the rules and are asked for through [`Probe`](crate::Probe).
#[derive(Debug)]
pub struct Table {
    index: Arc<Index>,
    width: Width,
    memory: Memory,
}

impl Table {
    /// A table of zeros.
    pub(crate) fn zeroed(space: &Space, width: Width) -> Result<Self, MemoryError> {
        let memory = Memory::zeroed(space.states().saturating_mul(width.bytes()))?;
        Ok(Self { index: space.index_tables().clone(), width, memory })
    }

    /// Where each state stands in the table.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// All values, in the order of the index.
    pub fn values(&self) -> Cells<'_> {
        match self.width {
            Width::I8 => Cells::I8(self.memory.as_slice()),
            Width::I16 => Cells::I16(self.memory.as_slice()),
            Width::I32 => Cells::I32(self.memory.as_slice()),
        }
    }

    /// All values, to be written.
    pub(crate) fn values_mut(&mut self) -> CellsMut<'_> {
        match self.width {
            Width::I8 => CellsMut::I8(self.memory.as_mut_slice()),
            Width::I16 => CellsMut::I16(self.memory.as_mut_slice()),
            Width::I32 => CellsMut::I32(self.memory.as_mut_slice()),
        }
    }

    /// The value of a state for the player to move, or `None` where the mask is no state of the space.
    ///
    /// # Complexity
    /// O(1): three reads.
    #[inline]
    pub fn value(&self, state: State) -> Option<i32> {
        self.values().get(self.index.find(state)?)
    }
}
