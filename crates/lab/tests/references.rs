//! The results that come with Poda: whole, of their experiments, and what docs/ says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use poda_coach::{Strength, ladder};
use poda_lab::{ExperimentReport, PAPERS, Section, ViewKind, catalogue, export, reference};

fn docs(name: &str) -> String {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
    std::fs::read_to_string(root.join(name)).expect(name)
}

fn kept() -> Vec<ExperimentReport> {
    let names = catalogue();
    names
        .iter()
        .filter_map(|experiment| reference(experiment.name()))
        .collect()
}

/// A result must be of the experiment as it is now: the same games in all, the same parts, the same rows and columns. Who stands where in a
/// list of standings is a result itself.
#[test]
fn every_result_is_of_the_whole_experiment() {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/reference"));
    assert_eq!(files.expect("the folder is there").count(), kept().len());
    for experiment in catalogue() {
        let Some(report) = reference(experiment.name()) else {
            continue;
        };
        let name = experiment.name();
        assert_eq!(report.name, name);
        assert_eq!(
            (report.played, report.games),
            (report.games, experiment.plan().games()),
            "{name}"
        );
        let mut told_anew = report.clone();
        told_anew.take_words(&experiment);
        assert_eq!(
            told_anew, report,
            "{name}: `keep` without a run takes up its words"
        );
        let empty = ExperimentReport::new(&experiment, &BTreeMap::new(), true);
        let plain = experiment
            .views()
            .iter()
            .map(|view| view.kind != ViewKind::Standings);
        for (ours, (now, plain)) in report.sections.iter().zip(empty.sections.iter().zip(plain)) {
            assert_eq!(ours.title, now.title, "{name}");
            let heads = |section: &Section| {
                let rows = section.grid.rows.iter().map(|row| row.name.clone());
                (section.grid.columns.clone(), rows.collect::<Vec<_>>())
            };
            assert!(
                !plain || heads(ours) == heads(now),
                "{name}: {}",
                ours.title
            );
            let published = |section: &Section| {
                let rows = section.grid.rows.iter();
                let fields = rows.flat_map(|row| row.fields.iter().map(|field| field.published));
                fields.collect::<Vec<_>>()
            };
            assert!(
                !plain || published(ours) == published(now),
                "{name}: {}",
                ours.title
            );
            let fields = || ours.grid.rows.iter().flat_map(|row| &row.fields);
            assert!(
                fields().any(|field| field.figure.is_some()),
                "{name}: {}",
                ours.title
            );
        }
        assert_eq!(report.sections.len(), empty.sections.len(), "{name}");
    }
}

/// The pictures in docs/lab are drawn from the results that come with Poda.
#[test]
fn the_pictures_in_docs_are_of_these_results() {
    for report in kept() {
        if let Some(svg) = report.cover().and_then(|(_, part)| export::svg(part)) {
            let kept = docs(&format!("lab/{}.svg", report.name));
            assert!(
                kept.replace("\r\n", "\n") == svg,
                "docs/lab/{}.svg: keep it anew",
                report.name
            );
        }
    }
}

/// Every figure of these parts stands in docs/findings.md as it is kept.
#[test]
fn the_findings_say_what_is_kept() {
    let findings = docs("findings.md");
    for (name, part) in [
        ("s3-matrix", "Depth N against depth M"),
        ("s3-start", "Games won by the starter, of decided games"),
        ("levels", "Score of the higher level"),
    ] {
        let Some(report) = reference(name) else {
            continue;
        };
        let section = report.sections.iter().find(|section| section.title == part);
        let section = section.unwrap_or_else(|| panic!("{name} has no part {part}"));
        for field in section.grid.rows.iter().flat_map(|row| &row.fields) {
            let (value, interval) = (export::value(field), export::interval(field));
            assert!(findings.contains(&value), "{name}: {value}");
            let inside =
                interval.is_none_or(|interval| findings.replace('\n', " ").contains(&interval));
            assert!(inside, "{name}: {value}");
        }
    }
}

/// Whatever the pages on findings and papers tell to run exists, and each experiment about a paper stands on that paper's page. Another test plays the
/// quick form of each.
#[test]
fn what_the_documents_tell_to_run_exists() {
    let names: Vec<String> = catalogue()
        .iter()
        .map(|experiment| experiment.name().to_owned())
        .collect();
    let papers = ["README", "s0", "s1", "s2", "s3", "s4"].map(|page| format!("papers/{page}.md"));
    let pages = papers.iter().map(String::as_str);
    let mut told = 0;
    for page in pages.chain(["findings.md", "lab.md"]) {
        let text = docs(page);
        for rest in text.split("poda lab run ").skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            let name = &rest[..end.unwrap_or(rest.len())];
            let known = names.iter().any(|known| known == name) || name == PAPERS;
            assert!(known || name == "NAME", "{page}: {name}");
            told += 1;
        }
    }
    assert!(told > 20, "{told}");
    for name in &names {
        let (paper, about) = name.split_once('-').unwrap_or((name, ""));
        if ["s0", "s1", "s2", "s3", "s4"].contains(&paper) {
            assert!(!about.is_empty());
            let text = docs(&format!("papers/{paper}.md"));
            assert!(text.contains(name), "papers/{paper}.md: {name}");
        }
    }
}

