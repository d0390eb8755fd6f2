//! Hostile input for everything that reads: good texts and files, cut, joined, flipped and stuffed, must be refused or read, never end
//! the program. The readers are those of the fuzz targets; fuzz/README.md says how to try many more.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use poda_engine::connect4::{Connect4, Connect4Spec};
use poda_engine::dots::{Dots, DotsSpec};
use poda_engine::solve::connect4::Connect4Solver;
use poda_engine::solve::dots::DotsSolver;
use poda_engine::solve::{KeptSolution, Openings, Solver};
use poda_engine::{Game, Limits};
use poda_lab::{BookBuild, Experiment, Players, RecordStore};

#[path = "../../../fuzz/src/hostile.rs"]
mod hostile;
#[path = "../../../fuzz/src/readers.rs"]
mod readers;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

/// Books, solutions, records, when they were played, and the scores of a book to be, each without the checksum at the end of the file.
fn written() -> [(&'static str, Vec<u8>); 7] {
    let without_sum = |mut bytes: Vec<u8>| {
        bytes.truncate(bytes.len() - 8);
        bytes
    };
    let board = Connect4::<u64, 2>::new(Connect4Spec::new(4, 4).expect("a board"));
    let openings = Openings::new(&board, 3).expect("a book");
    let zeros = vec![Some(0); openings.positions().len()];
    let book = openings.book(&zeros).expect("all values").to_bytes();
    let rules: Dots<u64> = Dots::new(DotsSpec::new(2, 2).expect("a board"));
    let solver = DotsSolver::new(&rules, 1 << 16);
    let solve = solver.solve(&rules.start(), Limits::default(), &mut |_| ());
    assert!(solve.is_some());
    let mut solved = Vec::new();
    solver.save(&mut solved).expect("memory is enough");
    let openings = Openings::new(&rules, 3).expect("a book");
    let values = openings.positions().map(|at| {
        let solution = solver.solve(at, Limits::default(), &mut |_| ());
        let margin = rules.margin(at, rules.to_move(at)).unwrap_or(0);
        Some(solution.expect("no limits").value - margin)
    });
    let values: Vec<_> = values.collect();
    let indexed = openings.book(&values).expect("all values").to_bytes();
    [
        ("book/4x4", without_sum(book)),
        ("book/dots-2x2", without_sum(indexed)),
        ("solved/2x2", without_sum(solved)),
        ("solved/connect4", without_sum(connected())),
        ("stretches/two", stretches()),
        ("records/four", records()),
        ("progress/three", progress()),
    ]
}

/// What a solver of Connect 4 knows after some work.
fn connected() -> Vec<u8> {
    let rules = Connect4::<u64, 2>::new(Connect4Spec::new(5, 4).expect("a board"));
    let solver = Connect4Solver::new(&rules, 1 << 16).expect("a small board");
    let solve = solver.solve(&rules.start(), Limits::default(), &mut |_| ());
    assert!(solve.is_some());
    let mut solved = Vec::new();
    solver.save(&mut solved).expect("memory is enough");
    solved
}

/// One line as it is written today, and one from before there were sums.
fn stretches() -> Vec<u8> {
    let old = r#"{"began":1700000000,"seconds":1.5,"games":4,"machine":"a computer","processors":2,"load":[0.5,1.0],"version":"0.1.0"}"#;
    [played("stretches.jsonl"), old.into()].concat()
}

/// A file of a run that was played to its end.
fn played(file: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let players = Players::builtin();
    let experiment = Experiment::parse("fuzz", readers::EXPERIMENT, &players).expect("a spec");
    let mut store = RecordStore::open(folder.path(), &experiment, &players).expect("a run");
    let (plan, stop) = (experiment.plan(), AtomicBool::new(false));
    let stretch = store.begin();
    for game in 0..plan.games() {
        let record = plan.play(&plan.bout(game), &players, &stop);
        let record = record.expect("nobody says stop");
        store.append(record).expect("the disk works");
    }
    store.end(stretch).expect("the disk works");
    drop(store);
    std::fs::read(folder.path().join(file)).expect("the run has it")
}

fn progress() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("progress");
    let build = BookBuild::new("connect4:4x4".parse().expect("a game"), 3, 1 << 16);
    let build = build.expect("a book");
    let mut kept = build.open(&path).expect("a new file");
    for index in 0..3 {
        kept.add(index, 0).expect("the disk works");
    }
    drop(kept);
    std::fs::read(path).expect("the scores")
}

fn records() -> Vec<u8> {
    played("games.jsonl")
}

/// Hostile inputs for each reader, where nothing else is said: about a minute of one core for all of them together, most of it for experiments, their
/// records and whole conversations.
const USUAL: usize = 60_000;

/// A test for each reader, so that they run side by side.
macro_rules! read {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        mod nothing_that_is_read_ends_the_program {
            $(#[test]
            fn $name() {
                super::attack(stringify!($name));
            })*
        }
    };
}

fn attack(name: &str) {
    let reader = readers::READERS.iter().find(|reader| reader.name == name);
    let reader = reader.expect("there is such a reader");
    hostile::attack(Path::new(CORPUS), name, USUAL, &|input| reader.read(input));
}

read! {
    game agent position pasted session program host bot conversation experiment records league progress stretches openings book solved
}

#[test]
fn every_reader_has_its_test() {
    let names: Vec<&str> = readers::READERS.iter().map(|reader| reader.name).collect();
    assert_eq!(names, NAMES);
}

/// Good inputs in binary forms as they are written today; with `PODA_WRITE_CORPUS` they go into the corpus.
#[test]
fn what_is_written_is_read() {
    for (place, bytes) in written() {
        let reader = |reader: &&readers::Reader| place.starts_with(reader.name);
        let reader = readers::READERS.iter().find(reader);
        assert!(reader.expect("its reader").read(&bytes), "{place}");
        if std::env::var_os("PODA_WRITE_CORPUS").is_some() {
            let path = Path::new(CORPUS).join(place);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, bytes).expect("written");
        }
    }
}
