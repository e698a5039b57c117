//! CPU dispatch, in one place.
//!
//! Fills are plain loops over fixed-size arrays. The same source is compiled twice, once for every CPU and once for
//! AVX2, and the choice is made at run time; so a plain x86-64 build is as fast as one for the machine at hand.

/// The instructions that a fill may use. All paths give the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cpu {
    /// What every CPU of the target has.
    Portable,
    /// AVX2, BMI and their like (x86-64-v3). On a CPU without them this is the portable path.
    Avx2,
}

impl Default for Cpu {
    /// The best that this machine has.
    fn default() -> Self {
        #[cfg(target_arch = "x86_64")]
        if pulp::x86::V3::try_new().is_some() {
            return Self::Avx2;
        }
        Self::Portable
    }
}

impl std::fmt::Display for Cpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
        })
    }
}

impl Cpu {
    /// Runs `work`, and all that is inlined into it, compiled for this path. A long closure is inlined only if it is
    /// marked `#[inline(always)]`.
    #[inline]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = self.avx2() {
            return v3.vectorize(work);
        }
        work()
    }

    /// The instructions of the AVX2 path, where it is chosen and there are any.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn avx2(self) -> Option<pulp::x86::V3> {
        if self == Self::Avx2 { pulp::x86::V3::try_new() } else { None }
    }
}
