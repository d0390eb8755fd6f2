//! `poda puzzles`

mod make;
mod measure;
mod solve;

use std::io::Write;
use std::process::ExitCode;

use poda_coach::{Difficulty, KeptPuzzle, PuzzleError, PuzzleTheme, PuzzleView, puzzles};
use poda_engine::fnv1a;

/// Solve puzzles: positions in which exactly one move is right
///
/// One move keeps the win, the draw or the boxes; all others give something away. Answer with a move; hint, solution, next and quit do
/// what they say. It reads lines, so that it can be used in a pipe. docs/puzzles.md says where the puzzles come from.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Example: poda puzzles --theme double-threat --difficulty easy\n         \
    poda puzzles --game dots --seed 7\n         \
    poda puzzles --json | jq '.[0]'\n         \
    poda puzzles make connect4 --count 20 --seed 5"
)]
pub(super) struct Puzzles {
    #[command(subcommand)]
    command: Option<Command>,
    /// Only puzzles of this game, such as dots
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Only puzzles with this theme: win-now, block, take, double-threat, force, zugzwang, defence, double-dealing, quiet, sacrifice or
    /// handout
    #[arg(long, value_parser = theme)]
    theme: Option<PuzzleTheme>,
    /// Only puzzles that are easy, medium or hard
    #[arg(long, value_parser = difficulty)]
    difficulty: Option<Difficulty>,
    /// In an order that this number decides; left out: the easiest first
    #[arg(long)]
    seed: Option<u64>,
    /// Print them as JSON, solutions included, instead of playing them
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Make(make::Make),
    Measure(measure::Measure),
}

fn theme(text: &str) -> Result<PuzzleTheme, PuzzleError> {
    text.parse()
}

fn difficulty(text: &str) -> Result<Difficulty, PuzzleError> {
    text.parse()
}

impl Puzzles {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Some(Command::Make(make)) => make.run()?,
            Some(Command::Measure(measure)) => return measure.run(),
            None if self.json => {
                let views: Vec<PuzzleView> = self.chosen()?.iter().map(|one| one.view()).collect();
                writeln!(
                    anstream::stdout().lock(),
                    "{:#}",
                    serde_json::to_value(views)?
                )?;
            }
            None => solve::play(&self.chosen()?)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The puzzles that were asked for, in their order.
    fn chosen(&self) -> anyhow::Result<Vec<&'static KeptPuzzle>> {
        let mut names: Vec<&str> = puzzles().iter().map(KeptPuzzle::game).collect();
        names.dedup();
        if let Some(game) = &self.game {
            anyhow::ensure!(
                names.contains(&game.as_str()),
                "there are no puzzles of `{}`: choose {}",
                poda_engine::excerpt(game),
                names.join(" or ")
            );
        }
        let fits = |one: &&KeptPuzzle| {
            self.game.as_ref().is_none_or(|game| one.game() == game)
                && self.theme.is_none_or(|theme| one.puzzle.theme == theme)
                && self.difficulty.is_none_or(|level| one.difficulty == level)
        };
        let mut chosen: Vec<&KeptPuzzle> = puzzles().iter().filter(fits).collect();
        anyhow::ensure!(
            !chosen.is_empty(),
            "there is no such puzzle: leave out --theme, --difficulty or --game"
        );
        match self.seed {
            Some(seed) => {
                chosen.sort_by_cached_key(|one| fnv1a(format!("{seed} {}", one.id).as_bytes()));
            }
            None => chosen.sort_by_key(|one| one.puzzle.rating.points()),
        }
        Ok(chosen)
    }
}
