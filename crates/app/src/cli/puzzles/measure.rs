//! `poda puzzles measure`

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use poda_coach::{Difficulty, KeptPuzzle, LEVELS, TRIES, found_by, puzzles};
use poda_engine::{AnyGame, Game};

use crate::cli::{STOPPED, interrupt, progress};

/// Let the levels solve all puzzles, and print what share of each third they found
///
/// With another seed than the one that the puzzles were sorted with, so that luck then is not luck now.
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

/// What a level found of a part.
#[derive(Clone, Copy, Default, serde::Serialize)]
struct Share {
    found: u32,
    tries: u32,
}

#[derive(serde::Serialize)]
struct Row {
    game: &'static str,
    difficulty: Difficulty,
    puzzles: usize,
    levels: [Share; LEVELS.len()],
}

impl Measure {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = interrupt::stop_flag()?;
        let bar = progress::bar(puzzles().len() as u64, 0, "puzzles");
        let mut rows: Vec<Row> = Vec::new();
        for one in puzzles() {
            if stop.load(Ordering::Relaxed) {
                return Ok(ExitCode::from(STOPPED));
            }
            let (game, difficulty) = (one.game(), one.difficulty);
            if rows
                .last()
                .is_none_or(|row| (row.game, row.difficulty) != (game, difficulty))
            {
                rows.push(Row {
                    game,
                    difficulty,
                    puzzles: 0,
                    levels: Default::default(),
                });
            }
            let row = rows.last_mut().expect("one was added");
            row.puzzles += 1;
            self.tried(one, &mut row.levels);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{:#}", serde_json::to_value(&rows)?)?;
        } else {
            writeln!(
                out,
                "game      part     puzzles  level:1  level:2  level:3  level:4"
            )?;
            for row in &rows {
                let shares = row.levels.map(|share| {
                    let percent = 100.0 * f64::from(share.found) / f64::from(share.tries);
                    format!("{percent:>5.0} %")
                });
                writeln!(
                    out,
                    "{:<8}  {:<7}  {:>7}  {}",
                    row.game,
                    row.difficulty,
                    row.puzzles,
                    shares.join("  ")
                )?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Adds what the levels found of one puzzle. The last one leaves little to chance: it tries once.
    fn tried(&self, one: &KeptPuzzle, shares: &mut [Share]) {
        let game = AnyGame::new(one.puzzle.game);
        let (_, state) = game
            .read_position(&one.puzzle.moves)
            .expect("kept puzzles can be played");
        let right = game
            .parse_move(one.puzzle.solution())
            .expect("kept puzzles can be played");
        for (share, &level) in shares.iter_mut().zip(&LEVELS) {
            let tries = if level == LEVELS[LEVELS.len() - 1] {
                1
            } else {
                TRIES
            };
            let found = found_by(level, &game, &state, right, tries, self.seed);
            share.found += u32::from(found);
            share.tries += u32::from(tries);
        }
    }
}
