//! Which cells make the low bits of a position, and what the others weigh.
//!
//! Blocks should be large, so many cells should be low; and a jump must lower the weight of the high part, or leave it as
//! it is. For a jump over `b` from `a` to `c`, and the one back, that says:
//!
//! * If `b` is low, so are `a` and `c`, as one of the two jumps would put a peg on a high end.
//! * If `b` is high, it weighs more than `a` and `c` differ, a low cell weighing nothing.
//!
//! Cells that are never jumped over are free to be low. Beyond them go whole edges of the board: a cell of an edge
//! is jumped over along the edge only.

use crate::games::board::Line;
use crate::space::Mask;

/// Where the cells stand in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// The cell of each bit, lowest first.
    pub(super) cell_of_bit: Vec<usize>,
    /// How many of them are low.
    pub(super) low: usize,
    /// The weight of each high bit.
    pub(super) weights: Vec<u64>,
}

/// Low parts of 12 cells make blocks of 512 bytes of yes and no.
const LOW: usize = 12;

/// How often weights are changed before a choice of low cells is given up.
const TRIES: usize = 2_000;

impl Layout {
    /// A layout of `cells` cells with these lines: as many low cells as are found, up to a number that depends on the
    /// size of the board alone.
    pub(super) fn new(cells: usize, lines: &[Line]) -> Self {
        let most = LOW.max(cells.saturating_sub(21));
        let mut low = vec![false; cells];
        let mut weights = high_weights(&low, lines).unwrap_or_else(|| vec![1; cells]);
        let mut wholes: Vec<Vec<usize>> = (0..cells).map(|cell| low_with(cell, cells, lines)).collect();
        wholes.sort_by_key(Vec::len);
        for whole in wholes {
            let mut wider = low.clone();
            whole.iter().for_each(|&cell| wider[cell] = true);
            if wider.iter().filter(|&&low| low).count() <= most
                && let Some(found) = high_weights(&wider, lines)
            {
                (low, weights) = (wider, found);
            }
        }
        let mut cell_of_bit: Vec<usize> = (0..cells).filter(|&cell| low[cell]).collect();
        let low_cells = cell_of_bit.len();
        cell_of_bit.extend((0..cells).filter(|&cell| !low[cell]));
        let weights = cell_of_bit[low_cells..].iter().map(|&cell| weights[cell]).collect();
        Self { cell_of_bit, low: low_cells, weights }
    }
}

/// Sets of bits on which no jump changes the parity of the number of pegs: a basis of all of them.
///
/// By elimination: each line is reduced to a highest bit of its own, and each bit that no line has to itself makes a set.
pub(super) fn invariants(bits: usize, lines: impl Iterator<Item = Mask>) -> Vec<Mask> {
    let mut rows: Vec<(usize, Mask)> = Vec::new();
    for line in lines {
        let row = rows.iter().fold(line, |line, &(bit, row)| if line >> bit & 1 == 1 { line ^ row } else { line });
        if row != 0 {
            let bit = row.ilog2() as usize;
            rows.iter_mut().filter(|other| other.1 >> bit & 1 == 1).for_each(|other| other.1 ^= row);
            rows.push((bit, row));
        }
    }
    let free = (0..bits).filter(|bit| rows.iter().all(|row| row.0 != *bit));
    // A set must meet every row in an even number of bits: the free bit, and the own bit of each row that has it.
    let set =
        |free: usize| rows.iter().filter(|row| row.1 >> free & 1 == 1).fold(1 << free, |set, row| set | 1 << row.0);
    free.map(set).collect()
}

/// The cells that must be low if `cell` is, ascending.
fn low_with(cell: usize, cells: usize, lines: &[Line]) -> Vec<usize> {
    let mut inside = vec![false; cells];
    let mut open = vec![cell];
    while let Some(cell) = open.pop() {
        if !std::mem::replace(&mut inside[cell], true) {
            open.extend(lines.iter().filter(|line| line.middle == cell).flat_map(|line| line.ends));
        }
    }
    (0..cells).filter(|&cell| inside[cell]).collect()
}

/// Weights under which every jump that changes the high part lowers it; 0 for low cells. `None` where none are found.
///
/// The perceptron: what a jump takes off must outweigh what it puts on, and where it does not, that is added to the
/// weights. This ends where there are such weights (Novikoff 1962), and is given up where it takes long.
fn high_weights(low: &[bool], lines: &[Line]) -> Option<Vec<u64>> {
    let falls = |weights: &[i64], line: &Line| {
        let [a, b] = line.ends.map(|end| weights[end]);
        line.ends.into_iter().chain([line.middle]).all(|cell| low[cell]) || weights[line.middle] > (a - b).abs()
    };
    if lines.iter().any(|line| low[line.middle] && !line.ends.iter().all(|&end| low[end])) {
        return None;
    }
    let mut weights: Vec<i64> = low.iter().map(|&low| i64::from(!low)).collect();
    for _ in 0..TRIES {
        let Some(line) = lines.iter().find(|line| !falls(&weights, line)) else {
            return Some(lightened(weights, |weights| lines.iter().all(|line| falls(weights, line))));
        };
        let [light, heavy] = if weights[line.ends[0]] < weights[line.ends[1]] { [0, 1] } else { [1, 0] };
        for (cell, change) in [(line.middle, 1), (line.ends[light], 1), (line.ends[heavy], -1)] {
            weights[cell] = if low[cell] { 0 } else { (weights[cell] + change).max(0) };
        }
    }
    None
}

/// The weights, each as small as `right` lets it be; the lighter they are, the larger are the layers.
fn lightened(mut weights: Vec<i64>, right: impl Fn(&[i64]) -> bool) -> Vec<u64> {
    let mut lighter = true;
    while lighter {
        lighter = false;
        for cell in 0..weights.len() {
            weights[cell] -= 1;
            let stays = weights[cell] >= 0 && right(&weights);
            weights[cell] += i64::from(!stays);
            lighter |= stays;
        }
    }
    weights.into_iter().map(i64::unsigned_abs).collect()
}
