//! Plays exactly where a solver can tell in time what is best, and as well as the strong search elsewhere.

use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;

use super::knowledge::{Knowledge, SharedSolver, options};
use super::proof::Proof;
use crate::game::MoveList;
use crate::playable::Playable;
use crate::search::{
    Bound, Limits, Order, RootMove, RootWindow, SearchReport, Strong, Ties, Wins, root_moves,
};
use crate::solve::{Solvable, Solver};
use crate::types::PlayerId;

/// The table of the search that stands in for the solver.
const TABLE_BYTES: usize = 64 << 20;

/// When somebody stops the agent before it has any answer, or the machine is so busy that its time is over before it began, it owes a move that is not
/// foolish: some milliseconds.
const OWED_NODES: u64 = 5_000;

/// When the value is known, mostly from a book, and the time is over before a move is found that keeps it, so many more nodes are worth
/// it: a second or so, in which nobody gives a won game away because the machine is busy.
const PATIENCE: u64 = 10_000_000;

/// What a perfect agent does with its time, in hundredths of it from the start of the thought.
mod share {
    /// The solver tries first: nearly always that is enough.
    pub(super) const FIRST_TRY: u32 = 20;
    /// Then the search finds a move to fall back on, and a guess of the value.
    pub(super) const INSURANCE: u32 = 35;
    /// Then the solver goes on, and whatever is left is the search's.
    pub(super) const SECOND_TRY: u32 = 75;
    /// Until then it looks at the other moves once the best is known, if nobody asked for their values.
    pub(super) const COURTESY: u32 = 2;
}

pub(super) struct Perfect<G: Playable> {
    eval: G::Eval,
    time: Duration,
    threads: usize,
    knowledge: Knowledge,
    /// Made when it is first needed; `None` inside if these rules have none.
    solver: Option<Option<SharedSolver<G>>>,
    strong: Option<Box<Strong<G, G::Eval>>>,
    /// What the last position was worth at least, and to whom: a good guess for the next.
    last: Option<(PlayerId, i32)>,
}

/// One thought.
struct Thought<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
    moves: MoveList<G::Move>,
    start: Instant,
    time: Duration,
    limits: Limits<'a>,
    all: bool,
    /// Nodes of searches.
    searched: u64,
}

impl<'a, G: Playable> Thought<'a, G> {
    /// The limits of what has to end after some hundredths of the time.
    fn until(&self, hundredths: u32) -> Limits<'a> {
        self.limits.and(Limits {
            deadline: Some(self.start + self.time * hundredths / 100),
            ..Limits::default()
        })
    }

    /// The limits of something that is not needed: little where the best move took long already, but never nothing.
    fn courtesy(&self) -> Limits<'a> {
        let usual = self.start + self.time * share::COURTESY / 100;
        let least = Instant::now() + self.time / 200;
        self.limits.and(Limits {
            deadline: Some(usual.max(least)),
            ..Limits::default()
        })
    }

    /// What whoever asked allows, for so many more nodes, whatever this agent meant to take.
    fn patient(&self, nodes: u64) -> Limits<'a> {
        self.limits.and(Limits::at_most(nodes + PATIENCE))
    }

    /// What a solver proved, as a report: moves that it did not value are worth no more than the best.
    fn report(
        &self,
        solver: &dyn Solver<G>,
        proof: &Proof<'_, G>,
    ) -> Option<SearchReport<G::Move>> {
        let (value, choice) = proof.solution()?;
        let root = |mv, value, bound| {
            let value = solver.score(self.state, value);
            RootMove { mv, value, bound }
        };
        let valued = proof.valued.iter();
        let mut moves: Vec<_> = valued
            .map(|&(mv, value)| root(mv, value, Bound::Exact))
            .collect();
        for &mv in &self.moves {
            if moves.iter().all(|root| root.mv != mv) {
                moves.push(root(mv, value, Bound::AtMost));
            }
        }
        let line = match proof.line.is_empty() {
            true => vec![choice],
            false => proof.line.clone(),
        };
        Some(SearchReport {
            value: solver.score(self.state, value),
            choice,
            best: SearchReport::best_of(&moves),
            moves,
            line,
            depth: self.game.plies_left(self.state),
            nodes: proof.nodes,
            leaves: 0,
            cutoffs: 0,
            table_hits: 0,
            solved: true,
        })
    }
}

