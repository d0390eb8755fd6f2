//! `cargo xtask bench-peers`: Poda's Connect 4 solver next to others, in the same run on the same positions.

use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::{Bench, word};
use crate::picture::{Chart, Point, Series, micros};
use crate::step::{output, root};

const BITBULLY: &str = "bitbully==0.0.79";
const SETS: [&str; 6] = ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3"];

/// How often each solver runs in turn. The least time of each position counts, as the others were disturbed; how far the ratios
/// of the rounds lie apart says how much that was.
const ROUNDS: usize = 3;

/// Positions of each set to take, from the first: as many as the slowest peer can do in a few minutes.
fn sample(set: &str) -> usize {
    match set {
        "L1_R3" => 10,
        "L1_R2" => 100,
        _ => 200,
    }
}

/// The start, where a peer takes minutes: one round, and only with the peers that end within them.
const EMPTY: &str = "the empty board";

/// A program that solves each line of a file and prints a line for it: its second word is the score.
struct Peer {
    name: String,
    run: Run,
    /// Which word is the time in microseconds.
    time: usize,
    /// Whether it solves the empty board in minutes.
    solves_the_start: bool,
}

enum Run {
    /// A program, with the file as its last argument.
    Program(Vec<PathBuf>),
    /// A line for the shell, with the file as its input.
    Shell(String),
}

impl Peer {
    fn program(name: &str, words: &[&Path], time: usize, solves_the_start: bool) -> Peer {
        Peer {
            name: name.to_owned(),
            run: Run::Program(words.iter().map(|&word| word.to_owned()).collect()),
            time,
            solves_the_start,
        }
    }

    /// Another solver, `NAME=COMMAND`. It reads positions from its input and prints moves, score, nodes and microseconds for each,
    /// as Pascal Pons's does and Poda's own. How it would be given the start is not agreed on.
    fn of_the_user(text: &str) -> anyhow::Result<Peer> {
        let (name, command) = text
            .split_once('=')
            .filter(|(name, command)| !name.is_empty() && !command.is_empty())
            .with_context(|| format!("{text:?}: give NAME=COMMAND"))?;
        Ok(Peer {
            name: name.to_owned(),
            run: Run::Shell(command.to_owned()),
            time: 3,
            solves_the_start: false,
        })
    }

    fn times(&self, positions: &Path) -> anyhow::Result<Times> {
        let mut command;
        match &self.run {
            Run::Program(words) => {
                command = Command::new(&words[0]);
                command.args(&words[1..]).arg(positions);
            }
            Run::Shell(line) => {
                command = Command::new("sh");
                command.args(["-c", line]).stdin(File::open(positions)?);
            }
        }
        let text = output(&mut command)?;
        let mut times = Times {
            scores: Vec::new(),
            micros: Vec::new(),
        };
        for line in text.lines() {
            times.scores.push(word(line, 1)?);
            times.micros.push(word(line, self.time)?);
        }
        ensure!(!times.scores.is_empty(), "{command:?} printed nothing");
        Ok(times)
    }
}

/// Prints a table: mean microseconds of each solver on each set, one thread, without books, tables cleared before each position.
/// The same as a picture lies in the target folder.
pub(crate) fn bench(positions: &Path, others: &[&str]) -> anyhow::Result<()> {
    let others = others.iter().map(|text| Peer::of_the_user(text));
    let others = others.collect::<anyhow::Result<Vec<_>>>()?;
    let bench = Bench::new("connect4")?;
    let peer = bench.build_crate("connect-four-ai")?;
    let python = bench.python(&[BITBULLY])?;
    let script = root().join("peers/solve_bitbully.py");
    let [solve, board, no_book, file] = ["solve", "connect4", "--no-book", "--file"].map(Path::new);
    let mut solvers = vec![
        Peer::program("Poda", &[&bench.poda, solve, board, no_book, file], 3, true),
        Peer::program("bitbully 0.0.79", &[&python, &script], 2, true),
        Peer::program("connect-four-ai 1.0.0", &[&peer], 2, false),
    ];
    solvers.extend(others);

    println!(
        "mean microseconds, one thread, no book, table cleared before each position, least of {ROUNDS} rounds; \
         in brackets the ratios of the single rounds"
    );
    let names: Vec<_> = solvers[1..].iter().map(|peer| &peer.name).collect();
    let head: String = names
        .iter()
        .map(|name| format!(" {name} | ratio |"))
        .collect();
    println!("| positions | Poda |{head}");
    println!("|---|---|{}", "---|---|".repeat(names.len()));
    let mut rows = Vec::new();
    for (name, file) in sets(&bench, positions)? {
        let row = Row::measure(&name, &solvers, &file)?;
        println!("{row}");
        rows.push(row);
    }
    let picture = bench.folder.join("solvers.svg");
    fs::write(&picture, draw(&solvers, &rows))?;
    eprintln!("== picture: {}", picture.display());
    Ok(())
}

