//! The table for boards of up to 128 bits: a whole key does not fit into one atomic word next to the bounds.
//!
//! ```text
//! bucket of 8 words:   version   key low  key high  data    key low  key high  data   unused
//! ```
//!
//! A writer makes the version odd, writes, and makes it even again; a reader who sees an odd version, or not the same one
//! before and after, has read nothing. A writer who meets another one gives up. Nobody waits.

use std::sync::atomic::{Ordering, fence};

use super::{Bounds, Table, work_class};
use crate::games::bits::Bits;
use crate::memory::{Memory, ORDER};

const WORDS: usize = 8;
const WAYS: usize = 2;
const OFFSET: i32 = 128;

pub(in super::super) struct WideTable {
    memory: Memory<WORDS>,
    index_bits: u32,
}

/// A bucket and the whole key.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct WideSlot {
    bucket: u32,
    key: u128,
}

impl WideTable {
    #[inline(always)]
    fn word(&self, slot: WideSlot, index: usize) -> &std::sync::atomic::AtomicU64 {
        &self.memory.groups()[slot.bucket as usize][index]
    }

    #[inline(always)]
    fn entry(&self, slot: WideSlot, way: usize) -> (u128, u64) {
        let word = |index| self.word(slot, 1 + 3 * way + index).load(ORDER);
        (u128::from(word(0)) | u128::from(word(1)) << 64, word(2))
    }
}

impl Table for WideTable {
    type Key = u128;
    type Slot = WideSlot;

    fn new(bytes: usize, _key_bits: u32) -> WideTable {
        let index_bits = (bytes / (8 * WORDS)).max(1).ilog2().clamp(10, 31);
        WideTable {
            memory: Memory::new(1 << index_bits),
            index_bits,
        }
    }

    fn clear(&mut self) {
        self.memory.clear(1 << self.index_bits);
    }

    #[inline(always)]
    fn slot(&self, key: u128) -> WideSlot {
        let mixed = key.fold().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        WideSlot {
            bucket: (mixed >> (64 - self.index_bits)) as u32,
            key,
        }
    }

    #[inline(always)]
    fn number(slot: WideSlot) -> u64 {
        slot.key.fold()
    }

    #[inline(always)]
    fn prefetch(&self, slot: WideSlot) {
        self.memory.prefetch(slot.bucket as usize);
    }

    #[inline(always)]
    fn probe(&self, slot: WideSlot) -> Option<Bounds> {
        let version = self.word(slot, 0).load(Ordering::Acquire);
        if !version.is_multiple_of(2) {
            return None;
        }
        let found = (0..WAYS)
            .map(|way| self.entry(slot, way))
            .find(|&(key, data)| key == slot.key && data != 0);
        // Orders the loads above before the second look at the version.
        fence(Ordering::Acquire);
        let unchanged = self.word(slot, 0).load(ORDER) == version;
        found.filter(|_| unchanged).map(|(_, data)| unpack(data))
    }

    /// Its entries are not kept.
    fn entries(&self) -> Option<impl Iterator<Item = (u64, Bounds, u64)>> {
        None::<std::iter::Empty<_>>
    }

    fn slot_with(&self, _: u64) -> Option<WideSlot> {
        None
    }

    #[inline(always)]
    fn store(&self, slot: WideSlot, mut bounds: Bounds, work: u64) {
        let lock = self.word(slot, 0);
        let version = lock.load(ORDER);
        let locked = version.is_multiple_of(2)
            && lock
                .compare_exchange(version, version + 1, Ordering::Acquire, ORDER)
                .is_ok();
        if !locked {
            return;
        }
        // Orders the odd version before the stores below.
        fence(Ordering::Release);
        let mut work = work_class(work);
        let (mut victim, mut least) = (0, u64::MAX);
        let mut same = false;
        for way in 0..WAYS {
            let (key, data) = self.entry(slot, way);
            if key == slot.key && data != 0 {
                let known = unpack(data);
                bounds.lower = bounds.lower.max(known.lower);
                bounds.upper = bounds.upper.min(known.upper);
                work = work.max(data >> 32);
                (victim, same) = (way, true);
                break;
            }
            if data >> 32 < least {
                (victim, least) = (way, data >> 32);
            }
        }
        if !same {
            // As in the narrow table: the work of the others counts half as much from now on.
            for way in 0..WAYS {
                let data = self.word(slot, 3 + 3 * way);
                let value = data.load(ORDER);
                data.store(value - (u64::from(value >> 32 > 0) << 32), ORDER);
            }
        }
        let data =
            work << 32 | ((bounds.upper + OFFSET) as u64) << 16 | (bounds.lower + OFFSET) as u64;
        let words = [slot.key as u64, (slot.key >> 64) as u64, data];
        for (index, word) in words.into_iter().enumerate() {
            self.word(slot, 1 + 3 * victim + index).store(word, ORDER);
        }
        lock.store(version + 2, Ordering::Release);
    }
}

#[inline(always)]
fn unpack(data: u64) -> Bounds {
    Bounds {
        lower: (data & 0xffff) as i32 - OFFSET,
        upper: (data >> 16 & 0xffff) as i32 - OFFSET,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_kept_and_narrowed() {
        let table = WideTable::new(1 << 16, 128);
        let slot = table.slot(u128::MAX / 3);
        assert_eq!(table.probe(slot), None);
        let (lower, upper) = (-54, 54);
        table.store(slot, Bounds { lower, upper }, 1);
        table.store(slot, Bounds { lower: -3, upper }, 1);
        table.store(slot, Bounds { lower, upper: 4 }, 1);
        assert_eq!(
            table.probe(slot),
            Some(Bounds {
                lower: -3,
                upper: 4
            })
        );
        assert_eq!(table.probe(table.slot(u128::MAX / 5)), None);
    }
}
