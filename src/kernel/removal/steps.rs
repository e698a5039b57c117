//! The moves within a chunk: between its vectors, and between the lanes of a vector.

use super::{LowMoves, ROWS, Removal, Rows};
use crate::kernel::elementwise::{Elementwise, Summand};

/// The steps in which the lanes of a vector are done.
pub(super) const STEPS: usize = 10;

/// Each step: by the ones of a lane's number, so that all it needs is done before, and by which of them is lost. The
/// first 3 do for 4 lanes, 6 for 8, all for 16.
pub(super) const STEP: [(u32, u32); STEPS] =
    [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2), (4, 3)];

/// The bit that a lane loses in a step, or 0.
#[inline(always)]
pub(super) const fn lost(lane: usize, ones: u32, nth: u32) -> usize {
    if lane.count_ones() != ones {
        return 0;
    }
    let mut rest = lane;
    let mut k = 0;
    while k < nth {
        rest &= rest - 1;
        k += 1;
    }
    rest & rest.wrapping_neg()
}

impl<A: Elementwise> Removal<A> {
    /// The moves within a chunk, the vectors ascending.
    #[inline(always)]
    pub(super) fn within<const W: usize>(
        &self,
        best: &mut Rows<A::Cell, W>,
        chunk: usize,
        low: &LowMoves<'_, A::Cell, W>,
    ) {
        for row in 0..ROWS {
            for bit in 0..3 {
                if row >> bit & 1 == 1 {
                    let v = W.trailing_zeros() as usize + bit;
                    best[row] = self.joined(best[row], low.gain[v], &low.gains[v][chunk][row], &best[row ^ 1 << bit]);
                }
            }
            // The numbers of a step are constants, so that each is one shuffle and one blend.
            macro_rules! step {
                ($($step:literal: $ones:literal $nth:literal)*) => {$(
                    best[row] = self.step::<W, $ones, $nth>(best[row], &low.step[$step], &low.steps[$step][chunk][row]);
                )*};
            }
            step!(0: 1 0  1: 2 0  2: 2 1);
            if W > 4 {
                step!(3: 3 0  4: 3 1  5: 3 2);
            }
            if W > 8 {
                step!(6: 4 0  7: 4 1  8: 4 2  9: 4 3);
            }
        }
    }

    /// Lanes with so many ones in their number lose the n-th.
    #[inline(always)]
    fn step<const W: usize, const ONES: u32, const NTH: u32>(
        &self,
        best: [A::Cell; W],
        high: &[A::Cell; W],
        low: &[A::Cell; W],
    ) -> [A::Cell; W] {
        let behind: [A::Cell; W] = std::array::from_fn(|lane| best[lane ^ lost(lane, ONES, NTH)]);
        let joined: [A::Cell; W] =
            std::array::from_fn(|lane| self.algebra.join(best[lane], high[lane].plus(low[lane]), behind[lane]));
        std::array::from_fn(|lane| if lost(lane, ONES, NTH) != 0 { joined[lane] } else { best[lane] })
    }
}
