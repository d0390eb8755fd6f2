//! `poda match`

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::Write;
use std::process::ExitCode;

use anyhow::ensure;
use poda_engine::{AgentSpec, AnyGame, Game, GameSpec};
use poda_lab::stats::Figure;
use poda_lab::{
    Cell, Measures, Plan, PlayerFactory, Players, Record, Results, RunOptions, Seeding, Tally,
    Value, run, seatings,
};

use super::interrupt::stop_flag;
use super::knowledge::KeptSolutionArgs;
use super::progress;

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
    #[arg(num_args = 2..=3, required = true)]
    agents: Vec<String>,
    /// How many games; rounded up so that every opening is played in all orders
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random moves before the agents take over; left out: as many as leave the game open, which depends on the game
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=64))]
    opening: Option<u32>,
    /// Decides the openings and whatever the agents leave to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; left out: one for each processor
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    #[command(flatten)]
    kept: KeptSolutionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Match {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let players = AnyGame::new(self.game).players();
        ensure!(
            self.agents.len() == players,
            "{} agents were given, but {} is for {players}: give one for each player",
            self.agents.len(),
            self.game
        );
        let factory = Players::builtin();
        let names = self.agents.iter();
        let names = names.map(|name| factory.check(name, self.game));
        let names = names.collect::<Result<Vec<String>, _>>()?;
        let agents = names.iter().filter_map(|name| name.parse().ok());
        let agents: Vec<AgentSpec> = agents.collect();
        let factory = factory.knowing(self.kept.knowledge(&agents, self.game)?);

        let plan = self.plan(names);
        let Some(records) = self.play(&plan, &factory)? else {
            return Ok(ExitCode::from(super::STOPPED));
        };
        let mut tallies = vec![Tally::default(); players];
        for record in records.values() {
            for (agent, tally) in tallies.iter_mut().enumerate() {
                tally.push(record, agent);
            }
        }
        self.print(&tallies, &plan)?;
        Ok(ExitCode::SUCCESS)
    }

    fn plan(&self, agents: Vec<String>) -> Plan {
        let orders = seatings(agents.len());
        let cell = Cell {
            game: self.game,
            agents,
            coordinates: Vec::new(),
            openings: self.games.div_ceil(orders.len() as u32),
            orders,
            seeding: Seeding::Own,
        };
        let measures = Measures::default();
        let opening = self.opening.unwrap_or(self.game.info().opening);
        Plan::new(vec![cell], self.seed, opening, None, measures, None)
    }

    /// All games; `None` if it was stopped.
    fn play(
        &self,
        plan: &Plan,
        players: &Players,
    ) -> anyhow::Result<Option<BTreeMap<u64, Record>>> {
        let options = RunOptions {
            games: None,
            jobs: self.jobs.map(|jobs| jobs as usize),
        };
        let bar = progress::bar(plan.games(), 0, "games");
        let mut records = BTreeMap::new();
        let Ok(finished) = run::<Infallible>(
            plan,
            players,
            &BTreeMap::new(),
            &options,
            stop_flag()?,
            &mut |record, progress| {
                bar.set_position(progress.done);
                records.insert(record.game, record);
                Ok(())
            },
        );
        bar.finish_and_clear();
        if !finished {
            let (done, games) = (records.len(), plan.games());
            anstream::eprintln!("stopped: {done} of {games} games were played");
        }
        Ok(finished.then_some(records))
    }

    fn print(&self, tallies: &[Tally], plan: &Plan) -> anyhow::Result<()> {
        let (cell, games) = (&plan.cells[0], plan.games());
        let openings = cell.openings;
        let mut out = anstream::stdout().lock();
        let score = |tally: &Tally| -> Figure {
            let figure = tally.figure(Value::Score);
            figure.expect("at least one game was played")
        };
        if self.json {
            let rows: Vec<serde_json::Value> = cell
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
        let width = cell.agents.iter().map(String::len).max().unwrap_or(0);
        writeln!(
            out,
            "{:width$}  {:>6} {:>6} {:>6}   score",
            "", "won", "drawn", "lost"
        )?;
        for (agent, tally) in cell.agents.iter().zip(tallies) {
            let Results { won, drawn, lost } = tally.results;
            let Figure { value, high, .. } = score(tally);
            writeln!(
                out,
                "{agent:width$}  {won:>6} {drawn:>6} {lost:>6}   {:.1} % ± {:.1}",
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
