//! Runs that are cut, killed, sliced and merged come to the same report; bad players forfeit; bad specs get a sentence.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use poda_engine::{
    AnyGame, AnyMove, Game, MoveList, Outcome, Player, PlayerFailure, PlayerId, Request,
    SearchReport, Situation,
};
use poda_lab::{
    Experiment, ExperimentReport, Players, Reason, Record, RecordStore, RecordStoreError, Referee,
    RunOptions, SeatedPlayer, SpecError, export, merge, run,
};
use tempfile::TempDir;

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

fn parse(name: &str, text: &str) -> Result<Experiment, SpecError> {
    Experiment::parse(name, text, &Players::builtin())
}

fn spec() -> Experiment {
    parse("test", SPEC).expect("a good spec")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a new folder")
}

fn open(folder: &Path, experiment: &Experiment) -> Result<RecordStore, RecordStoreError> {
    RecordStore::open(folder, experiment, &Players::builtin())
}

fn read(folder: &Path) -> Result<(Experiment, BTreeMap<u64, Record>), RecordStoreError> {
    poda_lab::read(folder, &Players::builtin())
}

/// All games of an experiment, by these players.
fn played(
    experiment: &Experiment,
    players: &Players,
    jobs: Option<usize>,
) -> BTreeMap<u64, Record> {
    let mut records = BTreeMap::new();
    let options = RunOptions { games: None, jobs };
    let finished = run::<()>(
        experiment.plan(),
        players,
        &BTreeMap::new(),
        &options,
        &AtomicBool::new(false),
        &mut |record, _| {
            records.insert(record.game, record);
            Ok(())
        },
    );
    assert_eq!(finished, Ok(true));
    records
}

