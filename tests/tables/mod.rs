//! What the tests of table files share: small tables, and files put together by hand.

#![allow(dead_code, reason = "every test file compiles this module for itself and uses only a part of it")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use retrograde::games::chess::Chess;
use retrograde::games::gems::Gems;
use retrograde::{Existing, Notation, OpenError, Solver, Table};
use serde_json::{Map, Value, json};

/// A board of two rows; its table has less than 2 KB.
pub fn small_chess() -> Chess {
    Chess::new(2, 3, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1]).unwrap()
}

/// Four bags; their table has less than 2 KB.
pub fn small_gems() -> Gems {
    Gems::new(3, vec![vec![2, 3], vec![1, 3], vec![1, 2], vec![2, 3, 1]]).unwrap()
}

pub fn solve(game: &impl Notation) -> Table {
    Solver::new().solve(game).unwrap().table
}

/// The bytes of the table file of a game.
pub fn file_of(game: &impl Notation) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    solve(game).save(&path, &game.label(), Existing::Keep).unwrap();
    std::fs::read(path).unwrap()
}

/// Whether two tables give each mask of so many bits, and some beyond, the same value.
pub fn agree(bits: u32, one: &Table, other: &Table) -> bool {
    (0..4 << bits).chain([u64::MAX, 1 << 63, 1 << 40]).all(|mask| one.value::<i32>(mask) == other.value(mask))
}

/// A table file in its parts, to be changed and put together again.
#[derive(Debug, Clone)]
pub struct Parts {
    pub header: Map<String, Value>,
    pub tensors: Vec<u8>,
}

impl Parts {
    pub fn of(file: &[u8]) -> Self {
        let (length, rest) = file.split_first_chunk().unwrap();
        let (header, tensors) = rest.split_at(u64::from_le_bytes(*length) as usize);
        Self { header: serde_json::from_slice(header).unwrap(), tensors: tensors.into() }
    }

    /// A file of these metadata and numbers, whatever they are.
    pub fn new(metadata: &BTreeMap<&str, String>, high: &[i64], low: &[i32], dtype: &str, values: &[u8]) -> Self {
        let size = [("I8", 1), ("I16", 2), ("I32", 4)].into_iter().find(|known| known.0 == dtype).unwrap().1;
        let mut parts = Self { header: Map::new(), tensors: Vec::new() };
        parts.header.insert("__metadata__".into(), json!(metadata));
        parts.push("high", "I64", 8, &high.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>());
        parts.push("low", "I32", 4, &low.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>());
        parts.push("values", dtype, size, values);
        parts.push("checksums", "U32", 4, &vec![0; 4 * (4 + values.len().div_ceil(1 << 20))]);
        parts
    }

    fn push(&mut self, name: &str, dtype: &str, size: usize, bytes: &[u8]) {
        let start = self.tensors.len();
        self.tensors.extend(bytes);
        let entry =
            json!({ "dtype": dtype, "shape": [bytes.len() / size], "data_offsets": [start, start + bytes.len()] });
        self.header.insert(name.into(), entry);
    }

    pub fn metadata(&mut self) -> &mut Map<String, Value> {
        self.header["__metadata__"].as_object_mut().unwrap()
    }

    /// Where a tensor stands, if the header says so and it is there.
    pub fn range(&self, name: &str) -> Option<Range<usize>> {
        let offsets = self.header.get(name)?.get("data_offsets")?;
        let at = |end: usize| offsets.get(end)?.as_u64().and_then(|offset| usize::try_from(offset).ok());
        let range = at(0)?..at(1)?;
        (range.start <= range.end && range.end <= self.tensors.len()).then_some(range)
    }

    /// The file, with the length of the header and all checksums as they should be.
    pub fn sealed(mut self) -> Vec<u8> {
        let mut header = serde_json::to_string(&self.header).unwrap();
        let tensor = if self.header.contains_key("bits") { "bits" } else { "values" };
        let values = self.range(tensor).map_or(0, |range| range.start);
        while !(8 + header.len() + values).is_multiple_of(64) {
            header.push(' ');
        }
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header.as_bytes());
        if let Some(checksums) = self.range("checksums") {
            let bytes = |name: &str| self.range(name).map_or(&[][..], |range| &self.tensors[range]);
            let mut sums = vec![crc32fast::hash(&file), crc32fast::hash(bytes("high")), crc32fast::hash(bytes("low"))];
            sums.extend(bytes(tensor).chunks(1 << 20).map(crc32fast::hash));
            let mut sums: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
            sums.extend(crc32fast::hash(&sums).to_le_bytes());
            let length = sums.len().min(checksums.len());
            self.tensors[checksums][..length].copy_from_slice(&sums[..length]);
        }
        file.extend(&self.tensors);
        file
    }
}

/// Opens these bytes as a table and asks what opens; the table where its checksums are right.
pub fn opens(path: &Path, bytes: &[u8]) -> Result<Table, OpenError> {
    std::fs::write(path, bytes).unwrap();
    if let Ok(table) = Table::open(path) {
        exercise(&table);
    }
    Table::open_checked(path)
}

/// Asks a table all that can be asked, for the sake of the questions.
pub fn exercise(table: &Table) {
    let bits = table.index().bits();
    let mut states: Vec<u64> = (0..1_u64 << bits.min(10)).chain([u64::MAX, 1 << 40, 1 << 63, (1 << 40) - 1]).collect();
    states.extend((0..64).map(|bit| 0x9e37_79b9_7f4a_7c15_u64.rotate_left(bit) & ((1 << bits) - 1)));
    let values: Vec<Option<i32>> = table.values(&states);
    for (&state, value) in states.iter().zip(values) {
        assert_eq!(table.value::<i32>(state), value);
    }
    let cells = table.cells();
    assert_eq!((cells.len(), cells.number(cells.len())), (table.states(), None));
    let _ = retrograde::games::visit(&table.label().unwrap().game, Asked { table, states: &states });
}

struct Asked<'a> {
    table: &'a Table,
    states: &'a [u64],
}

impl retrograde::games::Visitor for Asked<'_> {
    type Output = ();

    fn visit<G: Notation>(self) {
        let problem = &self.table.label().unwrap().problem;
        let Ok(Some(game)) = G::read_problem(&mut retrograde::notation::Reader::new(problem.as_bytes()), None) else {
            return;
        };
        if game.space().states() > 1 << 20 {
            return;
        }
        let probe = retrograde::Probe::new(&game, self.table);
        let own = self.states.iter().filter(|&&state| game.space().index(state).is_some());
        for &state in own.chain([&game.start()]) {
            let _ = (probe.moves_best_first(state), probe.best_moves(state), probe.principal_line(state));
        }
        if retrograde::verify(&game, self.table).is_ok() {
            assert!(agree(game.space().bits(), self.table, &solve(&game)), "a wrong answer after a clean verify");
        }
    }
}

/// The names of the golden files, and where they are.
pub fn golden() -> Vec<(&'static str, std::path::PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tables/v1");
    let names = [("chess", "chess_i8"), ("chess", "chess_i32"), ("gems", "gems_i8"), ("gems", "gems_i16")];
    names.map(|(game, name)| (game, folder.join(name).with_extension("table"))).into()
}
