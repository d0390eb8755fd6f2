//! `poda analyze`

use std::io::Write;
use std::time::Instant;

use poda_coach::Verdict;
use poda_engine::{
    Agent, AgentSpec, AnyMove, Bound, Game, Request, Score, SearchReport, line_text,
};

use super::knowledge::KeptSolutionArgs;
use super::players::warn_of_endless;
use super::position::Position;

/// How many positions a solver may look at to tell what is certain: some tenths of a second.
const KNOWN_NODES: u64 = 10_000_000;

/// Let an agent think about a position and report what it found
///
/// Values are from the view of the player to move. Those of the agent perfect are exact where it says so: how the game ends if both
/// sides play perfectly. All others are what a search to that depth makes of the position.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda analyze connect4 4453 --agent strong:time=2s\n         \
    poda analyze dots:3x3 --agent alphabeta:depth=5,eval=s3 --json\n         \
    poda analyze connect4 4453 --agent perfect"
)]
pub(super) struct Analyze {
    #[command(flatten)]
    position: Position,
    /// The agent
    #[arg(long, value_name = "SPEC", default_value = "strong:time=1s", value_parser = super::agent)]
    agent: AgentSpec,
    /// Give every move its exact value, where the agent can: slower; perfect always tries
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    kept: KeptSolutionArgs,
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
        self.agent.check(self.position.game)?;
        let name = self.agent.to_string();
        warn_of_endless(std::iter::once((name.as_str(), self.position.game)));
        let knowledge = self.kept.knowledge(&[self.agent], self.position.game)?;
        let mut agent = Agent::with_knowledge(&self.agent, &game, self.seed, &knowledge)?;
        let perfect = matches!(self.agent, AgentSpec::Perfect { .. });
        let start = Instant::now();
        let report = agent.think(
            &state,
            Request {
                all_moves: self.all || perfect,
                ..Request::default()
            },
        );
        let seconds = start.elapsed().as_secs_f64();
        let means = self.agent.resolve(&game)?;
        let verdict = Verdict::of(&game, &state, &means, &report);
        // Whatever the agent thinks, this is so.
        let known = poda_coach::known(&game, &state, &knowledge, KNOWN_NODES);

        let mut out = anstream::stdout().lock();
        if self.json {
            let mut json = serde_json::to_value(&report)?;
            json["game"] = serde_json::to_value(self.position.game)?;
            json["position"] = line_text(&line).into();
            json["agent"] = self.agent.to_string().into();
            json["seed"] = self.seed.into();
            json["seconds"] = seconds.into();
            json["ply"] = game.ply(&state).into();
            json["verdict"] = serde_json::to_value(verdict)?;
            json["known"] = serde_json::to_value(known.map(|(verdict, _)| verdict))?;
            writeln!(out, "{json:#}")?;
        } else {
            let mut text = in_words(&report, game.ply(&state), seconds, perfect);
            if report.depth > 0 {
                text += &format!("says    {verdict}\n");
            }
            if let Some((verdict, source)) = known.filter(|_| !report.solved) {
                text += &format!("known   {verdict}, from the {source}\n");
            }
            write!(out, "{text}")?;
        }
        Ok(())
    }
}

fn in_words(report: &SearchReport<AnyMove>, ply: u32, seconds: f64, perfect: bool) -> String {
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
    let certainty = match (report.solved, perfect) {
        (true, _) => ", exact",
        (false, true) => ", not proved",
        (false, false) => "",
    };
    let value = value_in_words(report.value, ply);
    text += &format!("value   {value}{certainty}\n");
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
    let depth = match report.solved {
        true => "to the end".to_owned(),
        false => report.depth.to_string(),
    };
    text += &format!("\ndepth   {depth}\nnodes   {}", report.nodes);
    if !report.solved {
        text += &format!(
            " ({} leaves, {} cut-offs, {} from the table)",
            report.leaves, report.cutoffs, report.table_hits
        );
    }
    text + &format!("\ntime    {seconds:.3} s, {rate:.1} M nodes/s\n")
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
