//! Records that lie or are damaged are refused; old ones are still read. Small specs that ask for endless work are refused, too.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use poda_lab::{
    BadRecord, Experiment, Players, Record, RecordStore, RecordStoreError, RunOptions, run,
};
use serde_json::{Value, json};
use tempfile::TempDir;

const SPEC: &str = r#"
title = "A test"
game = "connect4:4x4"
games = 4
opening = 2
seed = 5
[[pairing]]
agents = ["level:1", "greedy"]
[[pairing]]
game = "connect4:4x5,players=3"
games = 6
agents = ["greedy", "random", "greedy"]
"#;

fn experiment(text: &str) -> Experiment {
    Experiment::parse("test", text, &Players::builtin()).expect("a good spec")
}

/// All games of an experiment, in a folder.
fn played(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a new folder");
    let (experiment, players) = (experiment(text), Players::builtin());
    let store = RecordStore::open(folder.path(), &experiment, &players);
    let mut store = store.expect("the folder can be used");
    run(
        experiment.plan(),
        &players,
        &BTreeMap::new(),
        &RunOptions {
            games: None,
            jobs: Some(1),
        },
        &AtomicBool::new(false),
        &mut |record, _| store.append(record),
    )
    .expect("the disk works");
    folder
}

fn read(folder: &Path) -> Result<BTreeMap<u64, Record>, RecordStoreError> {
    poda_lab::read(folder, &Players::builtin()).map(|(_, records)| records)
}

