//! How a space is laid out: the classes of the low parts, the order of the blocks, the two tables.

use std::sync::Arc;

use super::{Classes, Index, MAX_BITS, Members, NO_BLOCK, Parities, Space};

/// The most bits of a low part.
pub const MAX_LOW_BITS: u32 = 20;

/// The most bits of a high part: HIGH has 128 MiB then.
pub const MAX_HIGH_BITS: u32 = 24;

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
    /// The low part is longer than the state or than [`MAX_LOW_BITS`], or leaves a high part of more than
    /// [`MAX_HIGH_BITS`].
    #[error(
        "a low part of {low_bits} bits in states of {bits} bits: it may have {MAX_LOW_BITS} at most, and leave {MAX_HIGH_BITS} at most"
    )]
    LowBits {
        /// The length of the low part asked for.
        low_bits: u32,
        /// The bits of a state.
        bits: u32,
    },
    /// There is no class, or one that stands for none.
    #[error("no class, or the class {}, which stands for none", Classes::NONE)]
    Class,
}

/// Where the blocks start in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Starts {
    /// All blocks hold this many states.
    Every(usize),
    /// The start of each block, and the number of states at the end.
    Each(Vec<usize>),
}

impl Starts {
    /// The start of a block, which may be the one behind the last.
    #[inline]
    pub(super) fn of(&self, block: usize) -> usize {
        match self {
            Self::Every(len) => block * len,
            Self::Each(starts) => starts[block],
        }
    }
}

impl Space {
    /// The most bytes that a space of `bits` bits with a low part of `low_bits` takes.
    ///
    /// ```
    /// use retrograde::Space;
    /// // 24 things in blocks of 4 states, or of 1,024.
    /// assert_eq!(Space::split_bytes(24, 2) >> 20, 96);
    /// assert_eq!(Space::split_bytes(24, 10) >> 10, 392);
    /// assert!(Space::subsets(24)?.bytes() <= Space::split_bytes(24, 10));
    /// # Ok::<(), retrograde::SpaceError>(())
    /// ```
    pub fn split_bytes(bits: u32, low_bits: u32) -> u64 {
        let (high, low) = (1_u64 << bits.saturating_sub(low_bits).min(32), 1_u64 << low_bits.min(32));
        // HIGH, the starts, the high parts and their inverse; LOW and its inverse; classes; a few words a layer.
        24 * high + 8 * low + 512
    }

    /// Refuses a split whose tables would be too long.
    pub(super) fn check_split(bits: impl Into<u64>, low_bits: u32) -> Result<(), SpaceError> {
        let bits = bits.into();
        if bits > MAX_BITS.into() {
            return Err(SpaceError::TooManyBits { bits });
        }
        let bits = bits as u32;
        if low_bits > bits.min(MAX_LOW_BITS) || bits - low_bits > MAX_HIGH_BITS {
            return Err(SpaceError::LowBits { low_bits, bits });
        }
        Ok(())
    }

