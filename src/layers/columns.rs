//! The columns that a pass reads and writes, cut for it layer by layer and task by task.

use std::ops::Range;

use super::{Direction, Solved};
use crate::space::Space;
use crate::table::sealed::Sealed;
use crate::table::{Cell, CellType, Dense};

/// One or more columns, as a pass over the layers sees them.
///
/// A pair of columns is a column, and so is `()`, for a pass that writes nothing.
pub trait Columns {
    /// What is solved, to be read by all tasks of a layer.
    type Solved<'s>: Copy + Send + Sync;

    /// What a task writes.
    type Own<'s>: Send;

    /// What is solved where a layer begins, and the layer's own run.
    fn open<'s>(
        &'s mut self,
        space: &'s Space,
        direction: Direction,
        layer: usize,
    ) -> (Self::Solved<'s>, Self::Own<'s>);

    /// Cuts the run of the first blocks off; what is solved may help to find where.
    // That it is a parameter also keeps the types free of the life of the columns themselves.
    fn cut<'s>(
        solved: Self::Solved<'s>,
        own: Self::Own<'s>,
        space: &Space,
        blocks: Range<usize>,
    ) -> (Self::Own<'s>, Self::Own<'s>);

    /// Optional: what is to be done once a layer is done. By default nothing.
    fn close(&mut self, _space: &Space, _layer: usize) {}
}

impl Columns for () {
    type Solved<'s> = ();
    type Own<'s> = ();

    fn open<'s>(&'s mut self, _space: &'s Space, _direction: Direction, _layer: usize) -> ((), ()) {
        ((), ())
    }

    fn cut<'s>(
        _solved: Self::Solved<'s>,
        _own: Self::Own<'s>,
        _space: &Space,
        _blocks: Range<usize>,
    ) -> (Self::Own<'s>, Self::Own<'s>) {
        ((), ())
    }
}

impl<A: Columns, B: Columns> Columns for (A, B) {
    type Solved<'s> = (A::Solved<'s>, B::Solved<'s>);
    type Own<'s> = (A::Own<'s>, B::Own<'s>);

    fn open<'s>(
        &'s mut self,
        space: &'s Space,
        direction: Direction,
        layer: usize,
    ) -> (Self::Solved<'s>, Self::Own<'s>) {
        let (a, own_a) = self.0.open(space, direction, layer);
        let (b, own_b) = self.1.open(space, direction, layer);
        ((a, b), (own_a, own_b))
    }

    fn cut<'s>(
        solved: Self::Solved<'s>,
        (a, b): Self::Own<'s>,
        space: &Space,
        blocks: Range<usize>,
    ) -> (Self::Own<'s>, Self::Own<'s>) {
        let (a, rest_a) = A::cut(solved.0, a, space, blocks.clone());
        let (b, rest_b) = B::cut(solved.1, b, space, blocks);
        ((a, b), (rest_a, rest_b))
    }

    fn close(&mut self, space: &Space, layer: usize) {
        self.0.close(space, layer);
        self.1.close(space, layer);
    }
}

/// The cells of a run of blocks, to be written: as many for each state, or as many states to each.
#[derive(Debug)]
pub struct Rows<'s, T> {
    /// The cells.
    pub cells: &'s mut [T],
    pub(super) scale: Scale,
}

/// How many cells stand for so many states.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    pub(super) width: usize,
    /// The states to a cell, as a power of two: 6 for bits in words.
    pub(super) states_log2: u32,
}

impl Scale {
    pub(super) fn cells(self, states: usize) -> usize {
        (states * self.width) >> self.states_log2
    }

    pub(super) fn range(self, states: &Range<usize>) -> Range<usize> {
        self.cells(states.start)..self.cells(states.end)
    }
}

impl<T> Rows<'_, T> {
    /// The number of cells a state.
    pub fn width(&self) -> usize {
        self.scale.width
    }
}

pub(super) fn cut<'s, T>(rows: Rows<'s, T>, space: &Space, blocks: Range<usize>) -> (Rows<'s, T>, Rows<'s, T>) {
    let Rows { cells, scale } = rows;
    let (first, rest) = cells.split_at_mut(scale.cells(space.indices(blocks).len()));
    (Rows { cells: first, scale }, Rows { cells: rest, scale })
}

/// What is done where a layer begins, as indices of the table.
pub(super) fn done(space: &Space, direction: Direction, layer: &Range<usize>) -> Range<usize> {
    match direction {
        Direction::FromFirst => 0..layer.start,
        Direction::FromLast => layer.end..space.states(),
    }
}

/// The cells of what is done, and those of a layer.
pub(super) fn split<T>(cells: &mut [T], direction: Direction, layer: Range<usize>) -> (&[T], &mut [T]) {
    match direction {
        Direction::FromFirst => {
            let (done, rest) = cells.split_at_mut(layer.start);
            (done, &mut rest[..layer.len()])
        }
        Direction::FromLast => {
            let (rest, done) = cells.split_at_mut(layer.end);
            (done, &mut rest[layer.start..])
        }
    }
}

/// Cells of any type, as many for each state. Bits are written as the cells of a layer, and packed once it is done.
#[derive(Debug)]
pub struct CellColumn<'m, C: Cell> {
    words: &'m mut [<C as Sealed>::Word],
    scale: Scale,
    layer: Vec<C>,
}

impl<'m, C: Dense> CellColumn<'m, C> {
    /// `width` cells a state. A column of no cells at all is one, too.
    pub fn of(cells: &'m mut [C], width: usize) -> Self {
        Self::new(cells, width)
    }
}

impl<'m, C: Cell> CellColumn<'m, C> {
    pub(crate) fn new(words: &'m mut [<C as Sealed>::Word], width: usize) -> Self {
        Self { words, scale: Scale { width, states_log2: 0 }, layer: Vec::new() }
    }
}

impl<C: Cell> Columns for CellColumn<'_, C> {
    type Solved<'s> = Solved<'s, C>;
    type Own<'s> = Rows<'s, C>;

    fn open<'s>(&'s mut self, space: &'s Space, direction: Direction, layer: usize) -> (Solved<'s, C>, Rows<'s, C>) {
        let scale = self.scale;
        let indices = space.indices(space.layer(layer));
        let done = done(space, direction, &indices);
        if C::TYPE == CellType::Bit {
            self.layer.clear();
            self.layer.resize(indices.len(), C::default());
            let solved = Solved::new(space, self.words, done.start, done.len(), 1);
            return (solved, Rows { cells: &mut self.layer, scale });
        }
        if self.words.is_empty() {
            return (Solved::new(space, &[], done.start, 0, scale.width), Rows { cells: &mut [], scale: NOTHING });
        }
        let (solved, own) = split(self.words, direction, scale.range(&indices));
        let solved = Solved::new(space, solved, done.start, done.len(), scale.width);
        // Not bits, so the words are the cells.
        (solved, Rows { cells: C::cells_mut(own).unwrap_or_default(), scale })
    }

    fn cut<'s>(
        _solved: Self::Solved<'s>,
        own: Self::Own<'s>,
        space: &Space,
        blocks: Range<usize>,
    ) -> (Self::Own<'s>, Self::Own<'s>) {
        cut(own, space, blocks)
    }

    fn close(&mut self, space: &Space, layer: usize) {
        C::pack(&self.layer, self.words, space.indices(space.layer(layer)).start);
    }
}

const NOTHING: Scale = Scale { width: 0, states_log2: 0 };
