//! A row of cells a set: what comes best next, by the thing before (Held and Karp).
//!
//! ```text
//! next[S][j] = join over i in S of next[S - i][i] with gain(i, j)          next[empty][j] = first(j)
//! ```
//!
//! `next[S][j]` is the best way through all things of S and then to j. In Held and Karp's own rows, `row[S][j]`, the best
//! way through S that ends in j, is `next[S - j][j]`: the same numbers, but there each cell takes a minimum across a row.
//! Here it is elementwise in j. Cells of j in S follow from the same equation; nothing asks for them.
//!
//! A row may be longer than there are things: a tour ends at home, a place that is in no set.

#[cfg(test)]
mod tests;

use super::elementwise::Elementwise;
use super::{Cpu, Group, Kernel, Offer, Work, is_plain, ones};
use crate::layers::{NotEarlier, Solved};
use crate::space::Space;

/// The cells of a vector.
const LANES: usize = 8;

/// The states that a task has at least, so that it is worth its while.
const TASK: usize = 1 << 10;

/// More than there are things in a high part; a power of two, so that no bound need be checked.
const MOST: usize = 32;

/// The kernel for this recurrence over all subsets of a space, in rows of `width` cells.
///
/// `first(j)` is what the empty set has; `gain(i, j)`, of each thing i and each j below `width`, is what it brings to go
/// from i to j. Both are called when the kernel is built, once for each. The caller answers for it that no sum exceeds
/// the cell. Nothing may be NaN.
///
/// `None` where the states are not all subsets, in ascending order within a block, or `width` is no multiple of 8 or less
/// than the number of things.
///
/// # Complexity
/// n * `width` numbers. A set of k things takes k * `width` joins, eight at once.
pub fn rows<'a, A: Elementwise + 'a>(
    space: &Space,
    width: usize,
    algebra: A,
    first: impl Fn(usize) -> A::Cell + 'a,
    gain: impl Fn(usize, usize) -> A::Cell + 'a,
) -> Option<Offer<'a>> {
    let (things, low_bits) = (space.bits() as usize, space.low_bits() as usize);
    if !is_plain(space) || !width.is_multiple_of(LANES) || width < things.max(1) {
        return None;
    }
    let build = move || {
        let vectors = |cell: &dyn Fn(usize) -> A::Cell| -> Vec<[A::Cell; LANES]> {
            let vector = |at| std::array::from_fn(|lane| cell(at * LANES + lane));
            (0..width / LANES).map(vector).collect()
        };
        let gains = (0..things).flat_map(|i| vectors(&|j| gain(i, j))).collect();
        Some(Rows { algebra, low_bits, vectors: width / LANES, first: vectors(&first), gains })
    };
    Some(Offer::new::<A::Cell, Rows<A>>(build))
}

/// The kernel.
struct Rows<A: Elementwise> {
    algebra: A,
    low_bits: usize,
    /// The vectors of a row.
    vectors: usize,
    first: Vec<[A::Cell; LANES]>,
    /// The rows of gains, one after the other.
    gains: Vec<[A::Cell; LANES]>,
}

impl<A: Elementwise> Kernel<A::Cell> for Rows<A> {
    fn group(&self) -> usize {
        TASK >> self.low_bits
    }

    fn fill(
        &self,
        cpu: Cpu,
        solved: Solved<'_, A::Cell>,
        _plane: Solved<'_, A::Cell>,
        group: Group<'_, A::Cell>,
    ) -> Result<(), NotEarlier> {
        // A row of known length stays in registers.
        macro_rules! fill {
            ($($vectors:literal)*) => {
                match self.vectors {
                    $($vectors => cpu.run(Fill::<A, $vectors> { kernel: self, solved, group }),)*
                    _ => cpu.run(Fill::<A, 1> { kernel: self, solved, group }),
                }
            };
        }
        fill!(2 3 4 5 6)
    }
}

/// A group to fill, in runs of V vectors, of which a row has a whole number.
struct Fill<'a, A: Elementwise, const V: usize> {
    kernel: &'a Rows<A>,
    solved: Solved<'a, A::Cell>,
    group: Group<'a, A::Cell>,
}

impl<A: Elementwise, const V: usize> Work for Fill<'_, A, V> {
    type Output = Result<(), NotEarlier>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { kernel, solved, group } = self;
        let len = (kernel.vectors * LANES) << kernel.low_bits;
        for (block, cells) in group.blocks.zip(group.cells.chunks_exact_mut(len)) {
            kernel.fill_block::<V>(solved, solved.space().block_high(block) as usize, cells)?;
        }
        Ok(())
    }
}

impl<A: Elementwise> Rows<A> {
    #[inline(always)]
    fn fill_block<const V: usize>(
        &self,
        solved: Solved<'_, A::Cell>,
        high: usize,
        cells: &mut [A::Cell],
    ) -> Result<(), NotEarlier> {
        // A constant, but where a row is too long for one.
        let runs = if V == 1 { self.vectors } else { 1 };
        let width = runs * V * LANES;
        let (first, gains) = (runs_of::<_, V>(&self.first), runs_of::<_, V>(&self.gains));
        let mut behind: [&[A::Cell]; MOST] = [&[]; MOST];
        for bit in ones(high) {
            behind[bit % MOST] = solved.block((high ^ 1 << bit) as u64)?;
        }
        for low in 0..1 << self.low_bits {
            let (done, rest) = cells.split_at_mut(low * width);
            let row = runs_of_mut::<_, V>(rest.as_chunks_mut().0);
            if high | low == 0 {
                row[..runs].copy_from_slice(first);
                continue;
            }
            for run in 0..runs {
                let mut best = [[self.algebra.none(); LANES]; V];
                for i in ones(low) {
                    let cell = done[(low ^ 1 << i) * width + i];
                    self.pass(&mut best, cell, &gains[i * runs + run]);
                }
                for bit in ones(high) {
                    let i = self.low_bits + bit;
                    let cell = behind[bit % MOST][low * width + i];
                    self.pass(&mut best, cell, &gains[i * runs + run]);
                }
                row[run] = best;
            }
        }
        Ok(())
    }

    /// One thing before, for a run of a row.
    #[inline(always)]
    fn pass<const V: usize>(&self, best: &mut [[A::Cell; LANES]; V], behind: A::Cell, gains: &[[A::Cell; LANES]; V]) {
        for (best, gains) in best.iter_mut().zip(gains) {
            *best = std::array::from_fn(|lane| self.algebra.join(best[lane], gains[lane], behind));
        }
    }
}

/// Vectors as runs.
#[inline(always)]
fn runs_of<T, const V: usize>(vectors: &[T]) -> &[[T; V]] {
    vectors.as_chunks().0
}

/// Vectors as runs, to be written.
#[inline(always)]
fn runs_of_mut<T, const V: usize>(vectors: &mut [T]) -> &mut [[T; V]] {
    vectors.as_chunks_mut().0
}
