//! `poda solve`: exact values.

mod connect4;

use std::path::PathBuf;
use std::process::ExitCode;

use poda_engine::{AnyGame, GameSpec};

/// Solve a position exactly
///
/// Connect 4: the score for the player to move. Positive: he wins, and 1 means with his last piece, 2 with the one before, and
/// so on; negative: he loses, counted the same way; 0: a draw.
#[derive(clap::Args)]
#[command(after_help = "\
Example: poda solve connect4 44444 --moves
         poda solve connect4:5x6 --threads 2 --json
         poda solve connect4 --file positions.txt

With --file, each line is `moves` or `moves expected`; printed is `moves score nodes microseconds`,
at the end a summary on standard error. The table is cleared before each line, outside the time.

Exit codes: 0 fine, 1 a score is not as expected, 2 bad usage or input, 130 stopped with Ctrl-C")]
pub(super) struct Solve {
    /// The game, such as connect4 or connect4:5x6
    #[arg(value_parser = super::game)]
    game: GameSpec,
    /// The moves so far; left out: the start
    #[arg(
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    position: String,
    /// Also solve the position after each move
    #[arg(long)]
    moves: bool,
    /// Find out only who wins: 1, 0 or -1
    #[arg(long)]
    weak: bool,
    /// How many threads work together
    #[arg(long, default_value = "1", value_parser = threads)]
    threads: usize,
    /// The most memory for the table, in MiB
    #[arg(long, default_value = "256", value_parser = mebibytes)]
    memory: usize,
    /// Search even where the opening book knows the answer
    #[arg(long)]
    no_book: bool,
    /// Solve each line of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    file: Option<PathBuf>,
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
        match AnyGame::new(self.game) {
            AnyGame::Connect4(rules) => self.connect4(&rules),
            AnyGame::LargeConnect4(rules) => self.connect4(&rules),
            AnyGame::Connect4Three(_) | AnyGame::LargeConnect4Three(_) => {
                anyhow::bail!(
                    "{} cannot be solved: the solver knows two players who connect four",
                    self.game
                )
            }
            AnyGame::Dots(_) | AnyGame::LargeDots(_) => {
                anyhow::bail!(
                    "{} cannot be solved yet: the solver knows connect4",
                    self.game
                )
            }
        }
    }
}
