//! Moves that change the high part: vectors along a block.

use super::lanes::{Transpose, unrolled};
use super::shape::{Class, HighMoves, MAX_HIGH_MOVES};
use super::{LANES, Low, NEVER, Number};

/// The successors of a block by the moves that change the high part.
pub(super) struct Streams<'a, C> {
    pub(super) moves: HighMoves,
    /// The successors' values by each move.
    pub(super) from: [&'a [C]; MAX_HIGH_MOVES],
    /// What each move gains where the parity of the low part is even, and odd.
    pub(super) gains: [[i32; 2]; MAX_HIGH_MOVES],
}

impl<C> Streams<'_, C> {
    pub(super) fn none() -> Self {
        Self { moves: HighMoves::NONE, from: [&[]; MAX_HIGH_MOVES], gains: [[0; 2]; MAX_HIGH_MOVES] }
    }
}

/// Sets `best` to the least of value(s') - gain for each state of a block of at least [`LANES`] states.
#[inline(always)]
pub(super) fn best_of<C: Number, T: Transpose>(streams: &Streams<'_, C>, odd: &[i32], best: &mut [i32]) {
    let prefix = streams.moves.prefix;
    match streams.moves.len - usize::from(prefix > 0) {
        0 => best.fill(NEVER),
        len if !unrolled::<C, T>() => least_of_any(streams, len, odd, best),
        1 => least_of::<C, 1>(streams, odd, best),
        2 => least_of::<C, 2>(streams, odd, best),
        3 => least_of::<C, 3>(streams, odd, best),
        4 => least_of::<C, 4>(streams, odd, best),
        5 => least_of::<C, 5>(streams, odd, best),
        6 => least_of::<C, 6>(streams, odd, best),
        7 => least_of::<C, 7>(streams, odd, best),
        len => least_of_any(streams, len, odd, best),
    }
    if prefix > 0 {
        let last = streams.moves.len - 1;
        let (from, best, gains) = (&streams.from[last][..prefix], &mut best[..prefix], streams.gains[last]);
        for ((best, &value), odd) in best.iter_mut().zip(from).zip(odd) {
            let value: i32 = value.into();
            *best = (*best).min(value - if *odd == 0 { gains[0] } else { gains[1] });
        }
    }
}

#[inline(always)]
fn least_of<C: Number, const N: usize>(streams: &Streams<'_, C>, odd: &[i32], best: &mut [i32]) {
    let states = best.len();
    let from: [&[C]; N] = std::array::from_fn(|j| &streams.from[j][..states]);
    let gains: [[i32; 2]; N] = std::array::from_fn(|j| streams.gains[j]);
    let none = [C::from_i32(0); LANES];
    // The last vector overlaps the one before: computing a state twice changes nothing.
    if let Some(best) = best.last_chunk_mut::<LANES>()
        && let Some(odd) = odd.last_chunk::<LANES>()
    {
        vector(from.map(|from| from.last_chunk().unwrap_or(&none)), gains, odd, best);
    }
    let chunks = states / LANES;
    let from: [&[[C; LANES]]; N] = from.map(|from| &from.as_chunks().0[..chunks]);
    let (best, odd) = (&mut best.as_chunks_mut().0[..chunks], &odd.as_chunks().0[..chunks]);
    for c in 0..chunks {
        vector(std::array::from_fn(|j| &from[j][c]), gains, &odd[c], &mut best[c]);
    }
}

/// The same for a number of moves known at run time.
#[inline(always)]
fn least_of_any<C: Number>(streams: &Streams<'_, C>, len: usize, odd: &[i32], best: &mut [i32]) {
    let states = best.len();
    // The last vector overlaps the one before: computing a state twice changes nothing.
    for start in (0..states / LANES).map(|chunk| chunk * LANES).chain([states - LANES]) {
        let (mut if_even, mut if_odd) = ([NEVER; LANES], [NEVER; LANES]);
        for (from, gains) in streams.from[..len].iter().zip(&streams.gains) {
            for (x, &value) in from[start..][..LANES].iter().enumerate() {
                let value: i32 = value.into();
                if_even[x] = if_even[x].min(value - gains[0]);
                if_odd[x] = if_odd[x].min(value - gains[1]);
            }
        }
        for (x, best) in best[start..][..LANES].iter_mut().enumerate() {
            *best = if odd[start + x] == 0 { if_even[x] } else { if_odd[x] };
        }
    }
}

#[inline(always)]
fn vector<C: Number, const N: usize>(
    from: [&[C; LANES]; N],
    gains: [[i32; 2]; N],
    odd: &[i32; LANES],
    best: &mut [i32; LANES],
) {
    for x in 0..LANES {
        let (mut if_even, mut if_odd) = (NEVER, NEVER);
        for j in 0..N {
            let value: i32 = from[j][x].into();
            if_even = if_even.min(value - gains[j][0]);
            if_odd = if_odd.min(value - gains[j][1]);
        }
        best[x] = if odd[x] == 0 { if_even } else { if_odd };
    }
}

#[inline(always)]
fn least_of_state<C: Number>(streams: &Streams<'_, C>, len: usize, state: usize, odd: bool) -> i32 {
    (0..len)
        .map(|j| {
            let value: i32 = streams.from[j][state].into();
            value - streams.gains[j][usize::from(odd)]
        })
        .fold(NEVER, i32::min)
}

/// Fills a block of fewer than [`LANES`] states, one by one.
#[inline(always)]
pub(super) fn fill_short<C: Number>(streams: &Streams<'_, C>, class: &Class, lows: &[Low], out: &mut [C]) {
    for state in 0..out.len() {
        let len = streams.moves.len - usize::from(streams.moves.prefix > 0 && state >= streams.moves.prefix);
        let odd = class.odd[state] != 0;
        let rest = lows[state].rest;
        let mut least = least_of_state(streams, len, state, odd);
        if least < NEVER {
            least += rest;
        }
        let before = if class.first[state] < NEVER { state - 1 } else { state };
        for to in class.successors[state * class.slots..][..class.slots].iter().map(|&to| to as usize).chain([before]) {
            if to < state {
                let Low { rest, both } = lows[to];
                let value: i32 = out[to].into();
                least = least.min(value + both - rest);
            }
        }
        out[state] = C::from_i32(if least == NEVER { 0 } else { rest - least });
    }
}
