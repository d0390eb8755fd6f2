//! What an analyst has found, and how it is told.

use poda_engine::{Bound, Solvable, line_text};

use crate::analysis::{Analysis, MoveWorth, Source};
use crate::analyst::{GameAnalyst, Place};
use crate::games::Coached;
use crate::position::number;
use crate::worth::{Worth, both};

/// What is found so far of a position and its moves.
pub(crate) struct Findings<M> {
    pub(crate) position: Option<Worth>,
    /// One for each legal move, in natural order.
    pub(crate) moves: Vec<Option<Worth>>,
    pub(crate) line: Vec<M>,
    /// For each of three players.
    pub(crate) shares: Option<Vec<i8>>,
    pub(crate) source: Source,
    pub(crate) nodes: u64,
}

impl<G: Coached + Solvable> GameAnalyst<G> {
    /// Findings as people are told.
    pub(crate) fn told(
        &self,
        place: &Place<'_, G>,
        findings: &Findings<G::Move>,
        done: bool,
    ) -> Analysis {
        let (game, state) = (&self.game, &place.state);
        let verdict_of = |worth: Worth| worth.verdict(game, state, self.half);
        let position = findings.position;
        let verdict = position.map(verdict_of);
        // Where something is proved, an opinion is not as good.
        let is_best = |worth: Worth| {
            let as_good = |best: Worth| worth.score == best.score && worth.proved >= best.proved;
            worth.bound == Bound::Exact && position.is_some_and(as_good)
        };
        let worths = || place.moves.iter().zip(&findings.moves);
        let best = worths().filter(|(_, worth)| worth.is_some_and(is_best));
        let moves = worths().map(|(&mv, &worth)| {
            let reason = worth.zip(verdict).and_then(|(worth, of_position)| {
                let after = verdict_of(worth);
                match is_best(worth) {
                    true => Some(game.reason(state, mv, after)),
                    false if worth.bound == Bound::Exact => {
                        game.fault(state, mv, of_position, after)
                    }
                    false => None,
                }
            });
            MoveWorth {
                mv: mv.to_string(),
                cell: game.rests(state, mv),
                verdict: worth.map(verdict_of),
                value: worth.map(|worth| worth.value(game, state)),
                exact: worth.is_some_and(|worth| worth.is_exact()),
                depth: worth.map_or(0, |worth| worth.depth),
                bound: worth.map_or(Bound::Exact, |worth| worth.bound),
                reason,
            }
        });
        let shares = match (&findings.shares, verdict) {
            (Some(shares), _) => shares.clone(),
            (None, Some(verdict)) => both(game.to_move(state), verdict.share()),
            (None, None) => vec![0; game.players()],
        };
        let over = game.outcome(state).is_some();
        Analysis {
            game: game.spec_text(),
            position: line_text(place.line),
            to_move: (!over).then(|| number(game.to_move(state))),
            verdict,
            value: position.map(|worth| worth.value(game, state)),
            exact: position.is_some_and(|worth| worth.is_exact()),
            depth: position.map_or(0, |worth| if worth.is_exact() { 0 } else { worth.depth }),
            best: best.map(|(mv, _)| mv.to_string()).collect(),
            moves: moves.collect(),
            line: findings.line.iter().map(ToString::to_string).collect(),
            shares,
            source: findings.source,
            nodes: findings.nodes,
            done,
        }
    }
}
