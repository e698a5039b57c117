//! Bellman's equation at every state: what the table says against what the rules say.

use std::cell::Cell as Counter;
use std::sync::Arc;

use super::fill::first_difference;
use super::{Solvable, WithRecurrence};
use crate::layers::{Cancelled, Earlier, Layers, Progress};
use crate::recurrence::{ContractError, Recurrence, Undefined};
use crate::space::{Index, Mask, Space, State};
use crate::table::{Cell, CellType, MemoryError, Number, Shape, StateSet, Table};

/// A table that is not the solution of the problem.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The table has not as many values as there are states.
    #[error("{found} values for {states} states")]
    States {
        /// The values in the table.
        found: usize,
        /// The states.
        states: usize,
    },
    /// The masks that the table takes for states are not those of the problem.
    #[error("the table is one of another space")]
    Space,
    /// The cells are not such as the problem could have.
    #[error("{} cells of type {} a state, not such as the problem has", shape.width, shape.cell)]
    Shape {
        /// The cells of a state of the table.
        shape: Shape,
    },
    /// The layers of the table are not those of its index.
    #[error("the layers are not those of the index")]
    Layers,
    /// A value is larger than the bound of the table, or smaller than its negative.
    #[error("state {state:#b} has value {stored}, beyond the bound of {bound}")]
    Bound {
        /// The first such state in the order of the problem's own index.
        state: State,
        /// What the table says.
        stored: Number,
        /// The bound of the table.
        bound: i64,
    },
    /// The index of the table gives a state no place of its own.
    #[error("the index gives state {state:#b} no place of its own")]
    Index {
        /// The first such state in the order of the problem's own index.
        state: State,
    },
    /// A value does not follow from those it should follow from.
    #[error("state {state:#b} has value {stored}, but its moves give {expected}")]
    Value {
        /// The first such state in the order of the problem's own index.
        state: State,
        /// What the table says.
        stored: Number,
        /// What the rules say.
        expected: Number,
    },
    /// A move leads out of the space.
    #[error("a move from {from:#b} leads to {to:#b}, which is no state of the space")]
    Move {
        /// The state moved from.
        from: State,
        /// Where the move leads.
        to: Mask,
    },
    /// The values give a state none.
    #[error("the values give a state none")]
    Undefined(#[source] ContractError),
    /// There is no memory to check an index that is laid out in another way than the problem's own.
    #[error("not enough memory")]
    Memory(#[from] MemoryError),
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Checks the equation at every state of a table, by the plain rules, on the threads of the caller's pool.
///
/// # Errors
/// [`VerifyError`] for the first state, in the order of the index, where the equation fails.
///
/// # Complexity
/// Every move of every state once. No memory, but a bit a state where the table comes from a file with another
/// index than the problem's own.
pub fn verify<M, P: Solvable<M>>(problem: &P, table: &Table) -> Result<(), VerifyError> {
    verify_with(problem, table, &|_| {})
}

/// As [`verify`], calling `progress` after each layer.
///
/// # Errors
/// As [`verify`].
pub fn verify_with<M, P: Solvable<M>>(
    problem: &P,
    table: &Table,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(), VerifyError> {
    let space = problem.space();
    if (space.bits(), space.members()) != (table.index().bits(), table.index().members()) {
        return Err(VerifyError::Space);
    }
    if space.states() != table.states() {
        return Err(VerifyError::States { found: table.states(), states: space.states() });
    }
    if **space.index_tables() != *table.index() {
        check_index(space, table.index())?;
    } else if !table.layers().is_empty() && space.layer_starts() != table.layers() {
        return Err(VerifyError::Layers);
    }
    let shape = table.shape();
    let check = CheckTable { table, layers: Layers::new(space).progress(Some(progress)) };
    match problem.shape() {
        // A value may stand in wider cells than it needs.
        Ok((own, _)) if own.width == shape.width => problem.with_recurrence(shape.cell, check),
        _ => None,
    }
    .ok_or(VerifyError::Shape { shape })?
}

struct CheckTable<'a> {
    table: &'a Table,
    layers: Layers<'a>,
}

impl WithRecurrence for CheckTable<'_> {
    type Output = Result<(), VerifyError>;

    fn run<R: Recurrence>(self, recurrence: &R) -> Self::Output {
        let Self { table, layers } = self;
        let (space, index, shape) = (layers.space(), table.index(), table.shape());
        let words = table.column().words::<R::Cell>().ok_or(VerifyError::Shape { shape })?;
        let checked = layers.run(&mut (), |(), task| {
            let looks = Counter::new(0);
            let earlier = Earlier::of_table(index, words, table.states(), shape.width, &looks);
            let (mut expected, mut stored) = (vec![R::Cell::default(); shape.width], Vec::new());
            for block in task.blocks {
                let high = space.block_high(block) << space.low_bits();
                for &low in space.block_lows(block) {
                    let state = high | State::from(low);
                    let place = index.find(state).filter(|&place| place < table.states());
                    let place = place.ok_or(VerifyError::Index { state })?;
                    stored.clear();
                    stored.extend((0..shape.width).filter_map(|at| table.cell::<R::Cell>(place * shape.width + at)));
                    check_bound(state, &stored, table.bound())?;
                    expected.fill(R::Cell::default());
                    recurrence.fill(state, earlier, &mut expected).map_err(|wrong| undefined(state, table, wrong))?;
                    if let Some(at) = first_difference(&stored, &expected) {
                        let (stored, expected) = (stored[at].into(), expected[at].into());
                        return Err(VerifyError::Value { state, stored, expected });
                    }
                }
            }
            Ok(0)
        });
        checked.map(|_| ())
    }
}

/// No cell may exceed the bound of the table.
fn check_bound<C: Cell>(state: State, stored: &[C], bound: i64) -> Result<(), VerifyError> {
    if bound == i64::MAX || C::TYPE == CellType::Bit {
        return Ok(());
    }
    let beyond = |number: &Number| match number {
        Number::Signed(number) => number.unsigned_abs() > bound.unsigned_abs(),
        Number::Unsigned(number) => *number > bound.unsigned_abs().into(),
        Number::Float(number) => number.abs() > bound as f64,
        Number::Bit(_) => false,
    };
    match stored.iter().map(|&cell| cell.into()).find(beyond) {
        Some(stored) => Err(VerifyError::Bound { state, stored, bound }),
        None => Ok(()),
    }
}

fn undefined(state: State, table: &Table, wrong: Undefined) -> VerifyError {
    match wrong {
        Undefined::NotEarlier(missing) => VerifyError::Move { from: state, to: missing.mask },
        wrong => VerifyError::Undefined(ContractError::at(state, table.bound(), wrong)),
    }
}

/// Makes sure that the index of a file gives each state a place of its own.
pub(super) fn check_index(space: &Arc<Space>, index: &Index) -> Result<(), VerifyError> {
    let mut taken = StateSet::empty(space.clone())?;
    for state in (0..space.states()).map(|at| space.state_at(at)) {
        match index.find(state) {
            Some(at) if at < space.states() && !taken.has_index(at) => taken.insert_at(at),
            _ => return Err(VerifyError::Index { state }),
        }
    }
    Ok(())
}
