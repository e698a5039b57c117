//! Boards of one player on which pieces are taken off or jump.
//!
//! ```text
//! value(s) = max of  0, for the empty board
//!                    value(s without one piece)
//!                    value(s ^ line) + weight   for every line with the middle and exactly one end occupied
//! ```
//!
//! The low cells of a state are never jumped over, so every jump changes the high part. A block is the 2^L states, or
//! lanes, of one high part. What a move does to it depends on where the cells lie:
//!
//! * A line without a low end: every lane reads the same lane of one earlier block, plus the weight. So does taking
//!   a high piece off, for 0.
//! * A line with low ends: the lanes with the end that jumps and without the other read the lane with the low ends
//!   flipped, of one earlier block.
//! * Taking a low piece off stays in the block, and comes last: a running maximum over the subsets of the low part.
//!
//! The lanes of a block stay in registers over all of that. Values are never negative, since all pieces may be taken
//! off: so a lane that may not jump takes part with a 0 or a loss, and there are no masks.

mod exchange;
mod lane;
mod line;
mod vector;

use self::exchange::{exchange, exchange_any, remove_low};
use self::lane::{Fill, Lane};
use self::line::is_suited;
use self::vector::{Vectors, WIDTH};
use super::{Cpu, Group, Kernel, Offer};
use crate::layers::{Blocks, Layout, NotEarlier, Solved};
use crate::space::Space;
use crate::table::CellType;

pub use self::line::JumpLine;

/// The kernel of a board, or `None` where there is none: the low part has less than 3 or more than 6 bits, a line
/// has its middle there, a jump or a removal leads to no earlier layer, or there are more than 64 lines.
///
/// The space is one of all subsets, and cells of this type hold the values.
pub fn jumps<'a>(space: &'a Space, lines: Vec<JumpLine>, cell: CellType) -> Option<Offer<'a>> {
    if !is_suited(space, &lines) {
        return None;
    }
    match space.low_bits() {
        3 => of_cells::<1>(space, lines, cell),
        4 => of_cells::<2>(space, lines, cell),
        5 => of_cells::<4>(space, lines, cell),
        6 => of_cells::<8>(space, lines, cell),
        _ => None,
    }
}

fn of_cells<const C: usize>(space: &Space, lines: Vec<JumpLine>, cell: CellType) -> Option<Offer<'_>> {
    match cell {
        CellType::I8 => Some(Offer::new::<i8, _>(move || Jumps::<i8, C>::new(space, &lines))),
        CellType::I16 => Some(Offer::new::<i16, _>(move || Jumps::<i16, C>::new(space, &lines))),
        CellType::I32 => Some(Offer::new::<i32, _>(move || Jumps::<i32, C>::new(space, &lines))),
        _ => None,
    }
}

/// The vectors of a block of six low cells, for which each exchange of lanes is compiled on its own.
const TUNED: usize = 8;

/// A line, as the blocks see it.
#[derive(Debug, Clone, Copy)]
struct Jump<T> {
    /// Its place among the lines.
    line: usize,
    /// The high cells that it flips.
    high: usize,
    /// The low cells that it flips.
    low: usize,
    /// What it gains where the middle is empty, a loss, and where it is occupied.
    gains: [T; 2],
}

/// The kernel of a board with blocks of C vectors.
struct Jumps<'a, T, const C: usize> {
    space: &'a Space,
    /// All lines, in their order.
    jumps: Vec<Jump<T>>,
    with_one_low_end: Vec<Jump<T>>,
    with_two_low_ends: Vec<Jump<T>>,
    /// For each seven cells of the high part, and each way to occupy them: the lines whose middle is among the
    /// occupied cells, and the lines with one high end among them, not two.
    tables: [[[u64; 2]; 128]; 3],
    /// The lines without a low end.
    without_low_end: u64,
}

impl<'a, T: Lane, const C: usize> Jumps<'a, T, C> {
    fn new(space: &'a Space, lines: &[JumpLine]) -> Option<Self> {
        let low_bits = space.low_bits();
        let mut jumps = Self {
            space,
            jumps: Vec::with_capacity(lines.len()),
            with_one_low_end: vec![],
            with_two_low_ends: vec![],
            tables: [[[0; 2]; 128]; 3],
            without_low_end: 0,
        };
        for (index, line) in lines.iter().enumerate() {
            let flipped = 1_u64 << line.middle | 1 << line.ends[0] | 1 << line.ends[1];
            let (high, low) = ((flipped >> low_bits) as usize, flipped as usize % (C * WIDTH));
            // A loss beyond the width is as bad as any: taking a piece off is better.
            let gain = T::try_from(line.weight.into()).or(if line.weight < 0 { Ok(T::LEAST) } else { Err(()) }).ok()?;
            let jump = Jump { line: index, high, low, gains: [T::LEAST, gain] };
            jumps.jumps.push(jump);
            match low.count_ones() {
                0 => jumps.without_low_end |= 1 << index,
                1 => jumps.with_one_low_end.push(jump),
                _ => jumps.with_two_low_ends.push(jump),
            }
            for (group, table) in jumps.tables.iter_mut().enumerate() {
                let middle = 1 << (line.middle - low_bits) >> (7 * group);
                let ends = (high >> (7 * group)) & !middle;
                for (cells, entry) in table.iter_mut().enumerate() {
                    entry[0] |= if cells & middle != 0 { 1 << index } else { 0 };
                    entry[1] |= if (cells & ends).count_ones() == 1 { 1 << index } else { 0 };
                }
            }
        }
        Some(jumps)
    }

