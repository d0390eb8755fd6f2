//! All games of one server: in memory while somebody plays, on disk always.
//!
//! Everything in here blocks for as long as a disk write takes, and is called from threads that may. Locks are taken in this
//! order: the list of live games, a live game, the disk.

mod commands;
mod hints;
mod idle;
mod lessons;
mod listing;
mod live_games;
mod seated_players;
mod studies;
mod thinking;
mod trees;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use poda_bots::Programs;
use poda_engine::{Knowledge, Limits, Session};
use tokio::sync::{Semaphore, watch};

use crate::api::{Checked, GameView, NewGame, RematchRequest};
use crate::caps::{self, Bucket, Caps};
use crate::game_store::{GameStore, StoreError};
use crate::guests::{Guest, Guests};
use crate::holders::{Holders, Visitor};
use crate::live_game::{Event, LiveGame, LiveState};
use crate::pictures::Pictures;
use crate::refused::Refused;
use crate::search_queue::{Lane, SearchQueue};
use crate::seats;
use crate::stored_game::StoredGame;
use lessons::Lessons;
pub(crate) use listing::Filter;
use live_games::LiveGames;
use seated_players::SeatedPlayers;
use studies::Studies;
pub(crate) use studies::{StudyKey, StudyKind, Watched};
pub(crate) use trees::TreeKey;
use trees::Trees;

/// All games of one server.
pub(crate) struct GameService {
    caps: Caps,
    pub(crate) store: GameStore,
    live_games: LiveGames,
    guests: Guests,
    making: Mutex<Bucket>,
    queue: SearchQueue,
    knowledge: Knowledge,
    programs: OnceLock<Programs>,
    players: SeatedPlayers,
    trees: Trees,
    lessons: Lessons,
    studies: Studies,
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) pictures: Pictures,
    stopping: watch::Sender<bool>,
    started: Instant,
    /// The last time that was told.
    told: Mutex<u64>,
}

const BUSY: Refused =
    Refused::TooMuch("too many computers are thinking at once: wait a moment and do that again");

impl GameService {
    pub(crate) fn open(
        folder: &Path,
        caps: Caps,
        knowledge: Knowledge,
    ) -> Result<Arc<GameService>, StoreError> {
        let store = GameStore::open(folder)?;
        Ok(Arc::new(GameService {
            caps,
            told: Mutex::new(store.last_change().unwrap_or(0)),
            store,
            live_games: LiveGames::new(caps.awake),
            guests: Guests::default(),
            making: Mutex::new(Bucket::new(caps.burst, caps.per_second)),
            queue: SearchQueue::new(
                caps.waiting,
                [
                    caps::THOUGHT,
                    caps::THOUGHT,
                    caps::THOUGHT,
                    caps::THOUGHT,
                    caps.analysis.max(caps.review),
                ],
            ),
            studies: Studies::default(),
            knowledge,
            programs: OnceLock::new(),
            players: SeatedPlayers::new(caps::PLAYERS, caps::PLAYER_BYTES),
            trees: Trees::default(),
            lessons: Lessons::default(),
            streams: Arc::new(Semaphore::new(caps.streams)),
            pictures: Pictures::default(),
            stopping: watch::Sender::new(false),
            started: Instant::now(),
        }))
    }

    /// Has something worked out on a thread for studies: the answer comes through `tell`, unless `stop` is set first.
    pub(crate) fn work_out<T: 'static>(
        self: &Arc<GameService>,
        guest: Guest,
        stop: Arc<AtomicBool>,
        work: impl FnOnce(&GameService, Limits<'_>) -> Result<T, Refused> + Send + 'static,
        tell: impl FnOnce(Result<T, Refused>) + Send + 'static,
    ) -> Result<(), Refused> {
        let service = Arc::clone(self);
        let taken = self.queue.submit(Lane::Study, guest, stop, move |limits| {
            tell(work(&service, limits));
        });
        taken.map_err(|none| none.refused(BUSY))
    }

    /// Lets other programs take part, once: those that the server was started with.
    pub(crate) fn admit(&self, programs: Programs) {
        let _ = self.programs.set(programs);
    }

    /// The programs that may sit down.
    pub(crate) fn programs(&self) -> &Programs {
        self.programs.get_or_init(Programs::only_named)
    }

    /// Tells everybody that the server stops.
    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Turns true when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Ends all searches and returns when they have ended; what they found is not played.
    pub(crate) fn close(&self) {
        self.stop();
        self.queue.close();
    }

    /// Gives back memory that nobody has used for so long: players, analysts and trees, which are made anew for whoever comes back.
    pub(crate) fn tidy(&self, longest: Duration) {
        self.players.dismiss(longest);
        self.studies.dismiss(longest);
        self.trees.dismiss(longest);
    }

