//! The views of a spec: what of the results is shown, and how.

use std::collections::BTreeSet;

use super::problem::{SpecProblem, ViewProblem};
use super::spec::RawView;
use super::variables;
use crate::plan::Plan;
use crate::suggestion::meant;
use crate::sweep::Binding;
use crate::view::{Key, ReportView, Value, ViewKind, keys};

/// Ratings take time with the third power of this.
pub(super) const MOST_RATED: usize = 200;

/// Checks a view against the coordinates that the plan has.
pub(super) fn read_view(raw: &RawView, plan: &Plan) -> Result<ReportView, SpecProblem> {
    checked(raw, plan).map_err(|problem| SpecProblem::View {
        title: raw.title.clone(),
        problem,
    })
}

fn checked(raw: &RawView, plan: &Plan) -> Result<ReportView, ViewProblem> {
    let binding = |table| -> Result<Binding, ViewProblem> {
        let found = variables(table).map_err(|_| ViewProblem::Condition)?;
        let values = found.into_iter();
        Ok(values
            .map(|(name, values)| (name, values.concat()))
            .collect())
    };
    let relative_to = binding(&raw.relative_to)?;
    if let Some((name, value)) = relative_to.iter().find(|(name, value)| {
        let mut cells = plan.cells.iter();
        !cells.any(|cell| cell.coordinate(name) == Some(value))
    }) {
        return Err(ViewProblem::NoPairing(format!("{name} = {value}")));
    }
    let mut view = ReportView {
        title: raw.title.clone(),
        note: raw.note.clone(),
        only: binding(&raw.only)?,
        kind: ViewKind::Standings,
        source: raw.source.clone(),
        published_games: raw.published_games.map(|games| games.get().into()),
        relative_to,
    };
    view.kind = kind(raw, plan, &view)?;
    Ok(view)
}

fn kind(raw: &RawView, plan: &Plan, view: &ReportView) -> Result<ViewKind, ViewProblem> {
    let all_keys = |names: &[String]| {
        let cells = plan.cells.iter().filter(|cell| view.takes(cell));
        match keys(cells, names) {
            none if none.is_empty() => Err(ViewProblem::NoPairing(names.join(", "))),
            found => Ok(found),
        }
    };
    let value = || -> Result<Value, ViewProblem> {
        Ok(raw.value.as_ref().ok_or(ViewProblem::NoValue)?.parse()?)
    };
    let published = raw.published.as_ref();
    match raw.kind.as_str() {
        "grid" => {
            let (rows, columns) = (all_keys(&raw.rows)?, all_keys(&raw.columns)?);
            Ok(ViewKind::Grid {
                rows: raw.rows.clone(),
                columns: raw.columns.clone(),
                value: value()?,
                published: matrix(published, &rows, &columns)?,
            })
        }
        "lines" => {
            let x = raw.x.clone().ok_or(ViewProblem::NoX)?;
            let (series, xs) = (all_keys(&raw.series)?, all_keys(std::slice::from_ref(&x))?);
            if xs.iter().any(|key| key[0].parse::<f64>().is_err()) {
                return Err(ViewProblem::NotNumbers(x));
            }
            Ok(ViewKind::Lines {
                x,
                series: raw.series.clone(),
                value: value()?,
                log: raw.log,
                published: matrix(published, &series, &xs)?,
            })
        }
        "table" => {
            let rows = all_keys(&raw.rows)?;
            let values: Result<_, _> = raw.values.iter().map(|text| text.parse()).collect();
            Ok(ViewKind::Table {
                rows: raw.rows.clone(),
                values: values?,
                published: by_value(published, &rows)?,
            })
        }
        "standings" => Ok(ViewKind::Standings),
        "ratings" => {
            let cells = || plan.cells.iter().filter(|cell| view.takes(cell));
            let names: BTreeSet<&String> = cells().flat_map(|cell| &cell.agents).collect();
            let few = (2..=MOST_RATED).contains(&names.len());
            match few && cells().all(|cell| cell.agents.len() == 2) {
                true => Ok(ViewKind::Ratings),
                false => Err(ViewProblem::RatingsOfTwo),
            }
        }
        other => Err(ViewProblem::NoKind {
            kind: other.to_owned(),
            meant: meant(other, &["grid", "lines", "table", "standings", "ratings"]),
        }),
    }
}

fn number(value: &toml::Value) -> Option<f64> {
    value
        .as_float()
        .or_else(|| value.as_integer().map(|number| number as f64))
}

/// Numbers in a list as long as there are keys; `nan` where nothing was published.
fn list<'a>(value: &toml::Value, keys: &'a [Key]) -> Result<Vec<(&'a Key, f64)>, ViewProblem> {
    let numbers: Option<Vec<f64>> = value
        .as_array()
        .and_then(|list| list.iter().map(number).collect());
    match numbers {
        Some(numbers) if numbers.len() == keys.len() => {
            let pairs = keys.iter().zip(numbers);
            Ok(pairs.filter(|(_, number)| !number.is_nan()).collect())
        }
        _ => Err(ViewProblem::PublishedLists(keys.len())),
    }
}

fn matrix(
    value: Option<&toml::Value>,
    rows: &[Key],
    columns: &[Key],
) -> Result<Vec<(Key, Key, f64)>, ViewProblem> {
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    let lines = value.as_array().filter(|lines| lines.len() == rows.len());
    let lines = lines.ok_or(ViewProblem::PublishedRows(rows.len()))?;
    let mut found = Vec::new();
    for (row, line) in rows.iter().zip(lines) {
        for (column, figure) in list(line, columns)? {
            found.push((row.clone(), column.clone(), figure));
        }
    }
    Ok(found)
}

fn by_value(
    value: Option<&toml::Value>,
    rows: &[Key],
) -> Result<Vec<(Key, Value, f64)>, ViewProblem> {
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    let table = value.as_table().ok_or(ViewProblem::PublishedValues)?;
    let mut found = Vec::new();
    for (name, numbers) in table {
        let value: Value = name.parse()?;
        for (row, figure) in list(numbers, rows)? {
            found.push((row.clone(), value, figure));
        }
    }
    Ok(found)
}
