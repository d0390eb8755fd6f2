//! How threads that search the same tree keep out of each other's way.

use std::sync::atomic::{AtomicU64, Ordering};

/// Which positions are being searched right now. Whoever comes to one leaves it for later: then it is often done, and the table
/// has the answer. A mark that is lost or mistaken costs time, never the result.
///
/// Positions, not moves: two moves that lead to the same position, or to its mirror image, are the same work. On an empty board
/// that is half of all moves.
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(crate) fn new(threads: usize) -> Busy {
        let count = if threads > 1 { 1 << 12 } else { 0 };
        Busy((0..count).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether there is more than one thread.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        !self.0.is_empty()
    }

    fn place(&self, key: u64) -> Option<&AtomicU64> {
        // Empty with one thread, which has nobody to tell.
        let mask = self.0.len().checked_sub(1)?;
        Some(&self.0[key as usize & mask])
    }

    /// Marks a position and says whether it was marked before: in one step, as threads that have just shared some work often
    /// ask at the same moment.
    #[inline]
    pub(crate) fn mark(&self, key: u64) -> bool {
        self.place(key)
            .is_some_and(|place| place.swap(key, Ordering::Relaxed) == key)
    }

    #[inline]
    pub(crate) fn is_marked(&self, key: u64) -> bool {
        self.place(key)
            .is_some_and(|place| place.load(Ordering::Relaxed) == key)
    }

    #[inline]
    pub(crate) fn unmark(&self, key: u64) {
        if let Some(place) = self.place(key) {
            let _ = place.compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}
