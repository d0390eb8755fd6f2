//! Dots and Boxes.

use poda_engine::dots::{Direction, Dots, Position};
use poda_engine::{Bits, Concrete, Game};

use super::{Places, Seen};

impl<B: Bits> Seen for Dots<B>
where
    Dots<B>: Concrete + Game<State = Position<B>>,
{
    fn places(&self, state: &Position<B>) -> Places {
        let (rows, columns) = (self.spec().rows(), self.spec().columns());
        let mut places = Places::empty(2 * rows + 1, 2 * columns + 1);
        let width = places.columns;
        let mut edges = state.edges();
        while !edges.is_empty() {
            let edge = self.edge(edges.lowest());
            let (row, column) = match edge.direction() {
                Direction::Horizontal => (2 * edge.row(), 2 * edge.column() + 1),
                Direction::Vertical => (2 * edge.row() + 1, 2 * edge.column()),
            };
            places.owners[row * width + column] = 0;
            edges = edges.without_lowest();
        }
        for row in 0..rows {
            for column in 0..columns {
                let sides = self.sides(row, column);
                if state.edges() & sides == sides {
                    places.owners[(2 * row + 1) * width + 2 * column + 1] = 0;
                }
            }
        }
        places
    }
}
