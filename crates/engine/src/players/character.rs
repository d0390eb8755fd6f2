//! Somebody to play against: the rungs of a game's ladder.

use super::resolve::Level;

/// The names of all characters, the gentlest first. A game may have only some of them, always in this order and with the last.
pub const CHARACTERS: [&str; 8] = [
    "pip", "clover", "fern", "hazel", "rowan", "ash", "cedar", "oak",
];

/// A character as one game knows it.
#[derive(Clone, Copy, Debug)]
pub struct Character {
    /// One of [`CHARACTERS`].
    pub name: &'static str,
    /// How it plays.
    pub plays: Level,
}

impl Character {
    /// Somebody of this name who plays like this.
    pub const fn new(name: &'static str, plays: Level) -> Character {
        Character { name, plays }
    }
}
