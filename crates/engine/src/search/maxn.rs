//! max^n: every player looks after themselves.

use rand_chacha::ChaCha8Rng;

use super::limits::Budget;
use super::report::{Bound, RootMove, SearchReport};
use super::{Limits, Order, Stop, Ties, Wins, final_score, opinion, root_moves};
use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::types::{PlayerId, Score};

/// max^n to a fixed depth: a position is worth a vector, one score for each player, and whoever moves takes the child that is
/// best for themselves.
///
/// **Ties.** Of two children that are equal for the mover, the one with the smaller sum for the others is taken, then the first
/// in the order of the search. The rule matters, as players do not know how others break their ties; this one is fixed.
///
/// **Pruning.** Deep pruning is unsound in max^n: a value far up the tree says nothing about what a player in between will
/// choose. The only cut here needs no bound: a player who can win with the next move cannot do better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxN {
    /// How many plies to look ahead.
    pub depth: u32,
    /// Which children come first.
    pub order: Order,
    /// What becomes of equally good moves of the root.
    pub ties: Ties,
}

/// One score for each player.
type Scores = [Score; PlayerId::MOST];

impl MaxN {
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
        let mut run = Run {
            game,
            eval,
            order: self.order,
            budget: Budget::new(limits),
            leaves: 0,
            cutoffs: 0,
        };
        run.budget.spend()?;
        let mover = game.to_move(state);
        let mut moves = Vec::new();
        let mut best: Option<(Scores, G::Move)> = None;
        for mv in root_moves(game, state, self.order, self.ties, rng) {
            let scores = run.scores(&game.play_unchecked(state, mv), self.depth.max(1) - 1)?;
            moves.push(RootMove {
                mv,
                value: scores[mover.index()],
                bound: Bound::Exact,
            });
            if best.is_none_or(|(best, _)| run.prefers(mover, &scores, &best)) {
                best = Some((scores, mv));
            }
        }
        let (scores, choice) = best.expect("an unfinished game has a move");
        Ok(SearchReport {
            value: scores[mover.index()],
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

impl MaxN {
    /// What a position is worth to each player, in order of play; a finished game, too.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn scores<G: Game>(
        &self,
        game: &G,
        eval: &impl Evaluator<G>,
        state: &G::State,
        limits: Limits<'_>,
    ) -> Result<Vec<Score>, Stop> {
        let mut run = Run {
            game,
            eval,
            order: self.order,
            budget: Budget::new(limits),
            leaves: 0,
            cutoffs: 0,
        };
        let scores = run.scores(state, self.depth)?;
        Ok(scores[..game.players()].to_vec())
    }
}

struct Run<'a, G, E> {
    game: &'a G,
    eval: &'a E,
    order: Order,
    budget: Budget<'a>,
    leaves: u64,
    cutoffs: u64,
}

impl<G: Game, E: Evaluator<G>> Run<'_, G, E> {
    /// What the position is worth to each player.
    fn scores(&mut self, state: &G::State, depth: u32) -> Result<Scores, Stop> {
        self.budget.spend()?;
        let over = self.game.outcome(state).is_some();
        if over || depth == 0 {
            self.leaves += 1;
            let mut scores = Scores::default();
            for player in PlayerId::all(self.game.players()) {
                scores[player.index()] = match final_score(self.game, state, player, Wins::Distance)
                {
                    Some(score) => score,
                    None => opinion(self.game, self.eval, state, player),
                };
            }
            return Ok(scores);
        }
        let mover = self.game.to_move(state);
        // The best there can be: a win with the very next move.
        let most = Score::won_at(self.game.ply(state) + 1);
        let mut moves = MoveList::new();
        self.game.moves(state, &mut moves);
        self.order.sort(self.game, state, &mut moves);
        let mut best: Option<Scores> = None;
        for (index, &mv) in moves.iter().enumerate() {
            let scores = self.scores(&self.game.play_unchecked(state, mv), depth - 1)?;
            if best.is_none_or(|best| self.prefers(mover, &scores, &best)) {
                best = Some(scores);
                if scores[mover.index()] == most {
                    self.cutoffs += u64::from(index + 1 < moves.len());
                    break;
                }
            }
        }
        Ok(best.expect("an unfinished game has a move"))
    }

    /// Whether `mover` would rather have `these` than `those`: the tie rule of [`MaxN`].
    fn prefers(&self, mover: PlayerId, these: &Scores, those: &Scores) -> bool {
        let own = mover.index();
        let others = |scores: &Scores| -> i64 {
            let others = PlayerId::all(self.game.players()).filter(|&player| player != mover);
            others
                .map(|player| i64::from(scores[player.index()].get()))
                .sum()
        };
        match these[own].cmp(&those[own]) {
            std::cmp::Ordering::Equal => others(these) < others(those),
            order => order == std::cmp::Ordering::Greater,
        }
    }
}
