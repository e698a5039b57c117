//! Take one thing away: `f(S) = join over v in S of f(S - v)`, with a gain that splits in two.
//!
//! ```text
//! gain(v, S) = high(v, high part of S) + low(v, low part of S)        f(empty) = first
//! ```
//!
//! Any sum over the other things of S is such a gain: what it costs to put v last, how many edges v has into S.
//!
//! A block is filled in chunks of `ROWS` vectors that stay in registers. Moves that change the chunk, to another block
//! or to another chunk of the same, are elementwise. Those within it come last: first between its vectors, then between
//! the lanes of a vector, by fixed shuffles.

mod steps;
#[cfg(test)]
mod tests;

use self::steps::{STEP, STEPS, lost};
use super::elementwise::{Elementwise, Summand};
use super::{Cpu, Group, Kernel, Offer, Work, is_plain, ones};
use crate::layers::{NotEarlier, Solved};
use crate::space::Space;

/// The vectors of a chunk.
const ROWS: usize = 8;

/// The states that a task has at least, so that it is worth its while.
const TASK: usize = 1 << 12;

/// More than there are things in a high part, or in a low one; a power of two, so that no bound need be checked.
const MOST: usize = 32;

/// A chunk.
type Rows<C, const W: usize> = [[C; W]; ROWS];

/// The kernel for this recurrence over all subsets of a space.
///
/// `first` is what the empty set has. `gain_high(v, part)` and `gain_low(v, part)` are what taking v away gains by the
/// high and by the low part of the set, which are numbers below 2^(n - L) and 2^L; they are called when the kernel is
/// built, once for each part that a set with v can have.
///
/// The gain is the sum of both, high first. The caller answers for it that no sum exceeds the cell; [`largest_sum`]
/// helps. Nothing may be NaN.
///
/// `None` where the states are not all subsets, in ascending order within a block, or L is less than 3 + log2(lanes),
/// a vector being of 32 bytes: less than 7 for cells of two bytes, 6 of four, 5 of eight.
///
/// # Complexity
/// n * (2^(n - L) + 2^L) numbers, and as many calls. A set of k things takes k joins, 8 to 64 of them at once.
pub fn removal<'a, A: Elementwise + 'a>(
    space: &Space,
    algebra: A,
    first: A::Cell,
    gain_high: impl Fn(usize, usize) -> A::Cell + 'a,
    gain_low: impl Fn(usize, usize) -> A::Cell + 'a,
) -> Option<Offer<'a>> {
    let (things, low_bits) = (space.bits() as usize, space.low_bits() as usize);
    if !is_plain(space) || low_bits < 3 + lanes::<A::Cell>().trailing_zeros() as usize {
        return None;
    }
    let build = move || Some(Removal::new(algebra, (things, low_bits), first, gain_high, gain_low));
    Some(Offer::new::<A::Cell, Removal<A>>(build))
}

/// What the sum of `first` and of a gain for each thing cannot exceed, nor its negative: each gain at its largest.
///
/// # Complexity
/// As many calls as [`removal`] makes.
pub fn largest_sum<C: Summand>(
    space: &Space,
    first: C,
    gain_high: impl Fn(usize, usize) -> C,
    gain_low: impl Fn(usize, usize) -> C,
) -> f64 {
    let (things, low_bits) = (space.bits() as usize, space.low_bits() as usize);
    let largest = |gains: Vec<C>| gains.into_iter().map(C::size).fold(0.0, f64::max);
    let largest = |v| {
        let high = gains(things - low_bits, usize::checked_sub(v, low_bits), |part| gain_high(v, part));
        let low = gains(low_bits, (v < low_bits).then_some(v), |part| gain_low(v, part));
        largest(high) + largest(low)
    };
    first.size() + (0..things).map(largest).sum::<f64>()
}

/// The gain by each part of so many bits; 0 for a part that would have to hold a thing and does not.
fn gains<C: Summand>(bits: usize, thing: Option<usize>, gain: impl Fn(usize) -> C) -> Vec<C> {
    let is_there = |part: usize| thing.is_none_or(|bit| part >> bit & 1 == 1);
    (0..1 << bits).map(|part| if is_there(part) { gain(part) } else { C::default() }).collect()
}

/// The cells of a vector.
const fn lanes<C>() -> usize {
    32 / size_of::<C>()
}

/// The kernel: what it gains to take each thing away.
struct Removal<A: Elementwise> {
    algebra: A,
    low_bits: usize,
    first: A::Cell,
    high: Vec<Vec<A::Cell>>,
    low: Vec<Vec<A::Cell>>,
    /// For each step, the low gain of what each lane loses.
    steps: Vec<Vec<A::Cell>>,
}

impl<A: Elementwise> Removal<A> {
    fn new(
        algebra: A,
        (things, low_bits): (usize, usize),
        first: A::Cell,
        gain_high: impl Fn(usize, usize) -> A::Cell,
        gain_low: impl Fn(usize, usize) -> A::Cell,
    ) -> Self {
        let high = |v: usize| gains(things - low_bits, v.checked_sub(low_bits), |part| gain_high(v, part));
        let low = |v: usize| gains(low_bits, (v < low_bits).then_some(v), |part| gain_low(v, part));
        let low: Vec<Vec<_>> = (0..things).map(low).collect();
        let lost_gain = |part, (ones, nth)| match lost(part % lanes::<A::Cell>(), ones, nth) {
            0 => A::Cell::default(),
            bit => low[bit.trailing_zeros() as usize][part],
        };
        let steps = STEP.iter().map(|&step| (0..1 << low_bits).map(|part| lost_gain(part, step)).collect()).collect();
        Self { algebra, low_bits, first, high: (0..things).map(high).collect(), steps, low }
    }
}

