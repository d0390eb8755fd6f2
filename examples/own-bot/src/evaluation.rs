//! An opinion about Connect 4.

use poda_engine::connect4::{Connect4, Position};
use poda_engine::{Evaluator, PlayerId};

/// Likes to build upwards in the middle: each own piece counts by how many cells lie above it, more in central columns.
#[derive(Clone, Copy, Debug)]
pub struct Towers;

impl Evaluator<Connect4<u64, 2>> for Towers {
    fn evaluate(&self, game: &Connect4<u64, 2>, at: &Position<u64, 2>, player: PlayerId) -> i32 {
        let columns = game.spec().columns();
        let worth = |pieces: u64| -> i32 {
            (0..columns)
                .map(|column| {
                    let centrality = 1 + column.min(columns - 1 - column) as i32;
                    centrality * (pieces & game.column(column)).count_ones() as i32
                })
                .sum()
        };
        let mine = at.of(player);
        worth(mine) - worth(at.occupied() & !mine)
    }
}
