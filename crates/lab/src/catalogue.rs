//! The experiments that come with Poda.

use std::path::Path;

use crate::experiment::{Experiment, SpecError};

macro_rules! committed {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../experiments/", $name, ".toml")))),+]
    };
}

/// Name and spec of each, in the order in which they are listed.
const COMMITTED: &[(&str, &str)] = committed![
    "s0-depth",
    "s1-levels",
    "s2-nodes",
    "s2-results",
    "s3-as-reported",
    "s3-matrix",
    "s3-start",
    "s3-ties",
    "s4-table",
    "three-player",
    "ordering",
    "levels",
    "dots-strength",
];

/// All experiments that come with Poda.
///
/// # Panics
/// Never: the tests read every one of them.
pub fn catalogue() -> Vec<Experiment> {
    let read = |(name, text): &(&str, &str)| {
        Experiment::parse(name, text).expect("the committed experiments can be read")
    };
    COMMITTED.iter().map(read).collect()
}

/// An experiment that comes with Poda, by name, or any other by the path of its file.
///
/// # Errors
/// There is no such experiment, or its spec is wrong.
pub fn find(name: &str) -> Result<Experiment, SpecError> {
    if let Some((name, text)) = COMMITTED.iter().find(|(known, _)| *known == name) {
        return Experiment::parse(name, text);
    }
    let wrong = |message: String| SpecError {
        name: name.to_owned(),
        message,
    };
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        let names: Vec<&str> = COMMITTED.iter().map(|(name, _)| *name).collect();
        let meant = crate::keys::meant(name, &names);
        return Err(wrong(format!(
            "there is no such experiment: {meant}; or give the path of a .toml file"
        )));
    }
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let stem = path.file_stem().map_or_else(
        || name.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    );
    Experiment::parse(&stem, &text)
}
