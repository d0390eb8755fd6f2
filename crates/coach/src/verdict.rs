//! What a search's score means to people.

use std::fmt;

use poda_engine::{
    AnyGame, AnyMove, AnyState, Game, ResolvedPlayer, Score, SearchReport, with_game,
};
use serde::{Deserialize, Serialize};

use crate::games;
use crate::schema;

schema! {
    /// What is expected of a position, for one player. Always said in words, never as a bare number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(tag = "is", rename_all = "lowercase")]
    pub enum Verdict {
        /// The player wins with his n-th move from now.
        Wins {
            /// n.
            moves: u16,
        },
        /// The player loses; an opponent wins with the n-th move of theirs from now.
        Loses {
            /// n.
            moves: u16,
        },
        /// A certain draw.
        Draw,
        /// The final difference in boxes, certain.
        Boxes {
            /// Own boxes minus the other's, at the end.
            margin: i16,
        },
        /// An opinion, not a proof: the larger the better for the player. No chance of anything: points of an evaluation, squeezed.
        Opinion {
            /// Between −100, lost, and 100, won.
            percent: i8,
        },
    }
}

impl Verdict {
    /// What the player expects of the position, for whoever is to move.
    pub fn of(
        game: &AnyGame,
        state: &AnyState,
        player: &ResolvedPlayer,
        report: &SearchReport<AnyMove>,
    ) -> Verdict {
        let value = report.value;
        if let Some(end) = value.decided_at() {
            // Agents for whom all wins are alike do not count plies.
            let plies = end.saturating_sub(game.ply(state));
            let wins = value.get() > 0;
            return match plies {
                0 => Verdict::Opinion {
                    percent: if wins { 100 } else { -100 },
                },
                1.. if !player.certainty.covers(wins) && plies > 1 => likely(wins),
                1.. => Verdict::certain(game, state, value),
            };
        }
        let to_the_end = report.solved || report.depth >= game.plies_left(state);
        let points = game.margin(state, game.to_move(state)).is_some();
        if to_the_end && (points || value.get() == 0) {
            return Verdict::certain(game, state, value);
        }
        Verdict::Opinion {
            percent: squash(value.get(), half(game, player)),
        }
    }

    /// What a score means that is proved, for whoever is to move.
    pub(crate) fn certain<G: Game>(game: &G, state: &G::State, score: Score) -> Verdict {
        let players = game.players() as u32;
        if let Some(end) = score.decided_at() {
            let plies = end.saturating_sub(game.ply(state));
            return match score > Score::ZERO {
                true => Verdict::Wins {
                    moves: plies.div_ceil(players) as u16,
                },
                false => Verdict::Loses {
                    moves: plies.saturating_sub(1).div_ceil(players) as u16,
                },
            };
        }
        match game.margin(state, game.to_move(state)) {
            Some(_) => Verdict::Boxes {
                margin: score.get() as i16,
            },
            None => Verdict::Draw,
        }
    }

    /// What a score means that nothing proves, where so many points make an opinion of one half.
    pub(crate) fn uncertain(score: Score, half: i32) -> Verdict {
        match score.decided_at() {
            Some(_) => likely(score > Score::ZERO),
            None => Verdict::Opinion {
                percent: squash(score.get(), half),
            },
        }
    }

    /// How good that is, between −100, a certain loss, and 100, a certain win.
    pub(crate) fn share(self) -> i8 {
        match self {
            Verdict::Wins { .. } => 100,
            Verdict::Loses { .. } => -100,
            Verdict::Draw => 0,
            Verdict::Boxes { margin } => 100 * margin.signum() as i8,
            Verdict::Opinion { percent } => percent,
        }
    }

    /// Who gets the better of it: 1 the player, −1 the others, 0 neither or not known.
    pub(crate) fn outcome(self) -> i8 {
        match self {
            Verdict::Opinion { .. } => 0,
            known => known.share().signum(),
        }
    }
}

