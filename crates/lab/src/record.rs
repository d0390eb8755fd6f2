//! What is kept of a game: one line of JSON.

use poda_engine::Outcome;
use serde::{Deserialize, Serialize};

/// A finished game. Its line is the only truth: every figure of every report is computed from these.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Which game of the plan.
    pub game: u64,
    /// Which pairing.
    pub cell: usize,
    /// The rules.
    pub rules: String,
    /// Who met, in the order of the pairing.
    pub agents: Vec<String>,
    /// For each of them, which program it was: what it calls itself, and a hash of its files; empty for Poda's own. Left out where all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// Who of them sat where.
    pub seats: Vec<usize>,
    /// Which opening; games with the same number started alike.
    pub opening: u64,
    /// For each seat, what decided its random choices.
    pub seeds: Vec<u64>,
    /// All moves, the opening included.
    pub moves: String,
    /// How many of them are the opening.
    pub opened: usize,
    /// How many there are.
    pub plies: usize,
    /// The winning seat, or `draw`.
    pub outcome: Outcome,
    /// Who gave the game away other than by playing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// For each move after the opening, the seat that made it.
    pub movers: String,
    /// For each move after the opening, positions searched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<u64>,
    /// For each move after the opening, positions without children.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<u64>,
    /// For each move after the opening: 1 if it was worse than the best by the agent's own values, 0 if not, - if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lapses: String,
    /// For each move after the opening, microseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub micros: Vec<u64>,
    /// The version of Poda that played.
    pub version: String,
}

/// A game given away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// By whom.
    pub seat: usize,
    /// How.
    pub reason: Reason,
    /// What a player that failed said of it, in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// How a game can be given away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// A move that the rules do not allow.
    Illegal,
    /// The program failed.
    Crash,
    /// The move came too late.
    Timeout,
}

impl Record {
    /// The agent that won, by its place in the pairing.
    pub fn winner(&self) -> Option<usize> {
        self.outcome
            .winner()
            .map(|player| self.seats[player.index()])
    }

    /// The same without what differs from run to run: times.
    pub fn without_times(&self) -> Record {
        Record {
            micros: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether the parts fit each other, as they do in whatever Poda wrote.
    pub(crate) fn is_sound(&self) -> bool {
        let moves = self.movers.len();
        let fits = |length: usize| length == 0 || length == moves;
        let players = self.seats.len();
        let mut seats = self.seats.clone();
        seats.sort_unstable();
        (2..=3).contains(&players)
            && seats.iter().copied().eq(0..players)
            && self.agents.len() == players
            && self.seeds.len() == players
            && (self.programs.is_empty() || self.programs.len() == players)
            && self.plies == self.opened + moves
            && self
                .movers
                .bytes()
                .all(|b| usize::from(b.wrapping_sub(b'0')) < players)
            && fits(self.nodes.len())
            && fits(self.leaves.len())
            && fits(self.micros.len())
            && fits(self.lapses.len())
            && self
                .outcome
                .winner()
                .is_none_or(|winner| winner.index() < players)
            && self
                .forfeit
                .as_ref()
                .is_none_or(|forfeit| forfeit.seat < players)
    }
}
