//! The program as its users meet it: arguments in, text and exit code out.

use crate::common;

use std::process::{Command, Stdio};

use common::{poda, refusal, stdout};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

#[test]
fn help_is_as_it_was() {
    insta::assert_snapshot!("help", stdout(&["--help"]));
    for command in [
        "serve",
        "play",
        "show",
        "analyze",
        "review",
        "tree",
        "puzzles",
        "match",
        "lab",
        "league",
        "bot",
        "engine",
        "solve",
        "book",
        "perft",
        "bench",
        "completions",
        "man",
        "licences",
    ] {
        let help = stdout(&[command, "--help"]);
        assert!(help.contains("Example: poda"), "{command} has no example");
        insta::assert_snapshot!(format!("help_{command}"), help);
    }
}

#[test]
fn boards_are_drawn() {
    insta::assert_snapshot!("show_connect4", stdout(&["show", "connect4", "4453"]));
    insta::assert_snapshot!("show_won", stdout(&["show", "connect4", "4455667"]));
    insta::assert_snapshot!(
        "show_dots",
        stdout(&["show", "dots:2x2", "h11 v11 v12 h21"])
    );
    insta::assert_snapshot!(
        "show_three",
        stdout(&["show", "connect4:6x7,players=3", "444", "--raw"])
    );
    insta::assert_snapshot!(
        "show_json",
        stdout(&["show", "connect4:2x4,connect=3", "11223", "--json"])
    );
    insta::assert_snapshot!(
        "show_dots_json",
        stdout(&["show", "dots:1x1", "h11v11v12h21", "--json"])
    );
}

