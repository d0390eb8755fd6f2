//! Games from the first move to the last, through the router.

use crate::common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{Site, bytes, id, moves};
use serde_json::{Value, json};

const OK: StatusCode = StatusCode::OK;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const NOT_ALLOWED: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

/// Who sits where, as it was typed.
fn names(game: &Value) -> Vec<&str> {
    let seats = game["seats"].as_array().expect("seats");
    seats
        .iter()
        .map(|seat| seat["name"].as_str().expect("a name"))
        .collect()
}

#[tokio::test]
async fn two_people_play_to_the_end() {
    let site = Site::new();
    let mut game = site.make("connect4", &["human", "human"], "").await;
    for mv in ["4", "4", "5", "5", "6", "6"] {
        let (status, next) = site.play(&game, mv).await;
        assert_eq!(status, OK);
        assert_eq!(
            next["version"],
            json!(game["version"].as_u64().unwrap() + 1)
        );
        game = next;
    }
    let (_, game) = site.play(&game, "7").await;
    assert_eq!(game["ending"], json!({ "how": "won", "winner": 0 }));
    assert_eq!(
        game["position"]["board"]["winning"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
    assert_eq!(game["position"]["to_move"], Value::Null);
    let (status, refusal) = site.play(&game, "1").await;
    assert_eq!(status, NOT_ALLOWED, "{refusal}");
    assert_eq!(site.look(&game).await, game);
}

#[tokio::test]
async fn the_computer_answers_by_itself_and_first_if_it_is_first() {
    let site = Site::new();
    let game = site.make("connect4", &["level:1", "human"], "").await;
    assert_eq!(game["thinking"], json!(true));
    let game = site.settle(&game).await;
    assert_eq!(moves(&game).len(), 1);
    let (_, game) = site.play(&game, "1").await;
    let game = site.settle(&game).await;
    assert_eq!(
        (moves(&game).len(), &game["position"]["to_move"]),
        (3, &json!(1))
    );
}

#[tokio::test]
async fn computers_among_themselves_play_to_the_end_in_every_game() {
    let site = Site::new();
    for (name, seats) in [
        ("connect4", &["level:1", "random"][..]),
        ("connect4:6x7,players=3", &["level:1", "greedy", "random"]),
        ("dots:3x3", &["level:2", "greedy"]),
    ] {
        let game = site.make(name, seats, "").await;
        let over = loop {
            let view = site.settle(&game).await;
            if !view["ending"].is_null() {
                break view;
            }
        };
        assert!(over["position"]["legal"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_box_gives_another_turn() {
    let site = Site::new();
    let game = site
        .make("dots:1x2", &["human", "human"], "h11 h21 v11")
        .await;
    let (_, game) = site.play(&game, "v12").await;
    assert_eq!(game["position"]["board"]["scores"], json!([0, 1]));
    assert_eq!(
        (&game["position"]["to_move"], &game["position"]["again"]),
        (&json!(1), &json!(true))
    );
}

#[tokio::test]
async fn moves_are_refused_with_a_reason() {
    let site = Site::new();
    let game = site.make("connect4", &["human", "human"], "444444").await;
    for (mv, sentence) in [
        (
            "4",
            "column 4 is full: the columns with room are 1, 2, 3, 5, 6, 7",
        ),
        ("9", "column 9 does not exist: columns are 1 to 7"),
        (
            "h12",
            "`h12` is not a column: columns are written 1 to 9, then a, b and c",
        ),
    ] {
        let (status, refusal) = site.play(&game, mv).await;
        assert_eq!(status, NOT_ALLOWED);
        assert_eq!(refusal["error"], json!(sentence));
    }
    assert_eq!(site.look(&game).await, game, "nothing has changed");

    let computer = site
        .make("connect4", &["human", "strong:time=20s"], "4")
        .await;
    let (status, refusal) = site.play(&computer, "4").await;
    assert_eq!(status, NOT_ALLOWED);
    assert_eq!(
        refusal["error"],
        json!("it is the second player's turn, and the computer plays for them")
    );
}

#[tokio::test]
async fn a_stale_move_is_refused_with_the_game_as_it_is() {
    let site = Site::new();
    let old = site.make("connect4", &["human", "human"], "").await;
    let (_, new) = site.play(&old, "4").await;
    for what in ["undo", "redo", "resign", "step", "move-now", "hint"] {
        let (status, refusal) = site.act(&old, what).await;
        assert_eq!((status, &refusal["game"]), (CONFLICT, &new), "{what}");
    }
    let (status, refusal) = site.play(&old, "4").await;
    assert_eq!((status, &refusal["game"]), (CONFLICT, &new));
}

#[tokio::test]
async fn undo_drops_the_thought_of_the_computer() {
    let site = Site::new();
    let game = site
        .make("connect4", &["human", "strong:time=20s"], "")
        .await;
    let (_, game) = site.play(&game, "4").await;
    assert_eq!(game["thinking"], json!(true));
    let (status, game) = site.act(&game, "undo").await;
    assert_eq!(status, OK);
    assert_eq!(
        (moves(&game).as_str(), &game["thinking"]),
        ("", &json!(false))
    );
    assert_eq!(game["undone"], json!(["4"]));
    // The stopped search must not play into the game after all.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(site.look(&game).await, game);
    let (_, game) = site.act(&game, "redo").await;
    assert_eq!(
        (moves(&game).as_str(), &game["thinking"]),
        ("4", &json!(true))
    );
}

#[tokio::test]
async fn move_now_has_the_best_so_far() {
    let site = Site::new();
    let game = site
        .make("connect4", &["strong:time=30s", "human"], "")
        .await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let (status, _) = site.act(&game, "move-now").await;
    assert_eq!(status, OK);
    let game = site.settle(&game).await;
    assert_eq!(moves(&game).len(), 1);
    let (status, _) = site.act(&game, "move-now").await;
    assert_eq!(status, NOT_ALLOWED, "nobody thinks");
}

#[tokio::test]
async fn paused_computers_move_step_by_step() {
    let site = Site::new();
    let game = site.make("connect4", &["human", "level:1"], "").await;
    let path = format!("/api/games/{}/pause", id(&game));
    let (_, game) = site.post(&path, json!({ "paused": true })).await;
    let (_, same) = site.post(&path, json!({ "paused": true })).await;
    assert_eq!((&game["paused"], &same), (&json!(true), &game));
    let (_, game) = site.play(&game, "4").await;
    assert_eq!(game["thinking"], json!(false));
    let (status, stepping) = site.act(&game, "step").await;
    assert_eq!(status, OK, "{stepping}");
    let game = site.settle(&stepping).await;
    assert_eq!(moves(&game).len(), 2);
    let (status, _) = site.act(&game, "step").await;
    assert_eq!(status, NOT_ALLOWED, "it is a person's turn");
    site.play(&game, "1").await;
    let (_, game) = site.post(&path, json!({ "paused": false })).await;
    assert_eq!(game["thinking"], json!(true));
}

#[tokio::test]
async fn giving_up_and_a_rematch_with_sides_swapped() {
    let site = Site::new();
    let game = site.make("connect4", &["human", "level:2"], "44").await;
    let (_, game) = site.act(&game, "resign").await;
    assert_eq!(
        game["ending"],
        json!({ "how": "resigned", "player": 0, "winner": 1 })
    );
    assert_eq!(game["position"]["ending"], Value::Null);
    let path = format!("/api/games/{}/rematch", id(&game));
    let (status, again) = site.post(&path, json!({ "swap": true })).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(names(&again), ["level:2", "human"]);
    assert_eq!(
        again["seats"][0]["plays"],
        json!({ "as": "level", "level": 2 })
    );
    assert_ne!(id(&again), id(&game));
    let (_, same) = site.post(&path, json!({ "swap": false })).await;
    assert_eq!(
        (names(&same), moves(&same).as_str()),
        (vec!["human", "level:2"], "")
    );
}

#[tokio::test]
async fn hints_come_with_a_reason() {
    let site = Site::new();
    let game = site.make("connect4", &["human", "human"], "11223").await;
    let (status, hint) = site.act(&game, "hint").await;
    assert_eq!(status, OK, "{hint}");
    assert_eq!(
        (&hint["move"], &hint["reason"]),
        (&json!("4"), &json!({ "why": "blocks" }))
    );
    assert_eq!(hint["cell"], json!({ "row": 0, "column": 3 }));
    let over = site.make("connect4", &["human", "human"], "4455667").await;
    assert_eq!(site.act(&over, "hint").await.0, NOT_ALLOWED);
}

#[tokio::test]
async fn games_are_listed_by_their_last_change_in_pages() {
    let site = Site::new();
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(site.make("connect4", &["human", "human"], "").await);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    site.play(&games[1], "4").await;
    let over = site.make("connect4", &["human", "human"], "4455667").await;
    let ids = |list: &Value| -> Vec<String> {
        let games = list["games"].as_array().unwrap();
        games.iter().map(|game| id(game).to_owned()).collect()
    };
    let (_, first) = site.get("/api/games?state=open&limit=2").await;
    assert_eq!(ids(&first), [id(&games[1]), id(&games[4])]);
    assert_eq!(first["more"], json!(true));
    assert_eq!(first["games"][0]["plies"], json!(1));
    let rest = format!("/api/games?state=open&limit=3&before={}", id(&games[4]));
    let (_, rest) = site.get(&rest).await;
    assert_eq!(ids(&rest), [id(&games[3]), id(&games[2]), id(&games[0])]);
    assert_eq!(rest["more"], json!(false));
    let (_, done) = site.get("/api/games?state=over").await;
    assert_eq!(ids(&done), [id(&over)]);
    let (_, all) = site.get("/api/games").await;
    assert_eq!(ids(&all).len(), 6);
    for limit in ["0", "101"] {
        let path = format!("/api/games?limit={limit}");
        assert_eq!(site.get(&path).await.0, NOT_ALLOWED);
    }
}

#[tokio::test]
async fn a_deleted_game_is_gone_and_its_search_with_it() {
    let site = Site::new();
    let game = site
        .make("connect4", &["strong:time=30s", "human"], "")
        .await;
    let path = format!("/api/games/{}", id(&game));
    assert_eq!(site.delete(&path).await, StatusCode::NO_CONTENT);
    assert_eq!(site.get(&path).await.0, StatusCode::NOT_FOUND);
    assert_eq!(site.delete(&path).await, StatusCode::NOT_FOUND);
    let start = std::time::Instant::now();
    site.stop();
    assert!(
        start.elapsed().as_secs() < 10,
        "the search would have taken 30 s"
    );
}

#[tokio::test]
async fn games_outlive_the_server_and_computers_go_on_when_somebody_looks() {
    let site = Site::new();
    let game = site
        .make("connect4", &["human", "strong:time=20s"], "")
        .await;
    let (_, game) = site.play(&game, "4").await;
    let resigned = site.make("dots:2x2", &["human", "human"], "h11").await;
    let (_, resigned) = site.act(&resigned, "resign").await;
    let folder = site.stop();

    let site = Site::on(folder, poda_web::Caps::default());
    let again = site.look(&game).await;
    assert_eq!(again, game, "thinking again, and nothing else has changed");
    assert_eq!(site.look(&resigned).await, resigned);
    site.act(&game, "move-now").await;
    assert_eq!(moves(&site.settle(&game).await).len(), 2);
}

#[tokio::test]
async fn positions_and_the_catalogue_need_no_game() {
    let site = Site::new();
    let (status, position) = site.get("/api/position?game=connect4&moves=4453").await;
    assert_eq!((status, &position["link"]), (OK, &json!("connect4/4453")));
    assert_eq!(
        site.get("/api/position?game=connect4&moves=8").await.0,
        NOT_ALLOWED
    );
    assert_eq!(site.get("/api/position?game=go").await.0, NOT_ALLOWED);
    assert_eq!(site.get("/api/position").await.0, StatusCode::BAD_REQUEST);
    let (_, catalogue) = site.get("/api/catalogue").await;
    assert_eq!(
        catalogue["games"][0]["boards"][0],
        json!({ "rows": 6, "columns": 7 })
    );
}

#[tokio::test]
async fn what_cannot_be_made_is_explained_before_it_is_tried() {
    let site = Site::new();
    for (game, seats, seat, problem) in [
        (
            "connect4",
            &["human", "level:9"][..],
            json!(1),
            "`9` is not a level: levels are level:1 to level:4",
        ),
        (
            "dots:4x4",
            &["s0:depth=2", "human"],
            json!(0),
            "s0:depth=2 does not play dots:4x4: it plays connect4",
        ),
        (
            "connect4",
            &["human"],
            Value::Null,
            "1 seats were given, but connect4:6x7 is for 2 players: give one seat to each",
        ),
        (
            "connect4:20x20",
            &["human", "human"],
            Value::Null,
            "a board of 20x20 is not possible: rows and columns are 1 to 12 each, and (rows + 1) x columns at most 128",
        ),
        (
            "connect4",
            &["human", "minimax:depth=20"],
            json!(1),
            "a depth of 20 is too deep here: depths are 1 to 12",
        ),
    ] {
        let new = json!({ "game": game, "seats": seats });
        let (status, checked) = site.post("/api/check", new.clone()).await;
        assert_eq!(status, OK);
        assert_eq!(
            (&checked["problem"], &checked["seat"]),
            (&json!(problem), &seat)
        );
        let (status, refusal) = site.post("/api/games", new).await;
        assert_eq!((status, &refusal["error"]), (NOT_ALLOWED, &json!(problem)));
    }
    let fine = json!({ "game": "dots:4x4", "seats": ["human", "level:4"] });
    let (_, checked) = site.post("/api/check", fine).await;
    assert_eq!(
        checked,
        json!({
            "problem": null, "seat": null, "perfect": null,
            "promise": { "is": "late", "plies": 31 }
        })
    );
    let three = json!({ "game": "connect4:6x7,players=3", "seats": ["human", "human", "human"] });
    let (_, checked) = site.post("/api/check", three).await;
    assert_eq!(
        checked["perfect"],
        "perfect does not play connect4:6x7,players=3: it plays connect4 for two players who connect four, dots and tictactoe"
    );
}

#[tokio::test]
async fn a_game_can_be_taken_along_as_text_and_picture() {
    let site = Site::new();
    let game = site
        .make("connect4", &["human", "level:2"], "4455667")
        .await;
    let file = async |name: &str| {
        let path = format!("/api/games/{}/{name}", id(&game));
        let request = Request::get(path).header(header::HOST, common::HOST);
        site.send(request.body(Body::empty()).unwrap()).await
    };
    let text = file("game.txt").await;
    assert_eq!(
        text.headers()[header::CONTENT_TYPE],
        "text/plain; charset=utf-8"
    );
    let text = String::from_utf8(bytes(text).await).unwrap();
    assert_eq!(
        text,
        "Game:    connect4:6x7\nFirst    o human\nSecond   x level:2\nMoves:   4 4 5 5 6 6 7\n\
         Result:  the first player won after 7 moves\n\n\
         . . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . x x x .\n. . . O O O O\n"
    );
    let gif = file("game.gif").await;
    assert_eq!(gif.headers()[header::CONTENT_TYPE], "image/gif");
    let gif = bytes(gif).await;
    assert!(gif.starts_with(b"GIF89a"));
    let dark = bytes(file("game.gif?theme=dark&pieces=classic").await).await;
    assert!(dark.starts_with(b"GIF89a") && dark != gif);
    let other = file("game.gif?theme=red").await;
    assert_eq!(other.status(), StatusCode::BAD_REQUEST);
}
