//! Table files: what was written is what is read, in this version and in those to come.

mod tables;

use proptest::collection::vec;
use proptest::prelude::*;
use retrograde::games::chess::Chess;
use retrograde::games::gems::Gems;
use retrograde::games::sternhalma::Sternhalma;
use retrograde::games::{Visitor, visit};
use retrograde::notation::Reader;
use retrograde::{CellType, Draft, Existing, Label, Notation, Solver, Table, verify};

use tables::{Parts, agree, golden, small_chess, small_gems, solve};

/// Holds a table of the first version of the format against a fresh solve of its problem.
struct Golden<'a>(&'a std::path::Path);

impl Visitor for Golden<'_> {
    type Output = ();

    fn visit<G: Notation>(self) {
        let name = self.0.display();
        let problem = std::fs::read(self.0.with_extension("in")).unwrap();
        let game = G::read_problem(&mut Reader::new(&problem[..]), None).unwrap().unwrap();
        let table = Table::open_checked(self.0).unwrap();
        verify(&game, &table).unwrap();
        assert_eq!(table.label(), Some(&game.label()), "{name}");
        let fresh = solve(&game);
        assert!(agree(game.space().bits(), &table, &fresh), "{name}");
        assert_eq!((table.states(), table.bound()), (fresh.states(), fresh.bound()), "{name}");
        // Whoever wrote it, the same bytes are written today.
        let (old, mut new) = (std::fs::read(self.0).unwrap(), Parts::of(&tables::file_of(&game)));
        let mut parts = Parts::of(&old);
        for key in ["crate_version", "format_version"] {
            assert!(parts.metadata()[key].is_string() && new.metadata()[key].is_string(), "{name}: {key}");
        }
        new.metadata().insert("crate_version".into(), parts.metadata()["crate_version"].clone());
        assert_eq!(parts.metadata(), new.metadata(), "{name}");
        assert!(parts.sealed() == new.sealed(), "{name}");
    }
}

#[test]
fn tables_of_version_1_are_read_for_ever() {
    let mut widths = Vec::new();
    for (game, path) in golden() {
        visit(game, Golden(&path)).unwrap();
        widths.push(Table::open(&path).unwrap().shape().cell);
    }
    assert_eq!(widths, [CellType::I8, CellType::I32, CellType::I8, CellType::I16]);
}

fn round_trip(game: &impl Notation, masks: &[u64]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    let solved = solve(game);
    solved.save(&path, &game.label(), Existing::Keep).unwrap();
    let opened = Table::open_checked(&path).unwrap();
    assert_eq!(opened.label(), Some(&game.label()));
    assert_eq!((opened.bound(), opened.layers()), (solved.bound(), solved.layers()));
    assert_eq!((opened.cells(), opened.index()), (solved.cells(), solved.index()));
    let values: Vec<Option<i32>> = opened.values(masks);
    for (&mask, value) in masks.iter().zip(values) {
        assert_eq!((opened.value::<i32>(mask), value), (solved.value(mask), solved.value(mask)), "{mask:b}");
        assert_eq!(value.is_some(), game.space().index(mask).is_some(), "{mask:b}");
    }
}

fn masks() -> impl Strategy<Value = Vec<u64>> {
    vec(prop_oneof![0..1_u64 << 8, 0..1_u64 << 20, any::<u64>()], 100)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn chess(
        (rows, cols, grid) in (1..6_u32, 1..6_u32, vec(0..60_000_i32, 50)),
        most in prop_oneof![Just(4), Just(500), Just(60_000)],
        masks in masks(),
    ) {
        let cells = (rows * cols) as usize;
        let grid: Vec<i32> = grid.iter().map(|number| number % most).collect();
        round_trip(&Chess::new(rows, cols, grid[..cells].into(), grid[25..25 + cells].into()).unwrap(), &masks);
    }

    #[test]
    fn gems(stone in 1..5_u32, bags in vec(vec(1..5_u32, 0..40), 0..12), masks in masks()) {
        round_trip(&Gems::new(stone, bags).unwrap(), &masks);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn sternhalma(weights in vec(-1000..2000_i32, 19), masks in masks()) {
        round_trip(&Sternhalma::new(weights.try_into().unwrap()).unwrap(), &masks);
    }
}

#[test]
fn a_table_from_a_file_is_saved_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("1"), folder.path().join("2"));
    let game = small_gems();
    solve(&game).save(&first, &game.label(), Existing::Keep).unwrap();
    Table::open(&first).unwrap().save(&second, &game.label(), Existing::Keep).unwrap();
    assert!(std::fs::read(&first).unwrap() == std::fs::read(&second).unwrap());
    // Onto the very file that it is read from, and under another label.
    let other = Label { problem: "another ".repeat(100), ..game.label() };
    Table::open(&first).unwrap().save(&first, &other, Existing::Replace).unwrap();
    let table = Table::open_checked(&first).unwrap();
    assert!(agree(4, &table, &solve(&game)) && table.label() == Some(&other));
}

#[test]
fn a_draft_is_filled_once_and_cannot_be_written_after() {
    let folder = tempfile::tempdir().unwrap();
    let (game, path) = (small_chess(), folder.path().join("a.table"));
    let draft = || Draft::new(&path, Existing::Replace).unwrap();
    let (filled, report) = Solver::new().solve_in(&game, draft(), &game.label()).unwrap();
    assert_eq!((report.states, path.exists()), (10, false));
    // Another problem, solved meanwhile under the same name, changes nothing of the first.
    let (other, _) = Solver::new().solve_in(&small_gems(), draft(), &small_gems().label()).unwrap();
    let table = filled.finish().unwrap();
    assert!(agree(5, &table, &solve(&game)) && table.label() == Some(&game.label()));
    assert!(std::fs::read(&path).unwrap() == tables::file_of(&game));
    other.finish().unwrap();
    assert!(std::fs::read(&path).unwrap() == tables::file_of(&small_gems()));
    assert!(agree(5, &table, &solve(&game)), "the file under it was replaced, not written");
    // Dropped, it leaves nothing.
    drop(Solver::new().solve_in(&game, draft(), &game.label()).unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
