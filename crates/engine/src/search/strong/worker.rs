//! One thread of the strong search. How several share the work is told in [`Turns`].

use std::iter;

use super::experience::Experience;
use super::turns::Turns;
use crate::eval::Evaluator;
use crate::game::{Game, MoveList, mix};
use crate::search::busy::Busy;
use crate::search::limits::Budget;
use crate::search::report::{Bound, RootFindings, SearchReport};
use crate::search::table::{Known, TranspositionTable};
use crate::search::trace::{Halt, Tracer};
use crate::search::walk::{TwoSided, Walk};
use crate::search::{Limits, RootWindow, Stop, Wins, sort_by, sort_with};
use crate::types::Score;

/// Below this depth a position is cheaper to search than to look up.
const TABLE_DEPTH: u32 = 2;

/// No search goes deeper: no game is longer.
pub(super) const MOST_DEPTH: u32 = 127;

/// What all threads have in common.
pub(super) struct Job<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) wins: Wins,
    pub(super) table: &'a TranspositionTable,
    pub(super) window: RootWindow,
    /// Which positions the threads are at.
    pub(super) busy: &'a Busy,
    /// The root.
    pub(super) state: &'a G::State,
    /// The last depth.
    pub(super) most: u32,
}

/// What each thread has for itself.
pub(super) struct Worker<'a, G: Game, E, T> {
    walk: Walk<'a, G, E, T>,
    table: &'a TranspositionTable,
    window: RootWindow,
    busy: &'a Busy,
    root: G::State,
    most: u32,
    /// Combined with every hash: an evaluation may see the same position differently for another player.
    salt: u64,
    /// Which side the current scout expects to find nothing better: at its nodes all moves will have to be looked at, at those
    /// of the other side one will do.
    failing: bool,
    experience: Experience,
}

/// A node that is being searched.
#[derive(Clone, Copy)]
struct Node<'s, S> {
    state: &'s S,
    ours: bool,
    depth: u32,
    alpha: Score,
    beta: Score,
}

/// Where the table keeps a position, and what it knows of it.
struct Entry {
    hash: u64,
    /// What leads from the position to the one that stands for all its symmetric images.
    symmetry: usize,
    known: Option<Known>,
}

