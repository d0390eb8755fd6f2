//! Watching a search: what it entered, with which window, what came back and why it stopped there.

use serde::Serialize;

use crate::game::Game;
use crate::types::Score;

/// Why a node returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Halt {
    /// The depth limit: the evaluation was asked.
    Leaf,
    /// The game is over.
    End,
    /// A child was so good that the others could be left out, and there were others.
    Cutoff,
    /// The table knew the answer.
    Table,
    /// Every child was searched.
    Searched,
}

/// Told of every node a search enters and leaves. The search is compiled for each tracer, so [`NoTrace`] costs nothing.
pub trait Tracer<G: Game> {
    /// A node is entered by a move from its parent; `None` at the root. Scores are from the view of the node's side, which is
    /// the one that thinks if `ours`.
    fn enter(
        &mut self,
        state: &G::State,
        by: Option<G::Move>,
        ours: bool,
        alpha: Score,
        beta: Score,
    );

    /// The move to the node entered last was the one that looks most promising: its player had no choice (BRS+).
    fn natural(&mut self) {}

    /// What the node entered last is worth to each player, where a search looks at that (max^n).
    fn scores(&mut self, _scores: &[Score]) {}

    /// The node entered last returns. `skipped` are the moves that were cut off, found only if somebody asks for them.
    fn leave(&mut self, value: Score, halt: Halt, skipped: impl Iterator<Item = G::Move>);
}

impl<G: Game, T: Tracer<G>> Tracer<G> for &mut T {
    #[inline]
    fn enter(
        &mut self,
        state: &G::State,
        by: Option<G::Move>,
        ours: bool,
        alpha: Score,
        beta: Score,
    ) {
        (**self).enter(state, by, ours, alpha, beta);
    }
    #[inline]
    fn natural(&mut self) {
        (**self).natural();
    }
    #[inline]
    fn scores(&mut self, scores: &[Score]) {
        (**self).scores(scores);
    }
    #[inline]
    fn leave(&mut self, value: Score, halt: Halt, skipped: impl Iterator<Item = G::Move>) {
        (**self).leave(value, halt, skipped);
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoTrace;

impl<G: Game> Tracer<G> for NoTrace {
    #[inline]
    fn enter(&mut self, _: &G::State, _: Option<G::Move>, _: bool, _: Score, _: Score) {}
    #[inline]
    fn leave(&mut self, _: Score, _: Halt, _: impl Iterator<Item = G::Move>) {}
}
