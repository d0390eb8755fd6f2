//! The searches that are made for several players, by name.

use rand_chacha::ChaCha8Rng;

use super::spec::MultiPlayerSearch;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::search::{
    AlphaBeta, BestReply, Ends, Limits, MaxN, Order, RootWindow, ScoreTable, SearchReport, Stopped,
    Ties, Tracer, Wins,
};

/// A search for several players, and how it looks at its root.
pub(super) struct MultiPlayer<'a> {
    pub(super) search: MultiPlayerSearch,
    /// Of max^n, if it has one.
    pub(super) table: Option<&'a mut ScoreTable>,
    pub(super) ties: Ties,
    pub(super) window: RootWindow,
}

impl MultiPlayer<'_> {
    #[allow(clippy::too_many_arguments, reason = "the signature of every search")]
    /// Looks so many plies ahead.
    pub(super) fn look_ahead<G: Game>(
        &mut self,
        depth: u32,
        game: &G,
        eval: &impl Evaluator<G>,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        tracer: &mut impl Tracer<G>,
    ) -> Result<SearchReport<G::Move>, Stopped> {
        let MultiPlayer {
            ref mut table,
            ties,
            window,
            ..
        } = *self;
        let order = Order::Centre;
        match self.search {
            MultiPlayerSearch::MaxN { .. } => MaxN { depth, order, ties }.search_with(
                table.as_deref_mut(),
                game,
                eval,
                state,
                limits,
                rng,
                tracer,
            ),
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
