//! Which keys a spec may have. What is misspelt must not be ignored: an experiment would run with a default instead.

use toml::{Table, Value};

const TOP: &[&str] = &[
    "title", "about", "game", "sweep", "seed", "games", "opening", "seats", "measure", "limits",
    "sprt", "pairing", "view", "quick",
];
const PAIRING: &[&str] = &[
    "kind", "agents", "rows", "columns", "against", "game", "games", "seats", "seeds", "sweep",
];
const VIEW: &[&str] = &[
    "kind",
    "title",
    "note",
    "rows",
    "columns",
    "value",
    "values",
    "x",
    "series",
    "log",
    "where",
    "published",
    "source",
];
const LIMITS: &[&str] = &["move_time"];
const SPRT: &[&str] = &["elo0", "elo1", "alpha", "beta", "model"];
const QUICK: &[&str] = &["games", "sweep"];

/// Refuses the first key that has no meaning, and names the one that was probably meant.
pub(crate) fn check(spec: &Table) -> Result<(), String> {
    known(spec, "the spec", TOP)?;
    for (key, place, keys) in [
        ("limits", "[limits]", LIMITS),
        ("sprt", "[sprt]", SPRT),
        ("quick", "[quick]", QUICK),
    ] {
        if let Some(Value::Table(table)) = spec.get(key) {
            known(table, place, keys)?;
        }
    }
    for (key, place, keys) in [
        ("pairing", "[[pairing]]", PAIRING),
        ("view", "[[view]]", VIEW),
    ] {
        if let Some(Value::Array(tables)) = spec.get(key) {
            for table in tables.iter().filter_map(Value::as_table) {
                known(table, place, keys)?;
            }
        }
    }
    Ok(())
}

fn known(table: &Table, place: &str, keys: &[&str]) -> Result<(), String> {
    match table.keys().find(|key| !keys.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(format!("{place} has no key `{key}`: {}", meant(key, keys))),
    }
}

/// The nearest of some words, and all of them.
pub(crate) fn meant(word: &str, words: &[&str]) -> String {
    let distance = |known: &&&str| strsim::damerau_levenshtein(word, known);
    let nearest = words.iter().min_by_key(distance);
    let all = words.join(", ");
    match nearest {
        Some(nearest) if distance(&nearest) <= 1 + word.len() / 4 => {
            format!("did you mean `{nearest}`? There are {all}")
        }
        _ => format!("there are {all}"),
    }
}
