//! Whoever does what the screen asks for, on threads of their own: the screen never waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use poda_coach::Analyst;
use poda_engine::{AnyGame, Game, Knowledge, Limits};
use poda_web::api::Refusal;
use poda_web::{Following, Games, Which};

use super::state::{Ask, News};

/// Where news go.
pub(crate) type Tell = Arc<dyn Fn(News) + Send + Sync>;

pub(crate) struct Worker {
    asks: Sender<Ask>,
    at_work: JoinHandle<()>,
    study: StudyDesk,
}

/// How many games are listed.
const LISTED: u32 = 100;

impl Worker {
    pub(crate) fn new(games: Arc<dyn Games>, knowledge: Knowledge, tell: Tell) -> Worker {
        let (asks, asked) = mpsc::channel();
        let study = StudyDesk::new(knowledge, Arc::clone(&tell));
        let at_work = spawn("games", move || {
            let mut following = None;
            for ask in asked {
                if let Err(refusal) = do_it(&games, ask, &mut following, &tell) {
                    tell(News::Refused(refusal));
                }
            }
        });
        Worker {
            asks,
            at_work,
            study,
        }
    }

    pub(crate) fn ask(&mut self, ask: Ask) {
        match ask {
            Ask::Analyse(key) => self.study.begin(key, false),
            Ask::Review(key) => self.study.begin(key, true),
            Ask::StopStudy => self.study.stop(),
            other => {
                if !matches!(other, Ask::Act { .. } | Ask::Hint { .. } | Ask::List) {
                    self.study.stop();
                }
                // The thread ends with us alone.
                let _ = self.asks.send(other);
            }
        }
    }
}

impl Worker {
    /// Returns when everything that was asked for is done: a move that was made is not lost.
    pub(crate) fn finish(self) {
        drop(self.asks);
        // A panic has told about itself.
        let _ = self.at_work.join();
    }
}

/// One thing after the other, so that moves are made in the order of their keys.
fn do_it(
    games: &Arc<dyn Games>,
    ask: Ask,
    following: &mut Option<Following>,
    tell: &Tell,
) -> Result<(), Refusal> {
    let game = match ask {
        Ask::List => {
            tell(News::Listed(games.list(Which::All, None, LISTED)?.games));
            return Ok(());
        }
        Ask::Act { id, version, act } => {
            tell(News::Acted(Box::new(games.act(&id, version, &act)?)));
            return Ok(());
        }
        Ask::Hint { id, version } => {
            let (games, tell) = (Arc::clone(games), Arc::clone(tell));
            spawn("hint", move || {
                let hint = games.hint(&id, version);
                tell(hint.map_or_else(News::Refused, News::Hinted));
            });
            return Ok(());
        }
        Ask::Delete(id) => return games.delete(&id),
        Ask::Leave => {
            *following = None;
            return Ok(());
        }
        Ask::Make(new) => games.make(&new)?,
        Ask::Open(id) => games.look(&id)?,
        Ask::Rematch { id, swap } => games.rematch(&id, swap)?,
        // The others are not asked of the games.
        _ => return Ok(()),
    };
    *following = None;
    let id = game.id.clone();
    tell(News::Opened(Box::new(game)));
    let (tell, name) = (Arc::clone(tell), id.clone());
    let follow = move |event| tell(News::Event(name.clone(), event));
    *following = Some(games.follow(&id, Box::new(follow))?);
    Ok(())
}

/// Analysis and review, one at a time: whoever begins the next stops the last.
struct StudyDesk {
    knowledge: Knowledge,
    tell: Tell,
    stop: Arc<AtomicBool>,
    /// Whoever studied last, with what they remember of the game.
    analyst: Arc<Mutex<Option<(String, Analyst)>>>,
}

impl StudyDesk {
    fn new(knowledge: Knowledge, tell: Tell) -> StudyDesk {
        StudyDesk {
            knowledge,
            tell,
            stop: Arc::default(),
            analyst: Arc::default(),
        }
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    fn begin(&mut self, (spec, moves): (String, String), review: bool) {
        self.stop();
        let (stop, tell) = (Arc::clone(&self.stop), Arc::clone(&self.tell));
        let (analyst, knowledge) = (Arc::clone(&self.analyst), self.knowledge.clone());
        spawn("study", move || {
            // Waits until the one before has seen that it is stopped.
            let mut analyst = analyst.lock().unwrap_or_else(PoisonError::into_inner);
            let Ok(game) = spec.parse::<AnyGame>() else {
                return;
            };
            let Ok((line, _)) = game.read_position(&moves) else {
                return;
            };
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if analyst.as_ref().is_none_or(|(of, _)| *of != spec) {
                *analyst = Some((spec, Analyst::new(&game, threads(), &knowledge)));
            }
            let Some((_, analyst)) = analyst.as_mut() else {
                return;
            };
            let limits = Limits::until(&stop);
            if review {
                let mut hear = |found: &poda_coach::Review| tell(News::Reviewed(found.clone()));
                let whole = analyst.review(&line, limits, &mut hear);
                tell(News::Reviewed(whole));
            } else {
                let mut hear = |found: &poda_coach::Analysis| tell(News::Analysed(found.clone()));
                let whole = analyst.analyse(&line, limits, &mut hear);
                tell(News::Analysed(whole));
            }
        });
    }
}

impl Drop for StudyDesk {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Half of the processors: the other half is for whoever plays.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).expect("a thread can be started")
}
