//! Table files read by another language, from their description alone.

mod tables;
mod wanted;

use std::path::Path;
use std::process::Command;

use retrograde::{Existing, Notation, Table};

/// Whether Python can do this.
fn python_can(script: &str) -> bool {
    let can = Command::new("python3").args(["-c", script]).output().is_ok_and(|output| output.status.success());
    if !can {
        wanted::left_out(&format!("python3 that can `{script}`"));
    }
    can
}

/// Holds every state of a table against what Python reads.
fn agrees(path: &Path, how: &str) {
    let table = Table::open(path).unwrap();
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables/reader.py");
    let output = Command::new("python3").arg(reader).arg(path).arg(how).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut seen = 0;
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let (mask, value) = line.split_once(' ').unwrap();
        assert_eq!(
            table.value::<i32>(mask.parse().unwrap()),
            Some(value.parse().unwrap()),
            "{}: {line}",
            path.display()
        );
        seen += 1;
    }
    assert_eq!(seen, table.states());
}

fn all_agree(how: &str) {
    for (_, path) in tables::golden() {
        agrees(&path, how);
    }
    // Several blocks of values, and a high part.
    let bags: Vec<Vec<u32>> = (1..15).map(|bag| (1..=bag % 4 + 1).collect()).collect();
    let (folder, game) = (tempfile::tempdir().unwrap(), retrograde::games::gems::Gems::new(2, bags).unwrap());
    let path = folder.path().join("a.table");
    tables::solve(&game).save(&path, &game.label(), Existing::Keep).unwrap();
    agrees(&path, how);
}

#[test]
fn the_standard_library_alone() {
    if python_can("import struct") {
        all_agree("struct");
    }
}

#[test]
fn numpy() {
    if python_can("import numpy") {
        all_agree("numpy");
    }
}

#[test]
fn safetensors() {
    if python_can("from safetensors.numpy import load_file") {
        all_agree("safetensors");
    }
}