/// Every table and every picture of docs/findings.md stands below the command that makes it, after the table before it.
#[test]
fn every_table_of_the_findings_names_its_command() {
    let findings = docs("findings.md");
    let made = [
        "poda lab run ",
        "poda match ",
        "cargo bench ",
        "cargo xtask ",
    ];
    // In this section, and since the table before: a picture may show the table above it.
    let (mut named, mut named_anew) = (false, false);
    let (mut in_table, mut tables) = (false, 0);
    for (number, line) in findings.lines().enumerate() {
        let is_row = line.starts_with('|');
        named &= !line.starts_with("## ");
        named_anew &= named && (is_row || !in_table);
        if made.iter().any(|command| line.contains(command)) {
            (named, named_anew) = (true, true);
        }
        let starts = is_row && !in_table;
        tables += usize::from(starts);
        let told = (named_anew || !starts) && (named || !line.starts_with("!["));
        assert!(told, "docs/findings.md:{}: what makes this?", number + 1);
        in_table = is_row;
    }
    assert!(tables > 8, "{tables}");
}

/// What the page says of a character's strength is what the experiment measured.
#[test]
fn the_ladder_says_what_was_measured() {
    let Some(report) = reference("characters") else {
        panic!("the ladder was measured");
    };
    let games = [
        "connect4",
        "dots:4x4",
        "tictactoe",
        "connect4:6x7,players=3",
    ];
    for (game, section) in games.into_iter().zip(&report.sections) {
        let ladder = ladder(&game.parse().expect("a game"));
        assert_eq!(section.grid.rows.len(), ladder.len() - 1, "{game}");
        for (row, pair) in section.grid.rows.iter().zip(ladder.windows(2)) {
            assert_eq!(
                row.name,
                format!("{} against {}", pair[1].name, pair[0].name)
            );
            let figure = |column: usize| row.fields[column].figure.expect("it was played");
            // Where nobody won, nothing was measured.
            let Some(share) = row.fields[0].figure else {
                assert_eq!(pair[1].measured, None, "{game}: {}", row.name);
                continue;
            };
            let played = figure(1);
            let percent = |share: f64| (100.0 * share).round() as u8;
            let measured = Strength {
                against: pair[0].name.clone(),
                percent: percent(share.value),
                least: percent(share.low),
                most: percent(share.high),
                games: played.value as u16,
            };
            assert_eq!(pair[1].measured, Some(measured), "{game}: {}", row.name);
        }
    }
}

/// Every figure with an interval in these pages, written `.935 [.905, .969]`, is one of a result that is kept.
#[test]
fn every_interval_in_the_documents_is_kept() {
    let mut known = BTreeSet::new();
    for report in kept() {
        let sections = report.sections.iter();
        let rows = sections.flat_map(|section| &section.grid.rows);
        for field in rows.flat_map(|row| &row.fields) {
            if let Some(interval) = export::interval(field) {
                known.insert(format!("{} {interval}", export::value(field)));
            }
        }
    }
    let papers = ["s0", "s1", "s2", "s3", "s4"].map(|page| format!("papers/{page}.md"));
    let pages = papers.iter().map(String::as_str).chain(["findings.md"]);
    let (mut found, mut wrong) = (0, Vec::new());
    for page in pages {
        let text = docs(page).split_whitespace().collect::<Vec<_>>().join(" ");
        for (start, _) in text.match_indices(" [") {
            let value = text[..start].rsplit(' ').next().unwrap_or_default();
            let value = value.trim_start_matches(['(', '|']);
            let end = text[start..]
                .find(']')
                .map_or(text.len(), |end| start + end + 1);
            let inside = &text[start + 2..end - 1];
            let is_figure = |text: &str| {
                text.starts_with([
                    '.', '+', '−', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
                ])
            };
            if is_figure(value) && is_figure(inside) && inside.contains(", ") {
                let figure = &text[start - value.len()..end];
                if !known.contains(figure) {
                    wrong.push(format!("docs/{page}: {figure}"));
                }
                found += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found > 200, "{found}");
}
