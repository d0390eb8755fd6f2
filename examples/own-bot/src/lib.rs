//! An evaluation, a player and a game that Poda does not know, and what it takes to let Poda's agents meet them.

mod evaluation;
mod nim;
mod player;

pub use evaluation::Towers;
pub use nim::{Nim, Remainder, Take};
pub use player::Copycat;

use poda_engine::{AnyGame, GameAgent, Player};
use poda_lab::Players;

/// Everybody in Poda, and two more: `towers`, alpha-beta with an evaluation of ours, and `copycat`, a player of ours.
pub fn players() -> Players {
    Players::builtin()
        .with("towers", |game, seed| towers(game, seed))
        .with("copycat", |_, _| Box::new(Copycat))
}

/// Poda's alpha-beta with our evaluation, for the usual kind of board.
fn towers(game: &AnyGame, seed: u64) -> Box<dyn Player> {
    let AnyGame::Connect4(rules) = game else {
        panic!(
            "towers plays Connect 4 for two on up to 64 bits, not {}",
            game.spec()
        );
    };
    let spec = "alphabeta:depth=4".parse().expect("an agent of Poda's");
    let agent = GameAgent::with_evaluation(&spec, rules.clone(), Towers, seed);
    Box::new(agent.expect("it plays every board"))
}
