//! All games of one server: in memory while somebody plays, on disk always.
//!
//! Everything in here blocks for as long as a disk write takes, and is called from threads that may. Locks are taken in this
//! order: the list of rooms, a room, the disk.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use poda_engine::{
    Agent, AgentSpec, AnyMove, GameSpec, Knowledge, Limits, Request, SearchReport, Seat, Session,
};
use tokio::sync::{Semaphore, watch};

use crate::api::{
    Checked, GameList, GameView, Hint, MoveRequest, NewGame, PauseRequest, RematchRequest, Seen,
    Thought,
};
use crate::caps::{self, Bucket, Caps};
use crate::desk::{Desk, Lane};
use crate::kept::Kept;
use crate::refused::Refused;
use crate::room::{Event, Inside, Room, Search, json};
use crate::seats::{self, lane};
use crate::store::{Store, StoreError, Which};
use crate::{hint, verdict, view};

/// All games of one server.
pub(crate) struct House {
    caps: Caps,
    store: Store,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    making: Mutex<Bucket>,
    desk: Desk,
    knowledge: Knowledge,
    /// The last agents with tables that are worth keeping, one for each board.
    warm: Mutex<VecDeque<(GameSpec, Agent)>>,
    pub(crate) streams: Arc<Semaphore>,
    stopping: watch::Sender<bool>,
}

/// Thoughts go out at most this often.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(100);

const BUSY: Refused =
    Refused::TooMuch("too many computers are thinking at once: wait a moment and do that again");

