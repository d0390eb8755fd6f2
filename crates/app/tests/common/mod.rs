//! Running `poda` as its users do.

#[cfg(unix)]
pub(crate) mod pty;

use std::process::{Command, Output};

/// Where `poda` keeps what is the user's own: not in the home of whoever runs the tests.
pub(crate) const DATA_HOME: (&str, &str) = (
    "XDG_DATA_HOME",
    concat!(env!("CARGO_TARGET_TMPDIR"), "/data"),
);

pub(crate) fn poda(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(arguments)
        .env(DATA_HOME.0, DATA_HOME.1)
        .env("COLUMNS", "100")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("poda starts")
}

pub(crate) fn stdout(arguments: &[&str]) -> String {
    let output = poda(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What a refused call says: one line, on standard error only, with exit code 2.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let output = poda(arguments);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert!(output.stdout.is_empty());
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}
