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
//! One concrete type serves all families, [`subsets`] and [Young diagrams](young): they differ only in which
//! low parts a block holds, so a trait would have bought indirection and nothing else. It also lets a table
//! travel without its game.

mod binomial;
mod index;
pub mod subsets;
pub mod young;

pub use binomial::{binomial, gaussian_binomial};
pub use index::{Index, Members, Parities};

use std::ops::Range;
use std::sync::Arc;

/// A state of a game: a bit mask of what is left.
pub type State = u64;

/// The most bits a state may have: 2^41 states at a bit are 256 GiB, and the index tables stay below 64 MiB.
pub const MAX_BITS: u32 = 41;

/// Why a space cannot be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The states would have more bits than [`MAX_BITS`].
    #[error("{bits} bits a state, at most {MAX_BITS} are possible")]
    TooManyBits {
        /// The bits asked for.
        bits: u64,
    },
    /// The number of weights is not the number of high bits.
    #[error("{weights} weights for {high_bits} high bits")]
    Weights {
        /// The weights given.
        weights: usize,
        /// The bits above the low part.
        high_bits: u32,
    },
    /// The low part is longer than the state or than 20 bits, or leaves a high part of more than 21 bits.
    #[error("a low part of {low_bits} bits in states of {bits} bits: it may have 20 at most, and leave 21 at most")]
    LowBits {
        /// The length of the low part asked for.
        low_bits: u32,
        /// The bits of a state.
        bits: u32,
    },
}

/// A state space, enumerated: the two index tables, the blocks and the layers.
///
/// Built by [`Space::subsets`], [`Space::subsets_by_weight`], [`Space::subsets_by_parity`] or [`Space::young`].
///
/// # Complexity
/// 8 * 2^(n - L) bytes for HIGH, 8 * 2^L for LOW and its inverse, 12 bytes a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    index: Arc<Index>,
    /// The inverse of `low`: the low parts, class after class, ascending within a class.
    lows: Vec<u32>,
    /// Where the class with k ones starts in `lows`; a single class where every mask is a state.
    classes: Vec<usize>,
    /// The high parts of the blocks in table order.
    block_highs: Vec<u32>,
    /// Where each block starts in the table, and the number of states at the end.
    block_starts: Vec<usize>,
    /// The first block of each layer, and the number of blocks at the end.
    layer_starts: Vec<usize>,
}

impl Space {
    /// Lays the blocks out: by weight of the high part, then by popcount, then by mask.
    fn build(bits: u32, low_bits: u32, members: Members, weights: &[u64]) -> Self {
        let (lows, classes, low) = low_parts(low_bits, members);
        let class_of = |high: u32| {
            let class = class(u64::from(high) << low_bits, members)?;
            let lows = classes.get(class..class + 2)?;
            (lows[0] < lows[1]).then_some(class)
        };
        // The weight of a high part is that of the part without its lowest one, plus the weight of that.
        let mut weights_of = vec![0_u128; 1 << (bits - low_bits)];
        for high in 1..weights_of.len() {
            weights_of[high] = weights_of[high & (high - 1)] + u128::from(weights[high.trailing_zeros() as usize]);
        }
        let mut keyed: Vec<(u128, u32)> = (0..1_u64 << (bits - low_bits))
            .map(|high| high as u32)
            .filter(|&high| class_of(high).is_some())
            .map(|high| (weights_of[high as usize] << 6 | u128::from(high.count_ones()), high))
            .collect();
        keyed.sort_unstable();

        let mut high_table = vec![-1; 1 << (bits - low_bits)];
        let mut block_starts = Vec::with_capacity(keyed.len() + 1);
        let mut layer_starts = Vec::new();
        let (mut start, mut last_weight) = (0, None);
        for (block, &(key, high)) in keyed.iter().enumerate() {
            let weight = key >> 6;
            if last_weight != Some(weight) {
                layer_starts.push(block);
                last_weight = Some(weight);
            }
            high_table[high as usize] = start as i64;
            block_starts.push(start);
            let class = class_of(high).unwrap_or(0);
            start += classes[class + 1] - classes[class];
        }
        block_starts.push(start);
        layer_starts.push(keyed.len());
        Self {
            index: Arc::new(Index::new(bits, low_bits, members, high_table, low)),
            lows,
            classes,
            block_highs: keyed.into_iter().map(|(_, high)| high).collect(),
            block_starts,
            layer_starts,
        }
    }

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
    pub fn members(&self) -> Members {
        self.index.members()
    }

