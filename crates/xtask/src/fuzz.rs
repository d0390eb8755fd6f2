//! Hostile inputs, many of them: the targets of fuzz/ with a fuzzer where there is one, and the same functions by chance everywhere.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::{fmt, fs};

use anyhow::{Context, ensure};

use crate::step::{cargo, root, run, target, timed};

/// Inputs for each reader where there is no fuzzer: 18 readers, more than twelve million in all.
const BY_CHANCE: &str = "700000";
/// No input may take longer, in milliseconds.
const MOST_MILLIS: &str = "50";

/// Runs all targets for so many seconds together.
pub(crate) fn fuzz(seconds: u64) -> anyhow::Result<()> {
    let names = targets()?;
    if !is_there() {
        eprintln!(
            "== there is no `cargo +nightly fuzz` (rustup toolchain install nightly; cargo install cargo-fuzz): {BY_CHANCE} inputs by chance for each reader instead"
        );
        compiled()?;
        return by_chance();
    }
    let each = (seconds / names.len() as u64).max(1);
    let mut all = Inputs::default();
    for name in names {
        // What the fuzzer finds interesting goes into the first folder; the second is only read.
        let found = target().join("fuzz-corpus").join(&name);
        fs::create_dir_all(&found)?;
        let mut fuzzer = Command::new("cargo");
        fuzzer
            .current_dir(root())
            .args(["+nightly", "fuzz", "run", &name])
            .arg(&found)
            .arg(root().join("fuzz/corpus").join(&name))
            .arg("--")
            .arg(format!("-max_total_time={each}"))
            .args(["-timeout=2", "-max_len=4096", "-print_final_stats=1"]);
        let inputs = timed(&format!("fuzz {name}"), || attacked(&mut fuzzer))?;
        eprintln!("== {name}: {inputs}");
        all.count += inputs.count;
        all.longest = all.longest.max(inputs.longest);
    }
    eprintln!("== all targets: {all}");
    Ok(())
}

/// How many inputs there were, and how many microseconds the longest took.
#[derive(Default)]
struct Inputs {
    count: u64,
    longest: u64,
}

impl fmt::Display for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.longest as f64 / 1e3;
        write!(f, "{} inputs, the longest {millis:.1} ms", self.count)
    }
}

/// Runs a fuzzer, shows what it says, and hears how many inputs there were.
fn attacked(fuzzer: &mut Command) -> anyhow::Result<Inputs> {
    let mut child = fuzzer.stderr(Stdio::piped()).spawn()?;
    let said = BufReader::new(child.stderr.take().context("a pipe")?);
    let mut inputs = Inputs::default();
    // What a fuzzer says of its inputs need not be text.
    for line in said.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        let number = |before: &str| {
            let number = line.strip_prefix(before)?.split_whitespace().next()?;
            number.parse::<u64>().ok()
        };
        if let Some(count) = number("stat::number_of_executed_units:") {
            inputs.count = count;
        }
        if let Some(micros) = number("longest:") {
            inputs.longest = inputs.longest.max(micros);
        }
        eprintln!("{line}");
    }
    ensure!(child.wait()?.success(), "the fuzzer has found something");
    Ok(inputs)
}

/// Without a fuzzer the targets are at least compiled: nothing else would notice that one no longer can be. The page is not built for that.
fn compiled() -> anyhow::Result<()> {
    let targets = [
        "check",
        "--bins",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--target-dir",
    ];
    run(
        "fuzz targets",
        cargo(&targets)
            .arg(target().join("fuzz"))
            .env("PODA_NO_NPM", "1"),
    )
}

/// The same functions, with inputs that are the same every time; overflow checks are on. Of the tests of all packages, so that nothing is built
/// again for it.
fn by_chance() -> anyhow::Result<()> {
    let tests = ["test", "--workspace", "--test", "all", "fuzz::"];
    run(
        "hostile input",
        cargo(&tests)
            .args(["--", "--nocapture"])
            .env("PODA_FUZZ", BY_CHANCE)
            .env("PODA_FUZZ_MS", MOST_MILLIS),
    )
}

fn is_there() -> bool {
    let asked = Command::new("cargo")
        .args(["+nightly", "fuzz", "--version"])
        .output();
    asked.is_ok_and(|answer| answer.status.success())
}

fn targets() -> anyhow::Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for file in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = file?.path();
        let name = path.file_stem().context("a file has a name")?;
        names.push(name.to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
