//! When a search must stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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

    /// None but a number of nodes.
    pub fn at_most(nodes: u64) -> Limits<'a> {
        Limits {
            nodes: Some(nodes),
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

    /// What is left of them after some nodes.
    #[must_use]
    pub fn after(self, nodes: u64) -> Limits<'a> {
        Limits {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            ..self
        }
    }

    /// The same, but for a part of the time that is left from now on. Without a deadline there is nothing to divide.
    #[must_use]
    pub fn part(self, hundredths: u32) -> Limits<'a> {
        let part = |deadline: Instant| {
            let now = Instant::now();
            now + deadline.saturating_duration_since(now) * hundredths / 100
        };
        Limits {
            deadline: self.deadline.map(part),
            ..self
        }
    }

    /// Whether somebody has set the flag: what is found from now on nobody wants.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether the flag is set or the time is over.
    pub fn is_over(&self) -> bool {
        self.is_stopped()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The search was stopped before it was done; what it has found of the current depth is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;

/// A search was stopped before it was done, and this is what it took until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Nodes.
    pub nodes: u64,
    /// Nodes without children.
    pub leaves: u64,
    /// Nodes where moves were left out.
    pub cutoffs: u64,
}

/// How many nodes pass between two looks at the clock and the flag: some milliseconds at most.
const INTERVAL: u64 = 1 << 12;

/// The same for the first [`INTERVAL`] nodes. Each of them may be the first to touch a page of a new table, and while memory is
/// scarce or in pieces the system takes up to 30 ms to find a huge one: all 512 of a gibibyte once took 13.7 s, without a look.
const FIRST_INTERVAL: u64 = 1 << 5;

/// Counts the nodes of one thread and says when enough is enough.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    pub(crate) nodes: u64,
    /// The node at which to look again.
    next_look: u64,
    /// What other threads spend besides, if there are any.
    shared: Option<&'a SharedBudget<'a>>,
    /// How many of the nodes are added there.
    added: u64,
}

/// The budget of several threads: what they spend counts together, and when it is over for one it is over for all.
#[derive(Debug)]
pub(crate) struct SharedBudget<'a> {
    limits: Limits<'a>,
    nodes: AtomicU64,
    over: AtomicBool,
}

impl<'a> SharedBudget<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> SharedBudget<'a> {
        SharedBudget {
            limits,
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// The part of one thread.
    pub(crate) fn share(&'a self) -> Budget<'a> {
        Budget {
            shared: Some(self),
            ..Budget::new(self.limits)
        }
    }

    /// Ends the work of all threads at their next look: a limit is reached, or one of them has what all are after.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// The nodes of all threads: of those at work as of their last look, of the others all.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Budget<'a> {
        Budget {
            limits,
            nodes: 0,
            next_look: limits.nodes.unwrap_or(u64::MAX).min(FIRST_INTERVAL),
            shared: None,
            added: 0,
        }
    }

    /// Counts one node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stop> {
        if self.count() { self.look() } else { Ok(()) }
    }

    /// Counts several nodes at once, for whoever need not go to each.
    #[inline]
    pub(crate) fn spend_all(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes += nodes;
        if self.nodes >= self.next_look {
            self.look()
        } else {
            Ok(())
        }
    }

