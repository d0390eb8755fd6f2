//! Four sets of cells side by side: every operation works on each of them alone.
#![allow(
    unsafe_code,
    reason = "AVX2 instructions: the compiler made vectors of plain arrays only in part"
)]

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use super::lines::{Cells, completions};
use crate::games::bits::Bits;

/// Four sets as they lie in memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Four<B>(pub(super) [B; 4]);

/// Four sets as one value to compute with, on processors that `C` is the proof of: without it no value can be made.
pub(super) trait Quad<B, C>: Cells + Not<Output = Self> {
    /// The same set four times.
    fn all(cpu: C, set: B) -> Self;
    fn load(cpu: C, sets: &Four<B>) -> Self;
    /// These four.
    fn of(cpu: C, sets: [B; 4]) -> Self;
    fn store(self, sets: &mut Four<B>);
    /// Binary sums.
    fn plus(self, other: Self) -> Self;
    /// Everything where a set is empty, nothing where it is not.
    fn where_empty(self) -> Self;
    /// This without the other.
    fn minus(self, other: Self) -> Self;
    /// Whether all four are empty.
    fn is_zero(self) -> bool;
    /// [`completions`] of a single set, among free cells.
    fn completions_of(cpu: C, stride: u32, pieces: B) -> B;
}

/// An array, for any processor and any integer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain<B>([B; 4]);

impl<B: Bits> Plain<B> {
    #[inline(always)]
    fn zip(self, other: Plain<B>, operation: impl Fn(B, B) -> B) -> Plain<B> {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Plain([
            operation(a, e),
            operation(b, f),
            operation(c, g),
            operation(d, h),
        ])
    }
}

impl<B: Bits, C> Quad<B, C> for Plain<B> {
    #[inline(always)]
    fn all(_: C, set: B) -> Plain<B> {
        Plain([set; 4])
    }

    #[inline(always)]
    fn load(_: C, sets: &Four<B>) -> Plain<B> {
        Plain(sets.0)
    }

    #[inline(always)]
    fn of(_: C, sets: [B; 4]) -> Plain<B> {
        Plain(sets)
    }

    #[inline(always)]
    fn store(self, sets: &mut Four<B>) {
        sets.0 = self.0;
    }

    #[inline(always)]
    fn plus(self, other: Plain<B>) -> Plain<B> {
        self.zip(other, B::plus)
    }

    #[inline(always)]
    fn where_empty(self) -> Plain<B> {
        let mask = |set: B| if set.is_empty() { !B::ZERO } else { B::ZERO };
        Plain(self.0.map(mask))
    }

    #[inline(always)]
    fn minus(self, other: Plain<B>) -> Plain<B> {
        self & !other
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().all(|set| set.is_empty())
    }

    #[inline(always)]
    fn completions_of(_: C, stride: u32, pieces: B) -> B {
        completions(stride, pieces)
    }
}

impl<B: Bits> BitAnd for Plain<B> {
    type Output = Plain<B>;
    #[inline(always)]
    fn bitand(self, other: Plain<B>) -> Plain<B> {
        self.zip(other, |a, b| a & b)
    }
}

impl<B: Bits> BitOr for Plain<B> {
    type Output = Plain<B>;
    #[inline(always)]
    fn bitor(self, other: Plain<B>) -> Plain<B> {
        self.zip(other, |a, b| a | b)
    }
}

impl<B: Bits> Not for Plain<B> {
    type Output = Plain<B>;
    #[inline(always)]
    fn not(self) -> Plain<B> {
        Plain(self.0.map(|set| !set))
    }
}

impl<B: Bits> Shl<u32> for Plain<B> {
    type Output = Plain<B>;
    #[inline(always)]
    fn shl(self, by: u32) -> Plain<B> {
        Plain(self.0.map(|set| set << by))
    }
}