/// Runs a slice into a folder; stops it once so many new games are on record.
fn run_into(
    folder: &Path,
    games: Option<std::ops::Range<u64>>,
    jobs: usize,
    stop_after: Option<u64>,
) -> bool {
    let experiment = spec();
    let mut store = open(folder, &experiment).expect("the folder can be used");
    let known = store.records().clone();
    let stop = AtomicBool::new(false);
    let options = RunOptions {
        games,
        jobs: Some(jobs),
    };
    let mut new = 0;
    let finished = run(
        experiment.plan(),
        &Players::builtin(),
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
    export::files(&ExperimentReport::new(&experiment, &records, false))
}

#[test]
fn jobs_slices_merges_and_kills_make_no_difference() {
    let straight = folder();
    assert!(run_into(straight.path(), None, 1, None));
    let expected = files(straight.path());
    assert!(expected.len() >= 5);

    // Killed twice: once cleanly, once in the middle of a line.
    let killed = folder();
    run_into(killed.path(), None, 3, Some(9));
    let games = killed.path().join("games.jsonl");
    let text = std::fs::read(&games).expect("records");
    std::fs::write(&games, &text[..text.len() - 40]).expect("the disk works");
    run_into(killed.path(), None, 2, Some(11));
    assert!(run_into(killed.path(), None, 4, None));
    assert!(files(killed.path()) == expected, "killed twice");

    // Three slices that overlap, by different numbers of jobs, merged in another order, one twice.
    let total = spec().plan().games();
    let slices: Vec<TempDir> = (0..3).map(|_| folder()).collect();
    assert!(run_into(slices[0].path(), Some(0..20), 1, None));
    assert!(run_into(slices[1].path(), Some(15..40), 2, None));
    assert!(run_into(slices[2].path(), Some(40..total), 3, None));
    let merged = folder();
    let from: Vec<PathBuf> = [2, 0, 1, 0]
        .iter()
        .map(|&n: &usize| slices[n].path().to_owned())
        .collect();
    drop(merge(&from, merged.path(), &Players::builtin()).expect("slices of one experiment"));
    assert!(files(merged.path()) == expected, "sliced and merged");
}

#[test]
fn a_stopped_run_leaves_no_half_games() {
    let folder = folder();
    assert!(!run_into(folder.path(), None, 2, Some(5)));
    let (experiment, records) = read(folder.path()).expect("a run");
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

/// A disk that is full ends the run with its error, and whoever plays stops.
#[test]
fn what_cannot_be_kept_ends_the_run() {
    let stop = AtomicBool::new(false);
    let mut handed_over = 0;
    let result = run(
        spec().plan(),
        &Players::builtin(),
        &BTreeMap::new(),
        &RunOptions {
            games: None,
            jobs: Some(3),
        },
        &stop,
        &mut |_, _| {
            handed_over += 1;
            if handed_over == 2 {
                Err("full")
            } else {
                Ok(())
            }
        },
    );
    assert_eq!((result, handed_over), (Err("full"), 2));
    assert!(stop.load(Ordering::Relaxed));
}

#[test]
fn folders_are_guarded() {
    let folder = folder();
    let store = open(folder.path(), &spec()).expect("a new folder");
    assert!(matches!(
        open(folder.path(), &spec()),
        Err(RecordStoreError::Busy { .. })
    ));
    drop(store);
    let other = parse("test", &SPEC.replace("seed = 5", "seed = 6")).expect("a good spec");
    assert!(matches!(
        open(folder.path(), &other),
        Err(RecordStoreError::Other { .. })
    ));
    // Words may change; what is played may not.
    let reworded = parse("test", &SPEC.replace("A test", "A better title")).expect("a good spec");
    drop(open(folder.path(), &reworded).expect("the same games"));
    assert!(matches!(
        read(Path::new("/nowhere")),
        Err(RecordStoreError::NoRun { .. })
    ));

    run_into(folder.path(), Some(0..4), 1, None);
    let games = folder.path().join("games.jsonl");
    let good = std::fs::read_to_string(&games).expect("records");
    for bad in [
        good.replacen("\"game\":2", "\"game\":3000000", 1),
        good.replacen("\"game\":2", "\"game\":9", 1),
        good.replacen("\"movers\":\"", "\"movers\":\"7", 1),
        good.replacen('{', "[", 1),
    ] {
        assert_ne!(bad, good);
        std::fs::write(&games, bad).expect("the disk works");
        assert!(matches!(
            read(folder.path()),
            Err(RecordStoreError::BadLine { .. })
        ));
    }
}

#[test]
fn slices_that_contradict_each_other_are_refused() {
    let (a, b, out) = (folder(), folder(), folder());
    run_into(a.path(), Some(0..3), 1, None);
    run_into(b.path(), Some(0..3), 1, None);
    let games = b.path().join("games.jsonl");
    // As lines were before they had sums: another number of nodes cannot be told from the truth, but by comparing.
    let text = std::fs::read_to_string(&games).expect("records");
    let mut first: serde_json::Value =
        serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    first.as_object_mut().expect("a record").remove("sum");
    first["nodes"][0] = 123_456_789.into();
    let line = format!("{first}\n");
    std::fs::write(&games, line).expect("the disk works");
    let result = merge(
        &[a.path().to_owned(), b.path().to_owned()],
        out.path(),
        &Players::builtin(),
    );
    assert!(matches!(
        result,
        Err(RecordStoreError::Contradiction { .. })
    ));
}

/// How a player of these tests goes wrong.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    Illegal,
    Panic,
    Fail,
}

/// Plays the first legal move, until it does not.
struct Bad {
    good_moves: u32,
    then: Then,
}

impl Player for Bad {
    fn think(
        &mut self,
        at: &Situation<'_>,
        _: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        let mut moves: MoveList<AnyMove> = MoveList::new();
        at.game.moves(at.state, &mut moves);
        if self.good_moves > 0 {
            self.good_moves -= 1;
            return Ok(SearchReport::unsearched(moves[0]));
        }
        match self.then {
            Then::Illegal => {
                let mv = AnyMove::Column("9".parse().expect("a column"));
                Ok(SearchReport::unsearched(mv))
            }
            Then::Panic => panic!("a bug in a bot, as this test wants it"),
            Then::Fail => Err(PlayerFailure::crash("the bot went away\nand more")),
        }
    }
}

#[test]
fn whoever_breaks_the_rules_loses() {
    let game: AnyGame = "connect4".parse().expect("a game");
    for (then, reason, why) in [
        (
            Then::Illegal,
            Reason::Illegal,
            Some("column 9 does not exist: columns are 1 to 7"),
        ),
        (Then::Panic, Reason::Crash, None),
        (Then::Fail, Reason::Crash, Some("the bot went away")),
    ] {
        let bad = |good_moves| SeatedPlayer::new(Box::new(Bad { good_moves, then }));
        let referee = Referee {
            move_time: None,
            adjudicator: None,
            stop: &AtomicBool::new(false),
        };
        let course = referee.play(&game, &[], &mut [bad(99), bad(1)]);
        let course = course.expect("nobody stopped it");
        let forfeit = course.forfeit.expect("a forfeit");
        assert_eq!((forfeit.seat, forfeit.reason), (1, reason));
        assert_eq!(forfeit.why.as_deref(), why);
        assert_eq!(course.outcome, Some(Outcome::Win(PlayerId::FIRST)));
        assert_eq!(course.line.len(), 3, "the game as far as it went");
    }
}

const STRANGER: &str = r#"
title = "A stranger"
game = "connect4:5x5"
games = 8
measure = ["nodes", "lapses"]
[[pairing]]
agents = ["first-legal", "level:1"]
[[view]]
kind = "standings"
title = "All"
"#;

/// A player that Poda has never heard of takes part in an experiment, from the spec to the report.
#[test]
fn a_player_of_somebody_elses_takes_part() {
    let refusal = parse("stranger", STRANGER).expect_err("nobody knows it");
    assert!(
        refusal
            .to_string()
            .contains("there is no agent `first-legal`"),
        "{refusal}"
    );
    let first_legal = |good_moves| {
        let then = Then::Fail;
        Players::builtin().with("first-legal", move |_, _| {
            Box::new(Bad { good_moves, then })
        })
    };
    let players = first_legal(99);
    let experiment = Experiment::parse("stranger", STRANGER, &players).expect("now it is known");
    let records = played(&experiment, &players, Some(2));
    assert_eq!(records.len(), 8);
    for record in records.values() {
        assert_eq!(record.agents, ["first-legal", "level:1"]);
        assert_eq!(record.forfeit, None);
        let seat = record.seats.iter().position(|&agent| agent == 0);
        let seat = char::from(b'0' + seat.expect("it has a seat") as u8);
        let mut moves = record.movers.chars().zip(record.lapses.chars());
        assert!(
            moves.all(|(mover, lapse)| mover != seat || lapse == '-'),
            "nobody judges its moves: {record:?}"
        );
    }
    let report = ExperimentReport::new(&experiment, &records, false);
    let names: Vec<&str> = report.sections[0]
        .grid
        .rows
        .iter()
        .map(|row| &*row.name)
        .collect();
    assert!(names.contains(&"first-legal"), "{names:?}");

    // Kept in a folder and read again by whoever knows the player; what it said when it failed is on record.
    let (folder, players) = (folder(), first_legal(1));
    let mut store = RecordStore::open(folder.path(), &experiment, &players).expect("a new folder");
    for record in played(&experiment, &players, Some(1)).into_values() {
        store.append(record).expect("the disk works");
    }
    let (_, again) = poda_lab::read(folder.path(), &players).expect("a run");
    assert_eq!(&again, store.records());
    for record in again.values() {
        let forfeit = record.forfeit.as_ref().expect("a forfeit");
        assert_eq!(forfeit.why.as_deref(), Some("the bot went away"));
        assert_eq!(record.winner(), Some(1));
    }
    assert!(matches!(
        read(folder.path()),
        Err(RecordStoreError::Spec(_))
    ));
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
    let experiment = parse("slow", text).expect("a good spec");
    let start = Instant::now();
    let records = played(&experiment, &Players::builtin(), None);
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "the clock stops it"
    );
    for record in records.values() {
        let forfeit = record.forfeit.as_ref().expect("a forfeit");
        assert_eq!(
            (record.seats[forfeit.seat], forfeit.reason),
            (0, Reason::Timeout)
        );
        assert_eq!(record.winner(), Some(1));
    }
    let report = ExperimentReport::new(&experiment, &records, false);
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
    let experiment = parse("sprt", text).expect("a good spec");
    let records = |jobs| played(&experiment, &Players::builtin(), Some(jobs));
    let alone = records(1);
    assert!(alone.len() < 1000, "{} games", alone.len());
    let mut reports = vec![ExperimentReport::new(&experiment, &alone, false)];
    reports.push(ExperimentReport::new(&experiment, &records(4), false));
    // As if many more had been under way when the answer came.
    let (plan, stop) = (experiment.plan(), AtomicBool::new(false));
    let mut many = alone.clone();
    for game in alone.len() as u64..alone.len() as u64 + 40 {
        let record = plan.play(&plan.bout(game), &Players::builtin(), &stop);
        many.insert(game, record.expect("nobody says stop"));
    }
    reports.push(ExperimentReport::new(&experiment, &many, false));
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
    assert_eq!(reports[0].played % 2, 0, "whole pairs");
    let text = export::text(&reports[2]);
    assert!(
        text.contains(&format!("{} of 2000 games", reports[0].played)),
        "{text}"
    );
    assert_eq!(
        reports[0].sections[0].grid.rows[0].fields[2]
            .word
            .as_deref(),
        Some("better")
    );
}

#[test]
fn bad_specs_get_one_sentence() {
    let refusal = |text: &str| parse("bad", text).expect_err(text).to_string();
    for (from, to, sentence) in [
        (
            "games = 12",
            "gmaes = 12",
            "bad: line 4: the spec has no key `gmaes`: did you mean `games`? There are title",
        ),
        (
            "kind = \"table\"",
            "knid = \"table\"",
            "bad: line 18: [[view]] has no key `knid`: did you mean `kind`?",
        ),
        (
            "agents = [\"greedy\"",
            "agent = [\"greedy\"",
            "bad: line 15: [[pairing]] has no key `agent`: did you mean `agents`?",
        ),
        (
            "seed = 5",
            "limits = { move_tme = 1 }",
            "bad: line 6: [limits] has no key `move_tme`: did you mean `move_time`? There are move_time, adjudicate",
        ),
        (
            "game = \"connect4:5x5\"",
            "game = \"chess\"",
            "bad: there is no game `chess`: the games are connect4, dots and tictactoe",
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
        let report = ExperimentReport::new(&experiment, &BTreeMap::new(), true);
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
