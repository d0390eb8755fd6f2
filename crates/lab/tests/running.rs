//! Runs that are cut, killed, sliced and merged come to the same report; bad players forfeit; bad specs get a sentence.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use poda_engine::{AnyGame, AnyMove, AnyState, Game, Knowledge, MoveList, Outcome, PlayerId};
use poda_lab::{
    Contestant, Experiment, Measures, Options, Reason, Record, Report, Rules, Store, StoreError,
    Thought, export, merge, play, read, run,
};

const SPEC: &str = r#"
title = "A test"
game = "connect4:5x5"
games = 12
opening = 2
seed = 5
measure = ["nodes", "leaves", "time", "lapses"]
[sweep]
depth = [1, 2, 3]
[[pairing]]
agents = ["alphabeta:depth={depth},eval=s2", "level:2"]
[[pairing]]
game = "dots:2x2"
games = 7
agents = ["greedy", "s3:depth={depth}"]
sweep = { board = "dots" }
[[view]]
kind = "table"
title = "All"
rows = ["game", "depth"]
values = ["games", "won", "drawn", "lost", "score", "elo", "nodes/move", "leaves/game p95", "time/move", "lapses", "distinct"]
[[view]]
kind = "lines"
title = "Lines"
x = "depth"
series = ["game"]
value = "nodes/game"
log = true
[[view]]
kind = "standings"
title = "Standings"
"#;

fn spec() -> Experiment {
    Experiment::parse("test", SPEC).expect("a good spec")
}

/// A new folder for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("poda-lab-{}-{name}-{number}", std::process::id()));
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Runs a slice into a folder; stops it once so many new games are on record.
fn run_into(
    folder: &Path,
    games: Option<std::ops::Range<u64>>,
    jobs: usize,
    stop_after: Option<u64>,
) -> bool {
    let experiment = spec();
    let mut store = Store::open(folder, &experiment).expect("the folder can be used");
    let known = store.records().clone();
    let stop = AtomicBool::new(false);
    let options = Options {
        games,
        jobs: Some(jobs),
        ..Options::default()
    };
    let mut new = 0;
    let finished = run(
        experiment.plan(),
        &known,
        &options,
        &stop,
        &mut |record, _| {
            assert!(!known.contains_key(&record.game), "no game is played twice");
            new += 1;
            if stop_after == Some(new) {
                stop.store(true, Ordering::Relaxed);
            }
            store.append(record)
        },
    );
    finished.expect("the disk works")
}

/// Everything a report is, without times.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let (experiment, records) = read(folder).expect("a run");
    assert_eq!(records.len() as u64, experiment.plan().games());
    export::files(&Report::new(&experiment, &records, false))
}

#[test]
fn jobs_slices_merges_and_kills_make_no_difference() {
    let straight = Folder::new("straight");
    assert!(run_into(&straight.0, None, 1, None));
    let expected = files(&straight.0);
    assert!(expected.len() >= 5);

    // Killed twice: once cleanly, once in the middle of a line.
    let killed = Folder::new("killed");
    run_into(&killed.0, None, 3, Some(9));
    let games = killed.0.join("games.jsonl");
    let text = std::fs::read(&games).expect("records");
    std::fs::write(&games, &text[..text.len() - 40]).expect("the disk works");
    run_into(&killed.0, None, 2, Some(11));
    assert!(run_into(&killed.0, None, 4, None));
    assert!(files(&killed.0) == expected, "killed twice");

    // Three slices that overlap, by different numbers of jobs, merged in another order, one twice.
    let total = spec().plan().games();
    let slices: Vec<Folder> = (0..3).map(|n| Folder::new(&format!("slice{n}"))).collect();
    assert!(run_into(&slices[0].0, Some(0..20), 1, None));
    assert!(run_into(&slices[1].0, Some(15..40), 2, None));
    assert!(run_into(&slices[2].0, Some(40..total), 3, None));
    let merged = Folder::new("merged");
    let from: Vec<PathBuf> = [2, 0, 1, 0]
        .iter()
        .map(|&n: &usize| slices[n].0.clone())
        .collect();
    drop(merge(&from, &merged.0).expect("slices of one experiment"));
    assert!(files(&merged.0) == expected, "sliced and merged");
}

