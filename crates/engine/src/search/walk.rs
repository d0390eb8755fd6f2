//! What every two-sided search with a window does alike: going to a child, valuing a leaf, counting, reporting.

use std::iter;

use super::limits::Budget;
use super::lines::Lines;
use super::report::{RootFindings, SearchReport};
use super::trace::{Halt, Tracer};
use super::{Ends, Limits, Stop, Stopped, Wins, final_score, has_room, opinion};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::types::{PlayerId, Score};

/// One thread's way through the tree below a root: what it searches, what it has spent, what it expects.
pub(super) struct Walk<'a, G: Game, E, T> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) wins: Wins,
    pub(super) ends: Ends,
    /// Who thinks.
    pub(super) player: PlayerId,
    pub(super) budget: Budget<'a>,
    pub(super) tracer: T,
    pub(super) leaves: u64,
    pub(super) cutoffs: u64,
    pub(super) table_hits: u64,
    pub(super) lines: Lines<G::Move>,
}

impl<'a, G: Game, E: Evaluator<G>, T: Tracer<G>> Walk<'a, G, E, T> {
    /// From this root, at most so deep.
    pub(super) fn new(
        game: &'a G,
        eval: &'a E,
        wins: Wins,
        root: &G::State,
        depth: u32,
        limits: Limits<'a>,
        tracer: T,
    ) -> Walk<'a, G, E, T> {
        Walk {
            game,
            eval,
            wins,
            ends: Ends::Counted,
            player: game.to_move(root),
            budget: Budget::new(limits),
            tracer,
            leaves: 0,
            cutoffs: 0,
            table_hits: 0,
            lines: Lines::new(depth),
        }
    }

    /// The root is entered, once for each depth.
    pub(super) fn enter_root(&mut self, root: &G::State) -> Result<(), Stop> {
        self.budget.spend()?;
        let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        self.tracer.enter(root, None, true, alpha, beta);
        Ok(())
    }

    /// What was found at the root, and what it has cost so far.
    pub(super) fn report(&self, depth: u32, found: RootFindings<G::Move>) -> SearchReport<G::Move> {
        let mut report = found.into_report(depth);
        self.add_costs(&mut report);
        report
    }

    /// Says what it has cost so far.
    pub(super) fn add_costs(&self, report: &mut SearchReport<G::Move>) {
        (report.nodes, report.leaves) = (self.budget.nodes, self.leaves);
        (report.cutoffs, report.table_hits) = (self.cutoffs, self.table_hits);
    }

    /// What it has cost until it was stopped.
    pub(super) fn stopped(&self) -> Stopped {
        Stopped {
            nodes: self.budget.nodes,
            leaves: self.leaves,
            cutoffs: self.cutoffs,
        }
    }

    /// The score of a finished game or at the depth limit, from the view of the player who thinks.
    #[inline(always)]
    fn leaf(&self, state: &G::State, depth: u32) -> Option<(Score, Halt)> {
        if let Some(score) = final_score(self.game, state, self.player, self.wins) {
            // Asked where a game is over, and nowhere else: it costs no other node anything.
            return match self.ends {
                Ends::Counted => Some((score, Halt::End)),
                Ends::Ignored => self.leaf_after_the_end(state, depth),
            };
        }
        (depth == 0).then(|| {
            (
                opinion(self.game, self.eval, state, self.player),
                Halt::Leaf,
            )
        })
    }

    /// A finished game where ends are ignored: a leaf only at the depth limit, or where there is no room to play on.
    #[cold]
    #[inline(never)]
    fn leaf_after_the_end(&self, state: &G::State, depth: u32) -> Option<(Score, Halt)> {
        let thought = || opinion(self.game, self.eval, state, self.player);
        (depth == 0 || !has_room(self.game, state)).then(|| (thought(), Halt::Leaf))
    }
}

/// A search that differs from others in how it values a node.
pub(super) trait TwoSided<'a, G: Game + 'a> {
    type Eval: Evaluator<G> + 'a;
    type Tracer: Tracer<G>;

    fn walk(&mut self) -> &mut Walk<'a, G, Self::Eval, Self::Tracer>;

    /// The value of a position that is not finished and has some depth left; see the contract at the top of `search`.
    fn value(
        &mut self,
        state: &G::State,
        ours: bool,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop>;

    /// The value of a move from the view of the side that makes it: negate and swap together, only if the side changes.
    ///
    /// Leaves are valued here, without another call: most nodes are leaves. That is why this one is always inlined into
    /// [`value`](TwoSided::value), which must never be: the other way round every leaf would pay for a whole node's frame.
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
        let walk = self.walk();
        walk.budget.spend()?;
        let next = walk.game.play_unchecked(state, mv);
        let next_ours = if G::ALTERNATES {
            !ours
        } else {
            walk.game.to_move(&next) == walk.player
        };
        let same_side = next_ours == ours;
        let (low, high) = if same_side {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        walk.tracer.enter(&next, Some(mv), next_ours, low, high);
        if let Some((score, halt)) = walk.leaf(&next, depth - 1) {
            walk.leaves += 1;
            if depth > 1 {
                walk.lines.clear(depth - 1);
            }
            walk.tracer
                .leave(if next_ours { score } else { -score }, halt, iter::empty());
            return Ok(if ours { score } else { -score });
        }
        let value = self.value(&next, next_ours, depth - 1, low, high)?;
        Ok(if same_side { value } else { -value })
    }
}
