//! Analyses, reviews and what computers found: over the wire, and on the disk.

use crate::common;

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use common::{Folder, HOST, Site, id};
use http_body_util::BodyExt;
use poda_engine::solve::{Solvable, SolverOptions};
use poda_engine::{AnyGame, AnyMove, Concrete, Limits, line_text, random_opening, with_game};
use poda_web::Caps;
use serde_json::{Value, json};

/// Every move and its value, as `poda solve --moves` finds them.
fn solved(game: &AnyGame, line: &[AnyMove]) -> Vec<(String, i64)> {
    fn of<G: Solvable + Concrete>(rules: &G, text: &str) -> Vec<(String, i64)> {
        let solver = rules.solver(&SolverOptions {
            memory: Some(32 << 20),
            ..SolverOptions::default()
        });
        let (_, state) = rules.read_position(text).unwrap();
        let moves = solver
            .unwrap()
            .moves(&state, Limits::default(), &mut |_| ());
        let moves = moves.unwrap().into_iter();
        moves
            .map(|(mv, solution)| (mv.to_string(), solution.value.into()))
            .collect()
    }
    with_game!(game, |rules| of(rules, &line_text(line)))
}

/// Compares the API with the solver on random positions.
async fn agree(site: &Site, name: &str, plies: std::ops::RangeInclusive<usize>, count: u64) {
    let game: AnyGame = name.parse().unwrap();
    for seed in 0..count {
        let span = (plies.end() - plies.start() + 1) as u64;
        let plies = plies.start() + (seed % span) as usize;
        let line = random_opening(&game, plies, 1_000 + seed);
        let moves = line_text(&line);
        let path = format!("/api/analysis?game={name}&moves={moves}");
        let (status, analysis) = site.get(&path).await;
        assert_eq!(status, StatusCode::OK, "{analysis}");
        assert_eq!(
            (&analysis["position"], &analysis["done"]),
            (&json!(moves), &json!(true))
        );
        let told = analysis["moves"].as_array().unwrap().iter().map(|mv| {
            assert_eq!(mv["exact"], json!(true), "{name} {moves}");
            (
                mv["move"].as_str().unwrap().to_owned(),
                mv["value"].as_i64().unwrap(),
            )
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            solved(&game, &line),
            "{name} {moves}"
        );
    }
}

/// Few positions here, which this slower build solves at once; the next test has all.
#[tokio::test]
async fn an_analysis_says_what_the_solver_says() {
    let site = Site::new();
    agree(&site, "connect4", 17..=30, 12).await;
    agree(&site, "dots:3x3", 8..=16, 6).await;
    agree(&site, "dots:3x4", 16..=20, 4).await;
}

#[tokio::test]
#[ignore = "takes a minute: cargo xtask long"]
async fn every_analysis_says_what_the_solver_says() {
    let site = Site::new();
    agree(&site, "connect4", 8..=30, 200).await;
    agree(&site, "dots:3x3", 0..=20, 50).await;
    agree(&site, "dots:3x4", 4..=26, 50).await;
}

async fn stream(site: &Site, path: &str) -> Response {
    let request = Request::get(path)
        .header(header::HOST, HOST)
        .header(header::ACCEPT, "text/event-stream");
    site.send(request.body(Body::empty()).unwrap()).await
}

/// The events of a stream, as their names and values.
fn events(text: &str) -> Vec<(String, Value)> {
    let events = text.split("\n\n").filter(|event| event.contains("data:"));
    let field = |event: &str, name: &str| {
        let line = event.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_default().trim().to_owned()
    };
    let read = |event: &str| {
        let data = serde_json::from_str(&field(event, "data:")).unwrap();
        (field(event, "event:"), data)
    };
    events.map(read).collect()
}

#[tokio::test]
async fn values_stream_in_and_the_last_step_is_marked() {
    let site = Site::new();
    for (path, name) in [
        (
            "/api/analysis?game=dots:3x3&moves=h11v11h22v22h33v33",
            "analysis",
        ),
        ("/api/review?game=tictactoe&moves=a1b2c3a3c1c2b1", "review"),
        (
            "/api/analysis?game=connect4:6x7,players=3,connect=3&moves=1726",
            "analysis",
        ),
    ] {
        let response = stream(&site, path).await;
        assert_eq!(response.status(), StatusCode::OK);
        let text = String::from_utf8(common::bytes(response).await).unwrap();
        let events = events(&text);
        let (last, before) = events.split_last().expect("at least one");
        assert_eq!(last.1["done"], json!(true), "{path}");
        assert!(before.iter().all(|(_, step)| step["done"] == json!(false)));
        assert!(events.iter().all(|(event, _)| event == name));
        // Whoever asks again has the same at once, whole.
        let (_, again) = site.get(path).await;
        assert_eq!(again, last.1);
    }
}

#[tokio::test]
async fn a_review_grades_every_move() {
    let site = Site::new();
    let (status, review) = site
        .get("/api/review?game=connect4&moves=4444445655527")
        .await;
    assert_eq!(status, StatusCode::OK, "{review}");
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 13);
    for mv in moves {
        for key in ["ply", "move", "value", "kept", "best", "grade", "exact"] {
            assert!(!mv[key].is_null(), "{key}");
        }
    }
    assert_eq!(review["players"].as_array().unwrap().len(), 2);
    let (status, _) = site.get("/api/review?game=connect4&moves=48").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, _) = site.get("/api/analysis?game=chess&moves=").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// A server on which an analysis that no solver can finish goes on for longer than any test, with room for so many that wait.
