//! Who can take part in what the terminal starts: Poda's agents, and other programs.

use poda_bots::{Program, Programs};
use poda_engine::{AgentSpec, AnyGame, GameSpec};
use poda_lab::Players;

/// Everybody, programs by their commands included: whoever types here may start anything anyway.
pub(crate) fn players() -> Players {
    Players::builtin().with_programs(Programs::new())
}

/// Everybody by name: for reading records, whose programs may be gone.
pub(crate) fn players_by_name() -> Players {
    Players::builtin().with_program_names()
}

/// A search of so many positions takes minutes for one move.
const ENDLESS: f64 = 1e10;

/// Says on standard error who will not come to an end, before a long silence does.
pub(crate) fn warn_of_endless<'a>(names: impl Iterator<Item = (&'a str, GameSpec)>) {
    let mut told = Vec::new();
    for (name, game) in names.filter(|&(name, _)| name.contains("depth=")) {
        let agent = name.parse::<AgentSpec>().ok();
        let player = agent.and_then(|agent| agent.resolve(&AnyGame::new(game)).ok());
        let cost = player.and_then(|player| player.cost).unwrap_or(0.0);
        if cost > ENDLESS && !told.contains(&name) {
            told.push(name);
            anstream::eprintln!(
                "note: {name} may look at 10^{:.0} positions for a move, which takes {}: a smaller depth would end",
                cost.log10(),
                if cost > 1e4 * ENDLESS {
                    "years"
                } else {
                    "minutes or hours"
                }
            );
        }
    }
}

/// What a player is called in tables: a program by its name or its command, without its options.
pub(crate) fn label(name: &str) -> String {
    match name.starts_with(poda_bots::PREFIX) {
        true => Program::parse(name).map_or_else(|_| name.to_owned(), |p| p.label().to_owned()),
        false => name.to_owned(),
    }
}
