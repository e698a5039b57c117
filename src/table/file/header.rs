//! The header of a table file: written by hand, for the sake of the same bytes each time.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{CHUNK, Label};
use crate::space::{Classes, Index, Mask, Members, Parities};
use crate::table::{CellType, Memory, Shape, StateSet, Table};

/// The formats that are read. A file says the first if a reader of that one could open it.
pub(super) const FORMAT_VERSIONS: [&str; 2] = ["1", "2"];

/// Where the parts of a table file stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The length prefix and the header.
    pub(super) header: Vec<u8>,
    /// The values, or the bits.
    pub(super) values: Range<usize>,
    pub(super) checksums: Range<usize>,
}

/// What a file holds: one tensor of cells or of bits, and the index to find them by.
pub(super) struct Content<'a> {
    pub(super) index: &'a Index,
    pub(super) memory: &'a Memory,
    /// The name of the tensor.
    pub(super) tensor: &'static str,
    /// The type of its numbers, and how many there are in each direction.
    pub(super) dtype: &'static str,
    pub(super) shape: Vec<usize>,
    /// The bytes of the tensor; those of the memory beyond them are left out.
    pub(super) bytes: usize,
    /// The bytes of each number that the memory is made of.
    pub(super) word: usize,
    version: &'static str,
    /// The metadata that only files of this kind have.
    entries: Vec<(&'static str, String)>,
}

/// The name of a type in safetensors, and how many such numbers make a cell.
pub(super) fn dtype(cell: CellType) -> (&'static str, usize) {
    match cell {
        CellType::Bit | CellType::U8 => ("U8", 1),
        CellType::I8 => ("I8", 1),
        CellType::I16 => ("I16", 1),
        CellType::I32 => ("I32", 1),
        CellType::I64 => ("I64", 1),
        CellType::U16 => ("U16", 1),
        CellType::U32 => ("U32", 1),
        CellType::U64 => ("U64", 1),
        // There is no type of 128 bits: the lower half, then the upper.
        CellType::U128 => ("U64", 2),
        CellType::F32 => ("F32", 1),
        CellType::F64 => ("F64", 1),
    }
}

impl<'a> Content<'a> {
    pub(super) fn of_table(table: &'a Table) -> Self {
        Self::of_shape(table, table.shape())
    }

    /// As if the table had cells of this shape.
    pub(super) fn of_shape(table: &'a Table, Shape { cell, width }: Shape) -> Self {
        let (index, memory, states) = (&*table.index, table.column.memory(), table.states());
        if let Some(set) = &table.set {
            return Self::of_bits(index, memory, states, vec![("set", set.clone()), ("states", states.to_string())]);
        }
        let layers: Vec<String> = table.layers.iter().map(usize::to_string).collect();
        let mut entries = vec![("bound", table.bound.to_string()), ("layers", layers.join(","))];
        let first = matches!(cell, CellType::I8 | CellType::I16 | CellType::I32)
            && (width, table.bound == i64::MAX) == (1, false)
            && !matches!(index.members(), Members::Classes(_));
        if !first {
            entries.extend([("cells", cell.name().into()), ("width", width.to_string())]);
        }
        let version = FORMAT_VERSIONS[usize::from(!first)];
        if cell == CellType::Bit {
            return Self { version, ..Self::of_bits(index, memory, states, entries) };
        }
        let (dtype, numbers) = dtype(cell);
        let directions = [states, width, numbers];
        let shape = [1, 2, 3][usize::from(width > 1).max(2 * usize::from(numbers > 1))];
        Self {
            index,
            memory,
            tensor: "values",
            dtype,
            shape: directions[..shape].to_vec(),
            bytes: Shape { cell, width }.bytes(states) as usize,
            word: cell.bits() as usize / 8,
            version,
            entries,
        }
    }

    pub(super) fn of_set(set: &'a StateSet, name: &str) -> Self {
        let states = set.space().states();
        let entries = vec![("set", name.into()), ("states", states.to_string())];
        Self::of_bits(set.space().index_tables(), set.memory(), states, entries)
    }