fn patient(waiting: usize) -> Site {
    Site::with(Caps {
        waiting: [1, 1, 1, 1, waiting],
        analysis: Duration::from_secs(3_600),
        ..Caps::default()
    })
}

/// How many studies are made at the same time.
fn lanes() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.div_ceil(2)
}

/// Positions that no solver knows, each different.
fn endless(count: usize) -> impl Iterator<Item = String> {
    let columns = "123456789abc";
    let pairs = columns
        .chars()
        .flat_map(move |one| columns.chars().map(move |other| (one, other)));
    let path = |(one, other)| format!("/api/analysis?game=connect4:9x12&moves={one}{other}");
    pairs.map(path).take(count)
}

#[tokio::test]
async fn leaving_ends_the_work() {
    let site = patient(100);
    let count = 2 * lanes() + 1;
    let all = async {
        for path in endless(count) {
            let response = stream(&site, &path).await;
            assert_eq!(response.status(), StatusCode::OK);
            // It has begun, so those before it have ended or there is a thread more.
            assert!(response.into_body().frame().await.is_some());
        }
        // One that waits for its whole answer, and does not wait for it.
        let path = endless(count + 1).last().unwrap();
        let asked = tokio::time::timeout(Duration::from_millis(1), site.get(&path));
        assert!(asked.await.is_err());
        assert_eq!(
            site.get("/api/analysis?game=tictactoe&moves=b2").await.0,
            StatusCode::OK
        );
    };
    let waited = tokio::time::timeout(Duration::from_secs(120), all).await;
    assert!(waited.is_ok(), "what nobody wants goes on");
}

