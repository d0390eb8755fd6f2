//! Plain minimax: the reference. Every faster search must find what this finds.

use rand_chacha::ChaCha8Rng;

use super::limits::Budget;
use super::lines::Lines;
use super::report::{RootFindings, SearchReport};
use super::{
    Ends, Limits, Order, Stop, Stopped, Ties, Wins, final_score, has_room, opinion, root_moves,
};
use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::types::{PlayerId, Score};

/// The value of a position to `player`, who moves where it is best for `player`, while everybody else moves where it is worst.
///
/// Looks `depth` plies ahead and asks the evaluation there.
///
/// ```
/// use poda_engine::{NoOpinion, PlayerId, TreeGame, Game, Wins, minimax};
///
/// let tree: TreeGame = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let value = minimax(&tree, &NoOpinion, &tree.start(), 2, PlayerId::FIRST, Wins::Distance);
/// assert_eq!(value.get(), 3);
/// # Ok::<(), poda_engine::TreeError>(())
/// ```
pub fn minimax<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    player: PlayerId,
    wins: Wins,
) -> Score {
    if let Some(score) = final_score(game, state, player, wins) {
        return score;
    }
    if depth == 0 {
        return opinion(game, eval, state, player);
    }
    let mut moves = MoveList::new();
    game.moves(state, &mut moves);
    let values = moves.iter().map(|&mv| {
        minimax(
            game,
            eval,
            &game.play_unchecked(state, mv),
            depth - 1,
            player,
            wins,
        )
    });
    let value = if game.to_move(state) == player {
        values.max()
    } else {
        values.min()
    };
    value.expect("an unfinished game has a move")
}

/// Minimax as an agent plays it: the same values, with the nodes counted and the moves of the root compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimax {
    /// How many plies to look ahead.
    pub depth: u32,
    /// How wins are scored.
    pub wins: Wins,
    /// Whether it stops at the end of a game.
    pub ends: Ends,
    /// What becomes of equally good moves.
    pub ties: Ties,
}

impl Minimax {
    /// Searches a position that is not finished.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn search<G: Game>(
        &self,
        game: &G,
        eval: &impl Evaluator<G>,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Result<SearchReport<G::Move>, Stopped> {
        let depth = self.depth.max(1);
        let mut run = Run {
            game,
            eval,
            player: game.to_move(state),
            wins: self.wins,
            ends: self.ends,
            budget: Budget::new(limits),
            leaves: 0,
            lines: Lines::new(depth),
        };
        let moves = root_moves(game, state, Order::Natural, self.ties, rng);
        match run.root(state, depth, &moves) {
            Ok(found) => Ok(SearchReport {
                nodes: run.budget.nodes,
                leaves: run.leaves,
                ..found.into_report(depth)
            }),
            Err(Stop) => Err(Stopped {
                nodes: run.budget.nodes,
                leaves: run.leaves,
                cutoffs: 0,
            }),
        }
    }
}

struct Run<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    player: PlayerId,
    wins: Wins,
    ends: Ends,
    budget: Budget<'a>,
    leaves: u64,
    lines: Lines<G::Move>,
}

impl<G: Game, E: Evaluator<G>> Run<'_, G, E> {
    /// Compares the root's moves.
    fn root(
        &mut self,
        state: &G::State,
        depth: u32,
        moves: &[G::Move],
    ) -> Result<RootFindings<G::Move>, Stop> {
        self.budget.spend()?;
        let mut found = RootFindings::new();
        for &mv in moves {
            let value = self.value(&self.game.play_unchecked(state, mv), depth - 1)?;
            found.add(mv, value, -Score::INFINITE, self.lines.after_move(depth));
        }
        Ok(found)
    }

    fn value(&mut self, state: &G::State, depth: u32) -> Result<Score, Stop> {
        self.budget.spend()?;
        self.lines.clear(depth);
        let thought = || opinion(self.game, self.eval, state, self.player);
        let over = final_score(self.game, state, self.player, self.wins);
        let over = match (over, self.ends) {
            (Some(_), Ends::Ignored) => (!has_room(self.game, state)).then(thought),
            (over, _) => over,
        };
        if over.is_some() || depth == 0 {
            self.leaves += 1;
            return Ok(over.unwrap_or_else(thought));
        }
        let maximise = self.game.to_move(state) == self.player;
        let mut best: Option<Score> = None;
        let mut moves = MoveList::new();
        self.game.moves_unfinished(state, &mut moves);
        for &mv in &moves {
            let value = self.value(&self.game.play_unchecked(state, mv), depth - 1)?;
            if best.is_none_or(|best| if maximise { value > best } else { value < best }) {
                best = Some(value);
                self.lines.extend(depth, mv);
            }
        }
        Ok(best.expect("an unfinished game has a move"))
    }
}
