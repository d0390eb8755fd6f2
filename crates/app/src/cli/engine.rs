//! `poda engine`

use std::io;

use poda_bots::speak;
use poda_engine::{AgentSpec, Knowledge};

use super::knowledge::kept_in;

/// Let other programs use an agent: lines in, lines out, as docs/protocol.md has it
///
/// The agent keeps what it remembers from move to move. `stop` ends a thought with the best move so far; `quit`, or the end of the
/// input, ends it.
#[derive(clap::Args)]
#[command(after_help = "Example: poda engine strong:time=1s\n         \
    printf 'newgame connect4\\nposition moves 4 4\\ngo time 500\\nisready\\n' | poda engine perfect")]
pub(super) struct Engine {
    /// Who answers
    #[arg(value_parser = super::agent, default_value = "perfect")]
    agent: AgentSpec,
}

impl Engine {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let knowledge = match (&self.agent, poda_web::data_folder()) {
            (AgentSpec::Perfect { .. }, Ok(folder)) => kept_in(&folder),
            _ => Knowledge::default(),
        };
        Ok(speak(
            &self.agent,
            &knowledge,
            io::stdin().lock(),
            io::stdout(),
        )?)
    }
}
