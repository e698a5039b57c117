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

/// Work that is compiled for each CPU path.
///
/// Mark [`run`](Self::run) and all it calls `#[inline(always)]`: only what is inlined is compiled anew. (A closure would
/// be shorter, but is called through a shim of the compiler's, which is inlined or not as it likes.)
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Work as `pulp` takes it.
#[cfg(target_arch = "x86_64")]
struct Vectorized<W>(W);

#[cfg(target_arch = "x86_64")]
impl<W: Work> pulp::NullaryFnOnce for Vectorized<W> {
    type Output = W::Output;

    #[inline(always)]
    fn call(self) -> W::Output {
        self.0.run()
    }
}

impl Cpu {
    /// Runs work, compiled for this path.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = self.avx2() {
            return vectorize(v3, work);
        }
        work.run()
    }

    /// The instructions of the AVX2 path, where it is chosen and there are any.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn avx2(self) -> Option<pulp::x86::V3> {
        if self == Self::Avx2 { pulp::x86::V3::try_new() } else { None }
    }
}

/// Runs work, compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn vectorize<W: Work>(v3: pulp::x86::V3, work: W) -> W::Output {
    v3.vectorize(Vectorized(work))
}
