//! The web page's own checks: types, unit tests, and the whole program in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::step::{root, run, target};

/// Where Debian and others put the browser.
const BROWSERS: &[&str] = &[
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
];

/// How much JavaScript the page may load at first, in bytes after gzip.
const MOST_SCRIPT: usize = 80 * 1024;

/// Everything about the page, the real browser included: `page` as it was built, and the program with it inside.
pub(crate) fn test(page: &Path, program: &Path) -> anyhow::Result<()> {
    let front_end = root().join("crates/web/front-end");
    if !front_end.join("node_modules/.package-lock.json").exists() {
        // A lock file that cannot name the packages of other systems is refused by `ci`; crates/web/build.rs says more.
        npm(&front_end, "packages", &["ci"], &[])
            .or_else(|_| npm(&front_end, "packages", &["install", "--no-save"], &[]))?;
    }
    npm(&front_end, "page types", &["run", "check"], &[])?;
    npm(&front_end, "page tests", &["test"], &[])?;
    script_size(page)?;
    let browser = browser()?;
    let screens = target().join("screens");
    let variables = [
        ("PODA", program.to_owned()),
        ("CHROMIUM", browser),
        ("SCREENS", screens.clone()),
    ];
    npm(&front_end, "browser", &["run", "browser"], &variables)?;
    eprintln!("== pictures of every screen: {}", screens.display());
    Ok(())
}

/// The scripts that the page loads at first, compressed, must stay small; those of screens that are opened later do not count.
fn script_size(page: &Path) -> anyhow::Result<()> {
    let index = page.join("index.html");
    let html = std::fs::read_to_string(&index)
        .with_context(|| format!("the page was not built: {} is missing", index.display()))?;
    let mut total = 0;
    for name in html.split('"').filter(|name| name.ends_with(".js")) {
        let path = page.join(name.trim_start_matches(['.', '/']));
        let gzip = Command::new("gzip").arg("-9c").arg(&path).output()?;
        if !gzip.status.success() {
            bail!("{} is not there, though the page loads it", path.display());
        }
        total += gzip.stdout.len();
    }
    eprintln!("== scripts of the first load: {total} bytes compressed, {MOST_SCRIPT} allowed");
    if total == 0 || total > MOST_SCRIPT {
        bail!("the page loads {total} bytes of script at first: allowed are 1 to {MOST_SCRIPT}");
    }
    Ok(())
}

fn npm(
    front_end: &Path,
    what: &str,
    arguments: &[&str],
    variables: &[(&str, PathBuf)],
) -> anyhow::Result<()> {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(front_end).envs(
        variables
            .iter()
            .map(|(name, value)| (*name, value.as_os_str())),
    );
    run(what, &mut npm).context("is Node with npm installed? (Debian: apt-get install nodejs npm)")
}

/// A browser to drive; installed if this machine allows it.
fn browser() -> anyhow::Result<PathBuf> {
    let found = || {
        std::env::var_os("CHROMIUM")
            .map(PathBuf::from)
            .into_iter()
            .chain(BROWSERS.iter().map(PathBuf::from))
            .find(|path| path.exists())
    };
    if let Some(browser) = found() {
        return Ok(browser);
    }
    let install = "apt-get update -qq && apt-get install -y --no-install-recommends chromium";
    let mut shell = Command::new("sh");
    shell
        .args(["-c", install])
        .env("DEBIAN_FRONTEND", "noninteractive");
    // Without the right to install, the sentence below says what to do.
    let _ = run("install chromium", &mut shell);
    found().with_context(|| {
        format!(
            "the browser tests need chromium: run `{install}` as root, or set CHROMIUM to its path"
        )
    })
}
