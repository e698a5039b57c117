//! How a column is filled by a recurrence: by its kernel, or by its equation, a state at a time.

use std::cell::Cell as Counter;

use super::{SolveError, WithRecurrence};
use crate::kernel::{Cpu, Work};
use crate::layers::{CellColumn, Earlier, Layers, Rows, Solved, Task};
use crate::recurrence::{ContractError, Recurrence};
use crate::space::State;
use crate::table::{Cell, Column};

/// How to fill.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filling<'a> {
    pub(super) cpu: Cpu,
    pub(super) layers: Layers<'a>,
    /// Whether by the kernel, where there is one.
    pub(super) kernel: bool,
}

/// Fills a column by the recurrence; returns the number of look-ups where they were counted.
pub(super) struct FillColumn<'a, 'c> {
    pub(super) filling: Filling<'a>,
    pub(super) column: &'c mut Column,
    pub(super) plane: &'c mut Column,
}

impl WithRecurrence for FillColumn<'_, '_> {
    type Output = Result<Option<u64>, SolveError>;

    fn run<R: Recurrence>(self, recurrence: &R) -> Self::Output {
        let Self { filling: Filling { cpu, layers, kernel }, column, plane } = self;
        if let Some(kernel) = recurrence.kernel().filter(|_| kernel).and_then(|offer| offer.build()) {
            kernel.fill(cpu, layers, column, plane)?;
            return Ok(None);
        }
        let width = column.shape().width;
        let words = column.words_mut::<R::Cell>().ok_or(SolveError::Width { bound: recurrence.bound() })?;
        let mut cells = CellColumn::new(words, width);
        let looks = layers.run(&mut cells, |solved, task| cpu.run(FillBlocks { recurrence, solved, task }))?;
        Ok(Some(looks))
    }
}

/// Blocks to fill by the equation.
struct FillBlocks<'a, R: Recurrence> {
    recurrence: &'a R,
    solved: Solved<'a, R::Cell>,
    task: Task<Rows<'a, R::Cell>>,
}

impl<R: Recurrence> Work for FillBlocks<'_, R> {
    type Output = Result<u64, SolveError>;

    /// In the order of the index; returns the number of look-ups.
    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { recurrence, solved, task: Task { blocks, own } } = self;
        let (space, width) = (solved.space(), own.width());
        let (looks, mut rest) = (Counter::new(0), own.cells);
        for block in blocks {
            let (start, lows) = (space.indices(block..block + 1).start, space.block_lows(block));
            let cells;
            (cells, rest) = rest.split_at_mut(lows.len() * width);
            let high = space.block_high(block) << space.low_bits();
            for (rank, &low) in lows.iter().enumerate() {
                let state = high | State::from(low);
                let (done, row) = cells.split_at_mut(rank * width);
                let row = &mut row[..width];
                // Memory may have been used before.
                row.fill(R::Cell::default());
                let earlier = Earlier::new(solved, done, start, &looks);
                if let Err(wrong) = recurrence.fill(state, earlier, row) {
                    return Err(ContractError::at(state, recurrence.bound(), wrong).into());
                }
            }
        }
        Ok(looks.get())
    }
}

/// Where two rows differ first.
pub(super) fn first_difference<C: Cell>(a: &[C], b: &[C]) -> Option<usize> {
    a.iter().zip(b).position(|(a, b)| a != b)
}
