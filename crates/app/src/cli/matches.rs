//! `poda match`

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use poda_engine::{AgentSpec, AnyGame, AnyMove, Game, GameSpec};
use poda_lab::stats::{EloModel, Sprt, Verdict};
use poda_lab::{
    Adjudicator, Cell, Measures, Plan, PlayerFactory, Players, Record, RunOptions, Seeding,
    listed_openings, read_opening, run, seatings,
};

use super::interrupt::stop_flag;
use super::knowledge::KeptSolutionArgs;
use super::match_report::MatchReport;
use super::players::{players, warn_of_endless};
use super::progress;

/// Let agents play each other and count who wins
///
/// Every opening is played once with each order of seats, so that neither the opening nor the first move favours anybody. The interval
/// of a score holds the true one with 95 % confidence; it takes openings as its sample, as games from the same opening are alike.
/// Whoever plays an illegal move, is late, says nothing or crashes loses that game, and the match goes on. Ctrl-C ends it with what was played.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda match connect4 level:3 level:2 --games 200\n         \
    poda match connect4 \"cmd:python3 bot.py\" level:2 --move-time 1 --save games.jsonl\n         \
    poda match connect4 strong:nodes=2000 strong:nodes=1000 --sprt 0,50\n         \
    poda match connect4:6x7,players=3 maxn:nodes=2000 paranoid:nodes=2000 brs:nodes=2000 --games 600"
)]
pub(super) struct Match {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameSpec,
    /// The agents, as many as players
    #[arg(num_args = 2..=3, required = true)]
    agents: Vec<String>,
    /// How many games; rounded up so that every opening is played in all orders. Left out: 100, or each opening of the file once, or
    /// with --sprt at most 20000
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Random moves before the agents take over; left out: as many as leave the game open, which depends on the game
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=64))]
    opening: Option<u32>,
    /// Openings instead of random ones: a file with the moves of one in each line, `#` before a remark
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,
    /// End a game as soon as a solver that looks at no more than so many positions knows how it ends
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    adjudicate: Option<u32>,
    /// The longest a move may take, in seconds; later is a forfeit
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<Duration>,
    /// Decides the openings and whatever the agents leave to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; left out: one for each processor
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Ends as soon as a sequential test knows whether the first agent is better: by at most the first number of Elo points, or by at
    /// least the second. Exit code 1 if it is not
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses)]
    sprt: Option<(f64, f64)>,
    /// How often the test may err, each way
    #[arg(long, default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    error: f64,
    /// Keep the games: one record in each line, as in the lab. The file must not exist
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    kept: KeptSolutionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text
        .parse()
        .ok()
        .filter(|seconds| (0.001..=3600.0).contains(seconds));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("`{text}` is not a time: give seconds from 0.001 to 3600"))
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',');
    let pair = pair.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    pair.filter(|(elo0, elo1): &(f64, f64)| elo0 < elo1 && *elo0 > -1000.0 && *elo1 < 1000.0)
        .ok_or_else(|| {
            format!("`{text}` is no pair of hypotheses: give two numbers of Elo points between -1000 and 1000, the smaller first, such as 0,30")
        })
}

fn error_rate(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|rate| (0.001..0.5).contains(rate));
    number
        .ok_or_else(|| format!("`{text}` is no rate of errors: give a number from 0.001 to 0.499"))
}

/// The most games of a sequential test, unless somebody says otherwise.
const SPRT_GAMES: u32 = 20_000;

impl Match {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let players_needed = AnyGame::new(self.game).players();
        ensure!(
            self.agents.len() == players_needed,
            "{} agents were given, but {} is for {players_needed}: give one for each player",
            self.agents.len(),
            self.game
        );
        ensure!(
            self.sprt.is_none() || players_needed == 2,
            "--sprt is for two players: {} has {players_needed}",
            self.game
        );
        let factory = players();
        let names = self.agents.iter();
        let names = names.map(|name| factory.check(name, self.game));
        let names = names.collect::<Result<Vec<String>, _>>()?;
        let agents = names.iter().filter_map(|name| name.parse().ok());
        let agents: Vec<AgentSpec> = agents.collect();
        let factory = factory.knowing(self.kept.knowledge(&agents, self.game)?);

