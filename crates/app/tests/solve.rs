//! `poda solve` and `poda book` as their users meet them.

use crate::common;

use std::process::Command;

use common::{poda, refusal, stdout};

#[test]
fn dots_are_solved() {
    assert_eq!(
        stdout(&["solve", "dots:2x2"]),
        "value +2, to come +2: the first player wins by 2\n"
    );
    assert_eq!(
        stdout(&["solve", "dots:1x2", "h11 v11 h21 v12", "--moves"]),
        "value +2, to come +1: the second player wins by 2\nh12 +2\nh22 +2\nv13 +2\n"
    );
    assert_eq!(
        stdout(&["solve", "dots:2x2", "--weak"]),
        "value +1: the first player wins\n"
    );
}

/// The same facts under the same keys, whatever the game.
#[test]
fn json_is_the_same_for_all_games() {
    for (game, position, count, meaning) in [
        ("dots:2x2", "h11", 11, "the second player loses by 2"),
        ("connect4:4x4", "12", 4, "a draw"),
        (
            "connect4:6x7",
            "112233",
            7,
            "First wins with move 7, in 1 move",
        ),
    ] {
        let words = ["solve", game, position, "--json", "--threads", "2"];
        let read = |words: &[&str]| -> serde_json::Value {
            let text = stdout(words);
            assert!(!text.contains('\u{1b}'), "{text}");
            serde_json::from_str(&text).expect("JSON")
        };
        let keys = |json: &serde_json::Value| -> Vec<String> {
            json.as_object()
                .expect("an object")
                .keys()
                .cloned()
                .collect()
        };
        let without = read(&words);
        assert_eq!(
            keys(&without),
            ["game", "meaning", "nodes", "position", "seconds", "value"]
        );
        let json = read(&[&words[..], &["--moves"]].concat());
        assert_eq!(json["game"], game);
        assert_eq!(json["position"], position);
        assert_eq!(json["value"], without["value"]);
        assert_eq!(json["meaning"], meaning);
        assert!(json["nodes"].is_u64() && json["seconds"].is_f64());
        let moves = json["moves"].as_array().expect("a list");
        assert_eq!(moves.len(), count);
        assert!(moves.iter().all(|mv| mv["move"].is_string()));
        let best = moves.iter().filter_map(|mv| mv["value"].as_i64()).max();
        assert_eq!(json["value"].as_i64(), best);
    }
}

#[test]
fn a_kept_solution_is_used_and_a_damaged_one_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("solution");
    let path = file.to_str().expect("UTF-8");
    let nodes = || {
        let json = stdout(&["solve", "dots:3x3", "--json", "--save", path]);
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["value"], -3);
        json["nodes"].as_u64().expect("a number")
    };
    let first = nodes();
    assert!(first > 1000);
    assert_eq!(nodes(), 0);

    let mut bytes = std::fs::read(&file).expect("the file is there");
    bytes[30] ^= 1;
    std::fs::write(&file, bytes).expect("the file can be written");
    assert!(refusal(&["solve", "dots:3x3", "--save", path]).contains("is damaged"));
}

#[test]
fn what_is_known_is_kept_in_a_folder_by_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = folder.path().join("known");
    let path = known.to_str().expect("UTF-8");
    let nodes = |board: &str| {
        let json = stdout(&["solve", board, "--json", "--keep", path]);
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["value"], 0);
        json["nodes"].as_u64().expect("a number")
    };
    let first = nodes("connect4:5x5");
    assert!(first > 10_000, "{first}");
    assert!(nodes("connect4:5x5") < first / 100);
    nodes("dots:3x4");
    let names = std::fs::read_dir(&known).expect("the folder is there");
    let mut names: Vec<_> = names
        .map(|file| file.expect("a file").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["connect4-5x5.solved", "dots-3x4.solved"]);
    // Boards beyond 64 bits have tables that are not kept.
    let wide = refusal(&["solve", "connect4:8x8", "--keep", path]);
    assert!(wide.contains("connect4:8x8 has none"), "{wide}");
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
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions");
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
    std::fs::write(&path, "- 0\n").expect("written");
    let start = stdout(&["solve", "connect4:4x4", "--file", file]);
    assert!(start.starts_with("- 0 "), "{start}");
    std::fs::write(&path, "h11v11\n- 2\n").expect("written");
    let dots = stdout(&["solve", "dots:2x2", "--file", file]);
    assert_eq!(dots.lines().count(), 2, "{dots}");
    refusal(&["solve", "connect4:4x4", "--save", file]);
    refusal(&["solve", "tictactoe", "--save", file]);
    refusal(&["solve", "connect4:6x7,players=3"]);
    refusal(&["solve", "connect4:6x7,connect=5"]);
}

/// Killed, or cut off in the middle of a line, a build goes on and ends with the same bytes.
#[test]
fn a_killed_book_build_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
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
}
