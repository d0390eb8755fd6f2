//! How far a run has come, and about how much longer it takes.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use poda_lab::{Plan, Record, RunProgress};

use super::api::Running;

/// Watches one run, which plays one game at a time.
pub(super) struct Meter {
    start: Instant,
    now: RunProgress,
    /// When the last game ended, or the run began.
    since: Instant,
    /// One for each pairing: a game at depth 8 takes a thousand times as long as one at depth 2.
    cells: Vec<Pace>,
}

/// The games of one pairing.
#[derive(Clone, Copy, Default)]
struct Pace {
    left: u64,
    played: u32,
    time: Duration,
}

impl Meter {
    /// Of a run that is about to play what is not on record.
    pub(super) fn new(plan: &Plan, records: &BTreeMap<u64, Record>) -> Meter {
        let mut cells = vec![Pace::default(); plan.cells.len()];
        for (pace, cell) in cells.iter_mut().zip(&plan.cells) {
            pace.left = u64::from(cell.openings) * cell.orders.len() as u64;
        }
        for record in records.values() {
            cells[record.cell].left = cells[record.cell].left.saturating_sub(1);
        }
        let (start, total) = (Instant::now(), plan.games());
        let now = RunProgress {
            done: records.len() as u64,
            total,
        };
        Meter {
            start,
            now,
            since: start,
            cells,
        }
    }

    /// A game of a pairing has ended.
    pub(super) fn played(&mut self, cell: usize, progress: RunProgress) {
        let end = Instant::now();
        let took = end.saturating_duration_since(self.since);
        (self.since, self.now) = (end, progress);
        self.cells[cell].add(took);
    }

    pub(super) fn done(&self) -> u64 {
        self.now.done
    }

    pub(super) fn running(&self, quick: bool) -> Running {
        Running {
            quick,
            done: self.now.done,
            total: self.now.total,
            elapsed_ms: self.start.elapsed().as_millis() as u64,
            left_ms: left(&self.cells).map(|left| left.as_millis() as u64),
        }
    }
}

impl Pace {
    fn add(&mut self, took: Duration) {
        self.left = self.left.saturating_sub(1);
        self.played += 1;
        self.time += took;
    }
}

/// What is left of each pairing at its own pace; unknown until each that has games left has played one.
fn left(cells: &[Pace]) -> Option<Duration> {
    let mut open = cells.iter().filter(|pace| pace.left > 0);
    let seconds = open.try_fold(0.0, |sum, pace| {
        let mean = pace.time.as_secs_f64() / f64::from(pace.played);
        (pace.played > 0).then_some(sum + mean * pace.left as f64)
    })?;
    Some(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One pairing takes 10 ms a game, another 4 s: what is left is known after one game of each, and hardly changes from then on.
    #[test]
    fn the_time_left_does_not_jump() {
        let pace = Pace {
            left: 100,
            ..Pace::default()
        };
        let mut cells = [pace, pace];
        let times = [Duration::from_millis(10), Duration::from_secs(4)];
        assert_eq!(left(&cells), None);
        cells[0].add(times[0]);
        assert_eq!(left(&cells), None, "nothing is known of the slow games");
        cells[1].add(times[1]);
        let mut before = left(&cells).expect("both have played");
        assert_eq!(before.as_secs(), 396);
        for game in 0..198 {
            cells[game % 2].add(times[game % 2]);
            let now = left(&cells).expect("known from now on");
            assert!(
                now <= before && before - now <= times[1] + times[0],
                "{before:?} {now:?}"
            );
            before = now;
        }
        assert_eq!(before, Duration::ZERO);
    }
}
