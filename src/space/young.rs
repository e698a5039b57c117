//! Young diagrams inside a rectangle of r rows and c columns: the masks of r + c bits with r ones.
//!
//! A mask is the contour of the diagram. Its i-th one from below (i from 0), at position p, says that p - i cells
//! are *left* in row i, rows counted from the longest:
//!
//! ```text
//!   rows 2, cols 3, diagram (2, 1)        position  4 3 2 1 0
//!     # # .    row 0: 1 cell left  ->  p = 1   ->   . . . 1 .
//!     # . .    row 1: 2 cells left ->  p = 3   ->   . 1 . . .      mask 01010
//! ```
//!
//! The full diagram is the lowest mask, the empty one the highest; a cell played lowers a one by one place, so
//! masks fall. A block holds the low parts with r - popcount(high) ones in colex order, which is ascending order:
//! the combinatorial number system. A layer holds the high parts of one weight, the sum of (position in the high
//! part + 1) over their ones: a move that changes the high part lowers that by one.

use super::{Members, Space, SpaceError};

/// Measured best: 9 bits for 10 x 10, 12 to 14 for 14 x 14 and 15 x 15.
const fn low_bits(bits: u32) -> u32 {
    match bits {
        0..4 => bits,
        // HIGH stays within 2^21 entries.
        41.. => bits.saturating_sub(21),
        _ => bits / 2 - 1,
    }
}

/// The cells left beside a diagram: each one at position p has p - i zeros below it.
pub(super) fn cells_left(mut mask: u64) -> u32 {
    let (mut cells, mut row) = (0, 0);
    while mask != 0 {
        cells += mask.trailing_zeros() - row;
        row += 1;
        mask &= mask - 1;
    }
    cells
}

impl Space {
    /// The Young diagrams inside `rows` x `cols`: C(rows + cols, rows) states.
    ///
    /// ```
    /// let space = retrograde::Space::young(10, 10)?;
    /// assert_eq!(space.states(), 184_756);
    /// assert_eq!(space.level(0b11111_11111_00000_00000), 100); // the empty diagram
    /// # Ok::<(), retrograde::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpaceError::TooManyBits`] where `rows + cols` is above [`MAX_BITS`](super::MAX_BITS).
    pub fn young(rows: u32, cols: u32) -> Result<Self, SpaceError> {
        Self::young_with_low_bits(rows, cols, low_bits(rows.saturating_add(cols)))
    }

    /// As [`young`](Self::young), with a low part of `low_bits`.
    ///
    /// # Errors
    /// [`SpaceError`] where the sizes do not fit each other, or are too large.
    pub fn young_with_low_bits(rows: u32, cols: u32, low_bits: u32) -> Result<Self, SpaceError> {
        Self::check_split(u64::from(rows) + u64::from(cols), low_bits)?;
        let bits = rows + cols;
        let weights: Vec<u64> = (1..=u64::from(bits - low_bits)).collect();
        Self::build(bits, low_bits, Members::Ones(rows), &weights)
    }
}
