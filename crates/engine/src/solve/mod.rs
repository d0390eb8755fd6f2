//! Exact solvers, one for each game: the fast rooms, allowed to know everything about their game. All have the same shape,
//! [`Solver`], and a game says with [`Solvable`] which one is its own.
//!
//! ```
//! use poda_engine::solve::{Solvable, SolverOptions};
//! use poda_engine::{AnyGame, Game, Limits, with_game};
//!
//! let game: AnyGame = "connect4:4x4".parse()?;
//! let value = with_game!(&game, |rules| {
//!     let solver = rules.solver(&SolverOptions::default())?;
//!     solver.solve(&rules.start(), Limits::default(), &mut |_| ()).map(|solution| solution.value)
//! });
//! assert_eq!(value, Some(0), "a draw");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
mod closing;
pub mod connect4;
pub mod dots;
mod full;
mod kept;
mod team;
mod weak;

use std::sync::Arc;

use thiserror::Error;

use crate::game::{Game, MoveList};
use crate::playable::Playable;
use crate::search::Limits;
use crate::types::Score;

pub use book::{Book, BookError, BookIndex, BookRules, Openings, board_of, to_come};
pub use full::FullSearch;
pub use kept::{KeptSolution, LoadError};
pub use weak::Weakly;

/// What a position is worth, and what it cost to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// How the game ends under perfect play, for the player to move, in the unit that people count in: see the solver.
    pub value: i32,
    /// How many positions were searched.
    pub nodes: u64,
}

/// How far a solver is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// Positions searched so far, by all threads.
    pub nodes: u64,
    /// The value lies between these, both included, where the solver knows so much. The first report of a solve says what is
    /// clear without a search.
    pub bounds: Option<(i32, i32)>,
}

impl SolveProgress {
    /// The progress of something larger, of which so many nodes are done and this is a part.
    fn of_part(nodes: u64, part: &SolveProgress) -> SolveProgress {
        SolveProgress {
            nodes: nodes + part.nodes,
            bounds: None,
        }
    }
}

/// Told now and then how far a solver is.
pub type SolveObserver<'a> = &'a mut dyn FnMut(&SolveProgress);

/// Knows what the positions of one board are worth under perfect play.
///
/// A solver may remember what it has found for the next question. What the memory or a book knows is answered at once,
/// whatever the limits say.
///
/// A game needs four methods; those with a body are for solvers that can do better.
///
/// ```
/// use poda_engine::solve::{SolveObserver, Solution, Solver};
/// use poda_engine::{Game, Limits, MoveList, Score, TreeGame, TreePosition};
///
/// /// Tries everything.
/// struct Plain(TreeGame);
///
/// impl Solver<TreeGame> for Plain {
///     fn game(&self) -> &TreeGame {
///         &self.0
///     }
///
///     fn solve(&self, at: &TreePosition, limits: Limits<'_>, observer: SolveObserver<'_>) -> Option<Solution> {
///         if let Some(outcome) = self.0.outcome(at) {
///             let winner = outcome.winner();
///             let value = winner.map_or(0, |winner| if winner == self.0.to_move(at) { 1 } else { -1 });
///             return Some(Solution { value, nodes: 1 });
///         }
///         let moves = self.moves(at, limits, observer)?;
///         let nodes = 1 + moves.iter().map(|(_, solution)| solution.nodes).sum::<u64>();
///         let value = moves.iter().map(|(_, solution)| solution.value).max()?;
///         Some(Solution { value, nodes })
///     }
///
///     fn score(&self, _: &TreePosition, value: i32) -> Score {
///         Score::points(value)
///     }
///
///     fn clear(&mut self) {}
/// }
/// ```
pub trait Solver<G: Game>: Send + Sync {
    /// The rules.
    fn game(&self) -> &G;

