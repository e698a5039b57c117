//! Moves inside the low part: vectors across eight blocks of equal popcount.

use std::array;

use super::shape::Class;
use super::{LANES, Low, NEVER, Number};

const NONE: [i32; LANES] = [0; LANES];

type Square = [[i32; LANES]; LANES];

/// Transposes in registers.
pub(super) trait Transpose: Copy {
    /// Whether loops over moves are compiled for each number of moves. That is worth its compile time on one path.
    const UNROLLED: bool;

    fn transpose(self, rows: [&[i32; LANES]; LANES]) -> Square;
}

/// The scalar definition.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Transpose for Plain {
    const UNROLLED: bool = false;

    #[inline(always)]
    fn transpose(self, rows: [&[i32; LANES]; LANES]) -> Square {
        array::from_fn(|i| array::from_fn(|j| rows[j][i]))
    }
}

#[cfg(target_arch = "x86_64")]
impl Transpose for pulp::x86::V3 {
    const UNROLLED: bool = true;

    /// Three rounds of exchanges at distances of 1, 2 and 4 lanes: compilers make more of it than 24 shuffles.
    #[inline(always)]
    fn transpose(self, rows: [&[i32; LANES]; LANES]) -> Square {
        use std::arch::x86_64::__m256i;
        let avx2 = self.avx2;
        let r: [__m256i; LANES] = array::from_fn(|i| bytemuck::must_cast(*rows[i]));
        let low = |i: usize| avx2._mm256_unpacklo_epi32(r[i], r[i + 1]);
        let high = |i: usize| avx2._mm256_unpackhi_epi32(r[i], r[i + 1]);
        let r = [low(0), high(0), low(2), high(2), low(4), high(4), low(6), high(6)];
        let low = |i: usize| avx2._mm256_unpacklo_epi64(r[i], r[i + 2]);
        let high = |i: usize| avx2._mm256_unpackhi_epi64(r[i], r[i + 2]);
        let r = [low(0), high(0), low(1), high(1), low(4), high(4), low(5), high(5)];
        let low = |i: usize| avx2._mm256_permute2x128_si256::<0x20>(r[i], r[i + 4]);
        let high = |i: usize| avx2._mm256_permute2x128_si256::<0x31>(r[i], r[i + 4]);
        bytemuck::must_cast([low(0), low(1), low(2), low(3), high(0), high(1), high(2), high(3)])
    }
}

/// What a fill works with, kept between the groups of a task.
pub(super) struct Scratch<C> {
    /// What the moves of the high part come to, block after block.
    pub(super) best: Vec<i32>,
    /// The numbers u of the low parts, across the blocks; and those of a missing successor.
    values: Vec<[i32; LANES]>,
    /// Takes the values of missing blocks.
    spare: Vec<C>,
}

impl<C: Number> Scratch<C> {
    /// For blocks of up to `states` states.
    pub(super) fn new(states: usize) -> Self {
        Self {
            best: vec![0; LANES * states],
            values: vec![[0; LANES]; states + 1],
            spare: vec![C::from_i32(0); LANES * states],
        }
    }
}

/// Fills up to eight blocks of one class of at least [`LANES`] states, one behind the other in `out`.
#[inline(always)]
pub(super) fn fill<C: Number, T: Transpose>(
    transpose: T,
    class: &Class,
    lows: &[Low],
    scratch: &mut Scratch<C>,
    out: &mut [C],
) {
    match class.slots {
        _ if !unrolled::<C, T>() => fill_by::<C, 0>(transpose, class, lows, scratch, out),
        1 => fill_by::<C, 1>(transpose, class, lows, scratch, out),
        2 => fill_by::<C, 2>(transpose, class, lows, scratch, out),
        3 => fill_by::<C, 3>(transpose, class, lows, scratch, out),
        4 => fill_by::<C, 4>(transpose, class, lows, scratch, out),
        5 => fill_by::<C, 5>(transpose, class, lows, scratch, out),
        6 => fill_by::<C, 6>(transpose, class, lows, scratch, out),
        7 => fill_by::<C, 7>(transpose, class, lows, scratch, out),
        _ => fill_by::<C, 0>(transpose, class, lows, scratch, out),
    }
}

