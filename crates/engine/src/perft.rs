//! Counting move sequences: the classic check that a game's rules are right and fast.

use crate::game::{Game, MoveList};
use crate::search::{Budget, Limits};

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

/// How many positions plain minimax visits to this depth: every sequence of at most `depth` moves, the empty one included. `None` if a
/// limit is reached before all are counted.
pub fn tree_size<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    limits: Limits<'_>,
) -> Option<u64> {
    fn count<G: Game>(
        game: &G,
        state: &G::State,
        depth: u32,
        spent: &mut Budget<'_>,
    ) -> Option<()> {
        spent.spend().ok()?;
        match depth {
            0 => Some(()),
            1 => spent.spend_all(game.count_moves(state) as u64).ok(),
            _ => {
                let mut moves = MoveList::new();
                game.moves(state, &mut moves);
                moves.iter().try_for_each(|&mv| {
                    count(game, &game.play_unchecked(state, mv), depth - 1, spent)
                })
            }
        }
    }
    let mut spent = Budget::new(limits);
    count(game, state, depth, &mut spent)?;
    Some(spent.nodes)
}
