//! Who plays, as people are told.

use std::time::Duration;

use poda_engine::{AgentSpec, AnyGame, Effort, Method, ResolvedPlayer, Seat};
use serde::{Deserialize, Serialize};

use crate::schema;

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
                Seat::Agent(agent) => agent
                    .resolve(game)
                    .map_or(Plays::Named, |player| Plays::of(&player)),
            },
        }
    }
}

impl Plays {
    fn of(player: &ResolvedPlayer) -> Plays {
        let ms = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        let Effort { depth, nodes, time } = player.effort;
        match (player.method, depth, time, nodes) {
            (Method::Perfect { .. }, _, time, _) => Plays::Perfect {
                ms: ms(time.unwrap_or_default()),
            },
            (_, Some(depth), _, _) => Plays::Depth { depth },
            (_, None, Some(time), _) => Plays::Time { ms: ms(time) },
            (_, None, None, Some(nodes)) => Plays::Nodes { nodes },
            (_, None, None, None) => Plays::Named,
        }
    }
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
            ("perfect", Plays::Perfect { ms: 5_000 }),
            ("greedy", Plays::Named),
        ] {
            let seat = SeatView::new(&name.parse().unwrap(), &game);
            assert_eq!((seat.name.as_str(), seat.plays), (name, plays));
        }
    }
}
