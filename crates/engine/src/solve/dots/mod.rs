//! The exact solver for Dots and Boxes. docs/solving-dots.md explains and proves what it does.

mod capture;
mod grid;
mod moves;
mod search;
mod simple;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grid::Grid;
use search::{Shared, Worker};
use table::Table;

use crate::game::{Game, MoveList};
use crate::games::bits::Bits;
use crate::games::dots::{Dots, Edge, Position};

/// Solves positions of one board. What it learns of one position it keeps for the next.
///
/// ```
/// use poda_engine::dots::{Dots, DotsSpec};
/// use poda_engine::{Game, solve};
///
/// let game: Dots<u64> = Dots::new(DotsSpec::new(2, 3)?);
/// let solver = solve::dots::Solver::new(&game, 1 << 20);
/// let solution = solver.solve(&game.start(), &solve::dots::Limits::default(), &mut |_| ()).expect("no limit");
/// assert_eq!(solution.margin, -2);
/// # Ok::<(), poda_engine::dots::DotsSpecError>(())
/// ```
pub struct Solver<B> {
    dots: Dots<B>,
    grid: Grid<B>,
    table: Table,
}

/// How much a search may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// How many threads search.
    pub threads: usize,
    /// Give up after about so many nodes.
    pub nodes: Option<u64>,
    /// Give up soon after this is set.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            threads: 1,
            nodes: None,
            stop: None,
        }
    }
}

/// The value of a position, from the view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final margin of the whole game under perfect play, in boxes.
    pub margin: i32,
    /// The part of it that is still to come.
    pub to_come: i32,
    /// How many positions were searched.
    pub nodes: u64,
}

impl<B: Bits> Solver<B> {
    /// The default size of the table.
    pub const DEFAULT_MEMORY: usize = 1 << 30;

    /// A solver for a board, with a table of at most `memory` bytes.
    pub fn new(dots: &Dots<B>, memory: usize) -> Solver<B> {
        Solver {
            dots: dots.clone(),
            grid: Grid::new(dots),
            table: Table::new(dots.spec().edges(), memory),
        }
    }

    /// The size of the table in bytes.
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The exact value of a position, or `None` if a limit was reached first. `observer` is called now and then with the
    /// number of nodes so far.
    pub fn solve(
        &self,
        position: &Position<B>,
        limits: &Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<Solution> {
        let captures = self
            .grid
            .captures(self.grid.free(&self.dots, position.edges()));
        let (value, nodes) = self.quiet_value(captures.rest, limits, observer)?;
        let to_come = captures.value(value);
        Some(Solution {
            margin: position.margin(self.dots.to_move(position)) + to_come,
            to_come,
            nodes,
        })
    }

    /// The value of every legal edge, from the view of the player who draws it, in natural order.
    pub fn moves(
        &self,
        position: &Position<B>,
        limits: &Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<Vec<(Edge, Solution)>> {
        let mut list = MoveList::new();
        self.dots.moves(position, &mut list);
        let mut total = 0;
        let mut solutions = Vec::with_capacity(list.len());
        for edge in list {
            let next = self.dots.play_unchecked(position, edge);
            let left = Limits {
                nodes: limits.nodes.map(|most| most.saturating_sub(total)),
                ..*limits
            };
            let mut solution = self.solve(&next, &left, &mut |nodes| observer(total + nodes))?;
            total += solution.nodes;
            if self.dots.to_move(&next) != self.dots.to_move(position) {
                solution.margin = -solution.margin;
            }
            solution.to_come = solution.margin - position.margin(self.dots.to_move(position));
            solutions.push((edge, solution));
        }
        Some(solutions)
    }

    /// The value of a quiet position and the nodes it took.
    fn quiet_value(
        &self,
        free: B,
        limits: &Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<(i32, u64)> {
        let (never, done, nodes) = (
            AtomicBool::new(false),
            AtomicBool::new(false),
            AtomicU64::new(0),
        );
        let shared = Shared {
            grid: &self.grid,
            table: &self.table,
            stop: limits.stop.unwrap_or(&never),
            done: &done,
            nodes: &nodes,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        };
        let run = |number: u32, observer: &mut dyn FnMut(u64)| {
            let mut worker = Worker::new(&shared, number, observer);
            let value = worker.value(free, 0);
            worker.finish();
            if value.is_ok() {
                done.store(true, Ordering::Relaxed);
            }
            value.ok()
        };
        let value = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..limits.threads.max(1))
                .map(|number| scope.spawn(move || run(number as u32, &mut |_| ())))
                .collect();
            let value = run(0, observer);
            helpers.into_iter().fold(value, |value, helper| {
                let other = helper.join().expect("a thread of the search panicked");
                value.or(other)
            })
        });
        Some((value?, nodes.load(Ordering::Relaxed)))
    }
}
