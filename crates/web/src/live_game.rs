//! A game in memory: the game itself, who listens, and the search that is under way.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use crate::api::GameView;
use crate::holders::Visitor;
use crate::refused::Refused;
use crate::stored_game::StoredGame;

/// What listeners are told.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// The game as it is now; each listener sees it with their own seats.
    Game {
        stored: Arc<StoredGame>,
        thinking: bool,
    },
    /// What the computer thinks.
    Thinking(Arc<str>),
    /// The game was deleted.
    Gone,
}

/// How far a listener may fall behind before it is given the whole game again.
const BACKLOG: usize = 32;

/// A game in memory.
pub(crate) struct LiveGame {
    state: Mutex<LiveState>,
    listeners: broadcast::Sender<Event>,
}

/// What the lock of a live game guards.
pub(crate) struct LiveState {
    pub(crate) stored: StoredGame,
    pub(crate) search: Option<Search>,
    /// When somebody last looked.
    pub(crate) looked: Instant,
    pub(crate) gone: bool,
}

/// A search that waits or runs.
pub(crate) struct Search {
    /// Set to have the answer at once; and when nobody wants it any more.
    pub(crate) stop: Arc<AtomicBool>,
    /// The last thought, for those who come later.
    pub(crate) thought: Option<Arc<str>>,
}

impl LiveGame {
    pub(crate) fn new(stored: StoredGame) -> LiveGame {
        let state = LiveState {
            stored,
            search: None,
            looked: Instant::now(),
            gone: false,
        };
        LiveGame {
            state: Mutex::new(state),
            listeners: broadcast::Sender::new(BACKLOG),
        }
    }

    /// Goes in, unless the game was deleted.
    pub(crate) fn lock(&self) -> Result<MutexGuard<'_, LiveState>, Refused> {
        // Changes are made on a copy and moved in whole, so a panic leaves nothing half done.
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.gone {
            return Err(Refused::NoSuchGame);
        }
        Ok(state)
    }

    /// Whether nobody would miss the game in memory: it can be read from the disk again.
    pub(crate) fn is_idle(&self) -> bool {
        let Ok(state) = self.state.try_lock() else {
            return false;
        };
        self.listeners.receiver_count() == 0 && state.search.is_none()
    }

    /// Whether somebody looked within this time.
    pub(crate) fn was_seen(&self, within: Duration) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.looked.elapsed() < within
    }

    pub(crate) fn has_listeners(&self) -> bool {
        self.listeners.receiver_count() > 0
    }

    pub(crate) fn tell(&self, event: Event) {
        // An error means that nobody listens.
        let _ = self.listeners.send(event);
    }

    /// Tells everybody what the game is now. Called under the lock, so that versions go out in order.
    pub(crate) fn tell_game(&self, state: &LiveState) {
        if self.has_listeners() {
            self.tell(state.event());
        }
    }

    /// The game now and, without a gap, everything that follows. Called under the lock.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Event> {
        self.listeners.subscribe()
    }
}

impl LiveState {
    pub(crate) fn view(&self, who: Visitor) -> GameView {
        self.stored.view(self.search.is_some(), who)
    }

    pub(crate) fn event(&self) -> Event {
        Event::Game {
            stored: Arc::new(self.stored.clone()),
            thinking: self.search.is_some(),
        }
    }

    /// Refuses to go on if the caller saw another version.
    pub(crate) fn expect(&self, seen: u64, who: Visitor) -> Result<(), Refused> {
        if seen == self.stored.version {
            Ok(())
        } else {
            Err(Refused::MovedOn(Box::new(self.view(who))))
        }
    }

    /// Whether this is the search that is under way.
    pub(crate) fn is_searching(&self, stop: &AtomicBool) -> bool {
        let same = |search: &Search| std::ptr::eq(&*search.stop, stop);
        self.search.as_ref().is_some_and(same)
    }
}

/// What the page gets of our own types.
pub(crate) fn json(value: &impl serde::Serialize) -> Arc<str> {
    serde_json::to_string(value)
        .expect("our types have text keys and no floats")
        .into()
}
