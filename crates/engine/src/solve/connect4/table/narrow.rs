//! The table for boards of up to 64 bits: eight bytes an entry, four entries a bucket.
//!
//! ```text
//!   63                    18 17       12 11      6 5       0
//!  | tag                    | work      | upper   | lower   |      0 = empty: a bound is stored plus 32
//! ```
//!
//! A key is first mixed by a bijection of its `n` bits. The low bits of the result choose the bucket; the tag is all of it but
//! the low `f` bits, and every table has at least 2^`f` buckets. So bucket and tag together *are* the key, and an entry cannot
//! be taken for another's. The tag has room for 46 bits, so `f` is `n - 46` or more. One entry is one atomic word: no reader
//! ever sees half of one.
//!
//! The table starts small, in the processor's cache, and grows with what it keeps: an early position fills many megabytes, a late
//! one is solved before the memory for them could be cleared. As the tag does not depend on the size, an entry that is met
//! in a bucket of the wrong size is still its own position's: growing needs no lock.

use std::sync::atomic::{AtomicU32, AtomicU64};

use super::{Bounds, Table, work_class};
use crate::memory::{Memory, ORDER};

const TAG_SHIFT: u32 = 18;
const TAG_BITS: u32 = 64 - TAG_SHIFT;
const WAYS: usize = 4;
const BYTES: usize = WAYS * 8;
const OFFSET: i32 = 32;
const WORK_SHIFT: u32 = 12;

/// The size to start with, as a power of two buckets: 1 MiB.
const FIRST_INDEX_BITS: u32 = 15;
/// It doubles when so many entries were stored for each that it has room for. Fresh memory is slow, the least work is lost
/// first, and much is never asked for again.
const STORED: u64 = 2;

pub(in super::super) struct NarrowTable {
    memory: Memory<WAYS>,
    key_bits: u32,
    /// How many of the lowest bits the bucket alone stands for.
    implied_bits: u32,
    first_index_bits: u32,
    most_index_bits: u32,
    index_bits: AtomicU32,
    /// How many entries were stored since the table was cleared, about.
    stored: AtomicU64,
}

/// A key, mixed.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct NarrowSlot(u64);

impl NarrowTable {
    #[inline(always)]
    fn bucket_of(&self, slot: NarrowSlot) -> usize {
        let buckets = (1usize << self.index_bits.load(ORDER)) - 1;
        slot.0 as usize & buckets
    }

    #[inline(always)]
    fn bucket(&self, slot: NarrowSlot) -> &[AtomicU64; WAYS] {
        &self.memory.groups()[self.bucket_of(slot)]
    }

    #[inline(always)]
    fn tag(&self, slot: NarrowSlot) -> u64 {
        (slot.0 >> self.implied_bits) << TAG_SHIFT
    }

    /// Moves each entry to the bucket that is its own in a table of 2^`bits` buckets.
    fn spread(&self, bits: u32) {
        let old = self.index_bits.load(ORDER);
        let mask = (1usize << bits) - 1;
        let buckets = self.memory.groups();
        for bucket in 0..1usize << old {
            for (way, word) in buckets[bucket].iter().enumerate() {
                let value = word.load(ORDER);
                let high = (value >> TAG_SHIFT << self.implied_bits) as usize;
                let home = (high | (bucket & ((1 << self.implied_bits) - 1))) & mask;
                if value != 0 && home != bucket {
                    buckets[home][way].store(value, ORDER);
                    word.store(0, ORDER);
                }
            }
        }
    }
}

impl Table for NarrowTable {
    type Key = u64;
    type Slot = NarrowSlot;

    fn new(bytes: usize, key_bits: u32) -> NarrowTable {
        let implied_bits = key_bits.saturating_sub(TAG_BITS);
        let most_index_bits = (bytes / BYTES)
            .max(1)
            .ilog2()
            .clamp(implied_bits.max(1), 40);
        let first_index_bits = FIRST_INDEX_BITS.clamp(implied_bits, most_index_bits);
        NarrowTable {
            memory: Memory::new(1 << most_index_bits),
            key_bits,
            implied_bits,
            first_index_bits,
            most_index_bits,
            index_bits: AtomicU32::new(first_index_bits),
            stored: AtomicU64::new(0),
        }
    }

    fn clear(&mut self) {
        self.memory.clear(1 << *self.index_bits.get_mut());
        *self.index_bits.get_mut() = self.first_index_bits;
        *self.stored.get_mut() = 0;
    }

