//! Alpha-beta, fail-soft and two-sided. Each of its parts can be switched off for study.

use std::iter;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::limits::Budget;
use super::report::{Bound, RootMove, SearchReport};
use super::trace::{Halt, Tracer};
use super::{Limits, Order, Stop, Ties, Wins, final_score, opinion, root_moves};
use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::params::{Choice, choices};
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
    ) -> Result<SearchReport<G::Move>, Stop> {
        let depth = self.depth.max(1);
        let mut ahead = MoveList::new();
        game.moves_ahead(state, &mut ahead);
        self.order.sort(game, state, &mut ahead);
        let mut run = Run {
            game,
            eval,
            options: self,
            ahead: &ahead,
            player: game.to_move(state),
            budget: Budget::new(limits),
            tracer,
            leaves: 0,
            cutoffs: 0,
            lines: Vec::new(),
        };
        run.lines.resize_with(depth as usize + 1, MoveList::new);
        run.root(*state, depth, rng)
    }
}

struct Run<'a, G: Game, E, T> {
    game: &'a G,
    eval: &'a E,
    options: &'a AlphaBeta,
    /// All moves there may be, in the order in which they are to be searched: for orders that are the same at every node.
    ahead: &'a [G::Move],
    /// Who thinks.
    player: PlayerId,
    budget: Budget<'a>,
    tracer: &'a mut T,
    leaves: u64,
    cutoffs: u64,
    /// The expected play from a node, by the depth that was left there. It is written where a value rises inside its window and
    /// read only where one comes back inside it, so what an earlier node left behind is never seen.
    lines: Vec<MoveList<G::Move>>,
}

impl<G: Game, E: Evaluator<G>, T: Tracer<G>> Run<'_, G, E, T> {
    /// Compares the root's moves. Unlike other nodes it needs all their values, not only the best.
    fn root(
        &mut self,
        state: G::State,
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
        self.budget.spend()?;
        self.tracer
            .enter(&state, None, true, -Score::INFINITE, Score::INFINITE);
        let mut moves: Vec<RootMove<G::Move>> = Vec::new();
        let (mut best, mut line) = (-Score::INFINITE, Vec::new());
        for mv in root_moves(self.game, &state, order, ties, rng) {
            let alpha = if full { -Score::INFINITE } else { best };
            let value = self.child(state, mv, true, depth, alpha, Score::INFINITE)?;
            let bound = if value > alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            moves.push(RootMove { mv, value, bound });
            if value > best {
                best = value;
                line = vec![mv];
                line.extend_from_slice(&self.lines[depth as usize - 1]);
            }
        }
        self.tracer.leave(best, Halt::Searched, iter::empty());
        let choice = match ties {
            Ties::Random | Ties::First => line[0],
            Ties::Bounds => {
                let tied: Vec<G::Move> = moves
                    .iter()
                    .filter(|root| root.value == best)
                    .map(|root| root.mv)
                    .collect();
                tied[rng.random_range(..tied.len())]
            }
        };
        Ok(SearchReport {
            value: best,
            choice,
            best: SearchReport::best_of(&moves),
            moves,
            line,
            depth,
            nodes: self.budget.nodes,
            leaves: self.leaves,
            cutoffs: self.cutoffs,
            table_hits: 0,
            solved: false,
        })
    }

    /// The value of a move from the view of the side that makes it: negate and swap together, only if the side changes.
    ///
    /// Leaves are valued here, without another call: most nodes are leaves. That is why this one is always inlined into
    /// [`value`](Run::value), which never is: the other way round every leaf would pay for a whole node's frame.
    #[inline(always)]
    fn child(
        &mut self,
        state: G::State,
        mv: G::Move,
        ours: bool,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        self.budget.spend()?;
        let next = self.game.play_unchecked(&state, mv);
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
        let value = self.value(next, next_ours, depth - 1, low, high)?;
        Ok(if same_side { value } else { -value })
    }

    /// The score of a finished game or at the depth limit, from the view of the player who thinks.
    #[inline(always)]
    fn leaf(&self, state: &G::State, depth: u32) -> Option<(Score, Halt)> {
        if let Some(score) = final_score(self.game, state, self.player, self.options.wins) {
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
        state: G::State,
        ours: bool,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        let listed;
        let moves = if self.options.order == Order::Busy {
            listed = self.busy_first(&state);
            &listed[..]
        } else {
            self.ahead
        };
        let (mut best, mut low) = (-Score::INFINITE, alpha);
        for (index, &mv) in moves.iter().enumerate() {
            if !self.game.allows(&state, mv) {
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
                    self.cutoffs += 1;
                    let rest = moves[index + 1..].iter().copied();
                    let skipped = rest.filter(|&mv| self.game.allows(&state, mv));
                    self.tracer.leave(best, Halt::Cutoff, skipped);
                    return Ok(best);
                }
                low = value;
            }
            self.extend_line(depth as usize, mv);
        }
        self.tracer.leave(best, Halt::Searched, iter::empty());
        Ok(best)
    }

    #[inline(never)]
    fn busy_first(&self, state: &G::State) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        self.game.moves_unfinished(state, &mut moves);
        Order::Busy.sort(self.game, state, &mut moves);
        moves
    }

    #[inline]
    fn extend_line(&mut self, depth: usize, mv: G::Move) {
        let (shorter, from) = self.lines.split_at_mut(depth);
        from[0].clear();
        from[0].push(mv);
        from[0].extend(shorter[depth - 1].iter().copied());
    }
}
