//! The index: two small tables that say where a state stands.

use std::sync::Arc;

use super::{Classes, Mask, State};

/// Which masks of the given bits are states.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Members {
    /// Every mask: the subsets of n things.
    All,
    /// The masks with this many ones: the Young diagrams with that many rows.
    Ones(u32),
    /// The masks with a given parity on each of some sets of bits.
    Parities(Parities),
    /// The masks whose high and low part are of one class, by tables that a reader of the crate made.
    Classes(Arc<Classes>),
}

impl Members {
    /// Whether a mask is a state, but for one beyond the bits.
    // Apart, so that a look-up in the spaces of most problems keeps its numbers in registers.
    #[cold]
    #[inline(never)]
    fn fit(&self, state: Mask, low_bits: u32) -> bool {
        match self {
            Self::All => true,
            Self::Ones(ones) => state.count_ones() == *ones,
            Self::Parities(parities) => parities.on(state) == parities.odd,
            Self::Classes(classes) => classes.fit(state, low_bits),
        }
    }
}

/// Some sets of bits, and the parity that the number of ones has on each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parities {
    sets: [Mask; Self::MOST],
    odd: u32,
}

impl Parities {
    /// The most sets.
    pub const MOST: usize = 4;

    /// The parities `odd` on `sets`, a bit a set; `None` where there are more than [`MOST`](Self::MOST) sets, or `odd`
    /// has a bit for a set that is not there.
    pub fn new(sets: &[Mask], odd: u32) -> Option<Self> {
        if sets.len() > Self::MOST || odd >> sets.len() != 0 {
            return None;
        }
        let set = |at| sets.get(at).copied().unwrap_or(0);
        Some(Self { sets: std::array::from_fn(set), odd })
    }

    /// The parities that `state` has on `sets`; `None` where there are more than [`MOST`](Self::MOST) sets.
    pub fn of(state: State, sets: &[Mask]) -> Option<Self> {
        let parities = Self::new(sets, 0)?;
        Some(Self { odd: parities.on(state), ..parities })
    }

    /// The sets of bits.
    pub fn sets(&self) -> &[Mask] {
        &self.sets
    }

    /// The sets on which the number of ones is odd, a bit a set.
    pub fn odd(&self) -> u32 {
        self.odd
    }

    /// The sets on which a mask has an odd number of ones, a bit a set.
    #[inline]
    pub fn on(&self, mask: Mask) -> u32 {
        let odd = |set: Mask| (mask & set).count_ones() & 1;
        self.sets.iter().rev().fold(0, |all, &set| all << 1 | odd(set))
    }
}

/// The tables HIGH and LOW of a space, and which masks are its states.
///
/// All that a table needs to be asked for a state. It may come out of a file, so nothing in it is trusted: a look-up
/// in tables that are wrong gives a wrong index or none, never a panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    bits: u32,
    low_bits: u32,
    members: Members,
    /// Where the block of a high part starts; -1 where there is none.
    high: Vec<i64>,
    /// The rank of a low part among those of its block.
    low: Vec<i32>,
}

impl Index {
    /// An index of states of `bits` bits, the lowest `low_bits` of them ranked by `low`, the others by `high`.
    pub(crate) fn new(bits: u32, low_bits: u32, members: Members, high: Vec<i64>, low: Vec<i32>) -> Self {
        Self { bits, low_bits, members, high, low }
    }

    /// The number of bits of a state, n.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The number of bits of the low part, L.
    pub fn low_bits(&self) -> u32 {
        self.low_bits
    }

    /// Which masks are states.
    pub fn members(&self) -> &Members {
        &self.members
    }

    /// The table HIGH: where the block of each high part starts, -1 where there is no such block. 2^(n - L) entries.
    pub fn high(&self) -> &[i64] {
        &self.high
    }

    /// The table LOW: the rank of each low part among the low parts of a block. 2^L entries.
    pub fn low(&self) -> &[i32] {
        &self.low
    }

    /// The index of a state, or `None` where the mask is no state.
    ///
    /// # Complexity
    /// O(1): two look-ups and an addition.
    #[inline(always)]
    pub fn find(&self, state: Mask) -> Option<usize> {
        match &self.members {
            Members::All => {}
            Members::Ones(ones) if state.count_ones() != *ones => return None,
            Members::Ones(_) => {}
            members if !members.fit(state, self.low_bits) => return None,
            _ => {}
        }
        let start = *self.high.get((state >> self.low_bits) as usize)?;
        let rank = *self.low.get((state & ((1 << self.low_bits) - 1)) as usize)?;
        if start < 0 { None } else { Some((start as usize).wrapping_add(rank as usize)) }
    }
}
