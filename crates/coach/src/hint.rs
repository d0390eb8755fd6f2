//! A move to consider, and the reason for it.

use poda_engine::{
    AnyMove, Limits, Player, PlayerFailure, Request, ResolvedPlayer, SearchReport, Situation,
};

use crate::board::CellView;
use crate::position::landing;
use crate::reason::Reason;
use crate::verdict::Verdict;

/// A move to consider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub mv: AnyMove,
    /// Where the piece would come to rest; none where edges are drawn.
    pub cell: Option<CellView>,
    /// What is expected after it.
    pub verdict: Verdict,
    /// The reason.
    pub reason: Reason,
}

impl Advice {
    /// A good move in a game that goes on, as the adviser finds it within the limits.
    ///
    /// # Errors
    /// The adviser has no move to offer.
    pub fn find(
        at: &Situation<'_>,
        adviser: &mut dyn Player,
        means: &ResolvedPlayer,
        limits: Limits<'_>,
    ) -> Result<Advice, PlayerFailure> {
        let report = adviser.think(at, Request::within(limits))?;
        Ok(Advice::of(at, means, &report))
    }

    /// What a report about the position advises.
    fn of(at: &Situation<'_>, means: &ResolvedPlayer, report: &SearchReport<AnyMove>) -> Advice {
        let verdict = Verdict::of(at.game, at.state, means, report);
        let mv = report.choice;
        Advice {
            mv,
            cell: landing(at.game, at.state, mv),
            verdict,
            reason: Reason::of(at.game, at.state, mv, verdict),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::{Agent, AgentSpec, AnyGame, Game};

    #[test]
    fn the_adviser_finds_what_it_explains() {
        for (game, moves, mv, reason) in [
            ("connect4", "112233", "4", Reason::WinsNow),
            ("connect4", "11223", "4", Reason::Blocks),
            (
                "dots:1x1",
                "h11 h21 v11",
                "v12",
                Reason::Closes { boxes: 1 },
            ),
        ] {
            let game: AnyGame = game.parse().unwrap();
            let (line, state) = game.read_position(moves).unwrap();
            let at = Situation {
                game: &game,
                line: &line,
                state: &state,
            };
            let spec: AgentSpec = "strong:depth=6".parse().unwrap();
            let mut adviser = Agent::new(&spec, &game, 1).unwrap();
            let means = spec.resolve(&game).unwrap();
            let advice = Advice::find(&at, &mut adviser, &means, Limits::default()).unwrap();
            assert_eq!(
                (advice.mv.to_string().as_str(), advice.reason),
                (mv, reason),
                "{moves}"
            );
        }
    }
}
