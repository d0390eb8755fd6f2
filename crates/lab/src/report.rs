//! A report: the views of an experiment filled with figures. It knows nothing of files or formats; the exporters draw it.

mod filler;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::record::Record;
use crate::sequential::SequentialTests;
use crate::stats::{Figure, Verdict};
use crate::tally::Tally;
use crate::view::Value;
use filler::Filler;

/// What an experiment showed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExperimentReport {
    /// The experiment.
    pub name: String,
    /// One line about it.
    pub title: String,
    /// More about it.
    pub about: String,
    /// Games on record; where a sequential test has its answer, those that it rests on.
    pub played: u64,
    /// Games in all.
    pub games: u64,
    /// What a reader must know about these figures.
    pub remarks: Vec<String>,
    /// The parts.
    pub sections: Vec<Section>,
}

/// One view with its figures.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// What to know about it.
    pub note: Option<String>,
    /// Where the published figures come from.
    pub source: Option<String>,
    /// On how many games each published figure rests, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_games: Option<u64>,
    /// The figures.
    pub grid: Grid,
    /// How they are drawn besides the table.
    pub picture: Picture,
}

impl Section {
    /// Whether all its figures are shares of one.
    pub fn has_shares(&self) -> bool {
        let mut fields = self.grid.rows.iter().flat_map(|row| &row.fields);
        fields.all(|field| field.kind == Unit::Share)
    }
}

/// How a section is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Picture {
    /// Not at all.
    None,
    /// Rows and columns as colours.
    Heat,
    /// Columns as x, rows as lines.
    Lines {
        /// Whether upwards goes by powers of ten.
        log: bool,
    },
}

/// Rows and columns of figures.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Grid {
    /// What the rows are, by the names of their coordinates.
    pub corner: String,
    /// The value, where all figures are of one kind.
    pub what: Option<String>,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// One row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Its head.
    pub name: String,
    /// One for each column.
    pub fields: Vec<Field>,
}

/// One figure, and what was published in its place.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Field {
    /// What it is.
    pub kind: Unit,
    /// The figure.
    pub figure: Option<Figure>,
    /// What was published.
    pub published: Option<f64>,
    /// A word instead of a number.
    pub word: Option<String>,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A count: no interval.
    #[default]
    Count,
    /// A share of one.
    Share,
    /// Elo.
    Elo,
    /// Anything else with an interval.
    Mean,
    /// Anything that differs from run to run.
    Time,
}

fn unit(value: Value) -> Unit {
    use Value::*;
    match value {
        Games | Won | Drawn | Lost | Distinct | Forfeits | Sprt => Unit::Count,
        Elo => Unit::Elo,
        value if value.is_time() => Unit::Time,
        value if value.is_share() => Unit::Share,
        _ => Unit::Mean,
    }
}

/// The names of the published values beside ours.
pub(crate) const PUBLISHED: &str = "published";

impl ExperimentReport {
    /// Computes everything anew from the records. Times are left out unless asked for: they alone differ from run to run.
    pub fn new(
        experiment: &Experiment,
        records: &BTreeMap<u64, Record>,
        times: bool,
    ) -> ExperimentReport {
        let plan = experiment.plan();
        let tests = plan.sprt.map(|_| SequentialTests::new(plan, records));
        let counts = |record: &&Record| tests.as_ref().is_none_or(|tests| tests.counts(record));
        let records: Vec<&Record> = records.values().filter(counts).collect();
        let players = plan
            .cells
            .iter()
            .map(|cell| cell.agents.len())
            .max()
            .unwrap_or(2);
        let mut tallies = vec![vec![Tally::default(); players]; plan.cells.len()];
        for record in &records {
            let agents = tallies[record.cell].iter_mut().take(record.agents.len());
            for (agent, tally) in agents.enumerate() {
                tally.push(record, agent);
            }
        }
        let verdicts: Vec<Option<Verdict>> = (0..plan.cells.len())
            .map(|cell| {
                let tests = tests.as_ref()?;
                Some(
                    tests
                        .verdict(cell)
                        .map_or(Verdict::Open, |(verdict, _)| verdict),
                )
            })
            .collect();
        let filler = Filler {
            experiment,
            tallies,
            verdicts,
            times,
        };
        let sections = experiment
            .views()
            .iter()
            .filter_map(|view| filler.section(view));
        ExperimentReport {
            name: experiment.name().to_owned(),
            title: experiment.title().to_owned(),
            about: experiment.about().to_owned(),
            played: records.len() as u64,
            games: plan.games(),
            remarks: filler.remarks(&records),
            sections: sections.collect(),
        }
    }
}

impl ExperimentReport {
    /// The part whose picture stands for the whole, with its place: lines, or a heat map of shares.
    pub fn cover(&self) -> Option<(usize, &Section)> {
        let mut sections = self.sections.iter().enumerate();
        sections.find(|(_, section)| match section.picture {
            Picture::None => false,
            Picture::Lines { .. } => true,
            Picture::Heat => section.has_shares(),
        })
    }

    /// Takes up the words of the experiment: they may have been improved since it was played.
    pub fn take_words(&mut self, experiment: &Experiment) {
        let now = ExperimentReport::new(experiment, &BTreeMap::new(), true);
        (self.title, self.about) = (now.title, now.about);
        for section in now.sections {
            let mut same = self.sections.iter_mut();
            if let Some(mine) = same.find(|mine| mine.title == section.title) {
                mine.note = section.note;
                mine.source = section.source;
                mine.published_games = section.published_games;
            }
        }
    }

    /// Leaves six figures of every number: what is kept in a file need not have more.
    pub fn round(&mut self) {
        let sections = self.sections.iter_mut();
        let rows = sections.flat_map(|section| &mut section.grid.rows);
        for figure in rows
            .flat_map(|row| &mut row.fields)
            .filter_map(|field| field.figure.as_mut())
        {
            for number in [&mut figure.value, &mut figure.low, &mut figure.high] {
                *number = format!("{number:.5e}").parse().unwrap_or(*number);
            }
        }
    }
}
