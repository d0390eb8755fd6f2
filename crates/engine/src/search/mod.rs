//! Looking ahead. Knows games and evaluations by their traits, never a concrete one.
//!
//! To read first: [`minimax`](minimax()) and [`alphabeta`](alphabeta()). [`AlphaBeta`] and [`Strong`] find what these find, faster.
//!
//! # Two sides
//! Every search here but max^n sees two sides: the player who thinks, and everybody else. A value is always from the view of
//! the side that is to move. Between a position and its child the side changes or it does not: in Dots and Boxes a player may
//! move again, and with three players the two opponents follow each other. So the child's value is negated, **and** its
//! window swapped, if and only if the side changes. With two players who alternate this is plain negamax; with three it is
//! the *paranoid* search, in which all others play against the one who thinks.
//!
//! # Values and bounds
//! A search with the window (alpha, beta) returns a value v (fail-soft):
//! * alpha < v < beta: v is the value;
//! * v ≤ alpha: the value is at most v;
//! * v ≥ beta: the value is at least v.
//!
//! A value outside the window is a bound and must never be taken for the value.

mod alphabeta;
mod brs;
pub(crate) mod busy;
mod deepening;
mod limits;
mod lines;
mod maxn;
mod minimax;
mod printed;
mod recorder;
mod report;
mod scores;
mod strong;
mod table;
mod trace;
mod walk;

pub use alphabeta::{AlphaBeta, RootWindow, alphabeta};
pub use brs::BestReply;
pub use deepening::deepen;
pub(crate) use limits::{Budget, SharedBudget};
pub use limits::{Limits, Stop, Stopped};
pub use maxn::MaxN;
pub use minimax::{Minimax, minimax};
pub use printed::{MinBranch, Printed};
pub use recorder::{Recorder, TraceNode, TreeCounts};
pub use report::{Bound, RootMove, SearchReport};
pub use scores::ScoreTable;
pub use strong::Strong;
pub use trace::{Halt, NoTrace, Tracer};

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::params::{Choice, choices};
use crate::types::{PlayerId, Score};

choices! {
    /// Which children a search looks at first.
    pub enum Order {
        /// As the game lists them: left to right, or by edge number.
        Natural = "natural",
        /// The centre of the board first.
        Centre = "centre",
        /// First where much has been played, or beside it.
        Busy = "busy",
    }
}

choices! {
    /// How a won game is scored.
    pub enum Wins {
        /// The quicker the better, and a late loss is better than an early one.
        Distance = "distance",
        /// All wins are alike.
        Flat = "flat",
    }
}

choices! {
    /// What a search does where a game has ended.
    pub enum Ends {
        /// It stops there: the result is the value.
        Counted = "counted",
        /// **For study**: it plays on while there is room and asks the evaluation at its depth alone, as S4 describes its search.
        Ignored = "ignored",
    }
}

choices! {
    /// What becomes of equally good moves.
    pub enum Ties {
        /// One of the best at random: the root's moves are shuffled, then only a strictly better one replaces the best.
        Random = "random",
        /// The first of the best in the order of the search.
        First = "first",
        /// **A mistake, kept for study**: S3 took every returned value that equals the best for a tie, though under a
        /// narrowed window it is only a bound.
        Bounds = "bounds",
    }
}

impl Order {
    /// Puts the moves in this order; moves that count the same stay as they were.
    #[inline]
    pub(crate) fn sort<G: Game>(self, game: &G, state: &G::State, moves: &mut MoveList<G::Move>) {
        match self {
            Order::Natural => {}
            Order::Centre => sort_by(moves, |mv| game.centrality(mv)),
            Order::Busy => sort_by(moves, |mv| game.busyness(state, mv)),
        }
    }
}

/// A stable sort by what the moves are worth, the largest first.
#[inline]
pub(crate) fn sort_by<M: Copy>(moves: &mut MoveList<M>, worth: impl Fn(M) -> i32) {
    // Filled where it is: what `collect` returns would be copied.
    let mut worths: MoveList<i32> = MoveList::new();
    worths.extend(moves.iter().map(|&mv| worth(mv)));
    sort_with(moves, &mut worths);
}

/// The same with the worth of each move beside it. Never allocates: insertion, as move lists are short.
#[inline]
pub(crate) fn sort_with<M: Copy>(moves: &mut [M], worths: &mut [i32]) {
    // One length for both, so that the compiler can leave out checks.
    let worths = &mut worths[..moves.len()];
    for at in 1..moves.len() {
        let (mv, worth) = (moves[at], worths[at]);
        let mut to = at;
        while to > 0 && worths[to - 1] < worth {
            (moves[to], worths[to]) = (moves[to - 1], worths[to - 1]);
            to -= 1;
        }
        (moves[to], worths[to]) = (mv, worth);
    }
}

/// The moves of the root, in the order in which they are to be searched.
pub(crate) fn root_moves<G: Game>(
    game: &G,
    state: &G::State,
    order: Order,
    ties: Ties,
    rng: &mut ChaCha8Rng,
) -> MoveList<G::Move> {
    let mut moves = MoveList::new();
    game.moves(state, &mut moves);
    match ties {
        Ties::Random => moves.shuffle(rng),
        Ties::First | Ties::Bounds => order.sort(game, state, &mut moves),
    }
    moves
}

/// What a finished position is worth to `player`, or `None` while the game goes on.
#[inline(always)]
pub(crate) fn final_score<G: Game>(
    game: &G,
    state: &G::State,
    player: PlayerId,
    wins: Wins,
) -> Option<Score> {
    let outcome = game.outcome(state)?;
    if let Some(margin) = game.margin(state, player) {
        return Some(Score::points(margin));
    }
    let Some(winner) = outcome.winner() else {
        return Some(Score::ZERO);
    };
    let won = match wins {
        Wins::Distance => Score::won_at(game.ply(state)),
        Wins::Flat => Score::won_at(0),
    };
    Some(if winner == player { won } else { -won })
}

/// Whether a search that ignores ends can play on here: there is room for another move.
pub(crate) fn has_room<G: Game>(game: &G, state: &G::State) -> bool {
    let mut moves = MoveList::new();
    game.moves_unfinished(state, &mut moves);
    !moves.is_empty()
}

/// An evaluation's opinion as a score.
#[inline(always)]
pub(crate) fn opinion<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    player: PlayerId,
) -> Score {
    Score::points(eval.evaluate(game, state, player))
}
