//! The header of a table file: written by hand, for the sake of the same bytes each time.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Value, json};

use super::{CHUNK, Label};
use crate::space::{Index, Members, Parities, State};
use crate::table::{Memory, StateSet, Table, Width};

/// The format this version writes, and the only one it reads.
pub(super) const FORMAT_VERSION: &str = "1";

/// Where the parts of a table file stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// The length prefix and the header.
    pub(super) header: Vec<u8>,
    pub(super) high: Range<usize>,
    pub(super) low: Range<usize>,
    /// The values, or the bits.
    pub(super) values: Range<usize>,
    pub(super) checksums: Range<usize>,
}

/// What a file holds: one tensor of values or of bits, and the index to find them by.
pub(super) struct Content<'a> {
    pub(super) index: &'a Index,
    pub(super) memory: &'a Memory,
    /// The name of the tensor.
    pub(super) tensor: &'static str,
    /// The type of its numbers, and how many there are.
    pub(super) dtype: &'static str,
    pub(super) count: usize,
    /// The bytes of the tensor; those of the memory beyond them are left out.
    pub(super) bytes: usize,
    /// The bytes of each number that the memory is made of.
    pub(super) word: usize,
    /// The metadata that only files of this kind have.
    entries: Vec<(&'static str, String)>,
}

impl<'a> Content<'a> {
    pub(super) fn of_table(table: &'a Table) -> Self {
        let layers: Vec<String> = table.layers.iter().map(usize::to_string).collect();
        let dtype = match table.width {
            Width::I8 => "I8",
            Width::I16 => "I16",
            Width::I32 => "I32",
        };
        Self {
            index: &table.index,
            memory: &table.memory,
            tensor: "values",
            dtype,
            count: table.states(),
            bytes: table.states() * table.width.bytes(),
            word: table.width.bytes(),
            entries: vec![("bound", table.bound.to_string()), ("layers", layers.join(","))],
        }
    }

    pub(super) fn of_set(set: &'a StateSet, name: &str) -> Self {
        let states = set.space().states();
        Self {
            index: set.space().index_tables(),
            memory: set.memory(),
            tensor: "bits",
            dtype: "U8",
            count: states.div_ceil(8),
            bytes: states.div_ceil(8),
            word: 8,
            entries: vec![("set", name.into()), ("states", states.to_string())],
        }
    }
}

impl Layout {
    /// The layout of the file of a table or a set.
    pub(super) fn new(content: &Content<'_>, label: &Label) -> Self {
        let index = content.index;
        let sums = 4 + content.bytes.div_ceil(CHUNK);
        let mut end = 0;
        let mut tensors = BTreeMap::<&str, Value>::new();
        let mut place = |name, dtype: &str, count: usize, bytes: usize| -> Range<usize> {
            let range = end..end + bytes;
            end = range.end;
            tensors.insert(name, json!({ "data_offsets": [range.start, range.end], "dtype": dtype, "shape": [count] }));
            range
        };
        let high = place("high", "I64", index.high().len(), 8 * index.high().len());
        let low = place("low", "I32", index.low().len(), 4 * index.low().len());
        let values = place(content.tensor, content.dtype, content.count, content.bytes);
        let checksums = place("checksums", "U32", sums, 4 * sums);
        tensors.insert("__metadata__", metadata(content, label));

        let mut json = serde_json::to_string(&tensors).unwrap_or_default();
        while !(8 + json.len() + values.start).is_multiple_of(64) {
            json.push(' ');
        }
        let mut header = (json.len() as u64).to_le_bytes().to_vec();
        header.extend(json.into_bytes());
        let shift = |range: Range<usize>| range.start + header.len()..range.end + header.len();
        Self { high: shift(high), low: shift(low), values: shift(values), checksums: shift(checksums), header }
    }
}

fn metadata(content: &Content<'_>, label: &Label) -> Value {
    let mut entries: BTreeMap<&str, String> = [
        ("bits", label.bits.join(", ")),
        ("crate_version", env!("CARGO_PKG_VERSION").into()),
        ("format_version", FORMAT_VERSION.into()),
        ("game", label.game.clone()),
        ("low_bits", content.index.low_bits().to_string()),
        ("problem", label.problem.clone()),
        ("space", space_name(content.index)),
    ]
    .into();
    entries.extend(content.entries.iter().cloned());
    json!(entries)
}

/// The space of an index, as the header names it.
pub(super) fn space_name(index: &Index) -> String {
    match index.members() {
        Members::All => format!("subsets {}", index.bits()),
        Members::Ones(rows) => format!("young {rows} {}", index.bits() - rows),
        Members::Parities(parities) => {
            let sets: Vec<String> = parities.sets().iter().map(State::to_string).collect();
            format!("parities {} {} {}", index.bits(), parities.odd(), sets.join(" "))
        }
    }
}

/// The bits and the members of a space by its name in the header.
pub(super) fn space_of_name(name: &str) -> Option<(u32, Members)> {
    let mut words = name.split(' ');
    let family = words.next()?;
    let numbers: Vec<u64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let bits = u32::try_from(*numbers.first()?).ok()?;
    match (family, &numbers[1..]) {
        ("subsets", &[]) => Some((bits, Members::All)),
        ("young", &[cols]) => Some((bits.checked_add(cols.try_into().ok()?)?, Members::Ones(bits))),
        ("parities", &[odd, ref sets @ ..]) => {
            Some((bits, Members::Parities(Parities::new(sets, odd.try_into().ok()?))))
        }
        _ => None,
    }
}
