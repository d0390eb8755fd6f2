//! What a move or a position is worth, before it is told: a score, and how much of it is known.

use poda_engine::{Bound, Game, PlayerId, RootMove, Score, SearchReport};

use crate::verdict::Verdict;

/// A score for the player to move, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// Whether the score, or the bound, is proved: not an opinion.
    pub(crate) proved: bool,
    /// How many plies ahead a search looked; 0 where none was needed.
    pub(crate) depth: u32,
}

impl Worth {
    /// Proved to be this.
    pub(crate) fn exact(score: Score) -> Worth {
        Worth {
            score,
            bound: Bound::Exact,
            proved: true,
            depth: 0,
        }
    }

    /// Proved to be no more than this.
    pub(crate) fn at_most(score: Score) -> Worth {
        Worth {
            bound: Bound::AtMost,
            ..Worth::exact(score)
        }
    }

    /// What a search made of a move, or of the position if `root` is its value.
    pub(crate) fn searched<G: Game>(
        game: &G,
        state: &G::State,
        report: &SearchReport<G::Move>,
        root: (Score, Bound),
    ) -> Worth {
        let (score, bound) = root;
        let two = game.players() == 2;
        // Among three, whoever fears that the others play together is sure of a win and not of a loss.
        let seen = score.decided_at().is_some() && (two || score > Score::ZERO);
        let to_the_end = two && report.depth >= game.plies_left(state);
        let proved = bound == Bound::Exact && (seen || to_the_end);
        Worth {
            score,
            bound,
            proved,
            depth: if proved { 0 } else { report.depth },
        }
    }

    /// What a search made of one of its moves.
    pub(crate) fn of_move<G: Game>(
        game: &G,
        state: &G::State,
        report: &SearchReport<G::Move>,
        root: &RootMove<G::Move>,
    ) -> Worth {
        Worth::searched(game, state, report, (root.value, root.bound))
    }

    /// How a finished game ended, for whose turn it would be.
    pub(crate) fn finished<G: Game>(game: &G, state: &G::State) -> Option<Worth> {
        let outcome = game.outcome(state)?;
        let player = game.to_move(state);
        let score = match (game.margin(state, player), outcome.winner()) {
            (Some(margin), _) => Score::points(margin),
            (None, None) => Score::ZERO,
            (None, Some(winner)) => {
                let won = Score::won_at(game.ply(state));
                if winner == player { won } else { -won }
            }
        };
        Some(Worth::exact(score))
    }

    /// Whether it is proved to be exactly this.
    pub(crate) fn is_exact(&self) -> bool {
        self.proved && self.bound == Bound::Exact
    }

    /// In words, where so many points make an opinion of one half.
    pub(crate) fn verdict<G: Game>(&self, game: &G, state: &G::State, half: i32) -> Verdict {
        match self.proved {
            true => Verdict::certain(game, state, self.score),
            false => Verdict::uncertain(self.score, half),
        }
    }

    /// As a number. Wins and losses count as solvers do: by the moves that the winner would still have had on a full board, the
    /// winning one included.
    pub(crate) fn value<G: Game>(&self, game: &G, state: &G::State) -> i32 {
        match self.score.decided_at() {
            None => self.score.get(),
            Some(end) => {
                let last = game.ply(state) + game.plies_left(state);
                let left = last.saturating_sub(end) / game.players() as u32 + 1;
                left as i32 * self.score.get().signum()
            }
        }
    }
}

/// How good a position is for each of two players, by what it is worth to the one to move.
pub(crate) fn both(mover: PlayerId, share: i8) -> Vec<i8> {
    match mover == PlayerId::FIRST {
        true => vec![share, -share],
        false => vec![-share, share],
    }
}
