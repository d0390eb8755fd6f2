//! What is known about positions that were searched before.
//!
//! Both tables are *exact*: an entry is found for the position it was stored for and for no other. Threads share a table
//! without locks; what one thread overwrites, another searches again.

pub(super) mod narrow;
pub(super) mod wide;

/// What is known about a position: `lower <= score <= upper`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Bounds {
    /// Whether the score is at least the target, as far as that is known; as a value of the [search](super::search).
    #[inline(always)]
    pub(super) fn answer(self, target: i32) -> Option<i32> {
        if self.lower >= target {
            Some(self.lower)
        } else {
            (self.upper < target).then_some(self.upper)
        }
    }
}

/// A table of bounds by key.
pub(super) trait Table: Send + Sync + Sized {
    /// A number that belongs to one position and its mirror image.
    type Key: Copy;
    /// A key, ready to be looked up.
    type Slot: Copy + Default + Send + Sync;

    /// A table of at most `bytes`, for keys of at most `key_bits` bits.
    fn new(bytes: usize, key_bits: u32) -> Self;

    /// Forgets everything.
    fn clear(&mut self);

    /// Told from time to time how many entries were stored: a chance to use more of the memory.
    fn grow(&self, _stored: u64) {}

    /// Where a key belongs.
    fn slot(&self, key: Self::Key) -> Self::Slot;

    /// A number for the slot, all but always another one for another slot.
    fn number(slot: Self::Slot) -> u64;

    /// Tells the memory that the slot will be probed soon.
    fn prefetch(&self, slot: Self::Slot);

    /// What is known about the position.
    fn probe(&self, slot: Self::Slot) -> Option<Bounds>;

    /// Adds what was found out with `work` nodes.
    fn store(&self, slot: Self::Slot, bounds: Bounds, work: u64);

    /// All entries, if they can be kept: the [number](Table::number) of the slot, the bounds and the [class](work_class) of the work.
    fn entries(&self) -> Option<impl Iterator<Item = (u64, Bounds, u64)>>;

    /// The slot with this number; only for a table whose entries can be kept.
    fn slot_with(&self, number: u64) -> Option<Self::Slot>;
}

/// The work of an entry is kept as a logarithm, in 6 bits.
#[inline(always)]
pub(super) fn work_class(work: u64) -> u64 {
    u64::from(64 - work.leading_zeros()).min(63)
}
