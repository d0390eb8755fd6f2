//! Poda next to other programs, in the same run. A peer is never needed to build or test Poda: each is fetched and built when it
//! is asked for.

pub(crate) mod minimax;
pub(crate) mod openspiel;
pub(crate) mod solvers;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::root;

/// Poda in release, and a folder for what is made for one peer.
struct Bench {
    poda: PathBuf,
    folder: PathBuf,
}

impl Bench {
    fn new(peer: &str) -> anyhow::Result<Bench> {
        let folder = root().join("target/peers").join(peer);
        fs::create_dir_all(&folder)?;
        run(Command::new("cargo")
            .args(["build", "--release"])
            .current_dir(root()))?;
        let poda = root().join("target/release/poda");
        Ok(Bench { poda, folder })
    }

    /// Builds a crate of peers/, and returns its program.
    fn build_crate(&self, name: &str) -> anyhow::Result<PathBuf> {
        let target = self.folder.join(name);
        run(Command::new("cargo")
            .args(["build", "--release", "--target-dir"])
            .arg(&target)
            .current_dir(root().join("peers").join(name)))?;
        Ok(target.join(format!("release/peer-{name}")))
    }

    /// A Python of its own with what pip is to install.
    fn python(&self, install: &[&str]) -> anyhow::Result<PathBuf> {
        let venv = self.folder.join("venv");
        run(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
        let python = venv.join("bin/python");
        run(Command::new(&python)
            .args(["-m", "pip", "install", "--quiet"])
            .args(install))?;
        Ok(python)
    }

    /// What one of Poda's agents finds on the empty board of Connect 4.
    fn analyze(&self, agent: &str) -> anyhow::Result<serde_json::Value> {
        let mut poda = Command::new(&self.poda);
        poda.args(["analyze", "connect4", "--agent", agent, "--json"]);
        Ok(serde_json::from_str(&output(&mut poda)?)?)
    }
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

/// The least of several times: the others were disturbed by something.
fn fastest(seconds: impl IntoIterator<Item = f64>) -> f64 {
    seconds.into_iter().fold(f64::INFINITY, f64::min)
}

/// A word of a line that a peer printed.
fn word<T: std::str::FromStr>(line: &str, index: usize) -> anyhow::Result<T> {
    let word = line.split_whitespace().nth(index);
    let parsed = word.and_then(|word| word.parse().ok());
    parsed.with_context(|| format!("{line:?} has no {}", std::any::type_name::<T>()))
}
