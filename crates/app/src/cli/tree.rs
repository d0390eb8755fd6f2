//! `poda tree`

use std::io::Write;

use poda_coach::SearchTree;
use poda_engine::{AgentSpec, Limits};

use super::position::Position;

/// Show the tree that a search looked at, and what it cut off
///
/// Values and windows are from the view of the player to move: MAX. A value that is only a bound has its sign, ≤ or ≥. Cut-off moves are
/// listed where they were cut. A search that deepens shows the last depth that it finished.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda tree connect4:4x4 1122 --agent alphabeta:depth=3,eval=s2,ties=first --format svg > tree.svg\n         \
    poda tree connect4 4444 --agent minimax:depth=2,eval=s4,ties=first\n         \
    poda tree connect4:6x7,players=3 44 --agent maxn:depth=2,ties=first"
)]
pub(super) struct Tree {
    #[command(flatten)]
    position: Position,
    /// The agent: minimax, alphabeta, strong, paranoid, maxn, brs or a preset; without ties=first the moves of the root are shuffled
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:depth=3,ties=first", value_parser = super::agent)]
    agent: AgentSpec,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// How many nodes to keep, in the order of the search; the others are counted [default: 400, for svg 100000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    nodes: Option<u32>,
    /// Decides whatever is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lines with branches
    Text,
    /// The nodes as an array; children are given by their index
    Json,
    /// For Graphviz
    Dot,
    /// A picture that fits a page: what does not fit is folded and counted
    Svg,
}

/// Plain minimax is counted up to here: a second or two.
const COUNTED: u64 = 500_000_000;

impl Tree {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let (game, line, _) = self.position.read_unfinished()?;
        // A picture folds what does not fit, so it wants to know all.
        let usual = if self.format == Format::Svg {
            100_000
        } else {
            400
        };
        let most = self.nodes.unwrap_or(usual) as usize;
        let limits = Limits::default();
        let tree = SearchTree::record(&game, &line, &self.agent, self.seed, most, limits)?;
        let text = match self.format {
            Format::Text => tree.text(),
            Format::Json => self.json(&tree)?,
            Format::Dot => tree.dot(),
            Format::Svg => tree.svg(),
        };
        Ok(writeln!(anstream::stdout().lock(), "{}", text.trim_end())?)
    }

    fn json(&self, tree: &SearchTree) -> serde_json::Result<String> {
        serde_json::to_string_pretty(&serde_json::json!({
            "game": self.position.game,
            "position": self.position.position,
            "agent": self.agent,
            "depth": tree.report().depth,
            "searched": tree.counts().nodes,
            "before": tree.before(),
            "broken_off": tree.broken_off(),
            "counts": tree.counts(),
            "minimax": tree.minimax(Limits::at_most(COUNTED)),
            "principal": tree.principal(),
            "nodes": tree.nodes(),
        }))
    }
}