    /// The number of states; the table has that many values.
    pub fn states(&self) -> usize {
        self.block_starts[self.block_highs.len()]
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
        let words = self.index.high().len() + self.block_starts.len() + self.classes.len() + self.layer_starts.len();
        let halves = self.index.low().len() + self.lows.len() + self.block_highs.len();
        8 * words as u64 + 4 * halves as u64
    }

    /// The blocks of a layer.
    ///
    /// # Panics
    /// Where there is no such layer.
    pub fn layer(&self, layer: usize) -> Range<usize> {
        self.layer_starts[layer]..self.layer_starts[layer + 1]
    }

    /// The indices of the states in a run of blocks.
    ///
    /// # Panics
    /// Where there are no such blocks.
    pub fn indices(&self, blocks: Range<usize>) -> Range<usize> {
        self.block_starts[blocks.start]..self.block_starts[blocks.end]
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
        class(self.block_high(block) << self.low_bits(), self.members()).unwrap_or(0)
    }

    /// The low parts of each class.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &[u32]> {
        self.classes.windows(2).map(|class| &self.lows[class[0]..class[1]])
    }

    /// The block that holds an index of the table, which is below [`states`](Self::states).
    ///
    /// # Complexity
    /// O(log blocks).
    pub fn block_at(&self, index: usize) -> usize {
        self.block_starts.partition_point(|&start| start <= index) - 1
    }

    /// The index of a state, or `None` where the mask is no state.
    ///
    /// # Complexity
    /// O(1): two look-ups and an addition.
    #[inline]
    pub fn index(&self, state: State) -> Option<usize> {
        self.index.find(state)
    }

    /// The state at an index.
    ///
    /// # Panics
    /// Where the index is not below [`states`](Self::states).
    ///
    /// # Complexity
    /// O(log blocks).
    pub fn state_at(&self, index: usize) -> State {
        assert!(index < self.states(), "index {index} of {} states", self.states());
        let block = self.block_at(index);
        self.block_high(block) << self.low_bits() | u64::from(self.block_lows(block)[index - self.block_starts[block]])
    }

    /// How much is left in a state: the things of a subset, the cells left beside a Young diagram.
    #[inline]
    pub fn level(&self, state: State) -> u32 {
        match self.members() {
            Members::All | Members::Parities(_) => state.count_ones(),
            Members::Ones(_) => young::cells_left(state),
        }
    }

    /// The number of states of each level, lowest first: binomial or Gaussian binomial coefficients.
    pub fn states_by_level(&self) -> Vec<u64> {
        match self.members() {
            Members::All => (0..=self.bits()).filter_map(|k| binomial(self.bits(), k)).collect(),
            Members::Ones(rows) => gaussian_binomial(rows, self.bits() - rows),
            Members::Parities(parities) => subsets::by_ones(self.bits(), &parities),
        }
    }
}

/// The class of the low parts that go with a high part, given as a mask; `None` where none does.
#[inline]
fn class(high: State, members: Members) -> Option<usize> {
    match members {
        Members::All => Some(0),
        Members::Ones(ones) => ones.checked_sub(high.count_ones()).map(|ones| ones as usize),
        Members::Parities(parities) => Some((parities.on(high) ^ parities.odd()) as usize),
    }
}

/// The low parts by class, where each class starts, and the rank of every low part within its class.
fn low_parts(low_bits: u32, members: Members) -> (Vec<u32>, Vec<usize>, Vec<i32>) {
    let mut lows: Vec<u32> = (0..1 << low_bits).collect();
    let mut classes = vec![0];
    let class_of = |low: &u32| match members {
        Members::All => 0,
        Members::Ones(_) => low.count_ones(),
        Members::Parities(parities) => parities.on(u64::from(*low)),
    };
    lows.sort_by_key(class_of);
    let last = match members {
        Members::All => 0,
        Members::Ones(_) => low_bits,
        Members::Parities(_) => (1 << Parities::MOST) - 1,
    };
    classes.extend((0..=last).map(|class| lows.partition_point(|low| class_of(low) <= class)));
    let ranks = ranks(&lows, &classes);
    (lows, classes, ranks)
}