    fn grow(&self, stored: u64) {
        let before = self.stored.fetch_add(stored, ORDER);
        let bits = self.index_bits.load(ORDER);
        let limit = (STORED * WAYS as u64) << bits;
        // Only the thread that crosses the limit moves the entries.
        if bits < self.most_index_bits && before < limit && before + stored >= limit {
            self.spread(bits + 1);
            self.index_bits.store(bits + 1, ORDER);
        }
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> NarrowSlot {
        // Odd multiplication and adding the high half to the low are both bijections of the numbers of `key_bits` bits.
        let bits = self.key_bits;
        let mask = u64::MAX >> (64 - bits);
        let product = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        NarrowSlot(product ^ (product >> (bits - bits / 2)))
    }

    #[inline(always)]
    fn number(slot: NarrowSlot) -> u64 {
        slot.0
    }

    #[inline(always)]
    fn prefetch(&self, slot: NarrowSlot) {
        self.memory.prefetch(self.bucket_of(slot));
    }

    #[inline(always)]
    fn probe(&self, slot: NarrowSlot) -> Option<Bounds> {
        // Without a branch for each entry: which of them it is cannot be foreseen. Two threads may have stored it twice.
        let tag = self.tag(slot);
        let words = self.bucket(slot).iter().map(|word| word.load(ORDER));
        let own = words.map(|word| if is_of(word, tag) { word } else { 0 });
        let found = own.fold(0, u64::max);
        (found != 0).then(|| unpack(found))
    }

    #[inline(always)]
    fn store(&self, slot: NarrowSlot, bounds: Bounds, work: u64) {
        let (bucket, tag) = (self.bucket(slot), self.tag(slot));
        let words = bucket.each_ref().map(|word| word.load(ORDER));
        // The entry of the position itself, else the one with the least work; without a branch for each.
        let (mut at, mut least) = (0, u64::MAX);
        let mut known = tag | pack(bounds);
        for (way, &word) in words.iter().enumerate() {
            let same = is_of(word, tag) && word != 0;
            let rank = if same { 0 } else { 1 + work_of(word) };
            known = if same { word } else { known };
            (at, least) = if rank < least {
                (way, rank)
            } else {
                (at, least)
            };
        }
        if least > 0 {
            // With every newcomer the work of the others counts half as much: what is not met again makes room in the end.
            for (word, value) in bucket.iter().zip(words) {
                let half = u64::from(work_of(value) > 0) << WORK_SHIFT;
                word.store(value - half, ORDER);
            }
        }
        let old = unpack(known);
        let bounds = Bounds {
            lower: old.lower.max(bounds.lower),
            upper: old.upper.min(bounds.upper),
        };
        let work = work_class(work).max(work_of(known));
        bucket[at].store(tag | work << WORK_SHIFT | pack(bounds), ORDER);
    }

    fn entries(&self) -> Option<impl Iterator<Item = (u64, Bounds, u64)>> {
        let buckets = 0..1usize << self.index_bits.load(ORDER);
        let implied = (1 << self.implied_bits) - 1;
        Some(buckets.flat_map(move |bucket| {
            let words = self.memory.groups()[bucket].iter();
            let words = words.map(|word| word.load(ORDER)).filter(|&word| word != 0);
            words.map(move |word| {
                let number = word >> TAG_SHIFT << self.implied_bits | bucket as u64 & implied;
                (number, unpack(word), work_of(word))
            })
        }))
    }

    fn slot_with(&self, number: u64) -> Option<NarrowSlot> {
        (number >> (self.key_bits - 1) <= 1).then_some(NarrowSlot(number))
    }
}

/// Whether an entry has this tag. An empty word has the tag 0.
#[inline(always)]
fn is_of(word: u64, tag: u64) -> bool {
    (word ^ tag) >> TAG_SHIFT == 0
}

/// The work of an entry, as a logarithm.
#[inline(always)]
fn work_of(word: u64) -> u64 {
    word >> WORK_SHIFT & 63
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
        // 50 bits: 4 of them are implied by the bucket. All keys that differ only in 16 bits must get slots of their own.
        for shift in [0, 17, 34] {
            let table = NarrowTable::new(1 << 10, 50);
            let mut slots: Vec<(usize, u64)> = (0..1 << 16)
                .map(|key| table.slot(key << shift))
                .map(|slot| (table.bucket_of(slot), table.tag(slot)))
                .collect();
            slots.sort_unstable();
            slots.dedup();
            assert_eq!(slots.len(), 1 << 16);
        }
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
        assert_eq!(
            table.probe(slot),
            Some(Bounds {
                lower: -3,
                upper: 4
            })
        );
    }

    #[test]
    fn growing_loses_nothing_and_clearing_everything() {
        let mut table = NarrowTable::new(1 << 24, 56);
        let bounds = |key: u64| Bounds {
            lower: -(key as i32 % 20),
            upper: key as i32 % 28,
        };
        let keys: Vec<u64> = (1..2000).map(|key| key * 0x1234_5678_9abc).collect();
        for (key, number) in keys.iter().zip(0..) {
            table.store(table.slot(*key), bounds(number), 1);
        }
        let size = table.index_bits.load(ORDER);
        let remembered = |table: &NarrowTable| {
            let pairs = keys.iter().zip(0..);
            pairs
                .filter(|(key, number)| table.probe(table.slot(**key)) == Some(bounds(*number)))
                .count()
        };
        let before = remembered(&table);
        assert!(before > 1990);
        table.grow((STORED * WAYS as u64) << size);
        assert!(table.index_bits.load(ORDER) > size);
        assert_eq!(remembered(&table), before);
        table.clear();
        assert_eq!(remembered(&table), 0);
        assert!(
            table
                .memory
                .groups()
                .as_flattened()
                .iter()
                .all(|word| word.load(ORDER) == 0)
        );
    }

    #[test]
    fn the_least_work_makes_room() {
        let table = NarrowTable::new(0, 46);
        let first = table.slot(1);
        let same_bucket: Vec<NarrowSlot> = (2..1 << 20)
            .map(|key| table.slot(key))
            .filter(|slot| table.bucket_of(*slot) == table.bucket_of(first))
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

    #[test]
    fn what_is_not_met_again_makes_room_in_the_end() {
        let table = NarrowTable::new(0, 46);
        let old = table.slot(1);
        let bounds = Bounds { lower: 0, upper: 1 };
        table.store(old, bounds, 1 << 8);
        let mut newcomers = (2..1 << 24)
            .map(|key| table.slot(key))
            .filter(|slot| table.bucket_of(*slot) == table.bucket_of(old));
        // Each has a little work, less than the old entry has at first.
        for slot in newcomers.by_ref().take(WAYS) {
            table.store(slot, bounds, 1 << 3);
        }
        assert!(table.probe(old).is_some());
        for slot in newcomers.take(5 * WAYS) {
            table.store(slot, bounds, 1 << 3);
        }
        assert!(table.probe(old).is_none());
    }
}
