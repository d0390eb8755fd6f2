//! What the search knows of positions it has seen: shared by all threads without a lock.

use std::sync::atomic::AtomicU64;

use crate::games::bits::Bits;
use crate::memory::{Memory, ORDER};

/// Bounds on the value of one position. They count half the boxes left, so that a value of a position with n boxes left is
/// `2 · bound − n`: that is never negative, and values of one position differ by two at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The value is at least this.
    pub(super) lower: u8,
    /// The value is at most this.
    pub(super) upper: u8,
    /// The edge that was best, as the canonical image numbers it, or [`Entry::NO_MOVE`].
    pub(super) best: u8,
    /// How many nodes it took, as a logarithm, never 0.
    pub(super) work: u8,
}

impl Entry {
    /// Stands where no move is known.
    pub(super) const NO_MOVE: u8 = 127;

    const BITS: u32 = 24;

    /// The fields from the top: work, best, upper, lower. Never 0.
    pub(super) fn pack(self) -> u64 {
        debug_assert!(
            self.lower < 64 && self.upper < 64 && self.best < 128 && (1..32).contains(&self.work)
        );
        u64::from(self.work) << 19
            | u64::from(self.best) << 12
            | u64::from(self.upper) << 6
            | u64::from(self.lower)
    }

    pub(super) fn unpack(word: u64) -> Entry {
        Entry {
            lower: (word & 63) as u8,
            upper: (word >> 6 & 63) as u8,
            best: (word >> 12 & 127) as u8,
            work: (word >> 19 & 31) as u8,
        }
    }
}

/// An odd number without a pattern, and its inverse modulo 2^64.
const FACTOR: u64 = 0xbf58_476d_1ce4_e5b9;
const INVERSE: u64 = inverse(FACTOR);

/// The inverse of an odd number modulo 2^64: each of Newton's steps doubles the number of right bits.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut right = 3;
    while right < u64::BITS {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        right *= 2;
    }
    inverse
}

/// What the upper word of a large position does to the lower.
#[inline]
const fn spread(high: u64) -> u64 {
    high.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
}

/// The words of one cache line.
const LINE: usize = 8;
const LINE_BYTES: usize = LINE * size_of::<u64>();

/// A fixed number of entries, found by the whole position: two positions are never confused.
///
/// A position of up to 63 edges is scrambled by a bijection of numbers of just as many bits. The top of the result chooses a
/// line of eight words, the rest and the [`Entry`] fill one of them, which is read and written at once. Larger positions take
/// two words, the second of them combined with the first: halves of different writes do not fit together.
pub(super) struct Table {
    memory: Memory<LINE>,
    /// How many bits a scrambled position has in its first word.
    key_bits: u32,
    /// How many of them choose the line.
    line_bits: u32,
    wide: bool,
}

/// Where a position is kept.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    line: usize,
    /// What is left of the first word, above the bits of the entry.
    tag: u64,
    /// The second word; 0 for small boards.
    more: u64,
}

impl Table {
    /// A table for positions of `edges` bits that takes at most `bytes`, but at least what it needs to be exact.
    pub(super) fn new(edges: usize, bytes: usize) -> Table {
        let wide = edges > 63;
        let key_bits = edges.min(64) as u32;
        // A tag has 40 bits; of a wide key 64 more fit the second word.
        let least = if wide {
            8
        } else {
            key_bits.saturating_sub(64 - Entry::BITS)
        };
        // A small board has no use for much: 3×3 boxes are content with 32 Ki entries, 3×4 with 4 Mi.
        let most = (edges as u32).saturating_sub(11).clamp(least, 40);
        let wanted = (bytes / LINE_BYTES).max(1).ilog2();
        let line_bits = wanted.clamp(least, most);
        Table {
            memory: Memory::new(1 << line_bits),
            key_bits,
            line_bits,
            wide,
        }
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        LINE_BYTES << self.line_bits
    }

    /// The words of one line.
    #[inline]
    fn line(&self, number: usize) -> &[AtomicU64; LINE] {
        &self.memory.groups()[number]
    }

    /// Where a position belongs.
    #[inline(always)]
    pub(super) fn slot<B: Bits>(&self, position: B) -> Slot {
        let [low, high] = position.words();
        let mask = u64::MAX >> (64 - self.key_bits);
        let half = self.key_bits.div_ceil(2);
        let mut word = low;
        if self.wide {
            word ^= spread(high);
        }
        // Each step can be undone: folding the upper half onto the lower undoes itself, and odd numbers have inverses.
        word ^= word >> half;
        word = word.wrapping_mul(FACTOR) & mask;
        word ^= word >> half;
        word = word.wrapping_mul(FACTOR) & mask;
        word ^= word >> half;
        let rest_bits = self.key_bits - self.line_bits;
        let line = if self.line_bits == 0 {
            0
        } else {
            (word >> rest_bits) as usize
        };
        let rest = if rest_bits == 64 {
            word
        } else {
            word & ((1 << rest_bits) - 1)
        };
        let slot = Slot {
            line,
            tag: rest << Entry::BITS,
            more: 0,
        };
        if !self.wide {
            return slot;
        }
        // The shift dropped at most 16 bits, for there are at least 256 lines; the second word has at most 48.
        Slot {
            more: high | rest >> (u64::BITS - Entry::BITS) << 48,
            ..slot
        }
    }

