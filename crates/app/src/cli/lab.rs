//! `poda lab`

use std::ffi::OsString;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use poda_coach::Board;
use poda_engine::{AnyGame, Game, PlayerId};
use poda_lab::{
    Bout, Experiment, ExperimentReport, PAPERS, PAPERS_TITLE, Players, Record, RecordStore,
    RunOptions, SequentialTests, catalogue, export, find, papers, papers_report, stretches,
    stretches_told,
};

use super::cluster;
use super::interrupt::stop_flag;
use super::openings::Openings;
use super::players::{players, players_by_name, warn_of_endless};
use super::progress;

/// Run experiments: tournaments with error bars that can be stopped, resumed and spread over machines
///
/// An experiment is a TOML file, or one of those that come with Poda (poda lab list). Every finished game is a line in
/// DIR/games.jsonl; all figures are computed from these lines. Stop a run at any moment and run it again: it plays what is
/// missing.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda lab run s3-matrix\n         poda lab run my.toml --games 0..500 --out half1"
)]
pub(super) struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    List(List),
    Run(Run),
    Report(ReportOf),
    Merge(Merge),
    Show(Show),
    Games(Games),
    Openings(Openings),
}

/// List the experiments that come with Poda
#[derive(clap::Args)]
#[command(after_help = "Example: poda lab list")]
struct List {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Play the games of an experiment that are not on record yet, and report
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda lab run s4-table --jobs 2\n         poda lab run s3-matrix --games 0..4000 --out first\n         \
    poda lab run papers\n         \
    poda lab run s4-table --on dask:tcp://head:8786"
)]
struct Run {
    /// An experiment by name, the path of a .toml file, or `papers`: every published figure beside ours
    spec: String,
    /// Only these games of the plan: from (included) .. to (not included)
    #[arg(long, value_parser = range, value_name = "FROM..TO")]
    games: Option<Range<u64>>,
    /// How many games at once; left out: one for each processor
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Where the records go; left out: runs/NAME
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Few games of what is quickly played, to see whether everything works
    #[arg(long)]
    quick: bool,
    /// Where to play: local:N for N processes here, dask:ADDRESS for a cluster; through the Python package pypoda
    #[arg(long, value_name = "WHERE", conflicts_with_all = ["games", "jobs"])]
    on: Option<String>,
    /// About how many seconds a worker plays before it answers; left out: 2. Give 30 to hundreds of workers
    #[arg(long, value_name = "SECONDS", requires = "on")]
    chunk: Option<f64>,
}

/// Report on a run, finished or not, from its records
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda lab report runs/s3-matrix\n         poda lab report runs/s4-table --format csv --no-times"
)]
struct ReportOf {
    /// The directory of a run
    dir: PathBuf,
    /// Print this; left out: text, and all files of the report are written into the directory
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Leave times out: the rest is the same to the byte, however the games were played
    #[arg(long)]
    no_times: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Md,
    Csv,
    Html,
    Json,
}

/// Join runs of slices of one experiment, each game once, and report
#[derive(clap::Args)]
#[command(after_help = "Example: poda lab merge first second third --out runs/s3-matrix")]
struct Merge {
    /// The directories of the slices
    #[arg(required = true)]
    dirs: Vec<PathBuf>,
    /// Where the joined records go
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Show the spec of an experiment, or a game of a run
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda lab show s3-matrix\n         poda lab show runs/s3-matrix --game 17"
)]
struct Show {
    /// An experiment by name, the path of a .toml file, or the directory of a run
    what: String,
    /// Show this game: how it is planned, and how it went
    #[arg(long)]
    game: Option<u64>,
}

