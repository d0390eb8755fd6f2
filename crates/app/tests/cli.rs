//! The program as its users meet it: arguments in, text and exit code out.

use std::process::{Command, Output, Stdio};

use proptest::prelude::*;

fn poda(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(arguments)
        .env("COLUMNS", "100")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("poda starts")
}

fn stdout(arguments: &[&str]) -> String {
    let output = poda(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What a refused call says: one line, on standard error only, with exit code 2.
fn refusal(arguments: &[&str]) -> String {
    let output = poda(arguments);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert!(output.stdout.is_empty());
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn help_is_as_it_was() {
    insta::assert_snapshot!("help", stdout(&["--help"]));
    for command in ["show", "perft", "solve", "book", "completions", "man"] {
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
            "poda: a board of 40x40 is not possible: rows and columns are 1 to 12 each\n",
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
            "poda: there is no game `شطرنج`: the games are connect4 and dots\n",
        ),
        (
            vec!["perft", "connect4", "many"],
            "poda: `many` is not a depth: give a whole number from 0 to 128\n",
        ),
        (
            vec!["man", "woman"],
            "poda: there is no command `woman`: the commands are show, perft, solve, book, completions, man, help\n",
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
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

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
fn scores_are_said_in_words_and_numbers() {
    let text = stdout(&["solve", "connect4", "444444355555", "--no-book", "--moves"]);
    insta::assert_snapshot!("solve_connect4", text);
    let json = stdout(&["solve", "connect4:4x4", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["value"], 0);
    assert!(json["nodes"].as_u64() > Some(0));
    assert!(stdout(&["solve", "connect4", "112233", "--weak"]).contains("First wins"));
    // The book answers the empty board at once.
    assert!(stdout(&["solve", "connect4"]).contains("First wins with move 41"));
}

#[test]
fn files_of_positions_are_checked() {
    let path = std::env::temp_dir().join(format!("poda-solve-{}", std::process::id()));
    let file = path.to_str().expect("UTF-8");
    std::fs::write(&path, "112233 18\n\n44444432\n").expect("written");
    let text = stdout(&["solve", "connect4", "--file", file]);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0][..2], ["112233", "18"]);
    assert_eq!(rows[1].len(), 4);
    std::fs::write(&path, "112233 17\n").expect("written");
    let wrong = poda(&["solve", "connect4", "--file", file]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stdout).contains("expected 17"));
    std::fs::write(&path, "112233 x\n").expect("written");
    assert!(refusal(&["solve", "connect4", "--file", file]).contains("line 1"));
    std::fs::remove_file(&path).expect("removed");
    refusal(&["solve", "dots:2x2"]);
    refusal(&["solve", "connect4:6x7,players=3"]);
    refusal(&["solve", "connect4:6x7,connect=5"]);
}

/// Killed, or cut off in the middle of a line, a build goes on and ends with the same bytes.
#[test]
fn a_killed_book_build_resumes() {
    let folder = std::env::temp_dir().join(format!("poda-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("made");
    let name = |file: &str| folder.join(file).to_str().expect("UTF-8").to_owned();
    let arguments = |progress: &str, output: &str| {
        let words = "book build connect4:5x5 --ply 4 --memory 8 --threads 2 --progress";
        let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        words.extend([name(progress), "--output".to_owned(), name(output)]);
        words
    };
    let build = |progress: &str, output: &str| {
        let words = arguments(progress, output);
        stdout(&words.iter().map(String::as_str).collect::<Vec<_>>());
        std::fs::read(folder.join(output)).expect("a book")
    };
    let whole = build("whole", "whole.bin");

    let mut child = Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(arguments("killed", "killed.bin"))
        .spawn()
        .expect("poda starts");
    let lines = || std::fs::read_to_string(folder.join("killed")).map_or(0, |t| t.lines().count());
    while lines() < 5 && child.try_wait().expect("asked").is_none() {
        std::thread::yield_now();
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(build("killed", "killed.bin"), whole);

    let progress = std::fs::read_to_string(folder.join("whole")).expect("text");
    std::fs::write(folder.join("cut"), &progress[..progress.len() / 2 + 1]).expect("written");
    assert_eq!(build("cut", "cut.bin"), whole);
    let check = stdout(&["book", "check", &name("cut.bin"), "--sample", "9"]);
    assert!(check.ends_with("9 solved again, 0 wrong\n"), "{check}");

    refusal(&[
        "book",
        "build",
        "connect4:5x5",
        "--ply",
        "3",
        "--progress",
        &name("whole"),
        "--output",
        &name("x"),
    ]);
    refusal(&["book", "check", &name("whole")]);
    std::fs::remove_dir_all(&folder).expect("removed");
}
