//! The games of a data folder for somebody who is not a browser: the same calls whether this process has them open or another one
//! serves them.

use std::path::Path;
use std::sync::Arc;

use poda_bots::Programs;
use poda_engine::Knowledge;

use crate::api::{GameList, GameView, Hint, NewGame, Refusal, Thought};
use crate::caps::Caps;
use crate::game_store::Which;
use crate::own_games::OwnGames;
use crate::served_games::ServedGames;
use crate::server::{ServeError, open_service, running};

/// What a person does to a game that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Plays a move, such as `4` or `h12`.
    Play(String),
    /// Takes back.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Gives up.
    Resign,
    /// Has the computers wait, or play on.
    Pause(bool),
    /// Has a waiting computer make one move.
    Step,
    /// Has the computer play the best that it has found.
    MoveNow,
}

/// What happens in a game that is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// The game as it is now; at first, and whenever it changes.
    Game(Box<GameView>),
    /// What the computer thinks.
    Thinking(Thought),
    /// The game was deleted.
    Gone,
    /// Whoever has it open stops, or is gone.
    Lost,
}

/// Told what happens, on a thread of its own.
pub type Tell = Box<dyn FnMut(GameEvent) + Send>;

/// A game is followed until this is dropped.
pub struct Following(Option<Box<dyn FnOnce() + Send>>);

impl Following {
    pub(crate) fn until(end: impl FnOnce() + Send + 'static) -> Following {
        Following(Some(Box::new(end)))
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}

/// All games of a data folder. Calls last as long as a disk write, or a request to this machine.
pub trait Games: Send + Sync {
    /// Where the games are served, if another process does that.
    fn address(&self) -> Option<&str>;

    /// Makes a game.
    ///
    /// # Errors
    /// The rules or a cap forbid it, in a sentence; so for all calls.
    fn make(&self, new: &NewGame) -> Result<GameView, Refusal>;

    /// The same players again, all moved up one seat if they swap.
    ///
    /// # Errors
    /// See [`make`](Games::make).
    fn rematch(&self, id: &str, swap: bool) -> Result<GameView, Refusal>;

    /// Games that are over or not, the one that changed last first.
    ///
    /// # Errors
    /// See [`make`](Games::make).
    fn list(&self, which: Which, before: Option<&str>, limit: u32) -> Result<GameList, Refusal>;

    /// A game as it is.
    ///
    /// # Errors
    /// There is no such game.
    fn look(&self, id: &str) -> Result<GameView, Refusal>;

    /// Deletes a game for ever.
    ///
    /// # Errors
    /// There is no such game.
    fn delete(&self, id: &str) -> Result<(), Refusal>;

    /// Does something to the game of this version; the answer is the game as it is then.
    ///
    /// # Errors
    /// It is not allowed, or the game has moved on: then the refusal has the game as it is.
    fn act(&self, id: &str, version: u64, act: &Act) -> Result<GameView, Refusal>;

    /// A move to consider. This takes about a second.
    ///
    /// # Errors
    /// It is not a person's turn, or the game has moved on.
    fn hint(&self, id: &str, version: u64) -> Result<Hint, Refusal>;

    /// Tells what happens in a game, first the game as it is.
    ///
    /// # Errors
    /// There is no such game.
    fn follow(&self, id: &str, tell: Tell) -> Result<Following, Refusal>;
}

/// The games of a data folder: opened here, for these programs besides Poda's own agents, or asked for where another process serves
/// them, for those that it was started with.
///
/// # Errors
/// They cannot be opened, or another process has them open and serves nobody.
pub fn open_games(
    data: &Path,
    caps: Caps,
    knowledge: Knowledge,
    programs: Programs,
) -> Result<Arc<dyn Games>, ServeError> {
    match open_service(data, caps, knowledge) {
        Ok(service) => {
            service.admit(programs);
            Ok(Arc::new(OwnGames::new(service)))
        }
        Err(error @ ServeError::Running { .. }) => match running(data) {
            Some((address, cookie)) => Ok(Arc::new(ServedGames::at(address, cookie))),
            None => Err(error),
        },
        Err(error) => Err(error),
    }
}
