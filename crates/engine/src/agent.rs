//! Players that are programs, by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::any::GameSpec;
use crate::params::{ParamError, Params, excerpt};
use crate::types::serde_as_text;

/// An agent by name. Text form: `random`.
#[derive(Clone, PartialEq, Debug)]
pub enum AgentSpec {
    /// Plays any legal move, each with the same chance.
    Random,
}

/// The text names no agent that can play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentSpecError {
    /// No such agent.
    #[error("there is no agent `{name}`: the agents are random")]
    NoSuchAgent {
        /// The name.
        name: String,
    },
    /// The parameters cannot be read.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl AgentSpec {
    /// Whether the agent can play this game.
    ///
    /// # Errors
    /// It cannot, and why.
    pub fn check(&self, _game: GameSpec) -> Result<(), AgentSpecError> {
        Ok(())
    }
}

impl FromStr for AgentSpec {
    type Err = AgentSpecError;

    fn from_str(text: &str) -> Result<AgentSpec, AgentSpecError> {
        let params = Params::parse(text)?;
        match params.name {
            "random" => {
                params.finish("nothing")?;
                Ok(AgentSpec::Random)
            }
            name => Err(AgentSpecError::NoSuchAgent {
                name: excerpt(name),
            }),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentSpec::Random => f.write_str("random"),
        }
    }
}

serde_as_text!(AgentSpec);
