//! pypoda's own checks: built and installed into an environment of its own, then its tests, types and notebooks.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::step::{root, run, target};

/// Everything about the package; `program` is what it is compared with. Where it cannot be tested, a sentence says so.
pub(crate) fn test(program: &Path) -> anyhow::Result<()> {
    let environment = match environment() {
        Ok(environment) => environment,
        Err(why) => {
            eprintln!("== python: LEFT OUT: {why}");
            return Ok(());
        }
    };
    let package = root().join("crates/python");
    let inside = |name: &str| {
        let mut command = Command::new(environment.join("bin").join(name));
        command
            .current_dir(&package)
            .env("VIRTUAL_ENV", &environment)
            .env("PODA", program);
        command
    };
    run(
        "python build",
        inside("maturin").args(["develop", "--quiet"]),
    )?;
    run(
        "python tests",
        inside("pytest").args(["--quiet", "--durations=5"]),
    )
}

/// An environment with what the tests need, made anew when the list has changed; or why there is none.
fn environment() -> Result<PathBuf, String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let recent = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"];
    let quiet = |command: &mut Command| {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !quiet(Command::new(&python).args(recent)) {
        return Err("there is no Python 3.10 or later; PYTHON names another one".to_owned());
    }
    let list = root().join("crates/python/requirements.txt");
    let wanted = std::fs::read_to_string(&list).map_err(|error| error.to_string())?;
    let folder = target().join("python");
    let installed = folder.join("installed.txt");
    if std::fs::read_to_string(&installed).is_ok_and(|known| known == wanted) {
        return Ok(folder);
    }
    let venv = ["-m", "venv", "--clear"];
    run(
        "python environment",
        Command::new(&python).args(venv).arg(&folder),
    )
    .map_err(|_| "no environment can be made (Debian: apt-get install python3-venv)")?;
    let mut install = Command::new(folder.join("bin/python"));
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
    ]);
    run("python packages", install.arg(&list))
        .map_err(|_| "the packages of its tests cannot be installed")?;
    std::fs::write(&installed, wanted).map_err(|error| error.to_string())?;
    Ok(folder)
}
