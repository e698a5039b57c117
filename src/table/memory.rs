//! Memory whose allocation may fail, anonymous or in a file: a table that does not fit is an error, never an abort.

use std::fs::File;
use std::io::Read;
use std::ops::Range;

use bytemuck::{AnyBitPattern, NoUninit};
use memmap2::{Mmap, MmapMut};

/// The bytes of a huge page. From an eighth of it on, one is had sooner than the small pages one by one.
const HUGE_PAGE: usize = 1 << 21;

/// The memory asked for is not to be had.
#[derive(Debug, thiserror::Error)]
#[error("cannot allocate {bytes} bytes")]
pub struct MemoryError {
    /// The bytes asked for.
    pub bytes: u64,
    /// What the system said.
    #[source]
    pub source: std::io::Error,
}

/// A run of bytes, aligned to 64.
#[derive(Debug)]
pub(crate) struct Memory {
    map: Map,
    range: Range<usize>,
}

enum Map {
    /// Of this process alone.
    Anonymous(MmapMut),
    /// A file that is being written.
    Draft(MmapMut),
    /// A finished file.
    ReadOnly(Mmap),
    /// Bytes of the caller's.
    Bytes(Box<dyn AsRef<[u8]> + Send + Sync>),
}

impl std::fmt::Debug for Map {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Anonymous(_) => "Anonymous",
            Self::Draft(_) => "Draft",
            Self::ReadOnly(_) => "ReadOnly",
            Self::Bytes(_) => "Bytes",
        })
    }
}

impl Memory {
    /// Takes `bytes` zeroed bytes: an anonymous map, whose pages the system hands out as they are first touched.
    pub(crate) fn zeroed(bytes: usize) -> Result<Self, MemoryError> {
        // An empty map is an error to the system; a byte costs nothing.
        let mut length = bytes.max(1);
        // Huge pages only save time, a fault for each 4 KiB; where the system has none the table is as right without.
        let huge = cfg!(target_os = "linux") && bytes >= HUGE_PAGE / 8;
        if huge {
            length = length.checked_next_multiple_of(HUGE_PAGE).unwrap_or(length);
        }
        let map = MmapMut::map_anon(length).map_err(|source| MemoryError { bytes: bytes as u64, source })?;
        #[cfg(target_os = "linux")]
        if huge {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self { map: Map::Anonymous(map), range: 0..bytes })
    }

    /// A run of a file of our own, to be written in place.
    #[allow(unsafe_code)]
    pub(crate) fn of_new_file(file: &File, range: Range<usize>) -> Result<Self, MemoryError> {
        let bytes = range.end as u64;
        // SAFETY: the file is a temporary one that this process has just made, locked, and gives to nobody else.
        let map = unsafe { memmap2::MmapOptions::new().len(range.end.max(1)).map_mut(file) };
        Ok(Self { map: Map::Draft(map.map_err(|source| MemoryError { bytes, source })?), range })
    }

    /// A whole file, mapped.
    ///
    /// # Safety
    /// Nobody may write to the file, or cut it short, as long as the memory lives.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn of_file(file: &File) -> std::io::Result<Self> {
        // SAFETY: the caller vouches for the file.
        let map = unsafe { Mmap::map(file)? };
        let range = 0..map.len();
        Ok(Self { map: Map::ReadOnly(map), range })
    }

    /// A whole file, read.
    pub(crate) fn of_read(file: &mut File) -> std::io::Result<Self> {
        let length = usize::try_from(file.metadata()?.len()).map_err(|_| std::io::ErrorKind::FileTooLarge)?;
        let mut memory = Self::zeroed(length).map_err(|error| error.source)?;
        file.read_exact(memory.as_mut_slice())?;
        Ok(memory)
    }

    /// Bytes of the caller's; a copy of them where they do not stand at a multiple of 64.
    pub(crate) fn of_bytes(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> std::io::Result<Self> {
        let slice = bytes.as_ref();
        let range = 0..slice.len();
        if slice.as_ptr().addr().is_multiple_of(64) {
            return Ok(Self { map: Map::Bytes(Box::new(bytes)), range });
        }
        let mut memory = Self::zeroed(slice.len()).map_err(|error| error.source)?;
        memory.as_mut_slice().copy_from_slice(slice);
        Ok(memory)
    }

    /// The same memory, no longer to be written.
    pub(crate) fn into_read_only(self) -> std::io::Result<Self> {
        let map = match self.map {
            Map::Anonymous(map) | Map::Draft(map) => Map::ReadOnly(map.make_read_only()?),
            map => map,
        };
        Ok(Self { map, ..self })
    }

    /// The same memory for `bytes` bytes of other content, if that many fit: to be written before it is read.
    pub(crate) fn reused(self, bytes: usize) -> Option<Self> {
        match &self.map {
            Map::Anonymous(map) if map.len() >= bytes => Some(Self { range: 0..bytes, ..self }),
            _ => None,
        }
    }

    /// A part of what this memory covers; a copy filled up with zeros where it goes beyond the end.
    pub(crate) fn padded_part(self, range: Range<usize>) -> Result<Self, MemoryError> {
        let start = self.range.start;
        if range.end <= self.range.len() {
            return Ok(Self { range: start + range.start..start + range.end, ..self });
        }
        let mut copy = Self::zeroed(range.len())?;
        let rest = &self.bytes()[range.start..];
        copy.as_mut_slice()[..rest.len()].copy_from_slice(rest);
        Ok(copy)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.map {
            Map::Anonymous(map) | Map::Draft(map) => &map[self.range.clone()],
            Map::ReadOnly(map) => &map[self.range.clone()],
            Map::Bytes(bytes) => &(**bytes).as_ref()[self.range.clone()],
        }
    }

    /// The bytes as numbers of type `T`; a rest that fills no whole number is left out.
    pub(crate) fn as_slice<T: AnyBitPattern>(&self) -> &[T] {
        let bytes = self.bytes();
        bytemuck::cast_slice(&bytes[..bytes.len() - bytes.len() % size_of::<T>().max(1)])
    }

    /// The bytes as numbers of type `T`, to be written; none where the memory is a finished file.
    pub(crate) fn as_mut_slice<T: AnyBitPattern + NoUninit>(&mut self) -> &mut [T] {
        let (Map::Anonymous(map) | Map::Draft(map)) = &mut self.map else { return &mut [] };
        let bytes = &mut map[self.range.clone()];
        let whole = bytes.len() - bytes.len() % size_of::<T>().max(1);
        bytemuck::cast_slice_mut(&mut bytes[..whole])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_zeroed_and_sized() {
        let mut memory = Memory::zeroed(10).unwrap();
        assert_eq!(memory.as_slice::<i32>(), [0, 0]);
        memory.as_mut_slice::<i8>()[9] = 7;
        assert_eq!(memory.as_slice::<i8>(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
        assert!(Memory::zeroed(0).unwrap().as_slice::<i32>().is_empty());
    }

    #[test]
    fn more_than_an_address_space_is_an_error() {
        assert_eq!(Memory::zeroed(1 << 62).unwrap_err().bytes, 1 << 62);
    }

    #[test]
    fn bytes_of_the_callers_are_aligned() {
        let bytes: Vec<u8> = (0..200).collect();
        for start in 0..65 {
            let memory = Memory::of_bytes(bytes[start..].to_vec()).unwrap();
            assert_eq!(memory.bytes(), &bytes[start..]);
            assert!(memory.bytes().as_ptr().addr().is_multiple_of(64));
        }
    }
}
