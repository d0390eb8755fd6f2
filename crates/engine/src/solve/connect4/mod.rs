//! Connect 4 solved: the exact score of any position for two players who connect four.
//!
//! ```
//! use poda_engine::connect4::{Connect4, Connect4Spec};
//! use poda_engine::solve::connect4::{Solver, Watch};
//! use poda_engine::Game;
//!
//! let spec = Connect4Spec::new(4, 5)?;
//! let rules = Connect4::<u64, 2>::new(spec);
//! let solver = Solver::new(spec, 1 << 20)?;
//! let solved = solver.solve(&rules.start(), &Watch::default()).expect("nobody stops it");
//! assert_eq!(solved.score.number(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How it works, and what each idea is worth: docs/solving-connect4.md.

mod book;
mod children;
mod cpu;
mod engine;
mod follow;
mod forced;
mod geometry;
mod lines;
mod quad;
mod search;
mod table;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use thiserror::Error;

use crate::connect4::{Column, Connect4, Connect4Spec, Position};
use crate::game::{Game, MoveList};
use crate::games::bits::Bits;
pub use book::{Book, BookError, Openings};
use engine::Engine;
use geometry::{Bytes, Strided};

/// How a position ends under perfect play, from the view of the player to move.
///
/// Positive: he wins, and 1 means with his last piece, 2 with the one before, and so on. Negative: he loses, counted the same
/// way by the winner's pieces. 0: a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i8);

impl Score {
    /// The score with this number.
    ///
    /// # Panics
    /// If no board has such a score.
    pub const fn new(number: i32) -> Score {
        assert!(number.unsigned_abs() as usize <= Connect4Spec::MOST_BITS);
        Score(number as i8)
    }

    /// As a number.
    pub const fn number(self) -> i32 {
        self.0 as i32
    }

    /// The number of the move that ends the game, counted from 1 at the start of the game, for a position after `ply` moves on
    /// a board of `cells`.
    pub const fn last_move(self, ply: u32, cells: u32) -> u32 {
        let pieces = self.0.unsigned_abs() as u32;
        if pieces == 0 {
            return cells;
        }
        // The winner's pieces of the whole game: the first player has the odd moves.
        let first = ply.is_multiple_of(2) == (self.0 > 0);
        if first {
            2 * (cells.div_ceil(2) - pieces) + 1
        } else {
            2 * (cells / 2 - pieces) + 2
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A score and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The score; of a solver for [`Question::Outcome`] only its sign means something.
    pub score: Score,
    /// How many positions were visited.
    pub nodes: u64,
}

/// What a solver is to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Question {
    /// The exact score.
    #[default]
    Score,
    /// Only who wins: the score is then 1, 0 or -1.
    Outcome,
}

/// How others watch a solver at work, and stop it.
#[derive(Debug, Default)]
pub struct Watch {
    stop: AtomicBool,
    nodes: AtomicU64,
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Watch {
    /// Asks the solver to stop. It answers within a millisecond or so, with `None`.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Watch::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Positions visited so far, rounded down to some thousands.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// What is known so far: the score lies between these, both included.
    pub fn bounds(&self) -> (i32, i32) {
        let load = |bound: &AtomicI32| bound.load(Ordering::Relaxed);
        (load(&self.lower), load(&self.upper))
    }

    fn set_bounds(&self, lower: i32, upper: i32) {
        self.lower.store(lower, Ordering::Relaxed);
        self.upper.store(upper, Ordering::Relaxed);
    }
}

/// Rules that the solver does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} cannot be solved: the solver knows two players who connect four")]
pub struct NotSolvable(Connect4Spec);

/// Solves positions of one board, and remembers what it has seen until [cleared](Solver::clear).
pub struct Solver {
    spec: Connect4Spec,
    engine: AnyEngine,
    question: Question,
    threads: usize,
    portable: bool,
    book: Option<&'static Book>,
}

enum AnyEngine {
    Bytes(Engine<Bytes>),
    Narrow(Engine<Strided<u64>>),
    Wide(Engine<Strided<u128>>),
}

macro_rules! with_engine {
    ($engine:expr, |$name:ident| $body:expr) => {
        match $engine {
            AnyEngine::Bytes($name) => $body,
            AnyEngine::Narrow($name) => $body,
            AnyEngine::Wide($name) => $body,
        }
    };
}

impl Solver {
    /// What [`new`](Solver::new) is given where nobody chose: 256 MiB, enough for 6 × 7. Larger boards want more.
    pub const DEFAULT_MEMORY: usize = 256 << 20;