/// The samples of all sets and the start, each with its file.
fn sets(bench: &Bench, positions: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut sets = Vec::new();
    for set in SETS {
        let source = positions.join(format!("Test_{set}.txt"));
        let text = fs::read_to_string(&source)
            .with_context(|| format!("{} cannot be read", source.display()))?;
        // The moves alone: what follows is the published score.
        let lines = text
            .lines()
            .map(|line| line.split(' ').next().unwrap_or(line));
        let lines: Vec<&str> = lines.take(sample(set)).collect();
        let file = bench.folder.join(format!("{set}.txt"));
        fs::write(&file, lines.join("\n") + "\n")?;
        sets.push((format!("{set}, first {}", lines.len()), file));
    }
    let file = bench.folder.join("empty.txt");
    fs::write(&file, "-\n")?;
    sets.push((EMPTY.to_owned(), file));
    Ok(sets)
}

/// What all solvers took for a set: those that were asked.
struct Row {
    name: String,
    /// For each solver, Poda first: the least time of each position.
    least: Vec<Option<Times>>,
    /// For each round and solver: the mean.
    rounds: Vec<Vec<Option<f64>>>,
}

impl Row {
    /// All solvers in turn, several times. Their scores must agree.
    fn measure(name: &str, solvers: &[Peer], file: &Path) -> anyhow::Result<Row> {
        let start = name == EMPTY;
        let mut row = Row {
            name: name.to_owned(),
            least: solvers.iter().map(|_| None).collect(),
            rounds: Vec::new(),
        };
        for _ in 0..if start { 1 } else { ROUNDS } {
            let mut round = Vec::new();
            for (place, solver) in solvers.iter().enumerate() {
                if start && !solver.solves_the_start {
                    round.push(None);
                    continue;
                }
                let times = solver.times(file)?;
                round.push(Some(times.mean()));
                if let Some(poda) = &row.least[0] {
                    let agree = times.scores == poda.scores;
                    ensure!(agree, "{} has other scores on {name}", solver.name);
                }
                match &mut row.least[place] {
                    Some(least) => least.take_least(&times),
                    none => *none = Some(times),
                }
            }
            row.rounds.push(round);
        }
        Ok(row)
    }

    fn mean(&self, solver: usize) -> Option<f64> {
        self.least[solver].as_ref().map(Times::mean)
    }

    /// The least and the greatest ratio of a solver's time to Poda's in one round.
    fn spread(&self, solver: usize) -> (f64, f64) {
        let ratios = self
            .rounds
            .iter()
            .filter_map(|round| Some(round[solver]? / round[0]?));
        ratios.fold((f64::INFINITY, 0.0), |(least, most), ratio| {
            (least.min(ratio), most.max(ratio))
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ours = self.mean(0).unwrap_or(f64::NAN);
        write!(f, "| {} | {ours:.1} |", self.name)?;
        for solver in 1..self.least.len() {
            match self.mean(solver) {
                Some(theirs) => {
                    let (least, most) = self.spread(solver);
                    let ratio = theirs / ours;
                    write!(f, " {theirs:.1} | {ratio:.1} [{least:.1}, {most:.1}] |")?;
                }
                None => f.write_str(" | |")?,
            }
        }
        Ok(())
    }
}

struct Times {
    scores: Vec<String>,
    micros: Vec<f64>,
}

impl Times {
    fn mean(&self) -> f64 {
        self.micros.iter().sum::<f64>() / self.micros.len() as f64
    }

    /// The lesser time of each position.
    fn take_least(&mut self, other: &Times) {
        for (mine, theirs) in self.micros.iter_mut().zip(&other.micros) {
            *mine = mine.min(*theirs);
        }
    }
}

/// Mean time by set, all solvers.
fn draw(solvers: &[Peer], rows: &[Row]) -> String {
    let points = |place: usize| {
        rows.iter().enumerate().filter_map(move |(column, row)| {
            Some(Point {
                x: column as f64,
                y: row.mean(place)?,
                name: row.name.clone(),
            })
        })
    };
    let series = solvers.iter().enumerate().map(|(place, solver)| Series {
        name: solver.name.clone(),
        points: points(place).collect(),
        line: None,
    });
    let ticks = rows
        .iter()
        .enumerate()
        .map(|(column, row)| (column as f64, row.name.clone()));
    Chart {
        title: "Mean time to solve a position: one thread, no book, tables cleared",
        ticks: ticks.collect(),
        series: series.collect(),
        words: micros,
    }
    .svg()
}
