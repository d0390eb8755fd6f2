//! The experiments that come with Poda.

use std::path::Path;

use crate::experiment::{Experiment, SpecError, SpecProblem};
use crate::factory::PlayerFactory;
use crate::openings::listed_openings;
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
    "three-levels",
    "ordering",
    "levels",
    "characters",
    "mistakes",
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
    let text = with_openings(path, text).map_err(wrong)?;
    let stem = path.file_stem().map_or_else(
        || name.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    );
    Experiment::parse(&stem, &text, players)
}

/// A spec that names a file of openings with the openings in its place: what is kept of a run needs no other file.
fn with_openings(path: &Path, mut text: String) -> Result<String, SpecProblem> {
    #[derive(serde::Deserialize)]
    struct Named {
        openings: Option<toml::Spanned<toml::Value>>,
    }
    // Whatever is wrong with the text is told by whoever reads all of it.
    let named = toml::from_str(&text)
        .ok()
        .and_then(|Named { openings }| openings);
    let Some((place, toml::Value::String(name))) = named.map(|at| (at.span(), at.into_inner()))
    else {
        return Ok(text);
    };
    let file = path.parent().unwrap_or(Path::new("")).join(&name);
    let found = std::fs::read_to_string(&file)
        .map_err(|error| SpecProblem::Unreadable(format!("{}: {error}", file.display())))?;
    let openings: Vec<&str> = listed_openings(&found).map(|(_, moves)| moves).collect();
    // A list of plain texts is written alike in both languages.
    let list = serde_json::to_string(&openings).expect("it is JSON");
    text.replace_range(place, &list);
    Ok(text)
}
