//! What a task may read: the blocks of the layers that are done.

use std::ops::Range;

use crate::space::{Mask, Space};
use crate::table::sealed::Sealed;
use crate::table::{Cell, CellType, Dense};

/// A look-up at what is not in an earlier layer, nor earlier in the same block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what stands at {mask:#b} is not solved before it is asked for")]
pub struct NotEarlier {
    /// The mask, or the first of a block.
    pub mask: Mask,
}

/// One column of the layers that are done, asked by block.
///
/// A block is found by its high part, wherever it stands: in a table, in the last layer that was kept, or in the part of
/// a table that a process holds.
#[derive(Debug)]
pub struct Solved<'a, C: Cell> {
    space: &'a Space,
    words: &'a [<C as Sealed>::Word],
    /// The index of the first state that there is.
    base: usize,
    states: usize,
    width: usize,
}

impl<C: Cell> Clone for Solved<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Cell> Copy for Solved<'_, C> {}

impl<'a, C: Cell> Solved<'a, C> {
    /// The states from index `base` on, `states` of them, `width` cells each; of bits the first word is that of index 0.
    pub(crate) fn new(
        space: &'a Space,
        words: &'a [<C as Sealed>::Word],
        base: usize,
        states: usize,
        width: usize,
    ) -> Self {
        Self { space, words, base, states, width }
    }

    /// The space.
    pub fn space(&self) -> &'a Space {
        self.space
    }

    /// The number of cells a state.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether no layer is done yet.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// Where the states with an index stand, if they are done.
    #[inline(always)]
    pub(super) fn place(&self, index: usize) -> Option<usize> {
        let place = index.wrapping_sub(self.base);
        (place < self.states).then_some(place)
    }

    /// The index of the first state that there is.
    #[inline(always)]
    pub(super) fn base(&self) -> usize {
        self.base
    }

    #[inline(always)]
    pub(super) fn words(&self) -> &'a [<C as Sealed>::Word] {
        self.words
    }

    /// The first cell of the states at a place.
    #[inline(always)]
    pub(super) fn cell(&self, place: usize) -> Option<C> {
        // Bits are cut at no word, so all of them are there.
        C::read(self.words, if C::TYPE == CellType::Bit { self.base + place } else { place * self.width })
    }
}

impl<'a, C: Dense> Solved<'a, C> {
    /// The cells of the block with this high part.
    ///
    /// # Errors
    /// [`NotEarlier`] where it is not done, or there is none.
    #[inline]
    pub fn block(&self, high: Mask) -> Result<&'a [C], NotEarlier> {
        self.part(high, 0..self.space.len_of_high(high))
    }

    /// The cells of some states of the block with this high part, by their places in it.
    ///
    /// # Errors
    /// [`NotEarlier`] where they are not done, or there are none. A range beyond the end of the block goes on in the next.
    #[inline(always)]
    pub fn part(&self, high: Mask, places: Range<usize>) -> Result<&'a [C], NotEarlier> {
        let start = self.space.index_tables().high().get(high as usize).copied().unwrap_or(-1);
        let first = (start as usize).wrapping_add(places.start).wrapping_sub(self.base).wrapping_mul(self.width);
        let cells = self.words.get(first..first.wrapping_add(places.len() * self.width));
        cells.filter(|_| start >= 0).ok_or(NotEarlier { mask: high << self.space.low_bits() })
    }

    /// The blocks as arrays, where all blocks have that many cells: the fastest way to ask for one.
    pub fn blocks<A: Layout<C>>(&self) -> Option<Blocks<'a, A>> {
        let len = self.space.block_len().filter(|len| len * self.width == A::CELLS)?;
        let first = (self.base / len) as u32;
        Some(Blocks { numbers: self.space.block_numbers(), blocks: A::of(self.words), first })
    }
}

/// The blocks that are done, as arrays.
#[derive(Debug)]
pub struct Blocks<'a, A> {
    numbers: &'a [u32],
    blocks: &'a [A],
    /// The number of the first of them.
    first: u32,
}

impl<A> Clone for Blocks<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Blocks<'_, A> {}

impl<'a, A> Blocks<'a, A> {
    /// The block with this high part.
    ///
    /// # Errors
    /// [`NotEarlier`] where it is not done, or there is none; of the mask `high`, without its low part.
    #[inline(always)]
    pub fn block(&self, high: usize) -> Result<&'a A, NotEarlier> {
        let number = self.numbers.get(high).map(|number| number.wrapping_sub(self.first) as usize);
        number.and_then(|number| self.blocks.get(number)).ok_or(NotEarlier { mask: high as Mask })
    }
}

/// How the cells of a block are laid out in arrays.
pub trait Layout<C>: Sized {
    /// The cells of a block.
    const CELLS: usize;

    /// Cells as blocks; a rest that fills none is left out.
    fn of(cells: &[C]) -> &[Self];

    /// Cells as blocks, to be written.
    fn of_mut(cells: &mut [C]) -> &mut [Self];
}

impl<C, const N: usize> Layout<C> for [C; N] {
    const CELLS: usize = N;

    fn of(cells: &[C]) -> &[Self] {
        cells.as_chunks().0
    }

    fn of_mut(cells: &mut [C]) -> &mut [Self] {
        cells.as_chunks_mut().0
    }
}

impl<C, const M: usize, const N: usize> Layout<C> for [[C; M]; N] {
    const CELLS: usize = M * N;

    fn of(cells: &[C]) -> &[Self] {
        cells.as_chunks().0.as_chunks().0
    }

    fn of_mut(cells: &mut [C]) -> &mut [Self] {
        cells.as_chunks_mut().0.as_chunks_mut().0
    }
}
