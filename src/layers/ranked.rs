//! A column with cells for the states of a set alone, by their rank in it.

use std::ops::Range;

use super::{Columns, Direction, NotEarlier};
use crate::space::{Mask, Space};
use crate::table::{Dense, Memory, MemoryError, StateSet};

/// The words of a group that one entry of the ranks stands for.
const WORDS: usize = 8;

/// How many states of a set stand before an index.
#[derive(Debug)]
pub struct Ranks<'a> {
    set: &'a StateSet,
    words: &'a [u64],
    /// The states before each group, and in all.
    groups: Memory,
}

impl<'a> Ranks<'a> {
    /// Of this set.
    ///
    /// # Errors
    /// [`MemoryError`] where a bit for every eight states of the space is not to be had.
    ///
    /// # Complexity
    /// O(states of the space / 64).
    pub fn new(set: &'a StateSet) -> Result<Self, MemoryError> {
        let words = set.words();
        let mut groups = Memory::zeroed(8 * (words.len() / WORDS + 2))?;
        let mut before = 0;
        for (at, group) in groups.as_mut_slice::<u64>().iter_mut().enumerate() {
            *group = before;
            let words = words.iter().skip(at * WORDS).take(WORDS);
            before += words.map(|word| u64::from(word.count_ones())).sum::<u64>();
        }
        Ok(Self { set, words, groups })
    }

    /// The states of the set before an index.
    #[inline]
    pub fn below(&self, index: usize) -> usize {
        let word = index / 64;
        let group = word / WORDS;
        let whole: u32 = self.words[group * WORDS..word].iter().map(|word| word.count_ones()).sum();
        let rest = self.words.get(word).map_or(0, |bits| (bits & ((1 << (index % 64)) - 1)).count_ones());
        self.groups.as_slice::<u64>()[group] as usize + (whole + rest) as usize
    }
}

/// One cell for each state of a set.
#[derive(Debug)]
pub struct Ranked<'m, C> {
    ranks: Ranks<'m>,
    cells: &'m mut [C],
}

impl<'m, C: Dense> Ranked<'m, C> {
    /// In these cells, as many as the set has states.
    pub fn new(ranks: Ranks<'m>, cells: &'m mut [C]) -> Self {
        Self { ranks, cells }
    }

    /// The cell of a state of the set; `None` where it is none.
    pub fn get(&self, state: Mask) -> Option<C> {
        let set = self.ranks.set;
        let index = set.space().index(state).filter(|_| set.contains(state))?;
        self.cells.get(self.ranks.below(index)).copied()
    }
}

/// The cells of the states of a set that are done.
#[derive(Debug)]
pub struct RankedSolved<'s, C> {
    ranks: &'s Ranks<'s>,
    cells: &'s [C],
}

impl<C> Clone for RankedSolved<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for RankedSolved<'_, C> {}

/// The cells of a run of blocks.
#[derive(Debug)]
pub struct RankedOwn<'s, C> {
    first: usize,
    /// The cells of the states of the set in the run, in the order of the index.
    pub cells: &'s mut [C],
}

impl<C: Copy> RankedSolved<'_, C> {
    /// The cell of a state of the set in an earlier layer, or among the `own` of a run.
    ///
    /// # Errors
    /// [`NotEarlier`] where it is not done, or no state of the set.
    pub fn get(&self, state: Mask, own: &RankedOwn<'_, C>) -> Result<C, NotEarlier> {
        let set = self.ranks.set;
        let rank = set.space().index(state).filter(|_| set.contains(state)).map(|index| self.ranks.below(index));
        let cell = rank.and_then(|rank| self.cells.get(rank).or_else(|| own.cells.get(rank.checked_sub(own.first)?)));
        cell.copied().ok_or(NotEarlier { mask: state })
    }

    /// The place of a state of the run, by its index, among the `own` cells.
    pub fn place(&self, index: usize, own: &RankedOwn<'_, C>) -> usize {
        self.ranks.below(index) - own.first
    }
}

impl<C: Dense> Columns for Ranked<'_, C> {
    type Solved<'s> = RankedSolved<'s, C>;
    type Own<'s> = RankedOwn<'s, C>;

    /// From the first layer: where the pass goes the other way there is nothing to read.
    fn open<'s>(
        &'s mut self,
        space: &'s Space,
        _direction: Direction,
        layer: usize,
    ) -> (RankedSolved<'s, C>, RankedOwn<'s, C>) {
        let indices = space.indices(space.layer(layer));
        let (first, end) = (self.ranks.below(indices.start), self.ranks.below(indices.end));
        let (solved, own) = self.cells[..end].split_at_mut(first);
        let ranks = &self.ranks;
        (RankedSolved { ranks, cells: solved }, RankedOwn { first, cells: own })
    }

    fn cut<'s>(
        solved: Self::Solved<'s>,
        own: Self::Own<'s>,
        space: &Space,
        blocks: Range<usize>,
    ) -> (Self::Own<'s>, Self::Own<'s>) {
        let RankedOwn { first, cells } = own;
        let end = solved.ranks.below(space.indices(blocks).end);
        let (cells, rest) = cells.split_at_mut(end - first);
        (RankedOwn { first, cells }, RankedOwn { first: end, cells: rest })
    }
}
