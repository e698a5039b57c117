//! Peg solitaire: a peg jumps over a neighbour into a hole, and the neighbour is taken off.
//!
//! A state is the set of pegs. Its value is the fewest pegs it can end with, taken negative: a game of one player
//! whose moves gain nothing and whose ends are worth what is left.
//!
//! The questions that only want yes or no, and can be asked of boards of 2^33 positions, are answered at one bit a
//! position: [`reachable`](Peg::reachable) and [`solvable`](Peg::solvable). They stand on the same bits and
//! the same weights as the values. A block of the values is in order of the number of pegs, so that jumps inside the low
//! part lead backwards; a block of yes and no is in plain order, so that they are shifts.

mod board;
mod layout;
mod notation;
mod verify;

pub use board::{Board, Lattice, NAMES, named};
pub use verify::SetError;

use std::sync::Arc;

use self::layout::{Layout, invariants};
use super::{GameError, Listed, SplitMix};
use crate::engine::{Jump, SolveError, Way, close};
use crate::game::{Game, Minimax, Move, Turn};
use crate::kernel::Cpu;
use crate::probe::Step;
use crate::space::{Mask, Parities, Space, State};
use crate::table::StateSet;

/// A board and the pegs at the start.
#[derive(Debug, Clone)]
pub struct Peg {
    board: Board,
    /// The space of the values.
    space: Arc<Space>,
    /// The space of yes and no.
    plain_space: Arc<Space>,
    bit_of_cell: Vec<Mask>,
    cell_of_bit: Vec<usize>,
    /// Each line as (line, middle); with the middle and one end occupied it is a jump.
    lines: Vec<(Mask, Mask)>,
    start: State,
}

impl Peg {
    /// Boards of more cells are held to the class of their start.
    pub const ALL_UP_TO: usize = 28;

    /// A board and the cells that are occupied at the start.
    ///
    /// The states are all positions of a board of up to [`ALL_UP_TO`](Self::ALL_UP_TO) cells; of a larger one, those in
    /// the class of the start. No jump leads from one class to another: there are 16 on the English board and its like,
    /// told apart by the parities of four sets of cells (see Berlekamp, Conway and Guy, *Winning Ways*, chapter 23).
    ///
    /// # Errors
    /// [`GameError`] where `pegs` are not as many as the cells, or the positions are too many.
    pub fn new(board: Board, pegs: &[bool]) -> Result<Self, GameError> {
        let all = board.cells().len() <= Self::ALL_UP_TO;
        Self::in_space(board, pegs, all)
    }

    /// The same problem with all positions as states, whatever the size of the board.
    ///
    /// # Errors
    /// [`GameError`] where the positions are too many.
    pub fn with_all_positions(&self) -> Result<Self, GameError> {
        Self::in_space(self.board.clone(), &self.pegs(self.start), true)
    }

    fn in_space(board: Board, pegs: &[bool], all: bool) -> Result<Self, GameError> {
        let cells = board.cells().len();
        if pegs.len() != cells {
            return Err(GameError::Count { what: "cells", found: pegs.len(), expected: cells });
        }
        let Layout { cell_of_bit, low, weights } = Layout::new(cells, board.lines());
        let mut bit_of_cell = vec![0; cells];
        cell_of_bit.iter().enumerate().for_each(|(bit, &cell)| bit_of_cell[cell] = 1 << bit);
        let line = |line: &super::board::Line| {
            let middle = bit_of_cell[line.middle];
            (line.ends.iter().fold(middle, |bits, &end| bits | bit_of_cell[end]), middle)
        };
        let lines: Vec<(Mask, Mask)> = board.lines().iter().map(line).collect();
        let start = pegs.iter().zip(&bit_of_cell).filter(|(peg, _)| **peg).map(|(_, bit)| bit).sum();
        let (bits, low) = (cells as u32, low as u32);
        let plain_space = Arc::new(if all {
            Space::subsets_by_weight(bits, low, &weights)?
        } else {
            let sets = invariants(cells, lines.iter().map(|line| line.0));
            // Where there are more sets, what is kept is a union of classes, which no jump leaves either.
            let most = &sets[..sets.len().min(Parities::MOST)];
            let parities = Parities::of(start, most).expect("no more sets than there may be");
            Space::subsets_by_parity(bits, low, &weights, parities)?
        });
        let space = Arc::new(plain_space.blocks_by_ones());
        Ok(Self { board, space, plain_space, bit_of_cell, cell_of_bit, lines, start })
    }

