//! `poda solve --file`: a list of positions, with times.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use poda_engine::solve::Solver;
use poda_engine::{Game, Limits};

use super::Solve;
use crate::cli::{NO, STOPPED};

/// Stands for no moves at all in a file of positions.
const START: &str = "-";

/// What all lines cost.
#[derive(Default)]
struct Total {
    lines: u32,
    wrong: u32,
    nodes: u64,
    time: Duration,
}

impl Solve {
    pub(super) fn solve_list<G: Game>(
        &self,
        mut solver: Box<dyn Solver<G>>,
        limits: Limits<'_>,
        path: &Path,
    ) -> anyhow::Result<ExitCode> {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
        let mut out = io::stdout().lock();
        let mut total = Total::default();
        for (index, line) in BufReader::new(file).lines().enumerate() {
            let line = line.with_context(|| format!("{name} cannot be read"))?;
            let at = || format!("{name}, line {}", index + 1);
            let Some((moves, expected)) = read(&line).with_context(at)? else {
                continue;
            };
            let moves_made = if moves == START { "" } else { moves };
            let (_, position) = solver.game().read_position(moves_made).with_context(at)?;
            solver.clear();
            let clock = Instant::now();
            let Some(solution) = solver.solve(&position, limits, &mut |_| ()) else {
                anstream::eprintln!("stopped before line {}", index + 1);
                return Ok(ExitCode::from(STOPPED));
            };
            let elapsed = clock.elapsed();
            total.lines += 1;
            total.nodes += solution.nodes;
            total.time += elapsed;
            let micros = (elapsed.as_nanos() + 500) / 1000;
            write!(
                out,
                "{moves} {} {} {micros}",
                solution.value, solution.nodes
            )?;
            let expected = expected.map(|e| if self.weak { e.signum() } else { e });
            if let Some(expected) = expected.filter(|&expected| expected != solution.value) {
                total.wrong += 1;
                write!(out, " expected {expected}")?;
            }
            writeln!(out)?;
        }
        total.print();
        Ok(ExitCode::from(if total.wrong == 0 { 0 } else { NO }))
    }
}

impl Total {
    fn print(&self) {
        let (seconds, lines) = (self.time.as_secs_f64(), self.lines.max(1));
        anstream::eprintln!(
            "{} positions, {} wrong, mean {:.1} microseconds and {} nodes, {:.1} M nodes/s",
            self.lines,
            self.wrong,
            seconds * 1e6 / f64::from(lines),
            self.nodes / u64::from(lines),
            self.nodes as f64 / seconds.max(1e-9) / 1e6,
        );
    }
}

/// The moves of a line, and the value they should have; nothing if it is empty.
fn read(line: &str) -> anyhow::Result<Option<(&str, Option<i32>)>> {
    let mut words = line.split_whitespace();
    let Some(moves) = words.next() else {
        return Ok(None);
    };
    let Some(word) = words.next() else {
        return Ok(Some((moves, None)));
    };
    let number = word.parse().ok().filter(|_| words.next().is_none());
    let number = number.context("a line is `moves` or `moves score`")?;
    Ok(Some((moves, Some(number))))
}
