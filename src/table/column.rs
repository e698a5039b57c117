//! A column: cells of one type, the same number for each state, in memory or in a file.

use super::cell::sealed::Sealed;
use super::{Bits, Cell, CellType, Cells, Memory, MemoryError};

/// What cells a state has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Their type.
    pub cell: CellType,
    /// How many there are; bits stand alone.
    pub width: usize,
}

impl Shape {
    /// One cell a state.
    pub fn of(cell: CellType) -> Self {
        Self { cell, width: 1 }
    }

    /// The bytes of a column for so many states.
    pub fn bytes(self, states: usize) -> u64 {
        self.cell.bytes_of(states.saturating_mul(self.width))
    }
}

/// Cells of one type, `width` a state, in the order of the index.
#[derive(Debug)]
pub(crate) struct Column {
    memory: Memory,
    shape: Shape,
    states: usize,
}

impl Column {
    /// A column in this memory, which is as long as it takes.
    pub(crate) fn new(memory: Memory, shape: Shape, states: usize) -> Self {
        Self { memory, shape, states }
    }

    /// A column of zeros.
    pub(crate) fn zeroed(shape: Shape, states: usize) -> Result<Self, MemoryError> {
        let bytes = usize::try_from(shape.bytes(states)).unwrap_or(usize::MAX);
        Ok(Self::new(Memory::zeroed(bytes)?, shape, states))
    }

    /// A column whose cells are still to come.
    pub(crate) fn unfilled(shape: Shape, states: usize) -> Result<Self, MemoryError> {
        Ok(Self { memory: Memory::zeroed(0)?, shape, states })
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn states(&self) -> usize {
        self.states
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(crate) fn into_memory(self) -> Memory {
        self.memory
    }

    /// The words that the cells are made of; `None` where they are of another type.
    pub(crate) fn words<C: Cell>(&self) -> Option<&[<C as Sealed>::Word]> {
        (C::TYPE == self.shape.cell).then(|| self.memory.as_slice())
    }

    /// The words that the cells are made of, to be written; `None` where they are of another type.
    pub(crate) fn words_mut<C: Cell>(&mut self) -> Option<&mut [<C as Sealed>::Word]> {
        (C::TYPE == self.shape.cell).then(|| self.memory.as_mut_slice())
    }

    /// All cells.
    pub(crate) fn cells(&self) -> Cells<'_> {
        match self.shape.cell {
            CellType::Bit => Cells::Bit(Bits::new(self.memory.as_slice(), self.states)),
            CellType::I8 => Cells::I8(self.memory.as_slice()),
            CellType::I16 => Cells::I16(self.memory.as_slice()),
            CellType::I32 => Cells::I32(self.memory.as_slice()),
            CellType::I64 => Cells::I64(self.memory.as_slice()),
            CellType::U8 => Cells::U8(self.memory.as_slice()),
            CellType::U16 => Cells::U16(self.memory.as_slice()),
            CellType::U32 => Cells::U32(self.memory.as_slice()),
            CellType::U64 => Cells::U64(self.memory.as_slice()),
            CellType::U128 => Cells::U128(self.memory.as_slice()),
            CellType::F32 => Cells::F32(self.memory.as_slice()),
            CellType::F64 => Cells::F64(self.memory.as_slice()),
        }
    }
}
