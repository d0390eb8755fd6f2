//! The strong search: iterative deepening, principal-variation search, a table, good first moves, threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand_chacha::ChaCha8Rng;

use super::limits::Budget;
use super::report::{Bound, Report, RootMove};
use super::table::{Known, Table};
use super::trace::{Halt, NoTrace, Tracer};
use super::{Limits, Order, RootWindow, Stop, Ties, Wins, final_score, opinion, root_moves};
use crate::eval::Evaluator;
use crate::game::{Game, MoveList, mix};
use crate::types::{Player, Score};

/// The strong search, with a table that lasts from move to move.
///
/// At any fixed depth it finds minimax's value. It differs in what it leaves out: positions that the table knows, moves that a
/// null window shows to be no better, and the rest of a node as soon as one move refutes it.
///
/// ```
/// use poda_engine::{AnyGame, Evaluated, EvalSpec, Game, Limits, Strong, seeded};
///
/// let AnyGame::Connect4(game) = "connect4".parse()? else { unreachable!() };
/// let (_, state) = game.read_position("4455")?;
/// let eval = game.evaluation(EvalSpec::Threats)?;
/// let limits = Limits { depth: Some(8), ..Limits::default() };
/// let report = Strong::new(1 << 20).search(&game, &eval, &state, limits, &mut seeded(1), &mut |_| {});
/// assert_eq!(report.value.decided_at(), Some(7), "three in a row with two open ends");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Strong {
    table: Table,
    /// How many threads search.
    pub threads: usize,
    /// `Full` gives every move of the root its exact value.
    pub window: RootWindow,
    /// What becomes of equally good moves: `Random` shuffles the root once, before the first depth.
    pub ties: Ties,
    /// How wins are scored.
    pub wins: Wins,
}

/// Below this depth a position is cheaper to search than to look up.
const TABLE_DEPTH: u32 = 2;

/// No search goes deeper: no game is longer.
const MOST_DEPTH: u32 = 127;

impl Strong {
    /// A search on one thread with a table of this many bytes.
    pub fn new(table_bytes: usize) -> Strong {
        Strong {
            table: Table::new(table_bytes),
            threads: 1,
            window: RootWindow::Narrow,
            ties: Ties::Random,
            wins: Wins::Distance,
        }
    }

    /// Searches a position that is not finished, deeper and deeper, and reports after each depth.
    ///
    /// It stops at a limit, when the game is decided, or when every line is searched to its end. Depth 1 is always finished, so
    /// there is always a move.
    pub fn search<G: Game, E: Evaluator<G>>(
        &mut self,
        game: &G,
        eval: &E,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        each_depth: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.search_traced(game, eval, state, limits, rng, each_depth, &mut NoTrace)
    }

    /// As [`search`](Strong::search), and tells the tracer about every node of the thread whose result counts.
    #[allow(
        clippy::too_many_arguments,
        reason = "a search and both of its listeners"
    )]
    pub fn search_traced<G: Game, E: Evaluator<G>>(
        &mut self,
        game: &G,
        eval: &E,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        each_depth: &mut dyn FnMut(&Report<G::Move>),
        tracer: &mut impl Tracer<G>,
    ) -> Report<G::Move> {
        self.table.grow_older();
        let moves = root_moves(game, state, Order::Centre, self.ties, rng);
        let most = limits
            .depth
            .unwrap_or(MOST_DEPTH)
            .clamp(1, MOST_DEPTH)
            .min(game.plies_left(state));
        let done = AtomicBool::new(false);
        let others = AtomicU64::new(0);
        let job = Job {
            game,
            eval,
            state,
            table: &self.table,
            options: self,
            most,
        };

        std::thread::scope(|scope| {
            for number in 1..self.threads {
                let (job, moves, done, others) = (&job, moves.clone(), &done, &others);
                scope.spawn(move || {
                    let limits = Limits {
                        stop: Some(done),
                        ..Limits::default()
                    };
                    let mut worker = Worker::new(job, limits, NoTrace);
                    worker.assist(moves, number);
                    others.fetch_add(worker.budget.nodes, Ordering::Relaxed);
                });
            }
            let mut worker = Worker::new(&job, limits, tracer);
            let report = worker.lead(moves, each_depth);
            done.store(true, Ordering::Relaxed);
            report
        })
        .with_more_nodes(others.into_inner())
    }
}

