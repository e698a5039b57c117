//! Sets of states in files: what was written is what is read, and what is wrong is found.

mod tables;

use std::path::Path;

use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin_cmd;
use retrograde::games::peg::{Peg, named};
use retrograde::table::Cells;
use retrograde::{Cpu, Existing, Game, Notation, OpenError, StateSet, Table};

use tables::Parts;

fn peg(board: &str) -> Peg {
    let (board, vacant) = named(board).unwrap();
    Peg::with_vacancy(board, vacant).unwrap()
}

fn sets(game: &Peg) -> [(&'static str, StateSet); 3] {
    let solvable = |target| game.solvable(Cpu::default(), target).unwrap();
    let reachable = game.reachable(Cpu::default()).unwrap();
    [("solvable", solvable(None)), ("solvable 3", solvable(Some(3))), ("reachable", reachable)]
}

fn file_of(game: &Peg, name: &str, set: &StateSet) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bits");
    set.save(&path, name, &game.label(), Existing::Keep).unwrap();
    std::fs::read(path).unwrap()
}

fn opened(path: &Path, bytes: &[u8]) -> Result<Table, OpenError> {
    std::fs::write(path, bytes).unwrap();
    if let Ok(set) = Table::open(path) {
        let _ =
            ((0..1 << 12).chain([u64::MAX, 1 << 40]).filter_map(|mask| set.value::<bool>(mask)).count(), set.states());
    }
    Table::open_checked(path)
}

fn run(args: &[&str], input: &str) -> Assert {
    cargo_bin_cmd!().args(args).write_stdin(input).assert()
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn what_was_saved_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bits");
    for board in ["triangle-4", "triangle-5"] {
        let game = peg(board);
        for (name, set) in sets(&game) {
            let bytes = file_of(&game, name, &set);
            assert!(bytes == file_of(&peg(board), name, &set));
            let read = opened(&path, &bytes).unwrap();
            let Cells::Bit(bits) = read.cells() else { panic!("a set has bits") };
            assert_eq!((read.set(), read.label()), (Some(name), Some(&game.label())));
            assert_eq!((read.states(), bits.count_ones()), (game.space().states(), set.len()));
            for mask in (0..1 << game.space().bits()).chain([1 << 15, u64::MAX]) {
                assert_eq!(read.value::<bool>(mask), game.space().index(mask).map(|_| set.contains(mask)));
            }
            game.verify_set(&read, &|_| {}).unwrap();
            assert_eq!(read.value::<i32>(game.start()), None, "no values");
        }
    }
    let values = opened(&path, &tables::file_of(&peg("triangle-4"))).unwrap();
    assert_eq!((values.set(), values.value::<bool>(0)), (None, None));
    assert!(peg("triangle-4").verify_set(&values, &|_| {}).is_err());
}

#[test]
fn every_byte_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bits");
    let game = peg("triangle-4");
    let bytes = file_of(&game, "solvable", &sets(&game)[0].1);
    opened(&path, &bytes).unwrap();
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    let put = |at: usize, byte: u8| std::os::unix::fs::FileExt::write_all_at(&file, &[byte], at as u64).unwrap();
    for (at, byte) in bytes.iter().enumerate() {
        put(at, byte ^ 1 << (at % 8));
        assert!(Table::open_checked(&path).is_err(), "byte {at}");
        put(at, *byte);
    }
    for length in (0..bytes.len()).step_by(37) {
        assert!(opened(&path, &bytes[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn what_is_wrong_under_right_checksums_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bits");
    let game = peg("triangle-4");
    for (name, set) in sets(&game) {
        let original = Parts::of(&file_of(&game, name, &set));
        game.verify_set(&opened(&path, &original.clone().sealed()).unwrap(), &|_| {}).unwrap();
        for at in original.range("bits").unwrap() {
            for bit in 0..8 {
                let mut parts = original.clone();
                parts.tensors[at] ^= 1 << bit;
                let set = opened(&path, &parts.sealed()).unwrap();
                assert!(game.verify_set(&set, &|_| {}).is_err(), "{name}, byte {at}, bit {bit}");
            }
        }
        run(&["verify", path.to_str().unwrap()], "").code(1);
        for (key, value, opens) in [("set", "all", true), ("states", "1023", true), ("states", "-1", false)] {
            let mut parts = original.clone();
            parts.metadata().insert(key.into(), value.into());
            match opened(&path, &parts.sealed()) {
                Ok(set) => assert!(opens && game.verify_set(&set, &|_| {}).is_err()),
                Err(_) => assert!(!opens || value == "1023"),
            }
        }
    }
}

#[test]
fn the_command_line_keeps_a_set_and_answers_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bits").to_str().unwrap().to_owned();
    let count = ["count", "peg", "triangle-4", "--vacant", "1", "--target", "3", "-o", &path];
    run(&count, "").success();
    run(&count, "").code(2);
    run(&[&count[..], &["--force"]].concat(), "").success();
    assert_eq!(stdout(&run(&["verify", &path], "").success()), format!("{path}: right, all 1,024 states\n"));
    assert!(stdout(&run(&["info", &path], "").success()).contains("\nset     solvable 3: "));
    // One peg on cell 3, one elsewhere, and one jump from it: 0 over 1 to 3.
    let states = "...#...... #......... ##........\n";
    assert_eq!(stdout(&run(&["probe", &path], states).success()), "yes\nno\nyes\n");
    assert!(stdout(&run(&["probe", &path, "--json"], states).success()).contains("\"member\":true"));
    assert_eq!(stdout(&run(&["probe", &path, "--keep-going"], "x\n#.........\n").code(1)), "error\nno\n");
    run(&["probe", &path, "--moves"], states).code(2);
    run(&["export", &path, "-o", "unused.npy"], "").code(2);
}
