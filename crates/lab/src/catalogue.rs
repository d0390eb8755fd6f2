//! The experiments that come with Poda.

use std::path::Path;

use crate::experiment::{Experiment, SpecError, SpecProblem};
use crate::factory::PlayerFactory;
use crate::players::Players;
use crate::suggestion::meant;

macro_rules! committed {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../experiments/", $name, ".toml")))),+]
    };
}

/// Name and spec of each, in the order in which they are listed.
const COMMITTED: &[(&str, &str)] = committed![
    "s0-depth",
    "s0-rivals",
    "s1-levels",
    "s1-as-printed",
    "s1-cross",
    "s2-nodes",
    "s2-results",
    "s3-as-reported",
    "s3-matrix",
    "s3-start",
    "s3-ties",
    "s3-cause",
    "s4-table",
    "s4-as-described",
    "s4-rivals",
    "three-player",
    "ordering",
    "levels",
    "characters",
    "dots-strength",
];

/// All experiments that come with Poda.
///
/// # Panics
/// Never: the tests read every one of them.
pub fn catalogue() -> Vec<Experiment> {
    let players = Players::builtin();
    let read = |(name, text): &(&str, &str)| {
        Experiment::parse(name, text, &players).expect("the committed experiments can be read")
    };
    COMMITTED.iter().map(read).collect()
}

/// An experiment that comes with Poda, by name, or any other by the path of its file. The factory says who can take part.
///
/// # Errors
/// There is no such experiment, or its spec is wrong.
pub fn find(name: &str, players: &dyn PlayerFactory) -> Result<Experiment, SpecError> {
    if let Some((name, text)) = COMMITTED.iter().find(|(known, _)| *known == name) {
        return Experiment::parse(name, text, players);
    }
    let wrong = |problem| SpecError {
        name: name.to_owned(),
        problem,
    };
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        let names: Vec<&str> = COMMITTED.iter().map(|(name, _)| *name).collect();
        return Err(wrong(SpecProblem::NoSuchExperiment {
            meant: meant(name, &names),
        }));
    }
    let unreadable = |error: std::io::Error| wrong(SpecProblem::Unreadable(error.to_string()));
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let stem = path.file_stem().map_or_else(
        || name.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    );
    Experiment::parse(&stem, &text, players)
}
