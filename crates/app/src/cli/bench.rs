//! `poda bench`

use std::io::Write;
use std::time::Instant;

use poda_engine::{Agent, AnyGame, Game, Request};

/// Search a fixed set of positions and print how many nodes that took
///
/// The total is the same in every run and on every machine: it tells at once whether a change altered the search. The speed is
/// of this machine, now.
#[derive(clap::Args)]
#[command(after_help = "Example: poda bench")]
pub(super) struct Bench {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Every game, every search, openings and middle games.
const CASES: &[(&str, &str, &str)] = &[
    ("connect4", "", "minimax:depth=6,eval=s4,ties=first"),
    (
        "connect4",
        "",
        "alphabeta:depth=9,eval=centre,order=natural,wins=flat,ties=first",
    ),
    ("connect4", "4453", "alphabeta:depth=8,eval=s2,ties=first"),
    (
        "connect4",
        "444435",
        "alphabeta:depth=8,eval=s4,order=busy,ties=first",
    ),
    ("connect4", "", "strong:depth=13,ties=first"),
    ("connect4", "44444226", "strong:depth=16,ties=first"),
    (
        "connect4",
        "2455233",
        "strong:depth=15,eval=centre,ties=first",
    ),
    ("connect4:7x10", "5566", "strong:depth=9,ties=first"),
    ("connect4:8x8", "", "alphabeta:depth=7,eval=s0,ties=first"),
    (
        "connect4:6x7,connect=5",
        "4433",
        "strong:depth=9,ties=first",
    ),
    ("connect4:6x7,players=3", "", "paranoid:depth=7,ties=first"),
    (
        "connect4:6x7,players=3",
        "444",
        "maxn:depth=6,eval=s1-2,ties=first",
    ),
    ("connect4:6x7,players=3", "4435", "brs:depth=8,ties=first"),
    (
        "dots:2x2",
        "",
        "alphabeta:depth=12,eval=s3,order=natural,ties=first",
    ),
    ("dots:3x3", "", "strong:depth=9,ties=first"),
    ("dots:4x4", "h11h22v33", "strong:depth=6,ties=first"),
    (
        "dots:5x5",
        "v22v33h44",
        "alphabeta:depth=4,eval=s3,ties=first",
    ),
];

impl Bench {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        let (mut total, mut total_seconds) = (0, 0.0);
        let mut rows = Vec::new();
        for (spec, position, agent) in CASES {
            let game: AnyGame = spec.parse()?;
            let (_, state) = game.read_position(position)?;
            let mut agent_at_work = Agent::new(&agent.parse()?, &game, 1)?;
            let start = Instant::now();
            let nodes = agent_at_work.think(&state, Request::default()).nodes;
            let seconds = start.elapsed().as_secs_f64();
            total += nodes;
            total_seconds += seconds;
            if self.json {
                rows.push(serde_json::json!({ "game": spec, "position": position, "agent": agent, "nodes": nodes, "seconds": seconds }));
            } else {
                let rate = nodes as f64 / seconds / 1e6;
                writeln!(
                    out,
                    "{nodes:>10} {rate:>7.1} M/s  {spec} {position} {agent}"
                )?;
            }
        }
        if self.json {
            let json =
                serde_json::json!({ "nodes": total, "seconds": total_seconds, "cases": rows });
            writeln!(out, "{json:#}")?;
        } else {
            writeln!(
                out,
                "Bench: {total} ({:.1} M nodes/s)",
                total as f64 / total_seconds / 1e6
            )?;
        }
        Ok(())
    }
}
