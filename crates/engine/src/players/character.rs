//! Somebody to play against: the rungs of a game's ladder, with how strong they were measured to be.

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
    /// How it fared against the one below; nobody is below the first.
    pub measured: Option<Measured>,
}

/// Games of a character against the one below, on the usual board of its game. The lab's experiment `characters` plays them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Thousandths: among two its score, where a draw counts a half; among three, where most games between careful players are
    /// drawn, the games it won of those that somebody won, against two of the one below (a third would be even).
    pub score: u16,
    /// The 95 % interval, in thousandths.
    pub interval: (u16, u16),
    /// How many games.
    pub games: u16,
}

impl Character {
    /// Somebody who plays like this and was not measured.
    pub const fn new(name: &'static str, plays: Level) -> Character {
        Character {
            name,
            plays,
            measured: None,
        }
    }

    /// The same with its result: thousandths, their interval, and games.
    #[must_use]
    pub const fn measured(mut self, score: u16, interval: (u16, u16), games: u16) -> Character {
        self.measured = Some(Measured {
            score,
            interval,
            games,
        });
        self
    }
}
