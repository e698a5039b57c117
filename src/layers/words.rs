//! Columns of bits whose blocks are whole words.

use std::ops::Range;

use super::columns::{Columns, Rows, Scale, cut, done, split};
use super::{Direction, NotEarlier};
use crate::space::{Mask, NO_BLOCK, Space};

/// Bits, 64 a word: for spaces whose blocks are whole words.
#[derive(Debug)]
pub struct WordColumn<'m> {
    words: &'m mut [u64],
}

impl<'m> WordColumn<'m> {
    const SCALE: Scale = Scale { width: 1, states_log2: 6 };

    /// The bits of all states; `None` where a block is no multiple of 64 states.
    pub fn new(space: &Space, words: &'m mut [u64]) -> Option<Self> {
        space.block_len().is_some_and(|len| len % 64 == 0).then_some(Self { words })
    }
}

impl Columns for WordColumn<'_> {
    type Solved<'s> = SolvedWords<'s>;
    type Own<'s> = Rows<'s, u64>;

    fn open<'s>(
        &'s mut self,
        space: &'s Space,
        direction: Direction,
        layer: usize,
    ) -> (SolvedWords<'s>, Rows<'s, u64>) {
        let indices = space.indices(space.layer(layer));
        let (words, own) = split(self.words, direction, Self::SCALE.range(&indices));
        let len = space.block_len().unwrap_or(0) / 64;
        let first = done(space, direction, &indices).start / 64;
        (SolvedWords { numbers: space.block_numbers(), words, len, first }, Rows { cells: own, scale: Self::SCALE })
    }

    fn cut<'s>(
        _solved: Self::Solved<'s>,
        own: Self::Own<'s>,
        space: &Space,
        blocks: Range<usize>,
    ) -> (Self::Own<'s>, Self::Own<'s>) {
        cut(own, space, blocks)
    }
}

/// The bits of the layers that are done, asked by block.
#[derive(Debug, Clone, Copy)]
pub struct SolvedWords<'a> {
    numbers: &'a [u32],
    words: &'a [u64],
    len: usize,
    first: usize,
}

impl<'a> SolvedWords<'a> {
    /// The words of the block with this high part.
    ///
    /// # Errors
    /// [`NotEarlier`] where it is not done, or there is none; of the mask `high`, without its low part.
    #[inline(always)]
    pub fn block(&self, high: Mask) -> Result<&'a [u64], NotEarlier> {
        let number = self.numbers.get(high as usize).copied().filter(|&number| number != NO_BLOCK);
        let start = number.map(|number| (number as usize * self.len).wrapping_sub(self.first));
        let words = start.and_then(|start| self.words.get(start..start.checked_add(self.len)?));
        words.ok_or(NotEarlier { mask: high })
    }
}
