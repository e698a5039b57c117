//! Subset games with a bonus turn: who gains by a move moves again.
//!
//! A state is the set of things left, and what both players together have made by taking the others is a function of
//! the set alone, `made(s)`. A move to `t` gains `made(t) - made(s)`; the turn passes where that is 0. With
//! `total(t) = value(t) + made(t)`, kept as a second plane beside the values,
//!
//! ```text
//! kept     = total(t) - made(s)                       what the move is worth if something was gained
//! value(s) = max over t of  -kept  if kept = value(t), that is made(t) = made(s)
//!                            kept  otherwise
//! ```
//!
//! five instructions for the moves of 32 states. The states that differ in the low 10 bits are a tile. A batch is up
//! to 32 tiles that do not depend on each other:
//!
//! 1. Moves that change the other bits lead to the same place in an earlier tile: tile by tile, elementwise.
//! 2. Moves that change the low bits stay in the tile. So rows of 32 neighbours are transposed into rows of one place
//!    in 32 tiles, and these are solved in ascending order.
//!
//! Where a block is a single tile, a batch is a group of blocks. Where it is longer, short enough to stay in a core's
//! own cache, a batch is taken from its tiles of equal popcount.
//!
//! The first user was gems, the second dots, whose `made` counts closed boxes. It fits as it stands: a game supplies
//! nothing but `made`, a tile at a time. What both had to say before that, which tables the fill is for at all, is now
//! said here, and `made` is worked out only for those.

mod batch;
mod lanes;

use std::cell::RefCell;

use self::batch::{Batch, Moves};
use self::lanes::{Lanes, Portable, Row};
#[cfg(target_arch = "x86_64")]
use super::cpu::vectorize;
use super::{Cpu, Group, Kernel, Offer, Work};
use crate::layers::{NotEarlier, Solved};
use crate::space::{Members, Space, State};
use crate::table::CellType;

/// The low bits that the states of a tile differ in.
const TILE_BITS: u32 = 10;

/// The states of a tile.
pub const TILE: usize = 1 << TILE_BITS;

/// The tiles of a batch, as many as a row has lanes.
const BATCH: usize = 32;

/// The rows of a tile.
const ROWS: usize = TILE / 32;

/// Rows worked on together, so that a loop over moves is worth its overhead.
const CHUNK: usize = 4;

type Chunk = [Row; CHUNK];

/// The numbers of a tile.
type Tile = [Chunk; ROWS / CHUNK];

/// What has been made when a set of things is left.
pub trait Made: Sync {
    /// Writes what has been made in each of the states from `first` on, a multiple of [`TILE`].
    ///
    /// It may not fall when a thing is taken. Inline it always: it is compiled for each CPU path.
    fn of_tile(&self, first: State, made: &mut [i8; TILE]);
}

impl<M: Made> Made for &M {
    #[inline(always)]
    fn of_tile(&self, first: State, made: &mut [i8; TILE]) {
        (**self).of_tile(first, made);
    }
}

/// A fill for subset games with a bonus turn.
#[derive(Debug)]
pub struct Bonus<'a, M> {
    space: &'a Space,
    made: M,
    /// The tiles of a block in the order they are filled: by popcount.
    order: Vec<usize>,
}

impl<'a, M: Made> Bonus<'a, M> {
    /// A fill of this space of subsets, or `None` where its blocks are shorter than a [`TILE`], the cells are no bytes
    /// or the numbers, `in_all` at most, could exceed one. `made` is called only where the fill is used.
    pub fn offer(
        space: &'a Space,
        cell: CellType,
        in_all: i64,
        made: impl FnOnce() -> Option<M> + 'a,
    ) -> Option<Offer<'a>>
    where
        M: 'a,
    {
        let tile_bits = space.low_bits().checked_sub(TILE_BITS)?;
        // |value(s)| <= in_all - made(s), hence |total(s)| <= in_all.
        if *space.members() != Members::All || cell != CellType::I8 || !(0..=127).contains(&in_all) {
            return None;
        }
        let build = move || {
            let mut order: Vec<usize> = (0..1 << tile_bits).collect();
            order.sort_by_key(|tile| tile.count_ones());
            Some(Self { space, made: made()?, order })
        };
        Some(Offer::new::<i8, Self>(build).with_plane())
    }

