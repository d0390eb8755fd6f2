//! A game between players.

use super::any_of;
use crate::game::{Game, MoveList};
use crate::games::{AnyGame, AnyMove};
use crate::player::{Player, PlayerFailure, Request, Situation};
use crate::seeded;
use crate::types::Outcome;

/// A beginning of at most `plies` random moves that leaves the game unfinished. The seed decides it.
pub fn random_opening(game: &AnyGame, plies: usize, seed: u64) -> Vec<AnyMove> {
    let mut rng = seeded(seed);
    let (mut line, mut state) = (Vec::new(), game.start());
    while line.len() < plies {
        let mut moves: MoveList<AnyMove> = MoveList::new();
        game.moves(&state, &mut moves);
        moves.retain(|mv| game.outcome(&game.play_unchecked(&state, *mv)).is_none());
        if moves.is_empty() {
            break;
        }
        let mv = any_of(&moves, &mut rng);
        state = game.play_unchecked(&state, mv);
        line.push(mv);
    }
    line
}

/// Lets players play a game to its end, one for each seat, from an opening. Returns all moves and the outcome.
///
/// # Errors
/// A player has no move to offer, or one that is not allowed.
///
/// # Panics
/// If the opening is not legal or there are fewer players than seats.
pub fn play_game<G: Game, P: Player<G>>(
    game: &G,
    players: &mut [P],
    opening: &[G::Move],
) -> Result<(Vec<G::Move>, Outcome), PlayerFailure> {
    let mut line = opening.to_vec();
    let mut state = opening.iter().fold(game.start(), |state, &mv| {
        game.play(&state, mv).expect("the opening is legal")
    });
    loop {
        if let Some(outcome) = game.outcome(&state) {
            return Ok((line, outcome));
        }
        let seat = game.to_move(&state).index();
        let at = Situation {
            game,
            line: &line,
            state: &state,
        };
        let mv = players[seat].think(&at, Request::default())?.choice;
        state = game
            .play(&state, mv)
            .map_err(|error| PlayerFailure::illegal(error.to_string()))?;
        line.push(mv);
    }
}
