//! Running other programs, and saying so.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail, ensure};

/// The top folder of the project.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("xtask lies two folders below the top")
        .to_owned()
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs this, at the top of the project.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    command
}

/// Runs a step, says what it is and how long it took, and stops everything if it fails.
pub(crate) fn run(what: &str, command: &mut Command) -> anyhow::Result<()> {
    let arguments: Vec<_> = command
        .get_args()
        .map(|text| text.to_string_lossy())
        .collect();
    eprintln!("== {what}: {}", arguments.join(" "));
    timed(what, || {
        let status = command
            .status()
            .with_context(|| format!("{what} did not start"))?;
        if !status.success() {
            bail!("{what} failed");
        }
        Ok(())
    })
}

/// Says how long a step took.
pub(crate) fn timed<T>(what: &str, step: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let start = Instant::now();
    let done = step()?;
    eprintln!("== {what}: fine, {:.0} s", start.elapsed().as_secs_f64());
    Ok(done)
}

/// What a program prints.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?}: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}