    #[inline(always)]
    fn fill_by<L: Lanes>(&self, lanes: L, input: Input<'_>, batch: &mut Batch) -> Result<(), NotEarlier> {
        let Input { values, totals, group } = input;
        let (out, out_totals) = (tiles_mut(group.cells), tiles_mut(group.plane));
        let first_block = group.blocks.start;
        let blocks = out.len() / self.order.len();
        for layer in self.order.chunk_by(|a, b| a.count_ones() == b.count_ones()) {
            for first in (0..layer.len() * blocks).step_by(BATCH) {
                let places = first..(layer.len() * blocks).min(first + BATCH);
                let place = |at: usize| (at % blocks, layer[at / blocks]);
                for (lane, at) in places.clone().enumerate() {
                    let (block, tile) = place(at);
                    let high = self.space.block_high(first_block + block);
                    let made = &mut batch.made[lane].tile;
                    let first = high << self.space.low_bits() | (tile << TILE_BITS) as State;
                    self.made.of_tile(first, bytemuck::must_cast_mut(made));
                    let mut moves = Moves::new();
                    for bit in Bits(high as usize) {
                        let to = high ^ bit as State;
                        let places = tile << TILE_BITS..(tile + 1) << TILE_BITS;
                        let (values, totals) = (values.part(to, places.clone())?, totals.part(to, places)?);
                        moves.push(as_tile(values)?, as_tile(totals)?);
                    }
                    for bit in Bits(tile) {
                        let to = block * self.order.len() + (tile ^ bit);
                        moves.push(&out[to], &out_totals[to]);
                    }
                    moves.best(lanes, made, &mut batch.best[lane].tile);
                }
                let (block, tile) = place(first);
                let empty = tile == 0 && self.space.block_high(first_block + block) == 0;
                batch.solve(lanes, empty);
                for (lane, at) in places.enumerate() {
                    let (block, tile) = place(at);
                    let to = block * self.order.len() + tile;
                    batch.write(lanes, lane, &mut out[to], &mut out_totals[to]);
                }
            }
        }
        Ok(())
    }
}

impl<M: Made> Kernel<i8> for Bonus<'_, M> {
    fn group(&self) -> usize {
        BATCH.div_ceil(self.order.len())
    }

    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    fn fill(
        &self,
        cpu: Cpu,
        values: Solved<'_, i8>,
        totals: Solved<'_, i8>,
        group: Group<'_, i8>,
    ) -> Result<(), NotEarlier> {
        let input = Input { values, totals, group };
        BATCH_OF_THREAD.with_borrow_mut(|batch| {
            #[cfg(target_arch = "x86_64")]
            if let Some(v3) = cpu.avx2() {
                return vectorize(v3, Fill { kernel: self, lanes: lanes::Avx2(v3), input, batch });
            }
            Fill { kernel: self, lanes: Portable, input, batch }.run()
        })
    }
}

/// What is solved, and a group to fill.
struct Input<'a> {
    values: Solved<'a, i8>,
    totals: Solved<'a, i8>,
    group: Group<'a, i8>,
}

/// A group to fill, by some lanes.
struct Fill<'a, M, L> {
    kernel: &'a Bonus<'a, M>,
    lanes: L,
    input: Input<'a>,
    batch: &'a mut Batch,
}

impl<M: Made, L: Lanes> Work for Fill<'_, M, L> {
    type Output = Result<(), NotEarlier>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.kernel.fill_by(self.lanes, self.input, self.batch)
    }
}

thread_local! {
    /// Kept from group to group: fresh memory would cost more than the fill of a batch.
    static BATCH_OF_THREAD: RefCell<Box<Batch>> = RefCell::new(Box::new(Batch::ZERO));
}

/// A tile of numbers.
#[inline(always)]
fn as_tile(numbers: &[i8]) -> Result<&Tile, NotEarlier> {
    let tiles: &[Tile] = numbers.as_chunks::<32>().0.as_chunks().0.as_chunks().0;
    tiles.first().ok_or(NotEarlier { mask: 0 })
}

/// Numbers as tiles, to be written.
#[inline(always)]
fn tiles_mut(numbers: &mut [i8]) -> &mut [Tile] {
    numbers.as_chunks_mut::<32>().0.as_chunks_mut().0.as_chunks_mut().0
}

/// The bits of a mask, the lowest first.
struct Bits(usize);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0 & self.0.wrapping_neg();
        self.0 ^= bit;
        (bit != 0).then_some(bit)
    }
}

#[cfg(test)]
mod tests;
