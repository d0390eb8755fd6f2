//! `poda lab` as its users meet it.

use crate::common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{poda, refusal, stdout};
use tempfile::TempDir;

/// The path of something in a folder.
fn within(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_string_lossy().into_owned()
}

const SPEC: &str = r#"
title = "A test"
game = "connect4:5x5"
games = 20
opening = 2
[[pairing]]
agents = ["alphabeta:depth=3", "greedy"]
[[view]]
kind = "table"
title = "All"
rows = ["player"]
values = ["games", "score", "elo", "nodes/move", "time/move"]
"#;

#[test]
fn experiments_are_listed() {
    let list = stdout(&["lab", "list"]);
    assert!(
        list.contains("s3-as-reported") && list.contains("s4-table"),
        "{list}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["lab", "list", "--json"])).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(list.lines().count()));
    assert!(stdout(&["lab", "show", "s3-matrix"]).starts_with("title = "));
    assert!(stdout(&["lab", "show", "s3-matrix", "--game", "7"]).contains("not on record"));
}

/// Run, report, slices and merge: the same report, and a game can be looked at.
#[test]
fn a_spec_is_run_and_reported() {
    let folder = tempfile::tempdir().expect("a new folder");
    let spec = within(&folder, "mine.toml");
    std::fs::write(&spec, SPEC).expect("the disk works");
    let (all, first, second, merged) = (
        within(&folder, "all"),
        within(&folder, "first"),
        within(&folder, "second"),
        within(&folder, "merged"),
    );
    let text = stdout(&["lab", "run", &spec, "--out", &all]);
    assert!(text.starts_with("mine: A test\n20 of 20 games\n"), "{text}");
    stdout(&[
        "lab", "run", &spec, "--out", &first, "--games", "0..9", "--jobs", "1",
    ]);
    stdout(&["lab", "run", &spec, "--out", &second, "--games", "9..20"]);
    stdout(&["lab", "merge", &second, &first, "--out", &merged]);
    for format in ["text", "md", "csv", "html", "json"] {
        let report = |dir: &str| stdout(&["lab", "report", dir, "--format", format, "--no-times"]);
        assert_eq!(report(&all), report(&merged), "{format}");
    }
    assert!(folder.path().join("all/report.html").exists());
    let game = stdout(&["lab", "show", &all, "--game", "3"]);
    assert!(
        game.contains("outcome ") && game.contains("seed "),
        "{game}"
    );
    refusal(&["lab", "show", &all, "--game", "20"]);
    refusal(&["lab", "run", &spec, "--games", "0..21", "--out", &all]);
    refusal(&["lab", "run", "s3-as-reported", "--out", &all]);
    refusal(&[
        "lab",
        "merge",
        &all,
        &within(&folder, "nowhere"),
        "--out",
        &merged,
    ]);
}

/// One command plays whatever has published figures and puts them all beside ours; a second time there is nothing to play.
#[test]
fn papers_are_one_command() {
    let folder = tempfile::tempdir().expect("a new folder");
    let out = within(&folder, "papers");
    let papers = || stdout(&["lab", "run", "papers", "--quick", "--out", &out]);
    let text = papers();
    assert!(text.starts_with("papers: "), "{text}");
    for part in [
        "s2-nodes: Positions searched in a game",
        "s2-results: By seat",
        "s3-as-reported: Test 1",
        "s3-start: Games won by the starter, of all games",
        "s4-table: Wins and positions",
        "s4-as-described: Wins and positions",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The published program is repeated to the last digit.
    let part = text
        .split("s3-as-reported: Test 1")
        .nth(1)
        .expect("its part");
    let same = part.lines().skip(1).take_while(|line| !line.is_empty());
    let figures = same.filter(|line| line.contains("; "));
    assert!(figures.clone().count() == 4 && figures.clone().all(|line| line.ends_with("the same")));
    assert_eq!(papers(), text);
    for file in [
        "report.md",
        "report.csv",
        "report.html",
        "s4-table/games.jsonl",
    ] {
        assert!(folder.path().join("papers").join(file).exists(), "{file}");
    }
    refusal(&["lab", "run", "papers", "--games", "0..3"]);
}

#[test]
fn bad_requests_get_one_sentence() {
    assert_eq!(
        refusal(&["match", "connect4", "random", "random", "--games", "0"]),
        "poda: --games 0 is not allowed: give a number from 1 to 1000000\n"
    );
    assert!(
        refusal(&["match", "connect4", "alphabet", "random"])
            .starts_with("poda: there is no agent `alphabet`: did you mean `alphabeta`? ")
    );
    assert!(
        refusal(&["show", "connect4:99999999999x7", ""])
            .contains("`99999999999x7` is not a board size")
    );
    assert_eq!(
        refusal(&["lab", "run", "s3-matrx"]).split("? There").next(),
        Some("poda: s3-matrx: there is no such experiment: did you mean `s3-matrix`")
    );
    assert_eq!(
        refusal(&["lab", "run", "s3-matrix", "--games", "9"]),
        "poda: `9` is not a range of games: write two whole numbers, such as 0..500\n"
    );
    refusal(&["lab", "report", "no-such-folder"]);
}

/// A cluster is driven by the Python package; where that is not, a sentence says how to get it.
#[test]
fn a_cluster_needs_the_python_package() {
    let output = Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(["lab", "run", "s4-table", "--on", "local:2"])
        .env("PODA_PYTHON", "no-such-python")
        .output()
        .expect("poda starts");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.starts_with("poda: --on needs the Python package pypoda with Dask, which no-such-python does not have: run `no-such-python -m pip install"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1, "{text}");
}

/// What is said of the chunks goes on to the package, and means nothing without it.
#[cfg(unix)]
#[test]
fn chunks_of_a_cluster_are_as_long_as_was_said() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a new folder");
    let python = folder.path().join("python");
    std::fs::write(&python, "#!/bin/sh\necho \"$@\"\n").expect("it can be written");
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&python, permissions).expect("it can be run");
    let book = ["book", "build", "--progress", "p", "--output", "b"];
    let league = ["league", "run", "autumn"];
    for command in [&["lab", "run", "s4-table"][..], &league, &book] {
        let told = |more: &[&str]| {
            let output = Command::new(env!("CARGO_BIN_EXE_poda"))
                .args(command)
                .args(more)
                .env("PODA_PYTHON", &python)
                .output();
            let output = output.expect("poda starts");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            (output.status.code(), text)
        };
        let (code, text) = told(&["--on", "local:2", "--chunk", "30"]);
        assert_eq!(code, Some(0));
        assert!(text.ends_with("--on local:2 --chunk 30\n"), "{text}");
        assert_eq!(told(&["--chunk", "30"]).0, Some(2), "{command:?}");
    }
}

/// Ctrl-C ends a long run at once with code 130, and what was played stays.
#[cfg(unix)]
#[test]
fn ctrl_c_is_clean() {
    let folder = tempfile::tempdir().expect("a new folder");
    let spec = within(&folder, "long.toml");
    std::fs::write(
        &spec,
        SPEC.replace("games = 20", "games = 100000")
            .replace("greedy", "alphabeta:depth=5"),
    )
    .expect("the disk works");
    let out = within(&folder, "out");
    let child = Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(["lab", "run", &spec, "--out", &out, "--jobs", "1"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("poda starts");
    let games = folder.path().join("out/games.jsonl");
    let start = Instant::now();
    while std::fs::metadata(&games).map_or(0, |file| file.len()) == 0
        && start.elapsed() < Duration::from_secs(20)
    {
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill runs")
            .success()
    );
    let output = child.wait_with_output().expect("poda ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("stopped: "));
    let report = poda(&["lab", "report", &out, "--format", "text"]);
    assert!(report.status.success());
}
