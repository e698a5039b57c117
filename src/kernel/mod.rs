//! Where a vectorised fill plugs into the engine.
//!
//! The driver keeps the one loop over the layers, the threads, the memory and the progress. A kernel fills groups of
//! blocks, and is asked once a group, never once a state. One module for each family of moves:
//!
//! | module | moves | games |
//! |---|---|---|
//! | [`bonus`] | take a thing away; who gains moves again | dots, gems |
//! | [`jumps`] | take a piece off, or jump over one | sternhalma |
//! | [`young`] | fill a corner of a Young diagram, in turn | chess |
//! | [`pulls`] | jump, for sets of states at one bit a state | peg |
//! | [`removal`] | take a thing away, for a gain by the set, under any [elementwise](Elementwise) algebra | recurrences |
//! | [`rows`] | the same in rows of cells, for a gain by the thing before (Held and Karp) | recurrences |

pub mod bonus;
mod cpu;
mod elementwise;
pub mod jumps;
pub mod pulls;
pub mod removal;
pub mod rows;
pub mod young;

pub use cpu::{Cpu, Work};
pub use elementwise::{Elementwise, Summand};

use std::ops::Range;

use crate::layers::{CellColumn, Layers, NotEarlier, Solved, Stopped};
use crate::space::{Members, Space};
use crate::table::{CellType, Column, Dense};

/// What a kernel has to fill: a run of blocks of one layer.
#[derive(Debug)]
pub struct Group<'a, C> {
    /// The blocks of the run.
    pub blocks: Range<usize>,
    /// The cells of the run's states; what stands there before has no meaning.
    pub cells: &'a mut [C],
    /// The further plane of the same states, likewise; empty for a kernel that asked for none.
    pub plane: &'a mut [C],
}

/// A vectorised fill.
///
/// It must leave the same bytes in the table as the plain sweep.
pub trait Kernel<C: Dense>: Sync {
    /// How many blocks the kernel likes to be given together, at least 1. The last group of a layer may be shorter.
    fn group(&self) -> usize {
        1
    }

    /// Fills a group of blocks from the layers before it; `plane` is the further plane, of which a kernel that asked for
    /// none sees nothing.
    ///
    /// # Errors
    /// [`NotEarlier`] where it asks for a block that is not done.
    fn fill(
        &self,
        cpu: Cpu,
        solved: Solved<'_, C>,
        plane: Solved<'_, C>,
        group: Group<'_, C>,
    ) -> Result<(), NotEarlier>;
}

/// A kernel that is offered, and built only if it is used.
pub struct Offer<'a> {
    cell: CellType,
    plane: bool,
    build: Box<dyn FnOnce() -> Option<Box<dyn Ready + 'a>> + 'a>,
}

impl std::fmt::Debug for Offer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Offer").field("cell", &self.cell).field("plane", &self.plane).finish_non_exhaustive()
    }
}

impl<'a> Offer<'a> {
    /// A kernel for cells of type `C`, built when it is needed; where `None` comes of it the plain sweep fills the table.
    pub fn new<C: Dense, K: Kernel<C> + 'a>(build: impl FnOnce() -> Option<K> + 'a) -> Self {
        let build =
            || build().map(|kernel| Box::new(Typed { kernel, cell: std::marker::PhantomData }) as Box<dyn Ready>);
        Self { cell: C::TYPE, plane: false, build: Box::new(build) }
    }

    /// The same, with a further plane of cells, one for each of the table's, that is freed after the solve.
    #[must_use]
    pub fn with_plane(self) -> Self {
        Self { plane: true, ..self }
    }

    /// The cells that it fills.
    pub fn cell(&self) -> CellType {
        self.cell
    }

    /// Whether it keeps a further plane.
    pub fn wants_plane(&self) -> bool {
        self.plane
    }

    /// Builds the kernel.
    pub(crate) fn build(self) -> Option<Box<dyn Ready + 'a>> {
        (self.build)()
    }
}

/// A kernel whose cells are known to itself alone.
pub(crate) trait Ready {
    /// Fills a column, whose cells are the kernel's. A plane of no states is one that was not asked for.
    fn fill(&self, cpu: Cpu, layers: Layers<'_>, column: &mut Column, plane: &mut Column) -> Result<(), Stopped>;
}

struct Typed<K, C> {
    kernel: K,
    cell: std::marker::PhantomData<fn() -> C>,
}

impl<C: Dense, K: Kernel<C>> Ready for Typed<K, C> {
    fn fill(&self, cpu: Cpu, layers: Layers<'_>, column: &mut Column, plane: &mut Column) -> Result<(), Stopped> {
        let width = column.shape().width;
        let (Some(cells), Some(plane)) = (column.words_mut::<C>(), plane.words_mut::<C>()) else {
            return Err(Stopped::OtherCells { kernel: C::TYPE });
        };
        let mut columns = (CellColumn::of(cells, width), CellColumn::of(plane, width));
        let filled = layers.group(self.kernel.group().max(1)).run(&mut columns, |(solved, plane), task| {
            let (cells, own_plane) = (task.own.0.cells, task.own.1.cells);
            let group = Group { blocks: task.blocks, cells, plane: own_plane };
            self.kernel.fill(cpu, solved, plane, group).map(|()| 0).map_err(Stopped::from)
        });
        filled.map(|_| ())
    }
}

/// Whether the states are all subsets, those of a block in ascending order.
fn is_plain(space: &Space) -> bool {
    let ranks = space.index_tables().low();
    *space.members() == Members::All && (0..).zip(ranks).all(|(low, &rank)| rank == low)
}

/// The places of the ones of a mask, lowest first.
#[inline(always)]
fn ones(mut mask: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(
        #[inline(always)]
        move || {
            let place = mask.trailing_zeros() as usize;
            (mask != 0).then(|| {
                mask &= mask - 1;
                place
            })
        },
    )
}