#[test]
fn a_stopped_run_leaves_no_half_games() {
    let folder = Folder::new("stopped");
    assert!(!run_into(&folder.0, None, 2, Some(5)));
    let (experiment, records) = read(&folder.0).expect("a run");
    assert!(records.len() >= 5 && (records.len() as u64) < experiment.plan().games());
    let game: AnyGame = "connect4:5x5".parse().expect("a game");
    for record in records
        .values()
        .filter(|record| record.rules == "connect4:5x5")
    {
        let (_, end) = game.read_position(&record.moves).expect("legal moves");
        assert_eq!(game.outcome(&end), Some(record.outcome));
    }
}

#[test]
fn folders_are_guarded() {
    let folder = Folder::new("guarded");
    let store = Store::open(&folder.0, &spec()).expect("a new folder");
    assert!(matches!(
        Store::open(&folder.0, &spec()),
        Err(StoreError::Busy { .. })
    ));
    drop(store);
    let other =
        Experiment::parse("test", &SPEC.replace("seed = 5", "seed = 6")).expect("a good spec");
    assert!(matches!(
        Store::open(&folder.0, &other),
        Err(StoreError::Other { .. })
    ));
    // Words may change; what is played may not.
    let reworded =
        Experiment::parse("test", &SPEC.replace("A test", "A better title")).expect("a good spec");
    drop(Store::open(&folder.0, &reworded).expect("the same games"));
    assert!(matches!(
        read(Path::new("/nowhere")),
        Err(StoreError::NoRun { .. })
    ));

    run_into(&folder.0, Some(0..4), 1, None);
    let games = folder.0.join("games.jsonl");
    let good = std::fs::read_to_string(&games).expect("records");
    for bad in [
        good.replacen("\"game\":2", "\"game\":3000000", 1),
        good.replacen("\"game\":2", "\"game\":9", 1),
        good.replacen("\"movers\":\"", "\"movers\":\"7", 1),
        good.replacen('{', "[", 1),
    ] {
        assert_ne!(bad, good);
        std::fs::write(&games, bad).expect("the disk works");
        assert!(matches!(read(&folder.0), Err(StoreError::BadLine { .. })));
    }
}

#[test]
fn slices_that_contradict_each_other_are_refused() {
    let (a, b, out) = (Folder::new("a"), Folder::new("b"), Folder::new("out"));
    run_into(&a.0, Some(0..3), 1, None);
    run_into(&b.0, Some(0..3), 1, None);
    let games = b.0.join("games.jsonl");
    let text = std::fs::read_to_string(&games).expect("records");
    let record: Record =
        serde_json::from_str(text.lines().next().expect("a line")).expect("a record");
    let turned = if record.outcome == Outcome::Draw {
        "first"
    } else {
        "draw"
    };
    let line = text.replacen(
        &format!("\"outcome\":\"{}\"", record.outcome),
        &format!("\"outcome\":\"{turned}\""),
        1,
    );
    std::fs::write(&games, line).expect("the disk works");
    let result = merge(&[a.0.clone(), b.0.clone()], &out.0);
    assert!(matches!(result, Err(StoreError::Contradiction { .. })));
}

/// Plays the first legal move, until it does not.
struct Bad {
    good_moves: u32,
    then: Reason,
}

impl Contestant for Bad {
    fn think(&mut self, state: &AnyState, _: &AtomicBool) -> Thought {
        let game: AnyGame = "connect4".parse().expect("a game");
        let mut moves: MoveList<AnyMove> = MoveList::new();
        game.moves(state, &mut moves);
        let mut mv = moves[0];
        if self.good_moves == 0 {
            assert_ne!(
                self.then,
                Reason::Crash,
                "a bug in a bot, as this test wants it"
            );
            mv = AnyMove::Column("9".parse().expect("a column"));
        }
        self.good_moves = self.good_moves.saturating_sub(1);
        Thought {
            mv,
            nodes: 0,
            leaves: 0,
        }
    }
}

