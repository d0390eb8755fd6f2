//! The published Connect 4 positions (Test_L1_R1.txt and so on: moves and score a line), all solved again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

use crate::step::{target, timed};

/// The hardest set: a position takes half a second where the next harder set takes 30 ms.
const HARDEST: &str = "Test_L1_R3";
/// How many of it are solved at every change.
pub(crate) const SOME: usize = 50;
/// Solvers at a time.
const JOBS: usize = 2;

/// Solves every file of a folder with this program, of the hardest set only so many positions.
pub(crate) fn check(poda: &Path, folder: &Path, hardest: usize) -> anyhow::Result<()> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "txt"));
    files.sort();
    ensure!(!files.is_empty(), "{} has no positions", folder.display());
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&file)?;
        let most = if name == HARDEST { hardest } else { usize::MAX };
        let lines: Vec<&str> = text.lines().take(most).collect();
        timed(&format!("{name}, {} positions", lines.len()), || {
            solve(poda, &lines).with_context(|| name.into_owned())
        })?;
    }
    Ok(())
}

/// Each solver takes every second line, as neighbours are alike. A wrong score is told on standard output.
fn solve(poda: &Path, lines: &[&str]) -> anyhow::Result<()> {
    let folder = target().join("positions");
    fs::create_dir_all(&folder)?;
    let mut solvers = Vec::new();
    for job in 0..JOBS {
        let share: Vec<&str> = lines.iter().copied().skip(job).step_by(JOBS).collect();
        let file = folder.join(format!("{job}.txt"));
        fs::write(&file, share.join("\n") + "\n")?;
        let mut solver = Command::new(poda);
        solver.args(["solve", "connect4", "--file"]).arg(&file);
        solvers.push(solver.stdout(Stdio::piped()).spawn()?);
    }
    // All are waited for, even if one of them fails.
    let outputs: Vec<_> = solvers
        .into_iter()
        .map(|it| it.wait_with_output())
        .collect();
    for output in outputs {
        let output = output?;
        if !output.status.success() {
            let told = String::from_utf8_lossy(&output.stdout);
            let wrong = told.lines().find(|line| line.contains("expected"));
            bail!("{}", wrong.unwrap_or("the solver failed"));
        }
    }
    Ok(())
}
