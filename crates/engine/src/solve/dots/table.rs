//! What the search knows of positions it has seen: shared by all threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::games::bits::Bits;

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
    fn pack(self) -> u64 {
        debug_assert!(
            self.lower < 64 && self.upper < 64 && self.best < 128 && (1..32).contains(&self.work)
        );
        u64::from(self.work) << 19
            | u64::from(self.best) << 12
            | u64::from(self.upper) << 6
            | u64::from(self.lower)
    }

    fn unpack(word: u64) -> Entry {
        Entry {
            lower: (word & 63) as u8,
            upper: (word >> 6 & 63) as u8,
            best: (word >> 12 & 127) as u8,
            work: (word >> 19 & 31) as u8,
        }
    }
}

/// The words of one cache line.
const LINE: usize = 8;

#[repr(align(64))]
struct Line([AtomicU64; LINE]);

/// A fixed number of entries, found by the whole position: two positions are never confused.
///
/// A position of up to 63 edges is scrambled by a bijection of numbers of just as many bits. The top of the result chooses a
/// line of eight words, the rest and the [`Entry`] fill one of them, which is read and written at once. Larger positions take
/// two words, the second of them combined with the first: halves of different writes do not fit together.
pub(super) struct Table {
    lines: Vec<Line>,
    /// How many bits a scrambled position has in its first word.
    key_bits: u32,
    /// How many of them choose the line.
    line_bits: u32,
    wide: bool,
}

/// Where a position is kept.
#[derive(Clone, Copy)]
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
        let wanted = (bytes / size_of::<Line>()).max(1).ilog2();
        let line_bits = wanted.clamp(least, most);
        let mut lines = Vec::new();
        lines.resize_with(1 << line_bits, || Line(Default::default()));
        Table {
            lines,
            key_bits,
            line_bits,
            wide,
        }
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for line in &mut self.lines {
            *line = Line(Default::default());
        }
    }

    /// Where a position belongs.
    #[inline]
    pub(super) fn slot<B: Bits>(&self, position: B) -> Slot {
        let [low, high] = position.words();
        let mask = u64::MAX >> (64 - self.key_bits);
        let half = self.key_bits.div_ceil(2);
        // Each step can be undone: multiplying by an odd number and folding the upper half onto the lower.
        let mut word = low;
        if self.wide {
            word ^= high.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
        }
        word ^= word >> half;
        word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9) & mask;
        word ^= word >> half;
        word = word.wrapping_mul(0x94d0_49bb_1331_11eb) & mask;
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

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Option<Entry> {
        let words = &self.lines[slot.line].0;
        if self.wide {
            for pair in words.chunks_exact(2) {
                let word = pair[0].load(Ordering::Relaxed);
                if word >> Entry::BITS << Entry::BITS == slot.tag
                    && word != 0
                    && pair[1].load(Ordering::Relaxed) ^ word == slot.more
                {
                    return Some(Entry::unpack(word));
                }
            }
            return None;
        }
        for word in words {
            let word = word.load(Ordering::Relaxed);
            if word >> Entry::BITS << Entry::BITS == slot.tag && word != 0 {
                return Some(Entry::unpack(word));
            }
        }
        None
    }

    /// Keeps an entry in the place of what was known of the position, or of what took least work.
    #[inline]
    pub(super) fn put(&self, slot: Slot, entry: Entry) {
        let words = &self.lines[slot.line].0;
        let step = 1 + usize::from(self.wide);
        let (mut victim, mut least) = (0, u64::MAX);
        for place in (0..LINE).step_by(step) {
            let word = words[place].load(Ordering::Relaxed);
            let same = word >> Entry::BITS << Entry::BITS == slot.tag
                && (!self.wide || words[place + 1].load(Ordering::Relaxed) ^ word == slot.more);
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
        words[victim].store(word, Ordering::Relaxed);
        if self.wide {
            words[victim + 1].store(word ^ slot.more, Ordering::Relaxed);
        }
    }
}
