//! What positions are worth to each player, kept for when they are reached again on another way.

use std::sync::atomic::AtomicU64;

use super::maxn::Scores;
use crate::memory::{Memory, ORDER};
use crate::types::{PlayerId, Score};

/// A table of what max^n found, whole values only.
///
/// What a position is worth at a depth hangs on nothing else, so a search with the table finds what it finds without. The same holds from
/// move to move: what is in the table stays true.
pub struct ScoreTable {
    memory: Memory<BUCKET>,
}

/// The words of a bucket: two entries, in one cache line.
const BUCKET: usize = 8;
/// The words of an entry: the hash combined with the others by exclusive or, two scores, the third score and the depth; one is free.
const ENTRY: usize = 4;
const _: () = assert!(PlayerId::MOST == 3);

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub(super) scores: Scores,
    /// How many plies below the position were searched: at least one.
    pub(super) depth: u32,
    /// Whether every line that counts was followed to its end: more plies would show the same.
    pub(super) to_the_end: bool,
}

impl Seen {
    fn pack(self) -> [u64; 2] {
        let word = |score: Score| u64::from(score.get().cast_unsigned());
        let [first, second, third] = self.scores;
        let depth = u64::from(self.depth.min(DEPTH as u32)) | u64::from(self.to_the_end) << 15;
        [word(first) << 32 | word(second), word(third) << 32 | depth]
    }

    fn unpack([two, one]: [u64; 2]) -> Seen {
        let score = |word: u64| Score::from_raw((word as u32).cast_signed());
        Seen {
            scores: [score(two >> 32), score(two), score(one >> 32)],
            depth: (one & DEPTH) as u32,
            to_the_end: one & 1 << 15 != 0,
        }
    }
}

const DEPTH: u64 = 0x7fff;

impl ScoreTable {
    /// A table of about this many bytes, at least one kilobyte.
    pub fn new(bytes: usize) -> ScoreTable {
        let buckets = (bytes / (BUCKET * size_of::<u64>())).max(16);
        ScoreTable {
            memory: Memory::new(buckets),
        }
    }

    /// The two entries that a position may have.
    #[inline]
    fn entries(&self, hash: u64) -> &[[AtomicU64; ENTRY]] {
        // The high bits of the hash, scaled to the number of buckets: no division, any size.
        let buckets = self.memory.groups();
        let index = (u128::from(hash) * buckets.len() as u128) >> 64;
        buckets[index as usize].as_chunks().0
    }

    /// What a position is worth at this depth.
    #[inline]
    pub(super) fn get(&self, hash: u64, depth: u32) -> Option<Seen> {
        let (_, seen) = self
            .entries(hash)
            .iter()
            .map(read)
            .find(|(of, _)| *of == hash)?;
        let is_deeper = seen.to_the_end && (1..=depth).contains(&seen.depth);
        (seen.depth == depth || is_deeper).then_some(seen)
    }

    /// Keeps what was found: in the entry of the same position, else in the shallower one.
    #[inline]
    pub(super) fn put(&mut self, hash: u64, seen: Seen) {
        let worth = |entry: &&[AtomicU64; ENTRY]| match read(entry) {
            (of, _) if of == hash => 0,
            (_, other) => 1 + other.depth,
        };
        let place = self.entries(hash).iter().min_by_key(worth);
        let [two, one] = seen.pack();
        let words = [hash ^ two ^ one, two, one];
        for (place, word) in place.expect("two entries").iter().zip(words) {
            place.store(word, ORDER);
        }
    }
}

/// The hash of an entry's position, and what is known of it. An empty one has the depth 0, which nobody asks for.
#[inline]
fn read(entry: &[AtomicU64; ENTRY]) -> (u64, Seen) {
    let [check, two, one, _] = entry.each_ref().map(|word| word.load(ORDER));
    (check ^ two ^ one, Seen::unpack([two, one]))
}
