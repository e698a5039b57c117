//! Which states exist, and where each stands in the table.
//!
//! A state is a mask of n bits. A [`Space`] splits it into a high part and a low part of L bits and ranks it by
//!
//! ```text
//! index(mask) = HIGH[mask >> L] + LOW[mask & (2^L - 1)]
//! ```
//!
//! so a look-up is two small tables and one addition for every game, in any language.
//!
//! ```text
//! mask   1 0 1 1 0 1 | 0 1 1 0        index   0          start(b)              states
//!        high part   | low part               |--block 0--|--block 1--| ... |--block k--|
//!        picks the block  the place in it     |------- layer 0 -------|---- layer 1 ----|
//! ```
//!
//! * A **block** is the set of states with one high part: contiguous, in ascending order of the low part (unless
//!   [made otherwise](Space::blocks_by_ones)).
//! * A **layer** is a run of blocks that do not depend on each other: those of equal weight, the weight being a
//!   sum over the bits of the high part. It is the unit the engine fills in parallel.
//! * The **level** of a state is what people are shown: how many things, or cells, are left.
//!
//! One concrete type serves all families, [`subsets`], [Young diagrams](young) and [classes of one's own](Classes): they
//! differ only in which low parts a block holds, so a trait would have bought indirection and nothing else. It also lets a
//! table travel without its game.
//!
//! A low part of L bits makes blocks of up to 2^L states and 2^(n - L) entries of HIGH. Longer blocks are filled faster, up
//! to what a core's cache holds; [`Space::split_bytes`] says what the tables of a split take.

mod binomial;
mod build;
mod classes;
mod index;
pub mod subsets;
pub mod young;

pub use binomial::{binomial, gaussian_binomial};
pub use build::{MAX_HIGH_BITS, MAX_LOW_BITS, SpaceError};
pub use classes::Classes;
pub use index::{Index, Members, Parities};

use std::ops::Range;
use std::sync::Arc;

use self::build::Starts;

/// A state: a mask of bits that is one of those a space has, by what is left.
pub type State = u64;

/// A set of bits of states, or a mask that need be no state: a line of cells, the edges of a box.
pub type Mask = u64;

/// The most bits a state may have: 2^41 states at a bit are 256 GiB.
pub const MAX_BITS: u32 = 41;

/// A state space, enumerated: the two index tables, the blocks and the layers.
///
/// Built by [`Space::subsets`], [`Space::subsets_by_weight`], [`Space::subsets_by_parity`], [`Space::young`],
/// [`Space::subsets_and_number`] or [`Space::by_classes`].
///
/// # Complexity
/// At most [`Space::split_bytes`] bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    index: Arc<Index>,
    /// The inverse of `low`: the low parts, class after class, ascending within a class.
    lows: Vec<u32>,
    /// Where each class starts in `lows`, and their number at the end.
    classes: Vec<usize>,
    /// The high parts of the blocks in table order.
    block_highs: Vec<u32>,
    /// The inverse of `block_highs`; [`NO_BLOCK`] where there is none.
    numbers: Vec<u32>,
    starts: Starts,
    /// The first block of each layer, and the number of blocks at the end.
    layer_starts: Vec<usize>,
}

/// The number of a block that does not exist.
pub(crate) const NO_BLOCK: u32 = u32::MAX;

impl Space {
    /// The tables that say where a state stands.
    pub fn index_tables(&self) -> &Arc<Index> {
        &self.index
    }

    /// The number of bits of a state, n.
    pub fn bits(&self) -> u32 {
        self.index.bits()
    }

    /// The number of bits of the low part, L.
    pub fn low_bits(&self) -> u32 {
        self.index.low_bits()
    }

    /// Which masks are states.
    pub fn members(&self) -> &Members {
        self.index.members()
    }

    /// The number of states; the table has that many values.
    pub fn states(&self) -> usize {
        self.starts.of(self.block_highs.len())
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.block_highs.len()
    }

    /// The number of layers.
    pub fn layers(&self) -> usize {
        self.layer_starts.len() - 1
    }

    /// The bytes that the space itself takes.
    pub fn bytes(&self) -> u64 {
        let starts = if let Starts::Each(starts) = &self.starts { starts.len() } else { 0 };
        let words = self.index.high().len() + starts + self.classes.len() + self.layer_starts.len();
        let halves = self.index.low().len() + self.lows.len() + self.block_highs.len() + self.numbers.len();
        let classes = match self.members() {
            Members::Classes(classes) => classes.high().len() + classes.low().len(),
            _ => 0,
        };
        8 * words as u64 + 4 * halves as u64 + classes as u64
    }