impl<M> Report<M> {
    fn with_more_nodes(mut self, nodes: u64) -> Report<M> {
        self.nodes += nodes;
        self
    }
}

/// What all threads have in common.
struct Job<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    state: &'a G::State,
    table: &'a Table,
    options: &'a Strong,
    most: u32,
}

/// What each thread has for itself.
struct Worker<'a, G: Game, E, T> {
    tracer: T,
    game: &'a G,
    eval: &'a E,
    table: &'a Table,
    wins: Wins,
    window: RootWindow,
    root: G::State,
    most: u32,
    /// Who thinks.
    player: Player,
    /// Combined with every hash: an evaluation may see the same position differently for another player.
    salt: u64,
    budget: Budget<'a>,
    leaves: u64,
    cutoffs: u64,
    table_hits: u64,
    /// How much each move, by side and code, has cut off.
    history: Box<[[u32; 256]; 2]>,
    /// The last move that cut off, by remaining depth.
    killers: [u8; MOST_DEPTH as usize + 1],
    /// The expected play from a node inside its window, by the depth that was left there.
    lines: Vec<MoveList<G::Move>>,
}

/// How far one depth came.
struct Depth<M> {
    moves: Vec<RootMove<M>>,
    line: Vec<M>,
    value: Score,
}

impl<'a, G: Game, E: Evaluator<G>, T: Tracer<G>> Worker<'a, G, E, T> {
    fn new(job: &Job<'a, G, E>, limits: Limits<'a>, tracer: T) -> Worker<'a, G, E, T> {
        let player = job.game.to_move(job.state);
        let mut lines = Vec::new();
        lines.resize_with(job.most as usize + 1, MoveList::new);
        Worker {
            tracer,
            game: job.game,
            eval: job.eval,
            table: job.table,
            wins: job.options.wins,
            window: job.options.window,
            root: *job.state,
            most: job.most,
            player,
            salt: mix(player.index() as u64 + 1),
            budget: Budget::new(limits),
            leaves: 0,
            cutoffs: 0,
            table_hits: 0,
            history: Box::new([[0; 256]; 2]),
            killers: [u8::MAX; MOST_DEPTH as usize + 1],
            lines,
        }
    }

    /// The thread whose result counts.
    fn lead(
        &mut self,
        mut order: MoveList<G::Move>,
        each_depth: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        // The first depth is a handful of nodes and is owed to whoever waits for a move: no limit stops it.
        let limited = std::mem::replace(&mut self.budget, Budget::new(Limits::default()));
        let mut report = None;
        let mut first = Some(limited);
        for depth in 1..=self.most {
            let mut found = Depth {
                moves: Vec::new(),
                line: Vec::new(),
                value: -Score::INFINITE,
            };
            let stopped = self.root(depth, &order, &mut found).is_err();
            if let Some(mut limited) = first.take() {
                limited.nodes = self.budget.nodes;
                self.budget = limited;
            }
            if stopped {
                // An unfinished depth still counts if it came to a better move: it began with the best of the depth before.
                if let Some(&choice) = found.line.first() {
                    let report: &mut Report<G::Move> =
                        report.as_mut().expect("depth 1 was finished");
                    if choice != report.choice {
                        (report.choice, report.value, report.line) =
                            (choice, found.value, found.line);
                        report.best = vec![choice];
                    }
                }
                break;
            }
            let choice = found.line[0];
            let front = order
                .iter()
                .position(|&mv| mv == choice)
                .expect("the best move is a move");
            order[..=front].rotate_right(1);
            let decided = found.value.decided_at().is_some();
            report = Some(self.report(depth, found));
            each_depth(report.as_ref().expect("just made"));
            if decided {
                break;
            }
        }
        let mut report = report.expect("depth 1 is always searched");
        (report.nodes, report.leaves) = (self.budget.nodes, self.leaves);
        (report.cutoffs, report.table_hits) = (self.cutoffs, self.table_hits);
        report
    }

    /// A thread that fills the table: half of them one depth ahead, each with the root's moves in another order.
    fn assist(&mut self, mut order: MoveList<G::Move>, number: usize) {
        let turn = number % order.len();
        order.rotate_left(turn);
        let mut depth = 1 + number as u32 % 2;
        loop {
            let mut found = Depth {
                moves: Vec::new(),
                line: Vec::new(),
                value: -Score::INFINITE,
            };
            if self.root(depth.min(self.most), &order, &mut found).is_err() || depth > self.most {
                return;
            }
            let front = order
                .iter()
                .position(|&mv| mv == found.line[0])
                .expect("the best move is a move");
            order[..=front].rotate_right(1);
            depth += 1;
        }
    }

    fn report(&self, depth: u32, found: Depth<G::Move>) -> Report<G::Move> {
        Report {
            value: found.value,
            choice: found.line[0],
            best: Report::best_of(&found.moves),
            moves: found.moves,
            line: found.line,
            depth,
            nodes: self.budget.nodes,
            leaves: self.leaves,
            cutoffs: self.cutoffs,
            table_hits: self.table_hits,
        }
    }

    fn root(
        &mut self,
        depth: u32,
        order: &[G::Move],
        found: &mut Depth<G::Move>,
    ) -> Result<(), Stop> {
        let state = self.root;
        self.budget.spend()?;
        self.tracer
            .enter(&state, None, true, -Score::INFINITE, Score::INFINITE);
        for &mv in order {
            let full = self.window == RootWindow::Full;
            let alpha = if full { -Score::INFINITE } else { found.value };
            let value = match found.moves.is_empty() || full {
                true => self.child(&state, mv, true, depth, alpha, Score::INFINITE)?,
                false => self.scout(&state, mv, true, depth, alpha, Score::INFINITE)?,
            };
            let bound = if value > alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            found.moves.push(RootMove { mv, value, bound });
            if value > found.value {
                found.value = value;
                found.line.clear();
                found.line.push(mv);
                found
                    .line
                    .extend_from_slice(&self.lines[depth as usize - 1]);
            }
        }
        Ok(())
    }

    /// A move that is probably not better: first ask only whether it is.
    #[inline]
    fn scout(
        &mut self,
        state: &G::State,
        mv: G::Move,
        ours: bool,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        let value = self.child(state, mv, ours, depth, alpha, alpha.next())?;
        if value > alpha && value < beta {
            self.child(state, mv, ours, depth, alpha, beta)
        } else {
            Ok(value)
        }
    }

    /// The value of a move from the view of the side that makes it: negate and swap together, only if the side changes.
    #[inline]
    fn child(
        &mut self,
        state: &G::State,
        mv: G::Move,
        ours: bool,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        let next = self.game.play_unchecked(state, mv);
        let next_ours = self.game.to_move(&next) == self.player;
        if next_ours == ours {
            self.value(&next, mv, next_ours, depth - 1, alpha, beta)
        } else {
            self.value(&next, mv, next_ours, depth - 1, -beta, -alpha)
                .map(|value| -value)
        }
    }

    /// See the contract at the top of `search`.
    fn value(
        &mut self,
        state: &G::State,
        by: G::Move,
        ours: bool,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        self.budget.spend()?;
        self.tracer.enter(state, Some(by), ours, alpha, beta);
        self.lines[depth as usize].clear();
        let over = final_score(self.game, state, self.player, self.wins);
        if over.is_some() || depth == 0 {
            self.leaves += 1;
            let score = over.unwrap_or_else(|| opinion(self.game, self.eval, state, self.player));
            let value = if ours { score } else { -score };
            self.tracer.leave(
                value,
                if over.is_some() {
                    Halt::End
                } else {
                    Halt::Leaf
                },
                &[],
            );
            return Ok(value);
        }

        let tabled = depth >= TABLE_DEPTH;
        let (hash, symmetry) = if tabled {
            self.canonical(state)
        } else {
            (0, 0)
        };
        let known = if tabled { self.table.get(hash) } else { None };
        if let Some(known) = known
            && (u32::from(known.depth) >= depth || known.value.decided_at().is_some())
            && match known.bound {
                Bound::Exact => true,
                Bound::AtMost => known.value <= alpha,
                Bound::AtLeast => known.value >= beta,
            }
        {
            self.table_hits += 1;
            self.tracer.leave(known.value, Halt::Table, &[]);
            return Ok(known.value);
        }

        let mut moves = MoveList::new();
        self.game.moves(state, &mut moves);
        let first = known.map_or(u8::MAX, |known| known.mv);
        self.sort(state, ours, depth, &mut moves, first, symmetry);

        let (original, mut best, mut best_move) = (alpha, -Score::INFINITE, moves[0]);
        let mut searched = moves.len();
        for (index, &mv) in moves.iter().enumerate() {
            let value = if index == 0 {
                self.child(state, mv, ours, depth, alpha, beta)?
            } else {
                self.scout(state, mv, ours, depth, alpha, beta)?
            };
            if value > best {
                (best, best_move) = (value, mv);
                if value > alpha {
                    self.extend_line(depth as usize, mv);
                    alpha = value;
                    if value >= beta {
                        self.cutoffs += 1;
                        self.praise(mv, ours, depth);
                        searched = index + 1;
                        break;
                    }
                }
            }
        }
        let halt = if best >= beta {
            Halt::Cutoff
        } else {
            Halt::Searched
        };
        self.tracer.leave(best, halt, &moves[searched..]);
        if tabled {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > original {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let mv = G::code(self.game.image_move(best_move, symmetry));
            self.table.put(
                hash,
                Known {
                    value: best,
                    bound,
                    depth: depth as u8,
                    mv,
                },
            );
        }
        Ok(best)
    }

    /// The hash of the position that stands for all its symmetric images, and the symmetry that leads there.
    #[inline]
    fn canonical(&self, state: &G::State) -> (u64, usize) {
        let mut least = (self.game.hash(state), 0);
        for symmetry in 1..self.game.symmetries() {
            least = least.min((self.game.hash(&self.game.image(state, symmetry)), symmetry));
        }
        (least.0 ^ self.salt, least.1)
    }

    /// The table's move, then by promise, the last refutation at this depth and what has cut off before.
    #[inline]
    fn sort(
        &self,
        state: &G::State,
        ours: bool,
        depth: u32,
        moves: &mut MoveList<G::Move>,
        first: u8,
        symmetry: usize,
    ) {
        if depth < TABLE_DEPTH {
            return super::sort_by(moves, |mv| self.game.centrality(mv));
        }
        let history = &self.history[usize::from(ours)];
        let killer = self.killers[depth as usize];
        super::sort_by(moves, |mv| {
            let code = G::code(mv);
            if first != u8::MAX && G::code(self.game.image_move(mv, symmetry)) == first {
                return i32::MAX;
            }
            let learnt = history[usize::from(code)].min(1 << 16) as i32
                + if code == killer { 1 << 12 } else { 0 };
            self.game.promise(state, mv) * 256 + (learnt >> 8)
        });
    }

    /// Remembers a move that cut off.
    #[inline]
    fn praise(&mut self, mv: G::Move, ours: bool, depth: u32) {
        let code = G::code(mv);
        self.killers[depth as usize] = code;
        let learnt = &mut self.history[usize::from(ours)][usize::from(code)];
        *learnt += depth * depth;
        if *learnt > 1 << 20 {
            for learnt in self.history.iter_mut().flatten() {
                *learnt >>= 4;
            }
        }
    }

    #[inline]
    fn extend_line(&mut self, depth: usize, mv: G::Move) {
        let (shorter, from) = self.lines.split_at_mut(depth);
        from[0].clear();
        from[0].push(mv);
        from[0].extend(shorter[depth - 1].iter().copied());
    }
}
