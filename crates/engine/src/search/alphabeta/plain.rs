//! Alpha-beta as it is: the one to read. It is minimax that leaves out what cannot matter.
//!
//! **Two sides**: the player who thinks, and everybody else. A value is from the view of the side that is to move.
//!
//! **The window** (alpha, beta): alpha is what that side is sure of already, elsewhere in the tree; at beta the other side has
//! something better, elsewhere, and will not come here. What comes back is a value v:
//! * alpha < v < beta: v is the value;
//! * v ≤ alpha: the value is at most v;
//! * v ≥ beta: the value is at least v. That is the cut-off: whatever the moves are worth that are left, it stays at least v.

use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::search::{Order, Wins, final_score, opinion};
use crate::types::{PlayerId, Score};

/// What a position is worth within the window, `depth` plies ahead, when `player` thinks. Each call adds one to `nodes`.
///
/// With the widest window, and `player` to move, it is what [`minimax`](crate::minimax) finds.
///
/// ```
/// use poda_engine::{Game, NoOpinion, Order, PlayerId, Score, TreeGame, alphabeta};
///
/// let tree: TreeGame = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let (start, player, order) = (tree.start(), PlayerId::FIRST, Order::Natural);
/// let (window, mut nodes) = ((-Score::INFINITE, Score::INFINITE), 0);
/// let value = alphabeta(&tree, &NoOpinion, &start, 2, player, order, window, &mut nodes);
/// assert_eq!(value.get(), 3);
/// assert_eq!(nodes, 11, "of 13: once there is a 2, the 4 and the 6 cannot matter");
/// # Ok::<(), poda_engine::TreeError>(())
/// ```
///
/// # Panics
/// If the window is empty: alpha must be less than beta.
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
    (mut alpha, beta): (Score, Score),
    nodes: &mut u64,
) -> Score {
    assert!(alpha < beta, "the window is empty");
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
        let same_side = (game.to_move(&next) == player) == ours;
        // Swap the window and negate the value: both, and only if the side changes.
        let window = if same_side {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        let value = alphabeta(game, eval, &next, depth - 1, player, order, window, nodes);
        best = best.max(if same_side { value } else { -value });
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