/// One that is cancelled while it still waits leaves its place to the next at once, though every thread is busy for ever.
#[tokio::test]
async fn whoever_goes_while_waiting_leaves_a_place() {
    let site = patient(1);
    let mut paths = endless(lanes() + 20);
    let mut busy = Vec::new();
    for path in paths.by_ref().take(lanes()) {
        let response = stream(&site, &path).await;
        assert_eq!(response.status(), StatusCode::OK);
        // Its first step: a thread has taken it.
        let mut body = response.into_body();
        assert!(body.frame().await.is_some());
        busy.push(body);
    }
    for path in paths {
        let waiting = stream(&site, &path).await;
        assert_eq!(waiting.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn too_many_at_once_are_refused_and_lookers_at_the_same_are_one() {
    let site = patient(1);
    let (mut open, mut refused) = (Vec::new(), 0);
    let count = lanes() + 4;
    for path in endless(count) {
        let response = stream(&site, &path).await;
        match response.status() {
            StatusCode::OK => open.push(response),
            StatusCode::TOO_MANY_REQUESTS => refused += 1,
            other => panic!("{other}"),
        }
    }
    // As many as there are threads run, and one waits; a thread that has not taken its work yet lets one wait less.
    assert!(
        (count - lanes() - 1..count).contains(&refused),
        "{refused} of {count}"
    );
    // The first one is under way, and costs nothing more.
    let same = stream(&site, &endless(1).next().unwrap()).await;
    assert_eq!(same.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_game_without_analysis_is_studied_when_it_is_over() {
    let site = Site::new();
    let new = json!({ "game": "connect4", "seats": ["human", "human"], "moves": "44", "analysis": false });
    let (status, game) = site.post("/api/games", new).await;
    assert_eq!(
        (status, &game["analysis"]),
        (StatusCode::CREATED, &json!(false))
    );
    let path = format!("/api/analysis?game=connect4&moves=44&id={}", id(&game));
    let (status, refusal) = site.get(&path).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refusal}");
    let (status, game) = site.act(&game, "resign").await;
    assert_eq!(status, StatusCode::OK, "{game}");
    assert_eq!(site.get(&path).await.0, StatusCode::OK);
    // The rematch is played in the same way; others are open.
    let (_, again) = site
        .post(
            &format!("/api/games/{}/rematch", id(&game)),
            json!({ "swap": false }),
        )
        .await;
    assert_eq!(again["analysis"], json!(false));
    let open = site.make("connect4", &["human", "human"], "44").await;
    assert_eq!(open["analysis"], json!(true));
    assert_eq!(
        site.get(&format!(
            "/api/analysis?game=connect4&moves=44&id={}",
            id(&open)
        ))
        .await
        .0,
        StatusCode::OK
    );
}

#[tokio::test]
async fn what_a_computer_found_stays_with_its_move() {
    let site = Site::new();
    let game = site
        .make("connect4", &["human", "strong:depth=4"], "")
        .await;
    let (_, game) = site.play(&game, "4").await;
    let game = site.settle(&game).await;
    let findings = game["findings"].as_array().unwrap();
    assert_eq!((findings.len(), &findings[0]), (2, &Value::Null));
    let finding = &findings[1];
    assert!(finding["nodes"].as_u64().unwrap() > 0 && finding["depth"] == json!(4));
    assert_eq!(finding["line"][0], game["position"]["moves"][1]["move"]);
    // Whatever a search of four plies believes, the book knows that the second player loses.
    assert_eq!(
        (&finding["source"], &finding["verdict"]["is"]),
        (&json!("book"), &json!("loses"))
    );
    let request =
        Request::get(format!("/api/games/{}/game.txt", id(&game))).header(header::HOST, HOST);
    let text = common::bytes(site.send(request.body(Body::empty()).unwrap()).await).await;
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("Thinking:") && text.contains("known from the book"),
        "{text}"
    );

    // It outlives the server, and what is taken back.
    let site = Site::on(site.stop(), Caps::default());
    let game = site.look(&game).await;
    assert_eq!(&game["findings"][1], finding);
    let (_, undone) = site.act(&game, "undo").await;
    assert_eq!(undone["findings"], json!([]));
    let (_, redone) = site.act(&undone, "redo").await;
    assert_eq!(&redone["findings"][1], finding);
    // Another move in its place has nothing to do with it.
    let (_, undone) = site.act(&redone, "undo").await;
    let (_, other) = site.play(&undone, "1").await;
    assert_eq!(other["findings"][0], Value::Null);
}

/// The empty board is won, and a move that does not win it is not said to.
#[tokio::test]
async fn what_is_known_is_told_of_the_move_that_was_made() {
    let site = Site::new();
    let (_, worths) = site.get("/api/analysis?game=connect4").await;
    for agent in ["minimax:depth=1,eval=none", "strong:depth=4", "perfect"] {
        let game = site.make("connect4", &[agent, "human"], "").await;
        let game = site.settle(&game).await;
        let (mv, finding) = (&game["position"]["moves"][0]["move"], &game["findings"][0]);
        let worth = worths["moves"].as_array().unwrap().iter();
        let worth = worth.clone().find(|worth| &worth["move"] == mv).unwrap();
        assert_eq!(finding["verdict"], worth["verdict"], "{agent}: {mv}");
    }
}

#[tokio::test]
async fn nobody_is_told_what_is_known_in_a_game_without_analysis() {
    let site = Site::new();
    let new =
        json!({ "game": "connect4", "seats": ["strong:depth=2", "human"], "analysis": false });
    let (_, game) = site.post("/api/games", new).await;
    let game = site.settle(&game).await;
    assert_eq!(game["findings"][0]["source"], json!("search"));
}

/// A folder with the games of the first version.
fn old_folder() -> Folder {
    let folder = Folder::new();
    let old = rusqlite::Connection::open(folder.path().join("games.sqlite3")).unwrap();
    old.execute_batch(
        r#"CREATE TABLE games (
            id TEXT PRIMARY KEY, session TEXT NOT NULL, version INTEGER NOT NULL, resigned INTEGER, paused INTEGER NOT NULL,
            seed INTEGER NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL, over INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX games_by_change ON games (over, changed, id);
        INSERT INTO games VALUES ('old', '{"game":"connect4:6x7","seats":["human","level:1"],"moves":"4453","version":4}',
            4, NULL, 0, 1, 1, 1, 0),
            ('won', '{"game":"connect4:6x7","seats":["human","level:1"],"moves":"4455667","version":7}', 7, NULL, 0, 1, 1, 2, 1);
        PRAGMA user_version = 1;"#,
    )
    .unwrap();
    folder
}

#[tokio::test]
async fn games_of_older_versions_still_open() {
    let site = Site::on(old_folder(), Caps::default());
    for (query, name) in [("state=open&game=connect4", "old"), ("result=won", "won")] {
        let (_, list) = site.get(&format!("/api/games?players=2&{query}")).await;
        let games = list["games"].as_array().unwrap();
        assert!(
            games.len() == 1 && games[0]["id"] == name,
            "{query}: {list}"
        );
    }
    let (status, game) = site.get("/api/games/old").await;
    assert_eq!(status, StatusCode::OK, "{game}");
    assert_eq!(game["analysis"], json!(true));
    assert_eq!(game["findings"], json!([null, null, null, null]));
    let (status, game) = site.play(&game, "1").await;
    assert_eq!(status, StatusCode::OK, "{game}");
    assert_eq!(
        site.settle(&game).await["findings"]
            .as_array()
            .unwrap()
            .len(),
        6
    );
}

#[tokio::test]
async fn pasted_text_becomes_a_game() {
    let site = Site::new();
    for (body, answer) in [
        (
            json!({ "text": "[3, 3, 2]" }),
            json!({ "game": "connect4:6x7", "moves": "443" }),
        ),
        (
            json!({ "text": "h11 v12", "game": "dots:3x3" }),
            json!({ "game": "dots:3x3", "moves": "h11v12" }),
        ),
    ] {
        assert_eq!(site.post("/api/read", body).await, (StatusCode::OK, answer));
    }
    for body in [
        json!({ "text": "what?" }),
        json!({ "text": "4", "game": "chess" }),
    ] {
        let (status, _) = site.post("/api/read", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
}
