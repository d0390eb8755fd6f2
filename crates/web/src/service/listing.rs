//! Which games are listed, and which go: several at once because somebody wants it, or because nobody has begun to play them.

use std::sync::Arc;

use poda_engine::Game;

use super::GameService;
use crate::api::{Deleted, GameList, GameResult};
use crate::game_store::Which;
use crate::holders::Visitor;
use crate::refused::Refused;
use crate::stored_game::StoredGame;

/// Which games to list.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) which: Which,
    /// Only those that somebody has begun to play.
    pub(crate) begun: bool,
    /// Only those of one game, by its name.
    pub(crate) game: Option<String>,
    /// Only those for so many players.
    pub(crate) players: Option<usize>,
    /// Only those that ended like this for whoever asks.
    pub(crate) result: Option<GameResult>,
}

impl Filter {
    /// Refuses a game that there is not.
    pub(crate) fn check(&self) -> Result<(), Refused> {
        let offers = poda_coach::offers();
        let Some(name) = &self.game else {
            return Ok(());
        };
        if offers.iter().any(|offer| offer.name == *name) {
            return Ok(());
        }
        let names: Vec<String> = offers.into_iter().map(|offer| offer.name).collect();
        Err(Refused::not_allowed(format!(
            "there is no game {name:?}: there are {}",
            names.join(", ")
        )))
    }

    fn fits(&self, stored: &StoredGame, who: Visitor) -> bool {
        let game = stored.session.game();
        (!self.begun || stored.begun)
            && self
                .game
                .as_ref()
                .is_none_or(|name| name == game.spec().info().name)
            && self.players.is_none_or(|players| players == game.players())
            && self
                .result
                .is_none_or(|result| stored.result(who) == Some(result))
    }
}

impl GameService {
    pub(crate) fn list(
        &self,
        filter: &Filter,
        before: Option<&str>,
        limit: u32,
        who: Visitor,
    ) -> Result<GameList, Refused> {
        let fits = |game: &StoredGame| filter.fits(game, who);
        let (games, more) = self.store.list(filter.which, before, limit, fits)?;
        let games = games.iter().map(|game| game.summary(who)).collect();
        Ok(GameList { games, more })
    }

    /// Deletes what can be deleted, and says why something cannot.
    pub(crate) fn delete_all(self: &Arc<GameService>, ids: &[String], who: Visitor) -> Deleted {
        let mut deleted = Deleted::default();
        for id in ids {
            match self.delete(id, who) {
                Ok(()) | Err(Refused::NoSuchGame) => deleted.gone.push(id.clone()),
                Err(refused) => deleted.problem = Some(refused.to_string()),
            }
        }
        deleted
    }

    /// Lets games go that were made long ago and that nobody has begun to play. Never one that somebody looks at.
    pub(super) fn forget_not_begun(&self) -> Result<(), Refused> {
        if self.started.elapsed() < self.caps.settling {
            return Ok(());
        }
        let age = self.caps.not_begun;
        let since = self.now().saturating_sub(age.as_millis() as u64);
        for id in self.store.not_begun(since)? {
            let delete = || self.store.delete(&id);
            if self.live_games.forget(&id, age, delete)? {
                self.players.leave(&id);
            }
        }
        Ok(())
    }
}
