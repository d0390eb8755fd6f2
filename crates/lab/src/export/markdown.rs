//! A report as Markdown.

use super::number::{caption, has_published, interval, published, value};
use crate::report::{ExperimentReport, Grid, PUBLISHED};

/// The report with its tables; pictures are files of their own.
pub fn markdown(report: &ExperimentReport) -> String {
    let mut out = format!("# {}\n\n", report.title);
    if !report.about.is_empty() {
        out += &format!("{}\n\n", report.about);
    }
    out += &format!(
        "`{}`, {} of {} games.\n",
        report.name, report.played, report.games
    );
    for remark in &report.remarks {
        out += &format!("\n*{remark}*\n");
    }
    for section in &report.sections {
        out += &format!("\n## {}\n\n", section.title);
        let caption = caption(section);
        if !caption.is_empty() {
            out += &format!("{caption}\n\n");
        }
        out += &table(&section.grid);
        if let (Some(source), true) = (&section.source, has_published(&section.grid)) {
            out += &format!("\n{PUBLISHED}: {source}\n");
        }
        if let Some(note) = &section.note {
            out += &format!("\n{note}\n");
        }
    }
    out
}

fn table(grid: &Grid) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut head = vec![cell(&grid.corner.replace('\\', "\\\\"))];
    head.extend(grid.columns.iter().map(|text| cell(text)));
    let mut rule = vec!["---".to_owned()];
    rule.resize(head.len(), "---:".to_owned());
    let mut out = line(head) + &line(rule);
    for row in &grid.rows {
        let mut cells = vec![cell(&row.name)];
        cells.extend(row.fields.iter().map(|field| {
            let mut text = value(field);
            if let Some(interval) = interval(field) {
                text += &format!(" {interval}");
            }
            if let Some(published) = published(field) {
                text += &format!(" ({PUBLISHED} {published})");
            }
            text
        }));
        out += &line(cells);
    }
    out
}
