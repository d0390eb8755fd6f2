//! Nobody shuts the others out, and whatever is refused is refused in a sentence.

use crate::common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{Folder, HOST, Site, id, read};
use http_body_util::BodyExt;
use poda_engine::Knowledge;
use poda_web::{Caps, Server};
use serde_json::json;

const OK: StatusCode = StatusCode::OK;

#[tokio::test]
async fn moves_that_were_taken_back_leave_the_queue() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // Room for those that keep the threads busy, should no thread have taken them yet, and for one more.
    let site = Site::with(Caps {
        waiting: [10, 10, cores + 1, 1, 1],
        ..Caps::default()
    });
    for _ in 0..cores {
        site.make("connect4", &["strong:time=30s", "human"], "")
            .await;
    }
    let mut game = site
        .make("connect4", &["human", "strong:time=30s"], "")
        .await;
    for round in 0..20 + 2 * cores {
        let (status, played) = site.play(&game, "4").await;
        assert_eq!(status, OK, "round {round}: {played}");
        let (status, back) = site.act(&played, "undo").await;
        assert_eq!(status, OK, "round {round}: {back}");
        game = back;
    }
}

#[tokio::test]
async fn a_page_that_fell_behind_never_goes_backwards() {
    let site = Site::new();
    let mut game = site.make("connect4", &["human", "human"], "").await;
    let path = format!("/api/games/{}/events", id(&game));
    let request = Request::get(&path).header("host", HOST);
    let stream = site.send(request.body(Body::empty()).unwrap()).await;
    // Nobody reads, and more happens than is kept for a reader.
    for _ in 0..40 {
        let (_, played) = site.play(&game, "4").await;
        game = site.act(&played, "undo").await.1;
    }
    site.delete(&format!("/api/games/{}", id(&game))).await;
    let body = stream.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(body.to_vec()).unwrap();
    let ids = text.lines().filter_map(|line| line.strip_prefix("id: "));
    let versions: Vec<u64> = ids.map(|id| id.parse().unwrap()).collect();
    assert!(versions.is_sorted(), "{versions:?}");
    assert!(text.contains("event: gone"));
}

/// Ids become names of events: a line break in one would be an event of its own.
#[tokio::test]
async fn a_stream_of_several_games_takes_only_ids_and_not_too_many() {
    let site = Site::new();
    let many: Vec<String> = (0..101).map(|number| format!("a{number}")).collect();
    for games in [
        "",
        ",",
        "a%0Ab",
        "a%0D%0Aevent:x",
        "a%00",
        "%C3%A9",
        &many.join(","),
    ] {
        let (status, refusal) = site.get(&format!("/api/events?games={games}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{games}: {refusal}");
        let error = refusal["error"].as_str().unwrap();
        assert!(error.contains("must name 1 to 100 games"), "{error}");
    }
    assert_eq!(site.get("/api/events").await.0, StatusCode::BAD_REQUEST);
    // Two of the same, and all of them gone: the stream says so and ends.
    let (status, _) = site.get("/api/events?games=x,y,x").await;
    assert_eq!(status, OK);
}

/// However many games a stream tells of, it is one of those that there may be.
#[tokio::test]
async fn a_stream_of_several_games_counts_once() {
    let site = Site::with(Caps {
        streams: 1,
        ..Caps::default()
    });
    let one = site.make("connect4", &["human", "human"], "").await;
    let other = site.make("connect4", &["human", "human"], "").await;
    let path = format!("/api/events?games={},{}", id(&one), id(&other));
    let request = || Request::get(&path).header("host", HOST).body(Body::empty());
    let stream = site.send(request().unwrap()).await;
    assert_eq!(stream.status(), OK);
    let refused = site.send(request().unwrap()).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    drop(stream);
    assert_eq!(site.send(request().unwrap()).await.status(), OK);
}

#[tokio::test]
async fn a_moving_picture_is_made_once_for_each_version() {
    let site = Site::new();
    let game = site.make("connect4", &["human", "human"], "4455").await;
    let path = format!("/api/games/{}/game.gif", id(&game));
    let ask = async || {
        let request = Request::get(&path).header("host", HOST);
        let answer = site.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status(), OK);
        common::bytes(answer).await
    };
    let first = ask().await;
    assert_eq!(first, ask().await);
    assert_eq!(site.play(&game, "6").await.0, OK);
    assert_ne!(first, ask().await, "the game has moved on");
}

