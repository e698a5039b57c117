//! Opening a table file. Nothing that the file says is trusted.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use safetensors::tensor::{Dtype, Metadata};

use super::header::{FORMAT_VERSIONS, parted, space_of_name};
use super::{CHUNK, Label, header};
use crate::space::{Index, MAX_BITS, Members};
use crate::table::{CellType, Column, Memory, MemoryError, Shape, Table};

/// Why a file is not opened, or not believed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file cannot be read.
    #[error("cannot read the file")]
    Io(#[from] io::Error),
    /// There is no memory to read it into.
    #[error("not enough memory")]
    Memory(#[from] MemoryError),
    /// The file is no table.
    #[error("not a table: {reason}")]
    NotATable {
        /// What it lacks.
        reason: String,
    },
    /// The file is a table of a format that this version does not know.
    #[error("a table of format version {found}; this program reads version {}", FORMAT_VERSIONS.join(" and "))]
    Version {
        /// The version of the file.
        found: String,
    },
    /// A part of the file is not what was written.
    #[error("the table is damaged: {part} does not match its checksum")]
    Damaged {
        /// The part.
        part: String,
    },
}

fn not_a_table(reason: impl Into<String>) -> OpenError {
    OpenError::NotATable { reason: reason.into() }
}

/// The file at a path, if it can be a table.
fn file(path: &Path) -> Result<File, OpenError> {
    // Asked before it is opened, because a pipe would wait for its other end.
    let kind = path.metadata()?;
    if kind.is_dir() {
        return Err(not_a_table("it is a folder"));
    }
    if !kind.is_file() {
        return Err(not_a_table("it is no regular file"));
    }
    let file = File::open(path)?;
    if file.metadata()?.len() == 0 {
        return Err(not_a_table("the file is empty"));
    }
    Ok(file)
}

/// The bytes of a file, read.
pub(in crate::table) fn read(path: &Path) -> Result<Memory, OpenError> {
    Ok(Memory::of_read(&mut file(path)?)?)
}

/// The bytes of a file, mapped.
///
/// # Safety
/// Nobody may write to the file, or cut it short, as long as the memory lives.
#[allow(unsafe_code)]
pub(in crate::table) unsafe fn map(path: &Path) -> Result<Memory, OpenError> {
    // SAFETY: the caller vouches for the file.
    Ok(unsafe { Memory::of_file(&file(path)?)? })
}

/// Opens a table or a set of states; with `check` all its bytes are held against their checksums.
pub(in crate::table) fn open(memory: Memory, check: bool) -> Result<Table, OpenError> {
    let (header, metadata) = header_of(memory.bytes())?;
    let entries = metadata.metadata().as_ref().ok_or_else(|| not_a_table("its header has no metadata"))?;
    let version = entry(entries, "format_version")?;
    if !FORMAT_VERSIONS.contains(&version) {
        return Err(OpenError::Version { found: version.chars().take(20).collect() });
    }
    let parts = Parts::find(&memory, header, &metadata)?;
    let sums: Vec<u32> = numbers(parts.checksums, u32::from_le_bytes);
    if sums.first() != Some(&crc32fast::hash(&memory.bytes()[..header])) {
        return Err(OpenError::Damaged { part: "the header".into() });
    }
    if check {
        parts.check(&sums)?;
    }
    let label = Label {
        game: entry(entries, "game")?.into(),
        problem: entry(entries, "problem")?.into(),
        bits: parted(entry(entries, "bits")?),
    };
    let index = Arc::new(index(entries, &parts)?);
    let mut table = match entries.get("set") {
        Some(set) => {
            let (column, bound) = (parts.column(Shape::of(CellType::Bit), number(entries, "states")?)?, 1);
            Table { index, layers: Vec::new(), bound, column, set: Some(set.clone()), label: Some(label) }
        }
        None => {
            let shape = shape(entries, parts.dtype, parts.bits)?;
            let layers: Vec<usize> = entry(entries, "layers")?
                .split(',')
                .map(|start| start.parse().map_err(|_| not_a_table("its layers are no numbers")))
                .collect::<Result<_, _>>()?;
            let column = parts.column(shape, layers.last().copied().unwrap_or(0))?;
            if !layers.is_sorted() || layers.first() != Some(&0) {
                return Err(not_a_table("its layers are not those of its values"));
            }
            let bound = number(entries, "bound")?;
            let fits = match shape.cell {
                CellType::I8 | CellType::I16 | CellType::I32 if bound != i64::MAX => {
                    (0..1 << (shape.cell.bits() - 1)).contains(&bound)
                }
                _ => bound >= 0,
            };
            if !fits {
                return Err(not_a_table("its bound is none that its values can have"));
            }
            Table { index, layers, bound, column, set: None, label: Some(label) }
        }
    };
    if cfg!(target_endian = "big") && table.shape().cell.bits() > 8 {
        return Err(not_a_table("values of more than a byte cannot be read in place on a big-endian machine"));
    }
    let (mut values, shape, states) = (parts.values_range.clone(), table.shape(), table.states());
    if shape.cell == CellType::Bit {
        // Bits are read by words; what stands behind the last of them is not looked at.
        values.end = values.start + values.len().next_multiple_of(8);
    }
    table.column = Column::new(memory.padded_part(values)?, shape, states);
    Ok(table)
}

/// The cells that the metadata speak of; those of the first version speak of none.
fn shape(entries: &HashMap<String, String>, dtype: Dtype, bits: bool) -> Result<Shape, OpenError> {
    let cell = match entries.get("cells") {
        Some(name) => CellType::ALL.into_iter().find(|cell| cell.name() == name),
        None => match dtype {
            Dtype::I8 => Some(CellType::I8),
            Dtype::I16 => Some(CellType::I16),
            Dtype::I32 => Some(CellType::I32),
            _ => None,
        },
    };
    let width = if entries.contains_key("width") { number(entries, "width")? } else { 1 };
    let cell = cell.filter(|&cell| (cell == CellType::Bit) == bits && header::dtype(cell).0 == format!("{dtype:?}"));
    match cell {
        Some(CellType::Bit) if width != 1 => Err(not_a_table("its states have several bits")),
        Some(cell) if width > 0 => Ok(Shape { cell, width }),
        _ => Err(not_a_table(format!("its cells are none of type {dtype:?}"))),
    }
}

/// The length of the header with its prefix, and what it says; it speaks of every byte of the file.
fn header_of(bytes: &[u8]) -> Result<(usize, Metadata), OpenError> {
    let (length, rest) = bytes.split_first_chunk().ok_or_else(|| not_a_table("it is cut short in the header"))?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok().filter(|&length| length <= rest.len());
    let length = length.ok_or_else(|| not_a_table("its header is longer than the file"))?;
    let (header, tensors) = rest.split_at(length);
    let metadata: Metadata = serde_json::from_slice(header).map_err(|error| not_a_table(format!("{error}")))?;
    // Here and not in the crate, which adds the sizes up before it compares them.
    if metadata.data_len() != tensors.len() {
        return Err(not_a_table("its tensors do not end where the file does"));
    }
    Ok((8 + length, metadata))
}

/// The tensors of a table file, their types and lengths seen to.
struct Parts<'a> {
    high: &'a [u8],
    low: &'a [u8],
    classes: Option<[&'a [u8]; 2]>,
    /// The values, or the bits.
    values: &'a [u8],
    values_range: std::ops::Range<usize>,
    dtype: Dtype,
    /// Whether there are bits in place of values.
    bits: bool,
    checksums: &'a [u8],
}

impl<'a> Parts<'a> {
    fn find(memory: &'a Memory, header: usize, metadata: &Metadata) -> Result<Self, OpenError> {
        let find = |name: &str| {
            let info = metadata.info(name).ok_or_else(|| not_a_table(format!("it has no tensor `{name}`")))?;
            let (start, end) = info.data_offsets;
            let range = start.checked_add(header).zip(end.checked_add(header)).map(|(start, end)| start..end);
            let bytes = range.clone().and_then(|range| memory.bytes().get(range));
            let (range, bytes) = range.zip(bytes).ok_or_else(|| not_a_table(format!("`{name}` is cut short")))?;
            Ok::<_, OpenError>((info.dtype, range, bytes))
        };
        let typed = |name: &str, expected: Dtype| match find(name)? {
            (dtype, _, bytes) if dtype == expected => Ok(bytes),
            (dtype, ..) => Err(not_a_table(format!("`{name}` has type {dtype:?}"))),
        };
        let bits = metadata.info("values").is_none() && metadata.info("bits").is_some();
        let name = if bits { "bits" } else { "values" };
        let (dtype, values_range, values) = find(name)?;
        if bits && dtype != Dtype::U8 {
            return Err(not_a_table(format!("`bits` has type {dtype:?}")));
        }
        if values_range.start % 64 != 0 {
            return Err(not_a_table(format!("`{name}` does not start at a multiple of 64")));
        }
        let classes = match metadata.info("high_class") {
            Some(_) => Some([typed("high_class", Dtype::U8)?, typed("low_class", Dtype::U8)?]),
            None => None,
        };
        let checksums = typed("checksums", Dtype::U32)?;
        let parts = if classes.is_some() { 6 } else { 4 };
        if checksums.len() / 4 != parts + values.len().div_ceil(CHUNK) {
            return Err(not_a_table("the number of checksums is wrong"));
        }
        let (high, low) = (typed("high", Dtype::I64)?, typed("low", Dtype::I32)?);
        Ok(Self { high, low, classes, values, values_range, dtype, bits, checksums })
    }

    /// An empty column of this shape, if the tensor is as long as it takes for so many states.
    fn column(&self, shape: Shape, states: usize) -> Result<Column, OpenError> {
        let bytes = match shape.cell {
            CellType::Bit => states.div_ceil(8) as u64,
            _ => shape.bytes(states),
        };
        if self.bits != (shape.cell == CellType::Bit) || bytes != self.values.len() as u64 {
            let what = if self.bits { "bits" } else { "values" };
            return Err(not_a_table(format!("its states are not as many as its {what}")));
        }
        if self.bits && !states.is_multiple_of(8) && self.values.last().is_some_and(|&last| last >> (states % 8) != 0) {
            return Err(not_a_table("it has bits beyond the last state"));
        }
        Ok(Column::unfilled(shape, states)?)
    }

    /// Holds every byte after the header against the checksums.
    fn check(&self, sums: &[u32]) -> Result<(), OpenError> {
        let damaged = |part: String| Err(OpenError::Damaged { part });
        let (own, others) =
            self.checksums.split_last_chunk::<4>().map(|(others, own)| (own, others)).unwrap_or((&[0; 4], &[]));
        if crc32fast::hash(others) != u32::from_le_bytes(*own) {
            return damaged("the list of checksums".into());
        }
        let mut parts = vec![("`high`", self.high), ("`low`", self.low)];
        parts.extend(self.classes.into_iter().flat_map(|[high, low]| [("`high_class`", high), ("`low_class`", low)]));
        let (of_parts, of_values) = sums[1..].split_at(parts.len());
        for ((name, bytes), &sum) in parts.into_iter().zip(of_parts) {
            if crc32fast::hash(bytes) != sum {
                return damaged(name.into());
            }
        }
        for (at, (chunk, &sum)) in self.values.chunks(CHUNK).zip(of_values).enumerate() {
            if crc32fast::hash(chunk) != sum {
                return damaged(format!("chunk {at} of `{}`", if self.bits { "bits" } else { "values" }));
            }
        }
        Ok(())
    }
}

/// The index that the file brings along.
fn index(entries: &HashMap<String, String>, parts: &Parts<'_>) -> Result<Index, OpenError> {
    let (bits, members) = space_of_name(entry(entries, "space")?, parts.classes)
        .ok_or_else(|| not_a_table("its space is none that is known"))?;
    let low_bits: u32 = number(entries, "low_bits")?;
    if bits > MAX_BITS || low_bits > bits || matches!(members, Members::Ones(ones) if ones > bits) {
        return Err(not_a_table("the bits of its states are too many"));
    }
    if parts.high.len() as u64 != 8 << (bits - low_bits) || parts.low.len() as u64 != 4 << low_bits {
        return Err(not_a_table("`high` or `low` has not the length that its space wants"));
    }
    let lengths = [parts.high.len() / 8, parts.low.len() / 4];
    if parts.classes.is_some_and(|classes| classes.map(<[u8]>::len) != lengths) {
        return Err(not_a_table("its classes are not as many as its parts"));
    }
    let high = numbers(parts.high, i64::from_le_bytes);
    let low = numbers(parts.low, i32::from_le_bytes);
    Ok(Index::new(bits, low_bits, members, high, low))
}

fn numbers<const N: usize, T>(bytes: &[u8], number: impl Fn([u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks::<N>().0.iter().map(|&bytes| number(bytes)).collect()
}

fn entry<'a>(entries: &'a HashMap<String, String>, name: &str) -> Result<&'a str, OpenError> {
    entries.get(name).map(String::as_str).ok_or_else(|| not_a_table(format!("its metadata have no `{name}`")))
}

fn number<T: std::str::FromStr>(entries: &HashMap<String, String>, name: &str) -> Result<T, OpenError> {
    entry(entries, name)?.parse().map_err(|_| not_a_table(format!("`{name}` is no number that could be right")))
}