/// The rank of every low part within its class.
fn ranks(lows: &[u32], classes: &[usize]) -> Vec<i32> {
    let mut ranks = vec![0; lows.len()];
    for class in classes.windows(2) {
        for (rank, &low) in (0..).zip(&lows[class[0]..class[1]]) {
            ranks[low as usize] = rank;
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_index_and_inverse(space: &Space) {
        let mut seen = 0;
        for layer in 0..space.layers() {
            for block in space.layer(layer) {
                let indices = space.indices(block..block + 1);
                for (index, &low) in indices.clone().zip(space.block_lows(block)) {
                    let state = space.block_high(block) << space.low_bits() | u64::from(low);
                    assert_eq!(space.index(state), Some(index));
                    assert_eq!(space.state_at(index), state);
                    assert_eq!(space.block_at(index), block);
                    seen += 1;
                }
                assert!(space.block_lows(block).is_sorted_by(|a, b| a < b));
                assert_eq!(indices.len(), space.block_lows(block).len());
            }
        }
        assert_eq!(seen, space.states());
        let members = (0..1_u64 << space.bits()).filter(|&mask| space.index(mask).is_some()).count();
        assert_eq!(members, space.states());
        assert_eq!(space.index(1 << space.bits()), None);
    }

    fn assert_levels(space: &Space) {
        let mut counts = vec![0; space.states_by_level().len()];
        for index in 0..space.states() {
            counts[space.level(space.state_at(index)) as usize] += 1;
        }
        assert_eq!(counts, space.states_by_level());
    }

    #[test]
    fn subsets_of_up_to_16_things_with_every_low_part() {
        for bits in 0..=16 {
            for low_bits in 0..=bits {
                let weights = vec![1; (bits - low_bits) as usize];
                let space = Space::subsets_by_weight(bits, low_bits, &weights).unwrap();
                assert_eq!(space.states(), 1 << bits);
                assert_index_and_inverse(&space);
            }
            assert_levels(&Space::subsets(bits).unwrap());
        }
    }

    #[test]
    fn young_diagrams_up_to_10_by_10_with_every_low_part() {
        for rows in 0..=10 {
            for cols in 0..=10 {
                for low_bits in 0..=rows + cols {
                    // Large boxes with every low part would take minutes; the extremes and the middle suffice there.
                    if rows + cols > 14 && low_bits % 5 != 0 {
                        continue;
                    }
                    let space = Space::young_with_low_bits(rows, cols, low_bits).unwrap();
                    assert_eq!(Some(space.states() as u64), binomial(rows + cols, rows));
                    assert_index_and_inverse(&space);
                }
                assert_levels(&Space::young(rows, cols).unwrap());
            }
        }
    }

    #[test]
    fn subsets_of_every_parity_with_every_low_part() {
        let sets = [0b1_0110_1101, 0b0_1101_1011, 0b0_0000_0011];
        for low_bits in 0..=9 {
            let weights = vec![1; (9 - low_bits) as usize];
            let spaces: Vec<Space> = (0..8)
                .map(|odd| {
                    Space::subsets_by_parity(9, low_bits, &weights, Parities::new(&sets, odd)).unwrap().blocks_by_ones()
                })
                .collect();
            for space in &spaces {
                assert_eq!(space.states(), 1 << 6);
                assert_levels(space);
                assert!((0..space.states()).all(|index| space.index(space.state_at(index)) == Some(index)));
            }
            // Every mask is a state of one of them.
            let members = |mask| spaces.iter().filter(|space| space.index(mask).is_some()).count();
            assert!((0..1 << 9).all(|mask| members(mask) == 1));
        }
    }

    #[test]
    fn layers_ascend_in_weight() {
        let weights = [2, 1, 2, 2];
        let space = Space::subsets_by_weight(9, 5, &weights).unwrap();
        let weight =
            |block| -> u64 { (0..4).filter(|&b| space.block_high(block) >> b & 1 == 1).map(|b| weights[b]).sum() };
        let by_layer: Vec<Vec<u64>> = (0..space.layers()).map(|l| space.layer(l).map(weight).collect()).collect();
        assert!(by_layer.iter().all(|layer| layer.iter().all(|w| *w == layer[0])));
        assert!(by_layer.is_sorted_by(|a, b| a[0] < b[0]));
    }

    #[test]
    fn what_cannot_be_built_is_an_error() {
        assert_eq!(Space::subsets(42), Err(SpaceError::TooManyBits { bits: 42 }));
        assert_eq!(Space::subsets(41).map(|space| space.states()), Ok(1 << 41));
        assert_eq!(Space::young(20, 21).map(|space| space.states()), Ok(269_128_937_220));
        assert_eq!(Space::young(1_000_000, u32::MAX), Err(SpaceError::TooManyBits { bits: 4_295_967_295 }));
        assert_eq!(Space::subsets_by_weight(9, 5, &[1]), Err(SpaceError::Weights { weights: 1, high_bits: 4 }));
        assert_eq!(Space::subsets_by_weight(4, 5, &[]), Err(SpaceError::LowBits { low_bits: 5, bits: 4 }));
    }
}
