//! How much of everything there may be. Whoever meets a cap is told in a sentence.

use std::time::{Duration, Instant};

use crate::listener::ConnectionCaps;
use crate::search_queue::LANES;

/// The caps of one server. The defaults serve a household and a classroom; tests make them smaller.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Games that are stored. A full service refuses new games: no game that was played is ever deleted behind its player's back.
    pub stored: u64,
    /// Stored games that are not over.
    pub open: u64,
    /// Of those, games that one other machine has made.
    pub guest: usize,
    /// Games that can be made at once, after a while without any.
    pub burst: u32,
    /// Games that can be made in each second after that.
    pub per_second: u32,
    /// Streams of events at the same time.
    pub streams: usize,
    /// Games in memory; those that nobody looks at leave first, and come back when somebody does.
    pub awake: usize,
    /// Searches that wait for a thread: of agents that answer at once, soon, and late, for hints, for analyses and reviews.
    pub waiting: [usize; LANES],
    /// The longest analysis of a position.
    pub analysis: Duration,
    /// The longest review of a game.
    pub review: Duration,
    /// How long a game that nobody has begun to play is kept after anybody last looked at it.
    pub not_begun: Duration,
    /// How long a server that has started waits before it forgets any: pages that were open find their games again first.
    pub settling: Duration,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps {
            stored: 20_000,
            open: 5_000,
            guest: 200,
            burst: 300,
            per_second: 20,
            streams: 512,
            awake: 1_000,
            waiting: [2_000, 2_000, 64, 16, 16],
            analysis: Duration::from_secs(10),
            review: Duration::from_secs(90),
            not_begun: Duration::from_secs(24 * 3600),
            settling: Duration::from_secs(60),
        }
    }
}

/// Connections at the same time, of everybody and of one other machine; and how long one lasts to which nothing is written. Whoever lets
/// others in is stricter: they are strangers.
pub(crate) fn connections(loopback: bool) -> ConnectionCaps {
    ConnectionCaps {
        all: 1_024.min(descriptors().saturating_sub(DESCRIPTORS_OWN).max(16)),
        neighbour: 64,
        unanswered: Duration::from_secs(if loopback { 90 } else { 45 }),
    }
}

/// Files, standard streams and whatever else the server has open besides connections.
const DESCRIPTORS_OWN: usize = 96;

/// How many files this process may have open.
fn descriptors() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let most = getrlimit(Resource::Nofile).current;
        most.map_or(usize::MAX, |most| {
            usize::try_from(most).unwrap_or(usize::MAX)
        })
    }
    #[cfg(not(unix))]
    {
        usize::MAX
    }
}

/// Pictures and reports that are made or wait to be, and the bytes of those that are kept.
pub(crate) const PICTURES_WAITING: usize = 64;
pub(crate) const PICTURE_BYTES: usize = 16 << 20;
/// The largest body of a request, in bytes.
pub(crate) const BODY: usize = 16 << 10;
/// How long a body may take to arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a seat is kept for its browser after the last change of the game: then somebody else may take it, so that a
/// lost cookie locks nobody out for ever.
pub(crate) const HELD: Duration = Duration::from_secs(7 * 24 * 3600);
/// The longest list of games in one answer.
pub(crate) const LIST: u32 = 100;
/// The games that one stream of events tells of.
pub(crate) const FOLLOWED: usize = 100;
/// The longest thought of a computer.
pub(crate) const THOUGHT: Duration = Duration::from_secs(30);
/// Analyses and reviews that are kept for whoever asks again, and analysts who wait with what they remember: their tables
/// hold up to 128 MB each.
pub(crate) const STUDIES: usize = 256;
pub(crate) const ANALYSTS: usize = 2;
/// How many moves of a computer's line are kept with its move.
pub(crate) const FINDING_LINE: usize = 24;
/// The deepest search that a seat may ask for.
pub(crate) const DEPTH: u32 = 12;
/// The most nodes that a seat may ask for.
pub(crate) const NODES: u64 = 100_000_000;
/// The most threads of one search.
pub(crate) const THREADS: usize = 2;
/// The computers that keep what they remember between two moves of a game, how much memory they may hold together (ten tables
/// of the strong search; a solver's may be larger, and then it stays alone).
pub(crate) const PLAYERS: usize = 1_000;
pub(crate) const PLAYER_BYTES: usize = 160 << 20;
/// How long players, analysts and search trees are kept that nobody uses.
pub(crate) const UNUSED: Duration = Duration::from_secs(180);
/// How long computers play on among themselves when nobody looks.
pub(crate) const UNWATCHED: Duration = Duration::from_secs(60);

/// The largest search tree that can be walked through, and how many nodes are kept of all such trees: some 300 bytes each.
pub(crate) const TREE_NODES: u64 = 200_000;
pub(crate) const TREES_NODES: usize = 400_000;
/// How many positions of plain minimax are counted: about a second.
pub(crate) const COUNTED: u64 = 50_000_000;

/// A bucket that fills with time: whoever takes more than drips in finds it empty.
#[derive(Debug)]
pub(crate) struct Bucket {
    size: f64,
    per_second: f64,
    level: f64,
    seen: Instant,
}

impl Bucket {
    pub(crate) fn new(size: u32, per_second: u32) -> Bucket {
        Bucket {
            size: f64::from(size),
            per_second: f64::from(per_second),
            level: f64::from(size),
            seen: Instant::now(),
        }
    }

    /// Whether there was one to take.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.seen = now;
        self.level = (self.level + passed * self.per_second).min(self.size);
        let enough = self.level >= 1.0;
        if enough {
            self.level -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_what_it_holds_and_what_drips_in() {
        let mut bucket = Bucket::new(3, 2);
        let start = bucket.seen;
        let taken = |bucket: &mut Bucket, now| (0..10).filter(|_| bucket.take(now)).count();
        assert_eq!(taken(&mut bucket, start), 3);
        assert_eq!(taken(&mut bucket, start + Duration::from_secs(1)), 2);
        assert_eq!(taken(&mut bucket, start + Duration::from_secs(3600)), 3);
    }
}
