//! Playing what is missing, on as many threads as wanted.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use poda_engine::Knowledge;

use crate::plan::Plan;
use crate::play::Rules;
use crate::record::Record;
use crate::stats::{Pentanomial, Verdict};

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which games of the plan; left out, all.
    pub games: Option<Range<u64>>,
    /// How many games at once; left out, one for each processor.
    pub jobs: Option<usize>,
    /// What perfect agents know beforehand, and share.
    pub knowledge: Knowledge,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games on record, of those that were asked for.
    pub done: u64,
    /// Games that were asked for.
    pub total: u64,
}

/// How often the runner looks at its stop flag and at the clocks of the contestants.
const LOOK: Duration = Duration::from_millis(5);

/// Plays every game that is asked for and not yet on record, and hands each over as soon as it is finished, in whatever order.
/// Returns whether it came to the end; it does not if `stop` was set. Games under way are given up then, and nothing of them remains.
///
/// # Errors
/// Whatever `keep` returns; the run ends with it.
pub fn run<E>(
    plan: &Plan,
    known: &BTreeMap<u64, Record>,
    options: &Options,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(Record, Progress) -> Result<(), E>,
) -> Result<bool, E> {
    let all = options.games.clone().unwrap_or(0..plan.games());
    let all = all.start..all.end.min(plan.games());
    let total = all.end.saturating_sub(all.start);
    let todo: Vec<u64> = all
        .clone()
        .filter(|game| !known.contains_key(game))
        .collect();
    let mut done = total - todo.len() as u64;
    let jobs = options
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let tests = plan.sprt.map(|_| Mutex::new(Tests::new(plan, known)));
    let decided = |cell: usize| {
        tests.as_ref().is_some_and(|tests| {
            let tests = tests.lock().unwrap_or_else(PoisonError::into_inner);
            tests.is_decided(cell)
        })
    };

    let next = AtomicUsize::new(0);
    let halt = AtomicBool::new(false);
    let watches: Vec<Watch> = (0..jobs.clamp(1, todo.len().max(1)))
        .map(|_| Watch::default())
        .collect();
    let (send, receive) = channel();
    let mut result = Ok(());
    std::thread::scope(|scope| {
        for watch in &watches {
            let send = send.clone();
            let (todo, next, halt, decided) = (&todo, &next, &halt, &decided);
            scope.spawn(move || {
                while let Some(&index) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if halt.load(Ordering::Relaxed) {
                        return;
                    }
                    let bout = plan.bout(index);
                    if decided(bout.cell) {
                        continue;
                    }
                    let rules = Rules {
                        move_time: plan.move_time,
                        measures: plan.measures,
                        stop: halt,
                        clock: &|deadline| watch.set(deadline, halt),
                        overtime: &watch.overtime,
                        knowledge: &options.knowledge,
                    };
                    let Some(record) = plan.play(&bout, &rules) else {
                        return;
                    };
                    if send.send(record).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        loop {
            let now = Instant::now();
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            let stopped = halt.load(Ordering::Relaxed);
            watches.iter().for_each(|watch| watch.look(now, stopped));
            match receive.recv_timeout(LOOK) {
                Ok(record) => {
                    if let Some(tests) = &tests {
                        let mut tests = tests.lock().unwrap_or_else(PoisonError::into_inner);
                        tests.push(&record);
                    }
                    done += 1;
                    if result.is_ok() {
                        result = keep(record, Progress { done, total });
                        if result.is_err() {
                            halt.store(true, Ordering::Relaxed);
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    result.map(|()| !halt.load(Ordering::Relaxed))
}

/// The clock of one thread's contestant.
#[derive(Default)]
struct Watch {
    overtime: AtomicBool,
    deadline: Mutex<Option<Instant>>,
}

impl Watch {
    fn set(&self, deadline: Option<Instant>, halt: &AtomicBool) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
        self.overtime
            .store(halt.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    fn look(&self, now: Instant, stopped: bool) {
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        if stopped || deadline.is_some_and(|deadline| now > deadline) {
            self.overtime.store(true, Ordering::Relaxed);
        }
    }
}

/// The sequential test of each cell, over the openings in their order: which thread was quicker must not decide the result.
pub(crate) struct Tests<'a> {
    plan: &'a Plan,
    cells: Vec<Test>,
}

#[derive(Default)]
struct Test {
    results: Pentanomial,
    /// How many openings, from the first, are counted.
    counted: u64,
    verdict: Option<(Verdict, u64)>,
    /// Finished games of openings that are not counted yet: points of the first agent, and how many games.
    waiting: HashMap<u64, (f64, u32)>,
}

impl<'a> Tests<'a> {
    pub(crate) fn new(plan: &'a Plan, known: &BTreeMap<u64, Record>) -> Tests<'a> {
        let cells = plan.cells.iter().map(|_| Test::default()).collect();
        let mut tests = Tests { plan, cells };
        known.values().for_each(|record| tests.push(record));
        tests
    }

    fn push(&mut self, record: &Record) {
        let Some(sprt) = self.plan.sprt else { return };
        let test = &mut self.cells[record.cell];
        let waiting = test.waiting.entry(record.opening).or_default();
        waiting.0 += match record.winner() {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        waiting.1 += 1;
        while let Some(&(points, 2)) = test.waiting.get(&test.counted) {
            test.waiting.remove(&test.counted);
            test.results.push(points);
            test.counted += 1;
            let verdict = sprt.verdict(&test.results);
            if verdict != Verdict::Open && test.verdict.is_none() {
                test.verdict = Some((verdict, test.counted));
            }
        }
    }

    fn is_decided(&self, cell: usize) -> bool {
        self.cells[cell].verdict.is_some()
    }

    /// The answer of a cell's test, and how many openings it took: later ones do not count.
    pub(crate) fn verdict(&self, cell: usize) -> Option<(Verdict, u64)> {
        self.cells[cell].verdict
    }
}
