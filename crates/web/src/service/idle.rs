//! What is kept for whoever may come back, until nobody has for too long.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Things that wait to be used again, the one that was used longest ago first.
pub(super) struct Idle<T>(VecDeque<(Instant, T)>);

impl<T> Default for Idle<T> {
    fn default() -> Idle<T> {
        Idle(VecDeque::new())
    }
}

impl<T> Idle<T> {
    /// Keeps one that was used just now.
    pub(super) fn put(&mut self, one: T) {
        self.0.push_back((Instant::now(), one));
    }

    /// The one that is meant; it is kept no longer.
    pub(super) fn take(&mut self, is_meant: impl Fn(&T) -> bool) -> Option<T> {
        let at = self.iter().position(is_meant)?;
        self.0.remove(at).map(|(_, one)| one)
    }

    /// The one that was used longest ago; it is kept no longer.
    pub(super) fn take_first(&mut self) -> Option<T> {
        self.0.pop_front().map(|(_, one)| one)
    }

    /// Those that nobody has used for so long; they are kept no longer. Whoever drops them holds no lock: large tables go back to the system then.
    #[must_use = "what leaves is to be dropped without the lock"]
    pub(super) fn take_unused(&mut self, longest: Duration) -> Vec<T> {
        let unused = self.0.iter();
        let unused = unused.take_while(|(used, _)| used.elapsed() >= longest);
        let unused = unused.count();
        self.0.drain(..unused).map(|(_, one)| one).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, one)| one)
    }
}
