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
    /// Runs `work`, and all that is inlined into it, compiled for this path.
    #[inline]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if self == Self::Avx2
            && let Some(v3) = pulp::x86::V3::try_new()
        {
            return v3.vectorize(work);
        }
        work()
    }
}
