//! `poda solve`: exact values.

mod connect4;
mod dots;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use poda_engine::{AnyGame, AnyState, Game, GameSpec};

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
    /// Connect 4: find out only who wins: 1, 0 or -1
    #[arg(long)]
    weak: bool,
    /// Connect 4: search even where the opening book knows the answer
    #[arg(long)]
    no_book: bool,
    /// Connect 4: solve each line of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    file: Option<PathBuf>,
    /// Dots: take up what this file knows, if it is there, and keep there what was found
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
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
        let game = AnyGame::new(self.game);
        match &game {
            AnyGame::Connect4(_) | AnyGame::LargeConnect4(_) => {
                ensure!(
                    self.save.is_none(),
                    "--save is for dots: connect4 has `poda book`"
                );
            }
            AnyGame::Dots(_) | AnyGame::LargeDots(_) => {
                let others = self.weak || self.no_book || self.file.is_some();
                ensure!(
                    !others,
                    "--weak, --no-book and --file are for connect4: {} has none of them",
                    self.game
                );
            }
            AnyGame::Connect4Three(_) | AnyGame::LargeConnect4Three(_) => {}
        }
        match &game {
            AnyGame::Connect4(rules) => self.connect4(rules),
            AnyGame::LargeConnect4(rules) => self.connect4(rules),
            AnyGame::Connect4Three(_) | AnyGame::LargeConnect4Three(_) => {
                anyhow::bail!(
                    "{} cannot be solved: the solver knows two players who connect four, and dots",
                    self.game
                )
            }
            AnyGame::Dots(_) | AnyGame::LargeDots(_) => {
                match (&game, &game.read_position(&self.position)?.1) {
                    (AnyGame::Dots(rules), AnyState::Dots(position)) => {
                        dots::solve(rules, position, self)
                    }
                    (AnyGame::LargeDots(rules), AnyState::LargeDots(position)) => {
                        dots::solve(rules, position, self)
                    }
                    _ => unreachable!("a position belongs to its game"),
                }
            }
        }
    }

    /// The table's size in bytes, or what the game takes by itself.
    fn memory_bytes(&self, default_mebibytes: usize) -> usize {
        self.memory.unwrap_or(default_mebibytes) << 20
    }
}