/// For tables: `wins in 5`, `loses in 3`, `a draw`, `+2 boxes`, `about +30 of 100`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Verdict::Wins { moves: 0 } => "has won".to_owned(),
            Verdict::Wins { moves } => format!("wins in {moves}"),
            Verdict::Loses { moves: 0 } => "has lost".to_owned(),
            Verdict::Loses { moves } => format!("loses in {moves}"),
            Verdict::Draw => "a draw".to_owned(),
            Verdict::Boxes { margin } => match margin {
                1 | -1 => format!("{margin:+} box"),
                _ => format!("{margin:+} boxes"),
            },
            Verdict::Opinion { percent } => format!("about {percent:+} of 100"),
        };
        f.pad(&text)
    }
}

/// What a win is called that was seen and depends on what others do.
pub(crate) const LIKELY: i8 = 95;

/// A win or a loss that was seen and depends on what others do.
fn likely(wins: bool) -> Verdict {
    Verdict::Opinion {
        percent: if wins { LIKELY } else { -LIKELY },
    }
}

fn half(game: &AnyGame, player: &ResolvedPlayer) -> i32 {
    with_game!(game, |rules| games::half(rules, player.eval.name()))
}

/// Points between −99 and 99: an opinion is never sure.
fn squash(points: i32, half: i32) -> i8 {
    let points = i64::from(points);
    let percent = 100 * points / (points.abs() + i64::from(half)).max(1);
    percent.clamp(-99, 99) as i8
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::{Agent, AgentSpec, Request};

    fn verdict(game: &str, moves: &str, agent: &str) -> Verdict {
        let game: AnyGame = game.parse().unwrap();
        let (_, state) = game.read_position(moves).unwrap();
        let agent: AgentSpec = agent.parse().unwrap();
        let mut thinker = Agent::new(&agent, &game, 1).unwrap();
        let report = thinker.think(&state, Request::default());
        Verdict::of(&game, &state, &agent.resolve(&game).unwrap(), &report)
    }

    #[test]
    fn wins_and_losses_count_the_moves_of_whoever_makes_them() {
        let strong = "strong:depth=8";
        assert_eq!(
            verdict("connect4", "112233", strong),
            Verdict::Wins { moves: 1 }
        );
        assert_eq!(
            verdict("connect4", "4455", strong),
            Verdict::Wins { moves: 2 }
        );
        // Three in a row with two open ends: whatever is blocked, the other end wins.
        assert_eq!(
            verdict("connect4", "44553", strong),
            Verdict::Loses { moves: 1 }
        );
    }

    #[test]
    fn an_end_that_is_seen_is_certain() {
        let strong = "strong:depth=12";
        assert_eq!(
            verdict("dots:2x2", "", strong),
            Verdict::Boxes { margin: 2 }
        );
        assert_eq!(verdict("connect4:2x3", "", strong), Verdict::Draw);
        assert_eq!(
            verdict("dots:2x3", "", "perfect"),
            Verdict::Boxes { margin: -2 }
        );
        assert_eq!(verdict("connect4:4x4", "", "perfect"), Verdict::Draw);
    }

    #[test]
    fn opinions_have_a_sign_and_never_reach_certainty() {
        assert!(matches!(
            verdict("connect4", "4", "strong:depth=2"),
            Verdict::Opinion { percent } if percent < 0
        ));
        assert_eq!(squash(0, 8), 0);
        assert_eq!(squash(8, 8), 50);
        assert_eq!(squash(i32::MAX, 8), 99);
        assert_eq!(squash(-i32::MAX, 8), -99);
    }

    #[test]
    fn among_three_only_a_win_against_all_is_certain() {
        let three = "connect4:6x7,players=3";
        // The first player has three at the bottom with both ends open: the next two could block both, if the second trusts the
        // third to do so.
        let moves = "2773764";
        assert!(matches!(
            verdict(three, moves, "alphabeta:depth=3"),
            Verdict::Opinion { percent: -95 }
        ));
        // With the first to move it is a win with the next move, whoever says so.
        let moves = "171261377";
        for agent in ["maxn:depth=3", "paranoid:depth=3", "level:4"] {
            assert_eq!(verdict(three, moves, agent), Verdict::Wins { moves: 1 });
        }
    }
}
