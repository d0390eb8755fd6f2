//! Other programs at the board: those that the server was started with, and no others.
#![cfg(unix)]

use crate::common;

use axum::http::StatusCode;
use common::{Site, moves};
use poda_bots::{Program, Programs};
use serde_json::json;

/// A site with a program that does this when it is asked for a move.
fn site(go: &str) -> Site {
    let script = format!(
        "while read -r word rest; do case $word in poda) echo id name Tester; echo games connect4; echo ok;; isready) echo ready;; \
         position) legal=${{rest##*legal }}; first=${{legal%% *}};; go) {go};; quit) exit;; esac; done"
    );
    let mut program = Program::new(&format!("sh -c '{script}'")).expect("a command");
    program.start = std::time::Duration::from_secs(60);
    program.time = Some(std::time::Duration::from_secs(20));
    let site = Site::new();
    site.server
        .admit(Programs::only_named().with("tester", program));
    site
}

#[tokio::test]
async fn a_program_plays_and_is_in_the_catalogue() {
    let site = site("echo info depth 2 value 5 nodes 9 line $first; echo bestmove $first");
    let (_, catalogue) = site.get("/api/catalogue").await;
    assert_eq!(catalogue["programs"], json!(["program:tester"]));
    let game = site
        .make("connect4", &["human", "program:tester"], "")
        .await;
    assert_eq!(game["seats"][1]["name"], "program:tester");
    let (status, game) = site.play(&game, "4").await;
    assert_eq!(status, StatusCode::OK);
    let game = site.settle(&game).await;
    assert_eq!(moves(&game), "41");
}

#[tokio::test]
async fn a_program_that_fails_gives_up() {
    let site = site("exit 3");
    let game = site
        .make("connect4", &["human", "program:tester"], "")
        .await;
    let (_, game) = site.play(&game, "4").await;
    let game = site.settle(&game).await;
    assert_eq!(
        game["ending"],
        json!({ "how": "resigned", "player": 1, "winner": 0 })
    );
}

#[tokio::test]
async fn a_browser_cannot_name_a_command() {
    let site = site("echo bestmove $first");
    for seat in ["cmd:sh", "program:cmd:sh", "program:nobody"] {
        let new = json!({ "game": "connect4", "seats": ["human", seat] });
        let (status, refusal) = site.post("/api/games", new).await;
        assert_eq!(
            status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{seat}: {refusal}"
        );
    }
    let new = json!({ "game": "dots:2x2", "seats": ["human", "program:tester"] });
    let (_, refusal) = site.post("/api/games", new).await;
    assert_eq!(
        refusal["error"],
        "tester: it does not play dots:2x2: it says `games connect4`"
    );
}
