//! The moves of the root in another order: what alpha-beta visits for each of them.

use poda_engine::{AgentSpec, AnyMove, Limits, Method, MultiPlayerSearch, Score, Ties};

use super::SearchTree;

impl SearchTree {
    /// For each move of the root in this order: how many positions alpha-beta visits, and what comes back, to the player who thinks. None
    /// where its values are not minimax's.
    pub(crate) fn in_order(&self, order: &[AnyMove]) -> Option<Vec<(u64, Score)>> {
        let mut alpha = -Score::INFINITE;
        let visit = |&mv: &AnyMove| {
            let (depth, window) = (self.report.depth, (alpha, Score::INFINITE));
            let found = self.search_move(&self.state, mv, depth, window, Limits::default());
            let (value, nodes) = found?;
            alpha = alpha.max(value);
            Some((nodes, value))
        };
        order.iter().map(visit).collect()
    }

    /// Whether the search takes whatever came back with the best value for as good as the best: S3's mistake.
    pub(crate) fn takes_bounds(&self) -> bool {
        matches!(self.player.method, Method::AlphaBeta(search) if search.ties == Ties::Bounds)
    }

    /// The same search without pruning: every value of it is exact. max^n is as it is.
    pub(crate) fn plain(&self) -> AgentSpec {
        match self.player.method {
            Method::MultiPlayer(
                MultiPlayerSearch::MaxN { .. } | MultiPlayerSearch::BestReply,
                _,
            ) => self.agent,
            _ => {
                let (depth, eval) = (self.report.depth, self.player.eval);
                let name = format!("minimax:depth={depth},eval={eval},ties=first");
                name.parse()
                    .expect("the names of a search and its evaluation")
            }
        }
    }
}
