//! `poda lab openings`

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use poda_engine::{AnyGame, GameSpec, line_text};
use poda_lab::{Keep, make_openings};

use super::interrupt::stop_flag;
use super::progress;

/// Make openings: all of some length, the distinct ones, or those that are balanced
///
/// One in each line, `-` for the start itself: a file that `poda match --openings` and `openings` in a spec read. Distinct leaves one of those that lead to
/// the same position or to its mirror image; balanced keeps, of these, what nobody wins if both play on perfectly.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda lab openings connect4 --plies 4 --keep balanced > balanced.txt\n         \
    poda match connect4 level:3 level:2 --openings balanced.txt"
)]
pub(super) struct Openings {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameSpec,
    /// How long they are
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=64))]
    plies: u32,
    /// Which of them: all, distinct or balanced
    #[arg(long, default_value = "distinct")]
    keep: Keep,
    /// How many positions the solver may look at for each opening that is not in the book; what takes longer is left out
    #[arg(long, default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    nodes: u64,
}

impl Openings {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = stop_flag()?;
        let bar = progress::bar(0, 0, "positions");
        let log = progress::Log::new();
        let made = make_openings(
            &AnyGame::new(self.game),
            self.plies,
            self.keep,
            self.nodes,
            &mut |done, total| {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
                log.line(|| format!("{done} of {total} positions"));
                !stop.load(Ordering::Relaxed)
            },
        );
        bar.finish_and_clear();
        let made = match made {
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(ExitCode::from(super::STOPPED)),
            made => made.map_err(anyhow::Error::msg)?,
        };
        let mut out = anstream::stdout().lock();
        for line in &made.lines {
            let text = line_text(line);
            writeln!(out, "{}", if text.is_empty() { "-" } else { &text })?;
        }
        if made.unknown > 0 {
            anstream::eprintln!(
                "{} positions were left out: the solver needs more than {} nodes for them",
                made.unknown,
                self.nodes
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}