fn why(folder: &Path) -> BadRecord {
    match read(folder) {
        Err(RecordStoreError::BadLine { why, .. }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_flipped_bit_is_accepted() {
    let folder = played(SPEC);
    let games = folder.path().join("games.jsonl");
    let good = std::fs::read(&games).expect("records");
    let whole = read(folder.path()).expect("a good file");
    let (mut tried, mut accepted) = (0, 0);
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        std::fs::write(&games, &bad).expect("the disk works");
        tried += 1;
        accepted += usize::from(read(folder.path()).is_ok());
    }
    // The last end of a line, bit by bit.
    for bit in 0..8 {
        let mut bad = good.clone();
        *bad.last_mut().expect("a byte") ^= 1 << bit;
        std::fs::write(&games, &bad).expect("the disk works");
        assert!(read(folder.path()).is_err(), "bit {bit}");
    }
    assert!(tried > 1000 && accepted == 0, "{accepted} of {tried}");
    // A line that a kill cut short, at any place, is dropped; all others are there.
    let last = good[..good.len() - 1].iter().rposition(|&b| b == b'\n');
    let last = last.expect("several lines") + 1;
    for end in last..good.len() {
        std::fs::write(&games, &good[..end]).expect("the disk works");
        let records = read(folder.path()).expect("a file that was cut");
        assert_eq!(records.len(), whole.len() - 1, "cut at {end}");
    }
}

#[test]
fn no_flipped_bit_changes_what_a_run_is_of() {
    let folder = played(SPEC);
    for name in ["experiment.toml", "run.json"] {
        let file = folder.path().join(name);
        let good = std::fs::read(&file).expect("a file");
        for place in 0..8 * good.len() {
            let mut bad = good.clone();
            bad[place / 8] ^= 1 << (place % 8);
            std::fs::write(&file, &bad).expect("the disk works");
            assert!(read(folder.path()).is_err(), "bit {place} of {name}");
        }
        std::fs::write(&file, &good).expect("the disk works");
    }
    // Runs from before there were sums.
    let old = "{\"name\": \"test\", \"quick\": false}";
    std::fs::write(folder.path().join("run.json"), old).expect("the disk works");
    assert_eq!(read(folder.path()).expect("a run").len(), 10);
}

#[test]
fn whoever_is_refused_is_told_what_to_do() {
    let folder = played(SPEC);
    let damaged = |name: &str, text: &str, advice: &str| {
        let file = folder.path().join(name);
        let good = std::fs::read(&file).expect("a file");
        std::fs::write(&file, text).expect("the disk works");
        let refused = read(folder.path()).expect_err("refused").to_string();
        assert!(refused.ends_with(advice), "{refused}");
        std::fs::write(&file, good).expect("the disk works");
    };
    damaged(
        "games.jsonl",
        "{}\n",
        "Remove the line, and its game is played again",
    );
    damaged("run.json", "{", "give another directory, or bring it back");
    damaged(
        "experiment.toml",
        "",
        "give another directory, or bring them back",
    );
    std::fs::remove_file(folder.path().join("games.jsonl")).expect("the disk works");
    std::fs::create_dir(folder.path().join("games.jsonl")).expect("the disk works");
    let refused = read(folder.path()).expect_err("refused").to_string();
    assert!(refused.ends_with("or give another directory"), "{refused}");
}

#[test]
fn records_that_lie_are_refused_and_old_ones_read() {
    let folder = played(SPEC);
    let games = folder.path().join("games.jsonl");
    let text = std::fs::read_to_string(&games).expect("records");
    let whole = read(folder.path()).expect("a good file");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    // As lines were before they had sums, with a change.
    let write = |change: &dyn Fn(&mut Value)| {
        let mut lines = lines.clone();
        for line in &mut lines {
            line.as_object_mut().expect("a record").remove("sum");
        }
        change(&mut lines[0]);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&games, text).expect("the disk works");
    };
    write(&|_| ());
    assert_eq!(read(folder.path()).expect("an old file"), whole);

    let moves = lines[0]["moves"].as_str().expect("moves").to_owned();
    let turned = if lines[0]["outcome"] == json!("draw") {
        "first"
    } else {
        "draw"
    };
    for (key, value, expected) in [
        ("rules", json!("connect4:4x5"), "is another one"),
        ("agents", json!(["level:2", "greedy"]), "is another one"),
        ("opening", json!(1), "is another one"),
        ("opened", json!(1), "do not fit"),
        (
            "moves",
            json!(format!("{moves}1")),
            "its moves cannot be played",
        ),
        ("moves", json!("9"), "its moves cannot be played"),
        (
            "outcome",
            json!(turned),
            "its outcome is not that of its moves",
        ),
        (
            "movers",
            json!("0".repeat(moves.len() - 2)),
            "is another one",
        ),
        ("game", json!(9_999), "there are 10 games"),
        (
            "forfeit",
            json!({ "seat": 0, "reason": "crash" }),
            "its outcome is not",
        ),
        ("sun", json!("12345678"), "its check sum does not fit"),
    ] {
        write(&|line| line[key] = value.clone());
        let why = why(folder.path()).to_string();
        assert!(why.contains(expected), "{key}: {why}");
    }
    // The same game twice, and not the same.
    write(&|_| ());
    let mut other = lines[0].clone();
    other.as_object_mut().expect("a record").remove("sum");
    other["nodes"] = json!(vec![7; moves.len() - 2]);
    let old = std::fs::read_to_string(&games).expect("records");
    std::fs::write(&games, format!("{old}{other}\n")).expect("the disk works");
    assert!(why(folder.path()).to_string().contains("is there twice"));
}

/// What was reported as this experiment's once: the games of another one with the same seed.
#[test]
fn games_of_another_experiment_with_the_same_seed_are_refused() {
    let ours = played(SPEC);
    for other in [
        SPEC.replace("level:1", "level:2"),
        SPEC.replace("connect4:4x4", "connect4:4x5"),
        SPEC.replace("opening = 2", "opening = 3"),
    ] {
        let theirs = played(&other);
        std::fs::copy(
            theirs.path().join("games.jsonl"),
            ours.path().join("games.jsonl"),
        )
        .expect("the disk works");
        assert!(read(ours.path()).is_err(), "{other}");
    }
}

/// Each of these took all memory or the whole stack once.
#[test]
fn small_specs_do_not_ask_for_endless_work() {
    let head = "title = \"x\"\ngame = \"connect4:6x7,players=3\"\ngames = 1\n";
    let ten = "[0,1,2,3,4,5,6,7,8,9]";
    let sweep: String = ('a'..='i')
        .map(|name| format!("{name} = {ten}\n"))
        .collect();
    let four: String = ('a'..='d')
        .map(|name| format!("{name} = {ten}\n"))
        .collect();
    let pairing = "[[pairing]]\nagents = [\"greedy\", \"greedy\", \"greedy\"]\n";
    let grid = |names: &str| {
        format!(
            "[[view]]\nkind = \"grid\"\ntitle = \"x\"\nrows = {names}\ncolumns = {names}\nvalue = \"score\"\n"
        )
    };
    let numbers: Vec<u32> = (0..10_000).collect();
    let many: String = (0..20).map(|name| format!("v{name} = 1\n")).collect();
    for (text, sentence) in [
        (
            format!("{head}[sweep]\n{sweep}[[pairing]]\nagents = [\"greedy\"]"),
            "these are too many pairings: at most 10000",
        ),
        (
            format!("{head}[sweep]\n{many}[[pairing]]\nagents = [\"greedy\"]"),
            "these are too many variables of [sweep]: at most 16",
        ),
        (
            format!("{head}[[pairing]]\nagents = [\"{}\"]", "{1..9}".repeat(9)),
            "stands for 387420489 names, which are too many: at most 1000",
        ),
        (
            format!(
                "{head}[[pairing]]\nkind = \"round-robin\"\nagents = [\"maxn:nodes={{1..999}}\"]"
            ),
            "these are too many pairings: at most 10000",
        ),
        (
            format!("{head}[[pairing]]\nagents = [\"{}\"]", "{".repeat(300_000)),
            "the names of agents and games are at most 1000 bytes long",
        ),
        (
            format!("{head}[[pairing]]\nkind = \"gauntlet\"\nagents = [\"maxn:nodes={{1..999}}\"]"),
            "nobody meets anybody in a pairing",
        ),
        (format!("{head}x = {}", "[".repeat(300_000)), ""),
        // Every pairing against every pairing: a hundred million figures. And little, again and again.
        (
            format!(
                "{head}[sweep]\n{four}{pairing}{}",
                grid("[\"a\", \"b\", \"c\", \"d\"]")
            ),
            "the views show too much: at most 1000000 figures and pairings",
        ),
        (
            format!("{head}[sweep]\n{four}{pairing}{}", grid("[]").repeat(5_000)),
            "the views show too much: at most 1000000 figures and pairings",
        ),
        // A long value, once in each of many pairings, and once in each of many names.
        (
            format!(
                "{head}[sweep]\nlong = \"{}\"\nn = {numbers:?}\n[[pairing]]\nagents = [\"greedy\"]",
                "x".repeat(500_000)
            ),
            "the variables of [sweep] are too long for so many pairings",
        ),
        (
            format!(
                "{head}[sweep]\nlong = \"{}\"\n[[pairing]]\nagents = [\"{}{{1..999}}\"]",
                "x".repeat(500_000),
                "{long}".repeat(15)
            ),
            "the names of agents and games are at most 1000 bytes long",
        ),
    ] {
        let error = Experiment::parse("small", &text, &Players::builtin()).expect_err("refused");
        let error = error.to_string();
        assert!(
            error.contains(sentence) && !error.contains('\n'),
            "{error:.200}"
        );
    }
}
