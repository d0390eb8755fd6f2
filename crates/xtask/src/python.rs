//! pypoda's own checks: put into an environment of its own, then its tests, types and notebooks.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;

use crate::step::{output, root, run, target};

/// Everything about the package, whose library is built beside `program`; that is what it is compared with. Where it cannot be
/// tested, a sentence says so; with CI=true that is a failure.
pub(crate) fn test(program: &Path) -> anyhow::Result<()> {
    let environment = match environment() {
        Ok(environment) => environment,
        Err(why) if std::env::var_os("CI").is_some_and(|set| set == "true") => {
            anyhow::bail!("the Python package cannot be tested: {why}");
        }
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
    install(&environment, &package, program)?;
    run(
        "python tests",
        inside("pytest").args(["--quiet", "--durations=5"]),
    )
}

/// Puts the package into the environment as it lies here, with the library that was built with everything else. `maturin develop`
/// does the same, but builds all crates once more: alone, the package asks for fewer features of them.
fn install(environment: &Path, package: &Path, program: &Path) -> anyhow::Result<()> {
    let library = program.with_file_name(format!("{DLL_PREFIX}_native{DLL_SUFFIX}"));
    let python = package.join("python");
    fs::copy(&library, python.join("pypoda/_native.abi3.so"))
        .with_context(|| format!("{} cannot be copied", library.display()))?;
    let site = [
        "-c",
        "import sysconfig; print(sysconfig.get_path('purelib'))",
    ];
    let site = output(Command::new(environment.join("bin/python")).args(site))?;
    let link = Path::new(site.trim()).join("pypoda.pth");
    fs::write(&link, format!("{}\n", python.display()))
        .with_context(|| format!("{} cannot be written", link.display()))
}

/// The package as users install it, in release, into an environment of its own.
pub(crate) fn wheel() -> anyhow::Result<()> {
    let folder = target().join("python-wheel");
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let venv = ["-m", "venv", "--clear"];
    run(
        "python environment",
        Command::new(python).args(venv).arg(&folder),
    )?;
    let inside = || Command::new(folder.join("bin/python"));
    let install = ["-m", "pip", "install", "--quiet"];
    run(
        "pip install",
        inside().args(install).arg(root().join("crates/python")),
    )?;
    let use_it =
        "import pypoda; print(pypoda.solve(pypoda.Game('connect4').position('4453')).moves)";
    run("the installed package", inside().args(["-c", use_it]))
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
        // Most of what they bring is never loaded: half of the time.
        "--no-compile",
        "-r",
    ]);
    run("python packages", install.arg(&list))
        .map_err(|_| "the packages of its tests cannot be installed")?;
    std::fs::write(&installed, wanted).map_err(|error| error.to_string())?;
    Ok(folder)
}