/// Print the games of a run, for other programs
///
/// Poda reads the text again where a game can be pasted.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda lab games runs/s3-matrix > games.csv\n         poda lab games runs/s3-matrix --format text"
)]
struct Games {
    /// The directory of a run
    dir: PathBuf,
    /// A line for each game, or a few lines of text
    #[arg(long, value_enum, default_value_t = GamesFormat::Csv)]
    format: GamesFormat,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum GamesFormat {
    Csv,
    Text,
}

impl Games {
    fn run(&self) -> anyhow::Result<()> {
        let (_, records) = poda_lab::read(&self.dir, &players_by_name())?;
        let text = match self.format {
            GamesFormat::Csv => export::games_csv(records.values()),
            GamesFormat::Text => export::games_text(records.values()),
        };
        Ok(anstream::stdout().lock().write_all(text.as_bytes())?)
    }
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..");
    let ends = ends.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    match ends {
        Some((from, to)) if from < to => Ok(from..to),
        _ => Err(format!(
            "`{text}` is not a range of games: write two whole numbers, such as 0..500"
        )),
    }
}

impl Lab {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::List(list) => list.run()?,
            Command::Run(run) => return run.run(),
            Command::Report(report) => report.run()?,
            Command::Merge(merge) => merge.run()?,
            Command::Show(show) => show.run()?,
            Command::Games(games) => games.run()?,
            Command::Openings(openings) => return openings.run(),
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(&self) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        let all = catalogue();
        if self.json {
            let mut rows: Vec<serde_json::Value> = all
                .iter()
                .map(|experiment| {
                    serde_json::json!({ "name": experiment.name(), "title": experiment.title(),
                    "about": experiment.about(), "games": experiment.plan().games() })
                })
                .collect();
            rows.push(serde_json::json!({ "name": PAPERS, "title": PAPERS_TITLE }));
            return Ok(writeln!(out, "{}", serde_json::Value::from(rows))?);
        }
        let rows = all.iter().map(|experiment| {
            let games = experiment.plan().games();
            (experiment.name(), games, experiment.title())
        });
        let every = papers().iter().map(|paper| paper.plan().games()).sum();
        for (name, games, title) in rows.chain([(PAPERS, every, PAPERS_TITLE)]) {
            writeln!(out, "{name:<16} {games:>6} games  {title}")?;
        }
        Ok(())
    }
}

