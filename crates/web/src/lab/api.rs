//! What the server and the page say to each other about experiments. Written to `front-end/src/lab.ts` like the rest of the API.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `GET /api/lab` | | [`LabList`] |
//! | `POST /api/lab/{name}/run` | [`RunRequest`] | 202 [`LabEntry`]; goes on where the last run ended |
//! | `POST /api/lab/stop` | `{}` | [`LabList`]; nothing that was played is lost |
//! | `GET /api/lab/papers/{name}` | | [`PaperPage`] |
//! | `GET /api/lab/{name}?quick=BOOL&reference=BOOL` | | [`LabReport`] |
//! | `GET /api/lab/{name}/{file}?quick=BOOL&reference=BOOL` | | `report.html`, `report.csv`, `report.md`, `picture-N.svg` |

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The experiments that come with Poda.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct LabList {
    /// All of them.
    pub experiments: Vec<LabEntry>,
    /// The published systems that some of them are about.
    pub systems: Vec<LabSystem>,
}

/// A published system.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct LabSystem {
    /// As experiments name it: `s3`.
    pub name: String,
    /// One line about it.
    pub title: String,
    /// What it was and what it found.
    pub about: String,
}

/// What became of each claim of a paper.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct PaperPage {
    /// Its heading.
    pub title: String,
    /// The rest, one part after the other.
    pub parts: Vec<PaperPart>,
}

/// A part of such a page.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[ts(export_to = "lab.ts")]
pub enum PaperPart {
    /// Words and tables.
    Words {
        /// As HTML that Poda was built with.
        html: String,
    },
    /// A picture of a result that comes with Poda.
    Picture {
        /// The experiment.
        name: String,
        /// Its file, below the address of the experiment.
        file: String,
        /// What it shows.
        title: String,
    },
}

/// An experiment and how far it is.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct LabEntry {
    /// Its name, as on the command line.
    pub name: String,
    /// One line about it.
    pub title: String,
    /// More about it.
    pub about: String,
    /// The published system it is about, if it is about one: `s3`.
    pub system: Option<String>,
    /// What comes with Poda: the result of a whole run.
    pub reference: Option<LabReference>,
    /// The whole experiment.
    pub full: Extent,
    /// The same with few games, to see what it does.
    pub quick: Extent,
    /// If it is being played now.
    pub running: Option<Running>,
    /// Why the last run ended early, if it did.
    pub problem: Option<String>,
}

/// A result that comes with Poda.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct LabReference {
    /// Games that were played for it.
    #[ts(type = "number")]
    pub games: u64,
    /// The name of its first picture, if it has one: part of an address.
    pub picture: Option<String>,
    /// Without one, the shares in its first table that has some, from its first row to its last: least, likeliest, most.
    pub shares: Vec<Vec<f64>>,
    /// What the picture or the shares show.
    pub shows: String,
}

/// How much of something there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct Extent {
    /// Games on record here.
    #[ts(type = "number")]
    pub played: u64,
    /// Games in all.
    #[ts(type = "number")]
    pub games: u64,
}

/// A run under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct Running {
    /// Whether it is the one with few games.
    pub quick: bool,
    /// Games on record.
    #[ts(type = "number")]
    pub done: u64,
    /// Games in all.
    #[ts(type = "number")]
    pub total: u64,
    /// For how long it has been running, in milliseconds.
    #[ts(type = "number")]
    pub elapsed_ms: u64,
    /// About how much longer, as soon as there is anything to judge by.
    #[ts(type = "number | null")]
    pub left_ms: Option<u64>,
}

/// A run to be started or gone on with.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "lab.ts")]
pub struct RunRequest {
    /// With few games.
    pub quick: bool,
}

/// What an experiment has shown so far.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct LabReport {
    /// The experiment.
    pub entry: LabEntry,
    /// Whether this is about the one with few games.
    pub quick: bool,
    /// Whether this is the result that comes with Poda.
    pub reference: bool,
    /// What a reader must know about these figures.
    pub remarks: Vec<String>,
    /// The parts.
    pub sections: Vec<LabSection>,
}

/// One table, and perhaps a picture.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct LabSection {
    /// Its heading.
    pub title: String,
    /// What to know about it.
    pub note: Option<String>,
    /// Where the published figures come from.
    pub source: Option<String>,
    /// Whether the figures are shares that can be shown as colours.
    pub heat: bool,
    /// The name of its picture, if it has one: part of an address.
    pub picture: Option<String>,
    /// What the figures are, if they are all of one kind.
    pub what: Option<String>,
    /// What the rows are.
    pub corner: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<LabRow>,
}

/// One row of figures.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct LabRow {
    /// Its head.
    pub name: String,
    /// One for each column.
    pub fields: Vec<LabField>,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[ts(export_to = "lab.ts")]
pub struct LabField {
    /// As it is read.
    pub text: String,
    /// As a number, where it is one.
    pub value: Option<f64>,
    /// The 95 % interval, where there is one.
    pub interval: Option<String>,
    /// How many independent observations it rests on.
    #[ts(type = "number | null")]
    pub n: Option<u64>,
    /// What was published in its place.
    pub published: Option<String>,
    /// What the result that comes with Poda has in its place, beside a run of one's own.
    pub reference: Option<String>,
}
