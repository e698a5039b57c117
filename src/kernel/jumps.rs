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
//! * A line with low ends: the lanes that may jump read the lane with those ends flipped. With two low ends, the
//!   block they read is also the one that taking the middle off leads to: both are done in one reading.
//! * Taking a low piece off stays in the block, and comes last: a running maximum over the subsets of the low part.
//!
//! The lanes of a block stay in registers over all of that. A lane that may not jump gains so little that the sum is
//! negative, and loses against the 0 of taking everything off: so there are no masks.

use super::{Cpu, Group, Kernel, Solved};
use crate::space::{Members, Space};
use crate::table::{Cell, Cells, CellsMut, Width};

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

/// The kernel of a board, or `None` where there is none: the low part has less than 3 or more than 8 bits, a line
/// has its middle there, a jump or a removal leads to no earlier layer, or there are more than 64 lines.
///
/// The space is one of all subsets, and a table of this width holds the values.
pub fn jumps<'a>(space: &'a Space, lines: &[JumpLine], width: Width) -> Option<Box<dyn Kernel + 'a>> {
    if !is_suited(space, lines) {
        return None;
    }
    match space.low_bits() {
        3 => of_width::<8>(space, lines, width),
        4 => of_width::<16>(space, lines, width),
        5 => of_width::<32>(space, lines, width),
        6 => of_width::<64>(space, lines, width),
        7 => of_width::<128>(space, lines, width),
        8 => of_width::<256>(space, lines, width),
        _ => None,
    }
}

fn of_width<'a, const N: usize>(space: &'a Space, lines: &[JumpLine], width: Width) -> Option<Box<dyn Kernel + 'a>> {
    match width {
        Width::I8 => Some(Box::new(Jumps::<i8, N>::new(space, lines)?)),
        Width::I16 => Some(Box::new(Jumps::<i16, N>::new(space, lines)?)),
        Width::I32 => Some(Box::new(Jumps::<i32, N>::new(space, lines)?)),
    }
}

/// Whether every line lies on the board, and every move that changes the high part leads to an earlier layer.
fn is_suited(space: &Space, lines: &[JumpLine]) -> bool {
    let low_bits = space.low_bits();
    let layer_of = |state: u64| {
        let block = space.block_at(space.high()[(state >> low_bits) as usize] as usize);
        (0..space.layers()).find(|&layer| space.layer(layer).contains(&block))
    };
    // Layers ascend in a sum over the bits: what holds with the other cells empty holds whatever else is occupied.
    let falls = |from: u64, to: u64| layer_of(to) < layer_of(from);
    let line_is_suited = |line: &JumpLine| {
        let [a, b] = line.ends;
        let on_board = [a, b, line.middle].iter().all(|&bit| bit < space.bits());
        if !on_board || a == b || line.ends.contains(&line.middle) || line.middle < low_bits {
            return false;
        }
        let middle = 1 << line.middle;
        falls(middle | 1 << a, 1 << b) && falls(middle | 1 << b, 1 << a)
    };
    space.members() == Members::All
        && lines.len() <= 64
        && (low_bits..space.bits()).all(|bit| falls(1 << bit, 0))
        && lines.iter().all(line_is_suited)
}

/// A number that lanes are made of.
trait Lane: Cell {
    const ZERO: Self;
    const LEAST: Self;
    fn plus(self, other: Self) -> Self;
    fn solved<'a>(cells: &Cells<'a>) -> Option<&'a [Self]>;
    fn group<'a>(cells: CellsMut<'a>) -> Option<&'a mut [Self]>;
}

macro_rules! lane {
    ($($number:ident $variant:ident),*) => {$(
        impl Lane for $number {
            const ZERO: Self = 0;
            const LEAST: Self = Self::MIN;

            // Lanes that may not jump may overflow; what they hold then is not used.
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn solved<'a>(cells: &Cells<'a>) -> Option<&'a [Self]> {
                if let Cells::$variant(cells) = cells { Some(cells) } else { None }
            }

            fn group(cells: CellsMut<'_>) -> Option<&mut [Self]> {
                if let CellsMut::$variant(cells) = cells { Some(cells) } else { None }
            }
        }
    )*};
}