#[test]
fn a_position_can_be_drawn_as_a_picture() {
    let svg = stdout(&["show", "connect4", "4455667", "--format", "svg"]);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    let png = Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(["show", "dots:2x2", "h11", "--format", "png"])
        .output()
        .expect("poda starts");
    assert!(png.status.success() && png.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn colours_come_only_to_terminals_that_want_them() {
    assert!(!stdout(&["show", "connect4", "4453"]).contains('\u{1b}'));
    let forced = Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(["show", "connect4", "4453"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .expect("poda starts");
    assert!(forced.stdout.contains(&0x1b));
}

#[test]
fn perft_ends_with_its_figure() {
    assert!(stdout(&["perft", "connect4", "6"]).ends_with(" 117649\n"));
    assert!(stdout(&["perft", "connect4:6x7,players=3", "7"]).ends_with(" 823536\n"));
    assert!(stdout(&["perft", "dots:2x2", "4"]).ends_with(" 11880\n"));
    assert!(stdout(&["perft", "connect4", "3", "--json"]).contains(r#""sequences":343"#));
}

#[test]
fn bad_input_gets_one_sentence() {
    for (arguments, sentence) in [
        (
            vec!["show", "connect4", "9"],
            "poda: move 1: column 9 does not exist: columns are 1 to 7\n",
        ),
        (
            vec!["show", "connect4:40x40"],
            "poda: a board of 40x40 is not possible: rows and columns are 1 to 12 each, and (rows + 1) x columns at most 128\n",
        ),
        (
            vec!["show", "connect4:6x7,players=5"],
            "poda: `players=5` is not allowed: players is 2 or 3\n",
        ),
        (
            vec!["show", "dots:0x3"],
            "poda: a board of 0x3 boxes is not possible: rows and columns of boxes are 1 to 7 each\n",
        ),
        (
            vec!["show", "شطرنج"],
            "poda: there is no game `شطرنج`: the games are connect4, dots and tictactoe\n",
        ),
        (
            vec!["perft", "connect4", "many"],
            "poda: `many` is not a depth: give a whole number from 0 to 128\n",
        ),
        (
            vec!["man", "woman"],
            "poda: there is no command `woman`: the commands are serve, play, show, analyze, review, tree, puzzles, match, lab, league, bot, engine, solve, book, perft, bench, completions, man, licences, help\n",
        ),
    ] {
        assert_eq!(refusal(&arguments), sentence);
    }
    for position in ["11223344", "4444444", "4٤", "四", "4,4"] {
        refusal(&["show", "connect4", position]);
    }
    refusal(&["show", "dots:2x2", "h11h11"]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        // Commit what it writes there: it is tried first from then on.
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_makes_it_panic(game in "[^\0]{0,20}", position in "[^\0-][^\0]{0,20}") {
        for game in [game.as_str(), "connect4", "dots:3x3"] {
            let output = poda(&["show", "--", game, &position]);
            prop_assert!(matches!(output.status.code(), Some(0 | 2)), "{game:?} {position:?}");
            prop_assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
        }
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("poda starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("poda ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}

#[test]
fn completions_and_manual_are_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout(&["completions", shell]).contains("perft"), "{shell}");
    }
    assert!(stdout(&["man"]).contains(".TH poda"));
    assert!(stdout(&["man", "show"]).contains("Draw a position"));
}

#[test]
fn licences_of_fonts_and_packages_are_printed() {
    let text = stdout(&["licences"]);
    for part in ["DejaVu", "fraunces", "svelte (MIT)", "axum ", "rusqlite "] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn analysis_says_what_was_found() {
    let text = stdout(&[
        "analyze",
        "connect4",
        "112233",
        "--agent",
        "alphabeta:depth=4,eval=s2,ties=first",
    ]);
    assert!(
        text.starts_with("plays   4\nvalue   wins in 1 ply\n"),
        "{text}"
    );
    let json = stdout(&[
        "analyze",
        "dots:1x2",
        "--agent",
        "alphabeta:depth=7,eval=s3,order=natural,ties=first",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (json["value"].as_i64(), json["nodes"].as_u64()),
        (Some(0), Some(1398))
    );
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(7));
    assert!(
        json["best"].is_array()
            && json["line"].is_array()
            && json["depth"].is_u64()
            && json["seconds"].is_f64()
    );
    assert_eq!(json["solved"], false);
    refusal(&["analyze", "connect4", "1122334"]);
    refusal(&["analyze", "connect4", "--agent", "s3:depth=2"]);
    refusal(&["show", "connect4", "--eval", "s3"]);
    let shown = stdout(&["show", "connect4", "43", "--eval", "centre", "--json"]);
    assert!(shown.contains("\"eval\": 1"), "{shown}");
}

#[test]
fn perfect_says_what_is_exact() {
    let text = stdout(&["analyze", "connect4", "444444355555", "--agent", "perfect"]);
    assert!(
        text.contains(", exact\n") && text.contains("depth   to the end\n"),
        "{text}"
    );
    let json = stdout(&["analyze", "dots:2x3", "--agent", "perfect", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["solved"], &json["value"]),
        (&true.into(), &(-2).into())
    );
    let exact = |root: &serde_json::Value| root["bound"] == "exact";
    assert!(json["moves"].as_array().expect("moves").iter().all(exact));
    let text = stdout(&["analyze", "dots:7x7", "--agent", "perfect:time=50ms"]);
    assert!(text.contains(", not proved\n"), "{text}");
    let refused = refusal(&["analyze", "connect4:6x7,players=3", "--agent", "perfect"]);
    assert!(
        refused.contains("it plays connect4 for two players who connect four, dots and tictactoe")
    );
}

#[test]
fn perfect_takes_a_kept_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::create_dir(folder.join("poda")).expect("made");
    let file = folder.join("poda/dots-3x3.solved");
    let elsewhere = folder.join("elsewhere");
    let path = elsewhere.to_str().expect("UTF-8");
    let of_user = |words: &[&str], data: &std::path::Path| {
        Command::new(env!("CARGO_BIN_EXE_poda"))
            .args(words)
            .env("XDG_DATA_HOME", data)
            .output()
            .expect("poda starts")
    };
    let saved = of_user(&["solve", "dots:3x3", "--save", path], folder);
    assert!(saved.status.success());
    let analyze = |game: &str, extra: &[&str], data: &std::path::Path| {
        let words = ["analyze", game, "--agent", "perfect", "--json"];
        of_user(&[&words, extra].concat(), data)
    };
    let named = analyze("dots:3x3", &["--dots-file", path], folder);
    std::fs::copy(&elsewhere, &file).expect("copied");
    let found = analyze("dots:3x3", &[], folder);
    // Another user has another key.
    let foreign = analyze("dots:3x3", &["--dots-file", path], &folder.join("nothing"));
    assert_eq!(foreign.status.code(), Some(2));
    let said = String::from_utf8_lossy(&foreign.stderr);
    assert!(
        said.contains("saved by somebody else") && said.contains("--trust"),
        "{said}"
    );
    for output in [named, found] {
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            (&json["solved"], &json["value"]),
            (&true.into(), &(-3).into())
        );
    }
    let other = analyze("dots:2x2", &["--dots-file", path], folder);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("is of dots:3x3, not of dots:2x2"));

    // A damaged file in the data folder is not passed over in silence: it would be found out only in lost games.
    let bytes = std::fs::read(&file).expect("the file is there");
    std::fs::write(&file, &bytes[..bytes.len() - 1]).expect("written");
    let damaged = analyze("dots:3x3", &[], folder);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("is damaged"));
    refusal(&["analyze", "dots:2x2", "--dots-file", "x"]);
    refusal(&[
        "analyze",
        "connect4",
        "--agent",
        "perfect",
        "--dots-file",
        "x",
    ]);
    refusal(&[
        "match",
        "dots:2x2",
        "perfect",
        "random",
        "--dots-file",
        "/no/such/file",
    ]);
}

#[test]
fn trees_are_drawn_in_every_format() {
    let tree = |format| {
        let agent = "alphabeta:depth=3,eval=s2,order=natural,ties=first";
        stdout(&[
            "tree",
            "connect4:4x4",
            "11223",
            "--agent",
            agent,
            "--format",
            format,
        ])
    };
    insta::assert_snapshot!("tree_text", tree("text"));
    let json: serde_json::Value = serde_json::from_str(&tree("json")).expect("JSON");
    let nodes = json["nodes"].as_array().expect("nodes");
    assert_eq!(Some(nodes.len() as u64), json["searched"].as_u64());
    let cut = nodes
        .iter()
        .filter(|node| !node["skipped"].as_array().expect("moves").is_empty())
        .count();
    assert!(cut > 0, "something was cut off");
    assert!(tree("dot").starts_with("digraph tree {"));
    // Each bound is one in JSON, too, and nothing else is.
    let bounds = |name: &str| nodes.iter().filter(|node| node["bound"] == name).count();
    let text = tree("text");
    let signs = |sign: &str| text.lines().filter(|line| line.contains(sign)).count();
    assert_eq!(bounds("atmost"), signs("] ≤ "));
    assert_eq!(bounds("atleast"), signs("] ≥ "));
    assert_eq!(bounds("exact"), signs("] = "));
    let svg = tree("svg");
    assert!(svg.starts_with("<svg") && svg.contains("class=\"card best\""));
    let budget = |agent| {
        let json = stdout(&[
            "tree",
            "connect4:6x7,players=3",
            "44",
            "--agent",
            agent,
            "--format",
            "json",
        ]);
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let count = |key: &str| json[key].as_u64().expect("a number");
        count("searched") + count("before") + count("broken_off")
    };
    for agent in [
        "maxn:nodes=3000",
        "brs:nodes=3000",
        "paranoid:nodes=3000",
        "strong:nodes=3000",
    ] {
        assert_eq!(budget(agent), 3_000, "{agent}");
    }
    refusal(&["tree", "connect4", "--agent", "random"]);
}

#[test]
fn matches_are_counted() {
    let json = stdout(&[
        "match", "connect4", "level:3", "random", "--games", "20", "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["games"], 20);
    let row = &json["agents"][0];
    let count = |key: &str| row[key].as_u64().expect("a number");
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    assert!(count("wins") >= 17, "{row}");
    let again = stdout(&[
        "match", "connect4", "level:3", "random", "--games", "20", "--json", "--jobs", "1",
    ]);
    assert_eq!(
        again,
        stdout(&[
            "match", "connect4", "level:3", "random", "--games", "20", "--json", "--jobs", "3"
        ])
    );
    refusal(&["match", "connect4:6x7,players=3", "random", "random"]);
    refusal(&["match", "dots:2x2", "random", "s0:depth=2"]);
}

/// The total is the search's fingerprint. A change that means to alter the search writes the new one here and says so in its commit.
#[test]
fn bench_counts_the_nodes_that_it_always_did() {
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["bench", "--json"])).expect("JSON");
    assert_eq!(json["nodes"], 5_539_076);
}

#[test]
fn a_game_is_reviewed() {
    let json = stdout(&["review", "tictactoe", "a1 b2 c1 a3 b1", "--json"]);
    let review: serde_json::Value = serde_json::from_str(&json).unwrap();
    let moves = review["moves"].as_array().unwrap();
    let grades: Vec<&str> = moves.iter().filter_map(|mv| mv["grade"].as_str()).collect();
    assert_eq!(
        grades,
        ["best", "best", "best", "mistake", "best"],
        "{json}"
    );
    assert_eq!(moves[3]["best"], serde_json::json!(["b1"]));
    let text = stdout(&["review", "tictactoe", "a1 b2 c1 a3 b1"]);
    assert!(
        text.contains("does not stop a win next move; the answer is b1; b1 stops a win next move"),
        "{text}"
    );
    assert!(refusal(&["review", "tictactoe", "a1 a1"]).contains("move 2"));
}

/// Errors with their cause in their sentence hand it out as well, and it was said again behind them.
#[test]
fn what_the_system_says_is_said_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    std::fs::write(path("file"), "").expect("the disk works");
    std::fs::create_dir_all(path("league/league.json")).expect("the disk works");
    let (league, nowhere) = (path("league"), path("file/below"));
    let progress = ["--ply", "3", "--output", &nowhere, "--progress", &nowhere];
    for arguments in [
        &[&["book", "build", "connect4:4x4"][..], &progress].concat()[..],
        &["book", "check", &nowhere],
        &["lab", "run", "s0-depth", "--quick", "--out", &nowhere],
        &["lab", "report", &nowhere],
        &["league", "table", &league],
        &[
            "match",
            "dots:2x2",
            "perfect",
            "random",
            "--dots-file",
            &nowhere,
        ],
        &["solve", "dots:2x2", "--keep", &nowhere],
        &["solve", "dots:2x2", "--save", &nowhere],
        &["serve", "--no-open", "--port", "0", "--data", &nowhere],
    ] {
        let said = refusal(arguments);
        assert_eq!(said.matches("os error").count(), 1, "{said}");
    }
}
