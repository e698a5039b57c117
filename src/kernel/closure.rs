//! What jumps lead to, and where they come from: sets of positions closed under jumps, 64 positions a word operation.
//!
//! A jump changes three bits: `state ^ line`, where the bits of `line` are as `pegs` says. The space must be such that
//! every jump leads to an earlier layer, or stays in its block. Then a set is closed by one pass over the layers: a block
//! is the union of what it *pulls* from the blocks that are done, one pull a jump.
//!
//! ```text
//!   out block, high part H            source block, high part H ^ (line >> L)
//!   | w0 | w1 | w2 | w3 |   |=        | w0 | w1 | w2 | w3 |   words changed over by the middle bits of the line,
//!                                                             words shifted by the low six, and masked
//! ```
//!
//! Whether the high part of a jump fits is asked once a block. Most jumps touch no low bit: they pull whole blocks. A
//! jump inside the low part is pulled by a block from itself until nothing is new.

use rayon::prelude::*;

use super::{Cpu, Work};
use crate::space::{Members, Space, State};
use crate::table::StateSet;

/// A jump, as masks: where the bits of `line` are `pegs`, it leads to `state ^ line`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump {
    /// The bits that change, at most three.
    pub line: State,
    /// Those of them that are ones before the jump.
    pub pegs: State,
}

/// Which way a set is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// What can be reached from the states of the set.
    Forward,
    /// What can reach a state of the set.
    Backward,
}

/// Adds to a set all states that `jumps` lead to from its states, or that lead to them, on the threads of the caller's
/// pool.
///
/// The jumps must lower the layer, or stay in their block and lower the number of ones; and every block must hold a
/// multiple of 64 states. Where that is not so the set is closed by a plain pass, a state at a time, with the same
/// outcome as long as all jumps lower the index or the number of ones.
///
/// # Complexity
/// O(states * jumps / 512) word operations, as one jump in eight fits a block. The set alone, twice where it is closed
/// by the plain pass.
pub fn close(cpu: Cpu, set: &mut StateSet, jumps: &[Jump], way: Way) {
    let space = set.space().clone();
    match Pulls::new(&space, jumps, way) {
        Some(pulls) => pulls.run(cpu, set.words_mut()),
        None => close_plainly(set, jumps, way),
    }
}

/// As [`close`], by the plain pass.
///
/// # Complexity
/// O(states * ones + reached * jumps), one thread.
pub fn close_plainly(set: &mut StateSet, jumps: &[Jump], way: Way) {
    let space = set.space().clone();
    // A jump lowers the number of ones by one, so a set is closed level by level.
    let levels = space.bits() as usize + 1;
    let mut by_level: Vec<Vec<State>> = vec![Vec::new(); levels];
    for index in set.bits().iter_ones() {
        let state = space.state_at(index);
        by_level[space.level(state) as usize].push(state);
    }
    for step in 0..levels {
        let level = if way == Way::Forward { levels - 1 - step } else { step };
        for state in std::mem::take(&mut by_level[level]) {
            for jump in jumps {
                let other = state ^ jump.line;
                let before = if way == Way::Forward { state } else { other };
                if before & jump.line != jump.pegs {
                    continue;
                }
                if let Some(index) = space.index(other).filter(|&index| !set.bits()[index]) {
                    set.bits_mut().set(index, true);
                    by_level[space.level(other) as usize].push(other);
                }
            }
        }
    }
}

/// What a block takes over from another, for one jump.
struct Pull {
    /// The high bits of the line, and what they must be in the block that pulls.
    high_line: u64,
    high: u64,
    /// The first words of the runs that pull, and their length: the words whose number fits the jump.
    runs: Vec<usize>,
    run: usize,
    /// A run pulls from the words at its own place `^ words`.
    words: usize,
    /// How far a word is shifted, upwards where positive.
    shift: i32,
    /// The places in a block that fit the jump, for each class of low parts; none where all do.
    masks: Vec<u64>,
}

impl Pull {
    fn new(space: &Space, jump: &Jump, words: usize, way: Way) -> Self {
        // A state pulls the jump backwards where it is before it, forwards where it is after it.
        let fits = if way == Way::Backward { jump.pegs } else { jump.line ^ jump.pegs };
        let low = |mask: State| (mask & ((1 << space.low_bits()) - 1)) as u32;
        let (low_line, low_fits, ranks) = (low(jump.line), low(fits), space.index_tables().low());
        let rank = |low: u32| ranks[low as usize] as usize;
        let fitting = |low: &u32| low & low_line == low_fits;
        let mut masks = vec![0; if low_line == 0 { 0 } else { words * space.classes().count() }];
        if low_line != 0 {
            for (mask, lows) in masks.chunks_exact_mut(words).zip(space.classes()) {
                lows.iter().copied().filter(fitting).for_each(|low| mask[rank(low) / 64] |= 1 << (rank(low) % 64));
            }
        }
        // The low parts of a class are an affine space in ascending order: their ranks are some of their own bits. So
        // a jump changes the same bits of the rank wherever it fits, and finds them as they are in `low_fits`.
        let (out, source) = (rank(low_fits), rank(low_fits ^ low_line));
        let (word_line, word_fits) = ((out ^ source) / 64, out / 64);
        let run = if word_line == 0 { words } else { 1 << word_line.trailing_zeros() };
        Self {
            high_line: jump.line >> space.low_bits(),
            high: fits >> space.low_bits(),
            runs: (0..words).step_by(run).filter(|word| (word ^ word_fits) & word_line == 0).collect(),
            run,
            words: word_line,
            shift: (out % 64) as i32 - (source % 64) as i32,
            masks,
        }
    }

