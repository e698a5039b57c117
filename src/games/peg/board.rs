//! The boards of peg solitaire: where the cells stand, and which three of them lie in a line.

use crate::games::GameError;
use crate::games::board::{Line, lines};
use crate::space::MAX_BITS;

/// Which cells are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Rows and columns: four neighbours.
    Square,
    /// Rows shifted by half a cell: six neighbours. Columns count half cells.
    Triangular,
}

impl Lattice {
    /// The steps to the neighbours, one of each pair of opposites, as (column, row).
    fn directions(self) -> &'static [(i32, i32)] {
        match self {
            Self::Square => &[(1, 0), (0, 1)],
            Self::Triangular => &[(2, 0), (-1, 1), (1, 1)],
        }
    }
}

/// A board: its cells, numbered from 0 row by row, and its lines of three.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    name: Option<&'static str>,
    lattice: Lattice,
    cells: Vec<(i32, i32)>,
    lines: Vec<Line>,
}

impl Board {
    /// A board with cells at these (column, row).
    ///
    /// # Errors
    /// [`GameError::Count`] without a cell, with more than [`MAX_BITS`], or with two in one place.
    pub fn new(lattice: Lattice, mut cells: Vec<(i32, i32)>) -> Result<Self, GameError> {
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        let (found, most) = (cells.len(), MAX_BITS as usize);
        cells.dedup();
        let expected = cells.len().clamp(1, most);
        if found != expected {
            return Err(GameError::Count { what: "cells", found, expected });
        }
        let lines = lines(&cells, lattice.directions());
        Ok(Self { name: None, lattice, cells, lines })
    }

    /// The name, of a board that has one.
    pub fn name(&self) -> Option<&'static str> {
        self.name
    }

    /// Which cells are neighbours.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Where the cells stand, as (column, row).
    pub fn cells(&self) -> &[(i32, i32)] {
        &self.cells
    }

    /// The lines of three; each is two jumps.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }
}

/// The boards that have a name, and the cell that is vacant unless something else is asked for.
///
/// The diamond of 41 cells is not among them: one class of its positions would take 2^37 bits, 16 GiB, a set.
pub const NAMES: [&str; 7] = ["triangle-4", "triangle-5", "triangle-6", "triangle-7", "hexagon-3", "english", "french"];

/// The board of this name, and the cell that is vacant at its usual start: the centre, of a triangle the top.
///
/// ```
/// use retrograde::games::peg::named;
/// let (board, vacant) = named("english").unwrap();
/// assert_eq!((board.cells().len(), board.lines().len(), vacant), (33, 38, 16));
/// ```
pub fn named(name: &str) -> Option<(Board, usize)> {
    let rows: &[usize] = match name {
        "triangle-4" => &[1, 2, 3, 4],
        "triangle-5" => &[1, 2, 3, 4, 5],
        "triangle-6" => &[1, 2, 3, 4, 5, 6],
        "triangle-7" => &[1, 2, 3, 4, 5, 6, 7],
        "hexagon-3" => &[3, 4, 5, 4, 3],
        "english" => &[3, 3, 7, 7, 7, 3, 3],
        "french" => &[3, 5, 7, 7, 7, 5, 3],
        _ => return None,
    };
    let square = matches!(name, "english" | "french");
    let (lattice, step) = if square { (Lattice::Square, 1) } else { (Lattice::Triangular, 2) };
    let widest = rows.iter().max().copied().unwrap_or(0);
    let row = |(y, &length): (i32, &usize)| {
        let left = (widest - length) as i32 * step / 2;
        (0..length as i32).map(move |i| (left + step * i, y))
    };
    let cells: Vec<(i32, i32)> = (0..).zip(rows).flat_map(row).collect();
    let vacant = if name.starts_with("triangle") { 0 } else { cells.len() / 2 };
    let board = Board::new(lattice, cells).ok()?;
    Some((Board { name: NAMES.into_iter().find(|&known| known == name), ..board }, vacant))
}
