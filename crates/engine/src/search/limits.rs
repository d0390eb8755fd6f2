//! When a search must stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of one search. The clock is read only where a deadline asks for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Not deeper than this; a search by depth alone needs it.
    pub depth: Option<u32>,
    /// Not more nodes than this.
    pub nodes: Option<u64>,
    /// Not later than this.
    pub deadline: Option<Instant>,
    /// Not after somebody has set this.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// None but a flag that somebody may set.
    pub fn until(stop: &'a AtomicBool) -> Limits<'a> {
        Limits {
            stop: Some(stop),
            ..Limits::default()
        }
    }

    /// Both together: whatever is reached first. A flag of the first one's goes before the second's.
    #[must_use]
    pub fn and(self, other: Limits<'a>) -> Limits<'a> {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Limits {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            deadline: least(self.deadline, other.deadline),
            stop: self.stop.or(other.stop),
        }
    }
}

/// The search was stopped before it was done; what it has found of the current depth is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;

/// How many nodes pass between two looks at the clock and the flag: well under a millisecond.
const INTERVAL: u64 = 1 << 10;

/// Counts nodes and says when enough is enough.
#[derive(Clone, Debug)]
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    pub(crate) nodes: u64,
    /// The node at which to look again.
    next_look: u64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Budget<'a> {
        let next_look = limits.nodes.map_or(INTERVAL, |most| most.min(INTERVAL));
        Budget {
            limits,
            nodes: 0,
            next_look,
        }
    }

    /// Counts one node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes < self.next_look {
            Ok(())
        } else {
            self.look()
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        let Limits {
            nodes,
            deadline,
            stop,
            ..
        } = self.limits;
        if nodes.is_some_and(|most| self.nodes > most)
            || stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            // Every later node stops at once, too.
            self.next_look = 0;
            return Err(Stop);
        }
        let soon = self.nodes + INTERVAL;
        self.next_look = nodes.map_or(soon, |most| soon.min(most + 1));
        Ok(())
    }
}
