//! What a solver knows, as bytes: a search that takes hours goes on where it was. An entry is a lower and an upper bound, moved to be
//! positive, and the work as a logarithm; a position is one more than the number of its slot, which is 0 at the start.

use std::io::{self, Read, Write};
use std::sync::Arc;

use super::engine::Engine;
use super::geometry::Geometry;
use super::table::{Bounds, Table};
use super::{AnyEngine, Connect4Solver};
use crate::connect4::Connect4;
use crate::games::bits::Bits;
use crate::solve::kept::{self, Format};
use crate::solve::{KeptSolution, LoadError, Solver};

const FORMAT: Format = Format {
    magic: *b"podaconn",
    game: "Connect 4",
    name: "connect4",
};

/// How many positions are kept at most: those that took most work. A file of them has some 35 MB.
const MOST: usize = 4 << 20;

/// No bound is as far from a draw as this.
const OFFSET: i32 = 64;

impl<G: Geometry> Engine<G> {
    /// Whether what is known can be kept.
    pub(super) fn is_kept(&self) -> bool {
        self.table.entries().is_some()
    }

    /// The positions that took most work, at most so many.
    fn most_work(&self, most: usize) -> Vec<kept::Entry> {
        let entries = || self.table.entries().into_iter().flatten();
        let mut of_class = [0usize; 64];
        for (_, _, class) in entries() {
            of_class[class as usize] += 1;
        }
        // The last class of which all can be kept, going down.
        let mut room = most;
        let kept = |&class: &usize| match room.checked_sub(of_class[class]) {
            Some(left) => {
                room = left;
                true
            }
            None => false,
        };
        let least = (0..64).rev().take_while(kept).last().unwrap_or(64);
        let entries = entries().filter(|&(_, _, class)| class as usize >= least);
        // Other threads go on meanwhile: what they add is left for the next time.
        let entries = entries
            .take(most)
            .map(|(number, Bounds { lower, upper }, class)| {
                let known = [lower + OFFSET, upper + OFFSET, class as i32];
                (u128::from(number) + 1, known.map(|byte| byte as u8))
            });
        entries.collect()
    }

    /// An entry, if it makes sense.
    fn sensible(
        &self,
        (position, [lower, upper, class]): kept::Entry,
    ) -> Option<(<G::Table as Table>::Slot, Bounds, u64)> {
        let slot = self.table.slot_with(u64::try_from(position - 1).ok()?)?;
        let bounds = Bounds {
            lower: i32::from(lower) - OFFSET,
            upper: i32::from(upper) - OFFSET,
        };
        let most = self.geometry.masks().cells.count().div_ceil(2) as i32;
        let sensible =
            -most <= bounds.lower && bounds.lower <= bounds.upper && bounds.upper <= most;
        (sensible && class < 64).then(|| (slot, bounds, 1u64 << class >> 1))
    }

    /// Takes entries up.
    fn take_up(&self, board: [usize; 2], reader: &mut dyn Read) -> Result<usize, LoadError> {
        let entries = FORMAT.read(board, reader, |entry| self.sensible(entry))?;
        for &(slot, bounds, work) in &entries {
            self.table.store(slot, bounds, work);
            self.table.grow(1);
        }
        Ok(entries.len())
    }
}

impl<B: Bits> Connect4Solver<B> {
    fn board(&self) -> [usize; 2] {
        [self.rules.spec().rows(), self.rules.spec().columns()]
    }
}

impl<B: Bits> KeptSolution<Connect4<B, 2>> for Connect4Solver<B> {
    fn save(&self, writer: &mut dyn Write) -> io::Result<usize> {
        let entries = with_engine!(&*self.engine, |engine| engine.most_work(MOST));
        FORMAT.write(self.board(), entries, writer)
    }

    fn load(&self, reader: &mut dyn Read) -> Result<usize, LoadError> {
        with_engine!(&*self.engine, |engine| engine.take_up(self.board(), reader))
    }

    fn share(&self, threads: usize) -> Box<dyn Solver<Connect4<B, 2>>> {
        let mut hardware = self.hardware;
        hardware.threads = threads;
        Box::new(Connect4Solver {
            rules: self.rules.clone(),
            engine: Arc::clone(&self.engine),
            memory: self.memory,
            hardware,
            book: self.book,
        })
    }
}
