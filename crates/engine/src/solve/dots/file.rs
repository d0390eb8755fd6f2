//! What a solver knows, as bytes: a full solve is kept and found again. An entry is bounds in half boxes, best edge and work.
//!
//! A position is the set of its free edges as [`Grid`](super::grid::Grid) numbers them.

use std::io::{self, Read, Write};
use std::sync::Arc;

use super::DotsSolver;
use super::table::Entry;
use crate::games::bits::Bits;
use crate::games::dots::Dots;
use crate::solve::kept::{self, Format};
use crate::solve::{KeptSolution, LoadError, Solver};

const FORMAT: Format = Format {
    magic: *b"podadots",
    game: "Dots and Boxes",
    name: "dots",
};

/// How many edges may be drawn in a position that is worth keeping: later ones are found again at once.
const KEPT_PLIES: usize = 10;

impl<B: Bits> DotsSolver<B> {
    fn board(&self) -> [usize; 2] {
        [self.dots.spec().rows(), self.dots.spec().columns()]
    }

    /// Writes what is known of positions with at least `free` free edges, and returns how many they are.
    ///
    /// # Errors
    /// The writer's.
    pub fn save_part(&self, free: u32, mut writer: impl Write) -> io::Result<usize> {
        let entries = self.table.entries();
        let entries = entries.filter(|&(words, _)| B::from_words(words).count() >= free);
        let entries = entries.map(|([low, high], entry)| {
            let [first, second, third, ..] = entry.pack().to_le_bytes();
            let position = u128::from(high) << 64 | u128::from(low);
            (position, [first, second, third])
        });
        FORMAT.write(self.board(), entries.collect(), &mut writer)
    }

    /// An entry, if a search could have put it into its table: a quiet position with something to decide, which stands for its
    /// images, bounds that it can have, and a move that it has.
    fn sensible(&self, (position, [low, middle, high]): kept::Entry) -> Option<(B, Entry)> {
        let words = [position as u64, (position >> 64) as u64];
        let set = B::from_words(words);
        let entry = Entry::unpack(u64::from_le_bytes([low, middle, high, 0, 0, 0, 0, 0]));
        let degrees = self.grid.degrees(set);
        let boxes = degrees.any().count();
        let edge = u32::from(entry.best);
        let sensible = (set & self.grid.all).words() == words
            && entry.lower <= entry.upper
            && u32::from(entry.upper) <= boxes
            && entry.work > 0
            && degrees.one().is_empty()
            && !degrees.many().is_empty()
            && (entry.best == Entry::NO_MOVE
                || edge < B::WIDTH && !(set & B::place(edge)).is_empty())
            && self.grid.images(set).least() == set;
        sensible.then_some((set, entry))
    }
}

impl<B: Bits> KeptSolution<Dots<B>> for DotsSolver<B> {
    fn save(&self, writer: &mut dyn Write) -> io::Result<usize> {
        let free = self.dots.spec().edges().saturating_sub(KEPT_PLIES);
        self.save_part(free as u32, writer)
    }

    fn load(&self, reader: &mut dyn Read) -> Result<usize, LoadError> {
        let entries = FORMAT.read(self.board(), reader, |entry| self.sensible(entry))?;
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
