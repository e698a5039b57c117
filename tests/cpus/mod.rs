//! The CPU paths that tests run.

use retrograde::Cpu;

#[path = "../wanted/mod.rs"]
mod wanted;

/// All paths of the crate. Where the CPU is one of the family that the AVX2 path is for, and has no AVX2, that path is
/// left out.
pub fn cpus() -> Vec<Cpu> {
    let untested = cfg!(target_arch = "x86_64") && Cpu::default() != Cpu::Avx2;
    if untested {
        wanted::left_out("AVX2");
        return vec![Cpu::Portable];
    }
    vec![Cpu::Portable, Cpu::Avx2]
}