lane!(i8 I8, i16 I16, i32 I32);

/// A jump without low ends: where it leads and what it gains, the same in every lane.
#[derive(Debug, Clone, Copy)]
struct Whole<T> {
    /// The cells of the high part that it flips.
    flip: usize,
    gain: T,
}

/// A jump with low ends.
#[derive(Debug, Clone, Copy)]
struct Shift<T, const N: usize> {
    /// The cells of the high part that it flips.
    flip: usize,
    /// How far the lane that it leads to lies above the lane it starts from, plus N.
    offset: usize,
    /// What it gains in each lane: the least number where it is none.
    gains: [T; N],
}

/// The kernel of a board with N lanes.
struct Jumps<'a, T, const N: usize> {
    space: &'a Space,
    whole: Vec<Whole<T>>,
    /// Two for each line: with one low end, where the high end is empty or occupied; with two, to either side.
    shifts: Vec<[Shift<T, N>; 2]>,
    /// For each seven cells of the high part, and each way to occupy them: the lines whose middle is among the
    /// occupied cells, and the lines with one high end among them, not two.
    tables: [[[u64; 2]; 128]; 3],
    /// The lines with no, one and two low ends.
    with_low_ends: [u64; 3],
    /// The cells whose removal is done together with a jump.
    fused: usize,
}

