//! What happens in a game, as pages hear of it; over real sockets.

use crate::common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use common::{Folder, id, moves};
use poda_engine::Knowledge;
use poda_web::{Caps, Settings, serve};
use serde_json::{Value, json};

/// A server on a port of its own, until it is told to quit.
struct Running {
    address: String,
    thread: Option<std::thread::JoinHandle<()>>,
    folder: Folder,
}

impl Running {
    fn start() -> Running {
        let folder = Folder::new();
        let settings = Settings {
            host: "127.0.0.1".to_owned(),
            port: 0,
            data: folder.path().to_owned(),
            caps: Caps::default(),
            knowledge: Knowledge::default(),
        };
        let (tell, told) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            serve(&settings, |at| tell.send(at.here.clone()).unwrap()).unwrap();
        });
        Running {
            address: told.recv().unwrap(),
            thread: Some(thread),
            folder,
        }
    }

    fn post(&self, path: &str, body: Value) -> Value {
        let address = format!("{}api/{path}", self.address);
        let mut response = ureq::post(address).send_json(body).unwrap();
        response.body_mut().read_json().unwrap_or(Value::Null)
    }

    fn make(&self, seats: &[&str]) -> Value {
        self.post("games", json!({ "game": "connect4", "seats": seats }))
    }

    fn listen(&self, game: &Value) -> Events {
        self.events(&format!("games/{}/events", id(game)))
    }

    fn events(&self, path: &str) -> Events {
        let address = format!("{}api/{path}", self.address);
        let response = ureq::get(address).call().unwrap();
        let reader: Box<dyn Read + Send> = Box::new(response.into_body().into_reader());
        Events(BufReader::new(reader))
    }

    fn quit(mut self) {
        self.post("quit", json!({}));
        self.thread.take().unwrap().join().unwrap();
    }
}

struct Events(BufReader<Box<dyn Read + Send>>);

impl Iterator for Events {
    /// Name, id, data.
    type Item = (String, String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        let (mut name, mut number, mut data) = (String::new(), String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("event", text)) => name = text.to_owned(),
                Some(("id", text)) => number = text.to_owned(),
                Some(("data", text)) => data = text.to_owned(),
                None if line.trim().is_empty() && !name.is_empty() => {
                    let data = serde_json::from_str(&data).unwrap();
                    return Some((name, number, data));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn two_pages_see_every_move_in_order_and_the_end_of_the_game() {
    let server = Running::start();
    let game = server.make(&["human", "level:1"]);
    let mut pages = [server.listen(&game), server.listen(&game)];
    let path = format!("games/{}/moves", id(&game));
    let mut version = game["version"].clone();
    for page in &mut pages {
        let (name, number, now) = page.next().unwrap();
        assert_eq!((name.as_str(), number.as_str(), &now), ("game", "0", &game));
    }
    for mv in ["4", "4"] {
        server.post(&path, json!({ "version": version, "move": mv }));
        // The person's move, then the computer's.
        for page in &mut pages {
            let mut seen = Vec::new();
            while seen.len() < 2 {
                let (name, number, now) = page.next().unwrap();
                if name == "game" {
                    assert_eq!(number, now["version"].to_string());
                    seen.push(now);
                }
            }
            assert_eq!(moves(&seen[0]).len() + 1, moves(&seen[1]).len());
            version = seen[1]["version"].clone();
        }
    }
    let address = format!("{}api/games/{}", server.address, id(&game));
    ureq::delete(address).call().unwrap();
    for mut page in pages {
        assert_eq!(page.next().unwrap().0, "gone");
        assert!(page.next().is_none(), "the stream ends with the game");
    }
    server.quit();
}

/// One stream for all windows of a browser.
#[test]
fn several_games_are_followed_in_one_stream() {
    let server = Running::start();
    let games: Vec<Value> = (0..9).map(|_| server.make(&["human", "human"])).collect();
    let ids: Vec<&str> = games.iter().map(id).collect();
    let mut page = server.events(&format!("events?games={},nosuchgame00", ids.join(",")));
    // First all games as they are, and the one that is not there.
    let mut first: Vec<String> = (0..10).map(|_| page.next().unwrap().0).collect();
    first.sort_unstable();
    let mut names: Vec<String> = ids.iter().map(|id| format!("game:{id}")).collect();
    names.push("gone:nosuchgame00".to_owned());
    names.sort_unstable();
    assert_eq!(first, names);
    // Then whatever happens in any of them.
    for id in ids.iter().rev() {
        let path = format!("games/{id}/moves");
        server.post(&path, json!({ "version": 0, "move": "4" }));
        let (name, number, now) = page.next().unwrap();
        assert_eq!((name, number.as_str()), (format!("game:{id}"), "1"));
        assert_eq!((now["id"].as_str(), &*moves(&now)), (Some(*id), "4"));
    }
    ureq::delete(format!("{}api/games/{}", server.address, ids[3]))
        .call()
        .unwrap();
    assert_eq!(page.next().unwrap().0, format!("gone:{}", ids[3]));
    server.quit();
    assert!(page.next().is_none(), "the stream ends with the server");
}

#[test]
fn thoughts_are_told_while_the_computer_thinks() {
    let server = Running::start();
    let game = server.make(&["strong:time=1500ms", "human"]);
    let mut thoughts = Vec::new();
    let start = Instant::now();
    for (name, _, data) in server.listen(&game) {
        match name.as_str() {
            "thinking" => thoughts.push(data),
            _ if data["position"]["moves"][0].is_object() => break,
            _ => {}
        }
    }
    assert!(!thoughts.is_empty());
    assert!(
        thoughts.len() <= 2 + (start.elapsed().as_millis() / 100) as usize,
        "at most ten a second"
    );
    let depths: Vec<u64> = thoughts
        .iter()
        .map(|one| one["depth"].as_u64().unwrap())
        .collect();
    assert!(depths.is_sorted(), "{depths:?}");
    assert_eq!(
        (&thoughts[0]["player"], &thoughts[0]["version"]),
        (&json!(0), &json!(0))
    );
    assert!(thoughts[0]["verdict"]["is"].is_string());
    server.quit();
}

#[test]
fn a_quitting_server_ends_its_streams_and_searches() {
    let server = Running::start();
    let game = server.make(&["strong:time=30s", "human"]);
    let mut page = server.listen(&game);
    assert!(page.next().is_some());
    let start = Instant::now();
    server.quit();
    assert!(
        page.all(|(name, ..)| name == "thinking"),
        "and then the stream ends"
    );
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "the search had 30 s"
    );
}

#[test]
fn half_a_request_does_not_hold_the_server() {
    let server = Running::start();
    let address = server
        .address
        .trim_start_matches("http://")
        .trim_end_matches('/');
    let mut idle = TcpStream::connect(address).unwrap();
    idle.write_all(b"POST /api/games HTTP/1.1\r\nHost: ")
        .unwrap();
    server.make(&["human", "human"]);
    server.quit();
}

#[test]
fn a_second_server_is_told_where_the_first_is() {
    let server = Running::start();
    let settings = Settings {
        host: "127.0.0.1".to_owned(),
        port: 0,
        data: server.folder.path().to_owned(),
        caps: Caps::default(),
        knowledge: Knowledge::default(),
    };
    let second = serve(&settings, |_| panic!("two servers on the same games"));
    let error = second.unwrap_err().to_string();
    assert_eq!(
        error,
        format!("Poda is already running at {}", server.address)
    );
    server.quit();
}
