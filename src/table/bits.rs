//! Sets of states, a bit a state: the home of `bitvec`.

use std::path::Path;
use std::sync::Arc;

use bitvec::prelude::{BitSlice, Lsb0};
use bitvec::view::BitView;
use rayon::prelude::*;

use super::file::{self, Draft, Existing, Label, OpenError, SaveError, TableFile};
use super::memory::{Memory, MemoryError};
use crate::space::{Index, Members, Space, State};

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

    /// The bits, in the order of the index.
    pub fn bits(&self) -> &BitSlice<u64, Lsb0> {
        &self.words.as_slice::<u64>().view_bits()[..self.space.states()]
    }

    /// The bits, to be written.
    pub fn bits_mut(&mut self) -> &mut BitSlice<u64, Lsb0> {
        &mut self.words.as_mut_slice::<u64>().view_bits_mut()[..self.space.states()]
    }

    /// Whether a mask is a state of the set.
    pub fn contains(&self, state: State) -> bool {
        self.space.index(state).is_some_and(|index| self.bits()[index])
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

    /// The bits, 64 a word; those beyond the last state are zero.
    pub(crate) fn words(&self) -> &[u64] {
        self.words.as_slice()
    }

    /// The bits, 64 a word, to be written; those beyond the last state are zero and must stay so.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        self.words.as_mut_slice()
    }

    /// Adds a state; false where the mask is no state of the space.
    pub fn insert(&mut self, state: State) -> bool {
        let index = self.space.index(state);
        if let Some(index) = index {
            self.bits_mut().set(index, true);
        }
        index.is_some()
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

    /// Saves the set in a file, complete or not at all, to be opened as a [`BitTable`]; `name` says which set it is,
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

/// A set of states in a file: a yes or no for every state, without the game.
#[derive(Debug)]
pub struct BitTable {
    pub(super) index: Arc<Index>,
    pub(super) states: usize,
    pub(super) set: String,
    pub(super) label: Label,
    pub(super) memory: Memory,
}

impl BitTable {
    /// Opens a file that [`StateSet::save`] wrote. It is mapped, not read, and trusted as little as a
    /// [`Table`](super::Table) is.
    ///
    /// # Errors
    /// [`OpenError`] where the file cannot be read or holds no set of states.
    ///
    /// # Complexity
    /// The header, HIGH and LOW; not the bits.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        file::open(path.as_ref(), false)?.bits()
    }

    /// Opens a file and holds every byte of it against its checksum.
    ///
    /// # Errors
    /// As [`open`](Self::open), and [`OpenError::Damaged`] where a part is not what was written.
    ///
    /// # Complexity
    /// Reads the whole file.
    pub fn open_checked(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        file::open(path.as_ref(), true)?.bits()
    }

    /// Where the bit of each state stands.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The game, the problem and the bits of a state.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// Which set it is, like `solvable`.
    pub fn set(&self) -> &str {
        &self.set
    }

    /// The number of states of the space.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The number of states in the set.
    ///
    /// # Complexity
    /// O(states of the space), on the threads of the caller's pool.
    pub fn len(&self) -> u64 {
        let chunks = self.bytes().par_chunks(CHUNK);
        chunks.map(|bytes| bytes.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>()).sum()
    }

    /// Whether no state is in the set.
    pub fn is_empty(&self) -> bool {
        self.bytes().iter().all(|&byte| byte == 0)
    }

    /// The bits, 8 a byte, lowest first.
    pub fn bytes(&self) -> &[u8] {
        self.memory.bytes()
    }

    /// Whether a state is in the set, or `None` where the mask is no state of the space.
    ///
    /// # Complexity
    /// O(1): three reads.
    #[inline]
    pub fn contains(&self, state: State) -> Option<bool> {
        let at = self.index.find(state).filter(|&at| at < self.states)?;
        Some(self.bytes().get(at / 8)? >> (at % 8) & 1 != 0)
    }
}

impl TableFile {
    fn bits(self) -> Result<BitTable, OpenError> {
        match self {
            Self::Bits(bits) => Ok(bits),
            Self::Values(_) => Err(OpenError::NotATable { reason: "it holds values, not a set of states".into() }),
        }
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
        let states = space.block_lows(0).len();
        if matches!(space.members(), Members::Ones(_)) || !states.is_multiple_of(64) {
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
