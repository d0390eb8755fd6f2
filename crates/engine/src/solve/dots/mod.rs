//! The exact solver for Dots and Boxes. docs/solving-dots.md explains and proves what it does.

mod capture;
mod file;
mod grid;
mod moves;
mod search;
mod simple;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub use file::LoadError;
use grid::Grid;
use search::{Shared, Stopped, Worker};
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

impl Limits<'_> {
    /// What is left of them after some nodes.
    fn after(&self, nodes: u64) -> Self {
        Limits {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            ..*self
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
            let mut solution = self.solve(&next, &limits.after(total), &mut |nodes| {
                observer(total + nodes)
            })?;
            total += solution.nodes;
            if self.dots.to_move(&next) != self.dots.to_move(position) {
                solution.margin = -solution.margin;
            }
            solution.to_come = solution.margin - position.margin(self.dots.to_move(position));
            solutions.push((edge, solution));
        }
        Some(solutions)
    }

    /// A best edge and what it is worth, or `None` if a limit was reached first or the game is over. Cheaper than
    /// [`moves`](Solver::moves): edges are tried only until one of them is worth as much as the position.
    pub fn best(
        &self,
        position: &Position<B>,
        limits: &Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<(Edge, Solution)> {
        let mut solution = self.solve(position, limits, observer)?;
        let left = limits.after(solution.nodes);
        let (edge, nodes) = self.keeping(position, solution.margin, &left, observer)?;
        solution.nodes += nodes;
        Some((edge?, solution))
    }

    /// Whether the player to move can reach at least this final margin, and the nodes it took; `None` if a limit was reached
    /// first. One question is cheaper than the value, and a kept solution may answer it where it does not know the value.
    pub fn at_least(
        &self,
        position: &Position<B>,
        margin: i32,
        limits: &Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<(bool, u64)> {
        let captures = self
            .grid
            .captures(self.grid.free(&self.dots, position.edges()));
        let wanted = margin - position.margin(self.dots.to_move(position));
        self.run(limits, observer, |worker| {
            worker.at_least(&captures, wanted)
        })
    }

    /// An edge after which the player who draws it can still reach at least this final margin, if there is one, and the nodes
    /// it took; `None` if a limit was reached first.
    pub fn keeping(
        &self,
        position: &Position<B>,
        margin: i32,
        limits: &Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<(Option<Edge>, u64)> {
        let (reached, mut total) = self.at_least(position, margin, limits, observer)?;
        if !reached {
            return Some((None, total));
        }
        let player = self.dots.to_move(position);
        let mut list = MoveList::new();
        self.dots.moves(position, &mut list);
        // What the search found first; then what takes boxes, and what lies in the middle.
        let free = self.grid.free(&self.dots, position.edges());
        let found = self.known_best(free);
        list.sort_by_key(|&edge| {
            let next = self.dots.play_unchecked(position, edge);
            let distance = self.grid.distance[self.grid.bit(edge) as usize];
            let other = found != Some(self.grid.free(&self.dots, next.edges()));
            (other, self.dots.to_move(&next) != player, distance)
        });
        for edge in list {
            let next = self.dots.play_unchecked(position, edge);
            let same = self.dots.to_move(&next) == player;
            // The opponent must not reach one box more than what is left to him.
            let wanted = if same { margin } else { 1 - margin };
            let mut observer = |nodes| observer(total + nodes);
            let (reached, nodes) =
                self.at_least(&next, wanted, &limits.after(total), &mut observer)?;
            total += nodes;
            if reached == same {
                return Some((Some(edge), total));
            }
        }
        Some((None, total))
    }

    /// What is left free after the best move that the table knows of a position.
    fn known_best(&self, free: B) -> Option<B> {
        let (key, symmetry) = self.grid.images(free).canonical();
        let best = self.table.get(self.table.slot(key))?.best;
        let known = usize::from(best) < self.dots.spec().edges();
        known.then(|| free & !B::place(self.grid.origin(u32::from(best), symmetry)))
    }

    /// The value of a quiet position and the nodes it took.
    fn quiet_value(
        &self,
        free: B,
        limits: &Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<(i32, u64)> {
        self.run(limits, observer, |worker| worker.value(free, 0))
    }

    /// Gives all threads the same task until one of them has the answer; returns it with the nodes of all.
    fn run<T: Send>(
        &self,
        limits: &Limits<'_>,
        observer: &mut dyn FnMut(u64),
        task: impl Fn(&mut Worker<'_, B>) -> Result<T, Stopped> + Sync,
    ) -> Option<(T, u64)> {
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
        let work = |number: usize, observer: &mut dyn FnMut(u64)| {
            let mut worker = Worker::new(&shared, number, observer);
            let answer = task(&mut worker);
            worker.finish();
            done.fetch_or(answer.is_ok(), Ordering::Relaxed);
            answer.ok()
        };
        let answer = std::thread::scope(|scope| {
            let work = &work;
            let helpers: Vec<_> = (1..limits.threads)
                .map(|number| scope.spawn(move || work(number, &mut |_| ())))
                .collect();
            let answer = work(0, observer);
            helpers.into_iter().fold(answer, |answer, helper| {
                let other = helper.join().expect("a thread of the search panicked");
                answer.or(other)
            })
        });
        Some((answer?, nodes.load(Ordering::Relaxed)))
    }
}