        warn_of_endless(names.iter().map(|name| (name.as_str(), self.game)));
        let plan = self.plan(names)?;
        let (records, finished) = self.play(&plan, &factory)?;
        let report = MatchReport::new(&plan, &records);
        if !finished {
            let (done, games) = (records.len(), plan.games());
            anstream::eprintln!("stopped: {done} of {games} games were played");
        }
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{:#}", report.json())?;
        } else if !records.is_empty() {
            write!(out, "{}", report.text())?;
        }
        Ok(match report.verdict() {
            _ if !finished => ExitCode::from(super::STOPPED),
            Some(Verdict::Rejected) => ExitCode::from(super::NO),
            _ => ExitCode::SUCCESS,
        })
    }

    fn plan(&self, agents: Vec<String>) -> anyhow::Result<Plan> {
        let orders = seatings(agents.len());
        let openings = self.read_openings()?;
        let usual = match (self.sprt, openings.len() * orders.len()) {
            (Some(_), _) => SPRT_GAMES,
            (None, 0) => 100,
            (None, games) => games as u32,
        };
        let cell = Cell {
            game: self.game,
            agents,
            coordinates: Vec::new(),
            openings: self.games.unwrap_or(usual).div_ceil(orders.len() as u32),
            orders,
            seeding: Seeding::Own,
        };
        let sprt = self.sprt.map(|(elo0, elo1)| Sprt {
            elo0,
            elo1,
            alpha: self.error,
            beta: self.error,
            model: EloModel::Logistic,
        });
        let opening = self.opening.unwrap_or(self.game.info().opening);
        let measures = Measures {
            nodes: self.save.is_some(),
            time: self.save.is_some(),
            ..Measures::default()
        };
        let plan = Plan::new(
            vec![cell],
            self.seed,
            opening,
            self.move_time,
            measures,
            sprt,
        );
        let adjudicator = self.adjudicate.map(|nodes| Adjudicator {
            nodes: nodes.into(),
        });
        if adjudicator.is_some() {
            Adjudicator::check(&AnyGame::new(self.game)).context("--adjudicate needs a solver")?;
        }
        Ok(plan.with_openings(openings).with_adjudicator(adjudicator))
    }

    /// The openings of the file; none if there is no file.
    fn read_openings(&self) -> anyhow::Result<Vec<Vec<AnyMove>>> {
        const LONGEST_FILE: u64 = 16 << 20;
        let Some(path) = &self.openings else {
            return Ok(Vec::new());
        };
        let name = path.display();
        let size = std::fs::metadata(path)
            .with_context(|| name.to_string())?
            .len();
        ensure!(
            size <= LONGEST_FILE,
            "{name} has more than 16 MiB: no file of openings needs that"
        );
        let text = std::fs::read_to_string(path).with_context(|| name.to_string())?;
        let game = AnyGame::new(self.game);
        let read = |(line, moves)| {
            read_opening(&game, moves).with_context(|| format!("{name}: line {line}"))
        };
        let openings: Vec<_> = listed_openings(&text).map(read).collect::<Result<_, _>>()?;
        ensure!(
            !openings.is_empty(),
            "{name} has no opening: write the moves of one in each line, - for none"
        );
        Ok(openings)
    }

    /// The games that were played, and whether they are all.
    fn play(
        &self,
        plan: &Plan,
        players: &Players,
    ) -> anyhow::Result<(BTreeMap<u64, Record>, bool)> {
        let options = RunOptions {
            games: None,
            jobs: self.jobs.map(|jobs| jobs as usize),
        };
        let mut save = self.save.as_ref().map(Save::create).transpose()?;
        let bar = progress::bar(plan.games(), 0, "games");
        let log = progress::Log::new();
        let mut records = BTreeMap::new();
        let mut report = MatchReport::new(plan, &records);
        let finished = run::<anyhow::Error>(
            plan,
            players,
            &BTreeMap::new(),
            &options,
            stop_flag()?,
            &mut |record, progress| {
                if let Some(save) = &mut save {
                    save.append(&record)?;
                }
                report.push(&record);
                bar.set_position(progress.done);
                bar.set_message(format!(", {}", report.so_far()));
                log.line(|| {
                    let (done, total) = (progress.done, progress.total);
                    format!("{done} of {total} games, {}", report.so_far())
                });
                records.insert(record.game, record);
                Ok(())
            },
        );
        bar.finish_and_clear();
        Ok((records, finished?))
    }
}

/// The file that games are kept in.
struct Save {
    path: PathBuf,
    file: File,
}

impl Save {
    fn create(path: &PathBuf) -> anyhow::Result<Save> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                anyhow::anyhow!(
                    "{} exists already: give the name of a new file",
                    path.display()
                )
            }
            _ => anyhow::Error::new(error).context(path.display().to_string()),
        })?;
        Ok(Save {
            path: path.clone(),
            file,
        })
    }

    /// One call for the whole line, so that a kill tears at most the last one.
    fn append(&mut self, record: &Record) -> anyhow::Result<()> {
        let line = serde_json::to_string(record)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| self.path.display().to_string())
    }
}
