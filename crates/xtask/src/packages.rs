//! The packages that Poda is built from: their licences, and that none is there in two versions. Asks cargo, not the network.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::step::{cargo, output};

/// Licences that ask for no more than to be named and kept.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages with another licence, and why they may be here.
const OTHER_LICENCES: &[(&str, &str)] = &[(
    "option-ext",
    "MPL-2.0; a part of rust-embed's macro, which runs while Poda is built and is not in the program",
)];

/// Packages in two versions, and why.
const DOUBLED: &[(&str, &str)] = &[
    ("cfg_aliases", PTY),
    ("hashbrown", "hashlink, of rusqlite, is behind indexmap"),
    ("itertools", "criterion, of the benches, is behind ratatui"),
    ("miniz_oxide", "png, of resvg, is behind flate2"),
    ("nix", PTY),
    (
        "syn",
        "the macros of rust-embed, ts-rs and zerocopy are behind serde's",
    ),
    ("thiserror", PTY),
    ("thiserror-impl", PTY),
];

const PTY: &str = "portable-pty, with which the tests drive the terminal game, is behind";

/// Fails with a sentence if a package has a licence that is not on the list, or two versions.
pub(crate) fn check() -> anyhow::Result<()> {
    let packages = packages()?;
    ensure!(!packages.is_empty(), "cargo names no package");
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for Package {
        name,
        version,
        licence,
    } in &packages
    {
        versions.entry(name).or_default().insert(version);
        if !is_permissive(licence) && !is_excused(OTHER_LICENCES, name) {
            bail!(
                "{name} {version} has the licence {licence:?}: find another package, or excuse it in {}",
                file!()
            );
        }
    }
    for (name, versions) in &versions {
        if versions.len() > 1 && !is_excused(DOUBLED, name) {
            let versions = Vec::from_iter(versions.iter().copied()).join(" and ");
            bail!(
                "{name} is there in the versions {versions}: `cargo tree -i` tells who asks for them; unite them, or excuse it in {}",
                file!()
            );
        }
    }
    eprintln!(
        "== packages: {} with permissive licences, {} of them excused; {} in two versions, excused",
        packages.len(),
        OTHER_LICENCES.len(),
        DOUBLED.len()
    );
    Ok(())
}

fn is_excused(list: &[(&str, &str)], name: &str) -> bool {
    list.iter().any(|(excused, _)| *excused == name)
}

struct Package {
    name: String,
    version: String,
    licence: String,
}

/// Every package that this system needs to build and test Poda.
fn packages() -> anyhow::Result<Vec<Package>> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("rustc does not name its host")?;
    let metadata = output(
        cargo(&["metadata", "--format-version", "1", "--locked", "--offline"])
            .args(["--filter-platform", host]),
    )?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let text = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    Ok(packages
        .iter()
        .map(|package| Package {
            name: text(package, "name"),
            version: text(package, "version"),
            licence: text(package, "license"),
        })
        .collect())
}

/// Whether an SPDX expression can be met with licences of the list alone. `/` is an old way to write OR.
fn is_permissive(expression: &str) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any(&mut rest) == Some(true) && rest.is_empty()
}

/// One of several; `None` if it is no expression.
fn any(words: &mut &[&str]) -> Option<bool> {
    let mut met = all(words)?;
    while words.first() == Some(&"OR") {
        *words = &words[1..];
        met |= all(words)?;
    }
    Some(met)
}

/// Several together.
fn all(words: &mut &[&str]) -> Option<bool> {
    let mut met = one(words)?;
    while words.first() == Some(&"AND") {
        *words = &words[1..];
        met &= one(words)?;
    }
    Some(met)
}

/// A licence, with its exception if there is one (it only allows more), or an expression in parentheses.
fn one(words: &mut &[&str]) -> Option<bool> {
    let (&word, rest) = words.split_first()?;
    *words = rest;
    if word == "(" {
        let met = any(words)?;
        let closed = words.first() == Some(&")");
        *words = words.get(1..)?;
        return closed.then_some(met);
    }
    if words.first() == Some(&"WITH") {
        *words = words.get(2..)?;
    }
    Some(PERMISSIVE.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_or_not() {
        for met in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "MIT AND (GPL-3.0-only OR Zlib)",
        ] {
            assert!(is_permissive(met), "{met}");
        }
        for not_met in [
            "",
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "MPL-2.0",
            "(MIT OR Zlib) AND GPL-3.0-only",
            "MIT OR",
            "(MIT",
            "MIT Zlib",
            "MIT WITH",
        ] {
            assert!(!is_permissive(not_met), "{not_met}");
        }
    }
}
