//! What must be refused, and how: a status and a sentence, and nothing else happens.

use crate::common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{HOST, Site, bytes, id, read};
use poda_web::Caps;
use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};
use serde_json::{Value, json};

const NEW: &str = r#"{"game":"connect4","seats":["human","human"]}"#;

/// Makes a game with these headers.
async fn make_with(site: &Site, headers: &[(&str, &str)]) -> (StatusCode, Value) {
    let mut request = Request::post("/api/games");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    read(site.send(request.body(Body::from(NEW)).unwrap()).await).await
}

const JSON: (&str, &str) = ("content-type", "application/json");

async fn count(site: &Site) -> usize {
    let (_, list) = site.get("/api/games?limit=100").await;
    list["games"].as_array().unwrap().len()
}

#[tokio::test]
async fn another_host_is_refused() {
    let site = Site::new();
    for host in [
        "evil.example",
        "evil.example:7632",
        "127.0.0.1",
        "127.0.0.1:80",
        "",
    ] {
        let (status, _) = make_with(&site, &[("host", host), JSON]).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{host}");
        let page = Request::get("/").header("host", host);
        let page = site.send(page.body(Body::empty()).unwrap()).await;
        assert_eq!(page.status(), StatusCode::FORBIDDEN, "{host}");
    }
    let (status, _) = make_with(&site, &[JSON]).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "no host");
    let (status, _) = make_with(&site, &[("host", HOST), ("host", "evil.example"), JSON]).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "two hosts");
    assert_eq!(count(&site).await, 0);
    for host in [HOST, "localhost:7632", "[::1]:7632"] {
        let (status, _) = make_with(&site, &[("host", host), JSON]).await;
        assert_eq!(status, StatusCode::CREATED, "{host}");
    }
}

#[tokio::test]
async fn another_site_is_refused() {
    let site = Site::new();
    for foreign in [
        ("origin", "http://evil.example"),
        ("origin", "https://127.0.0.1:7632"),
        ("origin", "http://127.0.0.1:7633"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let (status, _) = make_with(&site, &[("host", HOST), foreign, JSON]).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{foreign:?}");
    }
    assert_eq!(count(&site).await, 0);
    for own in [
        ("origin", "http://127.0.0.1:7632"),
        ("sec-fetch-site", "same-origin"),
    ] {
        let (status, _) = make_with(&site, &[("host", HOST), own, JSON]).await;
        assert_eq!(status, StatusCode::CREATED, "{own:?}");
    }
    // Another site may link to the page, but not have a browser read the games for it.
    for (path, expected) in [("/", StatusCode::OK), ("/api/games", StatusCode::FORBIDDEN)] {
        let request = Request::get(path)
            .header("host", HOST)
            .header("sec-fetch-site", "cross-site");
        let response = site.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), expected, "{path}");
    }
}

