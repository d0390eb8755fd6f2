//! A large block of zeroed words, mapped for itself: in huge pages where the system has them, and given back to the system when
//! it is dropped, so that tables that come and go leave no holes in the heap. Threads share it.
#![allow(
    unsafe_code,
    reason = "a view of mapped memory as atomic words, and prefetching: safe code has neither huge pages nor prefetches"
)]

use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;

/// Groups of `N` words that are zero at first. The first one starts at a multiple of 64 bytes.
pub(crate) struct Memory<const N: usize> {
    map: MmapMut,
    /// How many groups fill the map.
    groups: usize,
}

impl<const N: usize> Memory<N> {
    const BYTES: usize = N * size_of::<AtomicU64>();

    /// So many groups, on huge pages where the system gives them.
    ///
    /// # Panics
    /// If the system has no such memory.
    pub(crate) fn new(groups: usize) -> Memory<N> {
        let bytes = groups.checked_mul(Self::BYTES).expect("a size");
        let map = MmapMut::map_anon(bytes).expect("memory for the table");
        #[cfg(target_os = "linux")]
        // Only advice: without huge pages everything works as well, but slower.
        let _ = map.advise(memmap2::Advice::HugePage);
        Memory { map, groups }
    }

    /// The words.
    #[inline(always)]
    pub(crate) fn groups(&self) -> &[[AtomicU64; N]] {
        // SAFETY: the map is page-aligned, and readable and writable for so many groups as long as `self` lives. While it is
        // shared nobody has its bytes, so all access is atomic. Every bit pattern is an AtomicU64.
        unsafe { slice::from_raw_parts(self.map.as_ptr().cast(), self.groups) }
    }

    /// Zeroes the first groups, so many of them.
    pub(crate) fn clear(&mut self, groups: usize) {
        self.map[..groups * Self::BYTES].fill(0);
    }

    /// Fetches the cache line of a group while other work goes on. For a number that no group has, that is time lost.
    #[inline(always)]
    pub(crate) fn prefetch(&self, group: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let offset = group.wrapping_mul(Self::BYTES);
            let address = self.map.as_ptr().wrapping_add(offset);
            // SAFETY: a hint, for which every address will do: nothing is read, and none faults.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = group;
    }
}

/// Words are independent facts: no order between them is needed.
pub(crate) const ORDER: Ordering = Ordering::Relaxed;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_at_first_and_when_cleared() {
        let mut memory = Memory::<8>::new(125);
        let sum = |memory: &Memory<8>| {
            let words = memory.groups().as_flattened().iter();
            words.map(|word| word.load(ORDER)).sum::<u64>()
        };
        assert_eq!((memory.groups().len(), sum(&memory)), (125, 0));
        assert!(memory.groups().as_ptr().addr().is_multiple_of(64));
        for word in memory.groups().as_flattened() {
            word.store(3, ORDER);
        }
        memory.clear(120);
        assert_eq!(sum(&memory), 5 * 8 * 3);
    }

    #[test]
    fn every_group_can_be_fetched_and_no_number_does_harm() {
        let memory = Memory::<4>::new(100);
        for group in [0, 99, 100, 1 << 40, usize::MAX] {
            memory.prefetch(group);
        }
    }
}
