//! The terminal game as its players meet it: keys through a terminal, signals, job control, the page's games.

#![cfg(unix)]

use std::process::Command;

use serde_json::{Value, json};

use crate::common::pty::Pty;
use crate::common::refusal;
use crate::serve::Running;

const PODA: &str = env!("CARGO_BIN_EXE_poda");
const USUAL: (u16, u16) = (80, 24);

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &str {
        self.0.path().to_str().expect("UTF-8")
    }

    /// Starts a game, or the menu.
    fn play(&self, arguments: &[&str]) -> Pty {
        let data = ["play", "--data", self.path()];
        Pty::start(PODA, &[&data, arguments].concat(), USUAL)
    }
}

fn kill(signal: &str, process: &str) {
    let told = Command::new("kill").args([signal, process]).status();
    assert!(told.expect("kill is there").success());
}

#[test]
fn a_game_is_won_taken_back_and_resigned_by_keys() {
    let folder = Folder::new();
    let mut game = folder.play(&["connect4", "--second", "human"]);
    game.wait_for("Orange to move");
    for (at, key) in ["4", "1", "4", "1", "4", "1"].into_iter().enumerate() {
        game.press(key);
        let row = at / 2 + 1;
        game.wait_for(&format!("column {key}, row {row}."));
    }
    // The cursor is at the first column: to the fourth, by arrow, letter and Enter.
    game.press("\x1b[C");
    game.press("ll\r");
    let won = game.wait_for("Orange wins, 4 in a row.");
    assert_eq!(won.matches("[○]").count(), 4, "{won}");
    game.press("u");
    game.wait_for("Orange to move");
    game.press("r");
    game.wait_for("Orange wins");
    game.press("ux");
    game.wait_for("Resign this game?");
    game.press("y");
    game.wait_for("Orange resigned.");
    game.press("\x1b");
    game.wait_for("Past games");
    game.press("q");
    assert_eq!(game.ended().exit_code(), 0);
    game.assert_sane();
}

#[test]
fn the_computer_answers_and_a_click_plays() {
    let folder = Folder::new();
    let mut game = folder.play(&["tictactoe", "--second", "level:1"]);
    let screen = game.wait_for("Your turn");
    // Where the first empty square is drawn.
    let (row, line) = screen
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains("│   ·"))
        .expect("a square");
    let column = line.chars().position(|sign| sign == '·').expect("a square");
    let (column, row) = (column + 1, row + 1);
    game.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    game.wait_for("  2 × ");
    game.press("i");
    game.wait_for("Hint: square");
    game.press("?");
    game.wait_for("What every move is worth");
    game.press("\x03");
    assert_eq!(game.ended().exit_code(), 130);
    game.assert_sane();
}

#[test]
fn a_signal_to_end_leaves_a_sane_terminal() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let folder = Folder::new();
        let thinks = [
            "dots:7x7",
            "--first",
            "strong:time=30s",
            "--second",
            "human",
        ];
        let mut game = folder.play(&thinks);
        game.wait_for("is thinking");
        kill(signal, &game.id());
        assert_eq!(game.ended().exit_code(), 130, "{signal}");
        game.assert_sane();
    }
}

#[test]
fn the_shell_has_the_terminal_while_the_game_waits() {
    let folder = Folder::new();
    let mut shell = Pty::start("sh", &["-i"], USUAL);
    shell.wait_for("shell>");
    let play = format!(
        "'{PODA}' play connect4 --second human --data '{}'\n",
        folder.path()
    );
    shell.press(&play);
    shell.wait_for("Orange to move");
    shell.press("4");
    shell.wait_for("Blue to move");
    shell.press("\x1a");
    shell.wait("the shell", |screen| {
        let shown = screen.contents();
        !screen.alternate_screen()
            && shown.contains("Stopped")
            && shown.trim_end().ends_with("shell>")
    });
    shell.press("stty -a | tr ';' '\\n' | grep -c ' icanon'; echo and mouse; fg\n");
    shell.wait("the game", vt100::Screen::alternate_screen);
    shell.wait_for("Blue to move");
    shell.press("5");
    shell.wait_for("column 5, row 1.");
    shell.press("q");
    shell.wait("the shell", |screen| {
        !screen.alternate_screen() && screen.contents().trim_end().ends_with("shell>")
    });
    let shown = shell.wait_for("and mouse");
    assert!(shown.contains("\n1\nand mouse"), "lines as usual: {shown}");
    shell.assert_is_usual_screen();
    shell.press("exit\n");
    shell.ended();
}

#[test]
fn without_a_terminal_it_says_so() {
    let said = refusal(&["play", "connect4"]);
    assert!(said.contains("needs a terminal"), "{said}");
    let said = refusal(&["play", "connect4", "--third", "human"]);
    assert!(said.contains("for three"), "{said}");
    let folder = Folder::new();
    let mut game = folder.play(&["connect4", "--second", "nobody"]);
    let said = game.wait_for("nobody");
    assert!(said.starts_with("poda: "), "{said}");
    assert_eq!(game.ended().exit_code(), 2);
}

#[test]
fn a_plain_terminal_is_drawn_in_ascii() {
    let folder = Folder::new();
    let mut game = folder.play(&["dots:3x3", "--ascii"]);
    let screen = game.wait_for("Your turn");
    assert!(screen.is_ascii(), "{screen}");
    game.press("q");
    assert_eq!(game.ended().exit_code(), 0);
}

#[test]
fn a_game_of_the_page_goes_on_in_the_terminal_and_back() {
    let folder = Folder::new();
    let server = Running::start(folder.0.path());
    let new = json!({ "game": "connect4", "seats": ["human", "human"], "moves": "44" });
    let (status, made) = server.send("POST", "/api/games", &new);
    assert_eq!(status, 201, "{made}");
    let path = format!("/api/games/{}", made["id"].as_str().expect("an id"));

    // While the page has it open: both show the same.
    let mut game = folder.play(&[]);
    game.wait_for("The page has these games open");
    game.wait_for("Continue");
    game.press("j\r");
    game.wait_for("Orange to move");
    game.press("5");
    game.wait_for("column 5, row 1.");
    let (_, seen) = server.send("GET", &path, &Value::Null);
    assert_eq!(seen["position"]["moves"][2]["move"], "5");
    let answer = json!({ "version": seen["version"], "move": "3" });
    server.send("POST", &format!("{path}/moves"), &answer);
    game.wait_for("Blue, column 3, row 1.");
    drop(server);
    game.wait_for("Poda does not answer.");
    game.press("q");
    assert_eq!(game.ended().exit_code(), 0);

    // After that, without the page; whoever comes second is told.
    let mut game = folder.play(&[]);
    game.wait_for("Continue");
    game.press("j\r");
    game.wait_for("Orange to move");
    let mut second = folder.play(&[]);
    second.wait_for("another Poda is using the games");
    assert_eq!(second.ended().exit_code(), 2);
    game.press("5");
    game.wait_for("column 5, row 2.");
    game.press("q");
    game.ended();
    let server = Running::start(folder.0.path());
    let (_, seen) = server.send("GET", &path, &Value::Null);
    let moves = seen["position"]["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 5);
}
