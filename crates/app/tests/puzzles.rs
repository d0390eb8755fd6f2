//! `poda puzzles`: solved in a pipe, made twice alike, refused in a sentence.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{refusal, stdout};

/// What `poda puzzles` says to these lines.
fn answered(arguments: &[&str], lines: &str) -> String {
    let mut poda = Command::new(env!("CARGO_BIN_EXE_poda"))
        .arg("puzzles")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .env_remove("CLICOLOR_FORCE")
        .spawn()
        .expect("poda starts");
    let mut input = poda.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("poda reads");
    drop(input);
    let output = poda.wait_with_output().expect("poda ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn puzzles_are_solved_in_a_pipe() {
    const CHOICE: [&str; 6] = [
        "--game",
        "connect4",
        "--theme",
        "double-threat",
        "--difficulty",
        "easy",
    ];
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&[&["puzzles", "--json"], &CHOICE[..]].concat())).unwrap();
    let right = |at: usize| json[at]["line"][0].as_str().unwrap();
    let legal = json[1]["position"]["legal"].as_array().unwrap();
    let wrong = legal
        .iter()
        .map(|legal| legal["move"].as_str().unwrap())
        .find(|&mv| mv != right(1))
        .unwrap();
    let lines = format!(
        "hint\n{}\n{wrong}\n9\nnonsense\n{}\nsolution\n",
        right(0),
        right(1)
    );
    let said = answered(&CHOICE, &lines);
    assert!(said.starts_with("Puzzle 1 of "), "{said}");
    assert!(said.contains("Connect 4, 6 × 7, easy"), "{said}");
    assert!(said.contains("One move can threaten to win in two places."));
    let solved = format!(
        "Right. {} threatens to win in two places: wins in",
        right(0)
    );
    assert!(said.contains(&solved), "{said}");
    assert!(said.contains(&format!("Not {wrong}: it ")), "{said}");
    assert!(said.contains("column 9 does not exist"), "{said}");
    assert_eq!(said.matches("Right. ").count(), 2);
    assert!(said.contains(&format!("{} threatens", right(2))), "{said}");
    let end = "Solved at the first answer: 1 of 3, at most 1 in a row.\n";
    assert!(said.ends_with(end), "{said}");
}

#[test]
fn a_seed_decides_the_order_and_quitting_ends_it() {
    let first = |seed| answered(&["--game", "dots", "--seed", seed], "quit\n");
    assert_eq!(first("1"), first("1"));
    assert_ne!(first("1"), first("2"));
    assert!(first("3").ends_with("0 of 0, at most 0 in a row.\n"));
}

#[test]
fn the_same_command_makes_the_same_puzzles() {
    let make = [
        "puzzles", "make", "dots:2x3", "--count", "3", "--seed", "4", "--left", "12",
    ];
    let made = stdout(&make);
    assert_eq!(made, stdout(&make));
    assert!(made.contains("# Made by: poda puzzles make dots:2x3 --count 3 --seed 4 --left 12\n"));
    assert_eq!(poda_coach::read_puzzles(&made).unwrap().len(), 3, "{made}");
}

#[test]
fn what_does_not_exist_is_refused_in_a_sentence() {
    for (arguments, sentence) in [
        (
            ["--theme", "luck"],
            "there is no theme `luck`: choose one of win-now, block,",
        ),
        (
            ["--difficulty", "unfair"],
            "choose one of easy, medium, hard",
        ),
        (
            ["--game", "chess"],
            "there are no puzzles of `chess`: choose connect4 or dots",
        ),
    ] {
        let said = refusal(&[&["puzzles"], &arguments[..]].concat());
        assert!(said.contains(sentence), "{said}");
    }
    let none = refusal(&["puzzles", "--game", "dots", "--theme", "win-now"]);
    assert!(none.contains("there is no such puzzle"), "{none}");
}
