//! Opening a table file. Nothing that the file says is trusted.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use safetensors::tensor::{Dtype, Metadata};

use super::header::{FORMAT_VERSION, space_of_name};
use super::{CHUNK, Label};
use crate::space::{Index, MAX_BITS, Members};
use crate::table::{BitTable, Memory, Table, TableFile, Width};

/// Why a file is not opened, or not believed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file cannot be read.
    #[error("cannot read the file")]
    Io(#[from] io::Error),
    /// The file is no table.
    #[error("not a table: {reason}")]
    NotATable {
        /// What it lacks.
        reason: String,
    },
    /// The file is a table of a format that this version does not know.
    #[error("a table of format version {found}; this program reads version {FORMAT_VERSION}")]
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

/// Opens a table or a set of states; with `check` all its bytes are held against their checksums.
pub(in crate::table) fn open(path: &Path, check: bool) -> Result<TableFile, OpenError> {
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
    let memory = Memory::of_file(&file)?;
    let (header, metadata) = header(memory.bytes())?;
    let entries = metadata.metadata().as_ref().ok_or_else(|| not_a_table("its header has no metadata"))?;
    let version = entry(entries, "format_version")?;
    if version != FORMAT_VERSION {
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
        bits: entry(entries, "bits")?.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect(),
    };
    let index = Arc::new(index(entries, &parts)?);
    let values = parts.values_range.clone();
    let Some(width) = parts.width else {
        let (states, set) = (number(entries, "states")?, entry(entries, "set")?.into());
        if usize::div_ceil(states, 8) != parts.values.len() {
            return Err(not_a_table("its states are not as many as its bits"));
        }
        if states % 8 != 0 && parts.values.last().is_some_and(|&last| last >> (states % 8) != 0) {
            return Err(not_a_table("it has bits beyond the last state"));
        }
        return Ok(TableFile::Bits(BitTable { index, states, set, label, memory: memory.part(values) }));
    };
    let layers: Vec<usize> = entry(entries, "layers")?
        .split(',')
        .map(|start| start.parse().map_err(|_| not_a_table("its layers are no numbers")))
        .collect::<Result<_, _>>()?;
    if !layers.is_sorted() || layers.first() != Some(&0) || layers.last() != Some(&(parts.values.len() / width.bytes()))
    {
        return Err(not_a_table("its layers are not those of its values"));
    }
    let bound = number(entries, "bound")?;
    if Width::for_bound(bound).is_none_or(|least| least > width) {
        return Err(not_a_table("its bound is none that its values can have"));
    }
    let table = Table { index, layers, bound, width, label: Some(label), memory: memory.part(values) };
    if cfg!(target_endian = "big") && table.width != Width::I8 {
        return Err(not_a_table("values of more than a byte cannot be mapped on a big-endian machine"));
    }
    Ok(TableFile::Values(table))
}

/// The length of the header with its prefix, and what it says; it speaks of every byte of the file.
fn header(bytes: &[u8]) -> Result<(usize, Metadata), OpenError> {
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
    /// The values, or the bits.
    values: &'a [u8],
    values_range: std::ops::Range<usize>,
    /// The width of the values; none where there are bits instead.
    width: Option<Width>,
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
        let width = match dtype {
            Dtype::U8 if bits => None,
            Dtype::I8 if !bits => Some(Width::I8),
            Dtype::I16 if !bits => Some(Width::I16),
            Dtype::I32 if !bits => Some(Width::I32),
            other => return Err(not_a_table(format!("`{name}` has type {other:?}"))),
        };
        if values_range.start % 64 != 0 {
            return Err(not_a_table(format!("`{name}` does not start at a multiple of 64")));
        }
        let checksums = typed("checksums", Dtype::U32)?;
        if checksums.len() / 4 != 4 + values.len().div_ceil(CHUNK) {
            return Err(not_a_table("the number of checksums is wrong"));
        }
        Ok(Self {
            high: typed("high", Dtype::I64)?,
            low: typed("low", Dtype::I32)?,
            values,
            values_range,
            width,
            checksums,
        })
    }

    /// Holds every byte after the header against the checksums.
    fn check(&self, sums: &[u32]) -> Result<(), OpenError> {
        let damaged = |part: String| Err(OpenError::Damaged { part });
        let (own, others) =
            self.checksums.split_last_chunk::<4>().map(|(others, own)| (own, others)).unwrap_or((&[0; 4], &[]));
        if crc32fast::hash(others) != u32::from_le_bytes(*own) {
            return damaged("the list of checksums".into());
        }
        for (name, bytes, sum) in [("`high`", self.high, sums[1]), ("`low`", self.low, sums[2])] {
            if crc32fast::hash(bytes) != sum {
                return damaged(name.into());
            }
        }
        for (at, (chunk, &sum)) in self.values.chunks(CHUNK).zip(&sums[3..]).enumerate() {
            if crc32fast::hash(chunk) != sum {
                return damaged(format!("chunk {at} of `{}`", if self.width.is_some() { "values" } else { "bits" }));
            }
        }
        Ok(())
    }
}

/// The index that the file brings along.
fn index(entries: &HashMap<String, String>, parts: &Parts<'_>) -> Result<Index, OpenError> {
    let (bits, members) =
        space_of_name(entry(entries, "space")?).ok_or_else(|| not_a_table("its space is none that is known"))?;
    let low_bits: u32 = number(entries, "low_bits")?;
    if bits > MAX_BITS || low_bits > bits || matches!(members, Members::Ones(ones) if ones > bits) {
        return Err(not_a_table("the bits of its states are too many"));
    }
    if parts.high.len() as u64 != 8 << (bits - low_bits) || parts.low.len() as u64 != 4 << low_bits {
        return Err(not_a_table("`high` or `low` has not the length that its space wants"));
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
