//! What anybody can send to the server: a line with the address and perhaps a cookie, then the body; an address with a `?` is asked with GET. The server refuses it in a sentence or does it, and
//! nothing is ever its own fault.

use std::cell::LazyCell;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Method, Request, header};
use http_body_util::BodyExt;
use poda_engine::Knowledge;
use poda_web::{Caps, Server};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

const HOST: &str = "127.0.0.1:7632";

/// The addresses below `/api/` to which anything is sent. Not those that think on purpose (`hint`, `analysis`) or stop the server. Who asks is a guest,
/// and starts no experiments.
const ADDRESSES: &[&str] = &[
    "games",
    "check",
    "read",
    "games/delete",
    "games/GAME/moves",
    "games/GAME/undo",
    "games/GAME/redo",
    "games/GAME/resign",
    "games/GAME/pause",
    "games/GAME/take",
    "games/GAME/leave",
    "games/GAME/rematch",
    "games/GAME/step",
    "games/GAME/move-now",
    "lab/s0-depth/run",
    "lab/stop",
];

/// The addresses below `/api/` that are asked anything.
const QUERIES: &[&str] = &[
    "games",
    "position",
    "puzzles",
    "events",
    "lesson",
    "lesson/answer",
    "lesson/solution",
    "tree",
    "tree/node",
    "tree/branch",
    "tree.svg",
    "lab/s0-depth",
];

/// What is asked first of a search that people walk through: a small board that is nearly full, so that no search of it takes long.
const SMALL: &str = "game=tictactoe&moves=a1b2c3&";

/// A server without a socket, with a game in it.
struct Site {
    runtime: Runtime,
    router: Router,
    game: String,
    _folder: TempDir,
}

impl Site {
    fn new() -> Site {
        let folder = tempfile::tempdir().expect("a folder");
        let caps = Caps {
            burst: u32::MAX,
            waiting: [2; 5],
            analysis: Duration::from_millis(1),
            review: Duration::from_millis(1),
            ..Caps::default()
        };
        let server = Server::open(folder.path(), caps, Knowledge::default());
        let router = server.expect("games can be kept").router("127.0.0.1", 7632);
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let mut site = Site {
            runtime: runtime.enable_all().build().expect("a runtime"),
            router,
            game: String::new(),
            _folder: folder,
        };
        let new = br#"{"game":"connect4","seats":["human","human"],"moves":"44"}"#;
        let (status, made) = site.send(Method::POST, "games", b"", new);
        assert_eq!(status, 201, "{made}");
        site.game = made["id"].as_str().expect("an id").to_owned();
        site
    }

    fn send(&self, method: Method, address: &str, cookie: &[u8], body: &[u8]) -> (u16, Value) {
        let cookie = HeaderValue::from_bytes(cookie);
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/{address}"))
            .header(header::HOST, HOST)
            // What no cookie can be is not sent.
            .header(
                header::COOKIE,
                cookie.unwrap_or(HeaderValue::from_static("")),
            )
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_vec()))
            .expect("a request");
        self.runtime.block_on(async {
            let answer = self.router.clone().oneshot(request).await;
            let answer = answer.expect("a router always answers");
            let status = answer.status().as_u16();
            let kind = answer.headers().get(header::CONTENT_TYPE);
            if kind.is_some_and(|kind| kind == "text/event-stream") {
                // It has no end.
                return (status, Value::Null);
            }
            let body = answer
                .into_body()
                .collect()
                .await
                .expect("a body")
                .to_bytes();
            (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
        })
    }
}

/// Whether the request was done.
pub(crate) fn request(bytes: &[u8]) -> bool {
    thread_local! {
        static SITE: LazyCell<Site> = LazyCell::new(Site::new);
    }
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let Some((address, body)) = end.map(|end| (&bytes[..end], &bytes[end + 1..])) else {
        return false;
    };
    // What stands behind a tabulator is a cookie.
    let tab = address.iter().position(|&byte| byte == b'\t');
    let (address, cookie) = tab.map_or((address, &b""[..]), |at| {
        (&address[..at], &address[at + 1..])
    });
    let mark = address.iter().position(|&byte| byte == b'?');
    let (path, query) = mark.map_or((address, None), |at| (&address[..at], Some(&address[at..])));
    let (method, paths) = match query {
        Some(_) => (Method::GET, QUERIES),
        None => (Method::POST, ADDRESSES),
    };
    let Some(path) = paths.iter().find(|known| known.as_bytes() == path) else {
        return false;
    };
    SITE.with(|site| {
        let mut address = path.replace("GAME", &site.game) + &escaped(query.unwrap_or_default());
        if path.starts_with("tree") {
            address = address.replacen('?', &format!("?{SMALL}"), 1);
        }
        let (status, answer) = site.send(method, &address, cookie, body);
        let shown = String::from_utf8_lossy(body);
        assert!(status < 500, "{status} {address} {shown}: {answer}");
        // Read, and understood: but the game has moved on, or it is for somebody else to do.
        if status == 409 || status == 403 {
            return true;
        }
        if status >= 400 {
            let error = answer["error"].as_str().unwrap_or_default();
            assert!(
                error.len() > 10 && !error.contains('\n'),
                "{status} {error:?}"
            );
            return false;
        }
        // What was made goes again, so that there is always room for more.
        if status == 201 {
            let made = answer["id"].as_str().expect("an id");
            site.send(Method::DELETE, &format!("games/{made}"), cookie, b"");
        }
        true
    })
}

/// As it can stand in an address: a `%` and what follows it is left as it is.
fn escaped(query: &[u8]) -> String {
    let one = |&byte: &u8| match byte {
        b'?' | b'&' | b'=' | b'%' | b'+' | b',' | b':' | b'-' | b'.' => {
            char::from(byte).to_string()
        }
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02x}"),
    };
    query.iter().map(one).collect()
}
