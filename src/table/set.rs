//! Sets of states, a bit a state: the home of `bitvec`.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bitvec::prelude::{BitSlice, Lsb0};
use bitvec::view::BitView;
use rayon::prelude::*;

use super::file::{Draft, Existing, Label, SaveError};
use super::memory::{Memory, MemoryError};
use crate::space::{Mask, Members, Space, State};

/// A set of states of a space, one bit a state in the order of the index.
#[derive(Debug)]
pub struct StateSet {
    space: Arc<Space>,
    words: Memory,
}

impl StateSet {
    /// The bytes that a set of this many states takes.
    pub fn bytes(states: usize) -> u64 {
        states.div_ceil(64) as u64 * 8
    }

    /// The empty set.
    ///
    /// # Errors
    /// [`MemoryError`] where the bits cannot be allocated.
    pub fn empty(space: Arc<Space>) -> Result<Self, MemoryError> {
        let words = Memory::zeroed(Self::bytes(space.states()) as usize)?;
        Ok(Self { space, words })
    }

    /// The space the states belong to.
    pub fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn bits(&self) -> &BitSlice<u64, Lsb0> {
        &self.words.as_slice::<u64>().view_bits()[..self.space.states()]
    }

    fn bits_mut(&mut self) -> &mut BitSlice<u64, Lsb0> {
        &mut self.words.as_mut_slice::<u64>().view_bits_mut()[..self.space.states()]
    }

    /// Whether a mask is a state of the set.
    pub fn contains(&self, state: Mask) -> bool {
        self.space.index(state).is_some_and(|index| self.bits()[index])
    }

    /// Whether the state at an index is in the set.
    ///
    /// # Panics
    /// Where there is no such index.
    pub fn has_index(&self, index: usize) -> bool {
        self.bits()[index]
    }

    /// The number of states.
    ///
    /// # Complexity
    /// O(states of the space / 64).
    pub fn len(&self) -> u64 {
        self.bits().count_ones() as u64
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.bits().not_any()
    }

    /// The bits, 64 a word, lowest first; those beyond the last state are zero.
    pub fn words(&self) -> &[u64] {
        self.words.as_slice()
    }

