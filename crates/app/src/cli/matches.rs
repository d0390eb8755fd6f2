//! `poda match`

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use poda_engine::{AgentSpec, AnyGame, Game, GameSpec};
use poda_lab::stats::Figure;
use poda_lab::{
    Cell, Contender, Measures, Options, Plan, Results, Seeding, Tally, Value, run, seatings,
};

use super::knowledge::Kept;

/// Let agents play each other and count who wins
///
/// Every opening of random moves is played once with each order of seats, so that neither the opening nor the first move
/// favours anybody. The interval of a score holds the true one with 95 % confidence; it takes openings as its sample, as games
/// from the same opening are alike.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda match connect4 level:3 level:2 --games 200\n         \
    poda match connect4:6x7,players=3 maxn:nodes=2000 paranoid:nodes=2000 brs:nodes=2000 --games 600"
)]
pub(super) struct Match {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameSpec,
    /// The agents, as many as players
    #[arg(value_parser = super::agent, num_args = 2..=3, required = true)]
    agents: Vec<AgentSpec>,
    /// How many games; rounded up so that every opening is played in all orders
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random moves before the agents take over
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=64))]
    opening: u32,
    /// Decides the openings and whatever the agents leave to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; left out: one for each processor
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    #[command(flatten)]
    kept: Kept,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Match {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let players = AnyGame::new(self.game).players();
        ensure!(
            self.agents.len() == players,
            "{} agents were given, but {} is for {players}: give one for each player",
            self.agents.len(),
            self.game
        );
        for agent in &self.agents {
            agent.check(self.game)?;
        }
        let orders = seatings(players);
        let cell = Cell {
            game: self.game,
            agents: self.agents.iter().copied().map(Contender::Agent).collect(),
            coordinates: Vec::new(),
            openings: self.games.div_ceil(orders.len() as u32),
            orders,
            seeding: Seeding::Own,
        };
        let openings = cell.openings;
        let measures = Measures::default();
        let plan = Plan::new(vec![cell], self.seed, self.opening, None, measures, None);
        let options = Options {
            games: None,
            jobs: self.jobs.map(|jobs| jobs as usize),
            knowledge: self.kept.knowledge(&self.agents, self.game)?,
        };
        let mut records = BTreeMap::new();
        let never = AtomicBool::new(false);
        let Ok(_) = run::<Infallible>(
            &plan,
            &BTreeMap::new(),
            &options,
            &never,
            &mut |record, _| {
                records.insert(record.game, record);
                Ok(())
            },
        );
        let mut tallies = vec![Tally::default(); players];
        for record in records.values() {
            for (agent, tally) in tallies.iter_mut().enumerate() {
                tally.push(record, agent);
            }
        }
        self.print(&tallies, plan.games(), openings)
    }

    fn print(&self, tallies: &[Tally], games: u64, openings: u32) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        let score = |tally: &Tally| -> Figure {
            let figure = tally.figure(Value::Score);
            figure.expect("at least one game was played")
        };
        if self.json {
            let rows: Vec<serde_json::Value> = self
                .agents
                .iter()
                .zip(tallies)
                .map(|(agent, tally)| {
                    let Results { won, drawn, lost } = tally.results;
                    let Figure {
                        value, low, high, ..
                    } = score(tally);
                    serde_json::json!({ "agent": agent, "wins": won, "draws": drawn, "losses": lost,
                        "score": value, "interval": [low, high] })
                })
                .collect();
            let json = serde_json::json!({ "game": self.game, "games": games, "openings": openings, "seed": self.seed, "agents": rows });
            return Ok(writeln!(out, "{json:#}")?);
        }
        let names = self.agents.iter().map(|agent| agent.to_string().len());
        let width = names.max().unwrap_or(0);
        writeln!(
            out,
            "{:width$}  {:>6} {:>6} {:>6}   score",
            "", "won", "drawn", "lost"
        )?;
        for (agent, tally) in self.agents.iter().zip(tallies) {
            let Results { won, drawn, lost } = tally.results;
            let Figure { value, high, .. } = score(tally);
            writeln!(
                out,
                "{:width$}  {won:>6} {drawn:>6} {lost:>6}   {:.1} % ± {:.1}",
                agent.to_string(),
                100.0 * value,
                100.0 * (high - value)
            )?;
        }
        Ok(writeln!(
            out,
            "{games} games of {} from {openings} openings, seed {}",
            self.game, self.seed
        )?)
    }
}