    /// A board on which one cell is vacant at the start.
    ///
    /// # Errors
    /// [`GameError`] where there is no such cell, or the positions are too many.
    pub fn with_vacancy(board: Board, vacant: usize) -> Result<Self, GameError> {
        let cells = board.cells().len();
        if vacant >= cells {
            return Err(GameError::Count { what: "cells", found: vacant + 1, expected: cells });
        }
        let pegs: Vec<bool> = (0..cells).map(|cell| cell != vacant).collect();
        Self::new(board, &pegs)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position with one peg, on this cell.
    ///
    /// # Panics
    /// Where the board has no such cell.
    pub fn peg_on(&self, cell: usize) -> State {
        self.bit_of_cell[cell]
    }

    /// Which cells of a position hold a peg.
    pub fn pegs(&self, state: State) -> Vec<bool> {
        self.bit_of_cell.iter().map(|bit| state & bit != 0).collect()
    }

    /// The jumps of the board, two a line.
    pub fn jumps(&self) -> Vec<Jump> {
        let both = |&(line, middle): &(Mask, Mask)| {
            let lower = middle | (line ^ middle) & (line ^ middle).wrapping_neg();
            [lower, line ^ lower ^ middle].map(|pegs| Jump { line, pegs })
        };
        self.lines.iter().flat_map(both).collect()
    }

    /// The positions that can be reached from the start.
    ///
    /// # Errors
    /// [`SolveError::Memory`] where a bit a position is not to be had.
    ///
    /// # Complexity
    /// See [`close`].
    pub fn reachable(&self, cpu: Cpu) -> Result<StateSet, SolveError> {
        self.closed(cpu, [self.start], Way::Forward)
    }

    /// The positions that can be reduced to a single peg: on the cell `target`, or anywhere.
    ///
    /// # Errors
    /// [`SolveError::Memory`] where a bit a position is not to be had.
    ///
    /// # Complexity
    /// See [`close`].
    pub fn solvable(&self, cpu: Cpu, target: Option<usize>) -> Result<StateSet, SolveError> {
        let wanted = |cell: &usize| target.is_none_or(|target| *cell == target);
        let ends = (0..self.bit_of_cell.len()).filter(wanted).map(|cell| self.bit_of_cell[cell]);
        self.closed(cpu, ends, Way::Backward)
    }

    /// The position with pegs on these cells.
    fn position(&self, pegs: &[bool]) -> State {
        pegs.iter().zip(&self.bit_of_cell).filter(|(peg, _)| **peg).map(|(_, bit)| bit).sum()
    }

    /// Jumps from the start that stay inside a set, as long as there are any, the first each time: with
    /// [`solvable`](Self::solvable), a way to solve the start. `None` where the start is not in the set.
    ///
    /// # Complexity
    /// O(jumps * pegs).
    pub fn line_within(&self, set: &StateSet) -> Option<Vec<Step>> {
        set.contains(self.start).then_some(())?;
        let (mut line, mut from) = (Vec::new(), self.start);
        loop {
            let mut next = None;
            self.for_each_move(from, |play| {
                if set.contains(play.to) {
                    next = next.or(Some(play));
                }
            });
            let Some(play) = next else { return Some(line) };
            line.push(Step { from, play, mover: 0, totals: [0; 2] });
            from = play.to;
        }
    }

    fn closed(&self, cpu: Cpu, from: impl IntoIterator<Item = State>, way: Way) -> Result<StateSet, SolveError> {
        let mut set = StateSet::empty(self.plain_space.clone())?;
        from.into_iter().for_each(|state| _ = set.insert(state));
        close(cpu, &mut set, &self.jumps(), way, None)?;
        Ok(set)
    }
}

impl Game for Peg {
    type Algebra = Minimax;

    fn algebra(&self) -> Minimax {
        Minimax
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        self.start
    }

    /// No more pegs are left than there are cells.
    fn bound(&self) -> i64 {
        self.bit_of_cell.len() as i64
    }

    /// The jumps in the order of their lines.
    #[inline]
    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move)) {
        for &(line, middle) in &self.lines {
            let pegs = state & line;
            // The middle and exactly one end: two of three, the middle among them.
            if pegs & middle != 0 && pegs.count_ones() == 2 {
                visit(Move { to: state ^ line, gain: 0, turn: Turn::Kept });
            }
        }
    }

    /// The pegs that are left, taken negative.
    #[inline]
    fn terminal(&self, state: State) -> i32 {
        -(state.count_ones() as i32)
    }
}

impl Listed for Peg {
    /// Cells: the triangles of side 5 and 6.
    const SIZES: &'static [u32] = &[15, 21];

    /// A triangle with one cell vacant.
    fn random(size: u32, seed: u64) -> Result<Self, GameError> {
        let sides = [("triangle-4", 10), ("triangle-5", 15), ("triangle-6", 21), ("triangle-7", 28)];
        let named_board = sides.iter().find(|side| side.1 == size).and_then(|side| named(side.0));
        let Some((board, _)) = named_board else {
            return Err(GameError::Count { what: "cells", found: size as usize, expected: 15 });
        };
        Self::with_vacancy(board, SplitMix::new(seed).up_to(size - 1) as usize)
    }
}
