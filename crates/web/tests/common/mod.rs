//! A server without a socket, and how to ask it.

use std::path::Path;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt;
use poda_engine::Knowledge;
use poda_web::{Caps, Server};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

pub(crate) const HOST: &str = "127.0.0.1:7632";

/// A folder of its own that goes when the test ends.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder can be made"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

/// A server on games of its own, asked without a cookie.
pub(crate) struct Site {
    pub(crate) server: Server,
    pub(crate) router: Router,
    folder: Folder,
}

impl Site {
    pub(crate) fn new() -> Site {
        Site::with(Caps::default())
    }

    pub(crate) fn with(caps: Caps) -> Site {
        Site::on(Folder::new(), caps)
    }

    pub(crate) fn on(folder: Folder, caps: Caps) -> Site {
        let server = Server::open(folder.path(), caps, Knowledge::default())
            .expect("the games can be opened");
        let router = server.router("127.0.0.1", 7632);
        Site {
            server,
            router,
            folder,
        }
    }

    /// Ends the server and gives its folder back, as a stop of the program would.
    pub(crate) fn stop(self) -> Folder {
        let Site {
            server,
            router,
            folder,
        } = self;
        server.close();
        drop((server, router));
        folder
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Response {
        let answer = self.router.clone().oneshot(request).await;
        answer.expect("a router always answers")
    }

    /// Asks as whoever has these cookies.
    pub(crate) async fn ask(
        &self,
        cookies: &str,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::HOST, HOST);
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies);
        }
        let body = match body {
            None => Body::empty(),
            Some(value) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(value.to_string())
            }
        };
        read(self.send(request.body(body).unwrap()).await).await
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.ask("", "GET", path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.ask("", "POST", path, Some(body)).await
    }

    /// Posts as whoever has the data folder.
    pub(crate) async fn own(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let cookie = self.server.owner_cookie();
        self.ask(&cookie, "POST", path, Some(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> StatusCode {
        let request = Request::delete(path).header(header::HOST, HOST);
        let response = self.send(request.body(Body::empty()).unwrap()).await;
        response.status()
    }

    /// A new game.
    pub(crate) async fn make(&self, game: &str, seats: &[&str], moves: &str) -> Value {
        let new = json!({ "game": game, "seats": seats, "moves": moves });
        let (status, view) = self.post("/api/games", new).await;
        assert_eq!(status, StatusCode::CREATED, "{view}");
        view
    }

    /// Does something to a game as it was seen.
    pub(crate) async fn act(&self, game: &Value, what: &str) -> (StatusCode, Value) {
        let path = format!("/api/games/{}/{what}", id(game));
        self.post(&path, json!({ "version": game["version"] }))
            .await
    }

    pub(crate) async fn play(&self, game: &Value, mv: &str) -> (StatusCode, Value) {
        let path = format!("/api/games/{}/moves", id(game));
        let body = json!({ "version": game["version"], "move": mv });
        self.post(&path, body).await
    }

    pub(crate) async fn look(&self, game: &Value) -> Value {
        let (status, view) = self.get(&format!("/api/games/{}", id(game))).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        view
    }

    /// Waits until no computer thinks any more.
    pub(crate) async fn settle(&self, game: &Value) -> Value {
        let start = Instant::now();
        loop {
            let view = self.look(game).await;
            if view["thinking"] == json!(false) {
                return view;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{view}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

pub(crate) fn id(game: &Value) -> &str {
    game["id"].as_str().expect("a game has an id")
}

/// The moves so far as text.
pub(crate) fn moves(game: &Value) -> String {
    let moves = game["position"]["moves"].as_array().expect("moves");
    moves
        .iter()
        .map(|mv| mv["move"].as_str().expect("text"))
        .collect()
}

pub(crate) async fn bytes(response: Response) -> Vec<u8> {
    let body = response.into_body().collect().await.expect("a body");
    body.to_bytes().to_vec()
}

/// Status and JSON. Every refusal is one sentence.
pub(crate) async fn read(response: Response) -> (StatusCode, Value) {
    let status = response.status();
    let bytes = bytes(response).await;
    let value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    if status.is_client_error() || status.is_server_error() {
        let error = value["error"].as_str().unwrap_or_default();
        assert!(
            error.len() > 10 && !error.contains('\n'),
            "{status} {error:?}"
        );
    }
    (status, value)
}
