//! From tallies to the figures of a report.

use std::collections::HashMap;

use super::{Field, Grid, Picture, Row, Section, Unit, unit};
use crate::experiment::Experiment;
use crate::plan::Cell;
use crate::record::Record;
use crate::stats::Verdict;
use crate::tally::Tally;
use crate::view::{Cost, Key, Middle, Per, ReportView, Value, ViewKind, key, keys};

/// Fills the views of an experiment with what its records add up to.
pub(super) struct Filler<'a> {
    pub(super) experiment: &'a Experiment,
    /// By cell and agent.
    pub(super) tallies: Vec<Vec<Tally>>,
    pub(super) verdicts: Vec<Option<Verdict>>,
    pub(super) times: bool,
}

impl Filler<'_> {
    pub(super) fn remarks(&self, records: &[&Record]) -> Vec<String> {
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

    pub(super) fn section(&self, view: &ReportView) -> Option<Section> {
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
            published_games: view.published_games,
            grid,
            picture,
        })
    }

    /// The cells that a view is about.
    fn cells(&self, view: &ReportView) -> impl Iterator<Item = &Cell> {
        let cells = self.experiment.plan().cells.iter();
        cells.filter(|cell| view.takes(cell))
    }

    /// The numbers of a view's cells, by what they have of these coordinates.
    fn places(&self, view: &ReportView, names: &[&[String]]) -> HashMap<Vec<Key>, Vec<usize>> {
        let mut places: HashMap<Vec<Key>, Vec<usize>> = HashMap::new();
        for (number, cell) in self.experiment.plan().cells.iter().enumerate() {
            let place: Option<Vec<Key>> = names.iter().map(|names| key(cell, names)).collect();
            if let Some(place) = place.filter(|_| view.takes(cell)) {
                places.entry(place).or_default().push(number);
            }
        }
        places
    }

    /// The tally of the first agents of these cells.
    fn sum(&self, cells: &[usize]) -> (Tally, Option<Verdict>) {
        let mut sum = Tally::default();
        for &number in cells {
            sum += &self.tallies[number][0];
        }
        (sum, cells.last().and_then(|&number| self.verdicts[number]))
    }

    /// The tally of what these cells are compared with.
    fn relative(&self, view: &ReportView, here: &[usize]) -> Tally {
        let cells = &self.experiment.plan().cells;
        let mut sum = Tally::default();
        for (number, cell) in cells.iter().enumerate() {
            if here.iter().any(|&other| view.compares(&cells[other], cell)) {
                sum += &self.tallies[number][0];
            }
        }
        sum
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
        let cells = || self.cells(view);
        let column_keys = keys(cells(), columns);
        let places = self.places(view, &[rows, columns]);
        let row = |row_key: Key| {
            let field = |column_key: &Key| {
                let here = places.get(&[row_key.clone(), column_key.clone()][..]);
                let here = here.map_or(&[][..], Vec::as_slice);
                let (tally, verdict) = self.sum(here);
                let known = published
                    .iter()
                    .find(|(r, c, _)| *r == row_key && c == column_key);
                let mut field =
                    Filler::field(&tally, value, verdict, known.map(|(.., figure)| *figure));
                if !view.relative_to.is_empty() {
                    let other = self.relative(view, here);
                    (field.figure, field.kind) = (tally.saving(&other, value), Unit::Mean);
                }
                field
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
            what: Some(view.what(value)),
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
        let cells = || self.cells(view);
        let values: Vec<Value> = values
            .iter()
            .copied()
            .filter(|value| self.times || !value.is_time())
            .collect();
        let places = self.places(view, &[rows]);
        let row = |row_key: Key| {
            let here = places.get(std::slice::from_ref(&row_key));
            let (tally, verdict) = self.sum(here.map_or(&[], Vec::as_slice));
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
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (number, cell) in self.experiment.plan().cells.iter().enumerate() {
            if !view.takes(cell) {
                continue;
            }
            for (place, agent) in cell.agents.iter().enumerate() {
                let tally = &self.tallies[number][place];
                match places.get(agent.as_str()) {
                    Some(&known) => all[known].1 += tally,
                    None => {
                        places.insert(agent, all.len());
                        all.push((agent.clone(), tally.clone()));
                    }
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
