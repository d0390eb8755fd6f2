//! Connect 4.

use poda_engine::connect4::{Connect4, Position};
use poda_engine::{Bits, Concrete, Game, PlayerId};

use super::{Places, Seen};

impl<B: Bits, const P: usize> Seen for Connect4<B, P>
where
    Connect4<B, P>: Concrete + Game<State = Position<B, P>>,
{
    fn places(&self, state: &Position<B, P>) -> Places {
        let (rows, columns) = (self.spec().rows(), self.spec().columns());
        let mut places = Places::empty(rows, columns);
        for player in PlayerId::all(P) {
            let mut pieces = state.of(player);
            while !pieces.is_empty() {
                let bit = pieces.lowest() as usize;
                // A column takes one bit more than it has rows.
                let (column, row) = (bit / (rows + 1), bit % (rows + 1));
                places.owners[(rows - 1 - row) * columns + column] = player.index() as i8;
                pieces = pieces.without_lowest();
            }
        }
        places
    }
}
