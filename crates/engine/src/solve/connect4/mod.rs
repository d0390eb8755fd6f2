//! Connect 4 solved: the exact value of any position for two players who connect four.
//!
//! ```
//! use poda_engine::connect4::{Connect4, Connect4Spec};
//! use poda_engine::solve::{Solver, connect4::Connect4Solver};
//! use poda_engine::{Game, Limits};
//!
//! let rules = Connect4::<u64, 2>::new(Connect4Spec::new(4, 5)?);
//! let solver = Connect4Solver::new(&rules, 1 << 20)?;
//! let solution = solver.solve(&rules.start(), Limits::default(), &mut |_| ()).expect("nothing limits it");
//! assert_eq!(solution.value, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How it works, and what each idea is worth: docs/solving-connect4.md.

macro_rules! with_engine {
    ($engine:expr, |$name:ident| $body:expr) => {
        match $engine {
            AnyEngine::Bytes($name) => $body,
            AnyEngine::Narrow($name) => $body,
            AnyEngine::Wide($name) => $body,
        }
    };
}

mod begun;
mod book;
mod children;
mod cpu;
mod engine;
mod file;
mod follow;
mod forced;
mod geometry;
mod lines;
mod quad;
mod search;
mod table;

use std::sync::Arc;

use super::{
    BookError, BookRules, KeptSolution, NotSolvable, Solution, Solvable, SolveObserver,
    SolveProgress, Solver, SolverOptions,
};
use crate::connect4::{Connect4, Connect4Spec, Position};
use crate::game::Game;
use crate::games::bits::Bits;
use crate::search::Limits;
use crate::types::Score;
pub(super) use book::BOOKS;
#[cfg(target_arch = "x86_64")]
pub(super) use cpu::Avx2;
use engine::{Engine, Hardware};
use geometry::{Bytes, Strided};

/// The number of the move that ends the game, counted from 1 at its start, by the value of a position after `ply` moves on a
/// board of `cells`.
pub const fn last_move(value: i32, ply: u32, cells: u32) -> u32 {
    let pieces = value.unsigned_abs();
    if pieces == 0 {
        return cells;
    }
    // The winner's pieces of the whole game: the first player has the odd moves.
    let first = ply.is_multiple_of(2) == (value > 0);
    if first {
        2 * (cells.div_ceil(2) - pieces) + 1
    } else {
        2 * (cells / 2 - pieces) + 2
    }
}

/// Solves positions of one board, and remembers what it has seen until [cleared](Solver::clear).
///
/// Values are for the player to move. Positive: he wins, and 1 means with his last piece, 2 with the one before, and so on.
/// Negative: he loses, counted the same way by the winner's pieces. 0: a draw. Who has won with his last move has won with one
/// piece more than he has left.
pub struct Connect4Solver<B> {
    rules: Connect4<B, 2>,
    /// Shared by solvers that know the same.
    engine: Arc<AnyEngine>,
    /// The most bytes for its table.
    memory: usize,
    hardware: Hardware,
    /// Whether it looks into the book.
    book: bool,
}

enum AnyEngine {
    Bytes(Engine<Bytes>),
    Narrow(Engine<Strided<u64>>),
    Wide(Engine<Strided<u128>>),
}

impl AnyEngine {
    fn new(spec: Connect4Spec, memory: usize) -> AnyEngine {
        if Bytes::fits(spec) {
            AnyEngine::Bytes(Engine::new(Bytes::new(spec), memory))
        } else if spec.bits() <= 64 {
            AnyEngine::Narrow(Engine::new(Strided::new(spec), memory))
        } else {
            AnyEngine::Wide(Engine::new(Strided::new(spec), memory))
        }
    }
}

/// Positions with more free cells than this take minutes or more, whatever the board: 6 × 7 has 42.
const MOST_FREE: u32 = 46;

impl<B: Bits> Connect4Solver<B> {
    /// What [`new`](Connect4Solver::new) is given where nobody chose: 256 MiB, enough for 6 × 7. Larger boards want more.
    pub const DEFAULT_MEMORY: usize = 256 << 20;

