//! The experiments that come with Poda.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use poda_lab::{
    Experiment, ExperimentReport, Players, Record, RunOptions, Value, catalogue, export, find, run,
};

fn played(experiment: &Experiment) -> BTreeMap<u64, Record> {
    let mut records = BTreeMap::new();
    let stop = AtomicBool::new(false);
    let finished = run::<()>(
        experiment.plan(),
        &Players::builtin(),
        &BTreeMap::new(),
        &RunOptions::default(),
        &stop,
        &mut |record, _| {
            records.insert(record.game, record);
            Ok(())
        },
    );
    assert_eq!(finished, Ok(true));
    records
}

#[test]
fn every_file_is_in_the_catalogue() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| {
            entry
                .expect("it can be read")
                .file_name()
                .to_string_lossy()
                .replace(".toml", "")
        })
        .collect();
    files.sort();
    let mut names: Vec<String> = catalogue().iter().map(|e| e.name().to_owned()).collect();
    names.sort();
    assert_eq!(files, names);
}

/// The tables that S3 published, to the last digit.
#[test]
fn s3_as_reported_is_repeated_bit_for_bit() {
    let experiment = find("s3-as-reported", &Players::builtin()).expect("it comes with Poda");
    let report = ExperimentReport::new(&experiment, &played(&experiment), false);
    let shares: Vec<Vec<String>> = report.sections[0]
        .grid
        .rows
        .iter()
        .map(|row| {
            row.fields
                .iter()
                .map(|field| format!("{:.3}", field.figure.expect("games").value))
                .collect()
        })
        .collect();
    assert_eq!(
        shares,
        [
            ["0.471", "0.519", "0.681", "0.909"],
            ["0.654", "0.547", "0.660", "0.948"],
            ["0.200", "0.173", "0.571", "0.709"],
            ["0.109", "0.143", "0.304", "0.407"],
        ]
    );
    let won = report.sections[1]
        .grid
        .columns
        .iter()
        .position(|c| *c == Value::Won.title());
    let won = won.expect("a column of games won");
    let starts: Vec<f64> = report.sections[1]
        .grid
        .rows
        .iter()
        .map(|row| row.fields[won].figure.expect("games").value)
        .collect();
    assert_eq!(starts, [6.0, 7.0, 2.0, 3.0]);
}

/// Every experiment plays its quick form to the end, without a forfeit, and every exporter has something to show.
#[test]
fn every_experiment_runs_in_its_quick_form() {
    for experiment in catalogue() {
        if experiment.name() == "s3-as-reported" {
            continue; // It has no quicker form, and a test of its own.
        }
        let quick = experiment
            .quick(&Players::builtin())
            .expect("it has a quick form");
        let start = std::time::Instant::now();
        let records = played(&quick);
        assert_eq!(
            records.len() as u64,
            quick.plan().games(),
            "{}",
            quick.name()
        );
        assert!(
            records.values().all(|record| record.forfeit.is_none()),
            "{}",
            quick.name()
        );
        let report = ExperimentReport::new(&quick, &records, true);
        assert!(!report.sections.is_empty());
        for section in &report.sections {
            let fields = || section.grid.rows.iter().flat_map(|row| &row.fields);
            assert!(
                fields().any(|field| field.figure.is_some()),
                "{}: {}",
                quick.name(),
                section.title
            );
        }
        let files = export::files(&report);
        assert!(
            files.iter().all(|(_, bytes)| bytes.len() > 100),
            "{}",
            quick.name()
        );
        eprintln!(
            "{}: {} games, {:.1} s",
            quick.name(),
            records.len(),
            start.elapsed().as_secs_f64()
        );
    }
}

/// With the whole window at the root, pruning saves nothing at depth 2 and never searches more; the games are the same.
#[test]
fn pruning_in_s2_nodes_is_as_published() {
    let players = Players::builtin();
    let experiment = find("s2-nodes", &players)
        .and_then(|e| e.quick(&players))
        .expect("it comes with Poda");
    let records = played(&experiment);
    let plan = experiment.plan();
    let total = |record: &Record| -> u64 {
        let moves = record.movers.bytes().zip(&record.nodes);
        moves
            .filter(|(mover, _)| *mover == b'0')
            .map(|(_, nodes)| nodes)
            .sum()
    };
    for record in records.values() {
        let cell = &plan.cells[record.cell];
        if cell.coordinate("prune") != Some("on") {
            continue;
        }
        let twin = records.values().find(|other| {
            let same = |name| plan.cells[other.cell].coordinate(name) == cell.coordinate(name);
            other.cell != record.cell
                && other.opening == record.opening
                && same("depth")
                && same("order")
                && same("centre")
        });
        let twin = twin.expect("the same without pruning");
        assert_eq!(twin.moves, record.moves);
        if cell.coordinate("depth") == Some("2") {
            assert_eq!(total(twin), total(record));
        } else {
            assert!(total(record) < total(twin));
        }
    }
}
