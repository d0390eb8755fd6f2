//! `poda lab`

use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use poda_engine::{AnyGame, Game, View};
use poda_lab::{Experiment, Options, Report, Store, catalogue, export, find};

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
    after_help = "Example: poda lab run s4-table --jobs 2\n         poda lab run s3-matrix --games 0..4000 --out first"
)]
struct Run {
    /// An experiment by name, or the path of a .toml file
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
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(&self) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        let all = catalogue();
        if self.json {
            let rows: Vec<serde_json::Value> = all
                .iter()
                .map(|experiment| {
                    serde_json::json!({ "name": experiment.name(), "title": experiment.title(),
                    "about": experiment.about(), "games": experiment.plan().games() })
                })
                .collect();
            return Ok(writeln!(out, "{}", serde_json::Value::from(rows))?);
        }
        for experiment in all {
            writeln!(
                out,
                "{:<16} {:>6} games  {}",
                experiment.name(),
                experiment.plan().games(),
                experiment.title()
            )?;
        }
        Ok(())
    }
}

impl Run {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let mut experiment = find(&self.spec)?;
        if self.quick {
            experiment = experiment.quick()?;
        }
        let total = experiment.plan().games();
        if let Some(games) = &self.games {
            ensure!(
                games.end <= total,
                "{} has {total} games: give a range from 0..1 to 0..{total}",
                experiment.name()
            );
        }
        let folder = self.out.clone().unwrap_or_else(|| {
            let quick = if self.quick { "-quick" } else { "" };
            Path::new("runs").join(format!("{}{quick}", experiment.name()))
        });
        let mut store = Store::open(&folder, &experiment)?;
        let options = Options {
            games: self.games.clone(),
            jobs: self.jobs.map(|jobs| jobs as usize),
            ..Options::default()
        };
        let stop = Arc::new(AtomicBool::new(false));
        let on_signal = stop.clone();
        ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed))
            .context("Ctrl-C cannot be watched")?;

        let bar = progress_bar();
        let known = store.records().clone();
        let finished = poda_lab::run(
            experiment.plan(),
            &known,
            &options,
            &stop,
            &mut |record, progress| {
                bar.set_length(progress.total);
                bar.set_position(progress.done);
                store.append(record)
            },
        );
        store.sync()?;
        let finished = finished?;
        bar.finish_and_clear();
        if !finished {
            anstream::eprintln!(
                "stopped: {} of {total} games are on record in {}; run it again to go on",
                store.records().len(),
                folder.display()
            );
            return Ok(ExitCode::from(super::STOPPED));
        }
        report(&experiment, &store, &folder)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:32} {pos} of {len} games, {eta} to go");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(std::time::Duration::from_millis(500));
    bar
}

/// Prints the report and writes all its files.
fn report(experiment: &Experiment, store: &Store, folder: &Path) -> anyhow::Result<()> {
    let report = Report::new(experiment, store.records(), true);
    write_files(&report, folder)?;
    let mut out = anstream::stdout().lock();
    write!(out, "{}", export::text(&report))?;
    writeln!(out, "\n{}", folder.join("report.html").display())?;
    Ok(())
}

fn write_files(report: &Report, folder: &Path) -> anyhow::Result<()> {
    for (name, bytes) in export::files(report) {
        let path = folder.join(name);
        std::fs::write(&path, bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

impl ReportOf {
    fn run(&self) -> anyhow::Result<()> {
        let (experiment, records) = poda_lab::read(&self.dir)?;
        let report = Report::new(&experiment, &records, !self.no_times);
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
        let store = poda_lab::merge(&self.dirs, &self.out)?;
        let experiment = poda_lab::experiment_in(&self.out)?;
        report(&experiment, &store, &self.out)
    }
}

impl Show {
    fn run(&self) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        let folder = Path::new(&self.what);
        let (experiment, records) = if folder.is_dir() {
            poda_lab::read(folder)?
        } else {
            (find(&self.what)?, std::collections::BTreeMap::new())
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
        let cell = &experiment.plan().cells[bout.cell];
        writeln!(out, "game {index} of {}: {}", experiment.name(), cell.game)?;
        for (seat, (&agent, seed)) in bout.seats.iter().zip(&bout.seeds).enumerate() {
            let player = poda_engine::PlayerId::new(seat);
            writeln!(out, "{player:<7} {}, seed {seed}", cell.agents[agent])?;
        }
        let Some(record) = records.get(&index) else {
            return Ok(writeln!(out, "not on record")?);
        };
        let game = AnyGame::new(cell.game);
        let (line, _) = game.read_position(&record.moves)?;
        writeln!(
            out,
            "moves   {} ({} of them the opening)",
            record.moves, record.opened
        )?;
        if let Some(forfeit) = record.forfeit {
            let player = poda_engine::PlayerId::new(forfeit.seat);
            writeln!(out, "forfeit of the {player} player: {:?}", forfeit.reason)?;
        }
        writeln!(
            out,
            "outcome {}\n\n{}",
            record.outcome,
            View::new(&game, &line)
        )?;
        Ok(())
    }
}
