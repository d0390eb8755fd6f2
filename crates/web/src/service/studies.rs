//! Analyses and reviews: each is keyed by its position, shared by all who look at it, and ends when nobody does.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use poda_coach::Analyst;
use poda_engine::{AnyGame, AnyMove, Limits};
use tokio::sync::watch;

use super::GameService;
use super::idle::Idle;
use crate::caps;
use crate::guests::Guest;
use crate::live_game::json;
use crate::refused::Refused;
use crate::search_queue::Lane;

/// Steps go out at most this often.
const BETWEEN_STEPS: Duration = Duration::from_millis(100);

const BUSY: Refused = Refused::TooMuch(
    "too many positions are analysed at once: close some of them, or wait a moment and ask again",
);

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum StudyKind {
    /// What its moves are worth.
    Analysis,
    /// What the moves that led to it gave away.
    Review,
}

/// What is asked of which position: the text of game and moves, as `read_position` has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StudyKey {
    pub(crate) kind: StudyKind,
    pub(crate) game: String,
    pub(crate) moves: String,
}

/// What is known so far, as JSON.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) json: Arc<str>,
    pub(crate) done: bool,
}

type Steps = watch::Receiver<Option<Step>>;

/// A study that somebody looks at. When the last one who does lets go of it, its work ends.
pub(crate) struct Watched {
    pub(crate) steps: Steps,
    _wanted: Option<Arc<Wanted>>,
}

/// Ends a study's work when nobody wants it any more: if it still waits, it leaves its lane, so that another finds room.
struct Wanted {
    service: Arc<GameService>,
    stop: Arc<AtomicBool>,
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.service.queue.withdraw(&self.stop);
    }
}

struct UnderWay {
    wanted: Weak<Wanted>,
    steps: Steps,
}

#[derive(Default)]
struct Shelves {
    under_way: HashMap<StudyKey, UnderWay>,
    /// The one that was asked for last is the last.
    finished: VecDeque<(StudyKey, Step)>,
    /// Those who wait with what they remember, by game.
    analysts: Idle<(String, Analyst)>,
}

/// The studies of one server.
#[derive(Default)]
pub(super) struct Studies(Mutex<Shelves>);

impl Studies {
    /// Analysts whom nobody has asked for so long leave, with their tables.
    pub(super) fn dismiss(&self, longest: Duration) {
        let leaving = self.lock().analysts.take_unused(longest);
        drop(leaving);
    }

    #[cfg(test)]
    pub(super) fn analysts(&self) -> usize {
        self.lock().analysts.len()
    }

    fn lock(&self) -> MutexGuard<'_, Shelves> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelves {
    /// A study that is done or under way.
    fn find(&mut self, key: &StudyKey) -> Option<Watched> {
        if let Some(at) = self.finished.iter().position(|(known, _)| known == key) {
            let found = self.finished.remove(at)?;
            let (_, steps) = watch::channel(Some(found.1.clone()));
            self.finished.push_back(found);
            return Some(Watched {
                steps,
                _wanted: None,
            });
        }
        let UnderWay { wanted, steps } = self.under_way.get(key)?;
        Some(Watched {
            steps: steps.clone(),
            _wanted: Some(wanted.upgrade()?),
        })
    }

    fn keep(&mut self, key: StudyKey, step: Step) {
        self.finished.push_back((key, step));
        if self.finished.len() > caps::STUDIES {
            self.finished.pop_front();
        }
    }
}

