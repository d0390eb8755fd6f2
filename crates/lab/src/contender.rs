//! Who can take part: every agent of the engine, and programs of the past.

use std::fmt;
use std::str::FromStr;

use poda_engine::{AgentSpec, AgentSpecError, GameSpec};

/// A player of an experiment by name. Text form: an agent as everywhere, or `s3-as-reported:depth=3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contender {
    /// An agent of the engine.
    Agent(AgentSpec),
    /// The Dots and Boxes player of S3 with its mistake, random numbers included.
    S3AsReported {
        /// Plies, 1 to 6.
        depth: u32,
    },
}

const S3_AS_REPORTED: &str = "s3-as-reported";

/// The text names nobody who can take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContenderError {
    /// Not an agent.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// The program of the past takes other parameters.
    #[error("`{S3_AS_REPORTED}` takes one parameter, depth=1 to depth=6")]
    AsReported,
    /// The program of the past plays one game only.
    #[error("`{S3_AS_REPORTED}` plays dots with fewer than 64 edges, not {0}")]
    OtherGame(GameSpec),
}

impl Contender {
    /// Whether it can play this game.
    ///
    /// # Errors
    /// It cannot, and why.
    pub fn check(&self, game: GameSpec) -> Result<(), ContenderError> {
        match (self, game) {
            (Contender::Agent(agent), _) => Ok(agent.check(game)?),
            (Contender::S3AsReported { .. }, GameSpec::Dots(spec)) if spec.edges() < 64 => Ok(()),
            (Contender::S3AsReported { .. }, _) => Err(ContenderError::OtherGame(game)),
        }
    }
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Contender, ContenderError> {
        let Some(rest) = text.strip_prefix(S3_AS_REPORTED) else {
            return Ok(Contender::Agent(text.parse()?));
        };
        let depth = rest.strip_prefix(":depth=").and_then(|d| d.parse().ok());
        match depth {
            Some(depth @ 1..=6) => Ok(Contender::S3AsReported { depth }),
            _ => Err(ContenderError::AsReported),
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Agent(agent) => agent.fmt(f),
            Contender::S3AsReported { depth } => write!(f, "{S3_AS_REPORTED}:depth={depth}"),
        }
    }
}

impl serde::Serialize for Contender {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
