//! What is known for certain of a position, without thinking about it.

use poda_engine::solve::SolverOptions;
use poda_engine::{
    AnyGame, AnyMove, AnyState, Concrete, Game, Knowledge, Limits, Score, Solvable, with_game,
};

use crate::analysis::Source;
use crate::games;
use crate::verdict::Verdict;
use crate::worth::Worth;

/// The least table: what is asked here is answered in a blink.
const BYTES: usize = 1 << 20;

/// What is certain of a position, for the player to move, by the rules, the book, or a solver that may look at so many positions:
/// whoever says something about it must not contradict.
///
/// ```
/// use poda_coach::{Source, Verdict, known};
/// use poda_engine::{AnyGame, Game, Knowledge};
///
/// let game: AnyGame = "connect4".parse()?;
/// let found = known(&game, &game.start(), &Knowledge::default(), 0);
/// assert_eq!(found, Some((Verdict::Wins { moves: 21 }, Source::Book)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn known(
    game: &AnyGame,
    state: &AnyState,
    knowledge: &Knowledge,
    nodes: u64,
) -> Option<(Verdict, Source)> {
    let (score, source) = certain(game, state, knowledge, nodes)?;
    Some((Verdict::certain(game, state, score), source))
}

/// What is certain of a move, in the same way: what whoever makes it can then expect, counted from before it. A position may be won
/// and the move that somebody has in mind may not win it.
///
/// ```
/// use poda_coach::{Source, Verdict, known_of_move};
/// use poda_engine::{AnyGame, Game, Knowledge};
///
/// let game: AnyGame = "connect4".parse()?;
/// let (line, _) = game.read_position("3")?;
/// let found = known_of_move(&game, &game.start(), line[0], &Knowledge::default(), 0);
/// assert_eq!(found, Some((Verdict::Draw, Source::Book)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn known_of_move(
    game: &AnyGame,
    state: &AnyState,
    mv: AnyMove,
    knowledge: &Knowledge,
    nodes: u64,
) -> Option<(Verdict, Source)> {
    let after = game.play(state, mv).ok()?;
    let (score, source) = certain(game, &after, knowledge, nodes)?;
    let score = match game.to_move(&after) == game.to_move(state) {
        true => score,
        false => -score,
    };
    Some((Verdict::certain(game, state, score), source))
}

/// What is certain of a position as a score for whose turn it is, or would be.
fn certain(
    game: &AnyGame,
    state: &AnyState,
    knowledge: &Knowledge,
    nodes: u64,
) -> Option<(Score, Source)> {
    with_game!(game, |rules| {
        certain_of(
            game,
            rules,
            games::own_state(rules, state),
            knowledge,
            nodes,
        )
    })
}

fn certain_of<G: Concrete + Solvable>(
    any: &AnyGame,
    game: &G,
    state: &G::State,
    knowledge: &Knowledge,
    nodes: u64,
) -> Option<(Score, Source)> {
    if let Some(worth) = Worth::finished(game, state) {
        return Some((worth.score, Source::Rules));
    }
    let options = SolverOptions {
        memory: Some(BYTES),
        ..SolverOptions::default()
    };
    let solver = knowledge.solver_of::<G>(any, options)?;
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let in_book = game.book_value(state);
    let (value, source) = match in_book {
        Some(value) => (value, Source::Book),
        None if solver.is_hopeful(state) => {
            let solution = solver.solve(state, limits, &mut |_| ())?;
            (solution.value, Source::Solver)
        }
        None => return None,
    };
    Some((solver.score(state, value), source))
}
