//! A crate's tests are one program, tests/all.rs, which names every other file of the folder: one that it does not name would never
//! run, and nobody would notice.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::step::root;

/// Fails with a sentence if a file of tests is not named.
pub(crate) fn check() -> anyhow::Result<()> {
    for krate in fs::read_dir(root().join("crates"))? {
        let tests = krate?.path().join("tests");
        // The Python package has tests of another kind.
        if tests.exists() && !tests.join("conftest.py").exists() {
            check_folder(&tests).with_context(|| format!("{}", tests.display()))?;
        }
    }
    Ok(())
}

fn check_folder(tests: &Path) -> anyhow::Result<()> {
    let all = fs::read_to_string(tests.join("all.rs")).context("all.rs cannot be read")?;
    for file in fs::read_dir(tests)? {
        let path = file?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_source = path.extension().is_some_and(|end| end == "rs") && name != "all";
        let line = format!("mod {name};");
        ensure!(
            !is_source || all.lines().any(|other| other == line),
            "all.rs lacks `{line}`, so {name}.rs is never run"
        );
    }
    Ok(())
}
