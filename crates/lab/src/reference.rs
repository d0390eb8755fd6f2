//! Results that come with Poda: the report of a whole run of each experiment, so that nobody has to wait for hours to see what it shows.
//!
//! `poda lab run NAME`, then `cargo run -p poda-lab --example keep -- runs/NAME` makes one anew, and its picture in docs/lab.

use crate::report::ExperimentReport;

macro_rules! kept {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../reference/", $name, ".json")))),*]
    };
}

const KEPT: &[(&str, &str)] = kept![
    "s0-depth",
    "s0-rivals",
    "levels",
    "dots-strength",
    "mistakes",
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
    "characters",
];

/// What a whole run of an experiment that comes with Poda showed; `None` if none is kept.
///
/// # Panics
/// Never: the tests read every one of them.
pub fn reference(name: &str) -> Option<ExperimentReport> {
    let (_, text) = KEPT.iter().find(|(kept, _)| *kept == name)?;
    Some(serde_json::from_str(text).expect("the committed results can be read"))
}
