//! A solved table: one value for every state of a space.
//!
//! The values stand in the order of the space's index, in the smallest width that holds the bound. They are seen by
//! the player to move.

mod bits;
mod cells;
pub mod file;
mod memory;

pub use bits::{BitTable, StateSet};
pub use cells::{Cell, Cells, CellsMut, Width};
pub use file::{Draft, Existing, Label, OpenError, SaveError, TableFile};
pub use memory::{MemoryError, available_memory};

pub(crate) use memory::{Memory, Owner};

use std::path::Path;
use std::sync::Arc;

use crate::space::{Index, Space, State};

/// The values of all states of a game, solved.
///
/// Made by [`Solver::solve`](crate::Solver::solve). A table keeps its index, so it answers without its game; moves and
/// lines need the rules and are asked for through [`Probe`](crate::Probe).
#[derive(Debug)]
pub struct Table {
    index: Arc<Index>,
    /// Where each layer starts, and the number of states.
    layers: Vec<usize>,
    bound: i64,
    width: Width,
    memory: Memory,
    label: Option<Label>,
}

impl Table {
    /// A table to be filled, in memory that `take` gives.
    pub(crate) fn new<E>(
        space: &Space,
        width: Width,
        bound: i64,
        take: impl FnOnce(&Self, usize) -> Result<Memory, E>,
    ) -> Result<Self, E>
    where
        E: From<MemoryError>,
    {
        let mut layers: Vec<usize> = (0..space.layers()).map(|layer| space.indices(space.layer(layer)).start).collect();
        layers.push(space.states());
        let index = space.index_tables().clone();
        let mut table = Self { index, layers, bound, width, memory: Memory::zeroed(0)?, label: None };
        table.memory = take(&table, space.states().saturating_mul(width.bytes()))?;
        Ok(table)
    }

    /// The memory of the table, to be used again.
    pub(crate) fn into_memory(self) -> Memory {
        self.memory
    }

    /// Opens a table file. It is mapped, not read: what a look-up does not touch stays on the disk.
    ///
    /// The header is checked. For the rest see [`open_checked`](Self::open_checked): a damaged file gives wrong
    /// values or none, but neither a panic nor a read outside the file. A file that another process cuts short while it
    /// is mapped ends the one that reads it by a signal, as every mapped file does; tables are replaced, never rewritten.
    ///
    /// # Errors
    /// [`OpenError`] where the file cannot be read or is no table.
    ///
    /// # Complexity
    /// The header, HIGH and LOW; not the values.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        file::open(path.as_ref(), false)?.values()
    }

    /// Opens a table file and holds every byte of it against its checksum.
    ///
    /// # Errors
    /// As [`open`](Self::open), and [`OpenError::Damaged`] where a part is not what was written.
    ///
    /// # Complexity
    /// Reads the whole file.
    pub fn open_checked(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        file::open(path.as_ref(), true)?.values()
    }

    /// Saves the table in a file, complete or not at all; see [`mod@file`] for the format.
    ///
    /// # Errors
    /// [`SaveError`]; what stood at `path` is then as it was.
    ///
    /// # Complexity
    /// Reads the values once and writes them once, onto the disk.
    pub fn save(&self, path: impl AsRef<Path>, label: &Label, existing: Existing) -> Result<(), SaveError> {
        Draft::new(path.as_ref(), existing)?.finish(self, label)
    }

    /// Where each state stands in the table.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What the table answers, where it comes from a file.
    pub fn label(&self) -> Option<&Label> {
        self.label.as_ref()
    }

    /// The index at which each layer starts, and the number of states.
    pub fn layers(&self) -> &[usize] {
        &self.layers
    }

    /// No value is larger than this, or smaller than its negative.
    pub fn bound(&self) -> i64 {
        self.bound
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.layers.last().copied().unwrap_or(0)
    }

    /// All values, in the order of the index.
    pub fn cells(&self) -> Cells<'_> {
        match self.width {
            Width::I8 => Cells::I8(self.memory.as_slice()),
            Width::I16 => Cells::I16(self.memory.as_slice()),
            Width::I32 => Cells::I32(self.memory.as_slice()),
        }
    }

    /// All values, to be written.
    pub(crate) fn cells_mut(&mut self) -> CellsMut<'_> {
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
        self.cells().get(self.index.find(state)?)
    }

    /// The value of each of many states, as [`value`](Self::value) gives them.
    ///
    /// # Complexity
    /// O(1) a state. The look-ups do not wait for each other, as those of a caller who uses each value at once would.
    pub fn values(&self, states: &[State]) -> Vec<Option<i32>> {
        // The width is looked at once, not once a state.
        match self.cells() {
            Cells::I8(cells) => look_up(&self.index, cells, states),
            Cells::I16(cells) => look_up(&self.index, cells, states),
            Cells::I32(cells) => look_up(&self.index, cells, states),
        }
    }
}

impl TableFile {
    fn values(self) -> Result<Table, OpenError> {
        match self {
            Self::Values(table) => Ok(table),
            Self::Bits(_) => Err(OpenError::NotATable { reason: "it holds a set of states, not values".into() }),
        }
    }
}

fn look_up<T: Cell>(index: &Index, cells: &[T], states: &[State]) -> Vec<Option<i32>> {
    let find = |&state| Some(T::into(*cells.get(index.find(state)?)?));
    states.iter().map(find).collect()
}
