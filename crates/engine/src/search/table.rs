//! What was found out about positions, kept for when they are reached again on another way.

use std::sync::atomic::AtomicU64;

use super::report::Bound;
use crate::memory::{Memory, ORDER};
use crate::types::Score;

/// A table of positions that threads share without locks.
///
/// An entry is two words: `data`, and the position's hash combined with it by exclusive or. Two threads that write the same
/// entry at once may leave halves that do not belong together; then the combination no longer gives the hash, and the entry is
/// simply not found.
pub(super) struct TranspositionTable {
    memory: Memory<BUCKET>,
    /// Counts searches, so that what is old makes room first.
    age: u8,
}

/// The words of a bucket: four entries, in one cache line.
const BUCKET: usize = 8;
/// The words of an entry: the combined hash and `data`.
const ENTRY: usize = 2;

/// What the table knows of a position, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) value: Score,
    pub(super) bound: Bound,
    /// How many plies below the position were searched.
    pub(super) depth: u8,
    /// The best move's code.
    pub(super) mv: u8,
}

impl Known {
    /// Whether this settles a search of this depth in this window. A win or a loss is one at every depth.
    #[inline]
    pub(super) fn answers(&self, depth: u32, alpha: Score, beta: Score) -> bool {
        (u32::from(self.depth) >= depth || self.value.decided_at().is_some())
            && match self.bound {
                Bound::Exact => true,
                Bound::AtMost => self.value <= alpha,
                Bound::AtLeast => self.value >= beta,
            }
    }

    /// `value:32 | depth:8 | move:8 | age:8 | bound:2`, never zero as the bound is not.
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtMost => 2,
            Bound::AtLeast => 3,
        };
        u64::from(self.value.get().cast_unsigned()) << 32
            | u64::from(self.depth) << 24
            | u64::from(self.mv) << 16
            | u64::from(age) << 8
            | bound
    }

    fn unpack(data: u64) -> Option<Known> {
        let bound = match data & 0xff {
            1 => Bound::Exact,
            2 => Bound::AtMost,
            3 => Bound::AtLeast,
            _ => return None,
        };
        Some(Known {
            value: Score::from_raw(((data >> 32) as u32).cast_signed()),
            bound,
            depth: (data >> 24) as u8,
            mv: (data >> 16) as u8,
        })
    }
}

impl TranspositionTable {
    /// A table of about this many bytes, at least one kilobyte.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / (BUCKET * size_of::<u64>())).max(16);
        TranspositionTable {
            memory: Memory::new(buckets),
            age: 0,
        }
    }

    /// A new search begins: what is known stays, but makes room first.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[[AtomicU64; ENTRY]] {
        let buckets = self.memory.groups();
        // The high bits of the hash, scaled to the number of buckets: no division, any size.
        let index = (u128::from(hash) * buckets.len() as u128) >> 64;
        buckets[index as usize].as_chunks().0
    }

    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<Known> {
        self.bucket(hash).iter().find_map(|[check, data]| {
            let data = data.load(ORDER);
            if check.load(ORDER) ^ data == hash {
                Known::unpack(data)
            } else {
                None
            }
        })
    }

    /// Keeps what was found: in the entry of the same position, else in place of the shallowest of the oldest.
    #[inline]
    pub(super) fn put(&self, hash: u64, known: Known) {
        let mut place = None;
        let mut least = u32::MAX;
        for entry in self.bucket(hash) {
            let [check, data] = entry;
            let data = data.load(ORDER);
            if check.load(ORDER) ^ data == hash {
                place = Some(entry);
                break;
            }
            let current = data != 0 && (data >> 8) as u8 == self.age;
            let worth = u32::from(current) << 8 | (data >> 24) as u32 & 0xff;
            if worth < least {
                (least, place) = (worth, Some(entry));
            }
        }
        if let Some([check, data]) = place {
            let word = known.pack(self.age);
            check.store(hash ^ word, ORDER);
            data.store(word, ORDER);
        }
    }
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("buckets", &self.memory.groups().len())
            .field("age", &self.age)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were_put() {
        let table = TranspositionTable::new(1 << 16);
        for (hash, value, bound) in [
            (1, 0, Bound::Exact),
            (2, -7, Bound::AtMost),
            (u64::MAX, 99_999_999, Bound::AtLeast),
            (0, -1, Bound::Exact),
        ] {
            let known = Known {
                value: Score::from_raw(value),
                bound,
                depth: 200,
                mv: 127,
            };
            assert_eq!(table.get(hash), None);
            table.put(hash, known);
            assert_eq!(table.get(hash), Some(known));
        }
    }

    #[test]
    fn the_shallowest_makes_room() {
        let table = TranspositionTable::new(64 * 16);
        let known = |depth| Known {
            value: Score::ZERO,
            bound: Bound::Exact,
            depth,
            mv: 0,
        };
        for hash in 1..=4 {
            table.put(hash, known(hash as u8 + 10));
        }
        table.put(5, known(1));
        assert_eq!(table.get(1), None);
        assert!((2..=5).all(|hash| table.get(hash).is_some()));
    }
}
