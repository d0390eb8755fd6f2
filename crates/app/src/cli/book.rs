//! `poda book`: opening books.

mod kept;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;
use poda_engine::solve::{
    Book, EMBEDDED_BOOKS, Openings, Solvable, Solver, SolverOptions, board_of,
};
use poda_engine::{AnyGame, Game, GameSpec, Limits, with_game};

use self::kept::KeptScores;
use super::{NO, STOPPED, interrupt, progress};

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
    after_help = "Example: poda book build dots:4x4 --ply 6 --memory 4096 --progress p --output book.bin"
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
    /// The most memory for the table, in MiB
    #[arg(long, default_value = "256", value_parser = super::solve::mebibytes)]
    memory: usize,
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
        with_game!(&AnyGame::new(self.game), |rules| self.build(rules))
    }

    fn build<G: Solvable>(&self, rules: &G) -> anyhow::Result<ExitCode> {
        let openings = Openings::new(rules, self.ply)?;
        let count = openings.positions().len();
        let possible = |index, score| openings.possible(index, score);
        let (file, scores) =
            KeptScores::open(&self.progress, self.game, self.ply, count, &possible)?;
        let scores = self.solve(rules, &openings, file, scores)?;
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
    fn solve<G: Solvable>(
        &self,
        rules: &G,
        openings: &Openings<G>,
        file: KeptScores,
        scores: Vec<Option<i32>>,
    ) -> anyhow::Result<Option<Vec<Option<i32>>>> {
        let limits = Limits::until(interrupt::stop_flag()?);
        let solver = solver(rules, self.memory)?;
        let positions: Vec<_> = openings.positions().collect();
        let mut open = openings.neighbours();
        open.retain(|&index| scores[index].is_none());
        let done = scores.len() - open.len();
        let bar = progress::bar(scores.len() as u64, done as u64, "positions");
        let (next, results) = (AtomicUsize::new(0), Mutex::new((file, scores)));
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
                    let Some(score) = score(&*solver, positions[index], guess, limits) else {
                        return Ok(());
                    };
                    guess = score;
                    let mut results = results.lock().expect("no thread panics");
                    results.0.add(index, score)?;
                    results.1[index] = Some(score);
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

/// A solver that looks into no book.
fn solver<G: Solvable>(rules: &G, mebibytes: usize) -> anyhow::Result<Box<dyn Solver<G>>> {
    let options = SolverOptions {
        memory: Some(mebibytes << 20),
        book: false,
        ..SolverOptions::default()
    };
    Ok(rules.solver(&options)?)
}

/// What is still to come in a position for whoever moves, which may be about `guess`; `None` if it was stopped.
fn score<G: Game>(
    solver: &dyn Solver<G>,
    at: &G::State,
    guess: i32,
    limits: Limits<'_>,
) -> Option<i32> {
    let game = solver.game();
    let now = game.margin(at, game.to_move(at)).unwrap_or(0);
    let solution = solver.solve_near(at, now + guess, limits, &mut |_| ())?;
    Some(solution.value - now)
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
        let mut solver = solver(book.game(), self.memory)?;
        let bar = progress::bar(self.sample as u64, 0, "positions");
        let (mut random, mut wrong) = (self.seed, 0);
        for _ in 0..self.sample {
            random = random
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            let position = positions[(random >> 33) as usize % positions.len()];
            let known = book.value(position).context("it is damaged")?;
            solver.clear();
            let Some(found) = score(&*solver, position, 0, limits) else {
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
