//! max^n and BRS+ from their definitions, slow and obvious: every line to its end, nothing cut, nothing shared with the searches
//! but the rules and the evaluation.

use std::cmp::Reverse;

use poda_engine::{Evaluator, Game, Order, PlayerId, Score, Wins, minimax};

use super::moves;

/// The moves in the order of a search: those that count the same stay as the game lists them.
pub(crate) fn in_order<G: Game>(game: &G, state: &G::State, order: Order) -> Vec<G::Move> {
    let mut list = moves(game, state).to_vec();
    match order {
        Order::Natural => {}
        Order::Centre => list.sort_by_key(|&mv| Reverse(game.centrality(mv))),
        Order::Busy => list.sort_by_key(|&mv| Reverse(game.busyness(state, mv))),
    }
    list
}

/// What a position is worth to a player where nobody looks any further.
pub(crate) fn at_once<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    of: PlayerId,
) -> Score {
    minimax(game, eval, state, 0, of, Wins::Distance)
}

/// max^n (Luckhardt and Irani 1986): a position is worth one score to each player; whoever moves takes the child with the best
/// score for themselves. Where several are best: the one with the least sum for the others, then the first.
///
/// Returns the scores of all children, in order, and which of them is taken.
pub(crate) fn max_n<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    order: Order,
) -> (Vec<Vec<Score>>, usize) {
    let mover = game.to_move(state).index();
    let children: Vec<Vec<Score>> = in_order(game, state, order)
        .into_iter()
        .map(|mv| {
            let next = game.play_unchecked(state, mv);
            if depth == 1 || game.outcome(&next).is_some() {
                PlayerId::all(game.players())
                    .map(|player| at_once(game, eval, &next, player))
                    .collect()
            } else {
                let (mut children, taken) = max_n(game, eval, &next, depth - 1, order);
                children.swap_remove(taken)
            }
        })
        .collect();
    let worth = |place: usize| {
        let scores: Vec<i64> = children[place].iter().map(|s| s.get().into()).collect();
        let others = scores.iter().sum::<i64>() - scores[mover];
        (scores[mover], Reverse(others), Reverse(place))
    };
    let taken = (0..children.len()).max_by_key(|&place| worth(place));
    (children, taken.expect("a move"))
}

/// BRS+ (Esser, Gras, Winands, Schadd and Lanctot 2013), for the player who thinks.
pub(crate) struct BestReplies<'a, G, E> {
    pub(crate) game: &'a G,
    pub(crate) eval: &'a E,
    pub(crate) player: PlayerId,
    pub(crate) order: Order,
}

impl<G: Game, E: Evaluator<G>> BestReplies<'_, G, E> {
    /// After each move of the player one of the opponents is picked, whichever is worst for the player. Until the player moves
    /// again that opponent does the worst there is, and every other the most promising thing.
    pub(crate) fn after_own_move(&self, state: &G::State, depth: u32) -> Score {
        let opponents = PlayerId::all(self.game.players()).filter(|&other| other != self.player);
        let values = opponents.map(|picked| self.with_picked(state, depth, picked));
        values.min().expect("an opponent")
    }

    pub(crate) fn with_picked(&self, state: &G::State, depth: u32, picked: PlayerId) -> Score {
        if depth == 0 || self.game.outcome(state).is_some() {
            return at_once(self.game, self.eval, state, self.player);
        }
        let children = in_order(self.game, state, self.order).into_iter();
        let next = |mv| self.game.play_unchecked(state, mv);
        let mover = self.game.to_move(state);
        let value = if mover == self.player {
            children
                .map(|mv| self.after_own_move(&next(mv), depth - 1))
                .max()
        } else if mover == picked {
            children
                .map(|mv| self.with_picked(&next(mv), depth - 1, picked))
                .min()
        } else {
            let natural = self.natural(state);
            Some(self.with_picked(&next(natural), depth - 1, picked))
        };
        value.expect("a move")
    }

    /// The first of the most promising moves.
    fn natural(&self, state: &G::State) -> G::Move {
        let ordered = in_order(self.game, state, self.order);
        let list = ordered.iter().copied().collect();
        let promises = self.game.promises(state, &list);
        let most = promises.iter().max().expect("a move");
        let first = promises.iter().position(|promise| promise == most);
        ordered[first.expect("the most is one of them")]
    }
}
