//! One thread of the strong search. What keeps several from doing the same work twice is told in [`Busy`].

use std::iter;

use super::busy::Busy;
use super::limits::Budget;
use super::report::{Bound, RootMove, SearchReport};
use super::strong::Strong;
use super::table::{Known, Table};
use super::trace::{Halt, Tracer};
use super::{Limits, RootWindow, Stop, Wins, final_score, opinion};
use crate::eval::Evaluator;
use crate::game::{Game, MoveList, mix};
use crate::types::{PlayerId, Score};

/// Below this depth a position is cheaper to search than to look up.
const TABLE_DEPTH: u32 = 2;

/// From this depth on, threads tell each other which moves they are searching.
const SHARE_DEPTH: u32 = 4;

/// No search goes deeper: no game is longer.
pub(super) const MOST_DEPTH: u32 = 127;

/// What all threads have in common.
pub(super) struct Job<'a, G: Game, E> {
    pub(super) busy: &'a Busy,
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) state: &'a G::State,
    pub(super) table: &'a Table,
    pub(super) options: &'a Strong,
    pub(super) most: u32,
}

/// What each thread has for itself.
pub(super) struct Worker<'a, G: Game, E, T> {
    tracer: T,
    busy: &'a Busy,
    game: &'a G,
    eval: &'a E,
    table: &'a Table,
    wins: Wins,
    window: RootWindow,
    root: G::State,
    most: u32,
    /// Who thinks.
    player: PlayerId,
    /// Combined with every hash: an evaluation may see the same position differently for another player.
    salt: u64,
    /// Which side the current scout expects to find nothing better: at its nodes all moves will have to be looked at, at those
    /// of the other side one will do.
    failing: bool,
    budget: Budget<'a>,
    leaves: u64,
    cutoffs: u64,
    table_hits: u64,
    /// How much each move, by side and code, has cut off.
    history: Box<[[u32; 256]; 2]>,
    /// The last move that cut off, by remaining depth.
    killers: [u8; MOST_DEPTH as usize + 1],
    /// The expected play from a node, by the depth that was left there; see `alphabeta`.
    lines: Vec<MoveList<G::Move>>,
}

/// How far one depth came.
struct Depth<M> {
    moves: Vec<RootMove<M>>,
    line: Vec<M>,
    value: Score,
}

