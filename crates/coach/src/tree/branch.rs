//! A branch that was cut off: what it would have cost, and what it is worth after all.

use poda_engine::{
    AnyState, Bound, Game, Method, MultiPlayerSearch, Order, Playable, Score, Wins, alphabeta,
    with_game,
};
use serde::Serialize;

use super::view::ScoreView;
use super::{SearchTree, TreeError};
use crate::board::Board;
use crate::games::own_state;
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
    /// What a move that was cut off at a node would have cost. Plain minimax is counted up to `most` positions; where it visits more, the
    /// branch is not searched either, since alpha-beta visits at most as many.
    ///
    /// # Errors
    /// There is no such node, or the move was not cut off there.
    pub fn cut_branch(&self, at: usize, mv: &str, most: u64) -> Result<CutBranch, TreeError> {
        let node = self.node(at)?;
        let cut = node.skipped.iter().find(|cut| cut.to_string() == mv);
        let &cut = cut.ok_or_else(|| TreeError::NotCut(mv.to_owned()))?;
        let state = self.game.play_unchecked(&self.state_at(at), cut);
        let left = self.report.depth - self.level(at) as u32 - 1;
        let minimax = self.size_of(&state, left, most);
        let searched = minimax.and_then(|_| self.search_branch(&state, left, at));
        Ok(CutBranch {
            node: at as u32,
            mv: mv.to_owned(),
            board: Board::new(&self.game, &[self.line_to(at), vec![cut]].concat()),
            cost: searched.map(|(cost, _)| cost),
            minimax,
            value: searched.map(|(_, value)| value.into()),
            known: node.value.into(),
            bound: node.bound,
        })
    }

    /// The order in which the search looks at moves, and how it scores wins; none where its values are not minimax's.
    pub(super) fn two_sided(&self) -> Option<(Order, Wins)> {
        match self.player.method {
            method if !method.sees_ends() => None,
            Method::Minimax(search) => Some((Order::Natural, search.wins)),
            Method::AlphaBeta(search) => Some((search.order, search.wins)),
            Method::Strong { .. } | Method::MultiPlayer(MultiPlayerSearch::Paranoid, _) => {
                Some((Order::Centre, Wins::Distance))
            }
            _ => None,
        }
    }

    /// What alpha-beta visits from here in the window of the node above, and the exact value to the player who thinks.
    fn search_branch(&self, state: &AnyState, depth: u32, above: usize) -> Option<(u64, Score)> {
        let (order, wins) = self.two_sided()?;
        let (player, node) = (self.thinker(), &self.nodes()[above]);
        let ours = self.game.to_move(state) == player;
        let view = |score: Score| if ours { score } else { -score };
        let window = if ours {
            (node.alpha, node.beta)
        } else {
            (-node.beta, -node.alpha)
        };
        let open = (-Score::INFINITE, Score::INFINITE);
        with_game!(&self.game, |rules| {
            let eval = rules.evaluation(self.player.eval).ok()?;
            let state = own_state(rules, state);
            let search = |window| {
                let mut nodes = 0;
                let value = alphabeta(
                    rules, &eval, state, depth, player, order, window, &mut nodes,
                );
                (nodes, view(value))
            };
            let ((cost, _), (_, value)) = (search(window), search(open));
            let flat = wins == Wins::Flat && value.decided_at().is_some();
            let value = match flat {
                true if value > Score::ZERO => Score::won_at(0),
                true => -Score::won_at(0),
                false => value,
            };
            Some((cost, value))
        })
    }
}
