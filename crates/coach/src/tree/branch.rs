//! A branch that was cut off: what it would have cost, and what it is worth after all.

use poda_engine::{
    AlphaBeta, AnyMove, AnyState, Bound, Game, Limits, Method, MultiPlayerSearch, Order, Playable,
    Score, with_game,
};
use serde::Serialize;

use super::view::ScoreView;
use super::{SearchTree, TreeError};
use crate::board::Board;
use crate::games::{own_move, own_state};
use crate::schema;

schema! {
    /// A branch that was cut off, looked at after all.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct CutBranch {
        /// Where it was cut.
        pub node: u32,
        /// The move.
        #[serde(rename = "move")]
        pub mv: String,
        /// What there is to see after it.
        pub board: Board,
        /// How many positions the same search would have visited there, in the window of the node; none where that is not known.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub cost: Option<u64>,
        /// How many positions plain minimax visits there; none if they are more than can be counted at once.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub minimax: Option<u64>,
        /// What the move is worth, exactly, at this depth; none where that is not known.
        pub value: Option<ScoreView>,
        /// What the node was worth without it. Whatever the move is worth, this stays true.
        pub known: ScoreView,
        /// How much of that is known.
        #[cfg_attr(feature = "schema", ts(type = "\"exact\" | \"atmost\" | \"atleast\""), schema(value_type = String))]
        pub bound: Bound,
    }
}

impl SearchTree {
    /// What a move that was cut off at a node would have cost. Each of the three (plain minimax, the search in the window of the node, and
    /// in an open one) may visit as many positions as the limits allow; what takes more is not known.
    ///
    /// # Errors
    /// There is no such node, or the move was not cut off there.
    pub fn cut_branch(
        &self,
        at: usize,
        mv: &str,
        limits: Limits<'_>,
    ) -> Result<CutBranch, TreeError> {
        let node = self.node(at)?;
        let cut = node.skipped.iter().find(|cut| cut.to_string() == mv);
        let &cut = cut.ok_or_else(|| TreeError::NotCut(mv.to_owned()))?;
        let state = self.state_at(at);
        let depth = self.report.depth - self.level(at) as u32;
        let open = (-Score::INFINITE, Score::INFINITE);
        let search = |window| self.search_move(&state, cut, depth, window, limits);
        let after = self.game.play_unchecked(&state, cut);
        Ok(CutBranch {
            node: at as u32,
            mv: mv.to_owned(),
            board: Board::new(&self.game, &[self.line_to(at), vec![cut]].concat()),
            cost: search((node.alpha, node.beta)).map(|(_, cost)| cost),
            minimax: self.size_of(&after, depth - 1, limits),
            value: search(open).map(|(value, _)| value.into()),
            known: node.value.into(),
            bound: node.bound,
        })
    }

    /// The alpha-beta that visits what the search visits; none where its values are not minimax's.
    fn two_sided(&self, depth: u32) -> Option<AlphaBeta> {
        let usual = AlphaBeta::to_depth(depth);
        match self.player.method {
            method if !method.sees_ends() => None,
            Method::Minimax(search) => Some(AlphaBeta {
                order: Order::Natural,
                wins: search.wins,
                ..usual
            }),
            Method::AlphaBeta(search) => Some(AlphaBeta {
                order: search.order,
                wins: search.wins,
                ..usual
            }),
            Method::Strong { .. } | Method::MultiPlayer(MultiPlayerSearch::Paranoid, _) => {
                Some(usual)
            }
            _ => None,
        }
    }

    /// What a move comes back with in a window, and how many positions alpha-beta visits for it. Window and value are from the view of the
    /// player who thinks. None where its values are not minimax's, or where a limit was reached.
    pub(super) fn search_move(
        &self,
        state: &AnyState,
        mv: AnyMove,
        depth: u32,
        (alpha, beta): (Score, Score),
        limits: Limits<'_>,
    ) -> Option<(Score, u64)> {
        let (player, search) = (self.thinker(), self.two_sided(depth)?);
        let ours = self.game.to_move(state) == player;
        let window = if ours { (alpha, beta) } else { (-beta, -alpha) };
        with_game!(&self.game, |rules| {
            let eval = rules.evaluation(self.player.eval).ok()?;
            let place = (own_state(rules, state), own_move(rules, mv));
            let found = search.search_move(rules, &eval, place, player, window, limits);
            let (value, nodes) = found.ok()?;
            Some((if ours { value } else { -value }, nodes))
        })
    }
}
