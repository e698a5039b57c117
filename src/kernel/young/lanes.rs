//! Moves inside the low part: vectors across eight blocks of equal popcount.

use super::shape::Class;
use super::{LANES, Low, NEVER, Number};

const NONE: [i32; LANES] = [0; LANES];

type Square = [[i32; LANES]; LANES];

/// Transposes in registers.
pub(super) trait Lanes: Copy {
    fn transpose(self, rows: [&[i32; LANES]; LANES]) -> Square;
}

/// The scalar definition.
#[derive(Clone, Copy)]
pub(super) struct PlainTranspose;

impl Lanes for PlainTranspose {
    #[inline(always)]
    fn transpose(self, rows: [&[i32; LANES]; LANES]) -> Square {
        std::array::from_fn(|i| std::array::from_fn(|j| rows[j][i]))
    }
}

#[cfg(target_arch = "x86_64")]
impl Lanes for pulp::x86::V3 {
    /// Three rounds of exchanges at distances of 1, 2 and 4 lanes: compilers make more of it than 24 shuffles.
    #[inline(always)]
    fn transpose(self, rows: [&[i32; LANES]; LANES]) -> Square {
        use std::arch::x86_64::__m256i;
        let avx2 = self.avx2;
        let r: [__m256i; LANES] = std::array::from_fn(|i| bytemuck::must_cast(*rows[i]));
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

/// Fills up to eight blocks of one class of at least [`LANES`] states, one behind the other in `out`.
///
/// `best` holds what the moves of the high part come to, block after block.
#[inline(always)]
pub(super) fn fill<C: Number>(
    lanes: impl Lanes,
    class: &Class,
    lows: &[Low],
    best: &[i32],
    values: &mut Vec<[i32; LANES]>,
    out: &mut [C],
) {
    let states = class.states;
    values.resize(states + 1, [NEVER; LANES]);
    values[states] = [NEVER; LANES];
    match class.slots {
        1 => fill_by::<C, 1>(lanes, class, lows, best, values, out),
        2 => fill_by::<C, 2>(lanes, class, lows, best, values, out),
        3 => fill_by::<C, 3>(lanes, class, lows, best, values, out),
        4 => fill_by::<C, 4>(lanes, class, lows, best, values, out),
        5 => fill_by::<C, 5>(lanes, class, lows, best, values, out),
        6 => fill_by::<C, 6>(lanes, class, lows, best, values, out),
        7 => fill_by::<C, 7>(lanes, class, lows, best, values, out),
        8 => fill_by::<C, 8>(lanes, class, lows, best, values, out),
        9 => fill_by::<C, 9>(lanes, class, lows, best, values, out),
        _ => fill_by::<C, 10>(lanes, class, lows, best, values, out),
    }
}

#[inline(always)]
fn fill_by<C: Number, const SLOTS: usize>(
    lanes: impl Lanes,
    class: &Class,
    lows: &[Low],
    best: &[i32],
    values: &mut [[i32; LANES]],
    out: &mut [C],
) {
    let states = class.states;
    let best: [&[i32]; LANES] = std::array::from_fn(|b| &best[b * states..][..states]);
    let mut rows = out.chunks_exact_mut(states);
    let mut out: [&mut [C]; LANES] = std::array::from_fn(|_| rows.next().unwrap_or_default());
    let (lows, first) = (&lows[..states], &class.first[..states]);
    let successors = &class.successors.as_chunks::<SLOTS>().0[..states];
    let mut at = 0;
    loop {
        let mut square = lanes.transpose(std::array::from_fn(|b| best[b][at..].first_chunk().unwrap_or(&NONE)));
        let mut before = if at == 0 { NONE } else { values[at - 1] };
        for k in 0..LANES {
            let low = at + k;
            let Low { rest, both } = lows[low];
            let mut least: [i32; LANES] = std::array::from_fn(|b| square[k][b] + rest);
            for to in successors[low] {
                let value = values[to as usize];
                least = std::array::from_fn(|b| least[b].min(value[b]));
            }
            least = std::array::from_fn(|b| least[b].min(before[b].max(first[low])));
            before = std::array::from_fn(|b| both - least[b]);
            values[low] = before;
            square[k] = std::array::from_fn(|b| rest - least[b]);
        }
        square = lanes.transpose(std::array::from_fn(|k| &square[k]));
        for (square, out) in square.iter().zip(&mut out) {
            if let Some(out) = out.get_mut(at..).and_then(|out| out.first_chunk_mut::<LANES>()) {
                *out = square.map(C::from_i32);
            }
        }
        if at + LANES == states {
            break;
        }
        // The last vector overlaps the one before: computing a state twice changes nothing.
        at = (at + LANES).min(states - LANES);
    }
}
