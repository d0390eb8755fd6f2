//! Games that a solver ends: who will win is proved, so the rest need not be played.

use poda_engine::solve::{NotSolvable, Solvable, SolverOptions};
use poda_engine::{AnyGame, AnyState, Concrete, Game, Limits, Outcome, PlayerId, with_game};

/// Asks the solver of a game. Every question is asked of a new one, without a book, so that the answer hangs on the position alone: a game is
/// ended in the same place wherever it is played, and whoever reads its record can ask again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudicator {
    /// How many positions the solver may look at. Few of them end only what is clear.
    pub nodes: u64,
}

/// Small tables: questions are short.
const MEMORY: usize = 1 << 20;

const OPTIONS: SolverOptions = SolverOptions {
    memory: Some(MEMORY),
    threads: 1,
    book: false,
};

impl Adjudicator {
    /// Whether there is a solver for a game.
    ///
    /// # Errors
    /// There is none.
    pub fn check(game: &AnyGame) -> Result<(), NotSolvable> {
        with_game!(game, |rules| rules.solver(&OPTIONS).map(drop))
    }

    /// How the game ends if both play on perfectly; `None` if that takes too long to know, or the game is over. The limits of whoever asks
    /// hold besides its own.
    pub fn outcome(self, game: &AnyGame, state: &AnyState, limits: Limits<'_>) -> Option<Outcome> {
        if game.outcome(state).is_some() {
            return None;
        }
        let limits = Limits {
            nodes: Some(self.nodes),
            ..limits
        };
        let score = with_game!(game, |rules| {
            fn ask<G: Concrete + Solvable>(
                rules: &G,
                state: &AnyState,
                limits: Limits<'_>,
            ) -> Option<i32> {
                let (solver, state) = (rules.solver(&OPTIONS).ok()?, G::state(state));
                let solution = solver.solve(state, limits, &mut |_| ())?;
                Some(solver.score(state, solution.value).get())
            }
            ask(rules, state, limits)
        })?;
        let mover = game.to_move(state);
        Some(match score {
            0 => Outcome::Draw,
            1.. => Outcome::Win(mover),
            _ => Outcome::Win(PlayerId::new(1 - mover.index())),
        })
    }
}
