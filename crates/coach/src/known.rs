//! What is known for certain of a position, without thinking about it.

use poda_engine::solve::SolverOptions;
use poda_engine::{AnyGame, AnyState, Concrete, Knowledge, Limits, Solvable, with_game};

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
    with_game!(game, |rules| {
        known_of(
            game,
            rules,
            games::own_state(rules, state),
            knowledge,
            nodes,
        )
    })
}

fn known_of<G: Concrete + Solvable>(
    any: &AnyGame,
    game: &G,
    state: &G::State,
    knowledge: &Knowledge,
    nodes: u64,
) -> Option<(Verdict, Source)> {
    let certain = |score| Verdict::certain(game, state, score);
    if let Some(worth) = Worth::finished(game, state) {
        return Some((certain(worth.score), Source::Rules));
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
    Some((certain(solver.score(state, value)), source))
}
