//! Poda next to other programs, in the same run. A peer is never needed to build or test Poda: each is fetched and built when it
//! is asked for.

pub(crate) mod minimax;
pub(crate) mod openspiel;
pub(crate) mod solvers;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use crate::step::{cargo, output, root, run, target};

/// Poda in release, and a folder for what is made for one peer.
struct Bench {
    poda: PathBuf,
    folder: PathBuf,
}

impl Bench {
    fn new(peer: &str) -> anyhow::Result<Bench> {
        let folder = target().join("peers").join(peer);
        fs::create_dir_all(&folder)?;
        run("poda", &mut cargo(&["build", "--release"]))?;
        let poda = crate::program("release");
        Ok(Bench { poda, folder })
    }

    /// Builds a crate of peers/, and returns its program.
    fn build_crate(&self, name: &str) -> anyhow::Result<PathBuf> {
        let built = self.folder.join(name);
        let build = ["build", "--release", "--target-dir"];
        run(
            name,
            cargo(&build)
                .arg(&built)
                .current_dir(root().join("peers").join(name)),
        )?;
        Ok(built.join(format!("release/peer-{name}")))
    }

    /// A Python of its own with what pip is to install.
    fn python(&self, install: &[&str]) -> anyhow::Result<PathBuf> {
        let venv = self.folder.join("venv");
        run(
            "python",
            Command::new("python3").args(["-m", "venv"]).arg(&venv),
        )?;
        let python = venv.join("bin/python");
        run(
            "package",
            Command::new(&python)
                .args(["-m", "pip", "install", "--quiet"])
                .args(install),
        )?;
        Ok(python)
    }

    /// What one of Poda's agents finds on the empty board of Connect 4.
    fn analyze(&self, agent: &str) -> anyhow::Result<serde_json::Value> {
        let mut poda = Command::new(&self.poda);
        poda.args(["analyze", "connect4", "--agent", agent, "--json"]);
        Ok(serde_json::from_str(&output(&mut poda)?)?)
    }
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
