//! `level:1` to `level:4`: players for people, calibrated so that the steps are even.

use super::spec::{AgentSpec, Effort, Fixed, ManySearch};
use crate::any::GameSpec;
use crate::search::Ties;

/// How a level plays.
pub(super) struct Rung {
    /// Out of a hundred moves, this many are made without thinking.
    pub(super) slips: u32,
    /// How the others are found.
    pub(super) player: AgentSpec,
}

/// Nodes, not time, so that a level is as strong on every machine.
fn strong(nodes: u64) -> AgentSpec {
    let effort = Effort {
        nodes: Some(nodes),
        ..Effort::default()
    };
    AgentSpec::Strong {
        effort,
        eval: None,
        threads: 1,
        ties: Ties::Random,
    }
}

fn alphabeta(depth: u32) -> AgentSpec {
    AgentSpec::AlphaBeta(Fixed::to_depth(depth))
}

fn maxn(nodes: u64) -> AgentSpec {
    let effort = Effort {
        nodes: Some(nodes),
        ..Effort::default()
    };
    AgentSpec::Many {
        search: ManySearch::MaxN,
        effort,
        eval: None,
        ties: Ties::Random,
    }
}

/// The rungs of the ladder. docs/findings.md has the games that calibrated them.
pub(super) fn rung(level: u8, game: GameSpec) -> Rung {
    let (slips, player) = match (game, level) {
        (GameSpec::Connect4(spec), _) if spec.players() == 3 => match level {
            1 => (30, AgentSpec::Greedy),
            2 => (10, maxn(300)),
            3 => (0, maxn(3_000)),
            _ => (0, maxn(200_000)),
        },
        (GameSpec::Connect4(_), 1) => (30, alphabeta(1)),
        (GameSpec::Connect4(_), 2) => (4, alphabeta(3)),
        (GameSpec::Connect4(_), 3) => (0, alphabeta(5)),
        (GameSpec::Connect4(_), _) => (0, strong(500_000)),
        (GameSpec::Dots(_), 1) => (35, AgentSpec::Greedy),
        (GameSpec::Dots(_), 2) => (5, AgentSpec::Greedy),
        (GameSpec::Dots(_), 3) => (0, strong(2_000)),
        (GameSpec::Dots(_), _) => (0, strong(500_000)),
    };
    Rung { slips, player }
}
