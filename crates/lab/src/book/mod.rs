//! Building opening books: what is solved, and where the scores are kept on the way.
//!
//! A score is a pure function of the book and of a position's index, as a game of an experiment is of its number. So threads, processes and
//! machines may solve in any order, a kill costs what was under way, and the book is the same to the byte.

mod kept;

use std::path::Path;
use std::sync::OnceLock;

use poda_engine::solve::{BookError, Openings, Solvable, Solver, SolverOptions, to_come};
use poda_engine::{AnyGame, GameSpec, Limits, fnv1a, with_game};

pub use kept::{BadScore, KeptScores};

/// A book that is being built: its positions and the solver of them.
pub struct BookBuild {
    title: String,
    positions: Box<dyn Positions>,
}

/// The positions of one concrete game.
trait Positions: Send + Sync {
    fn count(&self) -> usize;
    fn neighbours(&self) -> Vec<usize>;
    fn possible(&self, index: usize, score: i32) -> bool;
    fn solve(&self, index: usize, guess: i32, limits: Limits<'_>) -> Option<i32>;
    fn book(&self, scores: &[Option<i32>]) -> Result<Vec<u8>, BookError>;
}

struct Of<G: Solvable> {
    rules: G,
    openings: Openings<G>,
    options: SolverOptions,
    /// Made when the first position is solved: whoever only writes scores down needs no table.
    solver: OnceLock<Box<dyn Solver<G>>>,
}

impl<G: Solvable> Positions for Of<G> {
    fn count(&self) -> usize {
        self.openings.positions().len()
    }

    fn neighbours(&self) -> Vec<usize> {
        self.openings.neighbours()
    }

    fn possible(&self, index: usize, score: i32) -> bool {
        self.openings.possible(index, score)
    }

    fn solve(&self, index: usize, guess: i32, limits: Limits<'_>) -> Option<i32> {
        let made = || {
            let solver = self.rules.solver(&self.options);
            solver.expect("boards that have a book have a solver")
        };
        let solver = self.solver.get_or_init(made);
        to_come(&**solver, self.openings.position(index), guess, limits)
    }

    fn book(&self, scores: &[Option<i32>]) -> Result<Vec<u8>, BookError> {
        Ok(self.openings.book(scores)?.to_bytes())
    }
}

fn positions<G: Solvable>(
    rules: &G,
    ply: u32,
    memory: usize,
) -> Result<Box<dyn Positions>, BookError> {
    Ok(Box::new(Of {
        rules: rules.clone(),
        openings: Openings::new(rules, ply)?,
        options: SolverOptions {
            memory: Some(memory),
            book: false,
            ..SolverOptions::default()
        },
        solver: OnceLock::new(),
    }))
}

impl BookBuild {
    /// A book of all positions of a board after `ply` moves, to be solved with a table of at most so many bytes.
    ///
    /// # Errors
    /// The board can have no book, or not so deep.
    pub fn new(game: GameSpec, ply: u32, memory: usize) -> Result<BookBuild, BookError> {
        let rules = AnyGame::new(game);
        Ok(BookBuild {
            title: format!("{game} ply {ply}"),
            positions: with_game!(&rules, |rules| positions(rules, ply, memory))?,
        })
    }

    /// How many positions it has.
    pub fn count(&self) -> usize {
        self.positions.count()
    }

    /// The same wherever the same would be built.
    pub fn fingerprint(&self) -> u64 {
        let version = env!("CARGO_PKG_VERSION");
        let (title, count) = (&self.title, self.count());
        fnv1a(format!("{version} {title} {count}").as_bytes())
    }

    /// Opens the file where scores are kept, or starts it. A last line that a kill cut short is dropped.
    ///
    /// # Errors
    /// It is in use, it belongs to another book, it is damaged, or the disk says no.
    pub fn open(&self, path: &Path) -> Result<KeptScores, BadScore> {
        KeptScores::open(path, &self.title, self.count(), &|index, score| {
            self.positions.possible(index, score)
        })
    }

    /// The positions that have no score yet, by index. Those with common ancestors are next to each other: solved in this order with one
    /// table, a position finds much of its work done by the ones before.
    pub fn missing(&self, kept: &KeptScores) -> Vec<usize> {
        let mut open = self.positions.neighbours();
        open.retain(|&index| kept.scores()[index].is_none());
        open
    }

    /// What is still to come in a position for whoever moves, which may be about `guess`; `None` if it was stopped.
    ///
    /// # Panics
    /// If there is no position with this index.
    pub fn solve(&self, index: usize, guess: i32, limits: Limits<'_>) -> Option<i32> {
        self.positions.solve(index, guess, limits)
    }

    /// A score as it stands in the file, and as one machine tells another.
    pub fn line(&self, index: usize, score: i32) -> String {
        kept::line(&self.title, index, score)
    }

    /// The score in such a line, with or without its end; `None` if it is none of this book.
    pub fn read(&self, line: &str) -> Option<(usize, i32)> {
        let found = kept::score(line.trim_end(), &self.title);
        found.filter(|&(index, score)| self.positions.possible(index, score))
    }

    /// The finished book.
    ///
    /// # Errors
    /// Scores are missing.
    pub fn book(&self, kept: &KeptScores) -> Result<Vec<u8>, BookError> {
        self.positions.book(kept.scores())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_of_one_book_and_of_its_positions() {
        let build = |ply| {
            let game = "connect4:4x5".parse().expect("a board");
            BookBuild::new(game, ply, 1 << 20).expect("a book")
        };
        let (book, other) = (build(3), build(4));
        let line = book.line(2, -1);
        assert_eq!(book.read(&line), Some((2, -1)));
        assert_eq!(other.read(&line), None);
        assert_eq!(book.read(&book.line(book.count(), 0)), None);
        assert_eq!(book.read(&book.line(2, 100)), None);
        assert_eq!(book.read(&line.replace(' ', "  ")), None);
        assert_ne!(book.fingerprint(), other.fingerprint());
    }

    #[test]
    fn a_board_without_a_book_says_so() {
        for (game, ply, part) in [
            ("connect4:6x7,players=3", 4, "can have no opening book"),
            ("connect4:6x7,connect=5", 4, "connect four"),
            ("dots:2x2", 12, "12 moves at most"),
        ] {
            let refused = BookBuild::new(game.parse().expect("a game"), ply, 1 << 20).err();
            let sentence = refused.expect("it has none").to_string();
            assert!(sentence.contains(part), "{sentence}");
        }
    }
}
