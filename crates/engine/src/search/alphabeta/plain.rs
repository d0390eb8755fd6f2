//! Alpha-beta as it is: the one to read. It is minimax that leaves out what cannot matter.
//!
//! **Two sides**: the player who thinks, and everybody else. A value is from the view of the side that is to move.
//!
//! **The window** (alpha, beta): alpha is what that side has already, beta is what the other side will not let it exceed. What
//! comes back is a value v:
//! * alpha < v < beta: v is the value;
//! * v ≤ alpha: the value is at most v, so the side will not come here;
//! * v ≥ beta: the value is at least v, so the other side will not let it come here. That is the cut-off: no move that is left can
//!   change it.

use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::search::{Order, Wins, final_score, opinion};
use crate::types::{PlayerId, Score};

/// What a position is worth within the window, `depth` plies ahead, when `player` thinks. It must hold that alpha < beta. Each
/// call counts as one of the `nodes`.
///
/// With the window from `-Score::INFINITE` to `Score::INFINITE`, and `player` to move, this is what [`minimax`](crate::minimax)
/// finds.
///
/// ```
/// use poda_engine::{Game, NoOpinion, Order, PlayerId, Score, TreeGame, alphabeta};
///
/// let tree: TreeGame = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let (alpha, beta, mut nodes) = (-Score::INFINITE, Score::INFINITE, 0);
/// let (start, order) = (tree.start(), Order::Natural);
/// let value = alphabeta(&tree, &NoOpinion, &start, 2, PlayerId::FIRST, order, alpha, beta, &mut nodes);
/// assert_eq!(value.get(), 3);
/// assert_eq!(nodes, 11, "of 13: after the 2, neither the 4 nor the 6 can matter");
/// # Ok::<(), poda_engine::TreeError>(())
/// ```
#[allow(
    clippy::too_many_arguments,
    reason = "all that it needs is in plain sight"
)]
pub fn alphabeta<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    player: PlayerId,
    order: Order,
    mut alpha: Score,
    beta: Score,
    nodes: &mut u64,
) -> Score {
    assert!(alpha < beta, "a window has an inside");
    *nodes += 1;
    let ours = game.to_move(state) == player;
    let over = final_score(game, state, player, Wins::Distance);
    if over.is_some() || depth == 0 {
        let score = over.unwrap_or_else(|| opinion(game, eval, state, player));
        return if ours { score } else { -score };
    }
    let mut moves = MoveList::new();
    game.moves(state, &mut moves);
    order.sort(game, state, &mut moves);
    let mut best = -Score::INFINITE;
    for mv in moves {
        let next = game.play_unchecked(state, mv);
        let mut search = |alpha, beta| {
            alphabeta(
                game,
                eval,
                &next,
                depth - 1,
                player,
                order,
                alpha,
                beta,
                nodes,
            )
        };
        // Negate and swap together, and only if the side changes.
        let same_side = (game.to_move(&next) == player) == ours;
        let value = if same_side {
            search(alpha, beta)
        } else {
            -search(-beta, -alpha)
        };
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
