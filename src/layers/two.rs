//! A column of which two layers are kept.

use std::mem::swap;
use std::ops::Range;

use super::columns::{Columns, Rows, Scale, cut};
use super::{Direction, Solved};
use crate::space::Space;
use crate::table::Dense;

/// Two layers, `width` cells a state: all that is needed where every look-up leads to the layer before.
#[derive(Debug)]
pub struct TwoLayers<'m, C> {
    before: &'m mut [C],
    now: &'m mut [C],
    scale: Scale,
    /// The indices of the layer before.
    done: Range<usize>,
}

impl<'m, C: Dense> TwoLayers<'m, C> {
    /// The cells that it takes, with room for `spare` states more beyond a layer.
    pub fn cells(space: &Space, width: usize, spare: usize) -> usize {
        let widest = space.widest_layer();
        (widest + spare).saturating_mul(2 * width)
    }

    /// Of this memory, as many [`cells`](Self::cells) as it takes.
    pub fn new(memory: &'m mut [C], width: usize) -> Self {
        let (before, now) = memory.split_at_mut(memory.len() / 2);
        Self { before, now, scale: Scale { width, states_log2: 0 }, done: 0..0 }
    }

    /// The cells of the last layer that is done.
    pub fn last(&self) -> &[C] {
        &self.before[..self.scale.cells(self.done.len())]
    }
}

impl<C: Dense> Columns for TwoLayers<'_, C> {
    type Solved<'s> = Solved<'s, C>;
    type Own<'s> = Rows<'s, C>;

    /// The run of the last blocks of a layer goes on to the end of the memory, which may be written, too.
    fn open<'s>(&'s mut self, space: &'s Space, _direction: Direction, _layer: usize) -> (Solved<'s, C>, Rows<'s, C>) {
        let solved = Solved::new(space, self.before, self.done.start, self.done.len(), self.scale.width);
        (solved, Rows { cells: self.now, scale: self.scale })
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
        self.done = space.indices(space.layer(layer));
        swap(&mut self.before, &mut self.now);
    }
}
