//! Playing what is missing, on as many threads as wanted.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use crate::factory::PlayerFactory;
use crate::plan::Plan;
use crate::record::Record;
use crate::sequential::SequentialTests;

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Which games of the plan; left out, all.
    pub games: Option<Range<u64>>,
    /// How many games at once; left out, one for each processor.
    pub jobs: Option<usize>,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunProgress {
    /// Games on record, of those that were asked for.
    pub done: u64,
    /// Games that were asked for.
    pub total: u64,
}

/// Plays every game that is asked for and not yet on record, and hands each over as soon as it is finished, in whatever order.
/// Returns whether it came to the end; it does not if `stop` was set. Games under way are given up then, and nothing of them remains.
///
/// # Errors
/// Whatever `keep` returns; the run sets `stop` and ends with it.
pub fn run<E>(
    plan: &Plan,
    players: &dyn PlayerFactory,
    known: &BTreeMap<u64, Record>,
    options: &RunOptions,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(Record, RunProgress) -> Result<(), E>,
) -> Result<bool, E> {
    let all = options.games.clone().unwrap_or(0..plan.games());
    let all = all.start..all.end.min(plan.games());
    let total = all.end.saturating_sub(all.start);
    let todo: Vec<u64> = all.filter(|game| !known.contains_key(game)).collect();
    let progress = RunProgress {
        done: total - todo.len() as u64,
        total,
    };
    let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = options.jobs.unwrap_or_else(processors);
    let jobs = jobs.clamp(1, todo.len().max(1));
    let queue = Queue {
        plan,
        players,
        todo,
        next: AtomicUsize::new(0),
        tests: plan
            .sprt
            .map(|_| Mutex::new(SequentialTests::new(plan, known))),
        stop,
    };
    // Nobody plays far ahead of what is kept.
    let (send, receive) = sync_channel(jobs);
    std::thread::scope(|scope| {
        let start = |_| {
            let (queue, send) = (&queue, send.clone());
            scope.spawn(move || queue.work(&send))
        };
        let workers: Vec<_> = (0..jobs).map(start).collect();
        drop(send);
        queue.collect(receive, progress, keep)?;
        let mut came_to_the_end = workers.into_iter().map(|worker| {
            let end = worker.join();
            end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        Ok(came_to_the_end.all(|end| end))
    })
}

/// The games to be played, for all threads.
struct Queue<'a> {
    plan: &'a Plan,
    players: &'a dyn PlayerFactory,
    todo: Vec<u64>,
    /// The place in `todo` of the next game that nobody plays yet.
    next: AtomicUsize,
    tests: Option<Mutex<SequentialTests<'a>>>,
    stop: &'a AtomicBool,
}

impl Queue<'_> {
    /// One thread: game by game until none is left, or somebody says stop. Returns whether none is left.
    fn work(&self, send: &SyncSender<Record>) -> bool {
        while let Some(&index) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            let bout = self.plan.bout(index);
            if self.is_decided(bout.cell) {
                continue;
            }
            let Some(record) = self.plan.play(&bout, self.players, self.stop) else {
                return false;
            };
            if send.send(record).is_err() {
                return false;
            }
        }
        true
    }

    /// Hands over what the threads finish, until the last of them ends.
    fn collect<E>(
        &self,
        receive: Receiver<Record>,
        mut progress: RunProgress,
        keep: &mut dyn FnMut(Record, RunProgress) -> Result<(), E>,
    ) -> Result<(), E> {
        for record in receive {
            if let Some(tests) = &self.tests {
                let mut tests = tests.lock().unwrap_or_else(PoisonError::into_inner);
                tests.push(&record);
            }
            progress.done += 1;
            if let Err(error) = keep(record, progress) {
                self.stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    }

    fn is_decided(&self, cell: usize) -> bool {
        self.tests.as_ref().is_some_and(|tests| {
            let tests = tests.lock().unwrap_or_else(PoisonError::into_inner);
            tests.is_decided(cell)
        })
    }
}