    /// The lines whose middle is occupied, and those with exactly one high end occupied.
    #[inline(always)]
    fn lines(&self, high: usize) -> [u64; 2] {
        let (mut middle, mut end) = (0, 0);
        for (group, table) in self.tables.iter().enumerate() {
            let entry = table[high >> (7 * group) & 127];
            middle |= entry[0];
            end ^= entry[1];
        }
        [middle, end]
    }

    #[inline(always)]
    fn fill_block<V: Vectors<T>>(
        &self,
        v: V,
        solved: Blocks<'_, [[T; WIDTH]; C]>,
        high: usize,
        values: &mut [[T; WIDTH]; C],
    ) -> Result<(), NotEarlier> {
        let mut best = [v.splat(T::ZERO); C];
        for cell in ones(high as u64) {
            let source = solved.block(high & !(1 << cell))?;
            for i in 0..C {
                best[i] = v.max(best[i], v.load(&source[i]));
            }
        }
        let [middle, end] = self.lines(high);
        for line in ones(middle & end & self.without_low_end) {
            let jump = &self.jumps[line];
            let source = solved.block(high ^ jump.high)?;
            let gain = v.splat(jump.gains[1]);
            for i in 0..C {
                best[i] = v.max(best[i], v.add(v.load(&source[i]), gain));
            }
        }
        for jump in &self.with_one_low_end {
            // No branch, which would be mispredicted half of the time: without its middle it is a loss, from anywhere.
            let may_jump = (middle >> jump.line & 1) as usize;
            let source = solved.block((high ^ jump.high) * may_jump)?;
            let gain = v.splat(jump.gains[may_jump]);
            macro_rules! exchange {
                ($($low:literal)*) => {
                    match (end >> jump.line & 1, jump.low) {
                        _ if C != TUNED => {
                            let ends = if end >> jump.line & 1 == 0 { [jump.low, 0] } else { [0, jump.low] };
                            best = exchange_any(v, best, source, jump.gains[may_jump], ends);
                        }
                        $(
                            (0, $low) => best = exchange::<T, V, C, $low, 0>(v, best, source, gain),
                            (_, $low) => best = exchange::<T, V, C, 0, $low>(v, best, source, gain),
                        )*
                        _ => {}
                    }
                };
            }
            exchange!(1 2 4 8 16 32);
        }
        for jump in &self.with_two_low_ends {
            let may_jump = (middle >> jump.line & 1) as usize;
            let source = solved.block((high ^ jump.high) * may_jump)?;
            let gain = v.splat(jump.gains[may_jump]);
            macro_rules! exchange {
                ($($low:literal = $a:literal + $b:literal;)*) => {
                    match jump.low {
                        low if C != TUNED => {
                            let (a, b) = (low & low.wrapping_neg(), low & low.wrapping_sub(1));
                            best = exchange_any(v, best, source, jump.gains[may_jump], [a, b]);
                            best = exchange_any(v, best, source, jump.gains[may_jump], [b, a]);
                        }
                        $($low => {
                            best = exchange::<T, V, C, $a, $b>(v, best, source, gain);
                            best = exchange::<T, V, C, $b, $a>(v, best, source, gain);
                        })*
                        _ => {}
                    }
                };
            }
            exchange!(
                3 = 1 + 2; 5 = 1 + 4; 9 = 1 + 8; 17 = 1 + 16; 33 = 1 + 32; 6 = 2 + 4; 10 = 2 + 8; 18 = 2 + 16;
                34 = 2 + 32; 12 = 4 + 8; 20 = 4 + 16; 36 = 4 + 32; 24 = 8 + 16; 40 = 8 + 32; 48 = 16 + 32;
            );
        }
        for (values, best) in values.iter_mut().zip(remove_low(v, best)) {
            *values = v.store(best);
        }
        Ok(())
    }
}

/// The places of the ones of a mask, lowest first.
#[inline(always)]
fn ones(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            place
        })
    })
}

/// A group of blocks to fill.
struct FillBlocks<'a, T, const C: usize> {
    jumps: &'a Jumps<'a, T, C>,
    solved: Blocks<'a, [[T; WIDTH]; C]>,
    group: Group<'a, T>,
}

impl<T: Lane, const C: usize> Fill<T> for FillBlocks<'_, T, C> {
    type Output = Result<(), NotEarlier>;

    #[inline(always)]
    fn fill<V: Vectors<T>>(self, vectors: V) -> Self::Output {
        let blocks: &mut [[[T; WIDTH]; C]] = Layout::of_mut(self.group.cells);
        for (block, values) in self.group.blocks.zip(blocks) {
            let high = self.jumps.space.block_high(block) as usize;
            self.jumps.fill_block(vectors, self.solved, high, values)?;
        }
        Ok(())
    }
}

impl<T: Lane, const C: usize> Kernel<T> for Jumps<'_, T, C> {
    fn group(&self) -> usize {
        64
    }

    fn fill(
        &self,
        cpu: Cpu,
        solved: Solved<'_, T>,
        _plane: Solved<'_, T>,
        group: Group<'_, T>,
    ) -> Result<(), NotEarlier> {
        if solved.is_empty() {
            // Without high pieces there is no jump: the values are 0.
            group.cells.fill(T::ZERO);
            return Ok(());
        }
        let solved = solved.blocks().ok_or(NotEarlier { mask: 0 })?;
        T::run(cpu, FillBlocks { jumps: self, solved, group })
    }
}

#[cfg(test)]
mod tests;
