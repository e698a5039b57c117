//! Eight numbers at a time: by plain arrays on every CPU, by registers of AVX2 for 32-bit numbers.
//!
//! The one place where instructions are named. The shuffles are why: written as loops over whole blocks, they
//! vectorise or not depending on what surrounds them.

use super::lane::Lane;

/// The numbers in a vector.
pub(super) const WIDTH: usize = 8;

/// The operations on vectors of `T` that a CPU has.
pub(super) trait Vectors<T>: Copy {
    /// Eight numbers.
    type Vector: Copy;
    fn load(self, numbers: &[T; WIDTH]) -> Self::Vector;
    fn store(self, vector: Self::Vector) -> [T; WIDTH];
    fn splat(self, number: T) -> Self::Vector;
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The numbers at the places without `BIT` (1, 2 or 4), moved to the places with it; 0 elsewhere.
    fn up<const BIT: usize>(self, vector: Self::Vector) -> Self::Vector;
    /// The numbers at the places with `BIT` (1, 2 or 4), moved to the places without it; 0 elsewhere.
    fn down<const BIT: usize>(self, vector: Self::Vector) -> Self::Vector;
    /// The number at each place is that at the place without `BIT`, which is 1, 2 or 4.
    fn without<const BIT: usize>(self, vector: Self::Vector) -> Self::Vector;
}

/// Vectors as plain arrays.
#[derive(Clone, Copy)]
pub(super) struct Arrays;

impl<T: Lane> Vectors<T> for Arrays {
    type Vector = [T; WIDTH];

    #[inline(always)]
    fn load(self, numbers: &[T; WIDTH]) -> [T; WIDTH] {
        *numbers
    }

    #[inline(always)]
    fn store(self, vector: [T; WIDTH]) -> [T; WIDTH] {
        vector
    }

    #[inline(always)]
    fn splat(self, number: T) -> [T; WIDTH] {
        [number; WIDTH]
    }

    #[inline(always)]
    fn add(self, a: [T; WIDTH], b: [T; WIDTH]) -> [T; WIDTH] {
        std::array::from_fn(|place| a[place].plus(b[place]))
    }

    #[inline(always)]
    fn max(self, a: [T; WIDTH], b: [T; WIDTH]) -> [T; WIDTH] {
        std::array::from_fn(|place| a[place].max(b[place]))
    }

    #[inline(always)]
    fn up<const BIT: usize>(self, vector: [T; WIDTH]) -> [T; WIDTH] {
        std::array::from_fn(|place| if place & BIT != 0 { vector[place ^ BIT] } else { T::ZERO })
    }

    #[inline(always)]
    fn down<const BIT: usize>(self, vector: [T; WIDTH]) -> [T; WIDTH] {
        std::array::from_fn(|place| if place & BIT == 0 { vector[place ^ BIT] } else { T::ZERO })
    }

    #[inline(always)]
    fn without<const BIT: usize>(self, vector: [T; WIDTH]) -> [T; WIDTH] {
        std::array::from_fn(|place| vector[place & !BIT])
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::__m256i;

    use pulp::x86::V3;

    use super::{Vectors, WIDTH};

    impl Vectors<i32> for V3 {
        type Vector = __m256i;

        #[inline(always)]
        fn load(self, numbers: &[i32; WIDTH]) -> __m256i {
            bytemuck::must_cast(*numbers)
        }

        #[inline(always)]
        fn store(self, vector: __m256i) -> [i32; WIDTH] {
            bytemuck::must_cast(vector)
        }

        #[inline(always)]
        fn splat(self, number: i32) -> __m256i {
            bytemuck::must_cast([number; WIDTH])
        }

        #[inline(always)]
        fn add(self, a: __m256i, b: __m256i) -> __m256i {
            self.avx2._mm256_add_epi32(a, b)
        }

        #[inline(always)]
        fn max(self, a: __m256i, b: __m256i) -> __m256i {
            self.avx2._mm256_max_epi32(a, b)
        }

        #[inline(always)]
        fn up<const BIT: usize>(self, vector: __m256i) -> __m256i {
            match BIT {
                1 => self.avx2._mm256_slli_epi64::<32>(vector),
                2 => self.avx2._mm256_slli_si256::<8>(vector),
                _ => self.avx2._mm256_permute2x128_si256::<0x08>(vector, vector),
            }
        }

        #[inline(always)]
        fn down<const BIT: usize>(self, vector: __m256i) -> __m256i {
            match BIT {
                1 => self.avx2._mm256_srli_epi64::<32>(vector),
                2 => self.avx2._mm256_srli_si256::<8>(vector),
                _ => self.avx2._mm256_permute2x128_si256::<0x81>(vector, vector),
            }
        }

        #[inline(always)]
        fn without<const BIT: usize>(self, vector: __m256i) -> __m256i {
            match BIT {
                1 => self.avx2._mm256_shuffle_epi32::<0b10_10_00_00>(vector),
                2 => self.avx2._mm256_shuffle_epi32::<0b01_00_01_00>(vector),
                _ => self.avx2._mm256_permute4x64_epi64::<0b01_00_01_00>(vector),
            }
        }
    }
}
