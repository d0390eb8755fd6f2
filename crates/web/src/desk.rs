//! Where the computers think: threads of their own, few of them, in lanes, so that a quick answer never waits behind a long
//! thought.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What a search waits behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Agents that answer at once, or nearly.
    Quick,
    /// Agents that take their time.
    Slow,
    /// Hints: somebody waits for the answer.
    Hint,
}

/// A search, told to stop by its flag.
type Work = Box<dyn FnOnce(&AtomicBool) + Send>;

struct Job {
    stop: Arc<AtomicBool>,
    work: Work,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// The flags of the jobs that run, and since when.
    running: Vec<(Arc<AtomicBool>, Instant)>,
    closed: bool,
}

struct Waiting {
    queue: Mutex<Queue>,
    more: Condvar,
    room: usize,
}

/// The threads and who waits for them.
pub(crate) struct Desk {
    lanes: [Arc<Waiting>; 3],
    closing: Arc<(Mutex<bool>, Condvar)>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// How often somebody looks whether a thought has lasted too long.
const LOOK: Duration = Duration::from_millis(200);

impl Desk {
    /// As many threads as the machine has cores in each of the two lanes for agents, and one for hints. `longest` is the
    /// most that any job may take before its flag is set.
    pub(crate) fn new(room: [usize; 3], longest: Duration) -> Desk {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let lanes = room.map(|room| {
            Arc::new(Waiting {
                queue: Mutex::default(),
                more: Condvar::new(),
                room,
            })
        });
        let mut threads = Vec::new();
        for (lane, count) in lanes.iter().zip([cores, cores, 1]) {
            for _ in 0..count {
                let lane = Arc::clone(lane);
                threads.push(start("search", move || lane.serve()));
            }
        }
        let watched = lanes.clone();
        let closing = Arc::<(Mutex<bool>, Condvar)>::default();
        let heard = Arc::clone(&closing);
        threads.push(start("search-clock", move || {
            watch(&watched, longest, &heard);
        }));
        Desk {
            lanes,
            closing,
            threads: Mutex::new(threads),
        }
    }

    /// Whether one more may wait there.
    pub(crate) fn has_room(&self, lane: Lane) -> bool {
        let lane = &self.lanes[lane as usize];
        lane.lock().jobs.len() < lane.room
    }

    /// Has the work done when its turn comes. False if too much waits already, or the desk is closed.
    pub(crate) fn submit(
        &self,
        lane: Lane,
        stop: Arc<AtomicBool>,
        work: impl FnOnce(&AtomicBool) + Send + 'static,
    ) -> bool {
        let lane = &self.lanes[lane as usize];
        let mut queue = lane.lock();
        if queue.closed || queue.jobs.len() >= lane.room {
            return false;
        }
        let work = Box::new(work);
        queue.jobs.push_back(Job { stop, work });
        drop(queue);
        lane.more.notify_one();
        true
    }

    /// Takes nothing more, stops what runs, forgets what waits, and returns when all threads have ended.
    pub(crate) fn close(&self) {
        for lane in &self.lanes {
            let mut queue = lane.lock();
            queue.closed = true;
            queue.jobs.clear();
            for (stop, _) in &queue.running {
                stop.store(true, Ordering::Relaxed);
            }
            drop(queue);
            lane.more.notify_all();
        }
        *self
            .closing
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = true;
        self.closing.1.notify_all();
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that dropped the last owner of the desk cannot wait for itself.
            if thread.thread().id() != thread::current().id() {
                // A job's panic was caught, so there is nothing to hear from a thread.
                let _ = thread.join();
            }
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.close();
    }
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).expect("a thread can be started")
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing in here panics while it holds the lock.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
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
            let Job { stop, work } = job;
            queue.running.push((Arc::clone(&stop), Instant::now()));
            drop(queue);
            // The panic hook has told about it; the next job has nothing to do with it.
            let _ = catch_unwind(AssertUnwindSafe(|| work(&stop)));
            let mut queue = self.lock();
            queue.running.retain(|(flag, _)| !Arc::ptr_eq(flag, &stop));
        }
    }
}

/// Stops whatever has run for too long, until the desk is closed.
fn watch(lanes: &[Arc<Waiting>; 3], longest: Duration, closing: &(Mutex<bool>, Condvar)) {
    let mut closed = closing.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !*closed {
        for lane in lanes {
            for (stop, since) in &lane.lock().running {
                if since.elapsed() >= longest {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        let woken = closing.1.wait_timeout(closed, LOOK);
        closed = woken.unwrap_or_else(PoisonError::into_inner).0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(60);

    fn until_stopped(stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn quick_answers_do_not_wait_behind_long_thoughts() {
        let desk = Desk::new([10, 64, 10], LONG);
        for _ in 0..64 {
            desk.submit(Lane::Slow, Arc::default(), until_stopped);
        }
        let (tell, told) = mpsc::channel();
        assert!(desk.submit(Lane::Quick, Arc::default(), move |_| tell.send(()).unwrap()));
        assert!(told.recv_timeout(LONG).is_ok());
    }

    #[test]
    fn no_more_may_wait_than_there_is_room() {
        let desk = Desk::new([1, 3, 1], LONG);
        let submit = || desk.submit(Lane::Slow, Arc::default(), until_stopped);
        let taken = (0..1_000).filter(|_| submit()).count();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        assert!((3..=3 + cores).contains(&taken), "{taken}");
    }

    #[test]
    fn a_thought_ends_when_it_has_lasted_too_long_or_panics() {
        let desk = Desk::new([1, 100, 1], Duration::from_millis(1));
        let (tell, told) = mpsc::channel();
        for _ in 0..10 {
            desk.submit(Lane::Slow, Arc::default(), |_| {
                std::panic::resume_unwind(Box::new("a job that breaks"))
            });
        }
        desk.submit(Lane::Slow, Arc::default(), move |stop| {
            until_stopped(stop);
            tell.send(()).unwrap();
        });
        assert!(told.recv_timeout(LONG).is_ok());
    }
}