/// Whether loops over moves are compiled for each number of moves: on the fastest path, for the numbers of most boards.
pub(super) const fn unrolled<C: Number, T: Transpose>() -> bool {
    T::UNROLLED && size_of::<C>() == size_of::<i32>()
}

/// `SLOTS` is the number of moves of the low part, or 0 where that is known at run time.
#[inline(always)]
fn fill_by<C: Number, const SLOTS: usize>(
    transpose: impl Transpose,
    class: &Class,
    lows: &[Low],
    scratch: &mut Scratch<C>,
    out: &mut [C],
) {
    let states = class.states;
    scratch.values[states] = [NEVER; LANES];
    let mut eight = Eight::<SLOTS, _> {
        transpose,
        lows: &lows[..states],
        first: &class.first[..states],
        slots: class.slots,
        successors: &class.successors,
        values: &mut scratch.values[..states + 1],
    };
    let best: [&[i32]; LANES] = array::from_fn(|b| &scratch.best[b * states..][..states]);
    let mut rows = out.chunks_exact_mut(states).chain(scratch.spare.chunks_exact_mut(states));
    let mut out: [&mut [C]; LANES] = array::from_fn(|_| rows.next().unwrap_or_default());
    let chunks = states / LANES;
    let chunks_of_best = best.map(|best| &best.as_chunks::<LANES>().0[..chunks]);
    let chunks_of_out = out.each_mut().map(|out| &mut out.as_chunks_mut::<LANES>().0[..chunks]);
    for c in 0..chunks {
        let square = eight.fill(c * LANES, array::from_fn(|b| &chunks_of_best[b][c]));
        for b in 0..LANES {
            chunks_of_out[b][c] = square[b].map(C::from_i32);
        }
    }
    if states > chunks * LANES {
        // The last vector overlaps the one before: computing a state twice changes nothing.
        let square = eight.fill(states - LANES, best.map(|best| best.last_chunk().unwrap_or(&NONE)));
        for (out, row) in out.into_iter().zip(square) {
            if let Some(out) = out.last_chunk_mut() {
                *out = row.map(C::from_i32);
            }
        }
    }
}

/// Fills eight low parts of eight blocks.
struct Eight<'a, const SLOTS: usize, T> {
    transpose: T,
    lows: &'a [Low],
    first: &'a [i32],
    slots: usize,
    successors: &'a [u32],
    values: &'a mut [[i32; LANES]],
}

impl<const SLOTS: usize, T: Transpose> Eight<'_, SLOTS, T> {
    /// The values of the low parts from `at` on, block by block.
    #[inline(always)]
    fn fill(&mut self, at: usize, best: [&[i32; LANES]; LANES]) -> Square {
        let mut square = self.transpose.transpose(best);
        let mut before = if at == 0 { NONE } else { self.values[at - 1] };
        let lows: &[Low; LANES] = self.lows[at..].first_chunk().unwrap_or(&[Low { rest: 0, both: 0 }; LANES]);
        let first: &[i32; LANES] = self.first[at..].first_chunk().unwrap_or(&NONE);
        let slots = if SLOTS > 0 { SLOTS } else { self.slots };
        let successors = &self.successors[at * slots..][..LANES * slots];
        for (k, square) in square.iter_mut().enumerate() {
            let Low { rest, both } = lows[k];
            let mut least: [i32; LANES] = array::from_fn(|b| square[b] + rest);
            for &to in &successors[k * slots..][..slots] {
                let value = self.values[to as usize];
                least = array::from_fn(|b| least[b].min(value[b]));
            }
            least = array::from_fn(|b| least[b].min(before[b].max(first[k])));
            before = array::from_fn(|b| both - least[b]);
            self.values[at + k] = before;
            *square = array::from_fn(|b| rest - least[b]);
        }
        self.transpose.transpose(array::from_fn(|k| &square[k]))
    }
}
