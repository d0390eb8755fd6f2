//! Who can take part: from a name to a player.

use poda_engine::{AgentSpecError, AnyGame, GameSpec, Player};

use crate::historic::SharedTwister;

/// The seat that a player is made for.
#[derive(Clone, Copy)]
pub struct SeatSetup<'a> {
    /// The rules.
    pub game: &'a AnyGame,
    /// Decides whatever the player leaves to chance.
    pub seed: u64,
    /// One generator for all seats of the game. Programs of the past drew from it in turns: what one drew changed what the other got.
    pub twister: &'a SharedTwister,
}

/// Makes players by their names. [`Players`](crate::Players) is the one that knows everybody in Poda and takes others besides.
pub trait PlayerFactory: Sync {
    /// The name as it is written down, if it names somebody who plays this game.
    ///
    /// # Errors
    /// It does not, and why.
    fn check(&self, name: &str, game: GameSpec) -> Result<String, FactoryError>;

    /// A new player for one seat of one game.
    ///
    /// # Errors
    /// The player cannot be made. After a successful `check` that is a forfeit, not the end of the run.
    fn player(&self, name: &str, seat: &SeatSetup<'_>) -> Result<Box<dyn Player>, FactoryError>;

    /// Which program plays under this name, where its name alone does not say: what it calls itself, and a hash of its files.
    fn identity(&self, _name: &str) -> Option<String> {
        None
    }

    /// Somebody who knows the exact values of all moves by this player's own lights, at its own depth; `None` if nobody does.
    ///
    /// # Errors
    /// The critic cannot be made.
    fn critic(
        &self,
        _name: &str,
        _seat: &SeatSetup<'_>,
    ) -> Result<Option<Box<dyn Player>>, FactoryError> {
        Ok(None)
    }
}

/// Nobody of this name can take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FactoryError {
    /// Not an agent.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// The program of the past takes other parameters.
    #[error("`s3-as-reported` takes one parameter, depth=1 to depth=6")]
    AsReported,
    /// The program of the past plays one game only.
    #[error("`s3-as-reported` plays dots with fewer than 64 edges, not {0}")]
    OtherGame(GameSpec),
    /// Programs are not started where strangers name them.
    #[error("programs do not take part here: name one of Poda's agents")]
    NoPrograms,
    /// Whatever keeps a player of somebody else's away, in one sentence.
    #[error("{0}")]
    Other(String),
}
