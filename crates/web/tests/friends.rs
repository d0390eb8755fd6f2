//! People at several devices: seats are taken by a browser's cookie, and nobody acts for somebody else.

use crate::common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{HOST, Site, bytes, id, moves};
use http_body_util::BodyExt;
use serde_json::{Value, json};

const OK: StatusCode = StatusCode::OK;
const FORBIDDEN: StatusCode = StatusCode::FORBIDDEN;
const NOT_ALLOWED: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

/// A browser that opened the page once and keeps the cookie.
struct Browser<'a> {
    site: &'a Site,
    cookie: String,
}

impl<'a> Browser<'a> {
    async fn open(site: &'a Site) -> Browser<'a> {
        let request = Request::get("/").header("host", HOST);
        let page = site.send(request.body(Body::empty()).unwrap()).await;
        let told = page.headers()[header::SET_COOKIE].to_str().unwrap();
        assert!(told.contains("HttpOnly") && told.contains("SameSite=Lax"));
        let cookie = told.split(';').next().unwrap().to_owned();
        Browser { site, cookie }
    }

    async fn make(&self, seats: &[&str]) -> Value {
        let new = json!({ "game": "connect4", "seats": seats });
        let (status, game) = self
            .site
            .ask(&self.cookie, "POST", "/api/games", Some(new))
            .await;
        assert_eq!(status, StatusCode::CREATED, "{game}");
        game
    }

    async fn act(&self, game: &Value, what: &str, body: Value) -> (StatusCode, Value) {
        let path = format!("/api/games/{}/{what}", id(game));
        self.site.ask(&self.cookie, "POST", &path, Some(body)).await
    }

    /// Does something to the game as it is.
    async fn now(&self, game: &Value, what: &str) -> (StatusCode, Value) {
        let version = self.look(game).await["version"].clone();
        self.act(game, what, json!({ "version": version })).await
    }

    async fn play(&self, game: &Value, mv: &str) -> (StatusCode, Value) {
        let version = self.look(game).await["version"].clone();
        let body = json!({ "version": version, "move": mv });
        self.act(game, "moves", body).await
    }

    async fn delete(&self, game: &Value) -> StatusCode {
        let path = format!("/api/games/{}", id(game));
        self.site.ask(&self.cookie, "DELETE", &path, None).await.0
    }

    async fn look(&self, game: &Value) -> Value {
        let path = format!("/api/games/{}", id(game));
        self.site.ask(&self.cookie, "GET", &path, None).await.1
    }
}

#[tokio::test]
async fn two_people_at_two_devices_play_and_a_third_watches() {
    let site = Site::new();
    let (anna, ben) = (Browser::open(&site).await, Browser::open(&site).await);
    let carl = Browser::open(&site).await;
    let game = anna.make(&["human", "friend"]).await;
    assert_eq!(game["holds"], json!(["mine", "free"]));
    assert_eq!(ben.look(&game).await["holds"], json!(["taken", "free"]));
    assert_eq!(anna.play(&game, "4").await.0, OK);
    let (status, refusal) = anna.play(&game, "4").await;
    assert_eq!(status, FORBIDDEN);
    assert_eq!(
        refusal["error"],
        json!("the second player's seat is still free: somebody must take it first")
    );

    let (status, taken) = ben.act(&game, "take", json!({})).await;
    assert_eq!((status, &taken["holds"]), (OK, &json!(["taken", "mine"])));
    let (again, same) = ben.act(&game, "take", json!({})).await;
    assert_eq!((again, &same), (OK, &taken), "he has it already");
    let (status, refusal) = carl.act(&game, "take", json!({})).await;
    assert_eq!(status, NOT_ALLOWED, "{refusal}");
    let seen = carl.look(&game).await;
    assert_eq!(
        (&seen["holds"], &seen["yours"]),
        (&json!(["taken", "taken"]), &json!(false))
    );

    // Nobody acts for somebody else: neither who watches, nor a program without a cookie, nor the other player.
    let nobody = Browser {
        site: &site,
        cookie: String::new(),
    };
    for stranger in [&carl, &nobody] {
        assert_eq!(stranger.play(&game, "4").await.0, FORBIDDEN);
        for what in ["undo", "redo", "resign", "hint", "step", "move-now"] {
            assert_eq!(stranger.now(&game, what).await.0, FORBIDDEN, "{what}");
        }
        for (what, body) in [
            ("pause", json!({ "paused": true })),
            ("rematch", json!({ "swap": true })),
            ("leave", json!({})),
        ] {
            assert_eq!(stranger.act(&game, what, body).await.0, FORBIDDEN, "{what}");
        }
        assert_eq!(stranger.delete(&game).await, FORBIDDEN);
    }
    assert_eq!(anna.play(&game, "4").await.0, FORBIDDEN, "it is his turn");
    assert_eq!(anna.now(&game, "hint").await.0, FORBIDDEN);
    assert_eq!(anna.delete(&game).await, FORBIDDEN, "he plays, too");
    assert_eq!(ben.look(&game).await, taken, "nothing has changed");

    assert_eq!(ben.play(&game, "4").await.0, OK);
    // Each takes back to their own last turn.
    assert_eq!(carl.look(&game).await["can_undo"], json!(false));
    let (status, back) = anna.now(&game, "undo").await;
    assert_eq!((status, moves(&back)), (OK, String::new()));
    assert_eq!(ben.now(&game, "redo").await.0, FORBIDDEN);
    assert_eq!(anna.now(&game, "redo").await.0, OK);
    let (status, forward) = ben.now(&game, "redo").await;
    assert_eq!((status, moves(&forward)), (OK, "44".to_owned()));

    let (_, over) = ben.now(&game, "resign").await;
    assert_eq!(over["ending"]["player"], json!(1));
    assert_eq!(anna.now(&game, "undo").await.0, FORBIDDEN, "he gave up");

    // A rematch keeps them seated, and both find it.
    let (status, made) = anna.act(&game, "rematch", json!({ "swap": true })).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(made["holds"], json!(["taken", "mine"]));
    assert_eq!(ben.look(&game).await["next"], made["id"]);
    let (_, met) = ben.act(&game, "rematch", json!({ "swap": true })).await;
    assert_eq!(
        (&met["id"], &met["holds"]),
        (&made["id"], &json!(["mine", "taken"]))
    );
    assert_eq!(anna.delete(&game).await, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn whoever_makes_a_game_alone_does_everything_as_before() {
    let site = Site::new();
    let anna = Browser::open(&site).await;
    let ben = Browser::open(&site).await;
    let game = anna.make(&["human", "human"]).await;
    assert_eq!(game["holds"], json!(["mine", "mine"]));
    assert_eq!(anna.play(&game, "4").await.0, OK);
    assert_eq!(anna.play(&game, "5").await.0, OK);
    let (_, back) = anna.now(&game, "undo").await;
    assert_eq!(
        moves(&back),
        "4",
        "one move, as two people at one device want it"
    );
    assert_eq!(anna.now(&game, "redo").await.0, OK);
    assert_eq!(anna.now(&game, "resign").await.0, OK);
    assert_eq!(anna.now(&game, "undo").await.0, OK);
    assert_eq!(ben.play(&game, "4").await.0, FORBIDDEN);

    // A seat can be left to a friend later, and comes back.
    let (_, left) = anna.act(&game, "leave", json!({ "seat": 1 })).await;
    assert_eq!(left["holds"], json!(["mine", "free"]));
    assert_eq!(ben.act(&game, "take", json!({ "seat": 1 })).await.0, OK);
    assert_eq!(ben.act(&game, "leave", json!({})).await.0, OK);
    assert_eq!(anna.act(&game, "take", json!({ "seat": 1 })).await.0, OK);
    assert_eq!(anna.delete(&game).await, StatusCode::NO_CONTENT);

    let computers = anna.make(&["random", "random"]).await;
    let pause = json!({ "paused": true });
    assert_eq!(
        ben.act(&computers, "pause", pause.clone()).await.0,
        FORBIDDEN
    );
    assert_eq!(anna.act(&computers, "pause", pause).await.0, OK);
    assert_eq!(ben.delete(&computers).await, FORBIDDEN);
}

#[tokio::test]
async fn programs_need_no_cookie_and_their_games_are_anybodys() {
    let site = Site::new();
    let game = site.make("connect4", &["human", "human"], "").await;
    assert_eq!(game["holds"], json!(["anybody", "anybody"]));
    let ben = Browser::open(&site).await;
    assert_eq!(ben.play(&game, "4").await.0, OK);
    let seen = site.look(&game).await;
    assert_eq!(seen["yours"], json!(true));
    assert_eq!(site.play(&seen, "4").await.0, OK);
    // What a program leaves free, a browser can take; a program cannot.
    let game = site.make("connect4", &["human", "friend"], "").await;
    let path = format!("/api/games/{}/take", id(&game));
    let (status, refusal) = site.post(&path, json!({})).await;
    assert_eq!(status, FORBIDDEN, "{refusal}");
    assert_eq!(ben.act(&game, "take", json!({})).await.0, OK);
}

#[tokio::test]
async fn seats_outlive_the_server_and_lapse_after_a_week() {
    let site = Site::new();
    let anna = Browser::open(&site).await;
    let game = anna.make(&["human", "friend"]).await;
    let cookie = anna.cookie.clone();
    let folder = site.stop();
    let week = 7 * 24 * 3600 * 1000;
    let file = folder.path().join("games.sqlite3");
    let site = Site::on(folder, poda_web::Caps::default());
    let anna = Browser {
        site: &site,
        cookie: cookie.clone(),
    };
    assert_eq!(anna.look(&game).await["holds"], json!(["mine", "free"]));
    let ben = Browser::open(&site).await;
    assert_eq!(
        ben.act(&game, "take", json!({ "seat": 0 })).await.0,
        NOT_ALLOWED
    );
    let ben = ben.cookie;
    let folder = site.stop();
    let store = rusqlite::Connection::open(file).unwrap();
    store
        .execute("UPDATE games SET changed = changed - ?1", [week])
        .unwrap();
    drop(store);
    let site = Site::on(folder, poda_web::Caps::default());
    let ben = Browser {
        site: &site,
        cookie: ben,
    };
    assert_eq!(ben.act(&game, "take", json!({ "seat": 0 })).await.0, OK);
    let anna = Browser {
        site: &site,
        cookie,
    };
    assert_eq!(anna.look(&game).await["holds"], json!(["taken", "free"]));
}

#[tokio::test]
async fn everybody_hears_of_the_game_with_their_own_seats() {
    let site = Site::new();
    let (anna, ben) = (Browser::open(&site).await, Browser::open(&site).await);
    let game = anna.make(&["human", "friend"]).await;
    let path = format!("/api/games/{}/events", id(&game));
    let mut streams = Vec::new();
    for who in [&anna, &ben] {
        let request = Request::get(&path)
            .header("host", HOST)
            .header("cookie", &who.cookie);
        let stream = site.send(request.body(Body::empty()).unwrap()).await;
        streams.push(stream.into_body());
    }
    ben.act(&game, "take", json!({})).await;
    for (stream, holds) in streams.iter_mut().zip([
        [json!(["mine", "free"]), json!(["mine", "taken"])],
        [json!(["taken", "free"]), json!(["taken", "mine"])],
    ]) {
        for expected in holds {
            let frame = stream.frame().await.unwrap().unwrap();
            let text = String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap();
            let data = text.lines().find_map(|line| line.strip_prefix("data: "));
            let view: Value = serde_json::from_str(data.unwrap()).unwrap();
            assert_eq!(view["holds"], expected);
        }
    }
}

#[tokio::test]
async fn other_devices_are_offered_an_address_only_if_they_can_reach_it() {
    let site = Site::new();
    let (_, catalogue) = site.get("/api/catalogue").await;
    assert_eq!(catalogue["address"], Value::Null);
    let (status, refusal) = site.get("/api/qr.svg").await;
    assert_eq!(status, NOT_ALLOWED, "{refusal}");

    let open = site.server.router("box.lan", 7632);
    let ask = async |path: &str| {
        let request = Request::get(path).header("host", "box.lan:7632");
        let request = request.body(Body::empty()).unwrap();
        tower::ServiceExt::oneshot(open.clone(), request)
            .await
            .unwrap()
    };
    let catalogue = bytes(ask("/api/catalogue").await).await;
    let catalogue: Value = serde_json::from_slice(&catalogue).unwrap();
    assert_eq!(catalogue["address"], json!("http://box.lan:7632/"));
    let code = ask("/api/qr.svg?path=%23/game/abc").await;
    assert_eq!(code.headers()["content-type"], "image/svg+xml");
    let code = String::from_utf8(bytes(code).await).unwrap();
    assert!(code.contains("<svg"));
    let bare = bytes(ask("/api/qr.svg").await).await;
    assert_ne!(bare, code.as_bytes());
    for bad in ["/evil", "%23%00", &format!("%23{}", "x".repeat(300))] {
        let answer = ask(&format!("/api/qr.svg?path={bad}")).await;
        assert_eq!(answer.status(), NOT_ALLOWED, "{bad}");
    }
}

/// These requests come through no connection of this machine, as a guest's do. Another test stops a server through its own.
#[tokio::test]
async fn a_guest_cannot_stop_the_server() {
    let site = Site::new();
    let guest = Browser::open(&site).await;
    for cookie in ["", guest.cookie.as_str()] {
        let (status, _) = site.ask(cookie, "POST", "/api/quit", Some(json!({}))).await;
        assert_eq!(status, FORBIDDEN);
        let (status, catalogue) = site.ask(cookie, "GET", "/api/catalogue", None).await;
        assert_eq!((status, &catalogue["owner"]), (OK, &json!(false)));
    }
    let game = guest.make(&["human", "friend"]).await;
    assert_eq!(guest.play(&game, "4").await.0, OK, "it goes on");
}
