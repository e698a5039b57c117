//! Sets of states, a bit a state: the home of `bitvec`.

use std::sync::Arc;

use bitvec::prelude::{BitSlice, Lsb0};
use bitvec::view::BitView;

use super::memory::{Memory, MemoryError};
use crate::space::{Space, State};

/// A set of states of a space, one bit a state in the order of the index.
#[derive(Debug)]
pub struct StateSet {
    space: Arc<Space>,
    words: Memory,
}

impl StateSet {
    /// The bytes that a set of this many states takes.
    pub fn bytes(states: usize) -> u64 {
        states.div_ceil(64) as u64 * 8
    }

    /// The empty set.
    ///
    /// # Errors
    /// [`MemoryError`] where the bits cannot be allocated.
    pub fn empty(space: Arc<Space>) -> Result<Self, MemoryError> {
        let words = Memory::zeroed(Self::bytes(space.states()) as usize)?;
        Ok(Self { space, words })
    }

    /// The space the states belong to.
    pub fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// The bits, in the order of the index.
    pub fn bits(&self) -> &BitSlice<u64, Lsb0> {
        &self.words.as_slice::<u64>().view_bits()[..self.space.states()]
    }

    /// The bits, to be written.
    pub fn bits_mut(&mut self) -> &mut BitSlice<u64, Lsb0> {
        &mut self.words.as_mut_slice::<u64>().view_bits_mut()[..self.space.states()]
    }

    /// Whether a mask is a state of the set.
    pub fn contains(&self, state: State) -> bool {
        self.space.index(state).is_some_and(|index| self.bits()[index])
    }

    /// The number of states.
    ///
    /// # Complexity
    /// O(states of the space / 64).
    pub fn len(&self) -> u64 {
        self.bits().count_ones() as u64
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.bits().not_any()
    }

    /// The number of states of each level, lowest first.
    ///
    /// # Complexity
    /// O(states of the space / 64 + states of the set * log blocks).
    pub fn by_level(&self) -> Vec<u64> {
        let mut counts = vec![0; self.space.states_by_level().len()];
        for index in self.bits().iter_ones() {
            counts[self.space.level(self.space.state_at(index)) as usize] += 1;
        }
        counts
    }
}
