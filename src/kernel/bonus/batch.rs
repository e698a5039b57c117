//! A batch: the moves that leave its tiles, then, transposed, those that stay inside.

use super::lanes::Lanes;
use super::{BATCH, Bits, CHUNK, Chunk, ROWS, Tile};
use crate::space::MAX_BITS;

const ZERO: Tile = [[[0; 32]; CHUNK]; ROWS / CHUNK];

/// The values and totals of the tiles that the moves out of a tile lead to.
pub(super) struct Moves<'a> {
    tiles: [(&'a Tile, &'a Tile); MAX_BITS as usize],
    len: usize,
}

impl<'a> Moves<'a> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { tiles: [(&ZERO, &ZERO); MAX_BITS as usize], len: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, values: &'a Tile, totals: &'a Tile) {
        self.tiles[self.len] = (values, totals);
        self.len += 1;
    }

    /// The best of these moves in each state of a tile.
    #[inline(always)]
    pub(super) fn best<L: Lanes>(&self, lanes: L, made: &Tile, best: &mut Tile) {
        for chunk in 0..ROWS / CHUNK {
            let made = load(lanes, &made[chunk]);
            let mut found = [lanes.splat(i8::MIN); CHUNK];
            for (values, totals) in &self.tiles[..self.len] {
                better(lanes, &mut found, &made, &values[chunk], &totals[chunk]);
            }
            store(lanes, found, &mut best[chunk]);
        }
    }
}

/// A tile and a little more, or the tiles of a batch would share a few cache sets.
#[derive(Clone, Copy)]
pub(super) struct Padded {
    pub(super) tile: Tile,
    _padding: [[i8; 32]; 2],
}

/// What a batch of tiles is worked out in.
pub(super) struct Batch {
    /// The best of the moves out of the tiles; once they are solved, the values.
    pub(super) best: [Padded; BATCH],
    /// What has been made.
    pub(super) made: [Padded; BATCH],
    /// Values and totals transposed: for each row of the tiles 32 rows, one for each place in it.
    values: [Tile; ROWS],
    totals: [Tile; ROWS],
}

impl Batch {
    pub(super) const ZERO: Self = {
        let zero = Padded { tile: ZERO, _padding: [[0; 32]; 2] };
        Self { best: [zero; BATCH], made: [zero; BATCH], values: [ZERO; ROWS], totals: [ZERO; ROWS] }
    };

    /// Solves the tiles; `empty` where the first starts with the state in which nothing is left.
    #[inline(always)]
    pub(super) fn solve<L: Lanes>(&mut self, lanes: L, empty: bool) {
        for row in 0..ROWS {
            let best = lanes.transpose(column(lanes, &self.best, row));
            let made = lanes.transpose(column(lanes, &self.made, row));
            let (earlier_values, values) = self.values.split_at_mut(row);
            let (earlier_totals, totals) = self.totals.split_at_mut(row);
            let (values, totals) = (&mut values[0], &mut totals[0]);
            for chunk in 0..ROWS / CHUNK {
                let mut found = [best[chunk * CHUNK]; CHUNK];
                let mut total = found;
                for at in 0..CHUNK {
                    found[at] = best[chunk * CHUNK + at];
                    total[at] = made[chunk * CHUNK + at];
                }
                let made = total;
                for bit in Bits(row) {
                    let to = row ^ bit;
                    better(lanes, &mut found, &made, &earlier_values[to][chunk], &earlier_totals[to][chunk]);
                }
                for bit in 0..3 {
                    if chunk >> bit & 1 == 1 {
                        let to = chunk ^ 1 << bit;
                        better(lanes, &mut found, &made, &values[to], &totals[to]);
                    }
                }
                if empty && row == 0 && chunk == 0 {
                    found[0] = lanes.splat(0);
                }
                for at in 0..CHUNK {
                    for bit in 0..2 {
                        if at >> bit & 1 == 1 {
                            let to = at ^ 1 << bit;
                            found[at] = lanes.better(found[at], made[at], found[to], total[to]);
                        }
                    }
                    total[at] = lanes.add(found[at], made[at]);
                }
                store(lanes, found, &mut values[chunk]);
                store(lanes, total, &mut totals[chunk]);
            }
            let mut solved = best;
            for (place, solved) in solved.iter_mut().enumerate() {
                *solved = lanes.load(&values[place / CHUNK][place % CHUNK]);
            }
            for (tile, solved) in self.best.iter_mut().zip(lanes.transpose(solved)) {
                lanes.store(solved, &mut tile.tile[row / CHUNK][row % CHUNK]);
            }
        }
    }

    /// Writes a solved tile into the table.
    #[inline(always)]
    pub(super) fn write<L: Lanes>(&self, lanes: L, lane: usize, values: &mut Tile, totals: &mut Tile) {
        let (solved, made) = (&self.best[lane].tile, &self.made[lane].tile);
        for chunk in 0..ROWS / CHUNK {
            let value = load(lanes, &solved[chunk]);
            let mut total = load(lanes, &made[chunk]);
            for at in 0..CHUNK {
                total[at] = lanes.add(total[at], value[at]);
            }
            store(lanes, value, &mut values[chunk]);
            store(lanes, total, &mut totals[chunk]);
        }
    }
}

/// Row `row` of every tile.
#[inline(always)]
fn column<L: Lanes>(lanes: L, tiles: &[Padded; BATCH], row: usize) -> [L::Vector; BATCH] {
    let mut column = [lanes.splat(0); BATCH];
    for (column, tile) in column.iter_mut().zip(tiles) {
        *column = lanes.load(&tile.tile[row / CHUNK][row % CHUNK]);
    }
    column
}

#[inline(always)]
fn load<L: Lanes>(lanes: L, rows: &Chunk) -> [L::Vector; CHUNK] {
    let mut vectors = [lanes.splat(0); CHUNK];
    for (vector, row) in vectors.iter_mut().zip(rows) {
        *vector = lanes.load(row);
    }
    vectors
}

#[inline(always)]
fn store<L: Lanes>(lanes: L, vectors: [L::Vector; CHUNK], rows: &mut Chunk) {
    for (vector, row) in vectors.into_iter().zip(rows) {
        lanes.store(vector, row);
    }
}

/// Betters a chunk by a move to the rows of a successor.
#[inline(always)]
fn better<L: Lanes>(
    lanes: L,
    best: &mut [L::Vector; CHUNK],
    made: &[L::Vector; CHUNK],
    values: &Chunk,
    totals: &Chunk,
) {
    for at in 0..CHUNK {
        best[at] = lanes.better(best[at], made[at], lanes.load(&values[at]), lanes.load(&totals[at]));
    }
}
