//! The strong search: iterative deepening, principal-variation search, a table, good first moves, threads.

mod experience;
mod turns;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand_chacha::ChaCha8Rng;

use super::busy::Busy;
use super::report::SearchReport;
use super::table::TranspositionTable;
use super::trace::{NoTrace, Tracer};
use super::{Limits, Order, RootWindow, Ties, Wins, root_moves};
use crate::eval::Evaluator;
use crate::game::Game;
use worker::{Job, MOST_DEPTH, Worker};

/// The strong search, with a table that lasts from move to move.
///
/// At any fixed depth it finds minimax's value. It differs in what it leaves out: positions that the table knows, moves that a
/// null window shows to be no better, and the rest of a node as soon as one move refutes it.
///
/// It is bound to one game, one evaluation and one way to score wins: what the table knows is true for these alone.
///
/// ```
/// use poda_engine::{AnyGame, EvalSpec, Game, Limits, Playable, Strong, Wins, seeded};
///
/// let AnyGame::Connect4(game) = "connect4".parse()? else { unreachable!() };
/// let (_, state) = game.read_position("4455")?;
/// let eval = game.evaluation(EvalSpec::new("threats"))?;
/// let mut strong = Strong::new(game, eval, Wins::Distance, 1 << 20);
/// let limits = Limits { depth: Some(8), ..Limits::default() };
/// let report = strong.search(&state, limits, &mut seeded(1), &mut |_| {});
/// assert_eq!(report.value.decided_at(), Some(7), "three in a row with two open ends");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Strong<G, E> {
    game: G,
    eval: E,
    wins: Wins,
    table: TranspositionTable,
    /// How many threads search.
    pub threads: usize,
    /// `Full` gives every move of the root its exact value.
    pub window: RootWindow,
    /// What becomes of equally good moves: `Random` shuffles the root once, before the first depth.
    pub ties: Ties,
}

impl<G: Game, E: Evaluator<G>> Strong<G, E> {
    /// A search on one thread with a table of this many bytes.
    pub fn new(game: G, eval: E, wins: Wins, table_bytes: usize) -> Strong<G, E> {
        Strong {
            game,
            eval,
            wins,
            table: TranspositionTable::new(table_bytes),
            threads: 1,
            window: RootWindow::Narrow,
            ties: Ties::Random,
        }
    }

    /// Searches a position that is not finished, deeper and deeper, and reports after each depth.
    ///
    /// It stops at a limit, when the game is decided, or when every line is searched to its end. Depth 1 is always finished, so
    /// there is always a move.
    pub fn search(
        &mut self,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        each_depth: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        self.search_traced(state, limits, rng, each_depth, &mut NoTrace)
    }

    /// As [`search`](Strong::search), and tells the tracer about every node of the thread whose result counts.
    pub fn search_traced(
        &mut self,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        each_depth: &mut dyn FnMut(&SearchReport<G::Move>),
        tracer: &mut impl Tracer<G>,
    ) -> SearchReport<G::Move> {
        self.table.grow_older();
        let moves = root_moves(&self.game, state, Order::Centre, self.ties, rng);
        let most = limits
            .depth
            .unwrap_or(MOST_DEPTH)
            .clamp(1, MOST_DEPTH)
            .min(self.game.plies_left(state));
        let done = AtomicBool::new(false);
        let others = AtomicU64::new(0);
        let busy = Busy::new(self.threads);
        let job = Job {
            game: &self.game,
            eval: &self.eval,
            wins: self.wins,
            table: &self.table,
            window: self.window,
            busy: &busy,
            state,
            most,
        };

        let mut report = std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let (job, moves, done, others) = (&job, moves.clone(), &done, &others);
                scope.spawn(move || {
                    let mut worker = Worker::new(job, Limits::until(done), NoTrace);
                    worker.assist(moves);
                    others.fetch_add(worker.nodes(), Ordering::Relaxed);
                });
            }
            let mut worker = Worker::new(&job, limits, tracer);
            let report = worker.lead(moves, each_depth);
            done.store(true, Ordering::Relaxed);
            report
        });
        report.nodes += others.into_inner();
        report
    }
}
