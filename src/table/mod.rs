//! A solved table: one or more cells for every state of a space.
//!
//! The cells stand in the order of the space's index, in the smallest type that holds the bound. A table is one
//! column, in memory or in a [`mod@file`]; a [`StateSet`] is one of bits, with its space.

mod cell;
mod cells;
mod column;
pub mod file;
mod memory;
mod set;
mod value;

pub use cell::{Cell, CellType, Dense, Number};
pub use cells::{Bits, Cells};
pub use column::Shape;
pub use file::{Draft, Existing, Filled, Label, OpenError, SaveError};
pub use memory::MemoryError;
pub use set::StateSet;
pub use value::{Holds, Value, WithCells};

pub(crate) use cell::sealed;
pub(crate) use column::Column;
pub(crate) use memory::Memory;

use std::path::Path;
use std::sync::Arc;

use self::sealed::Sealed;
use crate::space::{Index, Mask, Space};

/// The cells of all states, solved.
///
/// Made by [`Solver::solve`](crate::Solver::solve). A table keeps its index, so it answers without its rules; moves and
/// lines need them and are asked for through [`Probe`](crate::Probe).
#[derive(Debug)]
pub struct Table {
    index: Arc<Index>,
    /// Where each layer starts, and the number of states; of a set none.
    layers: Vec<usize>,
    bound: i64,
    column: Column,
    /// Which set of states it is, if it is one.
    set: Option<String>,
    label: Option<Label>,
}

impl Table {
    /// A table to be filled, in this memory.
    pub(crate) fn new(space: &Space, shape: Shape, bound: i64, memory: Memory) -> Self {
        let column = Column::new(memory, shape, space.states());
        let (index, layers) = (space.index_tables().clone(), space.layer_starts());
        Self { index, layers, bound, column, set: None, label: None }
    }

    /// The memory of the table, to be used again.
    pub(crate) fn into_memory(self) -> Memory {
        self.column.into_memory()
    }

    pub(crate) fn column(&self) -> &Column {
        &self.column
    }

    pub(crate) fn column_mut(&mut self) -> &mut Column {
        &mut self.column
    }

