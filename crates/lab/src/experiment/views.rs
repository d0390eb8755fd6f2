//! The views of a spec: what of the results is shown, and how.

use serde::Deserialize;
use toml::Table;

use super::variables;
use crate::plan::Plan;
use crate::sweep::Binding;
use crate::view::{Key, Value, View, ViewKind, keys};

#[derive(Deserialize)]
pub(super) struct RawView {
    kind: String,
    title: String,
    note: Option<String>,
    #[serde(default)]
    rows: Vec<String>,
    #[serde(default)]
    columns: Vec<String>,
    value: Option<String>,
    #[serde(default)]
    values: Vec<String>,
    x: Option<String>,
    #[serde(default)]
    series: Vec<String>,
    #[serde(default)]
    log: bool,
    #[serde(default, rename = "where")]
    only: Table,
    published: Option<toml::Value>,
    source: Option<String>,
}

/// Checks a view against the coordinates that the plan has.
pub(super) fn read_view(raw: &RawView, plan: &Plan) -> Result<View, String> {
    let in_view = |message: String| format!("the view {:?}: {message}", raw.title);
    let only: Binding = variables(&raw.only)
        .map_err(in_view)?
        .into_iter()
        .map(|(name, values)| (name, values.concat()))
        .collect();
    let mut view = View {
        title: raw.title.clone(),
        note: raw.note.clone(),
        only,
        kind: ViewKind::Standings,
        source: raw.source.clone(),
    };
    let cells = || plan.cells.iter().filter(|cell| view.takes(cell));
    let all_keys = |names: &[String]| -> Result<Vec<Key>, String> {
        let found = keys(cells(), names);
        if found.is_empty() {
            return Err(in_view(format!(
                "no pairing has the coordinates {}",
                names.join(", ")
            )));
        }
        Ok(found)
    };
    let value = || -> Result<Value, String> {
        let text = raw
            .value
            .as_ref()
            .ok_or_else(|| in_view("it needs a `value`".to_owned()))?;
        Value::parse(text).map_err(in_view)
    };
    let kind = match raw.kind.as_str() {
        "grid" => {
            let (rows, columns) = (all_keys(&raw.rows)?, all_keys(&raw.columns)?);
            ViewKind::Grid {
                rows: raw.rows.clone(),
                columns: raw.columns.clone(),
                value: value()?,
                published: matrix(raw.published.as_ref(), &rows, &columns).map_err(in_view)?,
            }
        }
        "lines" => {
            let x = raw
                .x
                .clone()
                .ok_or_else(|| in_view("it needs `x`".to_owned()))?;
            let (series, xs) = (all_keys(&raw.series)?, all_keys(std::slice::from_ref(&x))?);
            if xs.iter().any(|key| key[0].parse::<f64>().is_err()) {
                return Err(in_view(format!("the values of {x} are not all numbers")));
            }
            ViewKind::Lines {
                x,
                series: raw.series.clone(),
                value: value()?,
                log: raw.log,
                published: matrix(raw.published.as_ref(), &series, &xs).map_err(in_view)?,
            }
        }
        "table" => {
            let rows = all_keys(&raw.rows)?;
            let values = raw
                .values
                .iter()
                .map(|text| Value::parse(text).map_err(in_view));
            ViewKind::Table {
                rows: raw.rows.clone(),
                values: values.collect::<Result<_, _>>()?,
                published: by_value(raw.published.as_ref(), &rows).map_err(in_view)?,
            }
        }
        "standings" => ViewKind::Standings,
        other => {
            let meant = crate::keys::meant(other, &["grid", "lines", "table", "standings"]);
            return Err(in_view(format!("there is no kind `{other}`: {meant}")));
        }
    };
    view.kind = kind;
    Ok(view)
}

fn number(value: &toml::Value) -> Option<f64> {
    value
        .as_float()
        .or_else(|| value.as_integer().map(|number| number as f64))
}

/// Numbers in a list as long as there are keys; `nan` where nothing was published.
fn list<'a>(value: &toml::Value, keys: &'a [Key]) -> Result<Vec<(&'a Key, f64)>, String> {
    let numbers: Option<Vec<f64>> = value
        .as_array()
        .and_then(|list| list.iter().map(number).collect());
    match numbers {
        Some(numbers) if numbers.len() == keys.len() => {
            let pairs = keys.iter().zip(numbers);
            Ok(pairs.filter(|(_, number)| !number.is_nan()).collect())
        }
        _ => Err(format!("`published` needs lists of {} numbers", keys.len())),
    }
}

fn matrix(
    value: Option<&toml::Value>,
    rows: &[Key],
    columns: &[Key],
) -> Result<Vec<(Key, Key, f64)>, String> {
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    let lines = value.as_array().filter(|lines| lines.len() == rows.len());
    let lines = lines.ok_or_else(|| format!("`published` needs {} rows of numbers", rows.len()))?;
    let mut found = Vec::new();
    for (row, line) in rows.iter().zip(lines) {
        for (column, figure) in list(line, columns)? {
            found.push((row.clone(), column.clone(), figure));
        }
    }
    Ok(found)
}

fn by_value(value: Option<&toml::Value>, rows: &[Key]) -> Result<Vec<(Key, Value, f64)>, String> {
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    let table = value
        .as_table()
        .ok_or("`published` needs a list for each value it tells of")?;
    let mut found = Vec::new();
    for (name, numbers) in table {
        let value = Value::parse(name)?;
        for (row, figure) in list(numbers, rows)? {
            found.push((row.clone(), value, figure));
        }
    }
    Ok(found)
}
