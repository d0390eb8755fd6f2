//! `poda analyze`

use std::io::Write;
use std::time::Instant;

use poda_engine::{Agent, AgentSpec, AnyMove, Bound, Game, Report, Score, Thinking, line_text};

use super::position::Position;

/// Let an agent think about a position and report what it found
///
/// Values are from the view of the player to move.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda analyze connect4 4453 --agent strong:time=2s\n         \
    poda analyze dots:3x3 --agent alphabeta:depth=5,eval=s3 --json"
)]
pub(super) struct Analyze {
    #[command(flatten)]
    position: Position,
    /// The agent
    #[arg(long, value_name = "SPEC", default_value = "strong:time=1s", value_parser = super::agent)]
    agent: AgentSpec,
    /// Give every move its exact value, where the agent can: slower
    #[arg(long)]
    all: bool,
    /// Decides whatever is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let (game, line, state) = self.position.read_unfinished()?;
        let mut agent = Agent::new(&self.agent, &game, self.seed)?;
        let start = Instant::now();
        let report = agent.think(
            &state,
            Thinking {
                all_moves: self.all,
                ..Thinking::default()
            },
        );
        let seconds = start.elapsed().as_secs_f64();

        let mut out = anstream::stdout().lock();
        if self.json {
            let mut json = serde_json::to_value(&report)?;
            json["game"] = serde_json::to_value(self.position.game)?;
            json["position"] = line_text(&line).into();
            json["agent"] = self.agent.to_string().into();
            json["seed"] = self.seed.into();
            json["seconds"] = seconds.into();
            json["ply"] = game.ply(&state).into();
            writeln!(out, "{json:#}")?;
        } else {
            write!(out, "{}", in_words(&report, game.ply(&state), seconds))?;
        }
        Ok(())
    }
}

fn in_words(report: &Report<AnyMove>, ply: u32, seconds: f64) -> String {
    let names = |moves: &[AnyMove]| {
        moves
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut text = format!("plays   {}\n", report.choice);
    if report.depth == 0 {
        return text + "        without looking ahead\n";
    }
    text += &format!("value   {}\n", value_in_words(report.value, ply));
    text += &format!(
        "best    {}\nline    {}\nmoves   ",
        names(&report.best),
        names(&report.line)
    );
    let moves: Vec<String> = report
        .moves
        .iter()
        .map(|root| {
            let sign = match root.bound {
                Bound::Exact => "",
                Bound::AtMost => "at most ",
                Bound::AtLeast => "at least ",
            };
            format!("{} {sign}{}", root.mv, value_in_words(root.value, ply))
        })
        .collect();
    text += &moves.join("\n        ");
    let rate = report.nodes as f64 / seconds.max(1e-9) / 1e6;
    text += &format!(
        "\ndepth   {}\nnodes   {} ({} leaves, {} cut-offs, {} from the table)\ntime    {seconds:.3} s, {rate:.1} M nodes/s\n",
        report.depth, report.nodes, report.leaves, report.cutoffs, report.table_hits
    );
    text
}

/// A score as people say it: points, or who wins in how many moves of their own.
pub(super) fn value_in_words(value: Score, ply: u32) -> String {
    match value.decided_at() {
        None => format!("{:+}", value.get()),
        Some(0) if value > Score::ZERO => "wins".to_owned(),
        Some(0) => "loses".to_owned(),
        Some(end) => {
            let plies = end.saturating_sub(ply);
            let verb = if value > Score::ZERO { "wins" } else { "loses" };
            format!(
                "{verb} in {plies} {}",
                if plies == 1 { "ply" } else { "plies" }
            )
        }
    }
}
