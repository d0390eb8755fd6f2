//! A player that does not search at all.

use poda_engine::{Game, MoveList, Player, PlayerFailure, Request, SearchReport, Situation};

/// Plays what was played last, if it can, else the first move there is. It plays every game.
pub struct Copycat;

impl<G: Game> Player<G> for Copycat {
    fn think(
        &mut self,
        at: &Situation<'_, G>,
        _: Request<'_, G::Move>,
    ) -> Result<SearchReport<G::Move>, PlayerFailure> {
        let mut moves = MoveList::new();
        at.game.moves(at.state, &mut moves);
        let last = at.line.last().filter(|last| moves.contains(last));
        Ok(SearchReport::unsearched(*last.unwrap_or(&moves[0])))
    }
}
