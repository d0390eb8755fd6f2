//! `poda solve`: exact values.

mod list;
mod one;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;

use poda_engine::solve::{Solvable, Solver, SolverOptions, Weakly};
use poda_engine::{AnyGame, Concrete, GameSpec, Limits, with_game};

use super::interrupt;

/// Solve a position exactly
///
/// The value is from the view of the player to move. Connect 4: positive, he wins, and 1 means with his last piece, 2 with the
/// one before, and so on; negative: he loses, counted the same way; 0: a draw. Dots and Boxes: the margin in boxes at the end.
#[derive(clap::Args)]
#[command(after_help = "\
Example: poda solve connect4 44444 --moves
         poda solve connect4:5x6 --threads 2 --json
         poda solve connect4 --file positions.txt
         poda solve dots:3x4 \"h12 v31\" --moves
         poda solve dots:4x4 --threads 2 --save 4x4.poda
         poda solve connect4:7x7 --threads 2 --memory 8192 --keep known

With --file, each line is `moves` or `moves expected`, with `-` for no moves; printed is `moves score
nodes microseconds`, at the end a summary on standard error. The table is cleared before each line,
outside the time.

Exit codes: 0 fine, 1 a score is not as expected, 2 bad usage or input, 130 stopped with Ctrl-C")]
pub(super) struct Solve {
    /// The game, such as connect4, connect4:5x6 or dots:3x4
    #[arg(value_parser = super::game)]
    game: GameSpec,
    /// The moves so far; left out: the start
    #[arg(default_value = "", hide_default_value = true)]
    position: String,
    /// Also give the value of every legal move
    #[arg(long)]
    moves: bool,
    /// How many threads work together
    #[arg(long, default_value = "1", value_name = "N", value_parser = threads)]
    threads: usize,
    /// The most memory for the table, in MiB; left out: 256 for connect4, 1024 for dots
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    memory: Option<usize>,
    /// Find out only who wins: 1, 0 or -1
    #[arg(long)]
    weak: bool,
    /// Search even where an opening book knows the answer; connect4:6x7, 6x6 and 7x6 and dots:4x4 have one
    #[arg(long)]
    no_book: bool,
    /// Solve each line of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "save", "keep"])]
    file: Option<PathBuf>,
    /// Take up what this file knows, if it is there, and keep there what is found, every few minutes and at the end: stopped or killed,
    /// the same command goes on where it was
    #[arg(long, value_name = "FILE", group = "kept")]
    save: Option<PathBuf>,
    /// The same with a file of its own for each board in this folder, such as connect4-7x7.solved
    #[arg(long, value_name = "DIR", group = "kept", conflicts_with = "save")]
    keep: Option<PathBuf>,
    /// Take up what the kept file knows though somebody else saved it, and make it your own. Only for files whose origin you
    /// know: what they say is believed, not proved again
    #[arg(long, requires = "kept")]
    trust: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|threads| (1..=256).contains(threads));
    number.ok_or_else(|| format!("`{text}` is not a number of threads: give 1 to 256"))
}

pub(super) fn mebibytes(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|size| (1..=65_536).contains(size));
    number.ok_or_else(|| format!("`{text}` is not a memory size: give 1 to 65536 MiB"))
}

impl Solve {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        with_game!(&AnyGame::new(self.game), |rules| self.solve(rules))
    }

    fn solve<G: Concrete + Solvable>(&self, rules: &G) -> anyhow::Result<ExitCode> {
        let limits = Limits::until(interrupt::stop_flag()?);
        match &self.file {
            // The time of the search is of interest there.
            Some(path) => self.solve_list(self.solver(rules, false)?, limits, path),
            None => {
                let start = rules.read_position(&self.position)?;
                // What is kept is what was searched.
                let book = !self.no_book && self.save.is_none() && self.keep.is_none();
                self.solve_one(&*self.solver(rules, book)?, limits, &start)
            }
        }
    }

    /// The solver that the options ask for.
    fn solver<G: Solvable>(&self, rules: &G, book: bool) -> anyhow::Result<Box<dyn Solver<G>>> {
        let solver = rules.solver(&SolverOptions {
            memory: self.memory.map(|mebibytes| mebibytes << 20),
            threads: self.threads,
            book,
        })?;
        Ok(match self.weak {
            true => Box::new(Weakly(solver)),
            false => solver,
        })
    }
}
