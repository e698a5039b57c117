//! What the equation of one state may read: states of earlier layers, and those before it in its block.

use std::cell::Cell as Counter;
use std::hint::select_unpredictable;

use super::{NotEarlier, Solved};
use crate::space::{Index, Mask};
use crate::table::sealed::Sealed;
use crate::table::{Cell, Dense};

/// The states before one, to be asked by mask.
#[derive(Debug, Clone, Copy)]
pub struct Earlier<'a, C: Cell> {
    index: &'a Index,
    solved: Run<'a, C>,
    /// Those of the block, and the index of the first.
    own: &'a [C],
    own_start: usize,
    width: usize,
    looks: &'a Counter<u64>,
}

/// Cells of states of earlier layers.
#[derive(Debug, Clone, Copy)]
enum Run<'a, C: Cell> {
    Solved(Solved<'a, C>),
    /// A whole table, whatever its order.
    Table(&'a [<C as Sealed>::Word], usize),
}

impl<'a, C: Cell> Earlier<'a, C> {
    /// Before a state of the block whose first state has index `own_start`; `own` are the cells of the block before it.
    #[inline(always)]
    pub(crate) fn new(solved: Solved<'a, C>, own: &'a [C], own_start: usize, looks: &'a Counter<u64>) -> Self {
        let (index, width) = (&**solved.space().index_tables(), solved.width());
        Self { index, solved: Run::Solved(solved), own, own_start, width, looks }
    }

    /// All states of a table of `states` states with this index, to hold an equation against it.
    pub(crate) fn of_table(
        index: &'a Index,
        words: &'a [<C as Sealed>::Word],
        states: usize,
        width: usize,
        looks: &'a Counter<u64>,
    ) -> Self {
        Self { index, solved: Run::Table(words, states), own: &[], own_start: usize::MAX, width, looks }
    }

    #[inline(always)]
    fn find(&self, state: Mask) -> Result<usize, NotEarlier> {
        self.looks.set(self.looks.get() + 1);
        self.index.find(state).ok_or(NotEarlier { mask: state })
    }

    /// Where a state stands: in the layers that are done, or in the block.
    ///
    /// Which of both is a matter of the bit that changes, so a branch would be mispredicted once a state.
    #[inline(always)]
    fn cells_and_place(&self, solved: &Solved<'a, C>, cells: &'a [C], index: usize) -> (&'a [C], usize) {
        let is_solved = solved.place(index).is_some();
        let cells = select_unpredictable(is_solved, cells, self.own);
        (cells, index.wrapping_sub(select_unpredictable(is_solved, solved.base(), self.own_start)))
    }

    /// The cell of an earlier state; of a row its first.
    ///
    /// # Errors
    /// [`NotEarlier`] where the mask is no state, or none that stands in an earlier layer or earlier in the block.
    ///
    /// # Complexity
    /// O(1): three reads.
    #[inline(always)]
    pub fn get(&self, state: Mask) -> Result<C, NotEarlier> {
        let index = self.find(state)?;
        let place = match &self.solved {
            Run::Solved(solved) => match C::cells(solved.words()) {
                Some(cells) => {
                    let (cells, place) = self.cells_and_place(solved, cells, index);
                    cells.get(place.wrapping_mul(self.width)).copied()
                }
                None => match solved.place(index) {
                    Some(place) => solved.cell(place),
                    None => self.own.get(index.wrapping_sub(self.own_start)).copied(),
                },
            },
            Run::Table(words, states) if index < *states => C::read(words, index * self.width),
            Run::Table(..) => None,
        };
        place.ok_or(NotEarlier { mask: state })
    }
}

impl<'a, C: Dense> Earlier<'a, C> {
    /// The cells of an earlier state.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    ///
    /// # Complexity
    /// O(1): two reads.
    #[inline(always)]
    pub fn row(&self, state: Mask) -> Result<&'a [C], NotEarlier> {
        let index = self.find(state)?;
        let row = |cells: &'a [C], place: usize| {
            let first = place.wrapping_mul(self.width);
            cells.get(first..first.wrapping_add(self.width))
        };
        let row = match &self.solved {
            Run::Solved(solved) => {
                let (cells, place) = self.cells_and_place(solved, solved.words(), index);
                row(cells, place)
            }
            Run::Table(words, states) if index < *states => row(words, index),
            Run::Table(..) => None,
        };
        row.ok_or(NotEarlier { mask: state })
    }
}
