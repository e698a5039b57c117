//! Hostile table files: headers and indices that say anything, under checksums that are right. An error or some
//! answer, but never a panic, and never a wrong answer after a clean `verify`.
//!
//! Longer: `PROPTEST_CASES=200000 cargo test --release --test table_hostile -- --ignored`

mod tables;

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use tables::{Parts, file_of, opens, small_chess, small_gems};

/// Numbers on which sizes and offsets may break.
fn odd_number() -> impl Strategy<Value = Value> {
    let near = (0..64_u32, -2..3_i64).prop_map(|(bit, by)| json!((1_u64 << bit).wrapping_add_signed(by)));
    let small = (0..3000_u64).prop_map(|number| json!(number));
    prop_oneof![
        near,
        small,
        Just(json!(-1)),
        Just(json!(1.5)),
        Just(json!(1e300)),
        Just(json!("8")),
        Just(Value::Null),
        Just(json!(u64::MAX)),
        Just(json!(i64::MIN)),
        Just(json!([[1]]))
    ]
}

fn odd_text() -> impl Strategy<Value = String> {
    let known = [
        "",
        " ",
        "-1",
        "0",
        "1",
        "2",
        "40",
        "41",
        "63",
        "64",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "99999999999999999999",
        "1,0",
        "0,10",
        "0,0,10",
        "0,,10",
        "0,18446744073709551615",
        "subsets 40",
        "subsets 41",
        "subsets 5",
        "subsets 4",
        "subsets 4294967295",
        "young 4294967295 5",
        "young 2 3",
        "young 3 2",
        "young 0 5",
        "young 5 0",
        "young 20 20",
        "young 2",
        "young",
        "gems",
        "chess",
        "sternhalma",
        "0 0 0",
        "1 1\n1\n1\n",
        "5 5 1\n0 0 0 0 0",
        "2 3 1 1 1 1 1 1 1 1 1 1 1 1",
        "\u{1b}[31m\n",
        "1 40 1",
    ]
    .map(str::to_owned);
    prop_oneof![4 => select(known.to_vec()), 1 => any::<String>()]
}

