//! What jumps lead to, and where they come from, for sets of positions: 64 positions a word operation.
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

use super::Work;
use crate::layers::{Direction, NotEarlier, Rows, SolvedWords, Task};
use crate::space::{Mask, Members, NO_BLOCK, Space};

/// A jump, as masks: where the bits of `line` are `pegs`, it leads to `state ^ line`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump {
    /// The bits that change, at most three.
    pub line: Mask,
    /// Those of them that are ones before the jump.
    pub pegs: Mask,
}

/// Which way a set is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// What can be reached from the states of the set.
    Forward,
    /// What can reach a state of the set.
    Backward,
}

impl Way {
    /// Where a pass begins: jumps lead towards the first layer.
    pub(crate) fn direction(self) -> Direction {
        if self == Self::Forward { Direction::FromLast } else { Direction::FromFirst }
    }
}

/// What a block takes over from another, for one jump.
#[derive(Debug)]
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
        let low = |mask: Mask| (mask & ((1 << space.low_bits()) - 1)) as u32;
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

/// All pulls of a space.
#[derive(Debug)]
pub(crate) struct Pulls<'a> {
    space: &'a Space,
    /// Words a block.
    words: usize,
    /// Pulls from other blocks.
    outer: Vec<Pull>,
    /// Pulls of a block from itself.
    inner: Vec<Pull>,
}

impl<'a> Pulls<'a> {
    /// The pulls of these jumps, or `None` where they do not fit the space or blocks are no whole words.
    pub(crate) fn new(space: &'a Space, jumps: &[Jump], way: Way) -> Option<Self> {
        let block = space.block_len()?;
        // Shifts are right where the low parts of a class ascend.
        let plain = !matches!(space.members(), Members::Ones(_)) && space.classes().all(<[u32]>::is_sorted);
        if !block.is_multiple_of(64) || !plain || !jumps.iter().all(|jump| falls(space, jump)) {
            return None;
        }
        let words = block / 64;
        let pulls = jumps.iter().map(|jump| Pull::new(space, jump, words, way));
        let (outer, inner) = pulls.partition(|pull| pull.high_line != 0);
        Some(Self { space, words, outer, inner })
    }

    /// Fills a run of blocks of a layer.
    #[inline(always)]
    fn fill(&self, solved: SolvedWords<'_>, task: Task<Rows<'_, u64>>) -> Result<(), NotEarlier> {
        let mut copy = vec![0; if self.inner.is_empty() { 0 } else { self.words }];
        for (block, out) in task.blocks.zip(task.own.cells.chunks_exact_mut(self.words)) {
            let (high, class) = (self.space.block_high(block), self.space.block_class(block));
            for pull in &self.outer {
                if high & pull.high_line == pull.high {
                    pull.pull(class, solved.block(high ^ pull.high_line)?, out);
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
        Ok(())
    }
}

/// A run of blocks of a layer to fill.
pub(crate) struct PullBlocks<'a> {
    pub(crate) pulls: &'a Pulls<'a>,
    pub(crate) solved: SolvedWords<'a>,
    pub(crate) task: Task<Rows<'a, u64>>,
}

impl Work for PullBlocks<'_> {
    type Output = Result<(), NotEarlier>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.pulls.fill(self.solved, self.task)
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
    let to = space.block_numbers()[(space.block_high(from) ^ line) as usize];
    line == 0 || to != NO_BLOCK && space.layer_of(to as usize).start < space.layer_of(from).start
}
