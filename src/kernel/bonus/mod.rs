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
use super::{Cpu, Group, Kernel, Solved, Work};
use crate::space::{Members, Space, State};
use crate::table::{Cells, CellsMut, Width};

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
    /// What all things together make; at least 0.
    fn in_all(&self) -> i64;

    /// Writes what has been made in each of the states from `first` on, a multiple of [`TILE`].
    ///
    /// It may not fall when a thing is taken. Inline it always: it is compiled for each CPU path.
    fn of_tile(&self, first: State, made: &mut [i8; TILE]);
}

impl<M: Made> Made for &M {
    fn in_all(&self) -> i64 {
        (**self).in_all()
    }

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
    /// A fill of this space of subsets, or `None` where its blocks are shorter than a [`TILE`], the table is wider
    /// than a byte or the numbers could exceed one. `made` is called only for a space and a width that will do.
    pub fn new(space: &'a Space, width: Width, made: impl FnOnce() -> Option<M>) -> Option<Self> {
        let tile_bits = space.low_bits().checked_sub(TILE_BITS)?;
        if space.members() != Members::All || width != Width::I8 {
            return None;
        }
        // |value(s)| <= in_all - made(s), hence |total(s)| <= in_all.
        let made = made().filter(|made| (0..=127).contains(&made.in_all()))?;
        let mut order: Vec<usize> = (0..1 << tile_bits).collect();
        order.sort_by_key(|tile| tile.count_ones());
        Some(Self { space, made, order })
    }

    #[inline(always)]
    fn fill_by<L: Lanes>(&self, lanes: L, solved: Solved<'_>, group: Group<'_>, batch: &mut Batch) {
        let (Cells::I8(values), CellsMut::I8(out)) = (solved.values, group.values) else { return };
        let (values, totals) = (tiles(values), tiles(solved.plane));
        let (out, out_totals) = (tiles_mut(out), tiles_mut(group.plane));
        let blocks = out.len() / self.order.len();
        for layer in self.order.chunk_by(|a, b| a.count_ones() == b.count_ones()) {
            for first in (0..layer.len() * blocks).step_by(BATCH) {
                let places = first..(layer.len() * blocks).min(first + BATCH);
                let place = |at: usize| (at % blocks, layer[at / blocks]);
                for (lane, at) in places.clone().enumerate() {
                    let (block, tile) = place(at);
                    let high = self.space.block_high(group.first_block + block);
                    let made = &mut batch.made[lane].tile;
                    let first = high << self.space.low_bits() | (tile << TILE_BITS) as State;
                    self.made.of_tile(first, bytemuck::must_cast_mut(made));
                    let mut moves = Moves::new();
                    for bit in Bits(high as usize) {
                        let start = self.space.index_tables().high()[high as usize ^ bit] as usize >> TILE_BITS;
                        moves.push(&values[start + tile], &totals[start + tile]);
                    }
                    for bit in Bits(tile) {
                        let to = block * self.order.len() + (tile ^ bit);
                        moves.push(&out[to], &out_totals[to]);
                    }
                    moves.best(lanes, made, &mut batch.best[lane].tile);
                }
                let (block, tile) = place(first);
                let empty = tile == 0 && self.space.block_high(group.first_block + block) == 0;
                batch.solve(lanes, empty);
                for (lane, at) in places.enumerate() {
                    let (block, tile) = place(at);
                    let to = block * self.order.len() + tile;
                    batch.write(lanes, lane, &mut out[to], &mut out_totals[to]);
                }
            }
        }
    }
}

impl<M: Made> Kernel for Bonus<'_, M> {
    fn group(&self) -> usize {
        BATCH.div_ceil(self.order.len())
    }

    fn wants_plane(&self) -> bool {
        true
    }

    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    fn fill(&self, cpu: Cpu, solved: Solved<'_>, group: Group<'_>) {
        BATCH_OF_THREAD.with_borrow_mut(|batch| {
            #[cfg(target_arch = "x86_64")]
            if let Some(v3) = cpu.avx2() {
                return vectorize(v3, Fill { kernel: self, lanes: lanes::Avx2(v3), solved, group, batch });
            }
            Fill { kernel: self, lanes: Portable, solved, group, batch }.run();
        });
    }
}

