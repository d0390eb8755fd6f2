//! The tests of the crates that have unsafe code, with every access to memory watched, where there is a nightly Rust.

use std::process::Command;

use anyhow::Context;

use crate::step::{output, root, run, target};

/// The packages whose tests are run, each with what of it.
const WATCHED: &[(&str, &str)] = &[
    ("poda-engine", "--tests"),
    ("poda-bots", "--tests"),
    ("poda-web", "--lib"),
];

/// Runs them, or says why not.
pub(crate) fn sanitize() -> anyhow::Result<()> {
    let Ok(about) = output(Command::new("rustc").args(["+nightly", "-vV"])) else {
        eprintln!("== there is no nightly Rust (rustup toolchain install nightly): no sanitizers");
        return Ok(());
    };
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc says what it builds for")?;
    for &(package, tests) in WATCHED {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(root())
            .args(["+nightly", "test", "--package", package, tests])
            // With a target named, what runs while building is built as usual.
            .args(["--target", host, "--target-dir"])
            .arg(target().join("sanitized"))
            .env("RUSTFLAGS", "-Zsanitizer=address")
            .env("PODA_NO_NPM", "1");
        run(&format!("address sanitizer, {package}"), &mut cargo)?;
    }
    Ok(())
}