impl<'a, G: Game, E: Evaluator<G>, T: Tracer<G>> Worker<'a, G, E, T> {
    pub(super) fn new(job: &Job<'a, G, E>, limits: Limits<'a>, tracer: T) -> Worker<'a, G, E, T> {
        let player = job.game.to_move(job.state);
        let mut lines = Vec::new();
        lines.resize_with(job.most as usize + 1, MoveList::new);
        Worker {
            tracer,
            busy: job.busy,
            game: job.game,
            eval: job.eval,
            table: job.table,
            wins: job.options.wins,
            window: job.options.window,
            root: *job.state,
            most: job.most,
            player,
            salt: mix(player.index() as u64 + 1),
            failing: true,
            budget: Budget::new(limits),
            leaves: 0,
            cutoffs: 0,
            table_hits: 0,
            history: Box::new([[0; 256]; 2]),
            killers: [u8::MAX; MOST_DEPTH as usize + 1],
            lines,
        }
    }

    /// How many nodes it has looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes
    }

    /// The thread whose result counts.
    pub(super) fn lead(
        &mut self,
        mut order: MoveList<G::Move>,
        each_depth: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
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
                    let report: &mut SearchReport<G::Move> =
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

    /// A thread that helps to fill the table, at the same depths and in the same order: what keeps the threads apart is
    /// [`Busy`].
    pub(super) fn assist(&mut self, mut order: MoveList<G::Move>) {
        for depth in 1..=self.most {
            let mut found = Depth {
                moves: Vec::new(),
                line: Vec::new(),
                value: -Score::INFINITE,
            };
            if self.root(depth, &order, &mut found).is_err() {
                return;
            }
            let front = order
                .iter()
                .position(|&mv| mv == found.line[0])
                .expect("the best move is a move");
            order[..=front].rotate_right(1);
        }
    }

    fn report(&self, depth: u32, found: Depth<G::Move>) -> SearchReport<G::Move> {
        SearchReport {
            value: found.value,
            choice: found.line[0],
            best: SearchReport::best_of(&found.moves),
            moves: found.moves,
            line: found.line,
            depth,
            nodes: self.budget.nodes,
            leaves: self.leaves,
            cutoffs: self.cutoffs,
            table_hits: self.table_hits,
            solved: false,
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
        let mut moves: MoveList<G::Move> = order.iter().copied().collect();
        let mut index = 0;
        while index < moves.len() {
            let mv = moves[index];
            index += 1;
            let shared = self.busy.is_shared();
            let key = if shared {
                self.key_after(&state, mv)
            } else {
                0
            };
            // The first move tells what the others must beat, so all threads share in it.
            let later = index > 1 && index <= order.len() && !moves.is_full();
            if shared && self.busy.mark(key) && later {
                moves.push(mv);
                continue;
            }
            let full = self.window == RootWindow::Full;
            let alpha = if full { -Score::INFINITE } else { found.value };
            let value = match found.moves.is_empty() || full {
                true => self.child(&state, mv, true, depth, alpha, Score::INFINITE),
                false => self.scout(&state, mv, true, depth, alpha, Score::INFINITE),
            };
            if shared {
                self.busy.unmark(key);
            }
            let value = value?;
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
        self.tracer
            .leave(found.value, Halt::Searched, iter::empty());
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
        if beta > alpha.next() {
            self.failing = ours;
        }
        let value = self.child(state, mv, ours, depth, alpha, alpha.next())?;
        if value > alpha && value < beta {
            self.child(state, mv, ours, depth, alpha, beta)
        } else {
            Ok(value)
        }
    }

    /// The value of a move from the view of the side that makes it: negate and swap together, only if the side changes.
    ///
    /// Leaves are valued here, without another call: most nodes are leaves. That is why this one is always inlined into
    /// [`value`](Worker::value), which never is: the other way round every leaf would pay for a whole node's frame.
    #[inline(always)]
    fn child(
        &mut self,
        state: &G::State,
        mv: G::Move,
        ours: bool,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        self.budget.spend()?;
        let next = self.game.play_unchecked(state, mv);
        let next_ours = if G::ALTERNATES {
            !ours
        } else {
            self.game.to_move(&next) == self.player
        };
        let same_side = next_ours == ours;
        let (low, high) = if same_side {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        self.tracer.enter(&next, Some(mv), next_ours, low, high);
        if let Some((score, halt)) = self.leaf(&next, depth - 1) {
            self.leaves += 1;
            if depth > 1 {
                self.lines[depth as usize - 1].clear();
            }
            self.tracer
                .leave(if next_ours { score } else { -score }, halt, iter::empty());
            return Ok(if ours { score } else { -score });
        }
        let value = self.value(&next, next_ours, depth - 1, low, high)?;
        Ok(if same_side { value } else { -value })
    }

    /// The score of a finished game or at the depth limit, from the view of the player who thinks.
    #[inline(always)]
    fn leaf(&self, state: &G::State, depth: u32) -> Option<(Score, Halt)> {
        if let Some(score) = final_score(self.game, state, self.player, self.wins) {
            return Some((score, Halt::End));
        }
        (depth == 0).then(|| {
            (
                opinion(self.game, self.eval, state, self.player),
                Halt::Leaf,
            )
        })
    }

    /// The value of a position that is not finished; see the contract at the top of `search`.
    #[inline(never)]
    fn value(
        &mut self,
        state: &G::State,
        ours: bool,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        let tabled = depth >= TABLE_DEPTH;
        let (hash, symmetry) = if tabled {
            self.canonical(state)
        } else {
            (0, 0)
        };
        let known = if tabled { self.table.get(hash) } else { None };
        if let Some(known) = known.filter(|known| known.answers(depth, alpha, beta)) {
            return Ok(self.answer_with(known, depth));
        }

        let mut moves = MoveList::new();
        self.game.moves_unfinished(state, &mut moves);
        let first = known.map_or(u8::MAX, |known| known.mv);
        self.sort(state, ours, depth, &mut moves, first, symmetry);

        // The moves that threads keep apart. Where one move may be enough, the first must show that it is not.
        let shared_from = if !self.busy.is_shared() || depth < SHARE_DEPTH {
            usize::MAX
        } else if beta == alpha.next() && ours == self.failing {
            0
        } else {
            1
        };
        let (original, mut best, mut best_move) = (alpha, -Score::INFINITE, moves[0]);
        let (count, mut index) = (moves.len(), 0);
        while index < moves.len() {
            let mv = moves[index];
            index += 1;
            let shared = index > shared_from;
            let key = if shared { self.key_after(state, mv) } else { 0 };
            if shared && self.busy.mark(key) && index <= count && !moves.is_full() {
                moves.push(mv);
                continue;
            }
            // Somebody else may have finished this very position in the meantime.
            if shared
                && let Some(known) = self
                    .table
                    .get(hash)
                    .filter(|known| known.answers(depth, alpha, beta))
            {
                self.busy.unmark(key);
                return Ok(self.answer_with(known, depth));
            }
            let value = if index == 1 {
                self.child(state, mv, ours, depth, alpha, beta)
            } else {
                self.scout(state, mv, ours, depth, alpha, beta)
            };
            if shared {
                self.busy.unmark(key);
            }
            let value = value?;
            if value > best {
                (best, best_move) = (value, mv);
                if value >= beta {
                    self.cutoffs += 1;
                    self.praise(mv, ours, depth);
                    break;
                }
                if value > alpha {
                    alpha = value;
                    self.extend_line(depth as usize, mv);
                }
            }
        }
        let halt = if best >= beta {
            Halt::Cutoff
        } else {
            Halt::Searched
        };
        self.tracer
            .leave(best, halt, moves[index..].iter().copied());
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

    fn answer_with(&mut self, known: Known, depth: u32) -> Score {
        self.table_hits += 1;
        self.lines[depth as usize].clear();
        self.tracer.leave(known.value, Halt::Table, iter::empty());
        known.value
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

    /// Which position a move leads to, for telling other threads.
    fn key_after(&self, state: &G::State, mv: G::Move) -> u64 {
        self.canonical(&self.game.play_unchecked(state, mv)).0
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
        let mut worths = self.game.promises(state, moves);
        for (worth, &mv) in worths.iter_mut().zip(moves.iter()) {
            let code = G::code(mv);
            *worth = if first != u8::MAX && G::code(self.game.image_move(mv, symmetry)) == first {
                i32::MAX
            } else {
                let learnt = history[usize::from(code)].min(1 << 16) as i32
                    + if code == killer { 1 << 12 } else { 0 };
                *worth * 256 + (learnt >> 8)
            };
        }
        super::sort_with(moves, &mut worths);
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
