//! Tic-tac-toe solved: small enough to be searched to its end.

use super::TicTacToe;
use crate::solve::{FullSearch, NotSolvable, Solvable, Solver, SolverOptions};

impl Solvable for TicTacToe {
    fn solver(&self, options: &SolverOptions) -> Result<Box<dyn Solver<Self>>, NotSolvable> {
        Ok(Box::new(FullSearch::new(self.clone(), options)))
    }
}
