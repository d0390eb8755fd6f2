//! Builds the page with npm, into cargo's own folder, when its sources changed, and puts its words together. Without npm the program is built all the
//! same, with a page in place of the page that says what to do.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page is made of.
const SOURCES: [&str; 9] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "../../coach/palette.css",
];

fn main() -> io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    let (front_end, page) = (root.join("front-end"), out.join("page"));
    // Only what is there: cargo would build again each time for what is not. Never the folder with node_modules in it.
    for source in SOURCES.map(|source| front_end.join(source)) {
        if source.exists() {
            println!("cargo::rerun-if-changed={}", source.display());
        }
    }
    println!(
        "cargo::rerun-if-changed={}",
        root.join("fallback").display()
    );
    println!("cargo::rerun-if-env-changed=PODA_NO_NPM");

    fs::write(out.join("en.ftl"), words(&front_end.join("src"))?)?;
    match build(&front_end, &page) {
        Ok(()) => Ok(()),
        Err(why) => {
            println!(
                "cargo::warning=the page is left out, everything else works: {why}. Install Node.js 20 or newer with npm and build again."
            );
            fall_back(&root.join("fallback"), &page)
        }
    }
}

/// All catalogues below a folder, for interfaces that say the same as the page.
fn words(folder: &Path) -> io::Result<String> {
    let mut text = String::new();
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_type()?.is_dir() {
            text += &words(&entry.path())?;
        } else if entry.file_name() == "en.ftl" {
            text += &fs::read_to_string(entry.path())?;
        }
    }
    Ok(text)
}

fn build(front_end: &Path, page: &Path) -> Result<(), String> {
    if std::env::var_os("PODA_NO_NPM").is_some_and(|value| !value.is_empty()) {
        return Err("PODA_NO_NPM is set".to_owned());
    }
    if !front_end.join("package.json").exists() {
        return Err("front-end/package.json is not there".to_owned());
    }
    if !is_installed(front_end) {
        // Where a registry lacks the packages that other systems need, the lock file cannot name them and `ci` refuses it;
        // `install` takes the same versions from it and passes over what this system does not need.
        let quiet = ["--no-audit", "--no-fund"].map(OsStr::new);
        npm(front_end, ["ci"].map(OsStr::new).into_iter().chain(quiet)).or_else(|_| {
            let install = ["install", "--no-save"].map(OsStr::new);
            npm(front_end, install.into_iter().chain(quiet))
        })?;
    }
    let out = page.as_os_str();
    let build = ["run", "build", "--", "--emptyOutDir", "--outDir"].map(OsStr::new);
    npm(front_end, build.into_iter().chain([out]))
}

/// Whether the packages are those of the lock file: npm leaves a note when it has installed them.
fn is_installed(front_end: &Path) -> bool {
    let changed = |path: &str| {
        let about = fs::metadata(front_end.join(path));
        about.and_then(|about| about.modified()).ok()
    };
    let installed = changed("node_modules/.package-lock.json");
    installed.is_some() && installed >= changed("package-lock.json")
}

fn npm<'a>(folder: &Path, arguments: impl IntoIterator<Item = &'a OsStr>) -> Result<(), String> {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let run = Command::new(name)
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = run.map_err(|error| format!("npm does not start ({error})"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let told: Vec<&str> = lines.collect();
    let last = told[told.len().saturating_sub(8)..].join(" | ");
    Err(format!("npm failed: {last}"))
}

fn fall_back(from: &Path, page: &Path) -> io::Result<()> {
    if page.exists() {
        fs::remove_dir_all(page)?;
    }
    fs::create_dir_all(page)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), page.join(file.file_name()))?;
    }
    Ok(())
}
