//! A table that is solved in its file.

use super::Label;
use super::draft::{Draft, SaveError, reserve};
use super::header::{Content, Layout};
use crate::space::Space;
use crate::table::{Column, Memory, Shape, Table};

impl Draft {
    /// Reserves the file of a table that is to be filled, and maps its cells into memory.
    pub(crate) fn begin(self, space: &Space, shape: Shape, bound: i64, label: &Label) -> Result<Filled, SaveError> {
        let mut table = Table::new(space, Shape { width: 0, ..shape }, bound, Memory::zeroed(0)?);
        table.label = Some(label.clone());
        let layout = Layout::new(&Content::of_shape(&table, shape), label);
        reserve(self.file.as_file(), layout.checksums.end as u64)?;
        let memory = Memory::of_new_file(self.file.as_file(), layout.values.clone())?;
        table.column = Column::new(memory, shape, space.states());
        Ok(Filled { draft: self, table, layout })
    }
}

/// A draft with a solved table in it. Dropped before [`finish`](Self::finish), it vanishes.
#[derive(Debug)]
pub struct Filled {
    draft: Draft,
    table: Table,
    layout: Layout,
}

impl Filled {
    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn column_mut(&mut self) -> &mut Column {
        &mut self.table.column
    }

    /// Writes what else belongs into the file, sees it onto the disk, and gives it its name; returns the table, which
    /// cannot be written any more.
    ///
    /// # Errors
    /// [`SaveError`]; the target is then as it was.
    ///
    /// # Complexity
    /// One pass over the cells for the checksums.
    pub fn finish(self) -> Result<Table, SaveError> {
        let Self { draft, mut table, layout } = self;
        draft.write(&Content::of_table(&table), &layout, true)?;
        let (shape, states) = (table.column.shape(), table.column.states());
        table.column = Column::new(table.column.into_memory().into_read_only()?, shape, states);
        Ok(table)
    }
}
