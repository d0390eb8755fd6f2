//! The searches that are made for several players, by name.

use rand_chacha::ChaCha8Rng;

use super::spec::MultiPlayerSearch;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::search::{
    AlphaBeta, BestReply, Ends, Limits, MaxN, Order, RootWindow, SearchReport, Stopped, Ties,
    Tracer, Wins,
};

/// A search for several players, and how it looks at its root.
#[derive(Clone, Copy)]
pub(super) struct MultiPlayer {
    pub(super) search: MultiPlayerSearch,
    pub(super) ties: Ties,
    pub(super) window: RootWindow,
}

impl MultiPlayer {
    #[allow(clippy::too_many_arguments, reason = "the signature of every search")]
    /// Looks so many plies ahead.
    pub(super) fn to_depth<G: Game>(
        self,
        depth: u32,
        game: &G,
        eval: &impl Evaluator<G>,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        tracer: &mut impl Tracer<G>,
    ) -> Result<SearchReport<G::Move>, Stopped> {
        let MultiPlayer { ties, window, .. } = self;
        let order = Order::Centre;
        match self.search {
            MultiPlayerSearch::MaxN => {
                MaxN { depth, order, ties }.search(game, eval, state, limits, rng, tracer)
            }
            MultiPlayerSearch::BestReply => {
                BestReply { depth, order, ties }.search(game, eval, state, limits, rng, tracer)
            }
            MultiPlayerSearch::Paranoid => {
                let search = AlphaBeta {
                    depth,
                    prune: true,
                    order,
                    window,
                    wins: Wins::Distance,
                    ends: Ends::Counted,
                    ties,
                };
                search.search(game, eval, state, limits, rng, tracer)
            }
        }
    }
}
