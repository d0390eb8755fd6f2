//! The licences of everything that is in the program, in one text that goes into it: `cargo xtask licences` writes it anew from the
//! packages' own files, and the whole check refuses one that does not name every package.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::step::{cargo, output, root};

/// Where the text lies.
const FILE: &str = "crates/web/licences.txt";
/// What the page is made of, besides its own files; the fonts among them.
const PAGE: &[&str] = &[
    "@fluent/bundle",
    "@fontsource-variable/atkinson-hyperlegible-next",
    "@fontsource-variable/fraunces",
    "clsx",
    "esm-env",
    "svelte",
];

/// A package, its licence as it says, and the folder with the text.
struct Package {
    name: String,
    licence: String,
    folder: PathBuf,
}

/// Writes the text.
pub(crate) fn write() -> anyhow::Result<()> {
    let packages = all()?;
    // Many packages share a text to the letter.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in &packages {
        let named = format!("{} ({})", package.name, package.licence);
        for text in package.texts()? {
            texts.entry(text).or_default().insert(named.clone());
        }
    }
    let font = fs::read_to_string(root().join("crates/coach/assets/DejaVuSans-LICENSE.txt"))?;
    texts
        .entry(font.trim().to_owned())
        .or_default()
        .insert("the font DejaVu Sans".to_owned());
    let mut all = String::from(
        "Poda is licensed under MIT or Apache-2.0, as you like. It contains the packages and fonts below, under their own licences.\n",
    );
    for (text, names) in &texts {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        all += &format!("\n{}\n{}\n\n{text}\n", "=".repeat(80), names.join("\n"));
    }
    fs::write(root().join(FILE), &all)?;
    eprintln!(
        "== licences: {} packages, {} texts, {} bytes",
        packages.len(),
        texts.len(),
        all.len()
    );
    Ok(())
}

/// Fails if a package is not named in the text.
pub(crate) fn check() -> anyhow::Result<()> {
    let text = fs::read_to_string(root().join(FILE)).context("cargo xtask licences writes it")?;
    for Package { name, licence, .. } in all()? {
        let named = format!("{name} ({licence})");
        ensure!(
            text.lines().any(|line| line == named),
            "{FILE} does not name {named}: run `cargo xtask licences`"
        );
    }
    Ok(())
}

/// Everything that is in the program.
fn all() -> anyhow::Result<Vec<Package>> {
    let mut packages = crates()?;
    let folder = root().join("crates/web/front-end/node_modules");
    for name in PAGE {
        let folder = folder.join(name);
        let about = fs::read_to_string(folder.join("package.json"))
            .with_context(|| format!("{name} is not there: npm ci in crates/web/front-end"))?;
        let about: Value = serde_json::from_str(&about)?;
        packages.push(Package {
            name: (*name).to_owned(),
            licence: about["license"].as_str().unwrap_or_default().to_owned(),
            folder,
        });
    }
    Ok(packages)
}

/// The crates that `poda` links: reached without tests and build scripts, on any system.
fn crates() -> anyhow::Result<Vec<Package>> {
    let metadata = output(&mut cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--offline",
        "--filter-platform",
        "x86_64-unknown-linux-gnu",
    ]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .filter_map(|node| Some((node["id"].as_str()?.to_owned(), node)))
        .collect();
    let packages = list(&metadata["packages"]);
    let of = |name: &str| {
        let found = packages.iter().find(|package| package["name"] == name);
        found.and_then(|package| package["id"].as_str())
    };
    let mut waiting = vec![of("poda").context("no package poda")?.to_owned()];
    let mut met = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !met.insert(id.clone()) {
            continue;
        }
        for next in list(&nodes[&id]["deps"]) {
            let linked = list(&next["dep_kinds"])
                .iter()
                .any(|kind| kind["kind"].is_null());
            if let Some(next) = next["pkg"].as_str().filter(|_| linked) {
                waiting.push(next.to_owned());
            }
        }
    }
    let text = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let foreign = packages
        .iter()
        .filter(|package| !package["source"].is_null() && met.contains(&text(package, "id")));
    foreign
        .map(|package| {
            let manifest = PathBuf::from(text(package, "manifest_path"));
            Ok(Package {
                name: format!("{} {}", text(package, "name"), text(package, "version")),
                licence: text(package, "license"),
                folder: manifest.parent().context("a folder")?.to_owned(),
            })
        })
        .collect()
}

impl Package {
    /// The licence's text: of a choice, MIT where it can be had.
    fn texts(&self) -> anyhow::Result<Vec<String>> {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.folder)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_file() && is_licence(path))
            .collect();
        files.sort();
        let mit = files.iter().find(|path| {
            let name = path.to_string_lossy().to_lowercase();
            name.ends_with("mit") || name.contains("license-mit")
        });
        if let Some(mit) = mit.filter(|_| !self.licence.contains(" AND ")) {
            files = vec![mit.clone()];
        }
        if files.is_empty() {
            files = vec![self.standard()?];
        }
        let read = |path: &PathBuf| -> anyhow::Result<String> {
            let text = fs::read_to_string(path)?.replace("\r\n", "\n");
            Ok(text.trim().to_owned())
        };
        files.iter().map(read).collect()
    }

    /// For packages that only name their licence.
    fn standard(&self) -> anyhow::Result<PathBuf> {
        if self.licence.contains("MIT") {
            Ok(root().join("LICENSE-MIT"))
        } else if self.licence.contains("Apache-2.0") {
            Ok(root().join("LICENSE-APACHE"))
        } else {
            bail!("{} ({}) has no licence file", self.name, self.licence)
        }
    }
}

fn is_licence(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    ["license", "licence", "copying", "unlicense", "ofl"]
        .iter()
        .any(|start| name.starts_with(start))
        && !name.ends_with(".html")
}