    /// Adds what the jump gives to a block of this class.
    #[inline(always)]
    fn pull(&self, class: usize, source: &[u64], out: &mut [u64]) {
        if self.masks.is_empty() {
            out.iter_mut().zip(source).for_each(|(out, source)| *out |= source);
            return;
        }
        let masks = &self.masks[class * out.len()..][..out.len()];
        for &start in &self.runs {
            let source = &source[start ^ self.words..][..self.run];
            let source = source.iter().zip(&masks[start..][..self.run]);
            let out = out[start..][..self.run].iter_mut().zip(source);
            match self.shift {
                0 => out.for_each(|(out, (source, mask))| *out |= source & mask),
                up @ 1.. => out.for_each(|(out, (source, mask))| *out |= source << up & mask),
                down => out.for_each(|(out, (source, mask))| *out |= source >> -down & mask),
            }
        }
    }
}

/// The blocks that are done.
#[derive(Clone, Copy)]
struct Done<'a> {
    words: &'a [u64],
    /// Where they begin in the set.
    start: usize,
}

/// All pulls of a space.
struct Pulls<'a> {
    space: &'a Space,
    /// Words a block.
    words: usize,
    /// Pulls from other blocks.
    outer: Vec<Pull>,
    /// Pulls of a block from itself.
    inner: Vec<Pull>,
    way: Way,
}

impl<'a> Pulls<'a> {
    /// The pulls of these jumps, or `None` where they do not fit the space or blocks are no whole words.
    fn new(space: &'a Space, jumps: &[Jump], way: Way) -> Option<Self> {
        let block = space.block_lows(0).len();
        // Shifts are right where the low parts of a class ascend.
        let plain = !matches!(space.members(), Members::Ones(_)) && space.classes().all(<[u32]>::is_sorted);
        if !block.is_multiple_of(64) || !plain || !jumps.iter().all(|jump| falls(space, jump)) {
            return None;
        }
        let words = block / 64;
        let pulls = jumps.iter().map(|jump| Pull::new(space, jump, words, way));
        let (outer, inner) = pulls.partition(|pull| pull.high_line != 0);
        Some(Self { space, words, outer, inner, way })
    }

    /// Closes a set, layer after layer.
    fn run(&self, cpu: Cpu, set: &mut [u64]) {
        for step in 0..self.space.layers() {
            let layer = if self.way == Way::Forward { self.space.layers() - 1 - step } else { step };
            let blocks = self.space.layer(layer);
            let (before, rest) = set.split_at_mut(blocks.start * self.words);
            let (current, after) = rest.split_at_mut(blocks.len() * self.words);
            let done = match self.way {
                Way::Forward => Done { words: after, start: blocks.end * self.words },
                Way::Backward => Done { words: before, start: 0 },
            };
            if current.len() < INLINE_BELOW {
                cpu.run(Run { pulls: self, done, first_block: blocks.start, out: current });
                continue;
            }
            let group = blocks.len().div_ceil(8 * rayon::current_num_threads());
            let tasks = current.par_chunks_mut(group * self.words).enumerate();
            tasks.for_each(|(task, out)| {
                cpu.run(Run { pulls: self, done, first_block: blocks.start + task * group, out });
            });
        }
    }

    /// Fills a run of blocks of a layer.
    #[inline(always)]
    fn fill(&self, done: Done<'_>, first_block: usize, out: &mut [u64]) {
        let starts = self.space.index_tables().high();
        let mut copy = vec![0; if self.inner.is_empty() { 0 } else { self.words }];
        for (block, out) in (first_block..).zip(out.chunks_exact_mut(self.words)) {
            let (high, class) = (self.space.block_high(block), self.space.block_class(block));
            for pull in &self.outer {
                if high & pull.high_line == pull.high {
                    let start = starts[(high ^ pull.high_line) as usize] as usize / 64 - done.start;
                    pull.pull(class, &done.words[start..][..self.words], out);
                }
            }
            // Jumps inside a block lower the number of ones, so this ends.
            let mut more = !self.inner.is_empty();
            while more {
                copy.copy_from_slice(out);
                self.inner.iter().for_each(|pull| pull.pull(class, &copy, out));
                more = out != copy;
            }
        }
    }
}

/// A run of blocks of a layer to fill.
struct Run<'a> {
    pulls: &'a Pulls<'a>,
    done: Done<'a>,
    first_block: usize,
    out: &'a mut [u64],
}

impl Work for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.pulls.fill(self.done, self.first_block, self.out);
    }
}

/// Whether a jump stays in the space, and in its block or leads to an earlier layer.
fn falls(space: &Space, jump: &Jump) -> bool {
    if matches!(space.members(), Members::Parities(parities) if parities.on(jump.line) != 0) {
        return false;
    }
    let (line, pegs) = (jump.line >> space.low_bits(), jump.pegs >> space.low_bits());
    // Weights are sums over the bits, so a jump lowers them everywhere as it does in the first block that it fits.
    let Some(from) = (0..space.blocks()).find(|&block| space.block_high(block) & line == pegs) else { return true };
    let layer = |block: usize| (0..space.layers()).find(|&layer| space.layer(layer).contains(&block));
    let to = space.index_tables().high()[(space.block_high(from) ^ line) as usize];
    line == 0 || to >= 0 && layer(space.block_at(to as usize)) < layer(from)
}

/// A layer of fewer words is filled on the calling thread: waking the pool takes 50 to 150 microseconds.
const INLINE_BELOW: usize = 1 << 12;