    /// A solver for one board whose table takes at most `memory` bytes, but for a least size of some megabytes.
    ///
    /// # Errors
    /// Three players, or another run length than four.
    pub fn new(spec: Connect4Spec, memory: usize) -> Result<Solver, NotSolvable> {
        if spec.players() != 2 || spec.connect() != 4 {
            return Err(NotSolvable(spec));
        }
        let engine = if Bytes::fits(spec) {
            AnyEngine::Bytes(Engine::new(Bytes::new(spec), memory))
        } else if spec.bits() <= 64 {
            AnyEngine::Narrow(Engine::new(Strided::new(spec), memory))
        } else {
            AnyEngine::Wide(Engine::new(Strided::new(spec), memory))
        };
        Ok(Solver {
            spec,
            engine,
            question: Question::Score,
            threads: 1,
            portable: false,
            book: None,
        })
    }

    /// The same with this many threads, which share the table.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Solver {
        assert!(threads > 0);
        self.threads = threads;
        self
    }

    /// The same for another question.
    #[must_use]
    pub fn with_question(mut self, question: Question) -> Solver {
        self.question = question;
        self
    }

    /// The same without the instructions that not every processor has: slower, with the same results.
    #[must_use]
    pub fn with_portable_code(mut self) -> Solver {
        self.portable = true;
        self
    }

    /// The same with the book of its board, if the engine has one: the positions in it need no search.
    #[must_use]
    pub fn with_embedded_book(mut self) -> Solver {
        self.book = Book::embedded(self.spec);
        self
    }

    /// The board.
    pub fn spec(&self) -> Connect4Spec {
        self.spec
    }

    /// What the book says, if there is one.
    fn look_up<B: Bits>(&self, position: &Position<B, 2>) -> Option<Solved> {
        let score = self.book?.score(position)?;
        let score = match self.question {
            Question::Score => score,
            Question::Outcome => Score(score.0.signum()),
        };
        Some(Solved { score, nodes: 0 })
    }

    /// Solves a position; `None` if it was stopped. A finished game has a score, too: who has won with his last move has
    /// won with one piece more than he has left.
    pub fn solve<B: Bits>(&self, position: &Position<B, 2>, watch: &Watch) -> Option<Solved> {
        if let Some(known) = self.look_up(position) {
            return Some(known);
        }
        let answer = with_engine!(&self.engine, |engine| {
            let root = engine.root(position);
            engine.solve(&root, self.question, self.threads, self.portable, watch)
        })?;
        Some(Solved {
            score: Score::new(answer.score),
            nodes: answer.nodes,
        })
    }

    /// Solves the position after each legal move: the columns with their scores for the player to move, left to right; empty
    /// if the game is over, `None` if it was stopped.
    ///
    /// # Panics
    /// If the rules are of another board.
    pub fn moves<B: Bits>(
        &self,
        rules: &Connect4<B, 2>,
        position: &Position<B, 2>,
        watch: &Watch,
    ) -> Option<Vec<(Column, Solved)>> {
        assert_eq!(rules.spec(), self.spec);
        let mut columns = MoveList::new();
        rules.moves(position, &mut columns);
        let solved = columns.into_iter().map(|column| {
            let next = rules.play_unchecked(position, column);
            let Solved { score, nodes } = self.solve(&next, watch)?;
            let score = Score(-score.0);
            Some((column, Solved { score, nodes }))
        });
        solved.collect()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        with_engine!(&mut self.engine, |engine| engine.clear());
    }
}
