//! What Python can see of a position without the moves that led to it: a file a game, behind one trait.

mod connect4;
mod dots;
mod tictactoe;

use poda_engine::{AnyGame, AnyState, Concrete, with_game};

/// Nobody stands there.
pub(crate) const NOBODY: i8 = -1;

/// The places of a board in rows, the top row first, and who stands there.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) owners: Vec<i8>,
}

impl Places {
    fn empty(rows: usize, columns: usize) -> Places {
        Places {
            rows,
            columns,
            owners: vec![NOBODY; rows * columns],
        }
    }
}

/// A game whose positions can be looked at.
trait Seen: Concrete {
    /// Who stands where. Where edges are drawn: dots, edges and boxes in rows; a drawn edge counts as the first player's, and so does a
    /// closed box, as the position does not say whose they are.
    fn places(&self, state: &Self::State) -> Places;
}

/// Who stands where, as far as the position alone says.
pub(crate) fn places(game: &AnyGame, state: &AnyState) -> Places {
    fn of<G: Seen>(rules: &G, state: &AnyState) -> Places {
        rules.places(G::state(state))
    }
    with_game!(game, |rules| of(rules, state))
}
