//! Opinions about unfinished positions, by name. What each game's are is in the game's own folder.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::Game;
use crate::games::{GAMES, GameSpec};
use crate::params::excerpt;
use crate::types::PlayerId;

/// An opinion: how good a position is for a player.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The larger, the better for `player`, whoever is to move. Finished positions have a value too, but a search never asks.
    ///
    /// Opinions need not add up: what is good for one may be written down as less bad for the other.
    fn evaluate(&self, game: &G, state: &G::State, player: PlayerId) -> i32;
}

/// No opinion at all: every unfinished position is worth nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoOpinion;

impl<G: Game> Evaluator<G> for NoOpinion {
    #[inline]
    fn evaluate(&self, _: &G, _: &G::State, _: PlayerId) -> i32 {
        0
    }
}

/// An evaluation by name: what people type after `eval=`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvalSpec(&'static str);

/// The evaluation does not exist, or not for this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvalError {
    /// No such name.
    #[error("there is no evaluation `{name}`: there are {}", all_names())]
    NoSuchEvaluation {
        /// The name.
        name: String,
    },
    /// Not about this game.
    #[error("the evaluation {eval} is not for {game}: there are {}", all_names())]
    OtherGame {
        /// The evaluation.
        eval: EvalSpec,
        /// The game's name.
        game: &'static str,
    },
}

/// `none, s3 and chains for dots; …`
fn all_names() -> String {
    let of_game = |game: &crate::GameInfo| {
        let names = crate::params::listed(game.evaluations);
        format!("{names} for {}", game.name)
    };
    GAMES.iter().map(of_game).collect::<Vec<_>>().join("; ")
}

impl EvalSpec {
    /// The evaluation with this name, of whatever game: for games that bring their own.
    pub const fn new(name: &'static str) -> EvalSpec {
        EvalSpec(name)
    }

    /// What people type.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// Whether it is about this game.
    ///
    /// # Errors
    /// It is not.
    pub fn check(self, game: GameSpec) -> Result<(), EvalError> {
        let info = game.info();
        if info.evaluations.contains(&self.0) {
            Ok(())
        } else {
            Err(EvalError::OtherGame {
                eval: self,
                game: info.name,
            })
        }
    }
}

impl FromStr for EvalSpec {
    type Err = EvalError;

    fn from_str(text: &str) -> Result<EvalSpec, EvalError> {
        let names = || GAMES.iter().flat_map(|game| game.evaluations);
        match names().find(|&&name| name == text) {
            Some(name) => Ok(EvalSpec(name)),
            None => Err(EvalError::NoSuchEvaluation {
                name: excerpt(text),
            }),
        }
    }
}

impl fmt::Display for EvalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}
