//! Numbers as people read them.

use crate::report::{Field, Grid, Section, Unit};
use crate::stats::Figure;

/// A share as `.471`.
fn share(value: f64) -> String {
    let text = format!("{value:.3}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

/// A number with three figures that matter, and thousands apart.
pub(super) fn plain(value: f64) -> String {
    if !value.is_finite() {
        return if value > 0.0 {
            "∞".to_owned()
        } else {
            "−∞".to_owned()
        };
    }
    let digits = match value.abs() {
        whole if whole.fract() == 0.0 => 0,
        small if small < 1.0 => 3,
        small if small < 10.0 => 2,
        small if small < 100.0 => 1,
        _ => 0,
    };
    let text = format!("{:.digits$}", value.abs());
    let (whole, rest) = text
        .split_once('.')
        .map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if let Some(rest) = rest {
        grouped = format!("{grouped}.{rest}");
    }
    if value < 0.0 {
        format!("−{grouped}")
    } else {
        grouped
    }
}

fn signed(value: f64) -> String {
    if value > 0.0 {
        format!("+{}", plain(value.round()))
    } else {
        plain(value.round())
    }
}

/// A number of this kind.
pub(super) fn of(kind: Unit, value: f64) -> String {
    match kind {
        Unit::Count => plain(value.round()),
        Unit::Share => share(value),
        Unit::Elo => signed(value),
        Unit::Mean | Unit::Time => plain(value),
    }
}

/// The figure alone.
pub fn value(field: &Field) -> String {
    match (&field.word, field.figure) {
        (Some(word), _) => word.clone(),
        (None, Some(figure)) => of(field.kind, figure.value),
        (None, None) => "–".to_owned(),
    }
}

/// The interval, where there is one.
pub fn interval(field: &Field) -> Option<String> {
    let Figure {
        value, low, high, ..
    } = field.figure?;
    let exact = field.kind == Unit::Count || (low == value && high == value);
    let ends = || format!("[{}, {}]", of(field.kind, low), of(field.kind, high));
    (!exact).then(ends)
}

/// What was published.
pub fn published(field: &Field) -> Option<String> {
    field.published.map(|value| of(field.kind, value))
}

/// Whether any figure has a published one beside it.
pub(super) fn has_published(grid: &Grid) -> bool {
    let mut fields = grid.rows.iter().flat_map(|row| &row.fields);
    fields.any(|field| field.published.is_some())
}

/// What the figures of a section are and how many observations each rests on.
pub(super) fn caption(section: &Section) -> String {
    let mut parts: Vec<String> = section.grid.what.iter().cloned().collect();
    let fields = || section.grid.rows.iter().flat_map(|row| &row.fields);
    let counted = fields()
        .filter(|field| interval(field).is_some())
        .filter_map(|f| f.figure);
    let ns: Vec<u64> = counted.map(|figure| figure.n).collect();
    if let (Some(least), Some(most)) = (ns.iter().min(), ns.iter().max()) {
        let of = |n: &u64| plain(*n as f64);
        parts.push(if least == most {
            format!("n = {}", of(least))
        } else {
            format!("n = {} to {}", of(least), of(most))
        });
        parts.push("[95 % interval]".to_owned());
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{of, plain};
    use crate::report::Unit;

    #[test]
    fn numbers_read_well() {
        assert_eq!(of(Unit::Share, 0.4712), ".471");
        assert_eq!(of(Unit::Share, 1.0), "1.000");
        assert_eq!(plain(16_224_123.0), "16,224,123");
        assert_eq!(plain(-1404.0), "−1,404");
        assert_eq!(plain(2.345_67), "2.35");
        assert_eq!(plain(0.0), "0");
        assert_eq!(of(Unit::Elo, 88.6), "+89");
        assert_eq!(of(Unit::Elo, f64::INFINITY), "+∞");
    }
}