    /// Whoever waited for this search has gone.
    pub(crate) fn withdraw(&self, stop: &Arc<AtomicBool>) {
        self.queue.withdraw(stop);
    }

    /// A game, read from the disk if it is not in memory.
    pub(crate) fn live(&self, id: &str) -> Result<Arc<LiveGame>, Refused> {
        self.live_games.get(id, || self.store.load(id))
    }

    /// Whether a game could be made, and if not, why.
    pub(crate) fn check(&self, new: &NewGame) -> Checked {
        let problem = seats::session(new, self.programs()).err();
        Checked {
            seat: problem.as_ref().and_then(|problem| problem.seat),
            problem: problem.map(|problem| problem.sentence),
            perfect: seats::no_perfect(&new.game),
            promise: seats::promise(&new.game),
        }
    }

    /// Makes a game.
    pub(crate) fn make(
        self: &Arc<GameService>,
        new: &NewGame,
        who: Visitor,
        guest: Guest,
    ) -> Result<GameView, Refused> {
        self.may_make(guest)?;
        let session = seats::session(new, self.programs())?;
        let holders = Holders::new(who, &seats::free(new));
        self.begin(session, new.analysis, holders, who, guest)
    }

    fn may_make(&self, guest: Guest) -> Result<(), Refused> {
        if self.is_stopping() {
            return Err(Refused::Stopping);
        }
        let is_open = |id: &str| self.store.is_open(id).unwrap_or(true);
        self.guests.may_make(guest, self.caps.guest, is_open)?;
        let mut bucket = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if bucket.take(Instant::now()) {
            Ok(())
        } else {
            Err(Refused::TooMuch(
                "too many games are made at once: wait a second and try again",
            ))
        }
    }

    fn begin(
        self: &Arc<GameService>,
        session: Session,
        analysis: bool,
        holders: Holders,
        who: Visitor,
        guest: Guest,
    ) -> Result<GameView, Refused> {
        self.forget_not_begun()?;
        let (stored, open) = self.store.count()?;
        if stored >= self.caps.stored {
            let most = self.caps.stored;
            return Err(Refused::not_allowed(format!(
                "{most} games are kept here, and that is the most: delete some that are over"
            )));
        }
        if open >= self.caps.open {
            let most = self.caps.open;
            return Err(Refused::not_allowed(format!(
                "{most} games are open here, and that is the most: finish or delete some"
            )));
        }
        let now = self.now();
        let stored = StoredGame {
            id: new_id()?,
            version: 0,
            resigned: None,
            paused: false,
            seed: random()?,
            created: now,
            changed: now,
            begun: holders.waits()
                || holders.shared(who, session.seats())
                || session.outcome().is_some(),
            session,
            analysis,
            findings: Vec::new(),
            holders,
            next: None,
        };
        self.can_think_about(&stored, guest)?;
        self.store.insert(&stored)?;
        self.guests.made(guest, &stored.id);
        let live = self.live_games.insert(stored);
        let mut state = live.lock()?;
        self.go_on(&live, &mut state, false);
        Ok(state.view(who))
    }

    /// The same players again, on an empty board.
    pub(crate) fn rematch(
        self: &Arc<GameService>,
        id: &str,
        request: RematchRequest,
        who: Visitor,
        guest: Guest,
    ) -> Result<GameView, Refused> {
        let stored = self.live(id)?.lock()?.stored.clone();
        stored.holders.admit(who)?;
        let mut seats = stored.session.seats().to_vec();
        let shared = stored.holders.shared(who, &seats);
        // Two who ask at their two devices meet in one game.
        if shared
            && let Some(next) = &stored.next
            && let Ok(view) = self.look(next, who)
        {
            return Ok(view);
        }
        self.may_make(guest)?;
        let mut holders = stored.holders;
        if request.swap {
            seats.rotate_left(1);
            holders.rotate();
        }
        let session = Session::new(stored.session.game().spec(), seats)?;
        let made = self.begin(session, stored.analysis, holders, who, guest)?;
        if shared {
            let tell = |game: &mut StoredGame| {
                game.next = Some(made.id.clone());
                Ok(true)
            };
            // The others are only not led there if that fails: it is in their list.
            let _ = self.change(id, None, who, tell);
        }
        Ok(made)
    }

    /// A game as it is. Computers whose turn it is go on: somebody looks.
    pub(crate) fn look(
        self: &Arc<GameService>,
        id: &str,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        let live = self.live(id)?;
        let mut state = live.lock()?;
        self.looked(&live, &mut state);
        Ok(state.view(who))
    }

