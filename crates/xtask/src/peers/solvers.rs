//! `cargo xtask bench-peers`: Poda's Connect 4 solver next to others, in the same run on the same positions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::{Bench, word};
use crate::step::{output, root};

const BITBULLY: &str = "bitbully==0.0.79";
const SETS: [&str; 6] = ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3"];

/// How often each solver runs in turn; the least time of each position counts, as the others were disturbed.
const ROUNDS: usize = 3;

/// Positions of each set to take, from the first: as many as the slowest peer can do in a few minutes.
fn sample(set: &str) -> usize {
    match set {
        "L1_R3" => 10,
        "L1_R2" => 100,
        _ => 200,
    }
}

/// The start, where a peer takes minutes: one round, and only with the peer that ends within them.
const EMPTY: &str = "the empty board";

/// Prints a table: mean microseconds of each solver on each set, one thread, without books, tables cleared before each position.
pub(crate) fn bench(positions: &Path) -> anyhow::Result<()> {
    let bench = Bench::new("connect4")?;
    let peer = bench.build_crate("connect-four-ai")?;
    let python = bench.python(&[BITBULLY])?;

    println!(
        "mean microseconds, one thread, no book, table cleared before each position, least of {ROUNDS} rounds"
    );
    println!("| positions | Poda | bitbully 0.0.79 | ratio | connect-four-ai 1.0.0 | ratio |");
    println!("|---|---|---|---|---|---|");
    let mut sets: Vec<(String, PathBuf)> = Vec::new();
    for set in SETS {
        let source = positions.join(format!("Test_{set}.txt"));
        let text = fs::read_to_string(&source)
            .with_context(|| format!("{} cannot be read", source.display()))?;
        let lines: Vec<&str> = text.lines().take(sample(set)).collect();
        let file = bench.folder.join(format!("{set}.txt"));
        fs::write(&file, lines.join("\n") + "\n")?;
        sets.push((format!("{set}, first {}", lines.len()), file));
    }
    let file = bench.folder.join("empty.txt");
    fs::write(&file, "-\n")?;
    sets.push((EMPTY.to_owned(), file));
    for (name, file) in &sets {
        let mut poda = Command::new(&bench.poda);
        poda.args(["solve", "connect4", "--no-book", "--file"])
            .arg(file);
        let mut bitbully = Command::new(&python);
        bitbully
            .arg(root().join("peers/solve_bitbully.py"))
            .arg(file);
        let mut crate_ = Command::new(&peer);
        crate_.arg(file);
        let mut solvers = vec![(poda, 3), (bitbully, 2), (crate_, 2)];
        let rounds = if name == EMPTY {
            solvers.pop();
            1
        } else {
            ROUNDS
        };
        println!("{}", row(name, &mut solvers, rounds)?);
    }
    Ok(())
}

/// A row of the table: the mean of Poda, which comes first, then of each peer and how many times Poda's it is.
fn row(name: &str, solvers: &mut [(Command, usize)], rounds: usize) -> anyhow::Result<String> {
    let mut least: Vec<Times> = Vec::new();
    for round in 0..rounds {
        for (place, (command, index)) in solvers.iter_mut().enumerate() {
            let times = times(command, *index)?;
            let expected = least.first().map_or(&times.scores, |poda| &poda.scores);
            ensure!(times.scores == *expected, "{command:?} has other scores");
            if round == 0 {
                least.push(times);
            } else {
                least[place].take_least(&times);
            }
        }
    }
    let ours = least[0].mean();
    let peers = least[1..].iter().map(|peer| {
        let theirs = peer.mean();
        format!(" {theirs:.1} | {:.1} |", theirs / ours)
    });
    Ok(format!(
        "| {name} | {ours:.1} |{}",
        peers.collect::<String>()
    ))
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

/// Runs a solver that prints a line for each position: the score is the second word, the time the one with this index.
fn times(command: &mut Command, index: usize) -> anyhow::Result<Times> {
    let text = output(command)?;
    let mut times = Times {
        scores: Vec::new(),
        micros: Vec::new(),
    };
    for line in text.lines() {
        times.scores.push(word(line, 1)?);
        times.micros.push(word(line, index)?);
    }
    ensure!(!times.scores.is_empty(), "{command:?} printed nothing");
    Ok(times)
}
