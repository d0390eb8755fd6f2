//! Which games are listed, and which go: several at once because somebody wants it, or because nobody has begun to play them.

use std::sync::Arc;

use super::GameService;
use crate::api::{Deleted, GameList, GameResult};
use crate::game_store::{Brief, Wanted};
use crate::holders::Visitor;
use crate::refused::Refused;

/// Which games to list.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) wanted: Wanted,
    /// Only those that ended like this for whoever asks.
    pub(crate) result: Option<GameResult>,
}

impl Filter {
    /// Refuses a game that there is not.
    pub(crate) fn check(&self) -> Result<(), Refused> {
        let offers = poda_coach::offers();
        let Some(name) = &self.wanted.game else {
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
}

impl GameService {
    pub(crate) fn list(
        &self,
        filter: &Filter,
        before: Option<&str>,
        limit: u32,
        who: Visitor,
    ) -> Result<GameList, Refused> {
        let wanted = |result| filter.result.is_none_or(|wanted| result == Some(wanted));
        let fits = |game: &Brief| wanted(game.result(who));
        let (games, more) = self.store.list(&filter.wanted, before, limit, fits)?;
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
