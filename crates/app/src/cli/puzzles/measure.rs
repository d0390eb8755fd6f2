//! `poda puzzles measure`

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use poda_coach::{Difficulty, KeptPuzzle, LEVELS, TRIES, found_by, puzzles};
use poda_engine::{AnyGame, Game};
use poda_lab::stats::{Clusters, Figure};

use crate::cli::{STOPPED, interrupt, progress};

/// Let the levels solve all puzzles, and print what share of each third they found
///
/// In brackets is the interval that holds the share with 95 % confidence, and beside it what chance finds: one of the legal moves. With another seed than the one that the puzzles were sorted with, so that luck then is not luck now.
#[derive(clap::Args)]
#[command(after_help = "Example: poda puzzles measure --seed 2")]
pub(super) struct Measure {
    /// Decides whatever is left to chance
    #[arg(long, default_value_t = 2)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A part of the puzzles of a game: what the levels found of it, and what chance finds.
struct Part {
    game: &'static str,
    difficulty: Difficulty,
    /// Tries at one puzzle are alike, so puzzles are the sample.
    levels: [Clusters<usize>; LEVELS.len()],
    chance: Clusters<usize>,
}

/// The same for a program.
#[derive(serde::Serialize)]
struct Row {
    game: &'static str,
    difficulty: Difficulty,
    puzzles: u64,
    /// What whoever chooses any legal move finds.
    chance: f64,
    levels: Vec<Figure>,
}

impl Part {
    fn row(&self) -> Option<Row> {
        let chance = self.chance.mean()?;
        let levels = self.levels.iter().map(Clusters::share);
        Some(Row {
            game: self.game,
            difficulty: self.difficulty,
            puzzles: chance.n,
            chance: chance.value,
            levels: levels.collect::<Option<_>>()?,
        })
    }
}

impl Row {
    fn text(&self) -> String {
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        let level = |figure: &Figure| {
            let [value, low, high] = [figure.value, figure.low, figure.high].map(percent);
            format!("{:>17}", format!("{value} % ({low} to {high})"))
        };
        let levels: Vec<String> = self.levels.iter().map(level).collect();
        format!(
            "{:<8}  {:<6}  {:>7}  {:>4} %  {}",
            self.game,
            self.difficulty,
            self.puzzles,
            percent(self.chance),
            levels.join("  ")
        )
    }
}

impl Measure {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = interrupt::stop_flag()?;
        let bar = progress::bar(puzzles().len() as u64, 0, "puzzles");
        let mut parts: Vec<Part> = Vec::new();
        for (at, one) in puzzles().iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return Ok(ExitCode::from(STOPPED));
            }
            let key = (one.game(), one.difficulty);
            if parts
                .last()
                .is_none_or(|part| (part.game, part.difficulty) != key)
            {
                parts.push(Part {
                    game: key.0,
                    difficulty: key.1,
                    levels: Default::default(),
                    chance: Clusters::default(),
                });
            }
            let part = parts.last_mut().expect("one was added");
            self.tried(at, one, part);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let rows: Vec<Row> = parts.iter().filter_map(Part::row).collect();
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{:#}", serde_json::to_value(&rows)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let levels = LEVELS.map(|level| format!("{:>17}", format!("level:{level}")));
        writeln!(
            out,
            "game      part    puzzles  chance  {}",
            levels.join("  ")
        )?;
        for row in &rows {
            writeln!(out, "{}", row.text())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Adds what the levels found of one puzzle. The last one leaves little to chance: it tries once.
    fn tried(&self, at: usize, one: &KeptPuzzle, part: &mut Part) {
        let game = AnyGame::new(one.puzzle.game);
        let (_, state) = game
            .read_position(&one.puzzle.moves)
            .expect("kept puzzles can be played");
        let right = game
            .parse_move(one.puzzle.solution())
            .expect("kept puzzles can be played");
        part.chance.push(at, 1.0 / game.count_moves(&state) as f64);
        for (found, &level) in part.levels.iter_mut().zip(&LEVELS) {
            let tries = if level == LEVELS[LEVELS.len() - 1] {
                1
            } else {
                TRIES
            };
            let hits = found_by(level, &game, &state, right, tries, self.seed);
            for number in 0..tries {
                found.push(at, f64::from(u8::from(number < hits)));
            }
        }
    }
}
