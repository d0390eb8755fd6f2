//! `poda book`: opening books.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;
use poda_engine::solve::{
    Book, EMBEDDED_BOOKS, Openings, Solvable, SolverOptions, board_of, to_come,
};
use poda_engine::{AnyGame, GameSpec, Limits, with_game};
use poda_lab::{BookBuild, KeptScores};

use super::{NO, STOPPED, cluster, interrupt, progress};

/// Build and check opening books
#[derive(clap::Args)]
#[command(after_help = "\
Example: poda book build --ply 8 --progress book-progress --output book.bin
         poda book check book.bin --sample 20

Exit codes: 0 fine, 1 a wrong score was found, 2 bad usage or input, 130 stopped with Ctrl-C")]
pub(super) struct BookArguments {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(clap::Subcommand)]
enum BookCommand {
    Build(Build),
    Check(Check),
}

/// Solve all positions after some number of moves, and write them as a book
///
/// Each score is appended to the progress file as soon as it is known. Stopped or killed, the same command goes on where it was.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda book build dots:4x4 --ply 6 --memory 4096 --progress p --output book.bin\n         \
    poda book build dots:4x4 --ply 6 --progress p --output book.bin --on local:2"
)]
struct Build {
    /// The board
    #[arg(default_value = "connect4", value_parser = super::game)]
    game: GameSpec,
    /// After how many moves
    #[arg(long, default_value_t = 8)]
    ply: u32,
    /// Where scores are kept while it works
    #[arg(long, value_name = "FILE")]
    progress: PathBuf,
    /// Where the book is written to
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How many positions are solved at the same time; left out: one for each processor
    #[arg(long, value_parser = super::solve::threads)]
    threads: Option<usize>,
    /// The most memory for the table, in MiB; with --on, for that of each worker
    #[arg(long, default_value = "256", value_parser = super::solve::mebibytes)]
    memory: usize,
    /// Where to solve: local:N for N processes here, dask:ADDRESS for a cluster; through the Python package pypoda
    #[arg(long, value_name = "WHERE", conflicts_with = "threads")]
    on: Option<String>,
    /// About how many seconds a worker solves before it answers; left out: 2. Give 30 to hundreds of workers
    #[arg(long, value_name = "SECONDS", requires = "on")]
    chunk: Option<f64>,
}

/// Solve a sample of a book's positions again
#[derive(clap::Args)]
#[command(after_help = "Example: poda book check --sample 10")]
struct Check {
    /// The book; left out: those that come with poda
    file: Option<PathBuf>,
    /// How many positions of each book
    #[arg(long, default_value_t = 20)]
    sample: usize,
    /// Which positions: the same number, the same sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most memory for the table, in MiB
    #[arg(long, default_value = "256", value_parser = super::solve::mebibytes)]
    memory: usize,
}

impl BookArguments {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            BookCommand::Build(build) => build.run(),
            BookCommand::Check(check) => check.run(),
        }
    }
}

/// How many neighbours a thread takes at a time: two threads at work on neighbours would search the same positions at the same
/// time.
const TOGETHER: usize = 48;

impl Build {
    fn run(&self) -> anyhow::Result<ExitCode> {
        if let Some(place) = &self.on {
            return cluster::run("book", place, self.chunk, &self.on_cluster());
        }
        let build = BookBuild::new(self.game, self.ply, self.memory << 20)?;
        let kept = build.open(&self.progress)?;
        let Some(kept) = self.solve(&build, kept)? else {
            anstream::eprintln!("stopped: the same command goes on from here");
            return Ok(ExitCode::from(STOPPED));
        };
        let bytes = build.book(&kept)?;
        let (name, count) = (self.output.display(), build.count());
        fs::write(&self.output, &bytes).with_context(|| format!("{name} cannot be written"))?;
        anstream::println!("{name}: {count} positions, {} bytes", bytes.len());
        Ok(ExitCode::SUCCESS)
    }

    /// The same build, as the Python package is told of it.
    fn on_cluster(&self) -> Vec<OsString> {
        let [ply, memory] = [self.ply.to_string(), self.memory.to_string()];
        vec![
            "build".into(),
            self.game.to_string().into(),
            "--ply".into(),
            ply.into(),
            "--memory".into(),
            memory.into(),
            "--progress".into(),
            self.progress.clone().into(),
            "--output".into(),
            self.output.clone().into(),
        ]
    }

