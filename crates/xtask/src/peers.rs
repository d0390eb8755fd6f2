//! `cargo xtask bench-peers`: Poda's Connect 4 solver next to others, in the same run on the same positions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

const BITBULLY: &str = "bitbully==0.0.79";
const SETS: [&str; 6] = ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3"];

/// Positions of each set to take: as many as the slowest peer can do in a few minutes.
fn sample(set: &str) -> usize {
    match set {
        "L1_R3" => 10,
        "L1_R2" => 100,
        _ => 500,
    }
}

/// Prints a table: mean microseconds of each solver on each set, one thread, without books, tables cleared before each position.
pub(crate) fn bench(positions: &Path) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/peers");
    fs::create_dir_all(&folder)?;
    run(Command::new("cargo")
        .args(["build", "--release"])
        .current_dir(&root))?;
    let peer = root.join("peers/connect-four-ai");
    let target = folder.join("connect-four-ai");
    run(Command::new("cargo")
        .args(["build", "--release", "--target-dir"])
        .arg(&target)
        .current_dir(&peer))?;
    let venv = folder.join("venv");
    run(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
    let python = venv.join("bin/python");
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", BITBULLY]))?;

    println!("mean microseconds, one thread, no book, table cleared before each position");
    println!("| positions | Poda | bitbully 0.0.79 | ratio | connect-four-ai 1.0.0 | ratio |");
    println!("|---|---|---|---|---|---|");
    for set in SETS {
        let source = positions.join(format!("Test_{set}.txt"));
        let text = fs::read_to_string(&source)
            .with_context(|| format!("{} cannot be read", source.display()))?;
        let lines: Vec<&str> = text.lines().take(sample(set)).collect();
        let file = folder.join(format!("{set}.txt"));
        fs::write(&file, lines.join("\n") + "\n")?;
        row(
            &format!("{set}, first {}", lines.len()),
            &root,
            &file,
            &python,
            &target,
        )?;
    }
    Ok(())
}

fn row(
    name: &str,
    root: &Path,
    file: &PathBuf,
    python: &Path,
    target: &Path,
) -> anyhow::Result<()> {
    let poda = times(
        Command::new(root.join("target/release/poda"))
            .args(["solve", "connect4", "--file"])
            .arg(file),
        3,
    )?;
    let bitbully = times(
        Command::new(python)
            .arg(root.join("peers/solve_bitbully.py"))
            .arg(file),
        2,
    )?;
    let crate_ = times(
        Command::new(target.join("release/peer-connect-four-ai")).arg(file),
        2,
    )?;
    ensure!(
        poda.scores == crate_.scores,
        "connect-four-ai has other scores"
    );
    println!(
        "| {name} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
        poda.mean,
        bitbully.mean,
        bitbully.mean / poda.mean,
        crate_.mean,
        crate_.mean / poda.mean
    );
    Ok(())
}

struct Times {
    scores: Vec<String>,
    mean: f64,
}

/// Runs a solver that prints a line for each position: the score is the second word, the time the one with this index.
fn times(command: &mut Command, index: usize) -> anyhow::Result<Times> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8(output.stdout)?;
    let (mut scores, mut sum) = (Vec::new(), 0.0);
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        ensure!(words.len() > index, "{command:?} printed {line:?}");
        scores.push(words[1].to_owned());
        sum += words[index].parse::<f64>()?;
    }
    ensure!(!scores.is_empty(), "{command:?} printed nothing");
    let mean = sum / scores.len() as f64;
    Ok(Times { scores, mean })
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
