//! How many complete plays there are.

use rayon::prelude::*;

use super::SolveError;
use crate::game::Game;
use crate::space::State;
use crate::table::{Memory, MemoryError, StateSet};

/// The words of a group that one entry of the ranks stands for.
const WORDS: usize = 8;

/// The number of complete plays from `start` to an end that `counts`; `None` where it does not fit 128 bits.
///
/// `within` is a set that no move leaves, with the start in it: the [`reachable`](super::reachable) states. Its space
/// may be another than the game's, as long as moves lead to earlier layers, or to lower levels inside a block.
///
/// # Errors
/// [`SolveError::Memory`] where the numbers do not fit into memory.
///
/// # Complexity
/// Every move of every state of the set once, on the threads of the caller's pool; 16 bytes a state of the set, and a
/// bit for every eight states of the space.
pub fn plays<G: Game>(
    game: &G,
    within: &StateSet,
    start: State,
    counts: impl Fn(State) -> bool + Sync,
) -> Result<Option<u128>, SolveError> {
    let space = within.space();
    let ranks = Ranks::new(within)?;
    let mut memory = Memory::zeroed((within.len() as usize).saturating_mul(16))?;
    let numbers = memory.as_mut_slice::<u128>();
    for layer in 0..space.layers() {
        let blocks = space.layer(layer);
        let base = ranks.below(space.indices(0..blocks.start).end);
        let end = ranks.below(space.indices(blocks.clone()).end);
        let (solved, mut rest) = numbers[..end].split_at_mut(base);
        let (solved, ranks, counts) = (&*solved, &ranks, &counts);
        let mut tasks = Vec::new();
        for block in blocks {
            let indices = space.indices(block..block + 1);
            let states = ranks.below(indices.end) - ranks.below(indices.start);
            if states > 0 {
                let own;
                (own, rest) = rest.split_at_mut(states);
                tasks.push((indices, own));
            }
        }
        let filled = tasks.into_par_iter().with_min_len(16).map(|(indices, own)| {
            let first = ranks.below(indices.start);
            let ones = within.bits()[indices.clone()].iter_ones();
            let states = ones.map(|at| space.state_at(indices.start + at));
            let mut states: Vec<(u32, State)> = states.map(|state| (space.level(state), state)).collect();
            // Inside a block a move lowers the level.
            states.sort_unstable();
            let at = |state: State| space.index(state).map(|index| ranks.below(index));
            for (_, state) in states {
                let (mut sum, mut over) = (Some(0_u128), true);
                game.for_each_move(state, |play| {
                    over = false;
                    let number = at(play.to).and_then(|at| solved.get(at).or_else(|| own.get(at.checked_sub(first)?)));
                    sum = sum.and_then(|sum| sum.checked_add(*number?));
                });
                let number = if over { Some(u128::from(counts(state))) } else { sum };
                own[at(state)? - first] = number?;
            }
            Some(())
        });
        if !filled.all(|filled| filled.is_some()) {
            return Ok(None);
        }
    }
    Ok(space.index(start).and_then(|index| numbers.get(ranks.below(index)).copied()))
}

/// How many states of a set stand before an index.
struct Ranks<'a> {
    words: &'a [u64],
    /// The states before each group, and in all.
    groups: Memory,
}

impl<'a> Ranks<'a> {
    fn new(set: &'a StateSet) -> Result<Self, MemoryError> {
        let words = set.words();
        let mut groups = Memory::zeroed(8 * (words.len() / WORDS + 2))?;
        let mut before = 0;
        for (at, group) in groups.as_mut_slice::<u64>().iter_mut().enumerate() {
            *group = before;
            let words = words.iter().skip(at * WORDS).take(WORDS);
            before += words.map(|word| u64::from(word.count_ones())).sum::<u64>();
        }
        Ok(Self { words, groups })
    }

    /// The states of the set before an index.
    #[inline]
    fn below(&self, index: usize) -> usize {
        let word = index / 64;
        let group = word / WORDS;
        let whole: u32 = self.words[group * WORDS..word].iter().map(|word| word.count_ones()).sum();
        let rest = self.words.get(word).map_or(0, |bits| (bits & ((1 << (index % 64)) - 1)).count_ones());
        self.groups.as_slice::<u64>()[group] as usize + (whole + rest) as usize
    }
}
