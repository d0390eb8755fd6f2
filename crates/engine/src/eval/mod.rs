//! Opinions about unfinished positions, by name, with their weights as data.

mod connect4;
mod dots;
mod forecast;
mod spec;

pub use connect4::{Connect4Eval, RunWeights, WindowWeights};
pub use dots::DotsEval;
pub use spec::{EvalError, EvalSpec};

use crate::game::Game;
use crate::types::PlayerId;

/// An opinion: how good a position is for a player.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The larger, the better for `player`, whoever is to move. Finished positions have a value too, but a search never asks.
    ///
    /// Opinions need not add up: what is good for one may be written down as less bad for the other.
    fn evaluate(&self, game: &G, state: &G::State, player: PlayerId) -> i32;
}

/// A game that [`EvalSpec`] has opinions about.
pub trait Evaluated: Game {
    /// What holds them.
    type Eval: Evaluator<Self> + Clone;

    /// The evaluation with this name.
    ///
    /// # Errors
    /// It is not about this game.
    fn evaluation(&self, name: EvalSpec) -> Result<Self::Eval, EvalError>;
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
