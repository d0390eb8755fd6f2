//! Bots as their authors meet them: `poda engine`, `poda bot`, `poda match` with programs, `poda league`.

use crate::common;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{poda, refusal, stdout};

const PODA: &str = env!("CARGO_BIN_EXE_poda");

fn text_of(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn an_agent_answers_a_host() {
    let mut engine = Command::new(PODA)
        .args(["engine", "alphabeta:depth=3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("poda starts");
    let lines = "poda 1\nnewgame connect4 seed 1\nposition moves 1 1 2 2 3 3\ngo time 60000\n";
    let stdin = engine.stdin.as_mut().expect("it is piped");
    stdin.write_all(lines.as_bytes()).expect("it listens");
    let output = engine.wait_with_output().expect("it ends with its input");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        text.starts_with("id name Poda alphabeta:depth=3\n"),
        "{text}"
    );
    assert!(text.ends_with("bestmove 4\n"), "{text}");
}

/// Poda speaks the protocol of its own bots, and its check says so.
#[test]
#[cfg(unix)]
fn a_bot_is_checked() {
    let engine = format!("{PODA} engine alphabeta:depth=2,time=60s,start=60s");
    let text = stdout(&["bot", "check", &engine, "--game", "tictactoe"]);
    assert!(text.ends_with("\nEverything is right.\n"), "{text}");
    assert!(
        text.contains("ok     It says that it is Poda alphabeta:depth=2"),
        "{text}"
    );

    let output = poda(&["bot", "check", "echo hello", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["right"], false);
    assert_eq!(
        json["findings"][0]["sentence"],
        "Start: it ended when it was to answer `poda 1` with `ok` (exit status: 0)."
    );
    assert!(refusal(&["bot", "check", " "]).contains("a program is named by its command"));
}

#[test]
fn a_bot_to_begin_with_is_written_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = text_of(&folder.path().join("my-bot"));
    for language in ["python", "javascript", "cpp", "java", "rust"] {
        let place = format!("{bot}-{language}");
        let text = stdout(&["bot", "new", language, &place]);
        assert!(text.contains("poda bot check"), "{text}");
        assert!(Path::new(&place).join("README.md").exists());
        let refused = refusal(&["bot", "new", language, &place]);
        assert!(
            refused.contains("is not empty: give a new folder"),
            "{refused}"
        );
    }
    let output = poda(&["bot", "new", "cobol", &bot]);
    assert_eq!(output.status.code(), Some(2));
}

/// Programs play in a match; the games are kept as the lab keeps them; openings come from a file.
#[test]
#[cfg(unix)]
fn programs_play_matches() {
    let folder = tempfile::tempdir().expect("a folder");
    let (save, openings) = (
        folder.path().join("games.jsonl"),
        folder.path().join("openings"),
    );
    std::fs::write(&openings, "# two openings\n12\n- # the start\n").expect("the disk works");
    let engine = format!("cmd:{PODA} engine greedy,name=own,time=60s,start=60s");
    let arguments = [
        "match",
        "connect4:4x4",
        &engine,
        "random",
        "--openings",
        &text_of(&openings),
        "--save",
        &text_of(&save),
        "--json",
    ];
    let json: serde_json::Value = serde_json::from_str(&stdout(&arguments)).expect("JSON");
    assert_eq!((&json["games"], &json["openings"]), (&4.into(), &2.into()));
    assert_eq!(json["agents"][0]["forfeits"], serde_json::Value::Null);
    let records = std::fs::read_to_string(&save).expect("they are kept");
    let records: Vec<serde_json::Value> = records
        .lines()
        .map(|line| serde_json::from_str(line).expect("a record"))
        .collect();
    assert_eq!(records.len(), 4);
    for record in &records {
        let (moves, opening) = (record["moves"].as_str().expect("moves"), &record["opening"]);
        assert_eq!(
            moves.starts_with("12"),
            *opening == 0 || moves.starts_with("12")
        );
        let program = record["programs"][0]
            .as_str()
            .expect("which program it was");
        assert!(program.starts_with("Poda greedy "), "{program}");
    }
    let refused = refusal(&arguments);
    assert!(
        refused.contains("exists already: give the name of a new file"),
        "{refused}"
    );
    std::fs::write(&openings, "12\n1122334\n").expect("the disk works");
    let refused = refusal(&[
        "match",
        "connect4",
        "random",
        "random",
        "--openings",
        &text_of(&openings),
    ]);
    assert!(refused.contains("line 2: the game is over"), "{refused}");
}

/// A program that loses by forfeit is named with what it did, and the match goes on.
#[test]
#[cfg(unix)]
fn forfeits_are_told() {
    let bot = "cmd:sh -c 'echo id name x; echo games connect4; echo ok; echo ready; read a; read b; read c; read d; read e; echo bestmove 9',name=cheat";
    let text = stdout(&["match", "connect4:4x4", bot, "random", "--games", "4"]);
    assert!(text.contains("cheat        0      0      4"), "{text}");
    assert!(
        text.contains("cheat gave away 4 games (4 illegal). Game 0: it sent `bestmove 9`: "),
        "{text}"
    );
    let refused = refusal(&["match", "connect4", "cmd:./nobody", "random"]);
    assert_eq!(
        refused,
        "poda: ./nobody: ./nobody cannot be started: there is no such file\n"
    );
}

#[test]
fn a_sequential_test_shows_its_bounds() {
    let arguments = [
        "match",
        "connect4:4x4",
        "strong:nodes=300",
        "random",
        "--sprt",
        "0,200",
    ];
    let text = stdout(&arguments);
    assert!(
        text.contains("LLR") && text.contains("bounds -2.94 and 2.94") && text.contains("accepted"),
        "{text}"
    );
    // Not better: exit code 1.
    let output = poda(&[
        "match",
        "connect4:4x4",
        "random",
        "strong:nodes=300",
        "--sprt",
        "0,200",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["sprt"]["verdict"], "rejected");
    assert!(json["sprt"]["llr"].as_f64().expect("a ratio") <= -2.94);
    assert!(
        refusal(&["match", "connect4", "random", "random", "--sprt", "5"]).contains("such as 0,30")
    );
}

#[test]
fn a_league_from_the_first_command_to_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let league = text_of(&folder.path().join("autumn"));
    let init = [
        "league",
        "init",
        &league,
        "--game",
        "tictactoe",
        "--games",
        "2",
        "--move-time",
        "60",
    ];
    assert!(stdout(&init).contains("is a league of tictactoe:3x3"));
    let added = stdout(&["league", "add", &league, "chance", "random"]);
    assert_eq!(added, "chance plays in version 1: random\n");
    let text = stdout(&["league", "run", &league, "--jobs", "1"]);
    assert!(
        text.starts_with("autumn: tictactoe:3x3, 20 of 20 games\n"),
        "{text}"
    );
    assert!(text.contains("Bradley–Terry"), "{text}");
    assert_eq!(
        stdout(&["league", "table", &league]),
        text,
        "the same from the records alone"
    );
    let json = stdout(&["league", "table", &league, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["standings"].as_array().map(Vec::len), Some(5));
    assert!(folder.path().join("autumn/league.html").exists());
    assert!(refusal(&["league", "run", "nowhere"]).contains("holds no league"));
}
