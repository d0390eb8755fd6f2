//! A large block of zeroed words in huge pages, shared by threads.
#![allow(
    unsafe_code,
    reason = "a view of mapped memory as atomic words, and prefetching: safe code has neither huge pages nor prefetches"
)]

use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;

/// Words that start at a multiple of 64 bytes and are zero at first.
pub(super) struct Memory {
    map: MmapMut,
}

impl Memory {
    /// As many words, on huge pages where the system gives them.
    ///
    /// # Panics
    /// If the system has no such memory.
    pub(super) fn new(words: usize) -> Memory {
        let map = MmapMut::map_anon(words * 8).expect("memory for the table");
        #[cfg(target_os = "linux")]
        // Only advice: without huge pages everything works as well, but slower.
        let _ = map.advise(memmap2::Advice::HugePage);
        Memory { map }
    }

    /// The words.
    #[inline(always)]
    pub(super) fn words(&self) -> &[AtomicU64] {
        // SAFETY: the map is page-aligned and readable and writable for `len` bytes as long as `self` lives. It is never
        // lent out as bytes, so all access while shared is atomic. Every bit pattern is an AtomicU64.
        unsafe { slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / 8) }
    }

    /// Zeroes the first `words`.
    pub(super) fn clear(&mut self, words: usize) {
        self.map[..words * 8].fill(0);
    }

    /// Fetches the cache line of a word while other work goes on.
    #[inline(always)]
    pub(super) fn prefetch(&self, word: usize) {
        debug_assert!(word < self.map.len() / 8);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint that reads nothing; the address is inside the map.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.map.as_ptr().add(word * 8).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = word;
    }

    /// Four words that follow each other.
    #[inline(always)]
    pub(super) fn four(&self, first: usize) -> &[AtomicU64; 4] {
        debug_assert!(first + 4 <= self.map.len() / 8);
        // SAFETY: as for `words`; callers pass a masked bucket number times four, and the map holds all buckets.
        unsafe { &*self.map.as_ptr().add(first * 8).cast::<[AtomicU64; 4]>() }
    }
}

/// Words are independent facts: no order between them is needed.
pub(super) const ORDER: Ordering = Ordering::Relaxed;
