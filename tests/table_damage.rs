//! Damaged table files: an error or a right answer, never a panic and never a wrong answer after a check.

mod tables;

use std::fs::File;

use retrograde::{Table, verify};

use tables::{Parts, agree, exercise, file_of, opens, small_chess, small_gems, solve};

#[test]
fn every_byte_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    for bytes in [file_of(&small_chess()), file_of(&small_gems())] {
        assert!(bytes.len() < 2048);
        opens(&path, &bytes).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        let put = |at: usize, byte: u8| std::os::unix::fs::FileExt::write_all_at(&file, &[byte], at as u64).unwrap();
        for (at, &byte) in bytes.iter().enumerate() {
            for flipped in (0..8).map(|bit| 1 << bit).chain([0xff, byte]).filter(|&flipped| flipped != 0) {
                put(at, byte ^ flipped);
                if let Ok(table) = Table::open(&path) {
                    exercise(&table);
                }
                assert!(Table::open_checked(&path).is_err(), "byte {at} of {} with {flipped:#x}", bytes.len());
            }
            put(at, byte);
        }
        for length in 0..bytes.len() {
            assert!(opens(&path, &bytes[..length]).is_err(), "{length} bytes");
        }
        for more in [&b"\0"[..], b" ", b"}", &[0; 64], &[0xff; 4], &bytes] {
            assert!(opens(&path, &[&bytes[..], more].concat()).is_err());
            assert!(opens(&path, &[more, &bytes[..]].concat()).is_err());
        }
    }
}

#[test]
fn what_is_wrong_under_right_checksums_is_found_by_verify() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    let game = small_chess();
    let original = Parts::of(&file_of(&game));
    for name in ["high", "low", "values"] {
        for at in original.range(name).unwrap() {
            for flipped in [1, 0x80, 0xff] {
                let mut parts = original.clone();
                parts.tensors[at] ^= flipped;
                // Some bytes are never looked at: those of blocks and low parts that no state has.
                let table = opens(&path, &parts.sealed()).unwrap();
                if verify(&game, &table).is_ok() {
                    assert!(name != "values" && agree(5, &table, &solve(&game)), "{name}, byte {at}");
                }
            }
        }
    }
    for (key, value) in [("layers", "0,10"), ("layers", "0,3,10"), ("bound", "1"), ("bound", "0")] {
        let mut parts = original.clone();
        parts.metadata().insert(key.into(), value.into());
        assert!(verify(&game, &opens(&path, &parts.sealed()).unwrap()).is_err(), "{key} {value}");
    }
}
