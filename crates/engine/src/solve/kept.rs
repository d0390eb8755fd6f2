//! What a solver remembers, in a file: a full solve is kept and found again.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::Solver;
use crate::game::Game;

/// What a [solver](super::Solver) remembers.
pub trait KeptSolution<G: Game> {
    /// Writes what would take long to find again, and returns how many positions that are.
    ///
    /// # Errors
    /// The writer's.
    fn save(&self, writer: &mut dyn Write) -> io::Result<usize>;

    /// Takes up what was saved of the same board, and returns how many positions it knew. Nothing is taken from a damaged file.
    ///
    /// # Errors
    /// It is not a whole solution of this board.
    fn load(&self, reader: &mut dyn Read) -> Result<usize, LoadError>;

    /// A solver with this many threads that knows the same, and whatever the other finds out later.
    fn share(&self, threads: usize) -> Box<dyn Solver<G>>;
}

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("the solution cannot be read: {0}")]
    Io(#[from] io::Error),
    /// There is no such thing for this game.
    #[error("{0} has no solutions to keep")]
    NotKept(String),
    /// It is something else.
    #[error("this is not a kept solution of {0}")]
    NotASolution(&'static str),
    /// It was written by another version.
    #[error(
        "the solution has version {found}, and only version {expected} can be read: solve the board again"
    )]
    Version {
        /// Its version.
        found: u8,
        /// The version that is written today.
        expected: u8,
    },
    /// It is of another board.
    #[error("the solution is of {found}, not of {expected}")]
    OtherBoard {
        /// Its board.
        found: String,
        /// The board of the solver.
        expected: String,
    },
    /// It was changed or cut.
    #[error("the solution is damaged: its checksum does not fit, solve the board again")]
    Damaged,
}
