//! `poda solve`

mod dots;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use poda_engine::{AnyGame, Game, GameSpec};

/// Give the exact value of a position
///
/// The value is from the view of the player to move. Ctrl-C stops the search.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda solve dots:3x4 \"h12 v31\" --moves\n         poda solve dots:4x4 --threads 2 --save 4x4.poda"
)]
pub(super) struct Solve {
    /// The game, such as dots:3x4
    #[arg(value_parser = super::game)]
    game: GameSpec,
    /// The moves so far; left out: the start
    #[arg(
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    position: String,
    /// Give the value of every legal move too
    #[arg(long)]
    moves: bool,
    /// How many threads search
    #[arg(long, default_value = "1", value_name = "N")]
    threads: NonZeroUsize,
    /// The most memory for the table of positions, in MiB
    #[arg(long, default_value = "1024", value_name = "MIB", value_parser = mebibytes)]
    memory: usize,
    /// Dots: take up what this file knows, if it is there, and keep there what was found
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Reads a number of MiB and gives it in bytes.
fn mebibytes(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=1 << 20).contains(number));
    let number: usize = number.ok_or_else(|| {
        format!("`{text}` is not a size: give a whole number of MiB from 1 to 1048576")
    })?;
    number
        .checked_mul(1 << 20)
        .ok_or_else(|| format!("{text} MiB are more than this machine can address"))
}

impl Solve {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let game = AnyGame::new(self.game);
        let (_, state) = game.read_position(&self.position)?;
        match (&game, &state) {
            (AnyGame::Dots(rules), poda_engine::AnyState::Dots(position)) => {
                dots::solve(rules, position, self)
            }
            (AnyGame::LargeDots(rules), poda_engine::AnyState::LargeDots(position)) => {
                dots::solve(rules, position, self)
            }
            _ => anyhow::bail!(
                "{} cannot be solved: the exact solver knows dots",
                self.game
            ),
        }
    }
}