    /// Somebody looks at the game.
    pub(crate) fn looked(self: &Arc<GameService>, live: &Arc<LiveGame>, state: &mut LiveState) {
        state.looked = Instant::now();
        if state.search.is_none() && self.go_on(live, state, false) {
            live.tell_game(state);
        }
    }

    pub(crate) fn delete(&self, id: &str, who: Visitor) -> Result<(), Refused> {
        let live = self.live(id)?;
        let mut state = live.lock()?;
        let stored = &state.stored;
        stored.holders.admit(who)?;
        let shared = stored.holders.shared(who, stored.session.seats());
        if shared && stored.ending().is_none() {
            return Err(Refused::not_yours(
                "somebody else plays in this game: it can be deleted when it is over, so give it up first",
            ));
        }
        self.store.delete(id)?;
        state.gone = true;
        self.drop_search(&mut state);
        live.tell(Event::Gone);
        drop(state);
        self.live_games.remove(id);
        self.players.leave(id);
        Ok(())
    }

    /// Stops the search, whose answer is no longer wanted.
    fn drop_search(&self, state: &mut LiveState) {
        if let Some(search) = state.search.take() {
            self.queue.withdraw(&search.stop);
        }
    }

    /// Stores the game as it shall be, and makes it so.
    fn replace(&self, state: &mut LiveState, mut next: StoredGame) -> Result<(), Refused> {
        next.version += 1;
        next.changed = self.now().max(next.changed);
        self.store.update(&next)?;
        self.drop_search(state);
        state.stored = next;
        if state.stored.ending().is_some() {
            self.players.leave(&state.stored.id);
        }
        Ok(())
    }

    /// The time in milliseconds, never the same twice: the lists tell by it which change came last.
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = since.map_or(0, |since| since.as_millis() as u64);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        *told = now.max(*told + 1);
        *told
    }
}

fn random() -> Result<u64, Refused> {
    getrandom::u64()
        .map_err(|error| Refused::Broken(format!("the system has no random numbers: {error}")))
}

/// Twelve letters and digits without those that look alike: 60 random bits.
fn new_id() -> Result<String, Refused> {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut bits = random()?;
    Ok((0..12)
        .map(|_| {
            let letter = LETTERS[(bits & 31) as usize];
            bits >>= 5;
            char::from(letter)
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::AnyGame;

    #[test]
    fn one_other_machine_leaves_room_for_the_slow_computers_of_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let caps = Caps {
            waiting: [8; crate::search_queue::LANES],
            ..Caps::default()
        };
        let service = GameService::open(folder.path(), caps, Knowledge::default());
        let service = service.expect("the disk works");
        let new = r#"{"game":"connect4:7x10","seats":["strong:time=30s","human"]}"#;
        let new: NewGame = serde_json::from_str(new).expect("a game");
        let make = |guest| service.make(&new, Visitor(None), guest);
        let stranger = Guest::of([192, 0, 2, 1].into(), None);
        let refused = (0..100).find_map(|_| make(stranger).err());
        let refused = refused.expect("there are fewer cores").to_string();
        assert!(refused.starts_with("your machine waits for"), "{refused}");
        assert!(make(Guest::HERE).is_ok());
        service.close();
    }

    /// Two analysts hold up to 640 MB, trees some 120 MB.
    #[test]
    fn what_nobody_uses_any_more_is_given_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let knowledge = Knowledge::default();
        let service = GameService::open(folder.path(), Caps::default(), knowledge);
        let service = service.expect("the disk works");
        let key = || TreeKey::new("connect4", "", "minimax:depth=2").expect("a tree");
        let tree = service.record_tree(key(), Limits::default());
        assert!(tree.is_ok());
        let game: AnyGame = "connect4:4x4".parse().expect("a game");
        let study = StudyKey {
            kind: StudyKind::Analysis,
            game: game.spec().to_string(),
            moves: String::new(),
        };
        let mut watched = service
            .study(study, game, Vec::new(), Guest::HERE)
            .expect("room");
        let done = async {
            let done = watched
                .steps
                .wait_for(|step| step.as_ref().is_some_and(|step| step.done));
            done.await.is_ok()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        assert!(runtime.expect("a runtime").block_on(done));
        let kept = || {
            (
                service.studies.analysts(),
                service.kept_tree(&key()).is_some(),
            )
        };
        service.tidy(Duration::from_secs(3600));
        assert_eq!(kept(), (1, true), "somebody may come back");
        service.tidy(Duration::ZERO);
        assert_eq!(kept(), (0, false));
        service.close();
    }
}
