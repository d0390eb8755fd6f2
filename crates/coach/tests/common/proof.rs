//! Puzzles held to the exact solver: every legal move is solved, not only asked about.

use poda_coach::{Puzzle, Verdict};
use poda_engine::solve::SolverOptions;
use poda_engine::{
    AnyGame, AnyState, Concrete, Game, Knowledge, Limits, Outcome, Solvable, with_game,
};

/// What is wrong with a puzzle, if anything is.
pub(crate) fn fault(puzzle: &Puzzle, knowledge: &Knowledge) -> Option<String> {
    let game = AnyGame::new(puzzle.game);
    let played = |text: &str| game.read_position(text).expect("it can be played").1;
    let state = played(&puzzle.moves);
    let values = values(&game, &state, knowledge);
    let mover = game.to_move(&state);
    let points = game.margin(&state, mover).is_some();
    // Where only winning counts, all wins are worth the same.
    let class = |value: i32| if points { value } else { value.signum() };
    let best = values.iter().map(|&(_, value)| value).max();
    let best = best.expect("there is a move");
    let keep: Vec<&str> = values
        .iter()
        .filter(|&&(_, value)| class(value) == class(best))
        .map(|(mv, _)| mv.as_str())
        .collect();
    if keep != [puzzle.solution()] {
        return Some(format!("{keep:?} keep what {} keeps", puzzle.solution()));
    }
    let end = played(&format!("{}{}", puzzle.moves, puzzle.line.concat()));
    let right = match puzzle.goal {
        Verdict::Boxes { margin } => points && i32::from(margin) == best,
        Verdict::Draw => best == 0 && game.outcome(&end) != Some(Outcome::Win(mover)),
        // The line is a whole win, and as short as the solver says that a win is.
        Verdict::Wins { moves } => {
            let plies = puzzle.line.len();
            let left = (game.plies_left(&state) as usize).div_ceil(2);
            plies == 2 * usize::from(moves) - 1
                && best == (left - usize::from(moves)) as i32 + 1
                && game.outcome(&end) == Some(Outcome::Win(mover))
        }
        _ => false,
    };
    (!right).then(|| format!("{:?} is not what {best} means", puzzle.goal))
}

/// Every legal move and what it is worth, in the solver's unit.
fn values(game: &AnyGame, state: &AnyState, knowledge: &Knowledge) -> Vec<(String, i32)> {
    with_game!(game, |rules| values_of(rules, game, state, knowledge))
}

fn values_of<G: Concrete + Solvable>(
    _: &G,
    game: &AnyGame,
    state: &AnyState,
    knowledge: &Knowledge,
) -> Vec<(String, i32)> {
    let options = SolverOptions {
        memory: Some(64 << 20),
        ..SolverOptions::default()
    };
    let solver = knowledge.solver_of::<G>(game, options);
    let solver = solver.expect("there is a solver");
    let moves = solver.moves(G::state(state), Limits::default(), &mut |_| ());
    let moves = moves.expect("nothing limits it").into_iter();
    moves
        .map(|(mv, solution)| (mv.to_string(), solution.value))
        .collect()
}