#[tokio::test]
async fn only_json_of_a_bearable_size_is_read() {
    let site = Site::new();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let (status, _) = make_with(&site, &[("host", HOST), ("content-type", kind)]).await;
        assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind}");
    }
    let (status, _) = make_with(&site, &[("host", HOST)]).await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);

    let large = format!("{{\"game\":\"{}\"}}", "x".repeat(10 << 20));
    let request = Request::post("/api/games").header("host", HOST);
    let request = request.header("content-type", "application/json");
    let (status, _) = read(site.send(request.body(Body::from(large)).unwrap()).await).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);

    for (body, part) in [
        ("{", "EOF"),
        (r#"{"game":1}"#, "expected a string"),
        (
            r#"{"game":"connect4","seats":[],"more":1}"#,
            "unknown field `more`",
        ),
        (r#"{"seats":[]}"#, "missing field `game`"),
    ] {
        let request = Request::post("/api/games").header("host", HOST);
        let request = request.header("content-type", "application/json");
        let (status, refusal) =
            read(site.send(request.body(Body::from(body)).unwrap()).await).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        let error = refusal["error"].as_str().unwrap();
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(count(&site).await, 0);
}

#[tokio::test]
async fn ten_thousand_games_at_once_are_too_many() {
    let site = Site::new();
    let new: Value = serde_json::from_str(NEW).unwrap();
    let start = std::time::Instant::now();
    let mut made = 0;
    for _ in 0..10_000 {
        match site.post("/api/games", new.clone()).await.0 {
            StatusCode::CREATED => made += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    let allowed = 300.0 + 20.0 * start.elapsed().as_secs_f64();
    assert!(
        made >= 300 && f64::from(made) <= allowed + 1.0,
        "{made} of {allowed}"
    );
}

#[tokio::test]
async fn a_full_house_refuses_games_and_deletes_none() {
    let site = Site::with(Caps {
        stored: 3,
        open: 2,
        ..Caps::default()
    });
    let game = site.make("connect4", &["human", "human"], "").await;
    site.make("connect4", &["human", "human"], "").await;
    let new: Value = serde_json::from_str(NEW).unwrap();
    let (status, refusal) = site.post("/api/games", new.clone()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        refusal["error"],
        json!("2 games are open here, and that is the most: finish or delete some")
    );
    site.act(&game, "resign").await;
    site.make("connect4", &["human", "human"], "").await;
    let (status, refusal) = site.post("/api/games", new).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        refusal["error"],
        json!("3 games are kept here, and that is the most: delete some that are over")
    );
    assert_eq!(count(&site).await, 3);
}

#[tokio::test]
async fn too_many_thoughts_and_streams_are_refused() {
    let site = Site::with(Caps {
        waiting: [100, 100, 1, 1, 1],
        streams: 2,
        ..Caps::default()
    });
    let slow = json!({ "game": "connect4", "seats": ["strong:time=30s", "human"] });
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(site.post("/api/games", slow.clone()).await.0);
    }
    assert!(
        statuses.contains(&StatusCode::TOO_MANY_REQUESTS),
        "{statuses:?}"
    );

    let game = site.make("connect4", &["human", "level:1"], "").await;
    let path = format!("/api/games/{}/events", id(&game));
    let mut streams = Vec::new();
    for expected in [
        StatusCode::OK,
        StatusCode::OK,
        StatusCode::TOO_MANY_REQUESTS,
    ] {
        let request = Request::get(&path).header("host", HOST);
        let stream = site.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(stream.status(), expected);
        streams.push(stream);
    }
    drop(streams);
    let (_, game) = site.play(&game, "4").await;
    site.settle(&game).await;
}

#[tokio::test]
async fn games_that_nobody_looks_at_leave_memory_and_come_back() {
    let site = Site::with(Caps {
        awake: 4,
        ..Caps::default()
    });
    let mut games = Vec::new();
    for column in 1..=7 {
        let game = site.make("connect4", &["human", "human"], "").await;
        games.push(site.play(&game, &column.to_string()).await.1);
    }
    for game in &games {
        assert_eq!(site.look(game).await, *game);
    }
}

#[tokio::test]
async fn every_answer_has_the_headers_that_keep_the_page_safe() {
    let site = Site::new();
    for path in [
        "/",
        "/api/catalogue",
        "/nowhere",
        "/api/nowhere",
        "/api/games/nowhere",
    ] {
        let request = Request::get(path).header("host", HOST);
        let response = site.send(request.body(Body::empty()).unwrap()).await;
        let headers = response.headers();
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert!(headers.get("access-control-allow-origin").is_none());
    }
}

#[tokio::test]
async fn whatever_is_not_there_says_so() {
    let site = Site::new();
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/games/x/nothing",
        "/api/games/x/",
    ] {
        assert_eq!(site.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/api/catalogue", "/", "/api/games/x/events"] {
        let status = site.post(path, json!({})).await.0;
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
    let request = Request::get("/nothing.html").header("host", HOST);
    let response = site.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert_eq!(
        response.headers()[header::CONTENT_TYPE],
        "text/html; charset=utf-8"
    );
}

#[tokio::test]
async fn the_page_is_served_and_known_when_it_has_not_changed() {
    let site = Site::new();
    let page = Request::get("/").header("host", HOST);
    let page = site.send(page.body(Body::empty()).unwrap()).await;
    assert_eq!(page.status(), StatusCode::OK);
    assert_eq!(page.headers()[header::CACHE_CONTROL], "no-cache");
    let tag = page.headers()[header::ETAG].clone();
    let html = String::from_utf8(bytes(page).await).unwrap();
    assert!(html.contains("<title>") && !html.contains("<script>") && !html.contains("<style"));
    let again = Request::get("/")
        .header("host", HOST)
        .header("if-none-match", tag);
    let again = site.send(again.body(Body::empty()).unwrap()).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
}

/// A request that is nearly right.
fn requests() -> impl Strategy<Value = (String, String, String, Option<String>)> {
    let method = prop_oneof![
        8 => Just("POST"), 4 => Just("GET"), 1 => Just("DELETE"), 1 => Just("PUT"), 1 => Just("PATCH"),
        1 => Just("OPTIONS"), 1 => Just("HEAD"), 1 => Just("TRACE")
    ];
    let last = prop_oneof![
        Just("moves"),
        Just("undo"),
        Just("redo"),
        Just("resign"),
        Just("pause"),
        Just("step"),
        Just("move-now"),
        Just("hint"),
        Just("rematch"),
        Just("game.gif"),
        Just("game.txt"),
        Just("")
    ];
    let path = prop_oneof![
        4 => Just("/api/games".to_owned()),
        4 => Just("/api/check".to_owned()),
        6 => last.prop_map(|last| format!("/api/games/GAME/{last}")),
        1 => "/api/games/[ -~&&[^ #?\"<>\\\\^`{|}]]{1,30}/undo",
        2 => ("[a-z0-9:x,=%&]{0,30}", "[a-z0-9%+]{0,20}")
            .prop_map(|(game, moves)| format!("/api/position?game={game}&moves={moves}")),
        1 => "[a-z]{0,8}=[a-z0-9%]{0,8}".prop_map(|words| format!("/api/games?{words}&limit=5")),
        1 => "/[a-z./%0-9]{0,20}",
    ];
    let kind = prop_oneof![
        9 => Just("application/json".to_owned()), 1 => Just("text/plain".to_owned()), 1 => "[ -~]{0,20}"
    ];
    let game = prop_oneof![
        Just("connect4".to_owned()),
        Just("dots:2x2".to_owned()),
        "[a-z0-9:x,=]{0,20}",
        "connect4:[0-9]{1,3}x[0-9]{1,3}",
        "dots:[0-9]x[0-9]",
        "\\PC{0,20}"
    ];
    let seat = prop_oneof![
        Just("human".to_owned()),
        Just("level:1".to_owned()),
        Just("random".to_owned()),
        "[a-z:=,0-9]{0,20}",
        "alphabeta:depth=[0-9]{1,9}",
        "strong:time=[0-9]{1,6}s",
        "\\PC{0,20}"
    ];
    let seats = proptest::collection::vec(seat, 0..5);
    let body = prop_oneof![
        2 => (game, seats, "[1-9hv ]{0,20}")
            .prop_map(|(game, seats, moves)| json!({ "game": game, "seats": seats, "moves": moves }).to_string()),
        2 => (any::<u64>(), "\\PC{0,8}").prop_map(|(version, mv)| json!({ "version": version, "move": mv }).to_string()),
        1 => any::<i64>().prop_map(|version| json!({ "version": version }).to_string()),
        1 => any::<bool>().prop_map(|yes| json!({ "paused": yes }).to_string()),
        1 => any::<bool>().prop_map(|yes| json!({ "swap": yes }).to_string()),
        2 => "\\PC{0,60}",
        1 => "[\\[{]{0,200}",
    ];
    (method, path, kind, proptest::option::weighted(0.9, body))
        .prop_map(|(method, path, kind, body)| (method.to_owned(), path, kind, body))
}

#[test]
fn a_thousand_malformed_requests_never_break_the_server() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let site = Site::new();
    let game = runtime.block_on(site.make("connect4", &["human", "level:1"], ""));
    let config = Config {
        cases: 1_000,
        // Commit what it writes there: it is tried first from then on.
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        source_file: Some(file!()),
        ..Config::default()
    };
    let run = TestRunner::new(config).run(&requests(), |(method, path, kind, body)| {
        let path = path.replace("GAME", id(&game));
        let request = Request::builder()
            .method(method.as_str())
            .uri(&path)
            .header("host", HOST)
            .header("content-type", &kind)
            .body(Body::from(body.clone().unwrap_or_default()));
        // What is no request at all never reaches the router.
        let Ok(request) = request else {
            return Ok(());
        };
        let status = runtime.block_on(async { site.send(request).await.status() });
        prop_assert!(
            !status.is_server_error(),
            "{method} {path} {kind} {body:?}: {status}"
        );
        Ok(())
    });
    run.unwrap();
}
