//! Who can take part in what the terminal starts: Poda's agents, and other programs.

use poda_bots::{Program, Programs};
use poda_lab::Players;

/// Everybody, programs by their commands included: whoever types here may start anything anyway.
pub(crate) fn players() -> Players {
    Players::builtin().with_programs(Programs::new())
}

/// Everybody by name: for reading records, whose programs may be gone.
pub(crate) fn players_by_name() -> Players {
    Players::builtin().with_program_names()
}

/// What a player is called in tables: a program by its name or its command, without its options.
pub(crate) fn label(name: &str) -> String {
    match name.starts_with(poda_bots::PREFIX) {
        true => Program::parse(name).map_or_else(|_| name.to_owned(), |p| p.label().to_owned()),
        false => name.to_owned(),
    }
}