impl Run {
    fn run(&self) -> anyhow::Result<ExitCode> {
        if let Some(place) = &self.on {
            ensure!(
                self.spec != PAPERS,
                "papers are several experiments: give --on to one of them"
            );
            let mut arguments: Vec<OsString> = vec!["run".into(), (&self.spec).into()];
            if let Some(out) = &self.out {
                arguments.extend(["--out".into(), out.into()]);
            }
            arguments.extend(self.quick.then(|| "--quick".into()));
            return cluster::run("lab", place, self.chunk, &arguments);
        }
        let players = players();
        if self.spec == PAPERS {
            return self.papers(&players);
        }
        let experiment = self.experiment(&players)?;
        let folder = self.folder(experiment.name());
        match self.played(&experiment, &players, &folder)? {
            None => Ok(ExitCode::from(super::STOPPED)),
            Some(store) => {
                report(&experiment, &store, &folder)?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    /// Every experiment that has published figures, one after the other, and the table of them all.
    fn papers(&self, players: &Players) -> anyhow::Result<ExitCode> {
        ensure!(
            self.games.is_none(),
            "papers are several experiments: give --games to one of them"
        );
        let folder = self.folder(PAPERS);
        let mut reports = Vec::new();
        for experiment in papers() {
            let experiment = if self.quick {
                experiment.quick(players)?
            } else {
                experiment
            };
            let part = folder.join(experiment.name());
            let Some(store) = self.played(&experiment, players, &part)? else {
                return Ok(ExitCode::from(super::STOPPED));
            };
            let report = with_times(&experiment, store.records(), &part);
            write_files(&report, &part)?;
            reports.push(report);
        }
        show_report(&papers_report(&reports), &folder)?;
        Ok(ExitCode::SUCCESS)
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| {
            let quick = if self.quick { "-quick" } else { "" };
            Path::new("runs").join(format!("{name}{quick}"))
        })
    }

    /// The records of all games; `None` if somebody stopped the run before its end.
    fn played(
        &self,
        experiment: &Experiment,
        players: &Players,
        folder: &Path,
    ) -> anyhow::Result<Option<RecordStore>> {
        let mut store = RecordStore::open(folder, experiment, players)?;
        if self.play(experiment, players, &mut store)? {
            return Ok(Some(store));
        }
        anstream::eprintln!(
            "stopped: {} of {} games are on record in {}; run it again to go on",
            store.records().len(),
            experiment.plan().games(),
            folder.display()
        );
        Ok(None)
    }

    fn experiment(&self, players: &Players) -> anyhow::Result<Experiment> {
        let mut experiment = find(&self.spec, players)?;
        if self.quick {
            experiment = experiment.quick(players)?;
        }
        let total = experiment.plan().games();
        if let Some(games) = &self.games {
            ensure!(
                games.end <= total,
                "{} has {total} games: give a range from 0..1 to 0..{total}",
                experiment.name()
            );
        }
        Ok(experiment)
    }

    /// Plays what is missing; returns whether it came to the end.
    fn play(
        &self,
        experiment: &Experiment,
        players: &Players,
        store: &mut RecordStore,
    ) -> anyhow::Result<bool> {
        let options = RunOptions {
            games: self.games.clone(),
            jobs: self.jobs.map(|jobs| jobs as usize),
        };
        let cells = experiment.plan().cells.iter();
        warn_of_endless(cells.flat_map(|cell| {
            let agents = cell.agents.iter();
            agents.map(|agent| (agent.as_str(), cell.game))
        }));
        let known = store.records().clone();
        let mut tests = SequentialTests::new(experiment.plan(), &known);
        let stretch = store.begin();
        let bar = progress::bar(experiment.plan().games(), known.len() as u64, "games");
        let log = progress::Log::new();
        let finished = poda_lab::run(
            experiment.plan(),
            players,
            &known,
            &options,
            stop_flag()?,
            &mut |record, progress| {
                bar.set_length(progress.total);
                bar.set_position(progress.done);
                tests.push(&record);
                bar.set_message(sprt_so_far(experiment, &tests));
                log.line(|| {
                    let (name, done, total) = (experiment.name(), progress.done, progress.total);
                    let tests = sprt_so_far(experiment, &tests);
                    format!("{name}: {done} of {total} games{tests}")
                });
                store.append(record)
            },
        );
        bar.finish_and_clear();
        store.end(stretch)?;
        Ok(finished?)
    }
}

/// How far the sequential tests are: how many have an answer, and the ratio of the first that has none, between its bounds.
fn sprt_so_far(experiment: &Experiment, tests: &SequentialTests<'_>) -> String {
    let plan = experiment.plan();
    let Some(sprt) = plan.sprt else {
        return String::new();
    };
    let open: Vec<usize> = (0..plan.cells.len())
        .filter(|&cell| tests.verdict(cell).is_none())
        .collect();
    let decided = plan.cells.len() - open.len();
    let mut told = format!(", {decided} of {} tests decided", plan.cells.len());
    if let Some(&cell) = open.first() {
        let ((low, high), (ratio, pairs)) = (sprt.bounds(), tests.ratio(cell));
        let name = plan.cells[cell].agents.join(" against ");
        told += &format!("; {name}: LLR {ratio:.2} ({low:.2} to {high:.2}) after {pairs} pairs");
    }
    told
}

/// The report with its times, and with what they depend on.
fn with_times(
    experiment: &Experiment,
    records: &std::collections::BTreeMap<u64, Record>,
    folder: &Path,
) -> ExperimentReport {
    let mut report = ExperimentReport::new(experiment, records, true);
    report.remarks.extend(stretches_told(&stretches(folder)));
    report
}

/// Prints the report and writes all its files.
fn report(experiment: &Experiment, store: &RecordStore, folder: &Path) -> anyhow::Result<()> {
    show_report(&with_times(experiment, store.records(), folder), folder)
}

fn show_report(report: &ExperimentReport, folder: &Path) -> anyhow::Result<()> {
    write_files(report, folder)?;
    let mut out = anstream::stdout().lock();
    write!(out, "{}", export::text(report))?;
    writeln!(out, "\n{}", folder.join("report.html").display())?;
    Ok(())
}

fn write_files(report: &ExperimentReport, folder: &Path) -> anyhow::Result<()> {
    for (name, bytes) in export::files(report) {
        let path = folder.join(name);
        std::fs::write(&path, bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

impl ReportOf {
    fn run(&self) -> anyhow::Result<()> {
        let (experiment, records) = poda_lab::read(&self.dir, &players_by_name())?;
        let report = match self.no_times {
            true => ExperimentReport::new(&experiment, &records, false),
            false => with_times(&experiment, &records, &self.dir),
        };
        if self.format.is_none() {
            write_files(&report, &self.dir)?;
        }
        let text = match self.format {
            None | Some(Format::Text) => export::text(&report),
            Some(Format::Md) => export::markdown(&report),
            Some(Format::Csv) => export::csv(&report),
            Some(Format::Html) => export::html(&report),
            Some(Format::Json) => serde_json::to_string_pretty(&report)? + "\n",
        };
        Ok(anstream::stdout().lock().write_all(text.as_bytes())?)
    }
}

impl Merge {
    fn run(&self) -> anyhow::Result<()> {
        let players = players_by_name();
        let store = poda_lab::merge(&self.dirs, &self.out, &players)?;
        let experiment = poda_lab::experiment_in(&self.out, &players)?;
        report(&experiment, &store, &self.out)
    }
}

impl Show {
    fn run(&self) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        let (folder, players) = (Path::new(&self.what), players_by_name());
        let (experiment, records) = if folder.is_dir() {
            poda_lab::read(folder, &players)?
        } else {
            (
                find(&self.what, &players)?,
                std::collections::BTreeMap::new(),
            )
        };
        let Some(index) = self.game else {
            return Ok(write!(out, "{}", experiment.text())?);
        };
        let total = experiment.plan().games();
        ensure!(
            index < total,
            "there is no game {index}: {} has games 0 to {}",
            experiment.name(),
            total - 1
        );
        let bout = experiment.plan().bout(index);
        show_bout(&mut out, &experiment, &bout)?;
        match records.get(&index) {
            Some(record) => show_record(&mut out, &experiment, record),
            None => Ok(writeln!(out, "not on record")?),
        }
    }
}

/// How a game is planned.
fn show_bout(out: &mut impl Write, experiment: &Experiment, bout: &Bout) -> anyhow::Result<()> {
    let cell = &experiment.plan().cells[bout.cell];
    let (index, name) = (bout.index, experiment.name());
    writeln!(out, "game {index} of {name}: {}", cell.game)?;
    for (seat, (&agent, seed)) in bout.seats.iter().zip(&bout.seeds).enumerate() {
        let player = PlayerId::new(seat);
        writeln!(out, "{player:<7} {}, seed {seed}", cell.agents[agent])?;
    }
    Ok(())
}

/// How it went.
fn show_record(
    out: &mut impl Write,
    experiment: &Experiment,
    record: &Record,
) -> anyhow::Result<()> {
    let game = AnyGame::new(experiment.plan().cells[record.cell].game);
    let (line, _) = game.read_position(&record.moves)?;
    let (moves, opened) = (&record.moves, record.opened);
    writeln!(out, "moves   {moves} ({opened} of them the opening)")?;
    if let Some(forfeit) = &record.forfeit {
        let player = PlayerId::new(forfeit.seat);
        write!(out, "forfeit of the {player} player: {:?}", forfeit.reason)?;
        match &forfeit.why {
            Some(why) => writeln!(out, ", {why}")?,
            None => writeln!(out)?,
        }
    }
    let board = Board::new(&game, &line);
    Ok(writeln!(out, "outcome {}\n\n{board}", record.outcome)?)
}