    /// A solver for one board whose table takes at most `memory` bytes, but for a least size of some megabytes.
    ///
    /// # Errors
    /// Another run length than four.
    pub fn new(rules: &Connect4<B, 2>, memory: usize) -> Result<Connect4Solver<B>, NotSolvable> {
        let spec = rules.spec();
        if spec.connect() != 4 {
            return Err(not_solvable(rules));
        }
        Ok(Connect4Solver {
            rules: rules.clone(),
            engine: Arc::new(AnyEngine::new(spec, memory)),
            memory,
            hardware: Hardware {
                threads: 1,
                portable: false,
            },
            book: false,
        })
    }

    /// The same with this many threads, which share the table.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        assert!(threads > 0);
        self.hardware.threads = threads;
        self
    }

    /// The same without the instructions that not every processor has: slower, with the same results.
    #[must_use]
    pub fn with_portable_code(mut self) -> Self {
        self.hardware.portable = true;
        self
    }

    /// The same with the book of its board, if the engine has one: the positions in it need no search.
    #[must_use]
    pub fn with_embedded_book(mut self) -> Self {
        self.book = true;
        self
    }

    /// Between which values a position lies, as far as the book knows, if there is one.
    fn look_up(&self, position: &Position<B, 2>) -> (i32, i32) {
        let known = self.book.then(|| self.rules.book_bounds(position));
        known.flatten().unwrap_or((i32::MIN, i32::MAX))
    }
}

impl<B: Bits> Solver<Connect4<B, 2>> for Connect4Solver<B> {
    fn game(&self) -> &Connect4<B, 2> {
        &self.rules
    }

    fn solve(
        &self,
        position: &Position<B, 2>,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution> {
        let known = self.look_up(position);
        with_engine!(&*self.engine, |engine| {
            let root = engine.root(position);
            engine.solve(&root, known, self.hardware, limits, observer)
        })
    }

    fn at_least(
        &self,
        position: &Position<B, 2>,
        value: i32,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<(bool, u64)> {
        let (lower, upper) = self.look_up(position);
        if lower >= value || upper < value {
            return Some((lower >= value, 0));
        }
        let mut tell = |nodes| {
            observer(&SolveProgress {
                nodes,
                bounds: None,
            });
        };
        with_engine!(&*self.engine, |engine| {
            let root = engine.root(position);
            engine.at_least(&root, value, self.hardware, limits, &mut tell)
        })
    }

    fn is_hopeful(&self, position: &Position<B, 2>) -> bool {
        self.rules.plies_left(position) <= MOST_FREE
    }

    fn score(&self, position: &Position<B, 2>, value: i32) -> Score {
        let won = Score::won_at(last_move(value, position.ply(), self.rules.cells().count()));
        match value {
            0 => Score::ZERO,
            1.. => won,
            _ => -won,
        }
    }

    fn clear(&mut self) {
        match Arc::get_mut(&mut self.engine) {
            Some(engine) => with_engine!(engine, |engine| engine.clear()),
            // Others still know it.
            None => self.engine = Arc::new(AnyEngine::new(self.rules.spec(), self.memory)),
        }
    }

    fn kept(&self) -> Option<&dyn KeptSolution<Connect4<B, 2>>> {
        with_engine!(&*self.engine, |engine| engine.is_kept()).then_some(self)
    }
}

impl<B: Bits> Solvable for Connect4<B, 2> {
    fn solver(&self, options: &SolverOptions) -> Result<Box<dyn Solver<Self>>, NotSolvable> {
        let memory = options
            .memory
            .unwrap_or(Connect4Solver::<B>::DEFAULT_MEMORY);
        let solver = Connect4Solver::new(self, memory)?.with_threads(options.threads);
        Ok(Box::new(match options.book {
            true => solver.with_embedded_book(),
            false => solver,
        }))
    }

    fn book_bounds(&self, position: &Position<B, 2>) -> Option<(i32, i32)> {
        book::embedded(self, position)
    }

    fn book_rules(&self) -> Result<Arc<dyn BookRules<Self>>, BookError> {
        book::rules(self)
    }
}

impl<B: Bits> Solvable for Connect4<B, 3> {
    fn solver(&self, _: &SolverOptions) -> Result<Box<dyn Solver<Self>>, NotSolvable> {
        Err(not_solvable(self))
    }
}

fn not_solvable<B: Bits, const P: usize>(rules: &Connect4<B, P>) -> NotSolvable {
    NotSolvable(format!(
        "{} cannot be solved: the solver knows two players who connect four",
        rules.spec()
    ))
}
