//! A report: the views of an experiment filled with figures. It knows nothing of files or formats; the exporters draw it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::record::Record;
use crate::sequential::SequentialTests;
use crate::stats::{Figure, Verdict};
use crate::tally::Tally;
use crate::view::{Cost, Key, Middle, Per, ReportView, Value, ViewKind, key, keys};

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

struct Filler<'a> {
    experiment: &'a Experiment,
    /// By cell and agent.
    tallies: Vec<Vec<Tally>>,
    verdicts: Vec<Option<Verdict>>,
    times: bool,
}

impl Filler<'_> {
    fn remarks(&self, records: &[&Record]) -> Vec<String> {
        let mut remarks = Vec::new();
        let plan = self.experiment.plan();
        if self.experiment.is_quick() {
            remarks.push("The quick form: too few games to conclude anything.".to_owned());
        }
        let forfeits = records
            .iter()
            .filter(|record| record.forfeit.is_some())
            .count();
        if forfeits > 0 {
            remarks.push(format!(
                "{forfeits} games were given away by an illegal move, a crash or a timeout."
            ));
        }
        let firsts = self.tallies.iter().map(|cell| &cell[0]);
        let repeated: Vec<u64> = firsts
            .map(|tally| tally.results.games() - tally.distinct())
            .collect();
        let (games, cells) = (
            repeated.iter().sum::<u64>(),
            repeated.iter().filter(|&&n| n > 0).count(),
        );
        if games > 0 {
            remarks.push(format!(
                "{games} games in {cells} of {} pairings repeat another game of their pairing move by move; intervals count them as if they did not.",
                plan.cells.len()
            ));
        }
        let mut versions: Vec<&str> = records
            .iter()
            .map(|record| record.version.as_str())
            .collect();
        versions.sort_unstable();
        versions.dedup();
        if versions.len() > 1 {
            remarks.push(format!(
                "Played by different versions of Poda: {}.",
                versions.join(", ")
            ));
        }
        remarks
    }

    fn section(&self, view: &ReportView) -> Option<Section> {
        let (grid, picture) = match &view.kind {
            ViewKind::Grid { value, .. } | ViewKind::Lines { value, .. }
                if value.is_time() && !self.times =>
            {
                return None;
            }
            ViewKind::Grid {
                rows,
                columns,
                value,
                published,
            } => {
                let grid = self.pivot(view, rows, columns, *value, published);
                (grid, Picture::Heat)
            }
            ViewKind::Lines {
                x,
                series,
                value,
                log,
                published,
            } => {
                let x = std::slice::from_ref(x);
                let grid = self.pivot(view, series, x, *value, published);
                (grid, Picture::Lines { log: *log })
            }
            ViewKind::Table {
                rows,
                values,
                published,
            } => (self.table(view, rows, values, published), Picture::None),
            ViewKind::Standings => (self.standings(view), Picture::None),
        };
        // The quick form may have none of the pairings that a view is about.
        (!grid.rows.is_empty()).then(|| Section {
            title: view.title.clone(),
            note: view.note.clone(),
            source: view.source.clone(),
            grid,
            picture,
        })
    }

    /// The tally of the first agents of all cells of a view that stand at these keys.
    fn at(&self, view: &ReportView, places: &[(&[String], &Key)]) -> (Tally, Option<Verdict>) {
        let mut sum = Tally::default();
        let mut verdict = None;
        for (number, cell) in self.experiment.plan().cells.iter().enumerate() {
            let here =
                |(names, wanted): &(&[String], &Key)| key(cell, names).as_ref() == Some(*wanted);
            if view.takes(cell) && places.iter().all(here) {
                sum += &self.tallies[number][0];
                verdict = self.verdicts[number];
            }
        }
        (sum, verdict)
    }

    fn field(
        tally: &Tally,
        value: Value,
        verdict: Option<Verdict>,
        published: Option<f64>,
    ) -> Field {
        let word = (value == Value::Sprt).then(|| {
            match verdict {
                None => "no test",
                Some(Verdict::Open) => "open",
                Some(Verdict::Accepted) => "better",
                Some(Verdict::Rejected) => "not better",
            }
            .to_owned()
        });
        Field {
            kind: unit(value),
            figure: tally.figure(value),
            published,
            word,
        }
    }

    fn pivot(
        &self,
        view: &ReportView,
        rows: &[String],
        columns: &[String],
        value: Value,
        published: &[(Key, Key, f64)],
    ) -> Grid {
        let cells = || {
            self.experiment
                .plan()
                .cells
                .iter()
                .filter(|cell| view.takes(cell))
        };
        let column_keys = keys(cells(), columns);
        let row = |row_key: Key| {
            let field = |column_key: &Key| {
                let (tally, verdict) = self.at(view, &[(rows, &row_key), (columns, column_key)]);
                let known = published
                    .iter()
                    .find(|(r, c, _)| *r == row_key && c == column_key);
                Filler::field(&tally, value, verdict, known.map(|(.., figure)| *figure))
            };
            Row {
                name: if rows.is_empty() {
                    value.title()
                } else {
                    row_key.join(", ")
                },
                fields: column_keys.iter().map(field).collect(),
            }
        };
        Grid {
            corner: if rows.is_empty() {
                columns.join(", ")
            } else {
                format!("{} \\ {}", rows.join(", "), columns.join(", "))
            },
            what: Some(value.title()),
            columns: column_keys.iter().map(|key| key.join(", ")).collect(),
            rows: keys(cells(), rows).into_iter().map(row).collect(),
        }
    }

    fn table(
        &self,
        view: &ReportView,
        rows: &[String],
        values: &[Value],
        published: &[(Key, Value, f64)],
    ) -> Grid {
        let cells = || {
            self.experiment
                .plan()
                .cells
                .iter()
                .filter(|cell| view.takes(cell))
        };
        let values: Vec<Value> = values
            .iter()
            .copied()
            .filter(|value| self.times || !value.is_time())
            .collect();
        let row = |row_key: Key| {
            let (tally, verdict) = self.at(view, &[(rows, &row_key)]);
            let field = |&value: &Value| {
                let known = published
                    .iter()
                    .find(|(r, v, _)| *r == row_key && *v == value);
                Filler::field(&tally, value, verdict, known.map(|(.., figure)| *figure))
            };
            Row {
                name: row_key.join(", "),
                fields: values.iter().map(field).collect(),
            }
        };
        Grid {
            corner: rows.join(", "),
            what: None,
            columns: values.iter().map(|value| value.title()).collect(),
            rows: keys(cells(), rows).into_iter().map(row).collect(),
        }
    }

    fn standings(&self, view: &ReportView) -> Grid {
        let mut all: Vec<(String, Tally)> = Vec::new();
        for (number, cell) in self.experiment.plan().cells.iter().enumerate() {
            if !view.takes(cell) {
                continue;
            }
            for (place, agent) in cell.agents.iter().enumerate() {
                let name = agent.clone();
                let tally = &self.tallies[number][place];
                match all.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, sum)) => *sum += tally,
                    None => all.push((name, tally.clone())),
                }
            }
        }
        let score = |tally: &Tally| {
            tally
                .figure(Value::Score)
                .map_or(0.0, |figure| figure.value)
        };
        all.sort_by(|(_, a), (_, b)| score(b).total_cmp(&score(a)));
        let mut values = vec![
            Value::Games,
            Value::Won,
            Value::Drawn,
            Value::Lost,
            Value::Score,
            Value::Wins,
            Value::Decided,
        ];
        let measured = |value: &Value| all.iter().any(|(_, tally)| tally.figure(*value).is_some());
        let costs = [
            Some(Value::Cost(Cost::Nodes, Per::Move, Middle::Mean)),
            self.times
                .then_some(Value::Cost(Cost::Time, Per::Move, Middle::Mean)),
        ];
        values.extend(costs.into_iter().flatten().filter(measured));
        Grid {
            corner: "agent".to_owned(),
            what: None,
            columns: values.iter().map(|value| value.title()).collect(),
            rows: all
                .iter()
                .map(|(name, tally)| Row {
                    name: name.clone(),
                    fields: values
                        .iter()
                        .map(|&value| Filler::field(tally, value, None, None))
                        .collect(),
                })
                .collect(),
        }
    }
}
