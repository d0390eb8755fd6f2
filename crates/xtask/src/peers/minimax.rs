//! `cargo xtask bench-minimax`: Poda's strong search next to the iterative search of crate minimax, with the same evaluation.

use std::process::Command;

use anyhow::Context;

use super::{Bench, fastest, word};
use crate::step::output;

/// How deep each of them looks.
const OURS: u32 = 16;
const THEIRS: u32 = 14;
/// Runs of each, in turns.
const RUNS: usize = 15;

/// Prints the least time of both.
pub(crate) fn bench() -> anyhow::Result<()> {
    let bench = Bench::new("minimax")?;
    let peer = bench.build_crate("minimax")?;
    let agent = format!("strong:depth={OURS},eval=centre,ties=first");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let report = bench.analyze(&agent)?;
        ours.push(report["seconds"].as_f64().context("no seconds")?);
        let line = output(Command::new(&peer).arg(THEIRS.to_string()))?;
        theirs.push(word(&line, 1)?);
    }
    println!("connect4 6x7, centre, one thread, fastest of {RUNS} runs in turns");
    println!("| | depth | ms |");
    println!("|---|---|---|");
    println!("| Poda, strong | {OURS} | {:.1} |", fastest(ours) * 1e3);
    println!(
        "| crate minimax 0.6.0, IterativeSearch | {THEIRS} | {:.1} |",
        fastest(theirs) * 1e3
    );
    Ok(())
}
