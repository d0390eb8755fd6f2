//! A report for the terminal.

use super::number::{caption, has_published, interval, published, value};
use crate::report::{ExperimentReport, Grid, PUBLISHED};

/// The report as text in columns.
pub fn text(report: &ExperimentReport) -> String {
    let mut out = format!("{}: {}\n", report.name, report.title);
    out += &format!("{} of {} games\n", report.played, report.games);
    for remark in &report.remarks {
        out += &format!("Note: {remark}\n");
    }
    for section in &report.sections {
        out += &format!("\n{}\n", section.title);
        let caption = caption(section);
        if !caption.is_empty() {
            out += &format!("{caption}\n");
        }
        out += &aligned(&lines(&section.grid));
        if let (Some(source), true) = (&section.source, has_published(&section.grid)) {
            out += &format!("{PUBLISHED}: {source}\n");
        }
        if let Some(note) = &section.note {
            out += &format!("{note}\n");
        }
    }
    out
}

/// The rows as texts, head first; published figures stand in a row of their own below ours.
fn lines(grid: &Grid) -> Vec<Vec<String>> {
    let mut lines = vec![vec![grid.corner.clone()]];
    lines[0].extend(grid.columns.iter().cloned());
    for row in &grid.rows {
        let mut line = vec![row.name.clone()];
        line.extend(row.fields.iter().map(|field| match interval(field) {
            Some(interval) => format!("{} {interval}", value(field)),
            None => value(field),
        }));
        lines.push(line);
        if row.fields.iter().any(|field| field.published.is_some()) {
            let mut line = vec![format!("  {PUBLISHED}")];
            line.extend(
                row.fields
                    .iter()
                    .map(|field| published(field).unwrap_or_default()),
            );
            lines.push(line);
        }
    }
    lines
}

fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let lengths = lines.iter().filter_map(|line| line.get(column));
        lengths.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let mut out = String::new();
    for line in lines {
        let mut row = String::new();
        for (text, &width) in line.iter().zip(&widths) {
            row += &format!("{text:<width$}  ");
        }
        out += row.trim_end();
        out.push('\n');
    }
    out
}
