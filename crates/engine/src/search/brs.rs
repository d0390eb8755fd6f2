//! Best-reply search (BRS+): of all opponents only one gets to think, the others make a natural move.

use rand_chacha::ChaCha8Rng;

use super::limits::Budget;
use super::report::{RootFindings, SearchReport};
use super::trace::{Halt, Tracer};
use super::{Limits, Order, Stop, Stopped, Ties, Wins, final_score, opinion, root_moves};
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
    /// Searches a position that is not finished and tells the tracer about every node.
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
        tracer: &mut impl Tracer<G>,
    ) -> Result<SearchReport<G::Move>, Stopped> {
        let depth = self.depth.max(1);
        let mut run = Run {
            game,
            eval,
            player: game.to_move(state),
            order: self.order,
            budget: Budget::new(limits),
            leaves: 0,
            cutoffs: 0,
            tracer,
        };
        let moves = root_moves(game, state, self.order, self.ties, rng);
        match run.root(state, depth, &moves) {
            Ok(found) => Ok(SearchReport {
                nodes: run.budget.nodes,
                leaves: run.leaves,
                cutoffs: run.cutoffs,
                ..found.into_report(depth)
            }),
            Err(Stop) => Err(Stopped {
                nodes: run.budget.nodes,
                leaves: run.leaves,
                cutoffs: run.cutoffs,
            }),
        }
    }
}

struct Run<'a, G, E, T> {
    game: &'a G,
    eval: &'a E,
    player: PlayerId,
    order: Order,
    budget: Budget<'a>,
    leaves: u64,
    cutoffs: u64,
    tracer: &'a mut T,
}

/// How a node is reached: by which move, and what is known of who replies.
struct Step<M> {
    mv: M,
    /// Whether the mover had no choice.
    natural: bool,
    /// The opponent who chooses until the next move of the player who thinks, once known.
    replier: Option<PlayerId>,
}

impl<G: Game, E: Evaluator<G>, T: Tracer<G>> Run<'_, G, E, T> {
    /// Compares the root's moves.
    fn root(
        &mut self,
        state: &G::State,
        depth: u32,
        moves: &[G::Move],
    ) -> Result<RootFindings<G::Move>, Stop> {
        self.budget.spend()?;
        let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        self.tracer.enter(state, None, true, alpha, beta);
        let mut found = RootFindings::new();
        for &mv in moves {
            let alpha = found.value;
            let value = self.child(state, own(mv), depth, alpha, beta)?;
            found.add(mv, value, alpha, &[]);
        }
        self.leave(state, found.value, Halt::Searched, &[]);
        Ok(found)
    }

    /// The value of a step to the player who thinks.
    fn child(
        &mut self,
        parent: &G::State,
        step: Step<G::Move>,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stop> {
        self.budget.spend()?;
        let state = &self.game.play_unchecked(parent, step.mv);
        let depth = depth - 1;
        let mover = self.game.to_move(state);
        let ours = mover == self.player;
        let window = if ours { (alpha, beta) } else { (-beta, -alpha) };
        self.tracer
            .enter(state, Some(step.mv), ours, window.0, window.1);
        if step.natural {
            self.tracer.natural();
        }
        let over = final_score(self.game, state, self.player, Wins::Distance);
        if over.is_some() || depth == 0 {
            self.leaves += 1;
            let halt = if over.is_some() {
                Halt::End
            } else {
                Halt::Leaf
            };
            let value = over.unwrap_or_else(|| opinion(self.game, self.eval, state, self.player));
            self.leave(state, value, halt, &[]);
            return Ok(value);
        }
        if ours {
            self.best(state, depth, alpha, beta)
        } else if step.replier.is_some_and(|replier| replier != mover) {
            let natural = self.natural(state, step.replier);
            let value = self.child(state, natural, depth, alpha, beta)?;
            self.leave(state, value, Halt::Searched, &[]);
            Ok(value)
        } else {
            self.worst(state, depth, alpha, beta, step.replier)
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
        let moves = self.moves(state);
        let mut rest = &moves[..];
        while let Some((&mv, others)) = rest.split_first() {
            rest = others;
            best = best.max(self.child(state, own(mv), depth, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(self.searched(state, best, rest))
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
            let natural = self.natural(state, None);
            let next = self.game.play_unchecked(state, natural.mv);
            // Somebody after this opponent may be the one who replies, if there is somebody.
            if self.game.to_move(&next) != self.player && self.game.outcome(&next).is_none() {
                worst = self.child(state, natural, depth, alpha, beta)?;
                beta = beta.min(worst);
            }
        }
        let replier = Some(self.game.to_move(state));
        let moves = self.moves(state);
        let mut rest = &moves[..];
        while alpha < beta
            && let Some((&mv, others)) = rest.split_first()
        {
            rest = others;
            let step = Step {
                mv,
                natural: false,
                replier,
            };
            worst = worst.min(self.child(state, step, depth, alpha, beta)?);
            beta = beta.min(worst);
        }
        Ok(self.searched(state, worst, rest))
    }

    /// A node is left with its value; the rest of its moves was cut off.
    fn searched(&mut self, state: &G::State, value: Score, rest: &[G::Move]) -> Score {
        let halt = if rest.is_empty() {
            Halt::Searched
        } else {
            self.cutoffs += 1;
            Halt::Cutoff
        };
        self.leave(state, value, halt, rest);
        value
    }

    /// Tells the tracer the value of a node from the view of its side.
    fn leave(&mut self, state: &G::State, value: Score, halt: Halt, skipped: &[G::Move]) {
        let ours = self.game.to_move(state) == self.player;
        let value = if ours { value } else { -value };
        self.tracer.leave(value, halt, skipped.iter().copied());
    }

    fn moves(&self, state: &G::State) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        self.game.moves(state, &mut moves);
        self.order.sort(self.game, state, &mut moves);
        moves
    }

    /// The move that looks most promising.
    fn natural(&self, state: &G::State, replier: Option<PlayerId>) -> Step<G::Move> {
        let moves = self.moves(state);
        let promises = self.game.promises(state, &moves);
        // The first of the most promising: `max_by_key` would take the last.
        let best = (0..moves.len()).rev().max_by_key(|&index| promises[index]);
        Step {
            mv: moves[best.expect("an unfinished game has a move")],
            natural: true,
            replier,
        }
    }
}

/// A move of the player who thinks: after it everybody may be the one who replies.
fn own<M>(mv: M) -> Step<M> {
    Step {
        mv,
        natural: false,
        replier: None,
    }
}
