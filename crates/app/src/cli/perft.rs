//! `poda perft`

use std::io::Write;
use std::time::Instant;

use poda_engine::{AnyGame, Game, GameSpec, perft, with_game};

/// Count the move sequences of each length from the start
///
/// A game that ends earlier is not continued and not counted. One line for each length; the speed goes to standard error.
#[derive(clap::Args)]
#[command(after_help = "Example: poda perft connect4 8\n         poda perft dots:2x2 12 --json")]
pub(super) struct Perft {
    /// The game, such as connect4:7x10 or dots:2x2
    #[arg(value_parser = super::game)]
    game: GameSpec,
    /// The longest sequences to count
    #[arg(value_parser = depth)]
    depth: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn depth(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|depth| *depth <= 128);
    number.ok_or_else(|| format!("`{text}` is not a depth: give a whole number from 0 to 128"))
}

impl Perft {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let game = AnyGame::new(self.game);
        let mut out = anstream::stdout().lock();
        let mut counts = Vec::new();
        for depth in self.depth.min(1)..=self.depth {
            let start = Instant::now();
            let sequences = with_game!(&game, |rules| perft(rules, &rules.start(), depth));
            let seconds = start.elapsed().as_secs_f64();
            if self.json {
                counts.push(serde_json::json!({ "depth": depth, "sequences": sequences, "seconds": seconds }));
                continue;
            }
            writeln!(out, "{depth:>3} {sequences:>16}")?;
            out.flush()?;
            if seconds > 0.1 {
                let millions = sequences as f64 / seconds / 1e6;
                anstream::eprintln!("{:>20} {seconds:.2} s, {millions:.0} M sequences/s", "");
            }
        }
        if self.json {
            writeln!(
                out,
                "{}",
                serde_json::json!({ "game": self.game, "counts": counts })
            )?;
        }
        Ok(())
    }
}
