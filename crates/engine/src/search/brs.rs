//! Best-reply search (BRS+): of all opponents only one gets to think, the others make a natural move.

use rand_chacha::ChaCha8Rng;

use super::limits::Budget;
use super::report::{Bound, RootMove, SearchReport};
use super::{Limits, Order, Stop, Ties, Wins, final_score, opinion, root_moves};
use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::types::{PlayerId, Score};

/// BRS+ to a fixed depth, for three players or more.
///
/// Between two moves of the player who thinks, the paranoid search lets every opponent choose the worst for that player: far
/// too gloomy, and wide. Here just *one* of them does, whichever hurts most, while each other plays the move that looks most
/// promising at a glance. Who moves several times in between chooses every time. All positions are legal, unlike in the original
/// best-reply search, where the others pass.
///
/// With two players there is one opponent, and it is alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestReply {
    /// How many plies to look ahead.
    pub depth: u32,
    /// Which children come first.
    pub order: Order,
    /// What becomes of equally good moves of the root.
    pub ties: Ties,
}

impl BestReply {
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
    ) -> Result<SearchReport<G::Move>, Stop> {
        let player = game.to_move(state);
        let mut run = Run {
            game,
            eval,
            player,
            order: self.order,
            budget: Budget::new(limits),
            leaves: 0,
            cutoffs: 0,
        };
        run.budget.spend()?;
        let mut moves: Vec<RootMove<G::Move>> = Vec::new();
        let (mut best, mut choice) = (-Score::INFINITE, None);
        for mv in root_moves(game, state, self.order, self.ties, rng) {
            let next = game.play_unchecked(state, mv);
            let value = run.value(&next, self.depth.max(1) - 1, best, Score::INFINITE, None)?;
            let bound = if value > best {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            moves.push(RootMove { mv, value, bound });
            if value > best {
                (best, choice) = (value, Some(mv));
            }
        }
        let choice = choice.expect("an unfinished game has a move");
        Ok(SearchReport {
            value: best,
            choice,
            best: SearchReport::best_of(&moves),
            moves,
            line: vec![choice],
            depth: self.depth.max(1),
            nodes: run.budget.nodes,
            leaves: run.leaves,
            cutoffs: run.cutoffs,
            table_hits: 0,
            solved: false,
        })
    }
}

struct Run<'a, G, E> {
    game: &'a G,
    eval: &'a E,
    player: PlayerId,
    order: Order,
    budget: Budget<'a>,
    leaves: u64,
    cutoffs: u64,
}

impl<G: Game, E: Evaluator<G>> Run<'_, G, E> {
    /// The value to the player who thinks. `replier` is the opponent who chooses until that player's next move, once known.
    fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
        replier: Option<PlayerId>,
    ) -> Result<Score, Stop> {
        self.budget.spend()?;
        let over = final_score(self.game, state, self.player, Wins::Distance);
        if over.is_some() || depth == 0 {
            self.leaves += 1;
            return Ok(over.unwrap_or_else(|| opinion(self.game, self.eval, state, self.player)));
        }
        let mover = self.game.to_move(state);
        if mover == self.player {
            self.best(state, depth, alpha, beta)
        } else if replier.is_some_and(|replier| replier != mover) {
            let next = self.after_natural_move(state);
            self.value(&next, depth - 1, alpha, beta, replier)
        } else {
            self.worst(state, depth, alpha, beta, replier)
        }
    }

    /// The value of the best move of the player who thinks.
    fn best(
        &mut self,
        state: &G::State,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        let mut best = -Score::INFINITE;
        for mv in self.moves(state) {
            let next = self.game.play_unchecked(state, mv);
            best = best.max(self.value(&next, depth - 1, alpha, beta, None)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                self.cutoffs += 1;
                break;
            }
        }
        Ok(best)
    }

    /// The value of the worst that opponents can do, of whom the mover is the one who replies or, if that is open, may be.
    fn worst(
        &mut self,
        state: &G::State,
        depth: u32,
        alpha: Score,
        mut beta: Score,
        replier: Option<PlayerId>,
    ) -> Result<Score, Stop> {
        let mut worst = Score::INFINITE;
        if replier.is_none() && self.game.players() > 2 {
            let next = self.after_natural_move(state);
            // Somebody after this opponent may be the one who replies, if there is somebody.
            if self.game.to_move(&next) != self.player && self.game.outcome(&next).is_none() {
                worst = self.value(&next, depth - 1, alpha, beta, None)?;
                beta = beta.min(worst);
            }
        }
        if alpha >= beta {
            return Ok(worst);
        }
        let replier = Some(self.game.to_move(state));
        for mv in self.moves(state) {
            let next = self.game.play_unchecked(state, mv);
            worst = worst.min(self.value(&next, depth - 1, alpha, beta, replier)?);
            beta = beta.min(worst);
            if alpha >= beta {
                self.cutoffs += 1;
                break;
            }
        }
        Ok(worst)
    }

    fn moves(&self, state: &G::State) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        self.game.moves(state, &mut moves);
        self.order.sort(self.game, state, &mut moves);
        moves
    }

    /// The position after the move that looks most promising.
    fn after_natural_move(&self, state: &G::State) -> G::State {
        let moves = self.moves(state);
        let promises = self.game.promises(state, &moves);
        // The first of the most promising: `max_by_key` would take the last.
        let best = (0..moves.len()).rev().max_by_key(|&index| promises[index]);
        let natural = moves[best.expect("an unfinished game has a move")];
        self.game.play_unchecked(state, natural)
    }
}
