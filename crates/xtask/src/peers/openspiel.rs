//! `cargo xtask bench-openspiel`: Poda's alpha-beta next to OpenSpiel's in C++, in the same run: the same game, evaluation and
//! order, so the same nodes.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::{Bench, fastest, word};
use crate::step::{output, root, run};

const PACKAGE: &str = "open_spiel==2.0";
const DEPTHS: [u32; 2] = [8, 10];
/// Runs of each at each depth, in turns; the fastest counts, as the others were disturbed by something.
const RUNS: usize = 7;

/// What one search found.
struct Found {
    nodes: u64,
    value: i64,
    seconds: f64,
}

/// Prints a table: nodes per second of both, and how many times as fast Poda is.
///
/// The wheel carries its C++ headers, and its library shows its C++ names: a few lines of our own are compiled against it. Needs
/// `python3`, `g++` and a package index.
pub(crate) fn bench() -> anyhow::Result<()> {
    let bench = Bench::new("openspiel")?;
    let python = bench.python(&["--no-deps", PACKAGE])?;
    let library = build(&bench.folder, &python)?;

    println!(
        "{PACKAGE}, AlphaBetaSearch, connect_four 6x7, centre, one thread, fastest of {RUNS} runs in turns"
    );
    println!("| depth | nodes | Poda, M nodes/s | OpenSpiel, M nodes/s | ratio |");
    println!("|---|---|---|---|---|");
    for depth in DEPTHS {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            ours.push(poda(&bench, depth)?);
            theirs.push(openspiel(&python, &library, depth)?);
        }
        let same = |found: &Found| (found.nodes, found.value);
        let first = same(&ours[0]);
        ensure!(
            ours.iter().chain(&theirs).all(|found| same(found) == first),
            "the searches differ at depth {depth}: (nodes, value) is {first:?} and {:?}",
            same(&theirs[0])
        );
        let least = |found: &[Found]| fastest(found.iter().map(|found| found.seconds));
        let (ours, theirs) = (least(&ours), least(&theirs));
        let speed = |seconds: f64| first.0 as f64 / seconds / 1e6;
        println!(
            "| {depth} | {} | {:.1} | {:.2} | {:.0} |",
            first.0,
            speed(ours),
            speed(theirs),
            theirs / ours
        );
    }
    Ok(())
}

/// Compiles our few lines against the headers inside the package.
fn build(folder: &Path, python: &Path) -> anyhow::Result<PathBuf> {
    let home = "import sysconfig; print(sysconfig.get_path('platlib'))";
    let headers = PathBuf::from(output(Command::new(python).args(["-c", home]))?.trim());
    let library = folder.join("centre.so");
    let mut compile = Command::new("g++");
    compile.args(["-std=c++20", "-O2", "-shared", "-fPIC"]);
    for include in ["", "open_spiel/abseil-cpp", "open_spiel/json/include"] {
        compile.arg("-I").arg(headers.join(include));
    }
    run(
        "g++",
        compile
            .arg("-o")
            .arg(&library)
            .arg(root().join("peers/openspiel/centre.cc")),
    )?;
    Ok(library)
}

fn poda(bench: &Bench, depth: u32) -> anyhow::Result<Found> {
    let report = bench.analyze(&format!(
        "alphabeta:depth={depth},eval=centre,order=natural,wins=flat,ties=first"
    ))?;
    let found = || {
        Some(Found {
            nodes: report["nodes"].as_u64()?,
            value: report["value"].as_i64()?,
            seconds: report["seconds"].as_f64()?,
        })
    };
    found().with_context(|| format!("poda analyze printed {report}"))
}

fn openspiel(python: &Path, library: &Path, depth: u32) -> anyhow::Result<Found> {
    let line = output(
        Command::new(python)
            .arg(root().join("peers/openspiel/search.py"))
            .arg(library)
            .arg(depth.to_string()),
    )?;
    Ok(Found {
        nodes: word(&line, 0)?,
        value: word(&line, 1)?,
        seconds: word(&line, 2)?,
    })
}
