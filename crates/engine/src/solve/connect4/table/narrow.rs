//! The table for boards of up to 64 bits: eight bytes an entry, four entries a bucket.
//!
//! ```text
//!   63                    18 17       12 11      6 5       0
//!  | tag                    | work      | upper   | lower   |      0 = empty: a bound is stored plus 32
//! ```
//!
//! A key is first mixed by a bijection of its `n` bits; `k` bits of the result choose the bucket and the other `n - k` are the
//! tag. So bucket and tag together *are* the key, and an entry cannot be taken for another's. The tag has room for 46 bits:
//! `k` is at least `n - 46`. One entry is one atomic word, so no reader ever sees half of one.

use super::memory::{Memory, ORDER};
use super::{Bounds, Table, work_class};

const TAG_SHIFT: u32 = 18;
const TAG_BITS: u32 = 64 - TAG_SHIFT;
const WAYS: usize = 4;
const BYTES: usize = WAYS * 8;
const OFFSET: i32 = 32;

pub(in super::super) struct NarrowTable {
    memory: Memory,
    key_bits: u32,
    most_index_bits: u32,
    index_bits: u32,
}

/// A bucket and a tag.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct NarrowSlot {
    bucket: u32,
    tag: u64,
}

impl NarrowTable {
    #[inline(always)]
    fn bucket(&self, slot: NarrowSlot) -> &[std::sync::atomic::AtomicU64; WAYS] {
        self.memory.four(slot.bucket as usize * WAYS)
    }

    fn least_index_bits(&self) -> u32 {
        self.key_bits.saturating_sub(TAG_BITS).max(10)
    }
}

impl Table for NarrowTable {
    type Key = u64;
    type Slot = NarrowSlot;

    fn new(bytes: usize, key_bits: u32) -> NarrowTable {
        let least = key_bits.saturating_sub(TAG_BITS).max(10);
        let most_index_bits = (bytes / BYTES).max(1).ilog2().clamp(least, 31);
        NarrowTable {
            memory: Memory::new(WAYS << most_index_bits),
            key_bits,
            most_index_bits,
            index_bits: most_index_bits,
        }
    }

    fn resize_for(&mut self, left: u32) {
        self.clear();
        self.index_bits = (left + 1).clamp(self.least_index_bits(), self.most_index_bits);
    }

    fn clear(&mut self) {
        self.memory.clear(WAYS << self.index_bits);
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> NarrowSlot {
        // Odd multiplication and adding the high half to the low are both bijections of the numbers of `key_bits` bits.
        let bits = self.key_bits;
        let mask = u64::MAX >> (64 - bits);
        let product = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        let mixed = product ^ (product >> (bits - bits / 2));
        NarrowSlot {
            bucket: (mixed & ((1 << self.index_bits) - 1)) as u32,
            tag: (mixed >> self.index_bits) << TAG_SHIFT,
        }
    }

    #[inline(always)]
    fn prefetch(&self, slot: NarrowSlot) {
        self.memory.prefetch(slot.bucket as usize * WAYS);
    }

    #[inline(always)]
    fn probe(&self, slot: NarrowSlot) -> Option<Bounds> {
        for word in self.bucket(slot) {
            let word = word.load(ORDER);
            if (word ^ slot.tag) >> TAG_SHIFT == 0 && word != 0 {
                return Some(unpack(word));
            }
        }
        None
    }

    #[inline(always)]
    fn store(&self, slot: NarrowSlot, bounds: Bounds, work: u64) {
        let bucket = self.bucket(slot);
        let (mut victim, mut least) = (0, u64::MAX);
        for (index, word) in bucket.iter().enumerate() {
            let word = word.load(ORDER);
            if (word ^ slot.tag) >> TAG_SHIFT == 0 && word != 0 {
                let known = unpack(word);
                let bounds = Bounds {
                    lower: known.lower.max(bounds.lower),
                    upper: known.upper.min(bounds.upper),
                };
                let work = work_class(work).max((word >> 12) & 63);
                bucket[index].store(slot.tag | work << 12 | pack(bounds), ORDER);
                return;
            }
            let work = (word >> 12) & 63;
            if work < least {
                (victim, least) = (index, work);
            }
        }
        bucket[victim].store(slot.tag | work_class(work) << 12 | pack(bounds), ORDER);
    }
}

#[inline(always)]
fn pack(bounds: Bounds) -> u64 {
    ((bounds.upper + OFFSET) as u64) << 6 | (bounds.lower + OFFSET) as u64
}

#[inline(always)]
fn unpack(word: u64) -> Bounds {
    Bounds {
        lower: (word & 63) as i32 - OFFSET,
        upper: (word >> 6 & 63) as i32 - OFFSET,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_finds_its_own_entry_and_no_other() {
        // 16 bits: all keys can be tried, and all must get a slot of their own.
        let table = NarrowTable::new(1 << 15, 16);
        let mut slots: Vec<(u32, u64)> = (0..1 << 16)
            .map(|key| table.slot(key))
            .map(|slot| (slot.bucket, slot.tag))
            .collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), 1 << 16);
    }

    #[test]
    fn bounds_are_kept_and_narrowed() {
        let table = NarrowTable::new(1 << 20, 64);
        let slot = table.slot(0xfedc_ba98_7654_3210);
        assert_eq!(table.probe(slot), None);
        let (lower, upper) = (-28, 28);
        table.store(slot, Bounds { lower, upper }, 1);
        assert_eq!(table.probe(slot), Some(Bounds { lower, upper }));
        table.store(slot, Bounds { lower: -3, upper }, 1);
        table.store(slot, Bounds { lower, upper: 4 }, 1);
        assert_eq!(table.probe(slot), Some(Bounds { lower: -3, upper: 4 }));
    }

    #[test]
    fn the_least_work_makes_room() {
        let mut table = NarrowTable::new(0, 46);
        table.resize_for(0);
        let first = table.slot(1);
        let same_bucket: Vec<NarrowSlot> = (2..1 << 20)
            .map(|key| table.slot(key))
            .filter(|slot| slot.bucket == first.bucket)
            .take(WAYS)
            .collect();
        let bounds = Bounds { lower: 0, upper: 1 };
        for (slot, work) in same_bucket.iter().zip([1000, 10, 100, 10_000]) {
            table.store(*slot, bounds, work);
        }
        table.store(first, bounds, 1);
        let known: Vec<bool> = same_bucket
            .iter()
            .map(|slot| table.probe(*slot).is_some())
            .collect();
        assert_eq!(known, [true, false, true, true]);
        assert_eq!(table.probe(first), Some(bounds));
    }
}
