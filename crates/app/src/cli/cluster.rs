//! Work on a cluster: the Python package drives it.

use std::ffi::OsString;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail};

/// Says whether the package and Dask are there: nothing on standard output, and 0.
const PROBE: &str = "import pypoda.cluster";

/// Does something where it is told to, through a module of the installed package.
pub(super) fn run(
    module: &str,
    place: &str,
    chunk: Option<f64>,
    arguments: &[OsString],
) -> anyhow::Result<ExitCode> {
    let python = std::env::var("PODA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let probe = Command::new(&python)
        .args(["-c", PROBE])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !probe.is_ok_and(|status| status.success()) {
        bail!(
            "--on needs the Python package pypoda with Dask, which {python} does not have: run `{python} -m pip install './crates/python[cluster]'` in the folder of Poda, or name another Python with PODA_PYTHON"
        );
    }
    let mut command = Command::new(&python);
    command.arg("-m").arg(format!("pypoda.{module}"));
    command.args(arguments).args(["--on", place]);
    if let Some(seconds) = chunk {
        command.args(["--chunk", &seconds.to_string()]);
    }
    // Ctrl-C reaches it, too: whoever starts it only waits.
    super::interrupt::stop_flag()?;
    let status = command.status();
    let status = status.with_context(|| format!("{python} cannot be started"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(super::STOPPED)))
}