#[test]
fn whoever_breaks_the_rules_loses() {
    let game: AnyGame = "connect4".parse().expect("a game");
    for reason in [Reason::Illegal, Reason::Crash] {
        let mut contestants: Vec<Box<dyn Contestant>> = vec![
            Box::new(Bad {
                good_moves: 99,
                then: reason,
            }),
            Box::new(Bad {
                good_moves: 1,
                then: reason,
            }),
        ];
        let never = AtomicBool::new(false);
        let rules = Rules {
            move_time: None,
            measures: Measures::default(),
            stop: &never,
            clock: &|_| {},
            overtime: &never,
            knowledge: &Knowledge::default(),
        };
        let course = play(&game, &[], &mut contestants, &rules).expect("nobody stopped it");
        let forfeit = course.forfeit.expect("a forfeit");
        assert_eq!((forfeit.seat, forfeit.reason), (1, reason));
        assert_eq!(course.outcome, Some(Outcome::Win(PlayerId::FIRST)));
        assert_eq!(course.line.len(), 3, "the game as far as it went");
    }
}

/// An agent that thinks for 20 seconds per move, where a move may take 50 milliseconds.
#[test]
fn late_moves_forfeit() {
    let text = r#"
title = "Too slow"
game = "connect4"
games = 2
[limits]
move_time = 0.05
[[pairing]]
agents = ["strong:time=20s", "random"]
[[view]]
kind = "table"
title = "All"
rows = ["player"]
values = ["games", "lost", "forfeits"]
"#;
    let experiment = Experiment::parse("slow", text).expect("a good spec");
    let mut records = BTreeMap::new();
    let start = Instant::now();
    let finished = run::<()>(
        experiment.plan(),
        &BTreeMap::new(),
        &Options::default(),
        &AtomicBool::new(false),
        &mut |record, _| {
            records.insert(record.game, record);
            Ok(())
        },
    );
    assert_eq!(finished, Ok(true));
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "the clock stops it"
    );
    for record in records.values() {
        let forfeit = record.forfeit.expect("a forfeit");
        assert_eq!(
            (record.seats[forfeit.seat], forfeit.reason),
            (0, Reason::Timeout)
        );
        assert_eq!(record.winner(), Some(1));
    }
    let report = Report::new(&experiment, &records, false);
    let row: Vec<f64> = report.sections[0].grid.rows[0]
        .fields
        .iter()
        .map(|f| f.figure.expect("games").value)
        .collect();
    assert_eq!(row, [2.0, 2.0, 2.0]);
    assert!(
        report
            .remarks
            .iter()
            .any(|remark| remark.contains("2 games were given away"))
    );
}

/// A sequential test ends early, and what it says does not depend on the number of jobs.
#[test]
fn sequential_tests_end_early_and_alike() {
    let text = r#"
title = "Is depth 4 better than random?"
game = "connect4:5x5"
games = 2000
opening = 1
[sprt]
elo0 = 0
elo1 = 50
[[pairing]]
agents = ["alphabeta:depth=4", "random"]
[[view]]
kind = "table"
title = "All"
rows = ["player"]
values = ["games", "score", "sprt"]
"#;
    let experiment = Experiment::parse("sprt", text).expect("a good spec");
    let mut reports = Vec::new();
    for jobs in [1, 4] {
        let mut records = BTreeMap::new();
        let options = Options {
            games: None,
            jobs: Some(jobs),
            ..Options::default()
        };
        let finished = run::<()>(
            experiment.plan(),
            &BTreeMap::new(),
            &options,
            &AtomicBool::new(false),
            &mut |record, _| {
                records.insert(record.game, record);
                Ok(())
            },
        );
        assert_eq!(finished, Ok(true));
        assert!(records.len() < 1000, "{} games", records.len());
        reports.push(Report::new(&experiment, &records, false).sections);
    }
    assert_eq!(reports[0], reports[1]);
    assert_eq!(
        reports[0][0].grid.rows[0].fields[2].word.as_deref(),
        Some("better")
    );
}