    /// Lays the blocks out: by weight of the high part, then by popcount, then by mask. The split has been checked.
    pub(super) fn build(bits: u32, low_bits: u32, members: Members, weights: &[u64]) -> Result<Self, SpaceError> {
        let high_bits = bits - low_bits;
        if weights.len() != high_bits as usize {
            return Err(SpaceError::Weights { weights: weights.len(), high_bits });
        }
        if weights.iter().try_fold(0_u64, |sum, &weight| sum.checked_add(weight)).is_none() {
            return Err(SpaceError::Weights { weights: weights.len(), high_bits });
        }
        let (lows, classes, low) = low_parts(low_bits, &members);
        let len_of = |high: u32| {
            let class = class_of_high(high.into(), low_bits, &members)?;
            let lows = classes.get(class..class + 2)?;
            (lows[0] < lows[1]).then_some(lows[1] - lows[0])
        };
        // The weight of a high part is that of the part without its lowest one, plus the weight of that.
        let mut weights_of = vec![0_u64; 1 << high_bits];
        for high in 1..weights_of.len() {
            weights_of[high] = weights_of[high & (high - 1)] + weights[high.trailing_zeros() as usize];
        }
        // Weight, popcount and mask in one number, which sorts faster than three.
        let mut keys: Vec<(u64, u64)> = (0..1_u64 << high_bits)
            .filter(|&high| len_of(high as u32).is_some())
            .map(|high| (weights_of[high as usize], u64::from(high.count_ones()) << 32 | high))
            .collect();
        drop(weights_of);
        keys.sort_unstable();

        let (mut high_table, mut numbers) = (vec![-1; 1 << high_bits], vec![NO_BLOCK; 1 << high_bits]);
        let (mut starts, mut layer_starts) = (Vec::with_capacity(keys.len() + 1), Vec::new());
        let (mut start, mut last_weight) = (0, None);
        for (block, &(weight, popcount_and_high)) in keys.iter().enumerate() {
            if last_weight != Some(weight) {
                layer_starts.push(block);
                last_weight = Some(weight);
            }
            let high = popcount_and_high as u32;
            high_table[high as usize] = start as i64;
            numbers[high as usize] = block as u32;
            starts.push(start);
            start += len_of(high).expect("only high parts of a class were kept");
        }
        starts.push(start);
        layer_starts.push(keys.len());
        let len = starts.get(1).copied().unwrap_or(1).max(1);
        let even = starts.windows(2).all(|block| block[1] - block[0] == len);
        Ok(Self {
            index: Arc::new(Index::new(bits, low_bits, members, high_table, low)),
            lows,
            classes,
            block_highs: keys.into_iter().map(|(_, popcount_and_high)| popcount_and_high as u32).collect(),
            numbers,
            starts: if even { Starts::Every(len) } else { Starts::Each(starts) },
            layer_starts,
        })
    }

    /// The class of the low parts that go with a high part; `None` where none does.
    #[inline]
    pub(super) fn class_of_high(&self, high: u64) -> Option<usize> {
        class_of_high(high, self.low_bits(), self.members()).filter(|class| class + 1 < self.classes.len())
    }
}

#[inline]
fn class_of_high(high: u64, low_bits: u32, members: &Members) -> Option<usize> {
    match members {
        Members::All => Some(0),
        Members::Ones(ones) => ones.checked_sub(high.count_ones()).map(|ones| ones as usize),
        Members::Parities(parities) => Some((parities.on(high << low_bits) ^ parities.odd()) as usize),
        Members::Classes(classes) => {
            let class = classes.high().get(high as usize).copied().unwrap_or(Classes::NONE);
            (class != Classes::NONE).then_some(class.into())
        }
    }
}

/// The low parts by class, where each class starts, and the rank of every low part within its class.
fn low_parts(low_bits: u32, members: &Members) -> (Vec<u32>, Vec<usize>, Vec<i32>) {
    let class_of = |low: &u32| match members {
        Members::All => 0,
        Members::Ones(_) => low.count_ones(),
        Members::Parities(parities) => parities.on(u64::from(*low)),
        Members::Classes(classes) => classes.low()[*low as usize].into(),
    };
    let mut lows: Vec<u32> = (0..1 << low_bits).collect();
    if let Members::Classes(_) = members {
        lows.retain(|low| class_of(low) != u32::from(Classes::NONE));
    }
    lows.sort_by_key(class_of);
    let last = match members {
        Members::All => 0,
        Members::Ones(_) => low_bits,
        Members::Parities(_) => (1 << Parities::MOST) - 1,
        Members::Classes(_) => lows.last().map_or(0, class_of),
    };
    let mut classes = vec![0];
    classes.extend((0..=last).map(|class| lows.partition_point(|low| class_of(low) <= class)));
    let ranks = ranks(&lows, &classes, low_bits);
    (lows, classes, ranks)
}

/// The rank of every low part within its class.
pub(super) fn ranks(lows: &[u32], classes: &[usize], low_bits: u32) -> Vec<i32> {
    let mut ranks = vec![0; 1 << low_bits];
    for class in classes.windows(2) {
        for (rank, &low) in (0..).zip(&lows[class[0]..class[1]]) {
            ranks[low as usize] = rank;
        }
    }
    ranks
}
