//! The header of a table file: written by hand, for the sake of the same bytes each time.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Value, json};

use super::super::Table;
use super::{CHUNK, Label};
use crate::space::{Index, Members, Parities, State};
use crate::table::Width;

/// The format this version writes, and the only one it reads.
pub(super) const FORMAT_VERSION: &str = "1";

/// Where the parts of a table file stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// The length prefix and the header.
    pub(super) header: Vec<u8>,
    pub(super) high: Range<usize>,
    pub(super) low: Range<usize>,
    pub(super) values: Range<usize>,
    pub(super) checksums: Range<usize>,
}

/// The name of a type of numbers in the header.
pub(super) fn dtype(width: Width) -> &'static str {
    match width {
        Width::I8 => "I8",
        Width::I16 => "I16",
        Width::I32 => "I32",
    }
}

impl Layout {
    /// The layout of the file of a table.
    pub(super) fn new(table: &Table, label: &Label) -> Self {
        let index = table.index();
        let states = table.states();
        let sums = 4 + (states * table.width.bytes()).div_ceil(CHUNK);
        let mut end = 0;
        let mut tensors = BTreeMap::<&str, Value>::new();
        let mut place = |name, dtype: &str, count: usize, bytes: usize| -> Range<usize> {
            let range = end..end + count * bytes;
            end = range.end;
            tensors.insert(name, json!({ "data_offsets": [range.start, range.end], "dtype": dtype, "shape": [count] }));
            range
        };
        let high = place("high", "I64", index.high().len(), 8);
        let low = place("low", "I32", index.low().len(), 4);
        let values = place("values", dtype(table.width), states, table.width.bytes());
        let checksums = place("checksums", "U32", sums, 4);
        tensors.insert("__metadata__", metadata(table, label));

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

fn metadata(table: &Table, label: &Label) -> Value {
    let layers: Vec<String> = table.layers.iter().map(usize::to_string).collect();
    let entries: BTreeMap<&str, String> = [
        ("bits", label.bits.join(", ")),
        ("bound", table.bound.to_string()),
        ("crate_version", env!("CARGO_PKG_VERSION").into()),
        ("format_version", FORMAT_VERSION.into()),
        ("game", label.game.clone()),
        ("layers", layers.join(",")),
        ("low_bits", table.index().low_bits().to_string()),
        ("problem", label.problem.clone()),
        ("space", space_name(table.index())),
    ]
    .into();
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