impl House {
    pub(crate) fn open(
        folder: &Path,
        caps: Caps,
        knowledge: Knowledge,
    ) -> Result<Arc<House>, StoreError> {
        Ok(Arc::new(House {
            caps,
            store: Store::open(folder)?,
            rooms: Mutex::default(),
            making: Mutex::new(Bucket::new(caps.burst, caps.per_second)),
            desk: Desk::new(caps.waiting, caps::THOUGHT),
            knowledge,
            warm: Mutex::default(),
            streams: Arc::new(Semaphore::new(caps.streams)),
            stopping: watch::Sender::new(false),
        }))
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
        self.desk.close();
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a game, read from the disk if it is not in memory.
    pub(crate) fn room(&self, id: &str) -> Result<Arc<Room>, Refused> {
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(id) {
            return Ok(Arc::clone(room));
        }
        let room = Arc::new(Room::new(self.store.load(id)?));
        self.make_space(&mut rooms);
        rooms.insert(id.to_owned(), Arc::clone(&room));
        Ok(room)
    }

    /// Lets rooms go that nobody uses, half of them at once so that it is seldom done.
    fn make_space(&self, rooms: &mut HashMap<String, Arc<Room>>) {
        if rooms.len() < self.caps.awake {
            return;
        }
        let mut spare = rooms.len().div_ceil(2);
        rooms.retain(|_, room| {
            // Nobody can get hold of the room meanwhile: the list is locked.
            let unused = spare > 0 && Arc::strong_count(room) == 1 && room.is_idle();
            spare -= usize::from(unused);
            !unused
        });
    }

    /// Whether a game could be made, and if not, why.
    pub(crate) fn check(&self, new: &NewGame) -> Checked {
        match seats::session(new) {
            Ok(_) => Checked {
                problem: None,
                seat: None,
            },
            Err(problem) => Checked {
                problem: Some(problem.sentence),
                seat: problem.seat,
            },
        }
    }

    /// Makes a game.
    pub(crate) fn make(self: &Arc<House>, new: &NewGame) -> Result<GameView, Refused> {
        self.may_make()?;
        let session = seats::session(new)?;
        self.keep(session)
    }

    fn may_make(&self) -> Result<(), Refused> {
        if self.is_stopping() {
            return Err(Refused::Stopping);
        }
        let mut bucket = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if bucket.take(Instant::now()) {
            Ok(())
        } else {
            Err(Refused::TooMuch(
                "too many games are made at once: wait a second and try again",
            ))
        }
    }

    fn keep(self: &Arc<House>, session: Session) -> Result<GameView, Refused> {
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
        let now = now();
        let kept = Kept {
            id: new_id()?,
            session,
            version: 0,
            resigned: None,
            paused: false,
            seed: random()?,
            created: now,
            changed: now,
        };
        self.has_room_for(&kept)?;
        self.store.insert(&kept)?;
        let id = kept.id.clone();
        let room = Arc::new(Room::new(kept));
        let mut rooms = self.rooms();
        self.make_space(&mut rooms);
        rooms.insert(id, Arc::clone(&room));
        drop(rooms);
        let mut inside = room.enter()?;
        self.go_on(&room, &mut inside, false);
        Ok(inside.view())
    }

    /// The same players again, on an empty board.
    pub(crate) fn rematch(
        self: &Arc<House>,
        id: &str,
        request: RematchRequest,
    ) -> Result<GameView, Refused> {
        let room = self.room(id)?;
        self.may_make()?;
        let (game, mut seats) = {
            let inside = room.enter()?;
            let session = &inside.kept.session;
            (session.game().spec(), session.seats().to_vec())
        };
        if request.swap {
            seats.rotate_left(1);
        }
        self.keep(Session::new(game, seats)?)
    }

    /// A game as it is. Computers whose turn it is go on: somebody looks.
    pub(crate) fn look(self: &Arc<House>, id: &str) -> Result<GameView, Refused> {
        let room = self.room(id)?;
        let mut inside = room.enter()?;
        self.looked(&room, &mut inside);
        Ok(inside.view())
    }

    /// Somebody looks at the game.
    pub(crate) fn looked(self: &Arc<House>, room: &Arc<Room>, inside: &mut Inside) {
        inside.looked = Instant::now();
        if inside.search.is_none() && self.go_on(room, inside, false) {
            room.tell_game(inside);
        }
    }

    pub(crate) fn delete(&self, id: &str) -> Result<(), Refused> {
        let room = self.room(id)?;
        let mut inside = room.enter()?;
        self.store.delete(id)?;
        inside.gone = true;
        inside.drop_search();
        room.tell(Event::Gone);
        drop(inside);
        self.rooms().remove(id);
        Ok(())
    }

    pub(crate) fn list(
        &self,
        which: Which,
        before: Option<&str>,
        limit: u32,
    ) -> Result<GameList, Refused> {
        let (games, more) = self.store.list(which, before, limit)?;
        let games = games.iter().map(Kept::summary).collect();
        Ok(GameList { games, more })
    }

    /// Changes a game: on a copy, stored, and only then shown to anybody. The change says whether there was one.
    fn change(
        self: &Arc<House>,
        id: &str,
        seen: Option<u64>,
        change: impl FnOnce(&mut Kept) -> Result<bool, Refused>,
    ) -> Result<GameView, Refused> {
        if self.is_stopping() {
            return Err(Refused::Stopping);
        }
        let room = self.room(id)?;
        let mut inside = room.enter()?;
        if let Some(seen) = seen {
            inside.expect(seen)?;
        }
        inside.looked = Instant::now();
        let mut next = inside.kept.clone();
        if change(&mut next)? {
            self.has_room_for(&next)?;
            self.replace(&mut inside, next)?;
            self.go_on(&room, &mut inside, false);
            room.tell_game(&inside);
        }
        Ok(inside.view())
    }

    /// Stores the game as it shall be, and makes it so.
    fn replace(&self, inside: &mut Inside, mut next: Kept) -> Result<(), Refused> {
        next.version += 1;
        next.changed = now().max(next.changed);
        self.store.update(&next)?;
        inside.drop_search();
        inside.kept = next;
        Ok(())
    }

    pub(crate) fn play(
        self: &Arc<House>,
        id: &str,
        request: &MoveRequest,
    ) -> Result<GameView, Refused> {
        self.change(id, Some(request.version), |game| {
            game.play(&request.mv).map(|()| true)
        })
    }

    pub(crate) fn undo(self: &Arc<House>, id: &str, seen: Seen) -> Result<GameView, Refused> {
        self.change(id, Some(seen.version), |game| game.undo().map(|()| true))
    }

    pub(crate) fn redo(self: &Arc<House>, id: &str, seen: Seen) -> Result<GameView, Refused> {
        self.change(id, Some(seen.version), |game| game.redo().map(|()| true))
    }

    pub(crate) fn resign(self: &Arc<House>, id: &str, seen: Seen) -> Result<GameView, Refused> {
        self.change(id, Some(seen.version), |game| game.resign().map(|()| true))
    }

    pub(crate) fn pause(
        self: &Arc<House>,
        id: &str,
        request: PauseRequest,
    ) -> Result<GameView, Refused> {
        self.change(id, None, |game| {
            let changes = game.paused != request.paused;
            game.paused = request.paused;
            Ok(changes)
        })
    }

    /// Lets the computer of a paused game make one move.
    pub(crate) fn step(self: &Arc<House>, id: &str, seen: Seen) -> Result<GameView, Refused> {
        let room = self.room(id)?;
        let mut inside = room.enter()?;
        inside.expect(seen.version)?;
        let Some((_, agent)) = inside.kept.computer() else {
            return Err(Refused::not_allowed("it is not a computer's turn"));
        };
        if !inside.kept.paused {
            return Err(Refused::not_allowed(
                "pause the game first: then it can be played step by step",
            ));
        }
        inside.looked = Instant::now();
        if inside.search.is_none() {
            if !self.desk.has_room(lane(&agent, inside.kept.session.game())) {
                return Err(BUSY);
            }
            self.go_on(&room, &mut inside, true);
            room.tell_game(&inside);
        }
        Ok(inside.view())
    }

    /// Has the computer play the best that it has found so far.
    pub(crate) fn move_now(self: &Arc<House>, id: &str, seen: Seen) -> Result<GameView, Refused> {
        let room = self.room(id)?;
        let inside = room.enter()?;
        inside.expect(seen.version)?;
        match &inside.search {
            Some(search) => search.stop.store(true, Ordering::Relaxed),
            None => return Err(Refused::not_allowed("no computer is thinking here")),
        }
        Ok(inside.view())
    }

    /// Refuses a change after which a computer would have to think, if too many wait already.
    fn has_room_for(&self, next: &Kept) -> Result<(), Refused> {
        let Some((_, agent)) = next.computer().filter(|_| !next.paused) else {
            return Ok(());
        };
        if self.desk.has_room(lane(&agent, next.session.game())) {
            Ok(())
        } else {
            Err(BUSY)
        }
    }

    /// Lets the computer think whose turn it is, if it is one's. Whether it does now.
    fn go_on(self: &Arc<House>, room: &Arc<Room>, inside: &mut Inside, step: bool) -> bool {
        let Some((_, agent)) = inside.kept.computer() else {
            return false;
        };
        let watched = room.has_listeners() || inside.looked.elapsed() < caps::UNWATCHED;
        let waits = inside.kept.paused && !step;
        if waits || (!inside.kept.has_humans() && !watched) {
            return false;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (house, to) = (Arc::clone(self), Arc::clone(room));
        let lane = lane(&agent, inside.kept.session.game());
        let taken = self.desk.submit(lane, Arc::clone(&stop), move |stop| {
            house.think(&to, stop);
        });
        // Where too many wait, the next look tries again.
        inside.search = taken.then_some(Search {
            stop,
            thought: None,
        });
        taken
    }

    /// Thinks about a computer's move and plays it, unless the game has moved on meanwhile.
    fn think(self: &Arc<House>, room: &Arc<Room>, stop: &AtomicBool) {
        let begun = |inside: &Inside| {
            let kept = &inside.kept;
            let wanted = inside.is_searching(stop) && !self.is_stopping();
            wanted.then(|| {
                (
                    kept.session.clone(),
                    kept.computer(),
                    kept.version,
                    kept.seed,
                )
            })
        };
        let found = room.enter().ok().and_then(|inside| begun(&inside));
        let Some((session, Some((player, agent)), version, seed)) = found else {
            return;
        };
        let choice = {
            let guard = Unfinished { room, stop };
            // A move that was taken back may be played differently the next time.
            let seed = seed.wrapping_add(version.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let made = Agent::with_knowledge(&agent, session.game(), seed, &self.knowledge);
            let (Ok(mut computer), Ok(resolved)) = (made, agent.resolve(session.game())) else {
                return;
            };
            let start = Instant::now();
            let mut last: Option<Instant> = None;
            let mut tell = |report: &SearchReport<AnyMove>| {
                if last.is_some_and(|last| last.elapsed() < BETWEEN_THOUGHTS) {
                    return;
                }
                last = Some(Instant::now());
                let thought = json(&Thought {
                    version,
                    player: player.index() as u8,
                    depth: report.depth,
                    nodes: report.nodes,
                    elapsed_ms: start.elapsed().as_millis() as u32,
                    best: report.choice.to_string(),
                    verdict: verdict::of(session.game(), session.state(), &resolved, report),
                });
                if let Ok(mut inside) = room.enter()
                    && inside.is_searching(stop)
                    && let Some(search) = &mut inside.search
                {
                    search.thought = Some(Arc::clone(&thought));
                    room.tell(Event::Thinking(thought));
                }
            };
            let thinking = Request {
                limits: Limits::until(stop),
                observer: Some(&mut tell),
                all_moves: false,
            };
            let choice = computer.think(session.state(), thinking).choice;
            std::mem::forget(guard);
            if matches!(agent, AgentSpec::Perfect { .. }) {
                self.keep_warm(session.game().spec(), computer);
            }
            choice
        };
        let Ok(mut inside) = room.enter() else {
            return;
        };
        if !inside.is_searching(stop) || self.is_stopping() {
            return;
        }
        inside.search = None;
        let mut next = inside.kept.clone();
        let played = next
            .play_move(choice)
            .and_then(|()| self.replace(&mut inside, next));
        if played.is_ok() {
            self.go_on(room, &mut inside, false);
        }
        // If it could not be stored, the computer is shown not to think; the next look has it try again.
        room.tell_game(&inside);
    }

    /// Keeps the tables of a solver for the next move on the same board, of this game or another.
    fn keep_warm(&self, board: GameSpec, agent: Agent) {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        warm.retain(|(other, _)| *other != board);
        warm.push_back((board, agent));
        if warm.len() > caps::WARM {
            warm.pop_front();
        }
    }

    /// Starts to look for a hint; the answer comes through `tell`, unless `stop` is set first.
    pub(crate) fn hint(
        self: &Arc<House>,
        id: &str,
        seen: Seen,
        stop: Arc<AtomicBool>,
        tell: impl FnOnce(Hint) + Send + 'static,
    ) -> Result<(), Refused> {
        let room = self.room(id)?;
        let inside = room.enter()?;
        inside.expect(seen.version)?;
        let kept = &inside.kept;
        let Some(player) = kept.to_move() else {
            return Err(Refused::not_allowed(
                "the game is over: there is nothing to hint at",
            ));
        };
        if kept.session.seats()[player.index()] != Seat::Human {
            return Err(Refused::not_allowed("wait until it is your turn"));
        }
        let (session, seed) = (kept.session.clone(), kept.seed);
        let knowledge = self.knowledge.clone();
        let taken = self.desk.submit(Lane::Hint, stop, move |stop| {
            let (mv, verdict, reason) = hint::find(&session, seed, &knowledge, stop);
            tell(Hint {
                version: seen.version,
                mv: mv.to_string(),
                cell: view::landing(session.line(), mv),
                verdict,
                reason,
            });
        });
        if taken { Ok(()) } else { Err(BUSY) }
    }
}

/// Takes the search off the game if the agent panics, so that the game does not seem to think for ever.
struct Unfinished<'a> {
    room: &'a Room,
    stop: &'a AtomicBool,
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if let Ok(mut inside) = self.room.enter()
            && inside.is_searching(self.stop)
        {
            inside.search = None;
            self.room.tell_game(&inside);
        }
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
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