#[test]
fn bad_specs_get_one_sentence() {
    let refusal = |text: &str| Experiment::parse("bad", text).expect_err(text).to_string();
    for (from, to, sentence) in [
        (
            "games = 12",
            "gmaes = 12",
            "bad: the spec has no key `gmaes`: did you mean `games`? There are title",
        ),
        (
            "kind = \"table\"",
            "knid = \"table\"",
            "bad: [[view]] has no key `knid`: did you mean `kind`?",
        ),
        (
            "agents = [\"greedy\"",
            "agent = [\"greedy\"",
            "bad: [[pairing]] has no key `agent`: did you mean `agents`?",
        ),
        (
            "game = \"connect4:5x5\"",
            "game = \"chess\"",
            "bad: there is no game `chess`: the games are connect4 and dots",
        ),
        (
            "\"greedy\", ",
            "",
            "bad: 1 agents meet in dots:2x2, which is for 2: give one for each player",
        ),
        (
            "\"level:2\"",
            "\"s3:depth=2\"",
            "bad: s3:depth=2 does not play connect4:5x5: it plays dots",
        ),
        (
            "{depth},eval",
            "{deep},eval",
            "bad: `{deep}` is neither a variable of [sweep] (depth) nor a list",
        ),
        (
            "\"elo\"",
            "\"ello\"",
            "bad: the view \"All\": `ello` is not a value: did you mean `elo`?",
        ),
        (
            "\"lapses\"]\n[sweep]",
            "\"relapses\"]\n[sweep]",
            "bad: `relapses` cannot be measured: did you mean `lapses`?",
        ),
        (
            "x = \"depth\"",
            "x = \"game\"",
            "bad: the view \"Lines\": the values of game are not all numbers",
        ),
        ("games = 12", "games = 0", "bad: games is at least 1"),
        (
            "opening = 2",
            "opening = 999",
            "bad: opening is 0 to 64 plies",
        ),
        (
            "games = 12",
            "games = -1",
            "bad: line 4: invalid value: integer `-1`, expected u32",
        ),
        (
            "games = 12",
            "games = 4000000",
            "bad: 6 pairings with 12000024 games are too many",
        ),
        ("seed = 5", "seed = ", "bad: line 6: "),
    ] {
        let text = SPEC.replacen(from, to, 1);
        assert_ne!(text, SPEC, "{from}");
        let found = refusal(&text);
        assert!(found.starts_with(sentence), "{found}\n{sentence}");
        assert!(!found.contains('\n'), "{found}");
    }
    assert!(refusal("title = \"nothing\"").contains("at least one [[pairing]]"));
}

/// Nothing on record is no reason to fail: a report can be asked for at any moment.
#[test]
fn a_run_without_games_has_a_report() {
    for experiment in poda_lab::catalogue().into_iter().chain([spec()]) {
        let report = Report::new(&experiment, &BTreeMap::new(), true);
        assert_eq!(report.played, 0);
        assert!(export::files(&report).len() >= 3, "{}", experiment.name());
        assert!(export::text(&report).contains("0 of "));
    }
}

/// A game is a pure function of the spec and its number: written down once, it must never change.
#[test]
fn the_schedule_never_changes() {
    let plan = spec();
    let plan = plan.plan();
    let bout = plan.bout(17);
    assert_eq!(
        (bout.cell, bout.opening, bout.seats.as_slice()),
        (2, 1, &[1, 0][..])
    );
    assert_eq!(bout, spec().plan().bout(17));
    let again = plan.bout(16);
    assert_eq!(
        again.opening_seed, bout.opening_seed,
        "one opening for both orders of seats"
    );
    assert_ne!(again.seeds, bout.seeds);
    assert_eq!((bout.opening_seed, bout.seeds[0]), PINNED);
}

const PINNED: (u64, u64) = (6_168_581_413_290_484, 5_918_645_610_848_018);
