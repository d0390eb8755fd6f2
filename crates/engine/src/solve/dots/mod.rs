//! The exact solver for Dots and Boxes. docs/solving-dots.md explains and proves what it does.

mod book;
mod capture;
mod cpu;
mod file;
mod grid;
mod index;
mod moves;
mod search;
mod simple;
mod table;

use std::sync::Arc;

use capture::Captures;
use grid::{Grid, Images};
use search::Worker;
use table::Table;

pub(super) use book::BYTES as BOOK;

use super::closing::close_in;
use super::team::first_answer;
use super::{
    BookError, BookRules, KeptSolution, NotSolvable, Solution, Solvable, SolveObserver,
    SolveProgress, Solver, SolverOptions,
};
use crate::game::{Game, MoveList};
use crate::games::bits::Bits;
use crate::games::dots::{Dots, Edge, Position};
use crate::search::{Limits, Stop};
use crate::types::Score;

/// Solves positions of one board. What it learns of one position it keeps for the next.
///
/// Values are the final margin of the whole game, in boxes.
///
/// ```
/// use poda_engine::dots::{Dots, DotsSpec};
/// use poda_engine::solve::{Solver, dots::DotsSolver};
/// use poda_engine::{Game, Limits};
///
/// let game: Dots<u64> = Dots::new(DotsSpec::new(2, 3)?);
/// let solver = DotsSolver::new(&game, 1 << 20);
/// let solution = solver.solve(&game.start(), Limits::default(), &mut |_| ()).expect("no limit");
/// assert_eq!(solution.value, -2);
/// # Ok::<(), poda_engine::dots::DotsSpecError>(())
/// ```
pub struct DotsSolver<B> {
    dots: Dots<B>,
    grid: Grid<B>,
    table: Arc<Table>,
    threads: usize,
    /// Whether it looks into the book.
    book: bool,
}

/// With more free edges than this a board is not solved in seconds.
const MOST_FREE: u32 = 50;

/// With fewer free edges than this, starting a thread costs more than the position does.
const SHARED: u32 = 16;

impl<B: Bits> DotsSolver<B> {
    /// The default size of the table.
    pub const DEFAULT_MEMORY: usize = 1 << 30;

    /// A solver for a board, with a table of at most `memory` bytes.
    pub fn new(dots: &Dots<B>, memory: usize) -> DotsSolver<B> {
        let table = Table::new(dots.spec().edges(), memory);
        DotsSolver::with_table(dots, Arc::new(table))
    }

    fn with_table(dots: &Dots<B>, table: Arc<Table>) -> DotsSolver<B> {
        DotsSolver {
            dots: dots.clone(),
            grid: Grid::new(dots),
            table,
            threads: 1,
            book: false,
        }
    }

