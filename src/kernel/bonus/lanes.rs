//! Thirty-two bytes at a time: the operations that the fill is written over.
//!
//! [`Portable`] defines them, as plain loops; [`Avx2`] names the instructions where no loop becomes them.

/// As many numbers as are worked on at once.
pub(super) type Row = [i8; 32];

/// The operations on rows of numbers; all wrap around.
pub(super) trait Lanes: Copy {
    /// A row in a register.
    type Vector: Copy;

    fn load(self, row: &Row) -> Self::Vector;
    fn store(self, vector: Self::Vector, row: &mut Row);
    fn splat(self, number: i8) -> Self::Vector;
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The better of `best` and a move to a successor of this `value` and `total` (its value plus what has been made
    /// there), where `made` is what has been made before the move.
    fn better(self, best: Self::Vector, made: Self::Vector, value: Self::Vector, total: Self::Vector) -> Self::Vector;

    /// Lane j of row i becomes lane i of row j.
    fn transpose(self, rows: [Self::Vector; 32]) -> [Self::Vector; 32];
}

/// The definition, for every CPU.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Lanes for Portable {
    type Vector = Row;

    #[inline(always)]
    fn load(self, row: &Row) -> Row {
        *row
    }

    #[inline(always)]
    fn store(self, vector: Row, row: &mut Row) {
        *row = vector;
    }

    #[inline(always)]
    fn splat(self, number: i8) -> Row {
        [number; 32]
    }

    #[inline(always)]
    fn add(self, mut a: Row, b: Row) -> Row {
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.wrapping_add(b);
        }
        a
    }

    #[inline(always)]
    fn better(self, mut best: Row, made: Row, value: Row, total: Row) -> Row {
        for lane in 0..32 {
            // Value and gain, if anything was gained; otherwise both are the value, and the turn passes.
            let kept = total[lane].wrapping_sub(made[lane]);
            let moved = if kept == value[lane] { kept.wrapping_neg() } else { kept };
            best[lane] = best[lane].max(moved);
        }
        best
    }

    #[inline(always)]
    fn transpose(self, rows: [Row; 32]) -> [Row; 32] {
        let mut columns = [[0; 32]; 32];
        for (i, row) in rows.iter().enumerate() {
            for (column, &number) in columns.iter_mut().zip(row) {
                column[i] = number;
            }
        }
        columns
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::Avx2;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__m256i;

    use pulp::x86::V3;

    use super::{Lanes, Row};

    /// The instructions of AVX2.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(pub V3);

    impl Avx2 {
        /// Four rounds of interleaving row i with row i + 8: a transposition of 16 x 16 in either half of the rows.
        #[inline(always)]
        fn transpose_halves(self, mut rows: [__m256i; 16]) -> [__m256i; 16] {
            let avx2 = self.0.avx2;
            // Two rounds at a time, since four rows then stay among themselves, in registers.
            for _ in 0..2 {
                let mut shuffled = rows;
                for i in 0..4 {
                    let [a, b, c, d] = [rows[i], rows[i + 4], rows[i + 8], rows[i + 12]];
                    let (e, f) = (avx2._mm256_unpacklo_epi8(a, c), avx2._mm256_unpackhi_epi8(a, c));
                    let (g, h) = (avx2._mm256_unpacklo_epi8(b, d), avx2._mm256_unpackhi_epi8(b, d));
                    shuffled[4 * i] = avx2._mm256_unpacklo_epi8(e, g);
                    shuffled[4 * i + 1] = avx2._mm256_unpackhi_epi8(e, g);
                    shuffled[4 * i + 2] = avx2._mm256_unpacklo_epi8(f, h);
                    shuffled[4 * i + 3] = avx2._mm256_unpackhi_epi8(f, h);
                }
                rows = shuffled;
            }
            rows
        }
    }

    impl Lanes for Avx2 {
        type Vector = __m256i;

        #[inline(always)]
        fn load(self, row: &Row) -> __m256i {
            bytemuck::must_cast(*row)
        }

        #[inline(always)]
        fn store(self, vector: __m256i, row: &mut Row) {
            *row = bytemuck::must_cast(vector);
        }

        #[inline(always)]
        fn splat(self, number: i8) -> __m256i {
            self.0.avx._mm256_set1_epi8(number)
        }

        #[inline(always)]
        fn add(self, a: __m256i, b: __m256i) -> __m256i {
            self.0.avx2._mm256_add_epi8(a, b)
        }

        #[inline(always)]
        fn better(self, best: __m256i, made: __m256i, value: __m256i, total: __m256i) -> __m256i {
            let avx2 = self.0.avx2;
            let kept = avx2._mm256_sub_epi8(total, made);
            let passes = avx2._mm256_cmpeq_epi8(kept, value);
            let moved = avx2._mm256_xor_si256(avx2._mm256_add_epi8(kept, passes), passes);
            avx2._mm256_max_epi8(best, moved)
        }

        #[inline(always)]
        fn transpose(self, rows: [__m256i; 32]) -> [__m256i; 32] {
            let avx2 = self.0.avx2;
            let (mut left, mut right) = ([rows[0]; 16], [rows[0]; 16]);
            for i in 0..16 {
                left[i] = avx2._mm256_permute2x128_si256::<0x20>(rows[i], rows[i + 16]);
                right[i] = avx2._mm256_permute2x128_si256::<0x31>(rows[i], rows[i + 16]);
            }
            let (left, right) = (self.transpose_halves(left), self.transpose_halves(right));
            let mut columns = rows;
            columns[..16].copy_from_slice(&left);
            columns[16..].copy_from_slice(&right);
            columns
        }
    }
}
