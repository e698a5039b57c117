//! Sizes of memory, as people write and read them.

use indicatif::BinaryBytes;

/// A size like `512M`, `8G`, `1.5GiB` or plain bytes; the units are powers of 1024.
pub(super) fn parse(text: &str) -> Result<u64, String> {
    let config = parse_size::Config::new().with_binary();
    config.parse_size(text).map_err(|_| "expected a size like 512M or 8G".to_owned())
}

/// The bytes of memory that this process may still take: what the machine has available, or its control group.
pub(super) fn available_memory() -> u64 {
    // On a system that does not tell, the allocation itself is what may fail.
    let Ok(mut system) = sysinfo::System::new() else { return u64::MAX };
    system.refresh_memory();
    let machine = system.available_memory();
    system.cgroup_limits().map_or(machine, |limits| machine.min(limits.free_memory))
}

/// A size in the largest unit that leaves a whole part.
pub(super) fn show(bytes: u64) -> String {
    BinaryBytes(bytes).to_string()
}

/// A number with its digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    indicatif::HumanCount(number).to_string()
}
