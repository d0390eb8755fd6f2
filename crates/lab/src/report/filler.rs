//! From tallies to the figures of a report.

use std::collections::{BTreeSet, HashMap};

use super::{Field, Grid, Picture, Row, Section, Unit, unit};
use crate::experiment::Experiment;
use crate::plan::Cell;
use crate::record::Record;
use crate::stats::{Figure, PoolResults, Verdict};
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

/// Nobody looks deeper than a board has cells.
const DEEPEST: u32 = 128;

/// What stands at one place of a view.
#[derive(Default)]
struct Place {
    tally: Tally,
    verdict: Option<Verdict>,
    /// How deep its agents look, if all look equally deep.
    depth: Option<u32>,
}

impl Place {
    /// The b for which b + b² + … + b^depth is the mean number of positions for a move; the interval is that of the mean.
    fn branching(&self) -> Option<Figure> {
        const NODES: Value = Value::Cost(Cost::Nodes, Per::Move, Middle::Mean);
        let (depth, nodes) = (self.depth?, self.tally.figure(NODES)?);
        Some(Figure {
            value: branching(nodes.value, depth),
            low: branching(nodes.low, depth),
            high: branching(nodes.high, depth),
            n: nodes.n,
        })
    }
}

/// By halving: the sum grows with b.
fn branching(nodes: f64, depth: u32) -> f64 {
    let sum = |b: f64| (0..depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, nodes.max(1.0));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        *(if sum(middle) < nodes {
            &mut low
        } else {
            &mut high
        }) = middle;
    }
    f64::midpoint(low, high)
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
                "In {cells} of {} pairings games repeat another one of their pairing move by move, {games} in all; intervals count them as if they did not.",
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
            ViewKind::Ratings => (self.ratings(view), Picture::None),
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

    /// What the first agents of these cells add up to.
    fn sum(&self, cells: &[usize]) -> Place {
        let mut place = Place::default();
        let mut depths = BTreeSet::new();
        for &number in cells {
            place.tally += &self.tallies[number][0];
            place.verdict = self.verdicts[number];
            depths.insert(self.experiment.plan().cells[number].coordinate("depth"));
        }
        if let [Some(depth)] = depths.into_iter().collect::<Vec<_>>()[..] {
            let depth = depth.parse().ok();
            place.depth = depth.filter(|depth| (1..=DEEPEST).contains(depth));
        }
        place
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

    fn field(place: &Place, value: Value, published: Option<f64>) -> Field {
        let word = (value == Value::Sprt).then(|| {
            match place.verdict {
                None => "no test",
                Some(Verdict::Open) => "open",
                Some(Verdict::Accepted) => "better",
                Some(Verdict::Rejected) => "not better",
            }
            .to_owned()
        });
        Field {
            kind: unit(value),
            figure: match value {
                Value::Branching => place.branching(),
                value => place.tally.figure(value),
            },
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
                let place = self.sum(here);
                let known = published
                    .iter()
                    .find(|(r, c, _)| *r == row_key && c == column_key);
                let mut field = Filler::field(&place, value, known.map(|(.., figure)| *figure));
                if !view.relative_to.is_empty() {
                    let other = self.relative(view, here);
                    (field.figure, field.kind) = (place.tally.saving(&other, value), Unit::Mean);
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
            let place = self.sum(here.map_or(&[], Vec::as_slice));
            let field = |&value: &Value| {
                let known = published
                    .iter()
                    .find(|(r, v, _)| *r == row_key && *v == value);
                Filler::field(&place, value, known.map(|(.., figure)| *figure))
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
        let mut all: Vec<(String, Place)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (number, cell) in self.experiment.plan().cells.iter().enumerate() {
            if !view.takes(cell) {
                continue;
            }
            for (place, agent) in cell.agents.iter().enumerate() {
                let tally = &self.tallies[number][place];
                match places.get(agent.as_str()) {
                    Some(&known) => all[known].1.tally += tally,
                    None => {
                        places.insert(agent, all.len());
                        let place = Place {
                            tally: tally.clone(),
                            ..Place::default()
                        };
                        all.push((agent.clone(), place));
                    }
                }
            }
        }
        let score = |place: &Place| {
            let score = place.tally.figure(Value::Score);
            score.map_or(0.0, |figure| figure.value)
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
        let measured = |value: &Value| {
            let mut places = all.iter();
            places.any(|(_, place)| place.tally.figure(*value).is_some())
        };
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
                .map(|(name, place)| Row {
                    name: name.clone(),
                    fields: values
                        .iter()
                        .map(|&value| Filler::field(place, value, None))
                        .collect(),
                })
                .collect(),
        }
    }

    /// The likeliest ratings of all who met in games of two, around zero.
    fn ratings(&self, view: &ReportView) -> Grid {
        let mut names: Vec<&str> = self
            .cells(view)
            .flat_map(|cell| &cell.agents)
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        names.dedup();
        let mut pool = PoolResults::new(names.len());
        let mut sums = vec![(0.0, 0.0); names.len()];
        for (number, cell) in self.experiment.plan().cells.iter().enumerate() {
            let places: Vec<usize> = cell
                .agents
                .iter()
                .filter_map(|name| names.binary_search(&name.as_str()).ok())
                .collect();
            let [first, second] = places[..] else {
                continue;
            };
            if !view.takes(cell) || first == second {
                continue;
            }
            let results = self.tallies[number][0].results;
            let (points, games) = (
                results.won as f64 + results.drawn as f64 / 2.0,
                results.games() as f64,
            );
            pool.add(first, second, points, games);
            for (place, points) in [(first, points), (second, games - points)] {
                sums[place].0 += points;
                sums[place].1 += games;
            }
        }
        let ratings = pool.ratings_around(0.0);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| ratings[b].value.total_cmp(&ratings[a].value));
        let row = |&place: &usize| {
            let ((points, games), rating) = (sums[place], ratings[place]);
            let plain = |kind, value| Field {
                kind,
                figure: Some(Figure {
                    value,
                    low: value,
                    high: value,
                    n: games as u64,
                }),
                ..Field::default()
            };
            let mut fields = vec![
                plain(Unit::Elo, rating.value),
                plain(Unit::Count, games),
                plain(Unit::Mean, points),
            ];
            if let Some(figure) = &mut fields[0].figure {
                (figure.low, figure.high) =
                    (rating.value - rating.error, rating.value + rating.error);
            }
            Row {
                name: names[place].to_owned(),
                fields,
            }
        };
        Grid {
            corner: "agent".to_owned(),
            what: None,
            columns: ["rating", "games", "points"].map(str::to_owned).into(),
            rows: order.iter().map(row).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::branching;

    /// A tree in which every node has as many children has that factor.
    #[test]
    fn the_branching_factor_of_a_whole_tree_is_its_own() {
        for (b, depth) in [(2.0_f64, 1), (7.0, 8), (1.5, 12), (40.0, 3)] {
            let nodes: f64 = (1..=depth).map(|ply| b.powi(ply)).sum();
            assert!(
                (branching(nodes, depth as u32) - b).abs() < 1e-9,
                "{b} {depth}"
            );
        }
        assert!((branching(5.0, 5) - 1.0).abs() < 1e-9);
        assert!(branching(0.0, 4) < 1e-9);
    }
}
