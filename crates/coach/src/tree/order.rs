//! The moves of the root in another order: what alpha-beta visits for each of them.

use poda_engine::{
    AgentSpec, AnyMove, Game, Method, MultiPlayerSearch, Playable, Score, Ties, alphabeta,
    with_game,
};

use super::SearchTree;
use crate::games::{own_move, own_state};

impl SearchTree {
    /// For each move of the root in this order: how many positions alpha-beta visits, and what comes back, to the player who thinks. None
    /// where its values are not minimax's.
    pub(crate) fn in_order(&self, order: &[AnyMove]) -> Option<Vec<(u64, Score)>> {
        let (inner, _) = self.two_sided()?;
        let (player, depth) = (self.thinker(), self.report.depth.checked_sub(1)?);
        with_game!(&self.game, |rules| {
            let eval = rules.evaluation(self.player.eval).ok()?;
            let root = own_state(rules, &self.state);
            let (mut alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            let visit = |&mv: &AnyMove| {
                let next = rules.play_unchecked(root, own_move(rules, mv));
                let ours = rules.to_move(&next) == player;
                let window = if ours { (alpha, beta) } else { (-beta, -alpha) };
                let mut nodes = 0;
                let value = alphabeta(
                    rules, &eval, &next, depth, player, inner, window, &mut nodes,
                );
                let value = if ours { value } else { -value };
                alpha = alpha.max(value);
                (nodes, value)
            };
            Some(order.iter().map(visit).collect())
        })
    }

    /// Whether the search takes whatever came back with the best value for as good as the best: S3's mistake.
    pub(crate) fn takes_bounds(&self) -> bool {
        matches!(self.player.method, Method::AlphaBeta(search) if search.ties == Ties::Bounds)
    }

    /// The same search without pruning: every value of it is exact. max^n is as it is.
    pub(crate) fn plain(&self) -> AgentSpec {
        match self.player.method {
            Method::MultiPlayer(MultiPlayerSearch::MaxN | MultiPlayerSearch::BestReply, _) => {
                self.agent
            }
            _ => {
                let (depth, eval) = (self.report.depth, self.player.eval);
                let name = format!("minimax:depth={depth},eval={eval},ties=first");
                name.parse()
                    .expect("the names of a search and its evaluation")
            }
        }
    }
}