    /// Reads a table file into memory. For a large one see [`open_mapped`](Self::open_mapped).
    ///
    /// The header is checked; a file that is damaged elsewhere gives wrong values or none, but no panic. See
    /// [`open_checked`](Self::open_checked).
    ///
    /// # Errors
    /// [`OpenError`] where the file cannot be read or is no table.
    ///
    /// # Complexity
    /// Reads the whole file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        file::open(file::read(path.as_ref())?, false)
    }

    /// As [`open`](Self::open), and holds every byte against its checksum.
    ///
    /// # Errors
    /// As [`open`](Self::open), and [`OpenError::Damaged`] where a part is not what was written.
    ///
    /// # Complexity
    /// Reads the whole file.
    pub fn open_checked(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        file::open(file::read(path.as_ref())?, true)
    }

    /// The table in some bytes: those of a file that is part of a program, say. They are copied only where they stand at
    /// no multiple of 64.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    ///
    /// # Complexity
    /// The header, HIGH and LOW.
    pub fn from_bytes(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self, OpenError> {
        file::open(Memory::of_bytes(bytes)?, false)
    }

    /// Maps a table file: what a look-up does not touch stays on the disk. With `check` every byte is held against its
    /// checksum.
    ///
    /// # Errors
    /// As [`open`](Self::open) and [`open_checked`](Self::open_checked).
    ///
    /// # Complexity
    /// The header, HIGH and LOW; with `check` the whole file.
    ///
    /// # Safety
    /// As long as the table lives no process may write to the file or cut it short. Files that this crate makes are
    /// replaced by renaming, never changed in place.
    #[allow(unsafe_code)]
    pub unsafe fn open_mapped(path: impl AsRef<Path>, check: bool) -> Result<Self, OpenError> {
        // SAFETY: the caller vouches for the file.
        file::open(unsafe { file::map(path.as_ref())? }, check)
    }

    /// Saves the table in a file, complete or not at all; see [`mod@file`] for the format.
    ///
    /// # Errors
    /// [`SaveError`]; what stood at `path` is then as it was.
    ///
    /// # Complexity
    /// Reads the cells once and writes them once, onto the disk.
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

    /// Which set of states it is, like `solvable`; `None` where it holds values.
    pub fn set(&self) -> Option<&str> {
        self.set.as_deref()
    }

    /// The index at which each layer starts, and the number of states; nothing in the file of a set.
    pub fn layers(&self) -> &[usize] {
        &self.layers
    }

    /// No value is larger than this, or smaller than its negative; [`i64::MAX`] stands for no bound.
    pub fn bound(&self) -> i64 {
        self.bound
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.column.states()
    }

    /// The cells of a state.
    pub fn shape(&self) -> Shape {
        self.column.shape()
    }

    /// All cells, in the order of the index.
    pub fn cells(&self) -> Cells<'_> {
        self.column.cells()
    }

    /// The cell at a place.
    pub(crate) fn cell<C: Cell>(&self, place: usize) -> Option<C> {
        C::read(self.column.words::<C>()?, place)
    }

    /// The value of a state, or `None` where the mask is no state of the space, or the cells hold no such values. In a
    /// game it is that for the player to move; of a row it is the first cell.
    ///
    /// # Complexity
    /// O(1): three reads.
    #[inline]
    pub fn value<V: Value>(&self, state: Mask) -> Option<V> {
        V::at(&self.cells(), self.index.find(state)? * self.shape().width)
    }

    /// The value of a state as a number of whatever type; `None` where the mask is no state of the space.
    ///
    /// # Complexity
    /// O(1): three reads.
    pub fn number(&self, state: Mask) -> Option<Number> {
        self.cells().number(self.index.find(state)? * self.shape().width)
    }

    /// The cells of a state; `None` where the mask is no state of the space, or the cells are of another type.
    ///
    /// ```
    /// # struct Squares(std::sync::Arc<retrograde::Space>);
    /// # impl retrograde::Recurrence for Squares {
    /// #     type Cell = u16;
    /// #     fn space(&self) -> &std::sync::Arc<retrograde::Space> { &self.0 }
    /// #     fn width(&self) -> usize { 2 }
    /// #     fn fill(&self, s: u64, _: retrograde::Earlier<'_, u16>, row: &mut [u16]) -> Result<(), retrograde::Undefined> {
    /// #         row.copy_from_slice(&[s as u16, (s * s) as u16]);
    /// #         Ok(())
    /// #     }
    /// # }
    /// # let squares = Squares(std::sync::Arc::new(retrograde::Space::subsets(4)?));
    /// let table = retrograde::Solver::new().solve(&squares)?.table; // a state and its square
    /// assert_eq!(table.row::<u16>(7), Some(&[7, 49][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// O(1): two reads.
    pub fn row<C: Dense>(&self, state: Mask) -> Option<&[C]> {
        let (place, width) = (self.index.find(state)?, self.shape().width);
        let first = place.checked_mul(width)?;
        self.column.words::<C>()?.get(first..first + width)
    }

    /// The value of each of many states, as [`value`](Self::value) gives them.
    ///
    /// # Complexity
    /// O(1) a state. The look-ups do not wait for each other, as those of a caller who uses each value at once would.
    pub fn values<V: Value>(&self, states: &[Mask]) -> Vec<Option<V>> {
        // The type is looked at once, not once a state.
        V::with_cells(self.shape().cell, LookUp { table: self, states })
            .unwrap_or_else(|| states.iter().map(|_| None).collect())
    }
}

struct LookUp<'a> {
    table: &'a Table,
    states: &'a [Mask],
}

impl<V: Value> WithCells<V> for LookUp<'_> {
    type Output = Vec<Option<V>>;

    fn run<C: Holds<V>>(self) -> Self::Output {
        let (index, width) = (&*self.table.index, self.table.shape().width);
        let words = self.table.column.words::<C>().unwrap_or_default();
        let find = |&state: &Mask| Some(<C as Sealed>::read(words, index.find(state)? * width)?.value());
        self.states.iter().map(find).collect()
    }
}