    /// The value of a position, a finished game included; `None` if a limit was reached first.
    fn solve(
        &self,
        position: &G::State,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution>;

    /// The same from a guess of the value, for solvers that find it faster from a good one.
    fn solve_near(
        &self,
        position: &G::State,
        _guess: i32,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution> {
        self.solve(position, limits, observer)
    }

    /// Every legal move in natural order with its value for whoever makes it; none if the game is over, `None` if a limit was
    /// reached first.
    fn moves(
        &self,
        position: &G::State,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Vec<(G::Move, Solution)>> {
        let game = self.game();
        let mut list = MoveList::new();
        game.moves(position, &mut list);
        let mut total = 0;
        let solutions = list.into_iter().map(|mv| {
            let next = game.play_unchecked(position, mv);
            let mut tell = |part: &SolveProgress| observer(&SolveProgress::of_part(total, part));
            let mut solution = self.solve(&next, limits.after(total), &mut tell)?;
            total += solution.nodes;
            if game.to_move(&next) != game.to_move(position) {
                solution.value = -solution.value;
            }
            Some((mv, solution))
        });
        solutions.collect()
    }

    /// Whether the player to move can reach at least this value, and the nodes it took; `None` if a limit was reached first. One
    /// question is cheaper than the value.
    fn at_least(
        &self,
        position: &G::State,
        value: i32,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<(bool, u64)> {
        let solution = self.solve(position, limits, observer)?;
        Some((solution.value >= value, solution.nodes))
    }

    /// Puts the moves first that probably keep most. A solver that has no idea leaves them as they are.
    fn order(&self, _position: &G::State, _moves: &mut MoveList<G::Move>) {}

    /// The first of some moves, [in order](Solver::order), after which whoever makes it can still reach at least this value, if
    /// there is one, and the nodes it took; `None` if a limit was reached first.
    fn keeping(
        &self,
        position: &G::State,
        value: i32,
        moves: &[G::Move],
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<(Option<G::Move>, u64)> {
        let game = self.game();
        let mut list: MoveList<G::Move> = moves.iter().copied().collect();
        self.order(position, &mut list);
        let mut total = 0;
        for mv in list {
            let next = game.play_unchecked(position, mv);
            let same = game.to_move(&next) == game.to_move(position);
            // The opponent must not reach one more than what is left to him.
            let wanted = if same { value } else { 1 - value };
            let mut tell = |part: &SolveProgress| observer(&SolveProgress::of_part(total, part));
            let (reached, nodes) = self.at_least(&next, wanted, limits.after(total), &mut tell)?;
            total += nodes;
            if reached == same {
                return Some((Some(mv), total));
            }
        }
        Some((None, total))
    }

    /// Whether a few seconds may be enough for a position.
    fn is_hopeful(&self, _position: &G::State) -> bool {
        true
    }

    /// The score, as searches count, of a position with this value.
    fn score(&self, position: &G::State, value: i32) -> Score;

    /// Forgets everything but the book.
    fn clear(&mut self);

    /// What it remembers as something to keep in a file, if that is worth while.
    fn kept(&self) -> Option<&dyn KeptSolution<G>> {
        None
    }
}

/// How a solver is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SolverOptions {
    /// The most bytes for its table, but for a least size; `None`: what suits the game.
    pub memory: Option<usize>,
    /// How many threads work together on a question.
    pub threads: usize,
    /// Whether it may look into the opening book, if the engine has one.
    pub book: bool,
}

impl Default for SolverOptions {
    fn default() -> Self {
        SolverOptions {
            memory: None,
            threads: 1,
            book: true,
        }
    }
}

/// The opening books that come with the engine, as bytes.
pub const EMBEDDED_BOOKS: [&[u8]; 4] = {
    let [six_by_seven, six_by_six, seven_by_six] = connect4::BOOKS;
    [six_by_seven, dots::BOOK, six_by_six, seven_by_six]
};

/// Why these rules have no solver, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NotSolvable(pub String);

/// A game that may have an exact solver. A game that has none says so with an empty `impl`.
pub trait Solvable: Playable + 'static {
    /// A solver of these rules.
    ///
    /// # Errors
    /// There is none.
    fn solver(&self, _options: &SolverOptions) -> Result<Box<dyn Solver<Self>>, NotSolvable> {
        let game = self.spec_text();
        Err(NotSolvable(format!(
            "{game} cannot be solved: there is no solver for it"
        )))
    }

    /// Between which values a position lies, both included, as far as the opening book that comes with the engine knows, for the player to
    /// move, in the solver's unit.
    fn book_bounds(&self, _position: &Self::State) -> Option<(i32, i32)> {
        None
    }

    /// The value, where the book knows it.
    fn book_value(&self, position: &Self::State) -> Option<i32> {
        let (lower, upper) = self.book_bounds(position)?;
        (lower == upper).then_some(lower)
    }

    /// What is needed to make and to read opening books of this board.
    ///
    /// # Errors
    /// There are none for this board.
    fn book_rules(&self) -> Result<Arc<dyn BookRules<Self>>, BookError> {
        let game = self.spec_text();
        Err(BookError::NotPossible(format!(
            "{game} can have no opening book"
        )))
    }
}
