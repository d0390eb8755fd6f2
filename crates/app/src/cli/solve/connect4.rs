//! `poda solve connect4`

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use poda_engine::connect4::{Column, Connect4, Position};
use poda_engine::solve::connect4::{Question, Score, Solved, Solver, Watch};
use poda_engine::{Bits, Game, PlayerId};

use super::Solve;
use crate::cli::{NO, STOPPED, picture};

impl Solve {
    pub(super) fn connect4<B: Bits>(&self, rules: &Connect4<B, 2>) -> anyhow::Result<ExitCode> {
        let question = if self.weak {
            Question::Outcome
        } else {
            Question::Score
        };
        let start = rules.read_position(&self.position)?;
        let mut solver = Solver::new(rules.spec(), self.memory_bytes(256))?
            .with_threads(self.threads)
            .with_question(question);
        // With --file, the time of the search is of interest.
        if !self.no_book && self.file.is_none() {
            solver = solver.with_embedded_book();
        }
        let watch = Arc::new(Watch::default());
        let on_signal = Arc::clone(&watch);
        ctrlc::set_handler(move || on_signal.stop())?;
        match &self.file {
            Some(file) => self.connect4_file(rules, solver, &watch, file),
            None => self.connect4_position(rules, solver, &watch, &start),
        }
    }

    fn connect4_position<B: Bits>(
        &self,
        rules: &Connect4<B, 2>,
        solver: Solver,
        watch: &Watch,
        (line, position): &(Vec<Column>, Position<B, 2>),
    ) -> anyhow::Result<ExitCode> {
        let clock = Instant::now();
        let result = with_spinner(watch, || {
            let solved = solver.solve(position, watch)?;
            let moves = if self.moves {
                solver.moves(rules, position, watch)?
            } else {
                Vec::new()
            };
            Some((solved, moves))
        });
        let seconds = clock.elapsed().as_secs_f64();
        let Some((solved, moves)) = result else {
            anstream::eprintln!("stopped");
            return Ok(ExitCode::from(STOPPED));
        };
        let nodes = solved.nodes + moves.iter().map(|(_, solved)| solved.nodes).sum::<u64>();
        let words = |score: Score| in_words(rules, position, score, self.weak);
        let mut out = anstream::stdout().lock();
        if self.json {
            let columns: Vec<_> = moves
                .iter()
                .map(|(column, solved)| {
                    serde_json::json!({ "move": column, "value": solved.score.number() })
                })
                .collect();
            let mut json = serde_json::json!({
                "game": self.game,
                "moves": poda_engine::line_text(line),
                "value": solved.score.number(),
                "meaning": words(solved.score),
                "nodes": nodes,
                "seconds": seconds,
            });
            if self.moves {
                json["columns"] = columns.into();
            }
            writeln!(out, "{json:#}")?;
            return Ok(ExitCode::SUCCESS);
        }
        let score = solved.score;
        writeln!(out, "{score:>3}  {}", words(score))?;
        for (column, Solved { score, .. }) in &moves {
            writeln!(out, "  column {column}: {score:>3}  {}", words(*score))?;
        }
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        anstream::eprintln!("{nodes} nodes, {seconds:.3} s, {speed:.1} M nodes/s");
        Ok(ExitCode::SUCCESS)
    }

    fn connect4_file<B: Bits>(
        &self,
        rules: &Connect4<B, 2>,
        mut solver: Solver,
        watch: &Watch,
        path: &Path,
    ) -> anyhow::Result<ExitCode> {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
        let mut out = io::stdout().lock();
        let (mut lines, mut wrong, mut nodes, mut time) = (0u32, 0u32, 0u64, Duration::ZERO);
        for (index, line) in BufReader::new(file).lines().enumerate() {
            let line = line.with_context(|| format!("{name} cannot be read"))?;
            let at = || format!("{name}, line {}", index + 1);
            let mut words = line.split_whitespace();
            let Some(moves) = words.next() else { continue };
            let expected: Option<i32> = match words.next() {
                None => None,
                Some(word) => {
                    let number = word.parse().ok().filter(|_| words.next().is_none());
                    let sentence = "a line is `moves` or `moves score`";
                    Some(number.with_context(|| sentence).with_context(at)?)
                }
            };
            let moves_made = if moves == START { "" } else { moves };
            let (_, position) = rules.read_position(moves_made).with_context(at)?;
            solver.clear();
            let clock = Instant::now();
            let Some(solved) = solver.solve(&position, watch) else {
                anstream::eprintln!("stopped before line {}", index + 1);
                return Ok(ExitCode::from(STOPPED));
            };
            let elapsed = clock.elapsed();
            let number = solved.score.number();
            lines += 1;
            nodes += solved.nodes;
            time += elapsed;
            let micros = (elapsed.as_nanos() + 500) / 1000;
            write!(out, "{moves} {number} {} {micros}", solved.nodes)?;
            let expected = expected.map(|e| if self.weak { e.signum() } else { e });
            if let Some(expected) = expected.filter(|&expected| expected != number) {
                wrong += 1;
                write!(out, " expected {expected}")?;
            }
            writeln!(out)?;
        }
        let mean = time.as_secs_f64() * 1e6 / f64::from(lines.max(1));
        let speed = nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6;
        anstream::eprintln!(
            "{lines} positions, {wrong} wrong, mean {mean:.1} microseconds and {} nodes, {speed:.1} M nodes/s",
            nodes / u64::from(lines.max(1)),
        );
        Ok(ExitCode::from(if wrong == 0 { 0 } else { NO }))
    }
}

/// Stands for no moves at all in a file of positions.
const START: &str = "-";

/// What a score means, for the player to move.
fn in_words<B: Bits>(
    rules: &Connect4<B, 2>,
    position: &Position<B, 2>,
    score: Score,
    weak: bool,
) -> String {
    let cells = rules.cells().count();
    let number = score.number();
    if number == 0 {
        return "a draw".to_owned();
    }
    let mover = position.to_move().index();
    let winner = PlayerId::new(if number > 0 { mover } else { 1 - mover });
    if weak {
        return format!("{} wins", picture::name(winner));
    }
    let last = score.last_move(position.ply(), cells);
    let moves = last.saturating_sub(position.ply());
    let plural = if moves == 1 { "" } else { "s" };
    format!(
        "{} wins with move {last}, in {moves} move{plural}",
        picture::name(winner)
    )
}

/// Runs the work and shows how far it is, if somebody looks.
fn with_spinner<T>(watch: &Watch, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let style =
                ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("a template");
            let bar = ProgressBar::new_spinner().with_style(style);
            while !done.load(Ordering::Relaxed) {
                let (lower, upper) = watch.bounds();
                let millions = watch.nodes() / 1_000_000;
                bar.set_message(format!("score {lower} to {upper}, {millions} M nodes"));
                bar.tick();
                thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}
