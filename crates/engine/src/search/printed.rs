//! S1's search as its paper prints it: **a mistake, kept for study**.
//!
//! The paper prints the branch of the player who thinks. Four things in it are not as in alpha-beta:
//! * below the root that branch keeps nothing (`if (depth == 0)`), so such a node returns the -999 it started with, whatever is below it;
//! * at the root a move that equals the best replaces it with a chance of one half, so of equal moves the later are likelier;
//! * under a narrowed window what equals the best may be only a bound;
//! * nothing stops at a win: only the evaluation, at the full depth, sees one.
//!
//! The branch of the others is not printed. [`MinBranch`] has both ways to read it.

use std::iter;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::limits::Budget;
use super::report::{Bound, RootMove, SearchReport};
use super::trace::{Halt, Tracer};
use super::{Limits, Stop, Stopped, opinion};
use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::params::{Choice, choices};
use crate::types::{PlayerId, Score};

choices! {
    /// How the branch of the others is read, which the paper does not print.
    pub enum MinBranch {
        /// It keeps the least value at every depth, as it must for anything to reach the root.
        Keeps = "keeps",
        /// It is the mirror image of the printed one: below the root it keeps nothing, and returns its 999.
        Mirrors = "mirrors",
    }
}

/// S1's search to a fixed depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Printed {
    /// How many plies to look ahead.
    pub depth: u32,
    /// The branch that is not printed.
    pub min: MinBranch,
}

/// What the printed program starts from, on its own side and, with the other sign, on the others'.
const LEAST: Score = Score::points(-999);

impl Printed {
    /// Searches a position that is not finished and tells the tracer about every node.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn search<G: Game>(
        &self,
        game: &G,
        eval: &impl Evaluator<G>,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        tracer: &mut impl Tracer<G>,
    ) -> Result<SearchReport<G::Move>, Stopped> {
        let mut run = Run {
            game,
            eval,
            tracer,
            player: game.to_move(state),
            min: self.min,
            budget: Budget::new(limits),
            leaves: 0,
            cutoffs: 0,
        };
        run.root(state, self.depth.max(1), rng)
            .map_err(|Stop| Stopped {
                nodes: run.budget.nodes,
                leaves: run.leaves,
                cutoffs: run.cutoffs,
            })
    }
}

struct Run<'a, G: Game, E, T> {
    game: &'a G,
    eval: &'a E,
    tracer: &'a mut T,
    player: PlayerId,
    min: MinBranch,
    budget: Budget<'a>,
    leaves: u64,
    cutoffs: u64,
}

/// Values and windows are from the view of the player who thinks, as in the paper; only the tracer wants them from the side that moves.
impl<G: Game, E: Evaluator<G>, T: Tracer<G>> Run<'_, G, E, T> {
    fn root(
        &mut self,
        state: &G::State,
        depth: u32,
        rng: &mut ChaCha8Rng,
    ) -> Result<SearchReport<G::Move>, Stop> {
        self.enter(state, None, true, -Score::INFINITE, Score::INFINITE)?;
        let mut moves = MoveList::new();
        self.game.moves(state, &mut moves);
        let (mut best, mut kept, mut alpha) = (LEAST, None, -Score::INFINITE);
        let mut found = Vec::new();
        for &mv in &moves {
            let value = self.value(state, mv, depth - 1, alpha, Score::INFINITE)?;
            let bound = if value > alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            found.push(RootMove { mv, value, bound });
            if value > best || value == best && rng.random_range(0..100) < 50 {
                (best, kept) = (value, Some(mv));
            }
            alpha = alpha.max(best);
        }
        self.tracer.leave(best, Halt::Searched, iter::empty());
        // Where nothing was kept, the printed program returns an empty board whose column is 0: the first that is free.
        let choice = kept.unwrap_or(moves[0]);
        Ok(SearchReport {
            value: best,
            choice,
            best: SearchReport::best_of(&found),
            moves: found,
            line: vec![choice],
            depth,
            nodes: self.budget.nodes,
            leaves: self.leaves,
            cutoffs: self.cutoffs,
            table_hits: 0,
            solved: false,
        })
    }

    fn enter(
        &mut self,
        state: &G::State,
        by: Option<G::Move>,
        ours: bool,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stop> {
        self.budget.spend()?;
        let (low, high) = if ours { (alpha, beta) } else { (-beta, -alpha) };
        self.tracer.enter(state, by, ours, low, high);
        Ok(())
    }

    /// The value of a move, `depth` plies after it.
    fn value(
        &mut self,
        before: &G::State,
        by: G::Move,
        depth: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<Score, Stop> {
        let state = &self.game.play_unchecked(before, by);
        let ours = self.game.to_move(state) == self.player;
        let side = |score: Score| if ours { score } else { -score };
        self.enter(state, Some(by), ours, alpha, beta)?;
        if depth == 0 {
            self.leaves += 1;
            let score = opinion(self.game, self.eval, state, self.player);
            self.tracer.leave(side(score), Halt::Leaf, iter::empty());
            return Ok(score);
        }
        let mut moves = MoveList::new();
        self.game.moves_unfinished(state, &mut moves);
        let keeps = !ours && self.min == MinBranch::Keeps;
        let mut best = if ours { LEAST } else { -LEAST };
        for (index, &mv) in moves.iter().enumerate() {
            let value = self.value(state, mv, depth - 1, alpha, beta)?;
            if keeps {
                best = best.min(value);
            }
            if ours {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                let skipped = moves[index + 1..].iter().copied();
                self.cutoffs += u64::from(skipped.len() > 0);
                self.tracer.leave(side(best), Halt::Cutoff, skipped);
                return Ok(best);
            }
        }
        // On a full board it returns what it started from, too.
        self.leaves += u64::from(moves.is_empty());
        let halt = if moves.is_empty() {
            Halt::End
        } else {
            Halt::Searched
        };
        self.tracer.leave(side(best), halt, iter::empty());
        Ok(best)
    }
}
