//! The contract between something that plays a seat and whoever lets it play.

use thiserror::Error;

use crate::game::Game;
use crate::games::AnyGame;
use crate::search::{Limits, SearchReport};

/// A position with the moves that led to it.
#[derive(Debug)]
pub struct Situation<'a, G: Game = AnyGame> {
    /// The rules.
    pub game: &'a G,
    /// All moves from the start.
    pub line: &'a [G::Move],
    /// Where they lead; not a finished game.
    pub state: &'a G::State,
}

impl<G: Game> Clone for Situation<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Situation<'_, G> {}

/// Told of what a player has found so far.
pub type Observer<'a, M> = &'a mut dyn FnMut(&SearchReport<M>);

/// What is asked of a player besides a move.
pub struct Request<'a, M> {
    /// How long and how far it may look. What the player is by its own name, `depth=4` or `time=1s`, applies besides: whatever
    /// is reached first.
    pub limits: Limits<'a>,
    /// Whether every move of the root is to have its exact value, where the player can find it.
    pub all_moves: bool,
    /// Told of each depth that is finished, by players that deepen.
    pub observer: Option<Observer<'a, M>>,
}

impl<M> Default for Request<'_, M> {
    /// A move, without hurry.
    fn default() -> Self {
        Request {
            limits: Limits::default(),
            all_moves: false,
            observer: None,
        }
    }
}

impl<'a, M> Request<'a, M> {
    /// A move within these limits.
    pub fn within(limits: Limits<'a>) -> Request<'a, M> {
        Request {
            limits,
            ..Request::default()
        }
    }
}

/// Why a player has no move to offer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct PlayerFailure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What happened, in one sentence.
    pub why: String,
}

/// How a player can fail to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// It crashed, broke off the conversation, or raised an exception.
    Crash,
    /// Its time was over before it answered.
    Late,
    /// What it answered is no move that could be made.
    Illegal,
}

impl PlayerFailure {
    /// It crashed, broke off the conversation, or raised an exception.
    pub fn crash(why: impl Into<String>) -> PlayerFailure {
        PlayerFailure {
            kind: FailureKind::Crash,
            why: why.into(),
        }
    }

    /// Its time was over before it answered.
    pub fn late(why: impl Into<String>) -> PlayerFailure {
        PlayerFailure {
            kind: FailureKind::Late,
            why: why.into(),
        }
    }

    /// What it answered is no move that could be made.
    pub fn illegal(why: impl Into<String>) -> PlayerFailure {
        PlayerFailure {
            kind: FailureKind::Illegal,
            why: why.into(),
        }
    }
}

/// Something that plays a seat: an agent of Poda's, another program, a stranger's struct.
///
/// ```
/// use poda_engine::{AnyGame, AnyMove, Game, MoveList, Player, PlayerFailure, Request, SearchReport, Situation};
///
/// /// Plays the first move there is.
/// struct Leftmost;
///
/// impl<G: Game> Player<G> for Leftmost {
///     fn think(
///         &mut self,
///         at: &Situation<'_, G>,
///         _: Request<'_, G::Move>,
///     ) -> Result<SearchReport<G::Move>, PlayerFailure> {
///         let mut moves = MoveList::new();
///         at.game.moves(at.state, &mut moves);
///         Ok(SearchReport::unsearched(moves[0]))
///     }
/// }
///
/// let game: AnyGame = "connect4".parse()?;
/// let (line, state) = game.read_position("1111")?;
/// let at = Situation { game: &game, line: &line, state: &state };
/// let mut player: Box<dyn Player> = Box::new(Leftmost);
/// assert_eq!(player.think(&at, Request::default())?.choice.to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Player<G: Game = AnyGame>: Send {
    /// Finds a move in a position that is not finished. A limit that is reached ends the thought, not the player: it answers
    /// with the best it has.
    ///
    /// # Errors
    /// The player has no move to offer. Agents of Poda's own always have one.
    fn think(
        &mut self,
        at: &Situation<'_, G>,
        request: Request<'_, G::Move>,
    ) -> Result<SearchReport<G::Move>, PlayerFailure>;
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn think(
        &mut self,
        at: &Situation<'_, G>,
        request: Request<'_, G::Move>,
    ) -> Result<SearchReport<G::Move>, PlayerFailure> {
        (**self).think(at, request)
    }
}
