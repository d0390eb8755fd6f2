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
