//! Every published figure beside ours: one table of all papers, made from the reports of the experiments that have published figures.

use crate::agreement::Agreement;
use crate::catalogue::catalogue;
use crate::experiment::Experiment;
use crate::report::{ExperimentReport, Field, Grid, Picture, Row, Section};
use crate::stats::Figure;

/// What people type instead of the name of an experiment.
pub const PAPERS: &str = "papers";

/// What the table is about, in one line.
pub const PAPERS_TITLE: &str = "Every figure of the five papers beside ours";

/// The experiments that come with Poda and have published figures to compare with.
pub fn papers() -> Vec<Experiment> {
    let mut all = catalogue();
    all.retain(Experiment::has_published);
    all
}

/// The table, from the reports of [`papers`], as far as they were played.
pub fn papers_report(reports: &[ExperimentReport]) -> ExperimentReport {
    let mut sections = Vec::new();
    let mut counts = Agreement::ALL.map(|agreement| (agreement, 0));
    // What every experiment remarks is said once, the rest beside the first table of its experiment.
    let mut remarks = Vec::new();
    if let Some((first, others)) = reports.split_first() {
        let common = |remark: &&String| others.iter().all(|other| other.remarks.contains(remark));
        remarks.extend(first.remarks.iter().filter(common).cloned());
    }
    for report in reports {
        let mut own: Vec<&str> = report.remarks.iter().map(String::as_str).collect();
        own.retain(|remark| !remarks.iter().any(|common| common == remark));
        for section in &report.sections {
            let rows = compared(section, &mut counts);
            if !rows.is_empty() {
                let notes: Vec<&str> = section
                    .note
                    .as_deref()
                    .into_iter()
                    .chain(own.drain(..))
                    .collect();
                sections.push(Section {
                    title: format!("{}: {}", report.name, section.title),
                    note: (!notes.is_empty()).then(|| notes.join("\n\n")),
                    source: section.source.clone(),
                    published_games: section.published_games,
                    grid: Grid {
                        corner: "figure".to_owned(),
                        what: None,
                        columns: ["published", "ours", "verdict"].map(str::to_owned).into(),
                        rows,
                    },
                    picture: Picture::None,
                });
            }
        }
    }
    let figures: u64 = counts.iter().map(|(_, count)| count).sum();
    let found = counts.iter().filter(|(_, count)| *count > 0);
    let found: Vec<String> = found
        .map(|(agreement, count)| format!("{count} {}", agreement.word()))
        .collect();
    remarks.insert(0, format!("{figures} comparisons: {}.", found.join("; ")));
    ExperimentReport {
        name: PAPERS.to_owned(),
        title: PAPERS_TITLE.to_owned(),
        about: ABOUT.to_owned(),
        played: reports.iter().map(|report| report.played).sum(),
        games: reports.iter().map(|report| report.games).sum(),
        remarks,
        sections,
    }
}

const ABOUT: &str = "Each published figure, ours with its 95 % interval, and what follows: *the same* to the last digit that was published; *inside* our \
interval; *outside, by chance*, where a published figure rests on so few games that it may lie there; *outside*; *another machine* for times.\n\n\
A figure may stand here more than once, where a paper can be read in two ways or its program was repeated with its mistakes and without. docs/papers/ \
says in words what became of each claim.";

/// The figures of a section that have a published one, each in a row.
fn compared(section: &Section, counts: &mut [(Agreement, u64); 5]) -> Vec<Row> {
    let mut rows = Vec::new();
    for row in &section.grid.rows {
        for (column, field) in section.grid.columns.iter().zip(&row.fields) {
            let Some(published) = field.published else {
                continue;
            };
            let agreement = Agreement::of(field, section.published_games);
            let verdict = agreement.map_or("not played", Agreement::word);
            if let Some((_, count)) = counts.iter_mut().find(|(a, _)| Some(*a) == agreement) {
                *count += 1;
            }
            let published = Field {
                figure: Some(Figure {
                    value: published,
                    low: published,
                    high: published,
                    n: section.published_games.unwrap_or(1),
                }),
                published: None,
                ..field.clone()
            };
            let ours = Field {
                published: None,
                ..field.clone()
            };
            let verdict = Field {
                word: Some(verdict.to_owned()),
                ..Field::default()
            };
            rows.push(Row {
                name: format!("{}; {column}", row.name),
                fields: vec![published, ours, verdict],
            });
        }
    }
    rows
}