    /// The blocks of a layer.
    ///
    /// # Panics
    /// Where there is no such layer.
    pub fn layer(&self, layer: usize) -> Range<usize> {
        self.layer_starts[layer]..self.layer_starts[layer + 1]
    }

    /// The blocks of the layer that a block is in.
    ///
    /// # Panics
    /// Where there is no such block.
    pub fn layer_of(&self, block: usize) -> Range<usize> {
        self.layer(self.layer_starts.partition_point(|&start| start <= block) - 1)
    }

    /// The index at which each layer starts, and the number of states.
    pub fn layer_starts(&self) -> Vec<usize> {
        self.layer_starts.iter().map(|&block| self.starts.of(block)).collect()
    }

    /// The states of the layer that has most.
    pub fn widest_layer(&self) -> usize {
        self.layer_starts.windows(2).map(|layer| self.indices(layer[0]..layer[1]).len()).max().unwrap_or(0)
    }

    /// The indices of the states in a run of blocks.
    ///
    /// # Panics
    /// Where there are no such blocks.
    pub fn indices(&self, blocks: Range<usize>) -> Range<usize> {
        self.starts.of(blocks.start)..self.starts.of(blocks.end)
    }

    /// The high part that the states of a block share.
    ///
    /// # Panics
    /// Where there is no such block.
    pub fn block_high(&self, block: usize) -> u64 {
        u64::from(self.block_highs[block])
    }

    /// The low parts of the states of a block, in the order of the index: ascending, unless the space was made
    /// otherwise.
    ///
    /// # Panics
    /// Where there is no such block.
    #[inline]
    pub fn block_lows(&self, block: usize) -> &[u32] {
        let class = self.block_class(block);
        &self.lows[self.classes[class]..self.classes[class + 1]]
    }

    /// The class of the low parts of a block; blocks of one class hold the same.
    #[inline]
    pub(crate) fn block_class(&self, block: usize) -> usize {
        self.class_of_high(self.block_high(block)).expect("a block has a class")
    }

    /// The number of the block of each high part.
    pub(crate) fn block_numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The states of every block, where all hold as many.
    pub fn block_len(&self) -> Option<usize> {
        if let Starts::Every(len) = self.starts { Some(len) } else { None }
    }

    /// The states of the block with this high part; 0 where there is none.
    #[inline]
    pub fn len_of_high(&self, high: Mask) -> usize {
        match self.starts {
            Starts::Every(len) => len,
            Starts::Each(_) => {
                self.class_of_high(high).map_or(0, |class| self.classes[class + 1] - self.classes[class])
            }
        }
    }

    /// The low parts of each class.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &[u32]> {
        self.classes.windows(2).map(|class| &self.lows[class[0]..class[1]])
    }

    /// The block that holds an index of the table, which is below [`states`](Self::states).
    ///
    /// # Complexity
    /// O(1) where all blocks are of one length, else O(log blocks).
    pub fn block_at(&self, index: usize) -> usize {
        match &self.starts {
            Starts::Every(len) => index / len,
            Starts::Each(starts) => starts.partition_point(|&start| start <= index) - 1,
        }
    }

    /// The index of a state, or `None` where the mask is no state.
    ///
    /// # Complexity
    /// O(1): two look-ups and an addition.
    #[inline]
    pub fn index(&self, state: Mask) -> Option<usize> {
        self.index.find(state)
    }

    /// The state at an index.
    ///
    /// # Panics
    /// Where the index is not below [`states`](Self::states).
    ///
    /// # Complexity
    /// As [`block_at`](Self::block_at).
    pub fn state_at(&self, index: usize) -> State {
        assert!(index < self.states(), "index {index} of {} states", self.states());
        let block = self.block_at(index);
        self.block_high(block) << self.low_bits() | u64::from(self.block_lows(block)[index - self.starts.of(block)])
    }

    /// How much is left in a state: the things of a subset, the cells left beside a Young diagram.
    #[inline]
    pub fn level(&self, state: State) -> u32 {
        match self.members() {
            Members::All | Members::Parities(_) => state.count_ones(),
            Members::Ones(_) => young::cells_left(state),
            Members::Classes(classes) => (state >> classes.number_bits()).count_ones(),
        }
    }

    /// The number of states of each level, lowest first: binomial or Gaussian binomial coefficients.
    pub fn states_by_level(&self) -> Vec<u64> {
        match self.members() {
            Members::All => (0..=self.bits()).filter_map(|k| binomial(self.bits(), k)).collect(),
            Members::Ones(rows) => {
                gaussian_binomial(*rows, self.bits() - rows).expect("states that exist can be counted")
            }
            Members::Parities(parities) => subsets::by_ones(self.bits(), parities),
            Members::Classes(classes) => classes.by_level(self.bits(), self.low_bits()),
        }
    }
}

#[cfg(test)]
mod tests;