impl<'a, G: Game, E: Evaluator<G>, T: Tracer<G>> Worker<'a, G, E, T> {
    pub(super) fn new(job: &Job<'a, G, E>, limits: Limits<'a>, tracer: T) -> Worker<'a, G, E, T> {
        let walk = Walk::new(
            job.game, job.eval, job.wins, job.state, job.most, limits, tracer,
        );
        Worker {
            salt: mix(walk.player.index() as u64 + 1),
            walk,
            table: job.table,
            window: job.window,
            busy: job.busy,
            root: *job.state,
            most: job.most,
            failing: true,
            experience: Experience::new(),
        }
    }

    /// How many nodes it has looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.walk.budget.nodes
    }

    /// The thread whose result counts.
    pub(super) fn lead(
        &mut self,
        mut order: MoveList<G::Move>,
        each_depth: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        let mut report = self.first_depth(&mut order);
        each_depth(&report);
        for depth in 2..=self.most {
            if report.value.decided_at().is_some() {
                break;
            }
            let mut found = RootFindings::new();
            if self.search_root(depth, &mut order, &mut found).is_err() {
                // An unfinished depth still counts if it came to a better move: it began with the best of the depth before.
                if let Some(&choice) = found.line.first()
                    && choice != report.choice
                {
                    (report.choice, report.value, report.line) = (choice, found.value, found.line);
                    report.best = vec![choice];
                }
                break;
            }
            report = self.walk.report(depth, found);
            each_depth(&report);
        }
        self.walk.add_costs(&mut report);
        report
    }

    /// The first depth is a handful of nodes and is owed to whoever waits for a move: no limit stops it.
    fn first_depth(&mut self, order: &mut MoveList<G::Move>) -> SearchReport<G::Move> {
        let unlimited = Budget::new(Limits::default());
        let mut limited = std::mem::replace(&mut self.walk.budget, unlimited);
        let mut found = RootFindings::new();
        self.search_root(1, order, &mut found)
            .expect("nothing limits the first depth");
        limited.nodes = self.walk.budget.nodes;
        self.walk.budget = limited;
        self.walk.report(1, found)
    }

    /// A thread that helps to fill the table, at the same depths and in the same order: what keeps the threads apart is
    /// [`Turns`].
    pub(super) fn assist(&mut self, mut order: MoveList<G::Move>) {
        for depth in 1..=self.most {
            let mut found = RootFindings::new();
            if self.search_root(depth, &mut order, &mut found).is_err() {
                return;
            }
        }
    }

    /// Searches the root's moves; a depth that is finished puts its best move in front for the next.
    fn search_root(
        &mut self,
        depth: u32,
        order: &mut MoveList<G::Move>,
        found: &mut RootFindings<G::Move>,
    ) -> Result<(), Stop> {
        let state = self.root;
        let full = self.window == RootWindow::Full;
        self.walk.enter_root(&state)?;
        let mut moves = order.clone();
        // The first move tells what the others must beat, so all threads share in it.
        let mut turns = Turns::new(&mut moves, self.busy, depth, false);
        while let Some(turn) = turns.next(|mv| self.key_after(&state, mv)) {
            let alpha = if full { -Score::INFINITE } else { found.value };
            let value = match found.moves.is_empty() || full {
                true => self.child(&state, turn.mv, true, depth, alpha, Score::INFINITE),
                false => self.scout(&state, turn.mv, true, depth, alpha, Score::INFINITE),
            };
            turns.end(&turn);
            found.add(turn.mv, value?, alpha, self.walk.lines.after_move(depth));
        }
        self.walk
            .tracer
            .leave(found.value, Halt::Searched, iter::empty());
        let best = order.iter().position(|&mv| mv == found.line[0]);
        order[..=best.expect("the best move is a move")].rotate_right(1);
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

    /// What the table knows of a node.
    #[inline(always)]
    fn look_up(&self, node: Node<'_, G::State>) -> Entry {
        if node.depth < TABLE_DEPTH {
            return Entry {
                hash: 0,
                symmetry: 0,
                known: None,
            };
        }
        let (hash, symmetry) = self.canonical(node.state);
        Entry {
            hash,
            symmetry,
            known: self.table.get(hash),
        }
    }

    /// The table's answer to a node, if it has one.
    #[inline(always)]
    fn answer(&mut self, node: Node<'_, G::State>, known: Option<Known>) -> Option<Score> {
        let known = known.filter(|known| known.answers(node.depth, node.alpha, node.beta))?;
        self.walk.table_hits += 1;
        self.walk.lines.clear(node.depth);
        self.walk
            .tracer
            .leave(known.value, Halt::Table, iter::empty());
        Some(known.value)
    }

    /// Puts the table's move first, then orders by promise and by what has cut off before.
    #[inline]
    fn sort(&self, node: Node<'_, G::State>, entry: &Entry, moves: &mut MoveList<G::Move>) {
        let game = self.walk.game;
        if node.depth < TABLE_DEPTH {
            return sort_by(moves, |mv| game.centrality(mv));
        }
        let first = entry.known.map_or(u8::MAX, |known| known.mv);
        let learnt = self.experience.at(node.ours, node.depth);
        let mut worths = game.promises(node.state, moves);
        for (worth, &mv) in worths.iter_mut().zip(moves.iter()) {
            *worth = if first != u8::MAX && G::code(game.image_move(mv, entry.symmetry)) == first {
                i32::MAX
            } else {
                *worth * 256 + learnt.of(G::code(mv))
            };
        }
        sort_with(moves, &mut worths);
    }

    /// Searches the moves of a node: the best value and its move; no move if another thread was done with the node before.
    #[inline(always)]
    fn search_moves(
        &mut self,
        node: Node<'_, G::State>,
        entry: &Entry,
        moves: &mut MoveList<G::Move>,
    ) -> Result<(Score, Option<G::Move>), Stop> {
        let Node {
            state,
            ours,
            depth,
            mut alpha,
            beta,
        } = node;
        let all_needed = beta == alpha.next() && ours == self.failing;
        let (mut best, mut best_move) = (-Score::INFINITE, moves[0]);
        let mut halt = Halt::Searched;
        let mut turns = Turns::new(moves, self.busy, depth, all_needed);
        while let Some(turn) = turns.next(|mv| self.key_after(state, mv)) {
            if turn.is_shared()
                && let Some(value) = self.answer(Node { alpha, ..node }, self.table.get(entry.hash))
            {
                turns.end(&turn);
                return Ok((value, None));
            }
            let value = if turn.is_first {
                self.child(state, turn.mv, ours, depth, alpha, beta)
            } else {
                self.scout(state, turn.mv, ours, depth, alpha, beta)
            };
            turns.end(&turn);
            let value = value?;
            if value > best {
                (best, best_move) = (value, turn.mv);
                if value >= beta {
                    self.walk.cutoffs += u64::from(turns.rest().next().is_some());
                    self.experience.praise(G::code(turn.mv), ours, depth);
                    halt = Halt::Cutoff;
                    break;
                }
                if value > alpha {
                    alpha = value;
                    self.walk.lines.extend(depth, turn.mv);
                }
            }
        }
        self.walk.tracer.leave(best, halt, turns.rest());
        Ok((best, Some(best_move)))
    }

    /// Tells the table what was found.
    #[inline(always)]
    fn store(&self, node: Node<'_, G::State>, entry: &Entry, value: Score, mv: G::Move) {
        if node.depth < TABLE_DEPTH {
            return;
        }
        let bound = if value >= node.beta {
            Bound::AtLeast
        } else if value > node.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let known = Known {
            value,
            bound,
            depth: node.depth as u8,
            mv: G::code(self.walk.game.image_move(mv, entry.symmetry)),
        };
        self.table.put(entry.hash, known);
    }

    /// The hash of the position that stands for all its symmetric images, and the symmetry that leads there.
    #[inline]
    fn canonical(&self, state: &G::State) -> (u64, usize) {
        let game = self.walk.game;
        let mut least = (game.hash(state), 0);
        for symmetry in 1..game.symmetries() {
            least = least.min((game.hash(&game.image(state, symmetry)), symmetry));
        }
        (least.0 ^ self.salt, least.1)
    }

    /// Which position a move leads to, for telling other threads.
    fn key_after(&self, state: &G::State, mv: G::Move) -> u64 {
        self.canonical(&self.walk.game.play_unchecked(state, mv)).0
    }
}

impl<'a, G: Game, E: Evaluator<G>, T: Tracer<G>> TwoSided<'a, G> for Worker<'a, G, E, T> {
    type Eval = E;
    type Tracer = T;

    #[inline(always)]
    fn walk(&mut self) -> &mut Walk<'a, G, E, T> {
        &mut self.walk
    }

    #[inline(never)]
    fn value(
        &mut self,
        state: &G::State,
        ours: bool,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        let node = Node {
            state,
            ours,
            depth,
            alpha,
            beta,
        };
        let entry = self.look_up(node);
        if let Some(value) = self.answer(node, entry.known) {
            return Ok(value);
        }
        let mut moves = MoveList::new();
        self.walk.game.moves_unfinished(state, &mut moves);
        self.sort(node, &entry, &mut moves);
        let (value, best_move) = self.search_moves(node, &entry, &mut moves)?;
        if let Some(mv) = best_move {
            self.store(node, &entry, value, mv);
        }
        Ok(value)
    }
}