impl<'a, T: Lane, const N: usize> Jumps<'a, T, N> {
    fn new(space: &'a Space, lines: &[JumpLine]) -> Option<Self> {
        let low_bits = space.low_bits();
        let mut jumps = Self {
            space,
            whole: Vec::with_capacity(lines.len()),
            shifts: Vec::with_capacity(lines.len()),
            tables: [[[0; 2]; 128]; 3],
            with_low_ends: [0; 3],
            fused: 0,
        };
        for (index, line) in lines.iter().enumerate() {
            let flipped = 1_u64 << line.middle | 1 << line.ends[0] | 1 << line.ends[1];
            let (flip, low) = ((flipped >> low_bits) as usize, flipped as usize & (N - 1));
            // A loss beyond the width is as bad as any: taking a piece off is better.
            let gain = T::try_from(line.weight.into()).or(if line.weight < 0 { Ok(T::LEAST) } else { Err(()) }).ok()?;
            jumps.whole.push(Whole { flip, gain });
            let low_ends = low.count_ones() as usize;
            jumps.with_low_ends[low_ends] |= 1 << index;
            // Of the low ends, those occupied before the jump.
            let before = match low_ends {
                1 => [low, 0],
                _ => [low & low.wrapping_neg(), low & (low.wrapping_sub(1))],
            };
            jumps.shifts.push(before.map(|before| Shift {
                flip,
                offset: N + (low ^ before) - before,
                gains: std::array::from_fn(|lane| if lane & low == before { gain } else { T::LEAST }),
            }));
            if low_ends == 2 {
                jumps.fused |= flip;
            }
            for (group, table) in jumps.tables.iter_mut().enumerate() {
                let middle = 1 << (line.middle - low_bits) >> (7 * group);
                let ends = (flip >> (7 * group)) & !middle;
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
    fn fill_block(&self, solved: &[T], high: usize, values: &mut [T; N], edges: &mut [[T; N]; 2]) {
        let blocks = solved.as_chunks::<N>().0;
        let starts = self.space.high();
        let mut lanes = [T::ZERO; N];
        for cell in ones((high & !self.fused) as u64) {
            let source = &blocks[starts[high & !(1 << cell)] as usize / N];
            for lane in 0..N {
                lanes[lane] = lanes[lane].max(source[lane]);
            }
        }
        let [middle, end] = self.lines(high);
        for line in ones(middle & end & self.with_low_ends[0]) {
            let jump = &self.whole[line];
            let source = &blocks[starts[high ^ jump.flip] as usize / N];
            for lane in 0..N {
                lanes[lane] = lanes[lane].max(source[lane].plus(jump.gain));
            }
        }
        for line in ones(middle & self.with_low_ends[1]) {
            let jump = &self.shifts[line][(end >> line & 1) as usize];
            let source = window(solved, starts[high ^ jump.flip] as usize, jump.offset, &mut edges[0]);
            for lane in 0..N {
                lanes[lane] = lanes[lane].max(source[lane].plus(jump.gains[lane]));
            }
        }
        for line in ones(middle & self.with_low_ends[2]) {
            let [up, down] = &self.shifts[line];
            let start = starts[high ^ up.flip] as usize;
            let [edge, other_edge] = &mut *edges;
            let source = &blocks[start / N];
            let above = window(solved, start, up.offset, edge);
            let below = window(solved, start, down.offset, other_edge);
            for lane in 0..N {
                let jumped = above[lane].plus(up.gains[lane]).max(below[lane].plus(down.gains[lane]));
                lanes[lane] = lanes[lane].max(source[lane]).max(jumped);
            }
        }
        *values = lanes;
    }
}

/// The N numbers from `start + offset - N` on. Where they reach beyond the ends, the rest is 0.
#[inline(always)]
fn window<'a, T: Lane, const N: usize>(
    solved: &'a [T],
    start: usize,
    offset: usize,
    edge: &'a mut [T; N],
) -> &'a [T; N] {
    let from = (start + offset).wrapping_sub(N);
    if let Some(window) = solved.get(from..).and_then(|rest| rest.first_chunk()) {
        return window;
    }
    fill_edge(solved, from, edge);
    edge
}

#[cold]
#[inline(never)]
fn fill_edge<T: Lane>(solved: &[T], from: usize, edge: &mut [T]) {
    for (lane, number) in edge.iter_mut().enumerate() {
        *number = solved.get(from.wrapping_add(lane)).copied().unwrap_or(T::ZERO);
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

/// Takes low pieces off: the maximum over the subsets of the low part.
#[inline(always)]
fn remove_low<T: Lane, const N: usize>(mut lanes: [T; N]) -> [T; N] {
    lanes = remove_cell::<T, N, 1>(lanes);
    lanes = remove_cell::<T, N, 2>(lanes);
    lanes = remove_cell::<T, N, 4>(lanes);
    lanes = remove_cell::<T, N, 8>(lanes);
    lanes = remove_cell::<T, N, 16>(lanes);
    lanes = remove_cell::<T, N, 32>(lanes);
    lanes = remove_cell::<T, N, 64>(lanes);
    remove_cell::<T, N, 128>(lanes)
}

/// Takes off the low piece that stands for `BIT`.
#[inline(always)]
fn remove_cell<T: Lane, const N: usize, const BIT: usize>(lanes: [T; N]) -> [T; N] {
    if BIT >= N {
        return lanes;
    }
    let mut best = lanes;
    if BIT < 8 {
        // First all reads, then the maximum: two loops that become shuffles of registers.
        for lane in 0..N {
            best[lane] = lanes[lane & !BIT];
        }
        for lane in 0..N {
            best[lane] = best[lane].max(lanes[lane]);
        }
    } else {
        for start in 0..N / (2 * BIT) {
            for lane in 0..BIT {
                let lane = 2 * BIT * start + lane;
                best[lane + BIT] = lanes[lane].max(lanes[lane + BIT]);
            }
        }
    }
    best
}

impl<T: Lane, const N: usize> Kernel for Jumps<'_, T, N> {
    fn group(&self) -> usize {
        64
    }

    fn fill(&self, cpu: Cpu, solved: Solved<'_>, group: Group<'_>) {
        let (Some(solved), Some(values)) = (T::solved(&solved.values), T::group(group.values)) else { return };
        let values = values.as_chunks_mut().0;
        if solved.is_empty() {
            // No high piece, so no jump: the values are 0.
            return;
        }
        cpu.run(
            #[inline(always)]
            || {
                let mut edges = [[T::ZERO; N]; 2];
                for (block, values) in (group.first_block..).zip(&mut *values) {
                    self.fill_block(solved, self.space.block_high(block) as usize, values, &mut edges);
                }
                for values in values {
                    *values = remove_low(*values);
                }
            },
        );
    }
}

#[cfg(test)]
mod tests;
