//! What a solver remembers, in a file: a full solve is kept and found again.
//!
//! ```text
//!     8 bytes    whose solution it is
//!     1 byte     version, 1
//!     2 bytes    rows and columns
//!     8 bytes    number of entries
//!     entries    by rising number of the position: the distance to the one before (seven bits a byte, the lowest first, the top bit
//!                set on all but the last), then three bytes that only the solver understands
//!     8 bytes    FNV-1a of everything before
//! ```
//!
//! Numbers are little-endian. What number a position has is the solver's business.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::Solver;
use crate::fnv::fnv1a;
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

const VERSION: u8 = 1;

/// What is kept of a position: its number, and what the solver knows of it.
pub(super) type Entry = (u128, [u8; 3]);

/// The files of one kind of solver.
pub(super) struct Format {
    pub(super) magic: [u8; 8],
    /// The game as people know it, and as they type it.
    pub(super) game: &'static str,
    pub(super) name: &'static str,
}

impl Format {
    /// Writes what is known of some positions of a board.
    pub(super) fn write(
        &self,
        [rows, columns]: [usize; 2],
        mut entries: Vec<Entry>,
        writer: &mut dyn Write,
    ) -> io::Result<usize> {
        entries.sort_unstable();
        entries.dedup_by_key(|&mut (position, _)| position);
        let mut bytes = Vec::with_capacity(27 + 8 * entries.len());
        bytes.extend(self.magic);
        bytes.extend([VERSION, rows as u8, columns as u8]);
        bytes.extend((entries.len() as u64).to_le_bytes());
        let mut last = 0;
        for (position, known) in &entries {
            let mut distance = position - last;
            last = *position;
            while distance > 0x7f {
                bytes.push(0x80 | (distance & 0x7f) as u8);
                distance >>= 7;
            }
            bytes.push(distance as u8);
            bytes.extend(known);
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        writer.write_all(&bytes)?;
        writer.flush()?;
        Ok(entries.len())
    }

    /// Reads what was written of the same board. `known` says what an entry means, or that it makes no sense.
    pub(super) fn read<T>(
        &self,
        [rows, columns]: [usize; 2],
        reader: &mut dyn Read,
        known: impl Fn(Entry) -> Option<T>,
    ) -> Result<Vec<T>, LoadError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        let head = bytes
            .get(..11)
            .filter(|head| head.starts_with(&self.magic))
            .ok_or(LoadError::NotASolution(self.game))?;
        let (version, of) = (head[8], [usize::from(head[9]), usize::from(head[10])]);
        if version != VERSION {
            return Err(LoadError::Version {
                found: version,
                expected: VERSION,
            });
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(LoadError::Damaged)?;
        if fnv1a(body) != u64::from_le_bytes(*sum) {
            return Err(LoadError::Damaged);
        }
        if of != [rows, columns] {
            let board = |[rows, columns]: [usize; 2]| format!("{}:{rows}x{columns}", self.name);
            return Err(LoadError::OtherBoard {
                found: board(of),
                expected: board([rows, columns]),
            });
        }
        entries(&body[11..], known).ok_or(LoadError::Damaged)
    }
}

/// All entries, or `None` if one of them makes no sense.
fn entries<T>(bytes: &[u8], known: impl Fn(Entry) -> Option<T>) -> Option<Vec<T>> {
    let (count, mut bytes) = bytes.split_first_chunk::<8>()?;
    // An entry takes four bytes at least: a count that lies cannot ask for more memory than the file has.
    let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
    let mut entries = Vec::with_capacity(count.min(bytes.len() / 4));
    let mut position = 0u128;
    for _ in 0..count {
        let (mut distance, mut shift) = (0u128, 0);
        loop {
            let (&byte, rest) = bytes.split_first()?;
            bytes = rest;
            distance |= u128::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        // By rising position, each once, and written in one way only.
        let once = distance > 0 && distance >> (shift - 7) > 0;
        position = position.checked_add(distance).filter(|_| once)?;
        let (&entry, rest) = bytes.split_first_chunk::<3>()?;
        bytes = rest;
        entries.push(known((position, entry))?);
    }
    bytes.is_empty().then_some(entries)
}
