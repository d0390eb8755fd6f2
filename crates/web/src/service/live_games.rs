//! The games in memory. Those that nobody looks at leave when there are too many, and come back when somebody does.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::live_game::LiveGame;
use crate::refused::Refused;
use crate::stored_game::StoredGame;

type ById = HashMap<String, Arc<LiveGame>>;

pub(super) struct LiveGames {
    games: Mutex<ById>,
    most: usize,
}

impl LiveGames {
    pub(super) fn new(most: usize) -> LiveGames {
        LiveGames {
            games: Mutex::default(),
            most,
        }
    }

    fn lock(&self) -> MutexGuard<'_, ById> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, loaded if it is not in memory.
    pub(super) fn get(
        &self,
        id: &str,
        load: impl FnOnce() -> Result<StoredGame, Refused>,
    ) -> Result<Arc<LiveGame>, Refused> {
        let mut games = self.lock();
        if let Some(live) = games.get(id) {
            return Ok(Arc::clone(live));
        }
        Ok(self.add(&mut games, load()?))
    }

    /// A new game.
    pub(super) fn insert(&self, stored: StoredGame) -> Arc<LiveGame> {
        self.add(&mut self.lock(), stored)
    }

    pub(super) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Lets a game go for good, unless somebody uses it or has looked at it within this time. Whether it went.
    pub(super) fn forget(
        &self,
        id: &str,
        within: Duration,
        delete: impl FnOnce() -> rusqlite::Result<bool>,
    ) -> rusqlite::Result<bool> {
        // Nobody can load the game meanwhile: the list is locked.
        let mut games = self.lock();
        if let Some(live) = games.get(id)
            && (Arc::strong_count(live) > 1 || !live.is_idle() || live.was_seen(within))
        {
            return Ok(false);
        }
        games.remove(id);
        delete()
    }

    fn add(&self, games: &mut ById, stored: StoredGame) -> Arc<LiveGame> {
        self.make_space(games);
        let id = stored.id.clone();
        let live = Arc::new(LiveGame::new(stored));
        games.insert(id, Arc::clone(&live));
        live
    }

    /// Lets games go that nobody uses, half of them at once so that it is seldom done.
    fn make_space(&self, games: &mut ById) {
        if games.len() < self.most {
            return;
        }
        let mut spare = games.len().div_ceil(2);
        games.retain(|_, live| {
            // Nobody can get hold of the game meanwhile: the list is locked.
            let unused = spare > 0 && Arc::strong_count(live) == 1 && live.is_idle();
            spare -= usize::from(unused);
            !unused
        });
    }
}
