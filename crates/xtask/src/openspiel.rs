//! `cargo xtask bench-openspiel`: Poda's alpha-beta next to OpenSpiel's in C++, in the same run: the same game, evaluation and
//! order, so the same nodes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/peers/openspiel");
    fs::create_dir_all(&folder)?;
    run(Command::new("cargo")
        .args(["build", "--release"])
        .current_dir(&root))?;
    let venv = folder.join("venv");
    run(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
    let python = venv.join("bin/python");
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--no-deps", PACKAGE]))?;
    let library = build(&root, &folder, &python)?;

    println!(
        "{PACKAGE}, AlphaBetaSearch, connect_four 6x7, centre, one thread, fastest of {RUNS} runs in turns"
    );
    println!("| depth | nodes | Poda, M nodes/s | OpenSpiel, M nodes/s | ratio |");
    println!("|---|---|---|---|---|");
    for depth in DEPTHS {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            ours.push(poda(&root, depth)?);
            theirs.push(openspiel(&root, &python, &library, depth)?);
        }
        let same = |found: &Found| (found.nodes, found.value);
        let first = same(&ours[0]);
        ensure!(
            ours.iter().chain(&theirs).all(|found| same(found) == first),
            "the searches differ at depth {depth}: (nodes, value) is {first:?} and {:?}",
            same(&theirs[0])
        );
        let (ours, theirs) = (fastest(&ours), fastest(&theirs));
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
fn build(root: &Path, folder: &Path, python: &Path) -> anyhow::Result<PathBuf> {
    let home = "import sysconfig; print(sysconfig.get_path('platlib'))";
    let headers = PathBuf::from(output(Command::new(python).args(["-c", home]))?.trim());
    let library = folder.join("centre.so");
    let mut compile = Command::new("g++");
    compile.args(["-std=c++20", "-O2", "-shared", "-fPIC"]);
    for include in ["", "open_spiel/abseil-cpp", "open_spiel/json/include"] {
        compile.arg("-I").arg(headers.join(include));
    }
    run(compile
        .arg("-o")
        .arg(&library)
        .arg(root.join("peers/openspiel/centre.cc")))?;
    Ok(library)
}

fn poda(root: &Path, depth: u32) -> anyhow::Result<Found> {
    let agent = format!("alphabeta:depth={depth},eval=centre,order=natural,wins=flat,ties=first");
    let text = output(
        Command::new(root.join("target/release/poda"))
            .args(["analyze", "connect4", "--agent", &agent, "--json"]),
    )?;
    let report: serde_json::Value = serde_json::from_str(&text)?;
    let found = || {
        Some(Found {
            nodes: report["nodes"].as_u64()?,
            value: report["value"].as_i64()?,
            seconds: report["seconds"].as_f64()?,
        })
    };
    found().with_context(|| format!("poda analyze printed {text}"))
}

fn openspiel(root: &Path, python: &Path, library: &Path, depth: u32) -> anyhow::Result<Found> {
    let text = output(
        Command::new(python)
            .arg(root.join("peers/openspiel/search.py"))
            .arg(library)
            .arg(depth.to_string()),
    )?;
    let mut words = text.split_whitespace();
    let mut word = || words.next().with_context(|| format!("printed {text:?}"));
    Ok(Found {
        nodes: word()?.parse()?,
        value: word()?.parse()?,
        seconds: word()?.parse()?,
    })
}

fn fastest(found: &[Found]) -> f64 {
    let seconds = found.iter().map(|found| found.seconds);
    seconds.fold(f64::INFINITY, f64::min)
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?}: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