    /// The same with this many threads, which share the table.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        assert!(threads > 0);
        self.threads = threads;
        self
    }

    /// The same with the book of its board, if the engine has one: the positions in it need no search.
    #[must_use]
    pub fn with_embedded_book(mut self) -> Self {
        self.book = true;
        self
    }

    /// Between which margins a game ends, as far as the book knows, if there is one.
    fn look_up(&self, position: &Position<B>) -> (i32, i32) {
        let known = self.book.then(|| self.dots.book_bounds(position));
        known.flatten().unwrap_or((i32::MIN, i32::MAX))
    }

    /// The size of the table in bytes.
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// What is left free in a position.
    fn free(&self, position: &Position<B>) -> B {
        self.grid.free(&self.dots, position.edges())
    }

    /// Solves a position whose quiet rest may be worth about so much.
    fn solve_by(
        &self,
        position: &Position<B>,
        guess: impl FnOnce(&Quiet<B>) -> i32,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution> {
        let (lower, upper) = self.look_up(position);
        if lower == upper {
            return Some(Solution {
                value: lower,
                nodes: 0,
            });
        }
        let quiet = self.quiet(position);
        let mut bounds = (-quiet.boxes, quiet.boxes);
        // Where boxes can be taken first, the margin does not say what the rest is worth.
        if quiet.captures.boxes == 0 {
            bounds.0 = bounds.0.max(lower.saturating_sub(quiet.now));
            bounds.1 = bounds.1.min(upper.saturating_sub(quiet.now));
        }
        let mut guess = Some(guess(&quiet));
        let mut last = bounds.0;
        let next = |lower: i32, upper: i32| {
            // From the guess on, one step further in the direction of the answer.
            let next = match guess.take() {
                Some(guess) => guess + ((guess + quiet.boxes) & 1),
                None if lower > last => lower + 2,
                None => upper,
            };
            last = lower;
            next.clamp(lower + 2, upper)
        };
        let ask = |question, nodes, tell: &mut dyn FnMut(u64)| {
            let images = &quiet.images;
            self.run(quiet.free(), limits.after(nodes), tell, |worker| {
                worker.ask(images, question)
            })
        };
        let mut tell = |progress: &SolveProgress| {
            observer(&SolveProgress {
                bounds: progress.bounds.map(|bounds| quiet.margins(bounds)),
                ..*progress
            });
        };
        let solution = close_in(bounds, next, ask, &mut tell)?;
        Some(Solution {
            value: quiet.margin(solution.value),
            ..solution
        })
    }

    /// The quiet rest of a position.
    fn quiet(&self, position: &Position<B>) -> Quiet<B> {
        let captures = self.grid.captures(self.free(position));
        Quiet {
            captures,
            images: self.grid.images(captures.rest),
            boxes: self.grid.degrees(captures.rest).any().count() as i32,
            now: position.margin(self.dots.to_move(position)),
        }
    }

    /// What is left free after the best move that the table knows of a position.
    fn known_best(&self, free: B) -> Option<B> {
        let images = self.grid.images(free);
        let key = images.least();
        let best = self.table.get(self.table.slot(key))?.best;
        let known = usize::from(best) < self.dots.spec().edges();
        let symmetry = images.leading_to(key);
        known.then(|| free & !B::place(self.grid.origin(u32::from(best), symmetry)))
    }

    /// One task about a position with these free edges for all threads, and the nodes of all; `None` if a limit was reached first.
    fn run<T: Send>(
        &self,
        free: B,
        limits: Limits<'_>,
        observer: &mut dyn FnMut(u64),
        task: impl Fn(&mut Worker<'_, B>) -> Result<T, Stop> + Sync,
    ) -> Option<(T, u64)> {
        let threads = if free.count() < SHARED {
            1
        } else {
            self.threads
        };
        first_answer(threads, limits, observer, |thread| {
            task(&mut Worker::new(&self.grid, &self.table, thread)).ok()
        })
    }
}

/// A position reduced to what is left when everything is taken that can be.
struct Quiet<B> {
    captures: Captures<B>,
    images: Images<B>,
    /// How many boxes are left in the rest: its value lies between that and its negative, in steps of two.
    boxes: i32,
    /// How far whoever moves is ahead.
    now: i32,
}

impl<B: Bits> Quiet<B> {
    fn free(&self) -> B {
        self.captures.rest
    }

    /// The final margin when the rest is worth this.
    fn margin(&self, rest: i32) -> i32 {
        self.now + self.captures.value(rest)
    }

    /// The least and the greatest final margin when the rest is worth something between these.
    fn margins(&self, (lower, upper): (i32, i32)) -> (i32, i32) {
        let margins = || (lower..=upper).step_by(2).map(|rest| self.margin(rest));
        let (least, most) = (margins().min(), margins().max());
        (least.expect("a value"), most.expect("a value"))
    }
}

impl<B: Bits> Solver<Dots<B>> for DotsSolver<B> {
    fn game(&self) -> &Dots<B> {
        &self.dots
    }

    fn solve(
        &self,
        position: &Position<B>,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution> {
        self.solve_by(position, |_| 0, limits, observer)
    }

    fn solve_near(
        &self,
        position: &Position<B>,
        guess: i32,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution> {
        let rest = |quiet: &Quiet<B>| guess - quiet.now - quiet.captures.boxes;
        self.solve_by(position, rest, limits, observer)
    }

    /// A kept solution may answer this where it does not know the value.
    fn at_least(
        &self,
        position: &Position<B>,
        value: i32,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<(bool, u64)> {
        let (lower, upper) = self.look_up(position);
        if lower >= value || upper < value {
            return Some((lower >= value, 0));
        }
        let quiet = self.quiet(position);
        let mut tell = |nodes| {
            observer(&SolveProgress {
                nodes,
                bounds: None,
            });
        };
        self.run(quiet.free(), limits, &mut tell, |worker| {
            worker.at_least(&quiet.captures, &quiet.images, value - quiet.now)
        })
    }

    /// What the search found first; then what takes boxes, and what lies in the middle.
    fn order(&self, position: &Position<B>, moves: &mut MoveList<Edge>) {
        let player = self.dots.to_move(position);
        let found = self.known_best(self.free(position));
        moves.sort_by_key(|&edge| {
            let next = self.dots.play_unchecked(position, edge);
            let distance = self.grid.distance[self.grid.bit(edge) as usize];
            let other = found != Some(self.free(&next));
            (other, self.dots.to_move(&next) != player, distance)
        });
    }

    fn is_hopeful(&self, position: &Position<B>) -> bool {
        self.dots.plies_left(position) <= MOST_FREE
    }

    fn score(&self, _: &Position<B>, value: i32) -> Score {
        Score::points(value)
    }

    fn clear(&mut self) {
        self.table = Arc::new(Table::new(self.dots.spec().edges(), self.table.bytes()));
    }

    fn kept(&self) -> Option<&dyn KeptSolution<Dots<B>>> {
        Some(self)
    }
}

impl<B: Bits> Solvable for Dots<B> {
    fn solver(&self, options: &SolverOptions) -> Result<Box<dyn Solver<Self>>, NotSolvable> {
        let memory = options.memory.unwrap_or(DotsSolver::<B>::DEFAULT_MEMORY);
        let solver = DotsSolver::new(self, memory).with_threads(options.threads);
        Ok(Box::new(match options.book {
            true => solver.with_embedded_book(),
            false => solver,
        }))
    }

    fn book_bounds(&self, position: &Position<B>) -> Option<(i32, i32)> {
        book::embedded(self, position)
    }

    fn book_rules(&self) -> Result<Arc<dyn BookRules<Self>>, BookError> {
        book::rules(self)
    }
}
