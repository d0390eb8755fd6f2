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
use std::sync::Arc;

use super::DotsSolver;
use super::table::Entry;
use crate::fnv::fnv1a;
use crate::games::bits::Bits;
use crate::games::dots::Dots;
use crate::solve::{KeptSolution, LoadError, Solver};

const MAGIC: &[u8; 8] = b"podadots";
const VERSION: u8 = 1;

/// How many edges may be drawn in a position that is worth keeping: later ones are found again at once.
const KEPT_PLIES: usize = 10;

impl<B: Bits> DotsSolver<B> {
    /// Writes what is known of positions with at least `free` free edges, and returns how many they are.
    ///
    /// # Errors
    /// The writer's.
    pub fn save_part(&self, free: u32, mut writer: impl Write) -> io::Result<usize> {
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
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        writer.write_all(&bytes)?;
        writer.flush()?;
        Ok(entries.len())
    }

    /// Whether a search could have put this into its table: a quiet position with something to decide, which stands for its
    /// images, bounds that it can have, and a move that it has.
    fn is_kept(&self, set: B, entry: Entry) -> bool {
        let degrees = self.grid.degrees(set);
        let boxes = degrees.any().count();
        let edge = u32::from(entry.best);
        entry.lower <= entry.upper
            && u32::from(entry.upper) <= boxes
            && entry.work > 0
            && degrees.one().is_empty()
            && !degrees.many().is_empty()
            && (entry.best == Entry::NO_MOVE
                || edge < B::WIDTH && !(set & B::place(edge)).is_empty())
            && self.grid.images(set).least() == set
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
            // By rising position, each once, and written in one way only.
            let once = distance > 0 && distance >> (shift - 7) > 0;
            position = position.checked_add(distance).filter(|_| once)?;
            let (&[low, middle, high], rest) = bytes.split_first_chunk::<3>()?;
            bytes = rest;
            let entry = Entry::unpack(u64::from_le_bytes([low, middle, high, 0, 0, 0, 0, 0]));
            let set = B::from_words([position as u64, (position >> 64) as u64]);
            let on_board = number(set & self.grid.all) == position;
            entries.push((on_board && self.is_kept(set, entry)).then_some((set, entry))?);
        }
        bytes.is_empty().then_some(entries)
    }
}

impl<B: Bits> KeptSolution<Dots<B>> for DotsSolver<B> {
    fn save(&self, writer: &mut dyn Write) -> io::Result<usize> {
        let free = self.dots.spec().edges().saturating_sub(KEPT_PLIES);
        self.save_part(free as u32, writer)
    }

    fn load(&self, reader: &mut dyn Read) -> Result<usize, LoadError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        let spec = self.dots.spec();
        let head = bytes
            .get(..11)
            .filter(|head| head.starts_with(MAGIC))
            .ok_or(LoadError::NotASolution("Dots and Boxes"))?;
        let (version, rows, columns) = (head[8], usize::from(head[9]), usize::from(head[10]));
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
        if (rows, columns) != (spec.rows(), spec.columns()) {
            return Err(LoadError::OtherBoard {
                found: format!("dots:{rows}x{columns}"),
                expected: spec.to_string(),
            });
        }
        let entries = self.read_entries(&body[11..]).ok_or(LoadError::Damaged)?;
        for &(position, entry) in &entries {
            self.table.put(self.table.slot(position), entry);
        }
        Ok(entries.len())
    }

    fn share(&self, threads: usize) -> Box<dyn Solver<Dots<B>>> {
        let table = Arc::clone(&self.table);
        let solver = DotsSolver::with_table(&self.dots, table).with_threads(threads);
        Box::new(DotsSolver {
            book: self.book,
            ..solver
        })
    }
}

/// A set as a number.
fn number<B: Bits>(set: B) -> u128 {
    let [low, high] = set.words();
    u128::from(high) << 64 | u128::from(low)
}
