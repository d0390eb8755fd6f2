//! `poda book`: opening books of Connect 4.

mod kept;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, bail};
use poda_engine::connect4::{Connect4, Connect4Spec};
use poda_engine::solve::Solver;
use poda_engine::solve::connect4::{Book, Connect4Solver, Openings};
use poda_engine::{GameSpec, Limits};

use self::kept::KeptScores;
use super::{NO, STOPPED, interrupt, progress};

/// Build and check opening books of Connect 4
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

/// Solve all positions with some number of pieces, and write them as a book
///
/// Each score is appended to the progress file as soon as it is known. Stopped or killed, the same command goes on where it was.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda book build connect4:5x6 --ply 6 --progress p --output book.bin"
)]
struct Build {
    /// The board
    #[arg(default_value = "connect4", value_parser = super::game)]
    game: GameSpec,
    /// How many pieces the positions have
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
    /// The most memory for the table, in MiB
    #[arg(long, default_value = "256", value_parser = super::solve::mebibytes)]
    memory: usize,
}

/// Solve a sample of a book's positions again
#[derive(clap::Args)]
#[command(after_help = "Example: poda book check --sample 10")]
struct Check {
    /// The book; left out: the one that comes with poda
    file: Option<PathBuf>,
    /// How many positions
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
        let GameSpec::Connect4(spec) = self.game else {
            bail!("{} can have no opening book: only connect4 has", self.game);
        };
        let openings = Openings::new(spec, self.ply)?;
        let count = openings.positions().len();
        let (file, scores) = KeptScores::open(&self.progress, spec, self.ply, count)?;
        let scores = self.solve(&openings, file, scores)?;
        let Some(scores) = scores else {
            anstream::eprintln!("stopped: the same command goes on from here");
            return Ok(ExitCode::from(STOPPED));
        };
        let bytes = openings.into_book(&scores)?.to_bytes();
        let name = self.output.display();
        fs::write(&self.output, &bytes).with_context(|| format!("{name} cannot be written"))?;
        anstream::println!("{name}: {count} positions, {} bytes", bytes.len());
        Ok(ExitCode::SUCCESS)
    }

    /// Solves what has no score yet. The threads share a table: openings lead to the same positions.
    fn solve(
        &self,
        openings: &Openings,
        file: KeptScores,
        scores: Vec<Option<i32>>,
    ) -> anyhow::Result<Option<Vec<Option<i32>>>> {
        let GameSpec::Connect4(spec) = self.game else {
            unreachable!("checked by the caller")
        };
        let limits = Limits::until(interrupt::stop_flag()?);
        let solver = Connect4Solver::new(&Connect4::<u64, 2>::new(spec), self.memory << 20)?;
        let positions: Vec<_> = openings.positions().collect();
        let mut open = openings.neighbours();
        open.retain(|&index| scores[index].is_none());
        let done = scores.len() - open.len();
        let bar = progress::bar(scores.len() as u64, done as u64, "positions");
        let (next, results) = (AtomicUsize::new(0), Mutex::new((file, scores)));
        let work = || -> anyhow::Result<()> {
            loop {
                let from = next.fetch_add(TOGETHER, Ordering::Relaxed).min(open.len());
                let to = (from + TOGETHER).min(open.len());
                if from == to {
                    return Ok(());
                }
                for &index in &open[from..to] {
                    let solution = solver.solve(positions[index], limits, &mut |_| ());
                    let Some(solution) = solution else {
                        return Ok(());
                    };
                    let mut results = results.lock().expect("no thread panics");
                    results.0.add(index, solution.value)?;
                    results.1[index] = Some(solution.value);
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
        let (_, scores) = results.into_inner().expect("no thread panics");
        Ok((!limits.is_over()).then_some(scores))
    }
}

impl Check {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let book = match &self.file {
            None => {
                let spec = Connect4Spec::new(6, 7).expect("the usual board");
                Book::embedded(spec)
                    .expect("a book for the usual board")
                    .clone()
            }
            Some(path) => {
                let name = path.display();
                let bytes = fs::read(path).with_context(|| format!("{name} cannot be read"))?;
                Book::from_bytes(&bytes).with_context(|| name.to_string())?
            }
        };
        let limits = Limits::until(interrupt::stop_flag()?);
        let openings = Openings::new(book.spec(), book.ply())?;
        let positions: Vec<_> = openings.positions().zip(book.values()).collect();
        let rules = Connect4::<u64, 2>::new(book.spec());
        let mut solver = Connect4Solver::new(&rules, self.memory << 20)?;
        let bar = progress::bar(self.sample as u64, 0, "positions");
        let (mut random, mut wrong) = (self.seed, 0);
        for _ in 0..self.sample {
            random = random
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            let (position, score) = positions[(random >> 33) as usize % positions.len()];
            solver.clear();
            let Some(solution) = solver.solve(position, limits, &mut |_| ()) else {
                anstream::eprintln!("stopped");
                return Ok(ExitCode::from(STOPPED));
            };
            if solution.value != score {
                wrong += 1;
                bar.suspend(|| {
                    anstream::println!(
                        "the book has {score}, the solver {}: {position:?}",
                        solution.value
                    )
                });
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let (spec, ply, sample) = (book.spec(), book.ply(), self.sample);
        anstream::println!(
            "{spec} to ply {ply}, {} positions: {sample} solved again, {wrong} wrong",
            positions.len()
        );
        Ok(ExitCode::from(if wrong == 0 { 0 } else { NO }))
    }
}
