//! Counting move sequences: the classic check that a game's rules are right and fast.

use crate::game::{Game, MoveList};

/// How many sequences of exactly `depth` moves there are from `state`. A game that ends earlier is not continued and not counted.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // The last ply need not be played: its moves only need counting.
        1 => game.count_moves(state) as u64,
        _ => {
            let mut moves = MoveList::new();
            game.moves(state, &mut moves);
            moves
                .iter()
                .map(|&mv| perft(game, &game.play_unchecked(state, mv), depth - 1))
                .sum()
        }
    }
}

/// How many positions plain minimax visits to this depth: every sequence of at most `depth` moves, the empty one included. `None` if
/// they are more than `most`.
pub fn tree_size<G: Game>(game: &G, state: &G::State, depth: u32, most: u64) -> Option<u64> {
    fn count<G: Game>(game: &G, state: &G::State, depth: u32, left: &mut u64) -> Option<()> {
        if depth <= 1 {
            let moves = if depth == 0 {
                0
            } else {
                game.count_moves(state) as u64
            };
            *left = left.checked_sub(1 + moves)?;
            return Some(());
        }
        *left = left.checked_sub(1)?;
        let mut moves = MoveList::new();
        game.moves(state, &mut moves);
        moves
            .iter()
            .try_for_each(|&mv| count(game, &game.play_unchecked(state, mv), depth - 1, left))
    }
    let mut left = most;
    count(game, state, depth, &mut left)?;
    Some(most - left)
}
