//! Only who wins.

use super::{KeptSolution, Solution, SolveObserver, SolveProgress, Solver};
use crate::game::Game;
use crate::search::Limits;
use crate::types::Score;

/// A solver that finds out only who wins: values are 1, 0 and -1. That is at most two questions.
pub struct Weakly<G>(pub Box<dyn Solver<G>>);

impl<G: Game> Solver<G> for Weakly<G> {
    fn game(&self) -> &G {
        self.0.game()
    }

    fn solve(
        &self,
        position: &G::State,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution> {
        let (wins, mut nodes) = self.0.at_least(position, 1, limits, observer)?;
        if wins {
            return Some(Solution { value: 1, nodes });
        }
        let mut tell = |part: &SolveProgress| observer(&SolveProgress::of_part(nodes, part));
        let (draws, more) = self
            .0
            .at_least(position, 0, limits.after(nodes), &mut tell)?;
        nodes += more;
        let value = if draws { 0 } else { -1 };
        Some(Solution { value, nodes })
    }

    /// Of the latest win or loss that there could be.
    fn score(&self, position: &G::State, value: i32) -> Score {
        self.0.score(position, value)
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn kept(&self) -> Option<&dyn KeptSolution<G>> {
        self.0.kept()
    }
}
