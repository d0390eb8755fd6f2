//! Finds out whether a position is a puzzle: whether exactly one move keeps what it is worth, and what that move does.

use poda_engine::solve::SolverOptions;
use poda_engine::{
    AnyGame, AnyMove, AnyState, Game, Knowledge, Limits, MoveList, Proof, SharedSolver, Solvable,
    line_text, with_game,
};

use super::rating::traps;
use super::{Puzzle, Rating};
use crate::games::{self, Coached};
use crate::verdict::Verdict;

/// With fewer legal moves than this there is nothing to find.
const LEAST_MOVES: usize = 3;

/// Nobody follows a win, or the refutation of a wrong move, for more moves than this.
const LONGEST: u16 = 12;

/// Of a line that does not lead to a win, so many moves are kept.
const LONGEST_LINE: usize = 16;

/// The table of the solver.
const SOLVER_BYTES: usize = 64 << 20;

/// Somebody who sees whether positions of one game are puzzles. What it finds out about one position it remembers for the next.
///
/// ```
/// use poda_coach::{PuzzleFinder, PuzzleTheme};
/// use poda_engine::{AnyGame, Game, Limits};
///
/// let game: AnyGame = "connect4".parse()?;
/// let finder = PuzzleFinder::new(&game).expect("it can be solved");
/// let (line, _) = game.read_position("314533435544")?;
/// let puzzle = finder.find(&line, Limits::default()).expect("exactly one move wins");
/// assert_eq!((puzzle.solution(), puzzle.theme), ("5", PuzzleTheme::DoubleThreat));
/// let (line, _) = game.read_position("4")?;
/// assert_eq!(finder.find(&line, Limits::default()), None, "everything loses");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PuzzleFinder {
    game: AnyGame,
    finder: Box<dyn Find>,
}

impl PuzzleFinder {
    /// For a game; `None` if it has no solver.
    pub fn new(game: &AnyGame) -> Option<PuzzleFinder> {
        let options = SolverOptions {
            memory: Some(SOLVER_BYTES),
            ..SolverOptions::default()
        };
        let finder: Box<dyn Find> = with_game!(game, |rules| {
            let solver = Knowledge::default().solver_of(game, options)?;
            Box::new(Finder {
                game: rules.clone(),
                solver,
            })
        });
        Some(PuzzleFinder {
            game: game.clone(),
            finder,
        })
    }

    /// The puzzle that these moves lead to, if it is one and that is clear within the limits, each question for itself. Which levels
    /// miss it is not known yet.
    ///
    /// # Panics
    /// If the moves cannot be played.
    pub fn find(&self, line: &[AnyMove], limits: Limits<'_>) -> Option<Puzzle> {
        let state = line.iter().fold(self.game.start(), |state, &mv| {
            self.game.play(&state, mv).expect("the moves were checked")
        });
        let (found, right) = self.finder.find(&state, limits)?;
        let traps = traps(&self.game, &state, right);
        Some(Puzzle {
            game: self.game.spec(),
            moves: line_text(line),
            rating: Rating {
                traps,
                ..found.rating
            },
            ..found
        })
    }
}

/// A finder for one concrete game.
trait Find {
    /// The puzzle but for what only the game as one of any knows, and its right move.
    fn find(&self, state: &AnyState, limits: Limits<'_>) -> Option<(Puzzle, AnyMove)>;
}

struct Finder<G: Game> {
    game: G,
    solver: SharedSolver<G>,
}

impl<G: Coached + Solvable> Find for Finder<G> {
    fn find(&self, any: &AnyState, limits: Limits<'_>) -> Option<(Puzzle, AnyMove)> {
        let (game, state) = (&self.game, games::own_state(&self.game, any));
        let mut moves = MoveList::new();
        game.moves(state, &mut moves);
        if moves.len() < LEAST_MOVES {
            return None;
        }
        let least = self.worth_keeping(state, limits)?;
        let mut keep = Vec::new();
        for &mv in &moves {
            if self.keeps(state, mv, least, limits)? {
                keep.push(mv);
            }
            if keep.len() > 1 {
                return None;
            }
        }
        let right = *keep.first()?;
        let mut proof = Proof::new(&**self.solver, state, MoveList::from_iter([right]));
        proof.solve(None, limits);
        let (value, _) = proof.solution()?;
        proof.complete(false, limits, &mut |_| ());
        let goal = Verdict::certain(game, state, self.solver.score(state, value));
        let theme = game.theme(state, goal, &proof.line)?;
        let length = match goal {
            Verdict::Wins { moves } => moves,
            Verdict::Draw => self.longest_loss(state, &moves, right, limits)?,
            _ => game.plies_left(state).div_ceil(2) as u16,
        };
        if length > LONGEST {
            return None;
        }
        if !matches!(goal, Verdict::Wins { .. }) {
            proof.line.truncate(LONGEST_LINE);
        }
        let puzzle = Puzzle {
            game: any_spec(game),
            moves: String::new(),
            line: proof.line.iter().map(ToString::to_string).collect(),
            theme,
            goal,
            rating: Rating {
                length,
                ..Rating::default()
            },
        };
        Some((puzzle, G::any_move(right)))
    }
}

/// The game as one of any.
fn any_spec<G: Coached>(game: &G) -> poda_engine::GameSpec {
    game.spec_text().parse().expect("a game's own name")
}

impl<G: Coached + Solvable> Finder<G> {
    /// What a right move keeps at least, in the solver's unit: the margin, a win or a draw; nothing where all is lost.
    fn worth_keeping(&self, state: &G::State, limits: Limits<'_>) -> Option<i32> {
        let player = self.game.to_move(state);
        if self.game.margin(state, player).is_some() {
            return Some(self.solver.solve(state, limits, &mut |_| ())?.value);
        }
        for least in [1, 0] {
            if self.solver.at_least(state, least, limits, &mut |_| ())?.0 {
                return Some(least);
            }
        }
        None
    }

    /// Whether a move keeps at least so much; `None` if a limit was reached first.
    fn keeps(&self, state: &G::State, mv: G::Move, least: i32, limits: Limits<'_>) -> Option<bool> {
        let (kept, _) = self
            .solver
            .keeping(state, least, &[mv], limits, &mut |_| ())?;
        Some(kept.is_some())
    }

    /// In how many moves of the other side's the last of the wrong moves has lost.
    fn longest_loss(
        &self,
        state: &G::State,
        moves: &[G::Move],
        right: G::Move,
        limits: Limits<'_>,
    ) -> Option<u16> {
        let mut longest = 0;
        for &mv in moves.iter().filter(|&&mv| mv != right) {
            let next = self.game.play_unchecked(state, mv);
            let value = self.solver.solve(&next, limits, &mut |_| ())?.value;
            let score = self.solver.score(&next, value);
            if let Verdict::Wins { moves } = Verdict::certain(&self.game, &next, score) {
                longest = longest.max(moves);
            }
        }
        Some(longest)
    }
}
