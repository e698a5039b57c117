//! Tables of cells of every type: saved, opened in every way, verified, damaged.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use retrograde::{
    Cell, CellType, ContractError, Earlier, Existing, Label, OpenError, Recurrence, Space, State, Table, Undefined,
    verify,
};

use super::{breach, table};

/// Rows of cells, each worked out from the state and from the row of the first state.
struct Rows<C> {
    space: Arc<Space>,
    width: usize,
    make: fn(u64) -> C,
    read: fn(Option<C>) -> u64,
}

impl<C: Cell> Recurrence for Rows<C> {
    type Cell = C;

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline(always)]
    fn fill(&self, state: State, earlier: Earlier<'_, C>, row: &mut [C]) -> Result<(), Undefined> {
        let first = self.space.state_at(0);
        let before = (self.read)(if state == first { None } else { Some(earlier.get(first)?) });
        for (at, cell) in row.iter_mut().enumerate() {
            *cell = (self.make)((state * 0x9e37_79b9 + at as u64).wrapping_mul(before | 1));
        }
        Ok(())
    }
}

/// The table in a file, opened in every way.
fn opened(path: &Path) -> Vec<Table> {
    let bytes = std::fs::read(path).unwrap();
    // SAFETY: nobody else knows the file.
    let mapped = |check| unsafe { Table::open_mapped(path, check).unwrap() };
    vec![
        Table::open(path).unwrap(),
        Table::open_checked(path).unwrap(),
        Table::from_bytes(bytes).unwrap(),
        mapped(false),
        mapped(true),
    ]
}

fn round_trip<C: Cell + Debug>(width: usize, make: fn(u64) -> C, read: fn(Option<C>) -> u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    // 128 states, 35, 15 and one: whole words of bits, and others.
    let classes = Space::by_classes(6, 3, &[1; 3], |high| Some((high % 3) as u8), |low| (low < 5).then_some(0));
    for space in [Space::subsets_by_weight(7, 4, &[1; 3]), Space::young(3, 4), classes, Space::subsets(0)] {
        let rows = Rows { space: Arc::new(space.unwrap()), width, make, read };
        let solved = table(&rows);
        assert_eq!((solved.shape().cell, solved.shape().width), (C::TYPE, width));
        let label = Label { game: "rows".into(), problem: format!("{width} of {}", C::TYPE), bits: vec![] };
        solved.save(&path, &label, Existing::Replace).unwrap();
        for opened in opened(&path) {
            assert_eq!(
                (opened.shape(), opened.bound(), opened.layers()),
                (solved.shape(), solved.bound(), solved.layers())
            );
            assert!((0..4 << rows.space.bits()).all(|mask| opened.number(mask) == solved.number(mask)), "{}", C::TYPE);
            assert!((0..opened.cells().len()).all(|at| opened.cells().number(at) == solved.cells().number(at)));
            assert_eq!(opened.label().map(|label| &label.problem), Some(&label.problem));
            verify(&rows, &opened).unwrap();
        }
        let bytes = std::fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(13).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            std::fs::write(&path, damaged).unwrap();
            assert!(Table::open_checked(&path).is_err(), "{} of {}, byte {at} of {}", width, C::TYPE, bytes.len());
        }
    }
}

macro_rules! round_trips {
    ($($cell:ident)*) => {
        [$({
            for width in [1, 2, 5] {
                round_trip::<$cell>(width, |number| (number >> 7) as $cell, |cell| cell.unwrap_or_default() as u64);
            }
            <$cell as Cell>::TYPE
        }),*]
    };
}

#[test]
fn every_type_of_cell_and_rows_of_them() {
    round_trip::<bool>(1, |number| number >> 7 & 1 == 1, |cell| u64::from(cell == Some(true)));
    let types = round_trips!(i8 i16 i32 i64 u8 u16 u32 u64 u128 f32 f64);
    assert!(CellType::ALL.iter().all(|&cell| cell == CellType::Bit || types.contains(&cell)));
}

#[test]
fn widths_that_no_state_has() {
    let space = || Arc::new(Space::subsets(3).unwrap());
    let none = Rows::<u8> { space: space(), width: 0, make: |_| 0, read: |_| 0 };
    assert_eq!(breach(&none), ContractError::Width { width: 0 });
    let bits = Rows::<bool> { space: space(), width: 2, make: |_| true, read: |_| 0 };
    assert_eq!(breach(&bits), ContractError::Width { width: 2 });
}

#[test]
fn a_table_of_another_problem_is_not_verified() {
    let space = Arc::new(Space::subsets(5).unwrap());
    let rows = |make, width| Rows::<u16> { space: space.clone(), width, make, read: |_| 0 };
    let solved = table(&rows(|number| number as u16, 2));
    assert!(verify(&rows(|number| number as u16 ^ 1, 2), &solved).is_err());
    assert!(verify(&rows(|number| number as u16, 1), &solved).is_err());
    assert!(matches!(Table::from_bytes(vec![0; 7]), Err(OpenError::NotATable { .. })));
}
