//! The bots to begin with: built, tested and checked where their language is on the machine.
#![cfg(unix)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use poda_bots::{Starter, check, starters, words};

use crate::common::in_folder;

/// Runs a command in a folder; `None` if there is no such program.
fn run(command: &str, folder: &Path) -> Option<(bool, String)> {
    let words = words(command).expect("a command");
    let mut command = Command::new(&words[0]);
    command
        .args(&words[1..])
        .current_dir(folder)
        .stdin(Stdio::null());
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    Some((output.status.success(), text.into_owned()))
}

/// What is needed for the language besides a shell.
fn tool(starter: &Starter) -> &'static str {
    let command = starter.build.unwrap_or(starter.run);
    command.split(' ').next().unwrap_or_default()
}

fn try_out(language: &str) {
    let starter = starters()
        .iter()
        .find(|starter| starter.language == language);
    let starter = starter.expect("a starter");
    let folder = tempfile::tempdir().expect("a folder");
    for file in starter.files {
        assert!(file.text.lines().count() < 150, "{language} {}", file.path);
        std::fs::write(folder.path().join(file.path), file.text).expect("the disk works");
    }
    if run(&format!("{} --version", tool(starter)), folder.path()).is_none() {
        eprintln!("skipped: there is no {} on this machine", tool(starter));
        return;
    }
    for command in starter.build.into_iter().chain([starter.test]) {
        let (right, text) = run(command, folder.path()).expect("the tool is there");
        assert!(right, "{command}: {text}");
    }
    let mut program = in_folder(starter.run, folder.path());
    // A machine that is busy with other tests starts a Java machine slowly, and nothing here is about time.
    program.start = std::time::Duration::from_secs(60);
    program.time = Some(std::time::Duration::from_secs(20));
    let mut findings = Vec::new();
    let only = (language != "python").then(|| "connect4".parse().expect("a game"));
    let right = check(&program, only, 1, &mut |finding| findings.push(finding));
    assert!(right, "{language}: {findings:#?}");
    let played = |seed| played(starter.run, folder.path(), seed);
    let first = played(17);
    assert_eq!(first.matches("bestmove").count(), ASKED, "{first}");
    assert_eq!(played(17), first, "{language}: the same seed, another game");
    assert_ne!(played(18), first, "{language}: another seed, the same game");
}

/// How often a starter is asked for a move.
const ASKED: usize = 20;

/// What a starter plays on an empty board, again and again, in a game of this seed.
fn played(command: &str, folder: &Path, seed: u64) -> String {
    let words = words(command).expect("a command");
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let ask = "position turn 1 moves legal 1 2 3 4 5 6 7\ngo time 20000\n".repeat(ASKED);
    let lines = format!("poda 1\nnewgame connect4:6x7 seed {seed}\n{ask}quit\n");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(lines.as_bytes()).expect("it listens");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn python() {
    try_out("python");
}

#[test]
fn javascript() {
    try_out("javascript");
}

#[test]
fn cpp() {
    try_out("cpp");
}

#[test]
fn java() {
    try_out("java");
}

#[test]
fn rust() {
    try_out("rust");
}
