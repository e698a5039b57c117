//! Memory whose allocation may fail: a table that does not fit is an error, never an abort.

use bytemuck::{AnyBitPattern, NoUninit};
use memmap2::MmapMut;

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

/// A run of zeroed bytes, aligned to a page.
///
/// An anonymous map: the system hands its pages out as they are first touched.
#[derive(Debug)]
pub(crate) struct Memory {
    map: MmapMut,
    bytes: usize,
}

impl Memory {
    /// Takes `bytes` zeroed bytes.
    pub(crate) fn zeroed(bytes: usize) -> Result<Self, MemoryError> {
        // An empty map is an error to the system; a page more costs nothing.
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
        Ok(Self { map, bytes })
    }

    /// The bytes as numbers of type `T`; a rest that fills no whole number is left out.
    pub(crate) fn as_slice<T: AnyBitPattern>(&self) -> &[T] {
        let whole = self.bytes - self.bytes % size_of::<T>().max(1);
        bytemuck::cast_slice(&self.map[..whole])
    }

    /// The bytes as numbers of type `T`, to be written.
    pub(crate) fn as_mut_slice<T: AnyBitPattern + NoUninit>(&mut self) -> &mut [T] {
        let whole = self.bytes - self.bytes % size_of::<T>().max(1);
        bytemuck::cast_slice_mut(&mut self.map[..whole])
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