    /// Counts one node and says whether it is time to [look](Budget::look): for whoever has other things to do then, too.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next_look
    }

    /// Looks at the limits.
    #[cold]
    pub(crate) fn look(&mut self) -> Result<(), Stop> {
        self.add();
        let total = self.total();
        if self
            .shared
            .is_some_and(|all| all.over.load(Ordering::Relaxed))
            || self.limits.nodes.is_some_and(|most| total > most)
            || self.limits.is_over()
        {
            // Every later node stops at once, too.
            self.next_look = 0;
            self.refuse();
            if let Some(shared) = self.shared {
                shared.end();
            }
            return Err(Stop);
        }
        let interval = match self.nodes < INTERVAL {
            true => FIRST_INTERVAL,
            false => INTERVAL,
        };
        let left = self.limits.nodes.map_or(interval, |most| most - total + 1);
        self.next_look = self.nodes + left.min(interval);
        Ok(())
    }

    /// The node counted last is not searched after all.
    fn refuse(&mut self) {
        self.nodes -= 1;
        if let Some(shared) = self.shared {
            shared.nodes.fetch_sub(1, Ordering::Relaxed);
            self.added -= 1;
        }
    }

    /// The nodes of all threads, as of their last look.
    pub(crate) fn total(&self) -> u64 {
        self.shared.map_or(self.nodes, SharedBudget::nodes)
    }

    /// Tells the other threads of the nodes since the last time.
    fn add(&mut self) {
        if let Some(shared) = self.shared {
            let new = self.nodes - self.added;
            shared.nodes.fetch_add(new, Ordering::Relaxed);
            self.added = self.nodes;
        }
    }
}

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        self.add();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many nodes a budget lets pass.
    fn spent(mut budget: Budget<'_>, wanted: u64) -> u64 {
        (0..wanted).take_while(|_| budget.spend().is_ok()).count() as u64
    }

    #[test]
    fn a_limit_of_nodes_is_kept_to_the_node() {
        for most in [
            0,
            1,
            7,
            INTERVAL - 1,
            INTERVAL,
            INTERVAL + 1,
            3 * INTERVAL + 5,
        ] {
            let limits = Limits {
                nodes: Some(most),
                ..Limits::default()
            };
            assert_eq!(spent(Budget::new(limits), 1 << 20), most);
            let shared = SharedBudget::new(limits);
            assert_eq!(spent(shared.share(), 1 << 20), most);
            assert_eq!(shared.nodes(), most, "the refused one is not counted");
        }
    }

    #[test]
    fn the_flag_and_the_clock_are_looked_at_now_and_then() {
        let stop = AtomicBool::new(true);
        let flag = Limits::until(&stop);
        let clock = Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        };
        for limits in [flag, clock] {
            assert!(limits.is_over());
            assert_eq!(spent(Budget::new(limits), 1 << 20), FIRST_INTERVAL - 1);
        }
        assert!(!Limits::default().is_over());
    }

    #[test]
    fn the_first_nodes_are_watched_closely_and_later_ones_are_not() {
        for (before, most) in [
            (0, FIRST_INTERVAL),
            (100, FIRST_INTERVAL),
            (INTERVAL - 1, FIRST_INTERVAL),
            (INTERVAL, INTERVAL),
            (1 << 16, INTERVAL),
        ] {
            let stop = AtomicBool::new(false);
            let mut budget = Budget::new(Limits::until(&stop));
            assert!((0..before).all(|_| budget.spend().is_ok()));
            stop.store(true, Ordering::Relaxed);
            let after = spent(budget, 1 << 20);
            assert!(after < most, "{after} nodes after {before}");
            assert!(most == FIRST_INTERVAL || after > FIRST_INTERVAL);
        }
    }

    #[test]
    fn what_is_over_for_one_thread_is_over_for_all() {
        let shared = SharedBudget::new(Limits::default());
        let (mut one, mut other) = (shared.share(), shared.share());
        assert!((0..INTERVAL).all(|_| one.spend().is_ok()));
        assert_eq!(other.total(), INTERVAL);
        shared.end();
        assert_eq!(spent(one, 1 << 20), INTERVAL - 1);
        assert!((1..FIRST_INTERVAL).all(|_| other.spend().is_ok()));
        assert_eq!(other.spend(), Err(Stop));
        assert_eq!(other.spend(), Err(Stop), "it stays over");
        drop(other);
        let all = 2 * INTERVAL + FIRST_INTERVAL;
        assert_eq!(shared.nodes(), all - 2, "two were refused");
    }
}
