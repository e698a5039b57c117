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

mod lane;
mod vector;

use self::lane::{Fill, Lane};
use self::vector::{Vectors, WIDTH};
use super::{Cpu, Group, Kernel, Offer};
use crate::layers::{Blocks, Layout, NotEarlier, Solved};
use crate::space::{Mask, Members, Space};
use crate::table::CellType;

/// A line of three cells, as bit numbers of a state. With the middle and exactly one end occupied, the piece at the
/// end may jump to the other end; the middle comes off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JumpLine {
    /// The two ends.
    pub ends: [u32; 2],
    /// The cell jumped over.
    pub middle: u32,
    /// What the jump gains.
    pub weight: i32,
}

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

/// Whether every line lies on the board, and every move that changes the high part leads to an earlier layer.
fn is_suited(space: &Space, lines: &[JumpLine]) -> bool {
    let low_bits = space.low_bits();
    let layer_of = |state: Mask| space.layer_of(space.block_numbers()[(state >> low_bits) as usize] as usize).start;
    // Layers ascend in a sum over the bits: what holds with the other cells empty holds whatever else is occupied.
    let falls = |from: Mask, to: Mask| layer_of(to) < layer_of(from);
    let line_is_suited = |line: &JumpLine| {
        let [a, b] = line.ends;
        let on_board = [a, b, line.middle].iter().all(|&bit| bit < space.bits());
        if !on_board || a == b || line.ends.contains(&line.middle) || line.middle < low_bits {
            return false;
        }
        let middle = 1 << line.middle;
        falls(middle | 1 << a, 1 << b) && falls(middle | 1 << b, 1 << a)
    };
    *space.members() == Members::All
        && lines.len() <= 64
        && (low_bits..space.bits()).all(|bit| falls(1 << bit, 0))
        && lines.iter().all(line_is_suited)
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

/// Jumps from the low end `FROM` to the low end `TO`; 0 stands for a high end.
#[inline(always)]
fn exchange<T, V: Vectors<T>, const C: usize, const FROM: usize, const TO: usize>(
    v: V,
    mut best: [V::Vector; C],
    source: &[[T; WIDTH]; C],
    gain: V::Vector,
) -> [V::Vector; C] {
    let (from, to) = (FROM / WIDTH, TO / WIDTH);
    for i in 0..C {
        if i & (from | to) == from {
            let mut jumped = v.add(v.load(&source[(i ^ from ^ to) % C]), gain);
            // What is shifted in is 0, which is as good as no jump.
            jumped = match FROM {
                1 => v.up::<1>(jumped),
                2 => v.up::<2>(jumped),
                4 => v.up::<4>(jumped),
                _ => jumped,
            };
            jumped = match TO {
                1 => v.down::<1>(jumped),
                2 => v.down::<2>(jumped),
                4 => v.down::<4>(jumped),
                _ => jumped,
            };
            best[i] = v.max(best[i], jumped);
        }
    }
    best
}

/// The same by its definition, for low ends known at run time.
#[inline(always)]
fn exchange_any<T: Lane, V: Vectors<T>, const C: usize>(
    v: V,
    mut best: [V::Vector; C],
    source: &[[T; WIDTH]; C],
    gain: T,
    [from, to]: [usize; 2],
) -> [V::Vector; C] {
    for (i, vector) in best.iter_mut().enumerate() {
        let mut lanes = v.store(*vector);
        for (place, value) in lanes.iter_mut().enumerate() {
            let lane = i * WIDTH + place;
            if lane & (from | to) == from {
                let other = lane ^ from ^ to;
                *value = (*value).max(source[other / WIDTH % C][other % WIDTH].plus(gain));
            }
        }
        *vector = v.load(&lanes);
    }
    best
}

/// Takes low pieces off: the maximum over the subsets of the low part.
#[inline(always)]
fn remove_low<T, V: Vectors<T>, const C: usize>(v: V, mut best: [V::Vector; C]) -> [V::Vector; C] {
    for vector in &mut best {
        *vector = v.max(*vector, v.without::<1>(*vector));
        *vector = v.max(*vector, v.without::<2>(*vector));
        *vector = v.max(*vector, v.without::<4>(*vector));
    }
    let mut bit = 1;
    while bit < C {
        for i in 0..C {
            if i & bit != 0 {
                best[i] = v.max(best[i], best[i ^ bit]);
            }
        }
        bit *= 2;
    }
    best
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