/// A change of the header.
#[derive(Debug, Clone)]
enum Edit {
    Metadata(&'static str, Value),
    WithoutMetadata(&'static str),
    Without(&'static str),
    Offset(&'static str, usize, Value),
    Shape(&'static str, Vec<Value>),
    Type(&'static str, &'static str),
    Swap(&'static str, &'static str),
    /// A further tensor anywhere.
    More(Value, Value),
    /// A further tensor behind the others.
    Behind(Value),
}

impl Edit {
    fn apply(self, parts: &mut Parts) {
        let header = &mut parts.header;
        let mut entry = |name: &str, key: &str, value: Value| {
            if let Some(entry) = header.get_mut(name).and_then(Value::as_object_mut) {
                entry.insert(key.into(), value);
            }
        };
        match self {
            Self::Metadata(key, value) => entry("__metadata__", key, value),
            Self::WithoutMetadata(key) => drop(parts.metadata().remove(key)),
            Self::Without(name) => drop(header.remove(name)),
            Self::Offset(name, end, value) => {
                let range = header.get(name).map(|entry| entry["data_offsets"].clone());
                if let Some(mut range) = range.filter(|range| range.is_array()) {
                    range[end] = value;
                    header[name]["data_offsets"] = range;
                }
            }
            Self::Shape(name, shape) => entry(name, "shape", shape.into()),
            Self::Type(name, dtype) => entry(name, "dtype", dtype.into()),
            Self::Swap(one, other) => {
                if let (Some(a), Some(b)) = (header.get(one).cloned(), header.get(other).cloned()) {
                    header.extend([(one.to_owned(), b), (other.to_owned(), a)]);
                }
            }
            Self::More(start, end) => {
                let entry = json!({ "dtype": "U8", "shape": [end], "data_offsets": [start, end] });
                header.insert("more".into(), entry);
            }
            Self::Behind(end) => {
                let start = parts.tensors.len() as u64;
                let length = end.as_u64().unwrap_or(0).wrapping_sub(start);
                let entry = json!({ "dtype": "U8", "shape": [length], "data_offsets": [start, end] });
                header.insert("more".into(), entry);
            }
        }
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    let tensor = || select(vec!["high", "low", "values", "checksums"]);
    let key = || {
        let keys =
            ["bits", "bound", "crate_version", "format_version", "game", "layers", "low_bits", "problem", "space"];
        select(keys.to_vec())
    };
    let dtype = select(vec!["I8", "U8", "I16", "I32", "U32", "I64", "F64", "F4", "BOOL", "X", ""]);
    prop_oneof![
        4 => (key(), odd_text()).prop_map(|(key, text)| Edit::Metadata(key, text.into())),
        1 => (key(), odd_number()).prop_map(|(key, value)| Edit::Metadata(key, value)),
        1 => key().prop_map(Edit::WithoutMetadata),
        1 => tensor().prop_map(Edit::Without),
        2 => (tensor(), 0..2_usize, odd_number()).prop_map(|(name, end, value)| Edit::Offset(name, end, value)),
        2 => (tensor(), vec(odd_number(), 0..3)).prop_map(|(name, shape)| Edit::Shape(name, shape)),
        2 => (tensor(), dtype).prop_map(|(name, dtype)| Edit::Type(name, dtype)),
        1 => (tensor(), tensor()).prop_map(|(one, other)| Edit::Swap(one, other)),
        1 => (odd_number(), odd_number()).prop_map(|(start, end)| Edit::More(start, end)),
        1 => odd_number().prop_map(Edit::Behind),
    ]
}

/// A file whose sizes fit each other, with any numbers in its index.
fn hostile() -> impl Strategy<Value = Vec<u8>> {
    let (game, values) = (select(vec!["chess", "gems"]), vec(any::<u8>(), 64));
    let high = prop_oneof![
        Just(i64::MAX),
        Just(i64::MIN),
        Just(-1),
        Just(0),
        -3..70_i64,
        Just(1 << 32),
        Just(i64::from(i32::MAX)),
        any::<i64>()
    ];
    let low = prop_oneof![Just(i32::MAX), Just(i32::MIN), Just(-1), Just(0), -3..70_i32, any::<i32>()];
    (game, 0..6_u32, vec(high, 32), vec(low, 32), 0..3_usize, values).prop_map(
        |(game, low_bits, high, low, dtype, values)| {
            let (bits, space, problem) = match game {
                "chess" => (5, "young 2 3", "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n"),
                _ => (4, "subsets 4", "3 4 3\n2 2 3\n2 1 3\n2 1 2\n3 2 3 1\n0 0 0\n"),
            };
            let low_bits = low_bits.min(bits);
            let (dtype, size) = [("I8", 1), ("I16", 2), ("I32", 4)][dtype];
            let states = if game == "chess" { 10 } else { 16 };
            let metadata: BTreeMap<&str, String> = [
                ("bits", "a, b".into()),
                ("bound", "127".into()),
                ("crate_version", "0".into()),
                ("format_version", "1".into()),
                ("game", game.into()),
                ("layers", format!("0,{states}")),
                ("low_bits", low_bits.to_string()),
                ("problem", problem.into()),
                ("space", space.into()),
            ]
            .into();
            let (high, low) = (&high[..1 << (bits - low_bits)], &low[..1 << low_bits]);
            Parts::new(&metadata, high, low, dtype, &values[..states * size]).sealed()
        },
    )
}

fn damaged_headers(cases: u32) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    let originals = [Parts::of(&file_of(&small_chess())), Parts::of(&file_of(&small_gems()))];
    let mut opened = 0;
    let edits = (0..2_usize, vec(edit(), 1..3));
    let mut runner = TestRunner::deterministic();
    for _ in 0..cases {
        let (original, edits) = edits.new_tree(&mut runner).unwrap().current();
        let mut parts = originals[original].clone();
        for edit in edits {
            edit.apply(&mut parts);
        }
        opened += u32::from(opens(&path, &parts.sealed()).is_ok());
    }
    assert!(opened > cases / 50, "only {opened} of {cases} were opened: the deeper checks are not reached");
}

fn hostile_indices(cases: u32) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    let mut runner = TestRunner::deterministic();
    let files = hostile();
    for _ in 0..cases {
        opens(&path, &files.new_tree(&mut runner).unwrap().current()).unwrap();
    }
}

#[test]
fn headers_with_right_checksums_and_wrong_contents() {
    damaged_headers(3_000);
}

#[test]
fn any_numbers_in_the_index() {
    hostile_indices(1_000);
}

#[test]
fn the_binary_says_so_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    let run = |args: &[&str], code: i32| {
        let output = assert_cmd::cargo::cargo_bin_cmd!().arg(args[0]).arg(&path).args(&args[1..]).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), error.lines().count()),
            (Some(code), usize::from(code > 0)),
            "{args:?}: {error}"
        );
        assert!(!error.contains('\x1b') && !output.stdout.contains(&0x1b), "{args:?}: {error}");
        error
    };
    let original = Parts::of(&file_of(&small_chess()));
    // No state has a place.
    let mut parts = original.clone();
    let high = parts.range("high").unwrap();
    parts.tensors[high].fill(0xff);
    std::fs::write(&path, parts.sealed()).unwrap();
    run(&["info"], 0);
    assert!(run(&["verify"], 1).contains("no place of its own"));
    assert!(run(&["line"], 2).contains("no value"));
    run(&["line", "0 0"], 2);
    run(&["export", "-o", folder.path().join("a.npy").to_str().unwrap()], 2);
    assert!(!folder.path().join("a.npy").exists());
    // A wrong value, and names that would steer a terminal.
    let mut parts = original.clone();
    let values = parts.range("values").unwrap();
    parts.tensors[values.start] ^= 1;
    std::fs::write(&path, parts.sealed()).unwrap();
    assert!(run(&["verify"], 1).contains("has value"));
    for key in ["game", "problem", "bits", "space", "layers"] {
        let mut parts = original.clone();
        parts.metadata().insert(key.into(), "\x1b[31m\n\r".into());
        std::fs::write(&path, parts.sealed()).unwrap();
        run(&["verify"], if key == "bits" { 0 } else { 2 });
        run(&["info"], if ["space", "layers"].contains(&key) { 2 } else { 0 });
    }
}

#[test]
#[ignore = "minutes; see the top of the file"]
fn long_run() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(100_000);
    damaged_headers(cases);
    hostile_indices(cases);
}
