//! `poda solve` for one position.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use indicatif::HumanCount;
use poda_engine::solve::{KeptSolution, SolveProgress, Solver};
use poda_engine::{Concrete, Game, Limits, line_text};

use super::Solve;
use super::words::{meaning, move_noun, plain_name};
use crate::cli::knowledge::kept_name;
use crate::cli::seal::{read_kept, write_kept};
use crate::cli::{STOPPED, picture, progress, said};

/// What was found.
struct Found<'a, G: Game> {
    solver: &'a dyn Solver<G>,
    line: &'a [G::Move],
    position: &'a G::State,
    weak: bool,
    value: i32,
    /// The values of all moves, if they were asked for.
    moves: Option<Vec<(G::Move, i32)>>,
    nodes: u64,
    seconds: f64,
}

/// What is known is kept again after so many positions: some minutes.
const SAVED_EACH: u64 = 1 << 29;

impl Solve {
    /// Where what is known is kept, if it is.
    fn kept_file(&self) -> anyhow::Result<Option<PathBuf>> {
        let Some(folder) = &self.keep else {
            return Ok(self.save.clone());
        };
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        Ok(Some(folder.join(kept_name(self.game))))
    }

    /// Solves a position and prints what it is worth.
    pub(super) fn solve_one<G: Concrete>(
        &self,
        solver: &dyn Solver<G>,
        limits: Limits<'_>,
        (line, position): &(Vec<G::Move>, G::State),
    ) -> anyhow::Result<ExitCode> {
        let path = self.kept_file()?;
        let kept = match &path {
            None => None,
            Some(path) => Some((kept(solver, self)?, path)),
        };
        if let Some((kept, path)) = kept.filter(|(_, path)| path.exists()) {
            load(kept, path, self)?;
        }
        let spinner = progress::spinner("positions");
        let mut saved = 0;
        let mut look = |progress: &SolveProgress| {
            if let Some((kept, path)) = kept
                && progress.nodes > saved + SAVED_EACH
            {
                saved = progress.nodes;
                // It may work the next time: what was searched is worth more than the file.
                if let Err(error) = save(kept, path) {
                    anstream::eprintln!("poda: {}; the search goes on", said(&error));
                }
            }
            spinner.set_position(progress.nodes);
            if let Some((lower, upper)) = progress.bounds {
                spinner.set_message(format!(", value {lower} to {upper}"));
            }
        };
        let clock = Instant::now();
        let found = solver
            .solve(position, limits, &mut look)
            .and_then(|solution| {
                let moves = match self.moves {
                    true => solver.moves(position, limits, &mut look)?,
                    false => Vec::new(),
                };
                Some((solution, moves))
            });
        let seconds = clock.elapsed().as_secs_f64();
        spinner.finish_and_clear();
        // What a stopped search found is worth keeping too: the next one goes on from there.
        if let Some((kept, path)) = kept {
            save(kept, path)?;
        }
        let Some((solution, moves)) = found else {
            anstream::eprintln!("poda: stopped after {seconds:.1} s, the value is not known yet");
            return Ok(ExitCode::from(STOPPED));
        };
        let of_moves: u64 = moves.iter().map(|(_, solution)| solution.nodes).sum();
        let values = moves.iter().map(|&(mv, solution)| (mv, solution.value));
        let found = Found {
            solver,
            line,
            position,
            weak: self.weak,
            value: solution.value,
            moves: self.moves.then(|| values.collect()),
            nodes: solution.nodes + of_moves,
            seconds,
        };
        match self.json {
            true => found.print_json(self.game.to_string())?,
            false => found.print_text()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl<G: Concrete> Found<'_, G> {
    fn print_json(&self, game: String) -> anyhow::Result<()> {
        let meaning = meaning(
            self.solver,
            self.position,
            self.value,
            self.weak,
            plain_name,
        );
        let mut json = serde_json::json!({
            "game": game,
            "position": line_text(self.line),
            "value": self.value,
            "meaning": meaning,
            "nodes": self.nodes,
            "seconds": self.seconds,
        });
        if let Some(moves) = &self.moves {
            let moves = moves
                .iter()
                .map(|(mv, value)| serde_json::json!({ "move": mv.to_string(), "value": value }));
            json["moves"] = moves.collect();
        }
        Ok(writeln!(anstream::stdout(), "{json:#}")?)
    }

    fn print_text(&self) -> anyhow::Result<()> {
        let game = self.solver.game();
        match game.margin(self.position, game.to_move(self.position)) {
            Some(ahead) => self.print_margins(ahead),
            None => self.print_wins(),
        }
    }

    fn words(&self, value: i32) -> String {
        meaning(self.solver, self.position, value, self.weak, picture::name)
    }

    /// Of a game that is played for points.
    fn print_margins(&self, ahead: i32) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        let value = self.value;
        let to_come = match self.weak {
            true => String::new(),
            false => format!(", to come {:+}", value - ahead),
        };
        writeln!(out, "value {value:+}{to_come}: {}", self.words(value))?;
        for (mv, value) in self.moves.iter().flatten() {
            writeln!(out, "{mv} {value:+}")?;
        }
        anstream::eprintln!(
            "{} positions, {:.2} s",
            HumanCount(self.nodes),
            self.seconds
        );
        Ok(())
    }

    /// Of a game in which only winning counts.
    fn print_wins(&self) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{:>3}  {}", self.value, self.words(self.value))?;
        for &(mv, value) in self.moves.iter().flatten() {
            let noun = move_noun(G::any_move(mv));
            writeln!(out, "  {noun} {mv}: {value:>3}  {}", self.words(value))?;
        }
        let (nodes, seconds) = (self.nodes, self.seconds);
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        anstream::eprintln!("{nodes} nodes, {seconds:.3} s, {speed:.1} M nodes/s");
        Ok(())
    }
}

fn kept<'a, G: Concrete>(
    solver: &'a dyn Solver<G>,
    options: &Solve,
) -> anyhow::Result<&'a dyn KeptSolution<G>> {
    let refusal = || {
        format!(
            "--save is for games whose solutions are kept: {} has none",
            options.game
        )
    };
    solver.kept().with_context(refusal)
}

fn load<G: Game>(kept: &dyn KeptSolution<G>, path: &Path, options: &Solve) -> anyhow::Result<()> {
    let solution = read_kept(path, options.game, options.trust)?;
    kept.load(&mut &solution[..])
        .with_context(|| path.display().to_string())?;
    Ok(())
}

fn save<G: Game>(kept: &dyn KeptSolution<G>, path: &Path) -> anyhow::Result<()> {
    let mut solution = Vec::new();
    kept.save(&mut solution)?;
    write_kept(path, solution)
}
