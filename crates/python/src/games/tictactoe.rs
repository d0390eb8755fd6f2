//! Tic-tac-toe.

use poda_engine::PlayerId;
use poda_engine::tictactoe::{Position, TicTacToe};

use super::{Places, Seen};

impl Seen for TicTacToe {
    fn places(&self, state: &Position) -> Places {
        let (rows, columns) = (self.spec().rows(), self.spec().columns());
        let mut places = Places::empty(rows, columns);
        for player in PlayerId::all(2) {
            let mut marks = state.of(player);
            while marks != 0 {
                let bit = marks.trailing_zeros() as usize;
                // Squares count from the bottom row.
                let (row, column) = (bit / columns, bit % columns);
                places.owners[(rows - 1 - row) * columns + column] = player.index() as i8;
                marks &= marks - 1;
            }
        }
        places
    }
}