#[tokio::test]
async fn every_refusal_is_a_sentence() {
    let site = Site::new();
    for path in [
        "/api/games/%ff",
        "/api/games/%ff/events",
        "/api/games/%ff/game.gif",
        "/api/lab/%ff",
        "/api/lab/%ff/%fe",
    ] {
        // `get` asserts that there is a sentence.
        assert_eq!(site.get(path).await.0, StatusCode::BAD_REQUEST, "{path}");
    }
    for (method, path) in [
        ("DELETE", "/api/lab"),
        ("POST", "/api/lab/levels"),
        ("GET", "/api/lab/stop/x/y"),
        ("PUT", "/api/games"),
        ("PATCH", "/api/games/x/moves"),
        ("GET", "/api/check"),
    ] {
        let status = site.ask("", method, path, None).await.0;
        assert!(status.is_client_error(), "{method} {path}: {status}");
    }
    let game = site.make("connect4", &["human", "human"], "").await;
    for (path, body) in [
        ("/api/quit".to_owned(), json!([])),
        (format!("/api/games/{}/undo", id(&game)), json!([0])),
        (format!("/api/games/{}/pause", id(&game)), json!([true])),
        (
            "/api/games".to_owned(),
            json!(["connect4", ["human", "human"]]),
        ),
        ("/api/games".to_owned(), json!(null)),
    ] {
        let (status, refusal) = site.post(&path, body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}");
        let error = refusal["error"].as_str().unwrap();
        assert!(error.contains("must be an object"), "{error}");
    }
}

/// What is repeated of a long request never hides the reason.
#[tokio::test]
async fn a_long_request_is_refused_with_its_reason() {
    let site = Site::new();
    for (body, reason) in [
        ("[".repeat(16_000), "recursion limit exceeded"),
        (
            format!("{{\"{}\":1}}", "x".repeat(9_000)),
            "expected one of",
        ),
    ] {
        let request = Request::post("/api/games")
            .header("host", HOST)
            .header("content-type", "application/json");
        let answer = site.send(request.body(Body::from(body)).unwrap()).await;
        let (status, refusal) = read(answer).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        let error = refusal["error"].as_str().unwrap();
        assert!(error.contains(reason) && error.len() < 300, "{error}");
    }
}

#[tokio::test]
async fn what_is_refused_before_its_body_came_ends_the_connection() {
    let site = Site::new();
    // Read, it is refused because there is no such game.
    let body = r#"{"game":"nowhere","seats":["human","human"]}"#;
    let request = |path: &str, kind: &str, host: &str| {
        Request::post(path)
            .header("host", host)
            .header("content-type", kind)
            .header("content-length", body.len())
            .body(Body::from(body))
            .unwrap()
    };
    let (json, games) = ("application/json", "/api/games");
    for (path, kind, host, closes) in [
        (games, "text/plain", HOST, true),
        (games, json, "evil.example", true),
        ("/api/nowhere", json, HOST, true),
        ("/api/games/%ff/undo", json, HOST, true),
        (games, json, HOST, false),
    ] {
        let answer = site.send(request(path, kind, host)).await;
        let told = answer.headers().get(header::CONNECTION).cloned();
        assert_eq!(
            told.is_some_and(|how| how == "close"),
            closes,
            "{path} {kind} {host}"
        );
        assert!(read(answer).await.0.is_client_error());
    }
}

#[test]
fn games_that_cannot_be_opened_are_named_with_what_to_do() {
    let folder = Folder::new();
    let file = folder.path().join("games.sqlite3");
    std::fs::write(&file, "this is not a database, and never was one").unwrap();
    let open = || Server::open(folder.path(), Caps::default(), Knowledge::default());
    let error = open().err().unwrap().to_string();
    assert_eq!(
        error.matches(&*file.to_string_lossy()).count(),
        1,
        "{error}"
    );
    assert!(
        error.contains("--data") && !error.contains("query"),
        "{error}"
    );
    std::fs::remove_file(&file).unwrap();
    drop(open().unwrap());
    let store = rusqlite::Connection::open(&file).unwrap();
    store.pragma_update(None, "user_version", 4_000).unwrap();
    drop(store);
    let error = open().err().unwrap().to_string();
    assert!(error.contains("by a newer Poda"), "{error}");
}

#[tokio::test]
async fn the_licences_of_fonts_and_packages_are_there_to_be_read() {
    let site = Site::new();
    let request = Request::get("/licences.txt").header("host", HOST);
    let answer = site.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status(), OK);
    let text = String::from_utf8(common::bytes(answer).await).unwrap();
    assert_eq!(text, poda_web::LICENCES);
    for part in [
        "DejaVu",
        "fraunces",
        "svelte (MIT)",
        "axum ",
        "rusqlite ",
        "Permission is hereby granted",
    ] {
        assert!(text.contains(part), "{part}");
    }
}