    /// The bits, 64 a word, to be written; those beyond the last state are zero and must stay so.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        self.words.as_mut_slice()
    }

    /// Adds a state; false where the mask is no state of the space.
    pub fn insert(&mut self, state: Mask) -> bool {
        let index = self.space.index(state);
        if let Some(index) = index {
            self.insert_at(index);
        }
        index.is_some()
    }

    /// Adds the state at an index.
    ///
    /// # Panics
    /// Where there is no such index.
    pub fn insert_at(&mut self, index: usize) {
        self.bits_mut().set(index, true);
    }

    /// The last index below another that is in the set.
    pub(crate) fn last_below(&self, index: usize) -> Option<usize> {
        self.bits()[..index].last_one()
    }

    /// The indices of the set in a range, ascending.
    ///
    /// # Panics
    /// Where the range goes beyond the states.
    pub fn indices_in(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        self.bits()[range.clone()].iter_ones().map(move |at| range.start + at)
    }

    /// Leaves only the states that are in `other`, too.
    ///
    /// # Panics
    /// Where the sets are of different spaces.
    pub fn intersect(&mut self, other: &Self) {
        assert!(Arc::ptr_eq(&self.space, &other.space) || self.space == other.space, "sets of different spaces");
        let words = self.words.as_mut_slice::<u64>().par_chunks_mut(CHUNK);
        words.zip(other.words.as_slice::<u64>().par_chunks(CHUNK)).for_each(|(words, others)| {
            words.iter_mut().zip(others).for_each(|(word, other)| *word &= other);
        });
    }

    /// The states, in the order of the index.
    ///
    /// # Complexity
    /// O(states of the space / 64 + states of the set) for all of them.
    pub fn iter(&self) -> impl Iterator<Item = State> + '_ {
        self.states_in(0, self.words.as_slice())
    }

    /// The number of states of each level, lowest first.
    ///
    /// # Complexity
    /// O(states of the space / 64 * L), or + states of the set where blocks are no whole words; on the threads of the
    /// caller's pool.
    pub fn by_level(&self) -> Vec<u64> {
        let levels = self.space.states_by_level().len();
        let zero = || vec![0; levels];
        let add = |mut all: Vec<u64>, some: Vec<u64>| {
            all.iter_mut().zip(some).for_each(|(all, some)| *all += some);
            all
        };
        let words = self.words.as_slice::<u64>();
        if let Some(places) = Places::new(&self.space) {
            let blocks = words.par_chunks(places.words).enumerate().with_min_len(1 << 8);
            let count = |mut counts: Vec<u64>, (block, words): (usize, &[u64])| {
                places.count(&self.space, block, words, &mut counts);
                counts
            };
            return blocks.fold(zero, count).reduce(zero, add);
        }
        let count = |mut counts: Vec<u64>, (chunk, words)| {
            self.states_in(chunk * CHUNK, words).for_each(|state| counts[self.space.level(state) as usize] += 1);
            counts
        };
        words.par_chunks(CHUNK).enumerate().fold(zero, count).reduce(zero, add)
    }

    /// Saves the set in a file, complete or not at all, to be opened as a [`Table`](super::Table) of bits; `name` says which set it is,
    /// like `solvable`.
    ///
    /// # Errors
    /// [`SaveError`]; what stood at `path` is then as it was.
    ///
    /// # Complexity
    /// Reads the bits once and writes them once, onto the disk.
    pub fn save(&self, path: impl AsRef<Path>, name: &str, label: &Label, existing: Existing) -> Result<(), SaveError> {
        Draft::new(path.as_ref(), existing)?.finish_set(self, name, label)
    }

    pub(super) fn memory(&self) -> &Memory {
        &self.words
    }

    /// The states of a run of words.
    fn states_in<'a>(&'a self, first_word: usize, words: &'a [u64]) -> impl Iterator<Item = State> + 'a {
        // Blocks follow each other as the indices do, so the block is looked for once and then followed.
        let mut block = 0;
        let mut range = 0..0;
        let ones = words.iter().enumerate().flat_map(move |(at, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * (first_word + at) + bit)
            })
        });
        ones.map(move |index| {
            if !range.contains(&index) {
                block = self.space.block_at(index);
                range = self.space.indices(block..block + 1);
            }
            self.space.block_high(block) << self.space.low_bits()
                | State::from(self.space.block_lows(block)[index - range.start])
        })
    }
}

/// Where the low parts of each number of ones stand in a block, for subsets in blocks of whole words.
struct Places {
    /// Words a block.
    words: usize,
    /// For each class and each number of ones a mask of a block.
    masks: Vec<Vec<Vec<u64>>>,
}

impl Places {
    fn new(space: &Space) -> Option<Self> {
        let states = space.block_len()?;
        if !matches!(space.members(), Members::All | Members::Parities(_)) || !states.is_multiple_of(64) {
            return None;
        }
        let mask = |lows: &[u32], ones: u32| {
            let mut mask = vec![0; states / 64];
            let places = lows.iter().enumerate().filter(|(_, low)| low.count_ones() == ones);
            places.for_each(|(place, _)| mask[place / 64] |= 1 << (place % 64));
            mask
        };
        let by_ones = |lows| (0..=space.low_bits()).map(|ones| mask(lows, ones)).collect();
        Some(Self { words: states / 64, masks: space.classes().map(by_ones).collect() })
    }

    /// Adds the states of a block to the counts of their levels.
    fn count(&self, space: &Space, block: usize, words: &[u64], counts: &mut [u64]) {
        if words.iter().all(|&word| word == 0) {
            return;
        }
        let ones = space.block_high(block).count_ones() as usize;
        for (count, mask) in counts[ones..].iter_mut().zip(&self.masks[space.block_class(block)]) {
            *count += words.iter().zip(mask).map(|(word, mask)| u64::from((word & mask).count_ones())).sum::<u64>();
        }
    }
}

/// The words that are looked at by one task.
const CHUNK: usize = 1 << 14;