impl<G: Solvable> Perfect<G> {
    pub(super) fn new(
        game: &G,
        time: Duration,
        threads: usize,
        knowledge: Knowledge,
    ) -> Perfect<G> {
        let best = game.evaluation(game.best_evaluation());
        Perfect {
            eval: best.expect("a game has its best evaluation"),
            time,
            threads,
            knowledge,
            solver: None,
            strong: None,
            last: None,
        }
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "a position and everything an agent is told about it"
    )]
    pub(super) fn think(
        &mut self,
        game: &G,
        state: &G::State,
        limits: Limits<'_>,
        all: bool,
        rng: &mut ChaCha8Rng,
        tell: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        let start = Instant::now();
        let asked = limits
            .deadline
            .map(|end| end.saturating_duration_since(start));
        let thought = &mut Thought {
            game,
            state,
            moves: root_moves(game, state, Order::Centre, Ties::Random, rng),
            start,
            time: asked.map_or(self.time, |asked| asked.min(self.time)),
            limits,
            all,
            searched: 0,
        };
        match self.solver(game).filter(|solver| solver.is_hopeful(state)) {
            Some(solver) => self.think_with(&**solver, thought, rng, tell),
            None => self.search(thought, 100, rng, tell),
        }
    }

    /// Solver and search take turns until one of them has the best move.
    fn think_with(
        &mut self,
        solver: &dyn Solver<G>,
        thought: &mut Thought<'_, G>,
        rng: &mut ChaCha8Rng,
        tell: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        let player = thought.game.to_move(thought.state);
        let last = self
            .last
            .map(|(of, value)| if of == player { value } else { -value });
        let mut proof = Proof::new(solver, thought.state, thought.moves.clone());
        proof.value = thought.game.book_value(thought.state);
        let first = match proof.value {
            // What is left is to find a move that keeps it: no guess is needed, and hardly ever something to fall back on.
            Some(_) => (share::SECOND_TRY, 100),
            None => (share::FIRST_TRY, share::INSURANCE),
        };
        let mut report = None;
        for (share, rest) in [first, (share::SECOND_TRY, 100)] {
            // With a move to fall back on and the value known, mostly from a book, the best move is worth more than the time that is left.
            let last_try = report.is_some() && proof.value.is_some();
            let limits = match last_try {
                true => thought.patient(thought.searched + proof.nodes),
                false => thought.until(share),
            };
            let guess = report.as_ref().and_then(|report| points(thought, report));
            proof.solve(guess.or(last), limits.after(thought.searched));
            if let Some((value, _)) = proof.solution() {
                self.last = Some((player, value));
                return complete(solver, thought, &mut proof, share, tell);
            }
            if last_try || report.is_some() && thought.limits.is_stopped() {
                break;
            }
            let found = self.search(thought, rest, rng, tell);
            proof.prefer(found.choice);
            report = Some(found);
        }
        let report = report.expect("it was searched at least once");
        let Some((mv, least)) = proof.choice else {
            return report;
        };
        self.last = Some((player, least));
        at_least_what_is_sure(solver, thought, &mut proof, report, (mv, least))
    }

    /// Whoever can value the positions of this board.
    fn solver(&mut self, game: &G) -> Option<SharedSolver<G>> {
        let Perfect {
            time,
            threads,
            knowledge,
            ..
        } = self;
        let made = || knowledge.solver(game, options(*time, *threads));
        self.solver.get_or_insert_with(made).clone()
    }

    fn search(
        &mut self,
        thought: &mut Thought<'_, G>,
        share: u32,
        rng: &mut ChaCha8Rng,
        tell: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        let strong = self.strong.get_or_insert_with(|| {
            let (game, eval) = (thought.game.clone(), self.eval.clone());
            Box::new(Strong::new(game, eval, Wins::Distance, TABLE_BYTES))
        });
        strong.threads = self.threads;
        strong.window = match thought.all {
            true => RootWindow::Full,
            false => RootWindow::Narrow,
        };
        let limits = thought.until(share).after(thought.searched);
        let mut report = strong.search(thought.state, limits, rng, tell);
        thought.searched += report.nodes;
        if report.nodes < OWED_NODES && report.depth < thought.game.plies_left(thought.state) {
            report = strong.search(thought.state, Limits::at_most(OWED_NODES), rng, tell);
            thought.searched += report.nodes;
        }
        report
    }
}

/// What a search thinks of a position that is played for points, where the solver counts the same.
fn points<G: Playable>(thought: &Thought<'_, G>, report: &SearchReport<G::Move>) -> Option<i32> {
    let player = thought.game.to_move(thought.state);
    thought.game.margin(thought.state, player)?;
    Some(report.value.get())
}

/// The report of a solved position, once the rest of the time that is meant for it is used for the other moves.
fn complete<G: Playable>(
    solver: &dyn Solver<G>,
    thought: &Thought<'_, G>,
    proof: &mut Proof<'_, G>,
    share: u32,
    tell: &mut dyn FnMut(&SearchReport<G::Move>),
) -> SearchReport<G::Move> {
    let mut limits = thought.until(share);
    if !thought.all {
        limits = limits.and(thought.courtesy());
    }
    let limits = limits.after(thought.searched);
    proof.complete(thought.all, limits, &mut |proof| {
        if let Some(report) = thought.report(solver, proof) {
            tell(&report);
        }
    });
    let report = thought.report(solver, proof);
    report.expect("it was solved before")
}

/// A search may hope for more, but never gives up what is proved.
fn at_least_what_is_sure<G: Playable>(
    solver: &dyn Solver<G>,
    thought: &Thought<'_, G>,
    proof: &mut Proof<'_, G>,
    mut report: SearchReport<G::Move>,
    (mv, least): (G::Move, i32),
) -> SearchReport<G::Move> {
    let value = solver.score(thought.state, least);
    let limits = thought.courtesy().after(thought.searched);
    let keeps =
        report.value > value && (report.choice == mv || proof.keeps(report.choice, least, limits));
    if !keeps {
        let bound = Bound::AtLeast;
        report.moves.retain(|root| root.mv != mv);
        report.moves.insert(0, RootMove { mv, value, bound });
        (report.value, report.choice) = (value, mv);
        (report.best, report.line) = (vec![mv], vec![mv]);
    }
    report
}
