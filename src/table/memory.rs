//! Memory whose allocation may fail, anonymous or in a file: a table that does not fit is an error, never an abort.

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

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
    owner: Option<Owner>,
}

/// Whose file a memory is a part of: clones of one `Arc` are the same owner.
pub(crate) type Owner = Arc<()>;

#[derive(Debug)]
enum Map {
    /// Of this process alone, or a file that is being written.
    Mutable(MmapMut),
    /// A finished file.
    ReadOnly(Mmap),
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
        Ok(Self { map: Map::Mutable(map), range: 0..bytes, owner: None })
    }

    /// A run of a file of our own, to be written in place.
    #[allow(unsafe_code)]
    pub(crate) fn of_new_file(file: &File, range: Range<usize>, owner: &Owner) -> Result<Self, MemoryError> {
        let bytes = range.end as u64;
        // SAFETY: the file is a temporary one that this process has just made, locked, and gives to nobody else.
        let map = unsafe { memmap2::MmapOptions::new().len(range.end.max(1)).map_mut(file) };
        let map = Map::Mutable(map.map_err(|source| MemoryError { bytes, source })?);
        Ok(Self { map, range, owner: Some(owner.clone()) })
    }

    /// A whole file, to be read.
    #[allow(unsafe_code)]
    pub(crate) fn of_file(file: &File) -> std::io::Result<Self> {
        // SAFETY: table files are replaced by renaming, never changed in place, so what is mapped stays as it is.
        // Nothing read from the map is trusted: a file that someone writes to all the same gives wrong values.
        let map = unsafe { Mmap::map(file)? };
        let range = 0..map.len();
        Ok(Self { map: Map::ReadOnly(map), range, owner: None })
    }

    /// The same memory for `bytes` bytes of other content, if that many fit: to be written before it is read.
    pub(crate) fn reused(self, bytes: usize) -> Option<Self> {
        match &self.map {
            Map::Mutable(map) if self.owner.is_none() && map.len() >= bytes => Some(Self { range: 0..bytes, ..self }),
            _ => None,
        }
    }

    /// A part of what this memory covers.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        let start = self.range.start;
        Self { range: start + range.start..start + range.end, ..self }
    }

    /// The bytes of the file of this owner that this memory is, if it is.
    pub(crate) fn range_in(&self, owner: &Owner) -> Option<Range<usize>> {
        self.owner.as_ref().filter(|own| Arc::ptr_eq(own, owner)).map(|_| self.range.clone())
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.map {
            Map::Mutable(map) => &map[self.range.clone()],
            Map::ReadOnly(map) => &map[self.range.clone()],
        }
    }

    /// The bytes as numbers of type `T`; a rest that fills no whole number is left out.
    pub(crate) fn as_slice<T: AnyBitPattern>(&self) -> &[T] {
        let bytes = self.bytes();
        bytemuck::cast_slice(&bytes[..bytes.len() - bytes.len() % size_of::<T>().max(1)])
    }

    /// The bytes as numbers of type `T`, to be written; none where the memory is a finished file.
    pub(crate) fn as_mut_slice<T: AnyBitPattern + NoUninit>(&mut self) -> &mut [T] {
        let Map::Mutable(map) = &mut self.map else { return &mut [] };
        let bytes = &mut map[self.range.clone()];
        let whole = bytes.len() - bytes.len() % size_of::<T>().max(1);
        bytemuck::cast_slice_mut(&mut bytes[..whole])
    }
}

/// The bytes of memory that this process may still take: what the machine has available, or its control group.
///
/// The default of the memory limit.
///
/// # Complexity
/// Reads a few small system files.
pub fn available_memory() -> u64 {
    // On a system that does not tell, the allocation itself is what may fail.
    let Ok(mut system) = sysinfo::System::new() else { return u64::MAX };
    system.refresh_memory();
    let machine = system.available_memory();
    system.cgroup_limits().map_or(machine, |limits| machine.min(limits.free_memory))
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
    fn some_memory_is_available() {
        assert!(available_memory() > 1 << 20);
    }
}