impl<A: Elementwise> Kernel<A::Cell> for Removal<A> {
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
        match lanes::<A::Cell>() {
            16 => cpu.run(Fill::<A, 16> { kernel: self, solved, group }),
            8 => cpu.run(Fill::<A, 8> { kernel: self, solved, group }),
            _ => cpu.run(Fill::<A, 4> { kernel: self, solved, group }),
        }
    }
}

/// A group to fill, in vectors of W cells.
struct Fill<'a, A: Elementwise, const W: usize> {
    kernel: &'a Removal<A>,
    solved: Solved<'a, A::Cell>,
    group: Group<'a, A::Cell>,
}

impl<A: Elementwise, const W: usize> Work for Fill<'_, A, W> {
    type Output = Result<(), NotEarlier>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { kernel, solved, group } = self;
        for (block, cells) in group.blocks.zip(group.cells.chunks_exact_mut(1 << kernel.low_bits)) {
            let high = solved.space().block_high(block) as usize;
            kernel.fill_block::<W>(solved, high, cells.as_chunks_mut().0.as_chunks_mut().0)?;
        }
        Ok(())
    }
}

/// A move that changes the block, seen from it.
#[derive(Clone, Copy)]
struct HighMove<'a, C, const W: usize> {
    gain: C,
    gains: &'a [Rows<C, W>],
    behind: &'a [Rows<C, W>],
}

/// The low things, seen from a block: what each gains, and what the lanes lose in each step.
struct LowMoves<'a, C, const W: usize> {
    gain: [C; MOST],
    gains: [&'a [Rows<C, W>]; MOST],
    step: [[C; W]; STEPS],
    steps: [&'a [Rows<C, W>]; STEPS],
}

impl<A: Elementwise> Removal<A> {
    #[inline(always)]
    fn fill_block<const W: usize>(
        &self,
        solved: Solved<'_, A::Cell>,
        high: usize,
        out: &mut [Rows<A::Cell, W>],
    ) -> Result<(), NotEarlier> {
        let mut moves = [HighMove { gain: self.first, gains: &[], behind: &[] }; MOST];
        let mut count = 0;
        for bit in ones(high) {
            let v = self.low_bits + bit;
            let behind = rows(solved.block((high ^ 1 << bit) as u64)?);
            moves[count] = HighMove { gain: self.high[v][high], gains: rows(&self.low[v]), behind };
            count += 1;
        }
        let low = self.low_moves::<W>(high);
        for chunk in 0..out.len() {
            let (done, rest) = out.split_at_mut(chunk);
            let mut best = [[self.algebra.none(); W]; ROWS];
            if chunk == 0 && high == 0 {
                best[0][0] = self.first;
            }
            for one in &moves[..count] {
                self.pass(&mut best, one.gain, &one.gains[chunk], &one.behind[chunk]);
            }
            for bit in ones(chunk) {
                // The bits of a chunk come after those of its lanes and of its 2^3 vectors.
                let v = (W.trailing_zeros() as usize + 3 + bit) % MOST;
                self.pass(&mut best, low.gain[v], &low.gains[v][chunk], &done[chunk ^ 1 << bit]);
            }
            self.within(&mut best, chunk, &low);
            rest[0] = best;
        }
        Ok(())
    }

    /// The low things, seen from a block.
    #[inline(always)]
    fn low_moves<const W: usize>(&self, high: usize) -> LowMoves<'_, A::Cell, W> {
        let is_low = |v| v < self.low_bits;
        let gain: [_; MOST] = std::array::from_fn(|v| if is_low(v) { self.high[v][high] } else { self.first });
        let lane_gain = |lane, (ones, nth)| match lost(lane, ones, nth) {
            0 => A::Cell::default(),
            bit => gain[bit.trailing_zeros() as usize],
        };
        LowMoves {
            gain,
            gains: std::array::from_fn(|v| if is_low(v) { rows(&self.low[v]) } else { &[] }),
            step: std::array::from_fn(|step| std::array::from_fn(|lane| lane_gain(lane, STEP[step]))),
            steps: std::array::from_fn(|step| rows(&self.steps[step])),
        }
    }

    /// One move, for a whole chunk.
    #[inline(always)]
    fn pass<const W: usize>(
        &self,
        best: &mut Rows<A::Cell, W>,
        gain: A::Cell,
        gains: &Rows<A::Cell, W>,
        behind: &Rows<A::Cell, W>,
    ) {
        for row in 0..ROWS {
            best[row] = self.joined(best[row], gain, &gains[row], &behind[row]);
        }
    }

    #[inline(always)]
    fn joined<const W: usize>(
        &self,
        best: [A::Cell; W],
        gain: A::Cell,
        gains: &[A::Cell; W],
        behind: &[A::Cell; W],
    ) -> [A::Cell; W] {
        std::array::from_fn(|lane| self.algebra.join(best[lane], gain.plus(gains[lane]), behind[lane]))
    }
}

/// A block as chunks.
#[inline(always)]
fn rows<C, const W: usize>(cells: &[C]) -> &[Rows<C, W>] {
    cells.as_chunks::<W>().0.as_chunks::<ROWS>().0
}
