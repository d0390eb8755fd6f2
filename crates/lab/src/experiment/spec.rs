//! A spec as it is written: the keys, their kinds and their defaults. What is not a field here is refused.

use serde::Deserialize;
use serde_path_to_error::Segment;
use toml::Table;

use super::LONGEST_SPEC;
use super::problem::SpecProblem;
use crate::stats::EloModel;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSpec {
    pub(super) title: String,
    #[serde(default)]
    pub(super) about: String,
    pub(super) game: Option<String>,
    #[serde(default)]
    pub(super) sweep: Table,
    #[serde(default = "one")]
    pub(super) seed: u32,
    pub(super) games: Option<u32>,
    #[serde(default)]
    pub(super) opening: u32,
    pub(super) openings: Option<RawOpenings>,
    pub(super) seats: Option<Seats>,
    pub(super) measure: Option<Vec<String>>,
    #[serde(default)]
    pub(super) limits: RawLimits,
    pub(super) sprt: Option<RawSprt>,
    #[serde(default)]
    pub(super) pairing: Vec<RawPairing>,
    #[serde(default)]
    pub(super) view: Vec<RawView>,
    #[serde(default)]
    pub(super) quick: RawQuick,
}

fn one() -> u32 {
    1
}

/// Openings of one's own.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum RawOpenings {
    /// The moves of each.
    Moves(Vec<String>),
    /// A file with a line for each, as `poda openings` writes it.
    File(String),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Seats {
    All,
    Given,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLimits {
    pub(super) move_time: Option<f64>,
    pub(super) adjudicate: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    #[serde(default = "five_percent")]
    pub(super) alpha: f64,
    #[serde(default = "five_percent")]
    pub(super) beta: f64,
    #[serde(default = "logistic")]
    pub(super) model: EloModel,
}

fn five_percent() -> f64 {
    0.05
}

fn logistic() -> EloModel {
    EloModel::Logistic
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PairingKind {
    #[default]
    Pairs,
    Matrix,
    Gauntlet,
    RoundRobin,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Seeds {
    S3Matrix,
    S3Start,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPairing {
    #[serde(default)]
    pub(super) kind: PairingKind,
    #[serde(default)]
    pub(super) agents: Vec<String>,
    #[serde(default)]
    pub(super) rows: Vec<String>,
    #[serde(default)]
    pub(super) columns: Vec<String>,
    #[serde(default)]
    pub(super) against: Vec<String>,
    pub(super) game: Option<String>,
    pub(super) games: Option<u32>,
    pub(super) seats: Option<Seats>,
    pub(super) seeds: Option<Seeds>,
    #[serde(default)]
    pub(super) sweep: Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawView {
    pub(super) kind: String,
    pub(super) title: String,
    pub(super) note: Option<String>,
    #[serde(default)]
    pub(super) rows: Vec<String>,
    #[serde(default)]
    pub(super) columns: Vec<String>,
    pub(super) value: Option<String>,
    #[serde(default)]
    pub(super) values: Vec<String>,
    pub(super) x: Option<String>,
    #[serde(default)]
    pub(super) series: Vec<String>,
    #[serde(default)]
    pub(super) log: bool,
    #[serde(default, rename = "where")]
    pub(super) only: Table,
    pub(super) published: Option<toml::Value>,
    pub(super) source: Option<String>,
    pub(super) published_games: Option<std::num::NonZeroU32>,
    #[serde(default)]
    pub(super) relative_to: Table,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawQuick {
    pub(super) games: Option<u32>,
    #[serde(default)]
    pub(super) sweep: Table,
}

/// Reads the text; a misspelt key is answered with the one that was probably meant.
pub(super) fn read(text: &str) -> Result<RawSpec, SpecProblem> {
    if text.len() > LONGEST_SPEC {
        return Err(SpecProblem::TooLong);
    }
    let line_of = |error: &toml::de::Error| {
        let start = error.span().map(|span| span.start);
        start.map(|start| 1 + text[..start].matches('\n').count())
    };
    let toml = |error: &toml::de::Error| SpecProblem::Toml {
        line: line_of(error),
        message: error.message().replace('\n', " "),
    };
    let document = toml::Deserializer::parse(text).map_err(|error| toml(&error))?;
    serde_path_to_error::deserialize(document).map_err(|error| {
        let place = place(error.path());
        let error = error.into_inner();
        match unknown_key(error.message()) {
            Some((key, known)) => SpecProblem::UnknownKey {
                line: line_of(&error),
                place,
                key,
                known,
            },
            None => toml(&error),
        }
    })
}

/// The key that serde does not know and those that it does, from its sentence: "unknown field `a`, expected one of `b`, `c`".
fn unknown_key(message: &str) -> Option<(String, Vec<String>)> {
    let (field, expected) = message
        .strip_prefix("unknown field `")?
        .rsplit_once("`, expected ")?;
    let quoted = expected.split('`').skip(1).step_by(2);
    Some((field.to_owned(), quoted.map(str::to_owned).collect()))
}

/// The part of a spec that a path leads into, as it is written there.
fn place(path: &serde_path_to_error::Path) -> String {
    let segments: Vec<&Segment> = path.iter().collect();
    match segments[..] {
        [Segment::Map { key }, Segment::Seq { .. }, ..] => format!("[[{key}]]"),
        [Segment::Map { key }, _, ..] => format!("[{key}]"),
        _ => "the spec".to_owned(),
    }
}