    /// Solves what has no score yet; `None` if it was stopped. The threads share a table: openings lead to the same positions.
    fn solve(&self, build: &BookBuild, kept: KeptScores) -> anyhow::Result<Option<KeptScores>> {
        let limits = Limits::until(interrupt::stop_flag()?);
        let open = build.missing(&kept);
        let count = build.count();
        let bar = progress::bar(count as u64, (count - open.len()) as u64, "positions");
        let (next, kept) = (AtomicUsize::new(0), Mutex::new(kept));
        let work = || -> anyhow::Result<()> {
            let mut guess = 0;
            loop {
                let from = next.fetch_add(TOGETHER, Ordering::Relaxed).min(open.len());
                let to = (from + TOGETHER).min(open.len());
                if from == to {
                    return Ok(());
                }
                for &index in &open[from..to] {
                    // Neighbours are mostly worth the same.
                    let Some(score) = build.solve(index, guess, limits) else {
                        return Ok(());
                    };
                    guess = score;
                    kept.lock().expect("no thread panics").add(index, score)?;
                    bar.inc(1);
                }
            }
        };
        let threads = self
            .threads
            .map_or_else(thread::available_parallelism, |threads| {
                Ok(threads.try_into().expect("not 0"))
            })?;
        thread::scope(|scope| -> anyhow::Result<()> {
            let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("no thread panics"))
        })?;
        bar.finish_and_clear();
        let kept = kept.into_inner().expect("no thread panics");
        Ok((!limits.is_over()).then_some(kept))
    }
}

impl Check {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let books = match &self.file {
            None => EMBEDDED_BOOKS.map(<[u8]>::to_vec).to_vec(),
            Some(path) => {
                let name = path.display();
                vec![fs::read(path).with_context(|| format!("{name} cannot be read"))?]
            }
        };
        let mut worst = 0;
        for bytes in &books {
            let name = || {
                self.file
                    .as_ref()
                    .map_or_else(String::new, |path| path.display().to_string())
            };
            let game = AnyGame::new(board_of(bytes).with_context(name)?);
            let found = with_game!(&game, |rules| {
                let book = Book::from_bytes(rules, bytes).with_context(name)?;
                self.check(&book)?
            });
            let Some(wrong) = found else {
                anstream::eprintln!("stopped");
                return Ok(ExitCode::from(STOPPED));
            };
            worst = worst.max(wrong);
        }
        Ok(ExitCode::from(if worst == 0 { 0 } else { NO }))
    }

    /// How many are wrong; `None` if it was stopped.
    fn check<G: Solvable>(&self, book: &Book<G>) -> anyhow::Result<Option<usize>> {
        let limits = Limits::until(interrupt::stop_flag()?);
        let openings = Openings::new(book.game(), book.ply())?;
        let positions: Vec<_> = openings.positions().collect();
        let mut solver = book.game().solver(&SolverOptions {
            memory: Some(self.memory << 20),
            book: false,
            ..SolverOptions::default()
        })?;
        let bar = progress::bar(self.sample as u64, 0, "positions");
        let log = progress::Log::new();
        let (mut random, mut wrong) = (self.seed, 0);
        for done in 0..self.sample {
            log.line(|| format!("{done} of {} positions, {wrong} wrong", self.sample));
            random = random
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            let position = positions[(random >> 33) as usize % positions.len()];
            let known = book.value(position).context("it is damaged")?;
            solver.clear();
            let Some(found) = to_come(&*solver, position, 0, limits) else {
                return Ok(None);
            };
            if found != known {
                wrong += 1;
                bar.suspend(|| {
                    anstream::println!("the book has {known}, the solver {found}: {position:?}");
                });
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let (spec, ply, sample) = (book.game().spec_text(), book.ply(), self.sample);
        anstream::println!(
            "{spec} to ply {ply}, {} positions: {sample} solved again, {wrong} wrong",
            positions.len()
        );
        Ok(Some(wrong))
    }
}
