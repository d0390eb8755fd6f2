//! What is kept of a game: one line of JSON.

use poda_engine::{AnyGame, Game, Limits, Outcome, PlayerId};
use serde::{Deserialize, Serialize};

use crate::plan::{Bout, Plan};
use crate::referee::movers;
use crate::summed::{self, BadLine};

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
    /// Whether a solver ended the game, with the outcome that it proved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicated: bool,
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
    /// For each move after the opening: 1 if it gave the result away, 0 if another one would have, - if none could.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mistakes: String,
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

/// What is wrong with a line of records.
#[derive(Debug, thiserror::Error)]
pub enum BadRecord {
    /// It cannot be read.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is not as it was written.
    #[error("it is damaged: its check sum does not fit")]
    Sum,
    /// The plan has fewer games.
    #[error("there are {0} games")]
    NoSuchGame(u64),
    /// The plan has this game with other players, another opening, other seats or seeds.
    #[error("game {0} is another one")]
    AnotherGame(u64),
    /// Lengths and seats contradict each other.
    #[error("its parts do not fit each other")]
    Unsound,
    /// The moves cannot be played.
    #[error("its moves cannot be played: {0}")]
    Moves(String),
    /// The game ended otherwise.
    #[error("its outcome is not that of its moves")]
    Outcome,
    /// The same game twice, and not the same.
    #[error("game {0} is there twice, with different moves")]
    Twice(u64),
}

impl From<BadLine> for BadRecord {
    fn from(bad: BadLine) -> BadRecord {
        match bad {
            BadLine::Json(error) => BadRecord::Json(error),
            BadLine::Sum => BadRecord::Sum,
        }
    }
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

    /// The record as a line of the file, which ends with a sum of itself and the end of a line.
    pub fn to_line(&self) -> Vec<u8> {
        summed::write(self)
    }

    /// Reads a line without its end. Lines from before there were sums have none; whoever has one must have the right one.
    ///
    /// # Errors
    /// It is no record, or not as it was written.
    pub fn from_line(line: &[u8]) -> Result<Record, BadRecord> {
        Ok(summed::read(line)?)
    }

    /// Whether this is what the plan has for this game: the same players at the same board, moves that its rules allow, and
    /// the outcome that follows from them.
    ///
    /// # Errors
    /// It is not, and why.
    pub fn check(&self, plan: &Plan) -> Result<(), BadRecord> {
        if self.game >= plan.games() {
            return Err(BadRecord::NoSuchGame(plan.games()));
        }
        let bout = plan.bout(self.game);
        let cell = &plan.cells[bout.cell];
        let same = bout.cell == self.cell
            && bout.seats == self.seats
            && bout.seeds == self.seeds
            && bout.opening == self.opening
            && cell.game.to_string() == self.rules
            && cell.agents == self.agents;
        if !same {
            return Err(BadRecord::AnotherGame(self.game));
        }
        if !self.is_sound() {
            return Err(BadRecord::Unsound);
        }
        self.replay(plan, &bout)
    }

    /// Plays the moves again.
    fn replay(&self, plan: &Plan, bout: &Bout) -> Result<(), BadRecord> {
        let game = AnyGame::new(plan.cells[bout.cell].game);
        let (line, state) = game
            .read_position(&self.moves)
            .map_err(|error| BadRecord::Moves(error.to_string()))?;
        let opening = plan.opening(bout, &game);
        if line.len() != self.plies
            || opening.len() != self.opened
            || !line.starts_with(&opening)
            || movers(&game, &line, self.opened) != self.movers
        {
            return Err(BadRecord::AnotherGame(self.game));
        }
        let end = match &self.forfeit {
            None if self.adjudicated => {
                let solver = plan.adjudicator;
                solver.and_then(|solver| solver.outcome(&game, &state, Limits::default()))
            }
            None => game.outcome(&state),
            // Whoever gives a game of two away loses it; a game of three has no winner then.
            Some(forfeit) => match (game.outcome(&state), self.seats.len()) {
                (Some(_), _) => None,
                (None, 2) => Some(Outcome::Win(PlayerId::new(1 - forfeit.seat))),
                (None, _) => Some(Outcome::Draw),
            },
        };
        if end == Some(self.outcome) {
            Ok(())
        } else {
            Err(BadRecord::Outcome)
        }
    }

    /// Whether the parts fit each other, as they do in whatever Poda wrote.
    fn is_sound(&self) -> bool {
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
            && !(self.adjudicated && self.forfeit.is_some())
            && self.plies == self.opened + moves
            && self
                .movers
                .bytes()
                .all(|b| usize::from(b.wrapping_sub(b'0')) < players)
            && fits(self.nodes.len())
            && fits(self.leaves.len())
            && fits(self.micros.len())
            && fits(self.lapses.len())
            && fits(self.mistakes.len())
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
