//! Who plays, as people are told.

use std::time::Duration;

use poda_engine::{AgentSpec, AnyGame, Effort, Method, ResolvedPlayer, Seat};
use serde::{Deserialize, Serialize};

use crate::ladder::Exactness;
use crate::schema;

/// How long `perfect` thinks about a move if nothing else is said.
const USUAL_TIME: Duration = Duration::from_secs(5);

schema! {
    /// Who sits on a seat.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    pub struct SeatView {
        /// As it is typed: `human`, `level:2`.
        pub name: String,
        /// What that means.
        pub plays: Plays,
    }
}

schema! {
    /// How a seat finds its moves, as far as people are told.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(tag = "as", rename_all = "lowercase")]
    pub enum Plays {
        /// A person does.
        Human,
        /// A rung of the ladder.
        Level {
            /// Which.
            level: u8,
        },
        /// One of the game's characters: the seat's name says which.
        Character {
            /// Whether every move of it is exact.
            exact: bool,
        },
        /// A search to a depth.
        Depth {
            /// In plies.
            depth: u32,
        },
        /// A search for a time.
        Time {
            /// In milliseconds.
            ms: u32,
        },
        /// A search of so many positions.
        Nodes {
            /// How many.
            #[cfg_attr(feature = "schema", ts(type = "number"))]
            nodes: u64,
        },
        /// Exact where that can be done in time.
        Perfect {
            /// In milliseconds.
            ms: u32,
            /// Whether every move is exact: on small boards, and where a book helps.
            exact: bool,
        },
        /// Otherwise: the name says it.
        Named,
    }
}

impl SeatView {
    /// A seat of a game.
    pub fn new(seat: &Seat, game: &AnyGame) -> SeatView {
        SeatView {
            name: seat.to_string(),
            plays: match seat {
                Seat::Human => Plays::Human,
                Seat::Agent(AgentSpec::Level(level)) => Plays::Level { level: *level },
                Seat::Program(_) => Plays::Named,
                // A session has no agent that does not play its game.
                Seat::Agent(agent) => match (agent, agent.resolve(game)) {
                    (_, Err(_)) => Plays::Named,
                    (AgentSpec::Character(_), Ok(player)) => Plays::Character {
                        exact: is_exact(&player, game),
                    },
                    (_, Ok(player)) => Plays::of(&player, game),
                },
            },
        }
    }
}

impl Plays {
    /// How a player looks for its moves.
    pub(crate) fn of(player: &ResolvedPlayer, game: &AnyGame) -> Plays {
        let ms = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        let Effort { depth, nodes, time } = player.effort;
        match (player.method, depth, time, nodes) {
            (Method::Perfect { .. }, _, time, _) => Plays::Perfect {
                ms: ms(time.unwrap_or_default()),
                exact: is_exact(player, game),
            },
            (_, Some(depth), _, _) => Plays::Depth { depth },
            (_, None, Some(time), _) => Plays::Time { ms: ms(time) },
            (_, None, None, Some(nodes)) => Plays::Nodes { nodes },
            (_, None, None, None) => Plays::Named,
        }
    }
}

/// Whether all its moves are exact: what is promised holds for the usual time and for players that do not slip.
fn is_exact(player: &ResolvedPlayer, game: &AnyGame) -> bool {
    let Method::Perfect { .. } = player.method else {
        return false;
    };
    let enough = player.effort.time >= Some(USUAL_TIME);
    enough && player.slips == 0 && Exactness::of(game) == Exactness::Exact
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_as_what_it_means() {
        let game: AnyGame = "connect4".parse().unwrap();
        for (name, plays) in [
            ("human", Plays::Human),
            ("level:3", Plays::Level { level: 3 }),
            ("alphabeta:depth=5", Plays::Depth { depth: 5 }),
            ("s1:level=3", Plays::Depth { depth: 5 }),
            ("strong:time=2s", Plays::Time { ms: 2_000 }),
            ("strong:nodes=500", Plays::Nodes { nodes: 500 }),
            (
                "perfect",
                Plays::Perfect {
                    ms: 5_000,
                    exact: true,
                },
            ),
            (
                "perfect:time=1s",
                Plays::Perfect {
                    ms: 1_000,
                    exact: false,
                },
            ),
            ("character:oak", Plays::Character { exact: true }),
            ("character:cedar", Plays::Character { exact: false }),
            ("greedy", Plays::Named),
        ] {
            let seat = SeatView::new(&name.parse().unwrap(), &game);
            assert_eq!((seat.name.as_str(), seat.plays), (name, plays));
        }
    }
}