    fn of_bits(index: &'a Index, memory: &'a Memory, states: usize, entries: Vec<(&'static str, String)>) -> Self {
        let bytes = states.div_ceil(8);
        let (tensor, dtype, shape) = ("bits", "U8", vec![bytes]);
        let version = FORMAT_VERSIONS[usize::from(matches!(index.members(), Members::Classes(_)))];
        // Bits that come from a file are bytes there, which need not fill a word.
        let word = if memory.bytes().len().is_multiple_of(8) { 8 } else { 1 };
        Self { index, memory, tensor, dtype, shape, bytes, word, version, entries }
    }

    /// The bytes of the tensors of the index, in the order of the file.
    pub(super) fn index_parts(&self) -> Vec<Vec<u8>> {
        let high = self.index.high().iter().flat_map(|start| start.to_le_bytes()).collect();
        let low = self.index.low().iter().flat_map(|rank| rank.to_le_bytes()).collect();
        let mut parts = vec![high, low];
        if let Members::Classes(classes) = self.index.members() {
            parts.extend([classes.high().to_vec(), classes.low().to_vec()]);
        }
        parts
    }
}

impl Layout {
    /// The layout of the file of a table or a set.
    pub(super) fn new(content: &Content<'_>, label: &Label) -> Self {
        let index = content.index;
        let mut end = 0;
        let mut tensors = BTreeMap::<&str, Value>::new();
        let mut place = |name, dtype: &str, shape: &[usize], bytes: usize| -> Range<usize> {
            let range = end..end + bytes;
            end = range.end;
            tensors.insert(name, json!({ "data_offsets": [range.start, range.end], "dtype": dtype, "shape": shape }));
            range
        };
        let (high, low) = (index.high().len(), index.low().len());
        place("high", "I64", &[high], 8 * high);
        place("low", "I32", &[low], 4 * low);
        let mut sums = 4 + content.bytes.div_ceil(CHUNK);
        if let Members::Classes(_) = index.members() {
            place("high_class", "U8", &[high], high);
            place("low_class", "U8", &[low], low);
            sums += 2;
        }
        let values = place(content.tensor, content.dtype, &content.shape, content.bytes);
        let checksums = place("checksums", "U32", &[sums], 4 * sums);
        tensors.insert("__metadata__", metadata(content, label));

        let mut json = serde_json::to_string(&tensors).expect("strings and numbers are JSON");
        while !(8 + json.len() + values.start).is_multiple_of(64) {
            json.push(' ');
        }
        let mut header = (json.len() as u64).to_le_bytes().to_vec();
        header.extend(json.into_bytes());
        let shift = |range: Range<usize>| range.start + header.len()..range.end + header.len();
        Self { values: shift(values), checksums: shift(checksums), header }
    }
}

fn metadata(content: &Content<'_>, label: &Label) -> Value {
    let mut entries: BTreeMap<&str, String> = [
        ("bits", joined(&label.bits)),
        ("crate_version", env!("CARGO_PKG_VERSION").into()),
        ("format_version", content.version.into()),
        ("game", label.game.clone()),
        ("low_bits", content.index.low_bits().to_string()),
        ("problem", label.problem.clone()),
        ("space", space_name(content.index)),
    ]
    .into();
    entries.extend(content.entries.iter().cloned());
    json!(entries)
}

/// Names parted by `, `. In a name a comma is `\,`, a backslash `\\`; an empty name is `\e`.
fn joined(names: &[String]) -> String {
    let escaped = |name: &String| match &name[..] {
        "" => r"\e".into(),
        name => name.replace('\\', r"\\").replace(',', r"\,"),
    };
    names.iter().map(escaped).collect::<Vec<String>>().join(", ")
}

/// The names that were joined.
pub(super) fn parted(text: &str) -> Vec<String> {
    let (mut names, mut name, mut letters) = (Vec::new(), String::new(), text.chars());
    if text.is_empty() {
        return names;
    }
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => name.extend(letters.next().filter(|&escaped| escaped != 'e')),
            ',' => {
                if !letters.as_str().is_empty() {
                    letters.next();
                }
                names.push(std::mem::take(&mut name));
            }
            letter => name.push(letter),
        }
    }
    names.push(name);
    names
}

/// The space of an index, as the header names it.
pub(super) fn space_name(index: &Index) -> String {
    match index.members() {
        Members::All => format!("subsets {}", index.bits()),
        Members::Ones(rows) => format!("young {rows} {}", index.bits() - rows),
        Members::Parities(parities) => {
            let sets: Vec<String> = parities.sets().iter().map(Mask::to_string).collect();
            format!("parities {} {} {}", index.bits(), parities.odd(), sets.join(" "))
        }
        Members::Classes(classes) => format!("classes {} {}", index.bits(), classes.number_bits()),
    }
}

/// The bits and the members of a space by its name in the header; `classes` are the tables of classes that the file has.
pub(super) fn space_of_name(name: &str, classes: Option<[&[u8]; 2]>) -> Option<(u32, Members)> {
    let mut words = name.split(' ');
    let family = words.next()?;
    let numbers: Vec<u64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let bits = u32::try_from(*numbers.first()?).ok()?;
    match (family, &numbers[1..]) {
        ("subsets", &[]) => Some((bits, Members::All)),
        ("young", &[cols]) => Some((bits.checked_add(cols.try_into().ok()?)?, Members::Ones(bits))),
        ("parities", &[odd, ref sets @ ..]) => {
            Some((bits, Members::Parities(Parities::new(sets, odd.try_into().ok()?)?)))
        }
        ("classes", &[number_bits]) => {
            let ([high, low], number_bits) = (classes?, u32::try_from(number_bits).ok()?);
            let classes = Classes::new(high.into(), low.into(), number_bits);
            (number_bits <= bits).then(|| (bits, Members::Classes(Arc::new(classes))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_bits_are_kept_whatever_they_are() {
        for names in [&[][..], &[""], &["", ""], &["a", "b c"], &["a, b", "c,d", ","], &["\\", "\\,", "\\\\, x", ""]] {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(parted(&joined(&names)), names, "{}", joined(&names));
        }
        assert_eq!(joined(&["bag 1 left".into(), "bag 2 left".into()]), "bag 1 left, bag 2 left");
    }
}
