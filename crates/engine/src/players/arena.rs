//! A game between agents.

use super::{Agent, any_of};
use crate::game::{Game, MoveList};
use crate::games::{AnyGame, AnyMove, AnyState};
use crate::player::Request;
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

/// Lets agents play a game to its end, one for each seat, from an opening. Returns all moves and the outcome.
///
/// # Panics
/// If the opening is not legal or there are fewer agents than players.
pub fn play_game(
    game: &AnyGame,
    agents: &mut [Agent],
    opening: &[AnyMove],
) -> (Vec<AnyMove>, Outcome) {
    let play = |state: AnyState, mv: AnyMove| {
        game.play(&state, mv)
            .expect("agents and openings play legal moves")
    };
    let mut line = opening.to_vec();
    let mut state = opening
        .iter()
        .fold(game.start(), |state, &mv| play(state, mv));
    loop {
        if let Some(outcome) = game.outcome(&state) {
            return (line, outcome);
        }
        let agent = &mut agents[game.to_move(&state).index()];
        let mv = agent.think(&state, Request::default()).choice;
        line.push(mv);
        state = play(state, mv);
    }
}
