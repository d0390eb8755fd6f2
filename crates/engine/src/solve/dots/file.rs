//! What a solver knows, as bytes: a full solve is kept and found again.
//!
//! ```text
//!     8 bytes    "podadots"
//!     1 byte     version, 1
//!     2 bytes    rows and columns of boxes
//!     8 bytes    number of entries
//!     entries    by rising position: the distance to the position before (seven bits a byte, the lowest first, the top bit set on
//!                all but the last), then three bytes: bounds in half boxes, best edge, work
//!     8 bytes    FNV-1a of everything before
//! ```
//!
//! Numbers are little-endian. A position is the set of its free edges as [`Grid`](super::grid::Grid) numbers them.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::Solver;
use super::table::Entry;
use crate::games::bits::Bits;
use crate::games::dots::DotsSpec;

const MAGIC: &[u8; 8] = b"podadots";
const VERSION: u8 = 1;

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("the solution cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is not a kept solution of Dots and Boxes")]
    NotASolution,
    /// It was written by another version.
    #[error(
        "the solution has version {found}, and only version {VERSION} can be read: solve the board again"
    )]
    Version {
        /// Its version.
        found: u8,
    },
    /// It is of another board.
    #[error("the solution is of {found}, not of {expected}")]
    OtherBoard {
        /// Its board.
        found: String,
        /// The board of the solver.
        expected: DotsSpec,
    },
    /// It was changed or cut.
    #[error("the solution is damaged: its checksum does not fit, solve the board again")]
    Damaged,
}

/// The 64-bit FNV-1a sum, carried on.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

impl<B: Bits> Solver<B> {
    /// Writes what is known of positions with at least `free` free edges, and returns how many they are.
    ///
    /// # Errors
    /// The writer's.
    pub fn save(&self, free: u32, mut writer: impl Write) -> io::Result<usize> {
        let entries = self
            .table
            .entries()
            .map(|(words, entry)| (B::from_words(words), entry));
        let mut entries: Vec<_> = entries
            .filter(|(position, _)| position.count() >= free)
            .collect();
        entries.sort_unstable_by_key(|&(position, _)| position);

        let mut bytes = Vec::with_capacity(27 + 6 * entries.len());
        bytes.extend(MAGIC);
        bytes.extend([
            VERSION,
            self.dots.spec().rows() as u8,
            self.dots.spec().columns() as u8,
        ]);
        bytes.extend((entries.len() as u64).to_le_bytes());
        let mut last = 0;
        for (position, entry) in &entries {
            let position = number(*position);
            let mut distance = position - last;
            last = position;
            while distance > 0x7f {
                bytes.push(0x80 | (distance & 0x7f) as u8);
                distance >>= 7;
            }
            bytes.push(distance as u8);
            bytes.extend(&entry.pack().to_le_bytes()[..3]);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        writer.write_all(&bytes)?;
        writer.flush()?;
        Ok(entries.len())
    }

    /// Takes up what was saved of the same board, and returns how many positions it knew. Nothing is taken from a damaged file.
    ///
    /// # Errors
    /// It is not a whole solution of this board.
    pub fn load(&self, mut reader: impl Read) -> Result<usize, LoadError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        let spec = self.dots.spec();
        let head = bytes
            .get(..11)
            .filter(|head| head.starts_with(MAGIC))
            .ok_or(LoadError::NotASolution)?;
        let (version, rows, columns) = (head[8], usize::from(head[9]), usize::from(head[10]));
        if version != VERSION {
            return Err(LoadError::Version { found: version });
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(LoadError::Damaged)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(LoadError::Damaged);
        }
        if (rows, columns) != (spec.rows(), spec.columns()) {
            return Err(LoadError::OtherBoard {
                found: format!("dots:{rows}x{columns}"),
                expected: spec,
            });
        }
        let entries = self.read_entries(&body[11..]).ok_or(LoadError::Damaged)?;
        for &(position, entry) in &entries {
            self.table.put(self.table.slot(position), entry);
        }
        Ok(entries.len())
    }

    /// All entries, or `None` if one of them makes no sense.
    fn read_entries(&self, bytes: &[u8]) -> Option<Vec<(B, Entry)>> {
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
            position = position.checked_add(distance)?;
            let (&[low, middle, high], rest) = bytes.split_first_chunk::<3>()?;
            bytes = rest;
            let entry = Entry::unpack(u64::from_le_bytes([low, middle, high, 0, 0, 0, 0, 0]));
            let set = B::from_words([position as u64, (position >> 64) as u64]);
            let boxes = self.grid.degrees(set).any().count();
            let fits = number(set & self.grid.all) == position
                && entry.lower <= entry.upper
                && u32::from(entry.upper) <= boxes
                && entry.work > 0;
            entries.push(fits.then_some((set, entry))?);
        }
        bytes.is_empty().then_some(entries)
    }
}

/// A set as a number.
fn number<B: Bits>(set: B) -> u128 {
    let [low, high] = set.words();
    u128::from(high) << 64 | u128::from(low)
}