    /// Tells the memory that the slot will be looked up soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: Slot) {
        self.memory.prefetch(slot.line);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, slot: Slot) -> Option<Entry> {
        let words = self.line(slot.line);
        if self.wide {
            for pair in words.chunks_exact(2) {
                let word = pair[0].load(ORDER);
                if word >> Entry::BITS << Entry::BITS == slot.tag
                    && word != 0
                    && pair[1].load(ORDER) ^ word == slot.more
                {
                    return Some(Entry::unpack(word));
                }
            }
            return None;
        }
        for word in words {
            let word = word.load(ORDER);
            if word >> Entry::BITS << Entry::BITS == slot.tag && word != 0 {
                return Some(Entry::unpack(word));
            }
        }
        None
    }

    /// Keeps an entry in the place of what was known of the position, or of what took least work.
    #[inline(always)]
    pub(super) fn put(&self, slot: Slot, entry: Entry) {
        let words = self.line(slot.line);
        let step = 1 + usize::from(self.wide);
        let (mut victim, mut least) = (0, u64::MAX);
        for place in (0..LINE).step_by(step) {
            let word = words[place].load(ORDER);
            let same = word >> Entry::BITS << Entry::BITS == slot.tag
                && (!self.wide || words[place + 1].load(ORDER) ^ word == slot.more);
            if word == 0 || same {
                victim = place;
                break;
            }
            let work = word >> 19 & 31;
            if work < least {
                (victim, least) = (place, work);
            }
        }
        let word = slot.tag | entry.pack();
        words[victim].store(word, ORDER);
        if self.wide {
            words[victim + 1].store(word ^ slot.more, ORDER);
        }
    }

    /// All entries with their positions, as [`Bits::words`].
    pub(super) fn entries(&self) -> impl Iterator<Item = ([u64; 2], Entry)> {
        (0..1 << self.line_bits).flat_map(move |line| {
            let step = 1 + usize::from(self.wide);
            self.line(line).chunks_exact(step).filter_map(move |words| {
                let word = words[0].load(ORDER);
                let more = words[1..].first().map_or(0, |more| more.load(ORDER) ^ word);
                (word != 0).then(|| {
                    (
                        self.position(line, word >> Entry::BITS, more),
                        Entry::unpack(word),
                    )
                })
            })
        })
    }

    /// The position that [`slot`](Table::slot) put here.
    fn position(&self, line: usize, tag: u64, more: u64) -> [u64; 2] {
        let mask = u64::MAX >> (64 - self.key_bits);
        let half = self.key_bits.div_ceil(2);
        let (high, over) = if self.wide {
            (more & ((1 << 48) - 1), more >> 48)
        } else {
            (0, 0)
        };
        let mut word = tag | over << (u64::BITS - Entry::BITS);
        if self.line_bits > 0 {
            word |= (line as u64) << (self.key_bits - self.line_bits);
        }
        word ^= word >> half;
        word = word.wrapping_mul(INVERSE) & mask;
        word ^= word >> half;
        word = word.wrapping_mul(INVERSE) & mask;
        word ^= word >> half;
        if self.wide {
            word ^= spread(high);
        }
        [word, high]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions that look alike, and some that do not.
    fn positions(edges: u32) -> impl Iterator<Item = u128> {
        let mask = u128::MAX >> (128 - edges);
        (0..3000u128).map(move |n| {
            (n | n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) << (n % 2 * 64)) & mask
        })
    }

    #[test]
    fn entries_come_back_with_their_positions() {
        for edges in [4, 7, 12, 24, 31, 40, 60, 67, 84, 112] {
            let table = Table::new(edges, 1 << 20);
            let entry = |key: u128| Entry {
                lower: (key % 60) as u8,
                upper: 63,
                best: (key % 128) as u8,
                work: 1 + (key % 31) as u8,
            };
            for key in positions(edges as u32) {
                let slot = if edges > 63 {
                    table.slot(key)
                } else {
                    table.slot(key as u64)
                };
                let known = table.get(slot);
                assert!(
                    known.is_none_or(|known| known == entry(key)),
                    "{edges} edges: {key:#x} was taken for another"
                );
                table.put(slot, entry(key));
                assert_eq!(table.get(slot), Some(entry(key)));
            }
            let mut count = 0;
            for ([low, high], found) in table.entries() {
                assert_eq!(
                    found,
                    entry(u128::from(high) << 64 | u128::from(low)),
                    "{edges} edges"
                );
                count += 1;
            }
            assert!(count >= 8, "{edges} edges");
        }
    }
}
