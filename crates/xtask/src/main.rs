//! The project's own chores. `cargo xtask test` runs every check, the same as CI.

mod fuzz;
mod licences;
mod packages;
mod page;
mod peers;
mod picture;
mod positions;
mod python;
mod sanitize;
mod scaling;
mod step;
mod test_files;

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};

use anyhow::Context;

use step::{cargo, output, run, target, timed};

const USAGE: &str = "\
usage: cargo xtask test                   every check: format, lints, packages, documentation, tests, the page in a browser, Python
       cargo xtask page                   of these, the page alone
       cargo xtask python                 of these, Python alone
       cargo xtask packages               licences, and packages in two versions
       cargo xtask licences               write the licences of all packages anew, which go into the program
       cargo xtask positions FOLDER       solve the published Connect 4 positions in it with what the tests have built: \
Test_L1_R1.txt and so on, the hardest set in part
       cargo xtask long [FOLDER]          the checks that take minutes, in release; with a folder, all its positions
       cargo xtask fuzz SECONDS           hostile input for everything that reads, with a fuzzer where there is one
       cargo xtask sanitize               tests with every access to memory watched, where there is a nightly Rust
       cargo xtask types                  write the page's TypeScript types anew from the server's
       cargo xtask scaling                nodes and time of the solvers by the size of the board; draws docs/scaling.svg
       cargo xtask bench-peers FOLDER     the Connect 4 solver next to others, on these positions; more of them as NAME=COMMAND, \
which reads positions and prints moves, score, nodes and microseconds
       cargo xtask bench-minimax          the strong search next to crate minimax's
       cargo xtask bench-openspiel        alpha-beta next to OpenSpiel's in C++";

/// The examples of the engine that are long checks.
const LONG: &[&str] = &["long_dots"];

/// How long hostile input is tried, in seconds.
const HOUR: u64 = 3600;

/// The tests that cargo runs, of all packages: left out, one would change the features of the others, and all would be built again.
/// The Python package has none here: it is tested in Python.
const TESTS: &[&str] = &["test", "--workspace", "--tests"];

fn main() -> ExitCode {
    chore().unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::FAILURE
    })
}

fn chore() -> anyhow::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test()?,
        ["page"] => page::test(&build()?, &program("debug"))?,
        ["python"] => {
            build()?;
            python::test(&program("debug"))?;
        }
        ["packages"] => packages::check()?,
        ["licences"] => licences::write()?,
        ["positions", folder] => {
            positions::check(&program("debug"), Path::new(folder), positions::SOME)?
        }
        ["long"] => long(None)?,
        ["long", folder] => long(Some(Path::new(folder)))?,
        ["fuzz", seconds] => fuzz::fuzz(seconds.parse().context("give a number of seconds")?)?,
        ["sanitize"] => sanitize::sanitize()?,
        ["types"] => types()?,
        ["scaling"] => scaling::measure()?,
        ["bench-peers", positions, ref others @ ..] => {
            peers::solvers::bench(Path::new(positions), others)?
        }
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
    test_files::check()?;
    run("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    let lints = ["clippy", "--workspace", "--all-targets", "--"];
    run("lints", cargo(&lints).args(["-D", "warnings"]))?;
    packages::check()?;
    licences::check()?;
    let documentation = ["doc", "--workspace", "--no-deps"];
    run(
        "documentation",
        cargo(&documentation)
            .arg("--document-private-items")
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    let page = build()?;
    // Snapshots are compared, never written: a changed text must be looked at and committed.
    run(
        "tests",
        cargo(TESTS)
            .env("INSTA_UPDATE", "no")
            .env("INSTA_FORCE_PASS", "0"),
    )?;
    run("doctests", &mut cargo(&["test", "--workspace", "--doc"]))?;
    own_bot()?;
    page::test(&page, &program("debug"))?;
    python::test(&program("debug"))
}

/// Builds the tests, the program and Python's library in one go, so that no crate is built twice. Returns the folder of the page
/// in the program.
fn build() -> anyhow::Result<PathBuf> {
    let everything = ["build", "--workspace", "--lib", "--bins", "--tests"];
    let messages = timed("build", || {
        let quiet = ["--message-format", "json-render-diagnostics"];
        output(cargo(&everything).args(quiet).stderr(Stdio::inherit()))
    })?;
    let mut folders = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let is_page = message["reason"] == "build-script-executed"
            && message["package_id"].as_str()?.contains("#poda-web@");
        is_page.then(|| Some(Path::new(message["out_dir"].as_str()?).join("page")))?
    });
    folders.next_back().context("cargo did not build the page")
}

/// The example of a stranger's crate, outside the workspace: it must build, and do what it shows.
fn own_bot() -> anyhow::Result<()> {
    for chore in ["test", "run"] {
        let arguments = [chore, "--manifest-path", "examples/own-bot/Cargo.toml"];
        run(
            &format!("own bot, {chore}"),
            cargo(&arguments)
                .arg("--target-dir")
                .arg(target().join("own-bot")),
        )?;
    }
    Ok(())
}

/// The types that the server and the page share, written where the page reads them.
fn types() -> anyhow::Result<()> {
    let mut test = cargo(&["test", "--package", "poda-web", "--test", "all", "types::"]);
    run("types", test.env("PODA_WRITE_TYPES", "1"))
}

/// What is too slow to run at every change.
fn long(folder: Option<&Path>) -> anyhow::Result<()> {
    for example in LONG {
        let engine = ["run", "--release", "--package", "poda-engine", "--example"];
        run(example, cargo(&engine).arg(example))?;
    }
    python::wheel()?;
    let web = ["test", "--release", "--package", "poda-web"];
    let every = ["--test", "all", "every_analysis", "--", "--ignored"];
    run("analyses", cargo(&web).args(every))?;
    sanitize::sanitize()?;
    fuzz::fuzz(HOUR)?;
    if let Some(folder) = folder {
        run("build", &mut cargo(&["build", "--release"]))?;
        positions::check(&program("release"), folder, usize::MAX)?;
    }
    Ok(())
}

/// `poda`, as cargo has built it.
fn program(profile: &str) -> PathBuf {
    target().join(profile).join("poda")
}
