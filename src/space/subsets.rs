//! All subsets of n things: 2^n masks, a bit for each thing that is left.
//!
//! A block holds all 2^L low parts, in ascending order: LOW is the identity. By default a layer holds the high parts
//! of one popcount (of many things: those that also agree in the top bits), which is right for every game whose moves
//! take things away. A game whose moves may put a thing back
//! (a peg that jumps) gives its own weights: any weights will do under which each move that changes the high
//! part lowers its weight.

use std::sync::Arc;

use super::build::ranks;
use super::{Index, MAX_BITS, Members, Parities, Space, SpaceError};

/// The low part: long enough that a block is worth a task of its own, and that HIGH stays within 2^21 entries.
pub(super) const fn low_bits(bits: u32) -> u32 {
    let low_bits = if bits > MAX_BITS - 1 {
        20
    } else if bits > 30 {
        bits - 20
    } else {
        10
    };
    if low_bits < bits { low_bits } else { bits }
}

/// The top bits that are run through outermost, one combination after the other, so that the part of the table being
/// filled stays near the cache; the rest is 2^23 states. Smaller tables are near it anyway.
const fn outer_bits(bits: u32) -> u32 {
    if bits < 26 { 0 } else { bits - 23 }
}

/// The weights of the high bits: 1 each, but a top bit outweighs all bits below it.
pub(super) fn weights(bits: u32, low_bits: u32) -> Vec<u64> {
    let inner = (bits - low_bits).saturating_sub(outer_bits(bits));
    (0..bits - low_bits).map(|bit| if bit < inner { 1 } else { u64::from(inner + 1) << (bit - inner) }).collect()
}

impl Space {
    /// All subsets of `bits` things, in layers by the popcount of the high part; from 26 things on by the top bits
    /// first, then by the popcount of the others.
    ///
    /// ```
    /// let space = retrograde::Space::subsets(21)?;
    /// assert_eq!(space.states(), 1 << 21);
    /// assert_eq!(space.state_at(space.index(0b1011).unwrap()), 0b1011);
    /// # Ok::<(), retrograde::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpaceError::TooManyBits`] above [`MAX_BITS`].
    pub fn subsets(bits: u32) -> Result<Self, SpaceError> {
        let low_bits = low_bits(bits);
        if bits > MAX_BITS {
            return Err(SpaceError::TooManyBits { bits: bits.into() });
        }
        Self::subsets_by_weight(bits, low_bits, &weights(bits, low_bits))
    }

    /// All subsets of `bits` things with a low part of `low_bits`, in layers by the sum of `weights` over the bits
    /// of the high part (`weights[0]` for the lowest of them).
    ///
    /// # Errors
    /// [`SpaceError`] where the sizes do not fit each other, or are too large.
    pub fn subsets_by_weight(bits: u32, low_bits: u32, weights: &[u64]) -> Result<Self, SpaceError> {
        Self::subsets_of(bits, low_bits, weights, Members::All)
    }

    /// As [`subsets_by_weight`](Self::subsets_by_weight), but only the subsets with these parities: a part of the
    /// states that no move leaves, where every move changes an even number of bits of each set.
    ///
    /// # Errors
    /// [`SpaceError`] where the sizes do not fit each other, or are too large.
    pub fn subsets_by_parity(
        bits: u32,
        low_bits: u32,
        weights: &[u64],
        parities: Parities,
    ) -> Result<Self, SpaceError> {
        Self::subsets_of(bits, low_bits, weights, Members::Parities(parities))
    }

    fn subsets_of(bits: u32, low_bits: u32, weights: &[u64], members: Members) -> Result<Self, SpaceError> {
        Self::check_split(bits, low_bits)?;
        Self::build(bits, low_bits, members, weights)
    }

    /// The same states in the same blocks and layers, the states of a block in ascending order of their ones; those
    /// with as many ones as each other in ascending order. For games whose moves inside a block may raise the mask,
    /// as long as they take more things away than they put back.
    pub fn blocks_by_ones(&self) -> Self {
        let mut lows = self.lows.clone();
        for class in self.classes.windows(2) {
            lows[class[0]..class[1]].sort_by_key(|low| low.count_ones());
        }
        let ranks = ranks(&lows, &self.classes, self.low_bits());
        let index = &self.index;
        let index = Index::new(index.bits(), index.low_bits(), index.members().clone(), index.high().to_vec(), ranks);
        Self { index: Arc::new(index), lows, ..self.clone() }
    }
}

/// The number of subsets of `bits` things with these parities, by their ones.
pub(super) fn by_ones(bits: u32, parities: &Parities) -> Vec<u64> {
    let mut counts = vec![vec![0; 1 << Parities::MOST]];
    counts[0][0] = 1;
    for bit in 0..bits {
        let odd = parities.on(1 << bit) as usize;
        counts.push(vec![0; 1 << Parities::MOST]);
        for ones in (1..counts.len()).rev() {
            for class in 0..1 << Parities::MOST {
                counts[ones][class] += counts[ones - 1][class ^ odd];
            }
        }
    }
    counts.iter().map(|by_class| by_class[parities.odd() as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_things_go_by_the_top_bits_first() {
        let space = Space::subsets(26).unwrap();
        let key = |block| {
            let high = space.block_high(block);
            (high >> 13, (high & 0x1FFF).count_ones())
        };
        assert_eq!(space.layers(), 8 * 14);
        for layer in 0..space.layers() {
            assert!(space.layer(layer).all(|block| key(block) == (layer as u64 / 14, layer as u32 % 14)));
        }
        assert_eq!(Space::subsets(40).unwrap().states(), 1 << 40);
    }
}