/// A group to fill, by some lanes.
struct Fill<'a, M, L> {
    kernel: &'a Bonus<'a, M>,
    lanes: L,
    solved: Solved<'a>,
    group: Group<'a>,
    batch: &'a mut Batch,
}

impl<M: Made, L: Lanes> Work for Fill<'_, M, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.kernel.fill_by(self.lanes, self.solved, self.group, self.batch);
    }
}

thread_local! {
    /// Kept from group to group: fresh memory would cost more than the fill of a batch.
    static BATCH_OF_THREAD: RefCell<Box<Batch>> = RefCell::new(Box::new(Batch::ZERO));
}

/// Numbers as tiles.
#[inline(always)]
fn tiles(numbers: &[i8]) -> &[Tile] {
    numbers.as_chunks::<32>().0.as_chunks().0.as_chunks().0
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
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::Solver;
    use crate::game::Game;
    use crate::games::gems::Gems;
    use crate::table::Width;

    /// A game of `bags` bags of `gems` gems in `colours` colours, made up from a seed.
    fn gems(bags: usize, gems: usize, colours: u64, stone: u32, mut seed: u64) -> Gems {
        let mut colour = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % colours) as u32
        };
        Gems::new(stone, (0..bags).map(|_| (0..gems).map(|_| colour()).collect()).collect()).unwrap()
    }

    /// Asserts that each way to fill by the kernel leaves the bytes of the plain sweep.
    fn assert_equals_the_plain_sweep(game: &Gems) {
        assert!(game.kernel(Width::I8).is_some());
        let plain = Solver::new().plain(true).solve(game).unwrap().table;
        for cpu in [Cpu::Portable, Cpu::Avx2] {
            for sequential in [false, true] {
                let solver = Solver::new().cpu(cpu).sequential(sequential);
                let table = solver.solve(game).unwrap().table;
                assert!(table.cells() == plain.cells(), "{cpu}, sequential: {sequential}, {game:?}");
            }
        }
    }

    #[test]
    fn equals_the_plain_sweep_from_one_block_to_whole_groups() {
        for bags in 10..=17 {
            let seed = bags as u64;
            assert_equals_the_plain_sweep(&gems(bags, 10, 8, 3, seed));
            assert_equals_the_plain_sweep(&gems(bags, 1 + bags % 5, 1 + seed % 7, 2 + seed as u32 % 6, seed));
        }
    }

    #[test]
    fn equals_the_plain_sweep_in_blocks_of_many_tiles() {
        for low_bits in 10..=16 {
            let game = gems(16, 10, 8, 3, low_bits.into());
            let space = Arc::new(Space::subsets_by_weight(16, low_bits, &[1; 6][..16 - low_bits as usize]).unwrap());
            assert_equals_the_plain_sweep(&game.in_space(space));
        }
    }

    #[test]
    fn equals_the_plain_sweep_whatever_makes_a_stone() {
        for stone in [2, 5, 6, 19, 40] {
            assert_equals_the_plain_sweep(&gems(12, 9, 5, stone, stone.into()));
        }
        // Nothing is ever made; more colours than a row's combinations.
        assert_equals_the_plain_sweep(&gems(11, 2, 8, 30, 1));
        assert_equals_the_plain_sweep(&gems(11, 20, 40, 2, 3));
    }

    #[test]
    fn equals_the_plain_sweep_with_21_bags() {
        assert_equals_the_plain_sweep(&gems(21, 10, 8, 3, 21));
    }

    #[test]
    fn declines_what_it_is_not_made_for() {
        assert!(gems(9, 10, 8, 3, 0).kernel(Width::I8).is_none());
        assert!(gems(14, 20, 8, 2, 0).kernel(Width::I16).is_none());
        assert!(gems(12, 10, 8, 300, 0).kernel(Width::I8).is_none());
    }
}
