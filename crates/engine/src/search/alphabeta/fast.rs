//! Alpha-beta to play with: the search of [`alphabeta`](crate::alphabeta), made fast, stopped by limits, watched by a tracer. Each of
//! its parts can be switched off for study.

use std::iter;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::params::{Choice, choices};
use crate::search::report::{RootFindings, SearchReport};
use crate::search::trace::{Halt, NoTrace, Tracer};
use crate::search::walk::{TwoSided, Walk};
use crate::search::{Ends, Limits, Order, Stop, Stopped, Ties, Wins, root_moves};
use crate::types::{PlayerId, Score};

choices! {
    /// The window in which each move of the root is searched.
    pub enum RootWindow {
        /// What is above the best so far: the cheapest, but values below it are only bounds.
        Narrow = "narrow",
        /// Everything: each move gets its exact value, as in S2.
        Full = "full",
    }
}

/// A search to a fixed depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AlphaBeta {
    /// How many plies to look ahead.
    pub depth: u32,
    /// Whether moves are cut off that cannot matter. Without, it is minimax.
    pub prune: bool,
    /// Which children come first.
    pub order: Order,
    /// The window of the root's moves.
    pub window: RootWindow,
    /// How wins are scored.
    pub wins: Wins,
    /// Whether it stops at the end of a game.
    pub ends: Ends,
    /// What becomes of equally good moves.
    pub ties: Ties,
}

impl AlphaBeta {
    /// The defaults at this depth.
    pub fn to_depth(depth: u32) -> AlphaBeta {
        AlphaBeta {
            depth,
            prune: true,
            order: Order::Centre,
            window: RootWindow::Narrow,
            wins: Wins::Distance,
            ends: Ends::Counted,
            ties: Ties::Random,
        }
    }

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
        let depth = self.depth.max(1);
        let mut ahead = MoveList::new();
        game.moves_ahead(state, &mut ahead);
        self.order.sort(game, state, &mut ahead);
        let mut walk = Walk::new(game, eval, self.wins, state, depth, limits, tracer);
        walk.ends = self.ends;
        let mut run = Run {
            walk,
            options: self,
            ahead: &ahead,
        };
        let report = run.root(state, depth, rng);
        report.map_err(|Stop| run.walk.stopped())
    }

    /// What a move comes back with when `player` thinks, from the view of the side that makes it, and how many positions are visited for
    /// that. `depth` counts the move; the window is a contract as for [`alphabeta`](crate::alphabeta).
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn search_move<G: Game>(
        &self,
        game: &G,
        eval: &impl Evaluator<G>,
        (state, mv): (&G::State, G::Move),
        player: PlayerId,
        (alpha, beta): (Score, Score),
        limits: Limits<'_>,
    ) -> Result<(Score, u64), Stopped> {
        let depth = self.depth.max(1);
        let mut ahead = MoveList::new();
        game.moves_ahead(state, &mut ahead);
        self.order.sort(game, state, &mut ahead);
        let mut walk = Walk::new(game, eval, self.wins, state, depth, limits, NoTrace);
        (walk.ends, walk.player) = (self.ends, player);
        let mut run = Run {
            walk,
            options: self,
            ahead: &ahead,
        };
        let ours = game.to_move(state) == player;
        match run.child(state, mv, ours, depth, alpha, beta) {
            Ok(value) => Ok((value, run.walk.budget.nodes)),
            Err(Stop) => Err(run.walk.stopped()),
        }
    }
}

struct Run<'a, G: Game, E, T> {
    walk: Walk<'a, G, E, T>,
    options: &'a AlphaBeta,
    /// All moves there may be, in the order in which they are to be searched: for orders that are the same at every node.
    ahead: &'a [G::Move],
}

impl<G: Game, E: Evaluator<G>, T: Tracer<G>> Run<'_, G, E, T> {
    /// Compares the root's moves. Unlike other nodes it needs all their values, not only the best.
    fn root(
        &mut self,
        state: &G::State,
        depth: u32,
        rng: &mut ChaCha8Rng,
    ) -> Result<SearchReport<G::Move>, Stop> {
        let AlphaBeta {
            order,
            window,
            ties,
            prune,
            ..
        } = *self.options;
        let full = window == RootWindow::Full || !prune;
        self.walk.enter_root(state)?;
        let mut found = RootFindings::new();
        for mv in root_moves(self.walk.game, state, order, ties, rng) {
            let alpha = if full { -Score::INFINITE } else { found.value };
            let value = self.child(state, mv, true, depth, alpha, Score::INFINITE)?;
            found.add(mv, value, alpha, self.walk.lines.after_move(depth));
        }
        self.walk
            .tracer
            .leave(found.value, Halt::Searched, iter::empty());
        let mut report = self.walk.report(depth, found);
        if ties == Ties::Bounds {
            let tied: Vec<G::Move> = report
                .moves
                .iter()
                .filter(|root| root.value == report.value)
                .map(|root| root.mv)
                .collect();
            report.choice = tied[rng.random_range(..tied.len())];
        }
        Ok(report)
    }

    #[inline(never)]
    fn busy_first(&self, state: &G::State) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        self.walk.game.moves_unfinished(state, &mut moves);
        Order::Busy.sort(self.walk.game, state, &mut moves);
        moves
    }
}

impl<'a, G: Game, E: Evaluator<G>, T: Tracer<G>> TwoSided<'a, G> for Run<'a, G, E, T> {
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
        let listed;
        let moves = if self.options.order == Order::Busy {
            listed = self.busy_first(state);
            &listed[..]
        } else {
            self.ahead
        };
        let (mut best, mut low) = (-Score::INFINITE, alpha);
        for (index, &mv) in moves.iter().enumerate() {
            if !self.walk.game.allows(state, mv) {
                continue;
            }
            let value = self.child(state, mv, ours, depth, low, beta)?;
            if value <= best {
                continue;
            }
            best = value;
            if value <= low {
                continue;
            }
            if self.options.prune {
                if value >= beta {
                    let rest = moves[index + 1..].iter().copied();
                    let skipped = rest.filter(|&mv| self.walk.game.allows(state, mv));
                    self.walk.cutoffs += u64::from(skipped.clone().next().is_some());
                    self.walk.tracer.leave(best, Halt::Cutoff, skipped);
                    return Ok(best);
                }
                low = value;
            }
            self.walk.lines.extend(depth, mv);
        }
        self.walk.tracer.leave(best, Halt::Searched, iter::empty());
        Ok(best)
    }
}