impl GameService {
    /// A study of a position: one that is done or under way, or a new one.
    pub(crate) fn study(
        self: &Arc<GameService>,
        key: StudyKey,
        game: AnyGame,
        line: Vec<AnyMove>,
        guest: Guest,
    ) -> Result<Watched, Refused> {
        if self.is_stopping() {
            return Err(Refused::Stopping);
        }
        let mut shelves = self.studies.lock();
        if let Some(watched) = shelves.find(&key) {
            return Ok(watched);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let wanted = Arc::new(Wanted {
            service: Arc::clone(self),
            stop: Arc::clone(&stop),
        });
        let (sender, steps) = watch::channel(None);
        let work = Work {
            service: Arc::clone(self),
            key: key.clone(),
            game,
            line,
            steps: sender,
            wanted: Arc::downgrade(&wanted),
        };
        let work = move |limits: Limits<'_>| work.run(limits);
        let taken = self.queue.submit(Lane::Study, guest, stop, work);
        taken.map_err(|none| none.refused(BUSY))?;
        let nobody = |study: &UnderWay| study.wanted.strong_count() == 0;
        shelves.under_way.retain(|_, study| !nobody(study));
        let under_way = UnderWay {
            wanted: Arc::downgrade(&wanted),
            steps: steps.clone(),
        };
        shelves.under_way.insert(key, under_way);
        Ok(Watched {
            steps,
            _wanted: Some(wanted),
        })
    }

    /// Refuses to look into a game that is played without analysis, while it goes on.
    pub(crate) fn may_study(&self, id: &str) -> Result<(), Refused> {
        let live = self.live(id)?;
        let state = live.lock()?;
        match state.stored.analysis || state.stored.ending().is_some() {
            true => Ok(()),
            false => Err(Refused::not_allowed(
                "this game is played without analysis: it can be studied when it is over",
            )),
        }
    }

    fn take_analyst(&self, game: &AnyGame) -> Analyst {
        let name = game.spec().to_string();
        let mut shelves = self.studies.lock();
        if let Some((_, analyst)) = shelves.analysts.take(|(game, _)| *game == name) {
            return analyst;
        }
        drop(shelves);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Analyst::new(game, cores.min(caps::THREADS), &self.knowledge)
    }

    fn give_analyst_back(&self, game: &AnyGame, analyst: Analyst) {
        let mut shelves = self.studies.lock();
        let name = game.spec().to_string();
        shelves.analysts.put((name, analyst));
        let leaves = match shelves.analysts.len() > caps::ANALYSTS {
            true => shelves.analysts.take_first(),
            false => None,
        };
        // Large tables are given back to the system without the lock.
        drop(shelves);
        drop(leaves);
    }
}

/// A study to be made.
struct Work {
    service: Arc<GameService>,
    key: StudyKey,
    game: AnyGame,
    line: Vec<AnyMove>,
    steps: watch::Sender<Option<Step>>,
    wanted: Weak<Wanted>,
}

impl Work {
    fn run(self, limits: Limits<'_>) {
        if limits.is_over() {
            return;
        }
        let longest = match self.key.kind {
            StudyKind::Analysis => self.service.caps.analysis,
            StudyKind::Review => self.service.caps.review,
        };
        let limits = limits.and(Limits {
            deadline: Some(Instant::now() + longest),
            ..Limits::default()
        });
        let mut analyst = self.service.take_analyst(&self.game);
        let mut last: Option<Instant> = None;
        let mut tell = |json: &dyn Fn() -> Arc<str>| {
            if last.is_none_or(|last| last.elapsed() >= BETWEEN_STEPS) {
                last = Some(Instant::now());
                let (json, done) = (json(), false);
                self.steps.send_replace(Some(Step { json, done }));
            }
        };
        let line = &self.line;
        let json = match self.key.kind {
            StudyKind::Analysis => json(&analyst.analyse(line, limits, &mut |so_far| {
                tell(&|| json(so_far));
            })),
            StudyKind::Review => json(&analyst.review(line, limits, &mut |so_far| {
                tell(&|| json(so_far));
            })),
        };
        self.service.give_analyst_back(&self.game, analyst);
        self.finish(Step { json, done: true });
    }

    /// Puts what was found where others find it, unless it was cut short because nobody wanted it.
    fn finish(self, step: Step) {
        let mut shelves = self.service.studies.lock();
        let ours = |study: &UnderWay| study.wanted.ptr_eq(&self.wanted);
        if shelves.under_way.get(&self.key).is_some_and(ours) {
            shelves.under_way.remove(&self.key);
        }
        if self.wanted.strong_count() > 0 {
            shelves.keep(self.key, step.clone());
        }
        drop(shelves);
        self.steps.send_replace(Some(step));
    }
}
