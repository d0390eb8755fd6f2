//! `poda puzzles make`

use std::io::Write;

use poda_coach::{PuzzleOrder, make_puzzles};
use poda_engine::GameSpec;

use crate::cli::progress;

/// Make puzzles from games that levels of the ladder play, and print them
///
/// The exact solver proves each. The same arguments give the same lines, on every machine.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda puzzles make dots:3x3 dots:3x4 --count 40 --left 24 > puzzles.txt"
)]
pub(super) struct Make {
    /// The boards, such as connect4 or dots:3x4
    #[arg(required = true, value_parser = crate::cli::game)]
    games: Vec<GameSpec>,
    /// How many
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=2000))]
    count: u16,
    /// Decides whatever is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only positions with at most so many moves left: the fewer, the faster
    #[arg(long, default_value_t = 28, value_parser = clap::value_parser!(u32).range(1..=60))]
    left: u32,
}

impl Make {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let order = PuzzleOrder {
            games: self.games.clone(),
            count: usize::from(self.count),
            seed: self.seed,
            left: self.left,
        };
        let bar = progress::bar(0, 0, "games");
        let made = make_puzzles(&order, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        })?;
        bar.finish_and_clear();
        let mut out = anstream::stdout().lock();
        write!(out, "{}", self.head())?;
        for puzzle in &made {
            writeln!(out, "{puzzle}")?;
        }
        if made.len() < order.count {
            anstream::eprintln!("poda: the games had only {} puzzles", made.len());
        }
        Ok(())
    }

    /// What stands above them: how they were made, and what the words of a line are.
    fn head(&self) -> String {
        let games: Vec<String> = self.games.iter().map(ToString::to_string).collect();
        format!(
            "# Positions in which exactly one move keeps what they are worth: the result, in a game for points the margin.\n\
             # Made by: poda puzzles make {} --count {} --seed {} --left {}\n\
             # from games between level:1, level:2 and level:3, proved by the exact solver. The same command gives the same lines.\n\
             # Points, by which they are sorted (three for each miss, two for each trap, one for each move of the length); theme; what\n\
             # the right move keeps; length; traps: wrong moves that a search of two plies likes as well; in how many of four tries\n\
             # level 1, 2, 3 and 4 missed it; game; moves; the right move and what follows it.\n",
            games.join(" "),
            self.count,
            self.seed,
            self.left
        )
    }
}
