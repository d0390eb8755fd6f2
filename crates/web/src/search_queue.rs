//! Where the computers think: threads of their own, few of them, in lanes, so that a quick answer never waits behind a long
//! thought.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use poda_engine::Limits;

use crate::guests::{Guest, NoRoom};

/// What a search waits behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Agents that look at so little that nobody could wait for them.
    Instant,
    /// Agents that answer soon.
    Quick,
    /// Agents that take their time.
    Slow,
    /// Hints: somebody waits for the answer.
    Hint,
    /// Analyses and reviews: they give way to everything else.
    Study,
}

/// How many there are.
pub(crate) const LANES: usize = 5;

/// How much less of the processor the threads of a lane get than those that answer requests, from 0 to 19. Elsewhere than on Linux
/// a whole process is nice or none of it.
#[cfg(target_os = "linux")]
const NICENESS: [i32; LANES] = [0, 5, 5, 0, 10];

/// A search, told how long it may last.
type Work = Box<dyn FnOnce(Limits<'_>) + Send>;

struct Job {
    /// Whose it is.
    guest: Guest,
    stop: Arc<AtomicBool>,
    work: Work,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// The flags of the jobs that run.
    running: Vec<Arc<AtomicBool>>,
    closed: bool,
}

struct Waiting {
    queue: Mutex<Queue>,
    more: Condvar,
    threads: usize,
    room: usize,
    longest: Duration,
}

/// As many may wait for each thread before anybody who can thinks less.
const MANY: usize = 4;
/// However many wait, a search looks at so many positions, if it wants as many.
const LEAST: u64 = 8_000;

/// The threads and who waits for them.
pub(crate) struct SearchQueue {
    lanes: [Arc<Waiting>; LANES],
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl SearchQueue {
    /// As many threads as the machine has cores in each of the three lanes for agents, one for hints, and for studies half of them. Whoever
    /// thinks for long gives way to whoever answers. `longest` is the most that any job of a lane may take.
    pub(crate) fn new(room: [usize; LANES], longest: [Duration; LANES]) -> SearchQueue {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let counts = [cores, cores, cores, 1, cores.div_ceil(2)];
        let lanes: [Arc<Waiting>; LANES] = std::array::from_fn(|lane| {
            Arc::new(Waiting {
                queue: Mutex::default(),
                more: Condvar::new(),
                threads: counts[lane],
                room: room[lane],
                longest: longest[lane],
            })
        });
        let mut threads = Vec::new();
        for (number, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                let lane = Arc::clone(&lanes[number]);
                let thread = thread::Builder::new().name("search".to_owned());
                let started = thread.spawn(move || {
                    // What such a thread starts is as modest as it is.
                    #[cfg(target_os = "linux")]
                    let _ = rustix::process::nice(NICENESS[number]);
                    lane.serve();
                });
                threads.push(started.expect("a thread can be started"));
            }
        }
        SearchQueue {
            lanes,
            threads: Mutex::new(threads),
        }
    }

    /// Whether one more of this machine's may wait there.
    pub(crate) fn has_room(&self, lane: Lane, guest: Guest) -> Result<(), NoRoom> {
        let lane = &self.lanes[lane as usize];
        lane.has_room(&lane.lock(), guest)
    }

    /// How many of so many positions a search is to look at: all of them unless more than [`MANY`] wait for each thread of its lane, a quarter of
    /// them where twice as many do. The square, because how much each can have is what the processors give; how many must wait until it is so
    /// little is what this decides. In simple proportion 120 waited for an answer each of 34,000 positions.
    pub(crate) fn share(&self, lane: Lane, nodes: u64) -> u64 {
        let lane = &self.lanes[lane as usize];
        let (waiting, many) = (lane.lock().jobs.len(), MANY * lane.threads);
        if waiting <= many {
            return nodes;
        }
        let (waiting, many) = (waiting as u128, many as u128);
        let share = u128::from(nodes) * many * many / (waiting * waiting);
        (share as u64).max(LEAST.min(nodes))
    }

    /// Has the work done when its turn comes, unless too much waits already, or the queue is closed.
    pub(crate) fn submit(
        &self,
        lane: Lane,
        guest: Guest,
        stop: Arc<AtomicBool>,
        work: impl FnOnce(Limits<'_>) + Send + 'static,
    ) -> Result<(), NoRoom> {
        let lane = &self.lanes[lane as usize];
        let mut queue = lane.lock();
        if queue.closed {
            return Err(NoRoom::Full);
        }
        lane.has_room(&queue, guest)?;
        let work = Box::new(work);
        queue.jobs.push_back(Job { guest, stop, work });
        drop(queue);
        lane.more.notify_one();
        Ok(())
    }

    /// Has a search end at once: one that runs is stopped, one that waits leaves, so that its place is free.
    pub(crate) fn withdraw(&self, stop: &Arc<AtomicBool>) {
        stop.store(true, Ordering::Relaxed);
        for lane in &self.lanes {
            lane.lock().jobs.retain(|job| !Arc::ptr_eq(&job.stop, stop));
        }
    }

    /// Takes nothing more, stops what runs, forgets what waits, and returns when all threads have ended.
    pub(crate) fn close(&self) {
        for lane in &self.lanes {
            let mut queue = lane.lock();
            queue.closed = true;
            queue.jobs.clear();
            for stop in &queue.running {
                stop.store(true, Ordering::Relaxed);
            }
            drop(queue);
            lane.more.notify_all();
        }
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that dropped the last owner of the queue cannot wait for itself.
            if thread.thread().id() != thread::current().id() {
                // A job's panic was caught, so there is nothing to hear from a thread.
                let _ = thread.join();
            }
        }
    }
}

impl Drop for SearchQueue {
    fn drop(&mut self) {
        self.close();
    }
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing in here panics while it holds the lock.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_room(&self, queue: &Queue, guest: Guest) -> Result<(), NoRoom> {
        guest.may_wait(self.room, queue.jobs.iter().map(|job| job.guest))
    }

    fn serve(&self) {
        loop {
            let mut queue = self.lock();
            let job = loop {
                if queue.closed {
                    return;
                }
                if let Some(job) = queue.jobs.pop_front() {
                    break job;
                }
                queue = self
                    .more
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            };
            let Job { stop, work, .. } = job;
            queue.running.push(Arc::clone(&stop));
            drop(queue);
            // The panic hook has told about it; the next job has nothing to do with it.
            let limits = Limits {
                deadline: Some(Instant::now() + self.longest),
                ..Limits::until(&stop)
            };
            let _ = catch_unwind(AssertUnwindSafe(|| work(limits)));
            let mut queue = self.lock();
            queue.running.retain(|flag| !Arc::ptr_eq(flag, &stop));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::{Agent, AnyGame, Game, Request};
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(60);

    /// A search without an end of its own.
    fn until_stopped(limits: Limits<'_>) {
        let game: AnyGame = "connect4".parse().unwrap();
        let mut agent = Agent::new(&"strong:time=3600s".parse().unwrap(), &game, 1).unwrap();
        agent.think(&game.start(), Request::within(limits));
    }

    #[test]
    fn quick_answers_do_not_wait_behind_long_thoughts() {
        let queue = SearchQueue::new([10, 10, 64, 10, 1], [LONG; LANES]);
        for _ in 0..64 {
            for lane in [Lane::Slow, Lane::Quick] {
                let _ = queue.submit(lane, Guest::HERE, Arc::default(), until_stopped);
            }
        }
        let (tell, told) = mpsc::channel();
        let tell = move |_: Limits<'_>| tell.send(()).unwrap();
        let taken = queue.submit(Lane::Instant, Guest::HERE, Arc::default(), tell);
        assert_eq!(taken, Ok(()));
        assert!(told.recv_timeout(LONG).is_ok());
    }

    #[test]
    fn no_more_may_wait_than_there_is_room() {
        let queue = SearchQueue::new([1, 1, 3, 1, 1], [LONG; LANES]);
        let submit = || queue.submit(Lane::Slow, Guest::HERE, Arc::default(), until_stopped);
        let taken = (0..1_000).filter(|_| submit().is_ok()).count();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        assert!((3..=3 + cores).contains(&taken), "{taken}");
    }

    #[test]
    fn only_where_many_wait_each_looks_at_less() {
        let queue = SearchQueue::new([10, 10_000, 10, 10, 1], [LONG; LANES]);
        let threads = queue.lanes[Lane::Quick as usize].threads;
        let share = || queue.share(Lane::Quick, 500_000);
        let submit = |count: usize| {
            for _ in 0..count {
                let taken = queue.submit(Lane::Quick, Guest::HERE, Arc::default(), until_stopped);
                assert_eq!(taken, Ok(()));
            }
        };
        assert_eq!(share(), 500_000);
        // Those that run wait no more, and nobody knows how many have begun yet.
        submit(MANY * threads);
        assert_eq!(share(), 500_000);
        submit(MANY * threads + threads);
        let quarter = share();
        assert!((80_000..=125_000).contains(&quarter), "{quarter}");
        submit(100 * threads);
        assert_eq!(share(), LEAST);
        assert_eq!(queue.share(Lane::Quick, 1_000), 1_000);
        assert_eq!(queue.share(Lane::Slow, 500_000), 500_000);
    }

    #[test]
    fn whoever_is_withdrawn_leaves_a_place_at_once() {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let queue = SearchQueue::new([1, 1, 3, 1, 1], [LONG; LANES]);
        let stops: Vec<Arc<AtomicBool>> = (0..cores + 3).map(|_| Arc::default()).collect();
        // As many as there are threads run; wait for that, so that the others wait.
        let (tell, told) = mpsc::channel();
        for stop in &stops[..cores] {
            let tell = tell.clone();
            let work = move |limits: Limits<'_>| {
                tell.send(()).unwrap();
                until_stopped(limits);
            };
            let taken = queue.submit(Lane::Slow, Guest::HERE, Arc::clone(stop), work);
            assert_eq!(taken, Ok(()));
            told.recv_timeout(LONG).unwrap();
        }
        for stop in &stops[cores..] {
            let work = |_: Limits<'_>| panic!("it was withdrawn");
            let taken = queue.submit(Lane::Slow, Guest::HERE, Arc::clone(stop), work);
            assert_eq!(taken, Ok(()));
        }
        let has_room = || queue.has_room(Lane::Slow, Guest::HERE);
        assert_eq!(has_room(), Err(NoRoom::Full));
        for stop in &stops[cores..] {
            queue.withdraw(stop);
        }
        assert_eq!(queue.lanes[Lane::Slow as usize].lock().jobs.len(), 0);
        assert_eq!(has_room(), Ok(()));
        for stop in &stops[..cores] {
            queue.withdraw(stop);
        }
        let (tell, told) = mpsc::channel();
        let tell = move |_: Limits<'_>| tell.send(()).unwrap();
        let taken = queue.submit(Lane::Slow, Guest::HERE, Arc::default(), tell);
        assert_eq!(taken, Ok(()));
        assert!(told.recv_timeout(LONG).is_ok());
    }

    #[test]
    fn a_thought_ends_when_it_has_lasted_too_long_or_panics() {
        let queue = SearchQueue::new([1, 1, 100, 1, 1], [Duration::from_millis(1); LANES]);
        let (tell, told) = mpsc::channel();
        for _ in 0..10 {
            let breaks = |_: Limits<'_>| std::panic::resume_unwind(Box::new("a job that breaks"));
            let taken = queue.submit(Lane::Slow, Guest::HERE, Arc::default(), breaks);
            assert_eq!(taken, Ok(()));
        }
        let work = move |limits: Limits<'_>| {
            until_stopped(limits);
            tell.send(()).unwrap();
        };
        let taken = queue.submit(Lane::Slow, Guest::HERE, Arc::default(), work);
        assert_eq!(taken, Ok(()));
        assert!(told.recv_timeout(LONG).is_ok());
    }

    #[test]
    fn one_other_machine_has_a_quarter_of_each_lane() {
        let queue = SearchQueue::new([8; LANES], [LONG; LANES]);
        let stranger = Guest::of([192, 0, 2, 1].into(), None);
        for lane in [Lane::Slow, Lane::Hint, Lane::Study] {
            let submit = |guest| queue.submit(lane, guest, Arc::default(), until_stopped);
            // All threads run something, so that whatever comes waits.
            for _ in 0..queue.lanes[lane as usize].threads {
                let (tell, told) = mpsc::channel();
                let work = move |limits: Limits<'_>| {
                    tell.send(()).unwrap();
                    until_stopped(limits);
                };
                let taken = queue.submit(lane, stranger, Arc::default(), work);
                assert_eq!(taken, Ok(()));
                told.recv_timeout(LONG).unwrap();
            }
            assert_eq!((submit(stranger), submit(stranger)), (Ok(()), Ok(())));
            assert_eq!(queue.has_room(lane, stranger), Err(NoRoom::Share));
            assert_eq!(submit(stranger), Err(NoRoom::Share));
            let other = Guest::of([192, 0, 2, 2].into(), None);
            assert_eq!((submit(other), submit(Guest::HERE)), (Ok(()), Ok(())));
        }
    }
}
