//! The project's own chores. `cargo xtask test` runs every check, the same as CI.

mod page;
mod peers;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, bail};

const USAGE: &str = "\
usage: cargo xtask test                   every check: format, lints, documentation, tests, the page in a browser
       cargo xtask types                  write the page's TypeScript types anew from the server's
       cargo xtask long                   the checks that take minutes, in release
       cargo xtask bench-peers POSITIONS  the Connect 4 solver next to others; POSITIONS is a folder with Test_L1_R1.txt \
and so on
       cargo xtask bench-minimax          the strong search next to crate minimax's
       cargo xtask bench-openspiel        alpha-beta next to OpenSpiel's in C++";

/// The examples of the engine that are long checks.
const LONG: &[&str] = &["long_dots"];

fn main() -> anyhow::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test()?,
        ["types"] => types()?,
        ["long"] => long()?,
        ["bench-peers", positions] => peers::solvers::bench(Path::new(positions))?,
        ["bench-minimax"] => peers::minimax::bench()?,
        ["bench-openspiel"] => peers::openspiel::bench()?,
        _ => {
            eprintln!("{USAGE}");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Everything that must hold before a change lands, the quickest first.
fn test() -> anyhow::Result<()> {
    cargo("format", &["fmt", "--all", "--check"], &[])?;
    cargo(
        "lints",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    let strict = [("RUSTDOCFLAGS", "-D warnings")];
    cargo(
        "documentation",
        &[
            "doc",
            "--workspace",
            "--no-deps",
            "--document-private-items",
        ],
        &strict,
    )?;
    // Snapshots are compared, never written: a changed text must be looked at and committed.
    let snapshots = [("INSTA_UPDATE", "no"), ("INSTA_FORCE_PASS", "0")];
    cargo(
        "tests",
        &["test", "--workspace", "--lib", "--bins", "--tests"],
        &snapshots,
    )?;
    cargo("doctests", &["test", "--workspace", "--doc"], &[])?;
    page::test()
}

/// The types that the server and the page share, written where the page reads them.
fn types() -> anyhow::Result<()> {
    let test = ["test", "--package", "poda-web", "--test", "types"];
    cargo("types", &test, &[("PODA_WRITE_TYPES", "1")])
}

/// What is too slow to run at every change.
fn long() -> anyhow::Result<()> {
    LONG.iter().try_for_each(|example| {
        let run = [
            "run",
            "--release",
            "--package",
            "poda-engine",
            "--example",
            example,
        ];
        cargo(example, &run, &[])
    })
}

fn cargo(what: &str, arguments: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root());
    run(what, &mut command)
}

/// The top folder of the project.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("xtask lies two folders below the top")
        .to_owned()
}

/// Runs a step, says what it is and how long it took, and stops everything if it fails.
fn run(what: &str, command: &mut Command) -> anyhow::Result<()> {
    let start = Instant::now();
    let arguments: Vec<_> = command
        .get_args()
        .map(|text| text.to_string_lossy())
        .collect();
    eprintln!("== {what}: {}", arguments.join(" "));
    let status = command
        .status()
        .with_context(|| format!("{what} did not start"))?;
    if !status.success() {
        bail!("{what} failed");
    }
    eprintln!("== {what}: fine, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}
