//! Connect 4 scores from the rules alone: alpha-beta over the `Game` trait, which shares nothing with the solver.

use std::collections::HashMap;
use std::hash::Hash;

use poda_engine::{AnyGame, Game, MoveList, Outcome, with_game};

/// The score of a position by its moves: from the mover's view, by the pieces that the winner has left, counting the last.
pub(crate) fn score(game: &AnyGame, moves: &str) -> i32 {
    with_game!(game, |rules| {
        let (_, state) = rules.read_position(moves).expect("a position");
        let mut seen = HashMap::new();
        let cells = with_cells(game);
        search(rules, &state, cells, -100, 100, &mut seen)
    })
}

fn with_cells(game: &AnyGame) -> i32 {
    match game {
        AnyGame::Connect4(rules) => rules.cells().count_ones() as i32,
        AnyGame::LargeConnect4(rules) => rules.cells().count_ones() as i32,
        _ => panic!("Connect 4 for two"),
    }
}

/// Fail-soft alpha-beta with proven bounds kept for each position.
fn search<G: Game>(
    rules: &G,
    state: &G::State,
    cells: i32,
    mut alpha: i32,
    mut beta: i32,
    seen: &mut HashMap<G::State, (i32, i32)>,
) -> i32
where
    G::State: Hash + Eq,
{
    let left = cells - rules.ply(state) as i32;
    match rules.outcome(state) {
        Some(Outcome::Draw) => return 0,
        // Who has just moved has won, with the piece that made it `left` free cells.
        Some(Outcome::Win(_)) => return -(left / 2 + 1),
        None => {}
    }
    let (low, high) = seen.get(state).copied().unwrap_or((-100, 100));
    alpha = alpha.max(low);
    beta = beta.min(high);
    if alpha >= beta {
        return if low >= beta { low } else { high };
    }
    let mut moves = MoveList::new();
    rules.moves(state, &mut moves);
    let (mut best, floor) = (-100, alpha);
    for mv in moves {
        let next = rules.play_unchecked(state, mv);
        let value = -search(rules, &next, cells, -beta, -alpha, seen);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    let entry = seen.entry(*state).or_insert((-100, 100));
    if best > floor {
        entry.0 = entry.0.max(best);
    }
    if best < beta {
        entry.1 = entry.1.min(best);
    }
    best
}
