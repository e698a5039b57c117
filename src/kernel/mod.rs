//! Where a vectorised fill plugs into the engine.
//!
//! The engine keeps the one loop over the layers, the threads, the memory and the progress. A kernel fills groups of
//! blocks, and is asked once a group, never once a state. One module for each family of moves:
//!
//! | module | moves | games |
//! |---|---|---|
//! | [`bonus`] | take a thing away; who gains moves again | dots, gems |
//! | [`jumps`] | take a piece off, or jump over one | sternhalma |
//! | `young` | fill a corner of a Young diagram, in turn | chess |
//! | [`closure`] | jump, for sets of states at one bit a state | peg |

pub mod bonus;
pub mod closure;
mod cpu;
pub mod jumps;
mod young;

pub use cpu::Cpu;
pub(crate) use cpu::Work;
pub(crate) use young::{Batch, Young};

use crate::table::{Cells, CellsMut};

/// What a kernel may read: everything in the layers before the one it fills.
#[derive(Debug, Clone, Copy)]
pub struct Solved<'a> {
    /// The numbers of all states of the earlier layers, in the order of the index.
    pub values: Cells<'a>,
    /// The further plane of the same states; empty for a kernel that asked for none.
    pub plane: &'a [i8],
}

/// What a kernel has to fill: a run of blocks of one layer.
#[derive(Debug)]
pub struct Group<'a> {
    /// The first block of the run.
    pub first_block: usize,
    /// The numbers of the run's states; what stands there before has no meaning.
    pub values: CellsMut<'a>,
    /// The further plane of the same states, likewise; empty for a kernel that asked for none.
    pub plane: &'a mut [i8],
}

/// A vectorised fill of one game's table.
///
/// It must leave the same bytes in the table as the plain sweep over the game's moves.
pub trait Kernel: Sync {
    /// How many blocks the kernel likes to be given together, at least 1. The last group of a layer may be shorter.
    fn group(&self) -> usize {
        1
    }

    /// Whether the kernel keeps a further byte for each state while it fills.
    fn wants_plane(&self) -> bool {
        false
    }

    /// Fills a group of blocks from the layers before it.
    fn fill(&self, cpu: Cpu, solved: Solved<'_>, group: Group<'_>);
}