impl<B: Bits> Shr<u32> for Plain<B> {
    type Output = Plain<B>;
    #[inline(always)]
    fn shr(self, by: u32) -> Plain<B> {
        Plain(self.0.map(|set| set >> by))
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Register;

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::super::cpu::Avx2;
    use super::*;

    /// An AVX2 register, with the proof that there is one: whoever has a `Register` may compute with it.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Register(__m256i, Avx2);

    impl Quad<u64, Avx2> for Register {
        #[inline(always)]
        fn all(cpu: Avx2, set: u64) -> Register {
            // SAFETY: `cpu` is the proof of AVX2.
            Register(unsafe { _mm256_set1_epi64x(set as i64) }, cpu)
        }

        #[inline(always)]
        fn load(cpu: Avx2, sets: &Four<u64>) -> Register {
            // SAFETY: `cpu` is the proof of AVX2; a `Four<u64>` is 32 bytes at a multiple of 32.
            Register(unsafe { _mm256_load_si256((&raw const *sets).cast()) }, cpu)
        }

        #[inline(always)]
        fn of(cpu: Avx2, [a, b, c, d]: [u64; 4]) -> Register {
            let [a, b, c, d] = [a as i64, b as i64, c as i64, d as i64];
            // SAFETY: `cpu` is the proof of AVX2.
            Register(unsafe { _mm256_setr_epi64x(a, b, c, d) }, cpu)
        }

        #[inline(always)]
        fn store(self, sets: &mut Four<u64>) {
            // SAFETY: `self` has the proof of AVX2; a `Four<u64>` is 32 bytes at a multiple of 32.
            unsafe { _mm256_store_si256((&raw mut *sets).cast(), self.0) }
        }

        #[inline(always)]
        fn plus(self, other: Register) -> Register {
            // SAFETY: `self` has the proof of AVX2.
            Register(unsafe { _mm256_add_epi64(self.0, other.0) }, self.1)
        }

        #[inline(always)]
        fn where_empty(self) -> Register {
            // SAFETY: `self` has the proof of AVX2.
            let empty = unsafe { _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()) };
            Register(empty, self.1)
        }

        #[inline(always)]
        fn minus(self, other: Register) -> Register {
            // SAFETY: `self` has the proof of AVX2.
            Register(unsafe { _mm256_andnot_si256(other.0, self.0) }, self.1)
        }

        #[inline(always)]
        fn is_zero(self) -> bool {
            // SAFETY: `self` has the proof of AVX2.
            unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
        }

        /// The four directions side by side. Upright, it also finds gaps and lower ends: they are never free.
        #[inline(always)]
        fn completions_of(cpu: Avx2, stride: u32, pieces: u64) -> u64 {
            let stride = i64::from(stride);
            // SAFETY: `cpu` is the proof of AVX2.
            unsafe {
                let one = _mm256_setr_epi64x(1, stride, stride + 1, stride - 1);
                let two = _mm256_add_epi64(one, one);
                let three = _mm256_add_epi64(two, one);
                let pieces = _mm256_set1_epi64x(pieces as i64);
                let left = |by| Register(_mm256_sllv_epi64(pieces, by), cpu);
                let right = |by| Register(_mm256_srlv_epi64(pieces, by), cpu);
                let (before, after) = (left(one), right(one));
                let two_before = before & left(two);
                let two_after = after & right(two);
                let all = two_before & (left(three) | after) | two_after & (right(three) | before);
                let halves = _mm_or_si128(
                    _mm256_castsi256_si128(all.0),
                    _mm256_extracti128_si256::<1>(all.0),
                );
                let quarters = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
                _mm_cvtsi128_si64(quarters) as u64
            }
        }
    }

    impl BitAnd for Register {
        type Output = Register;
        #[inline(always)]
        fn bitand(self, other: Register) -> Register {
            // SAFETY: `self` has the proof of AVX2.
            Register(unsafe { _mm256_and_si256(self.0, other.0) }, self.1)
        }
    }

    impl BitOr for Register {
        type Output = Register;
        #[inline(always)]
        fn bitor(self, other: Register) -> Register {
            // SAFETY: `self` has the proof of AVX2.
            Register(unsafe { _mm256_or_si256(self.0, other.0) }, self.1)
        }
    }

    impl Not for Register {
        type Output = Register;
        #[inline(always)]
        fn not(self) -> Register {
            // SAFETY: `self` has the proof of AVX2.
            let inverse = unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi64x(-1)) };
            Register(inverse, self.1)
        }
    }

    impl Shl<u32> for Register {
        type Output = Register;
        #[inline(always)]
        fn shl(self, by: u32) -> Register {
            // SAFETY: `self` has the proof of AVX2.
            let moved = unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(by as i32)) };
            Register(moved, self.1)
        }
    }

    impl Shr<u32> for Register {
        type Output = Register;
        #[inline(always)]
        fn shr(self, by: u32) -> Register {
            // SAFETY: `self` has the proof of AVX2.
            let moved = unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(by as i32)) };
            Register(moved, self.1)
        }
    }
}
