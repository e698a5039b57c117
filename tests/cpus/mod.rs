//! The CPU paths that tests run.

use retrograde::Cpu;

/// All paths of the crate. Where the CPU is one of the family that the AVX2 path is for, and has no AVX2, that path is
/// not tested: an error, unless it is agreed to.
pub fn cpus() -> Vec<Cpu> {
    let untested = cfg!(target_arch = "x86_64") && Cpu::default() != Cpu::Avx2;
    assert!(
        !untested || std::env::var_os("RETROGRADE_NO_AVX2").is_some(),
        "this CPU has no AVX2, so that path is not tested here; set RETROGRADE_NO_AVX2=1 to go without"
    );
    if untested { vec![Cpu::Portable] } else { vec![Cpu::Portable, Cpu::Avx2] }
}
