//! The web app as the program that people start: it keeps every move that was answered, even when it is killed.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{self, DATA_HOME};

pub(crate) struct Running {
    child: Child,
    address: String,
}

impl Running {
    pub(crate) fn start(data: &Path) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_poda"))
            .args(["serve", "--no-open", "--port", "0", "--data"])
            .arg(data)
            .env(DATA_HOME.0, DATA_HOME.1)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("poda starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).expect("an address");
        let address = address.split('/').next().expect("a host").to_owned();
        Running { child, address }
    }

    /// Ends it; what it said on standard error.
    fn complaints(mut self) -> String {
        self.child.kill().expect("it is our own child");
        let mut text = String::new();
        let mut errors = self.child.stderr.take().expect("a pipe");
        errors.read_to_string(&mut text).expect("UTF-8");
        text
    }

    /// Status and JSON.
    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        ask(&self.address, method, path, body).expect("poda answers")
    }
}

/// Status and JSON, by hand: one small request needs no library. None if there is no whole answer.
fn ask(address: &str, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let body = if method == "GET" {
        String::new()
    } else {
        body.to_string()
    };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let status = text.get(9..12)?.parse().ok()?;
    let (_, body) = text.split_once("\r\n\r\n")?;
    // An answer that was cut is none.
    match body {
        "" => Some((status, Value::Null)),
        body => Some((status, serde_json::from_str(body).ok()?)),
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_killed_server_has_every_move_that_it_answered() {
    let data = tempfile::tempdir().expect("a folder");
    let data = data.path();
    let mut seen = Vec::new();
    let new = json!({ "game": "dots:4x4", "seats": ["human", "human"] });
    let mut server = Running::start(data);
    let (status, mut game) = server.send("POST", "/api/games", &new);
    assert_eq!(status, 201, "{game}");
    let path = format!("/api/games/{}", game["id"].as_str().expect("an id"));
    for round in 0..3 {
        for _ in 0..5 {
            let mv = game["position"]["legal"][0]["move"].clone();
            let body = json!({ "version": game["version"], "move": mv });
            let (status, next) = server.send("POST", &format!("{path}/moves"), &body);
            assert_eq!(status, 200, "{next}");
            seen.push(mv);
            game = next;
        }
        // SIGKILL: nothing in the process runs after this.
        server.child.kill().expect("it is our own child");
        server.child.wait().expect("it ends");
        server = Running::start(data);
        let (status, again) = server.send("GET", &path, &Value::Null);
        assert_eq!((status, &again), (200, &game), "round {round}");
    }
    let moves = game["position"]["moves"].as_array().expect("moves");
    let moves: Vec<Value> = moves.iter().map(|mv| mv["move"].clone()).collect();
    assert_eq!(moves, seen);
    drop(server);
}

/// What a client saw of a game before its server was gone.
struct Witness {
    path: String,
    seen: Value,
}

/// Plays game after game, with itself or with a computer, until nobody answers any more.
fn witness(address: &str, number: usize, answers: &AtomicUsize) -> Vec<Witness> {
    let new = match number % 2 {
        0 => json!({ "game": "dots:4x4", "seats": ["human", "human"] }),
        _ => json!({ "game": "connect4", "seats": ["human", "level:1"] }),
    };
    let mut witnesses: Vec<Witness> = Vec::new();
    while let Some((201, made)) = ask(address, "POST", "/api/games", &new) {
        let path = format!("/api/games/{}", made["id"].as_str().expect("an id"));
        witnesses.push(Witness {
            path: path.clone(),
            seen: made,
        });
        let now = witnesses.last_mut().expect("one was added");
        while now.seen["ending"].is_null() {
            let answer = match now.seen["thinking"].as_bool() {
                Some(true) => ask(address, "GET", &path, &Value::Null),
                _ => {
                    let mv = &now.seen["position"]["legal"][number]["move"];
                    let mv = if mv.is_null() {
                        &now.seen["position"]["legal"][0]["move"]
                    } else {
                        mv
                    };
                    let body = json!({ "version": now.seen["version"], "move": mv });
                    ask(address, "POST", &format!("{path}/moves"), &body)
                }
            };
            match answer {
                Some((200, next)) => now.seen = next,
                Some((status, refused)) => panic!("{status} {refused}"),
                None => return witnesses,
            }
            answers.fetch_add(1, Ordering::Relaxed);
        }
    }
    witnesses
}

/// Many play at once, and the server is killed again and again: whatever anybody saw is there afterwards.
#[test]
fn a_server_that_is_killed_under_load_has_everything_that_anybody_saw() {
    const CLIENTS: usize = 4;
    let data = tempfile::tempdir().expect("a folder");
    let mut witnesses: Vec<Witness> = Vec::new();
    let mut server = Running::start(data.path());
    for round in 0..8 {
        let answers = AtomicUsize::new(0);
        let (address, counted) = (server.address.clone(), &answers);
        std::thread::scope(|scope| {
            let clients: Vec<_> = (0..CLIENTS)
                .map(|number| {
                    let address = address.clone();
                    scope.spawn(move || witness(&address, number, counted))
                })
                .collect();
            // In the middle of things, each time at another moment.
            while counted.load(Ordering::Relaxed) < 40 + 13 * round {
                assert!(
                    !clients.iter().all(ScopedJoinHandle::is_finished),
                    "all stopped"
                );
                std::thread::yield_now();
            }
            server.child.kill().expect("it is our own child");
            server.child.wait().expect("it ends");
            for client in clients {
                witnesses.extend(client.join().expect("a client that goes on until the end"));
            }
        });
        server = Running::start(data.path());
        for Witness { path, seen } in &witnesses {
            let (status, now) = server.send("GET", path, &Value::Null);
            assert_eq!(status, 200, "round {round}: {path} is lost");
            // A computer may have answered since, or thinks again: what was seen is how it begins.
            let version = |game: &Value| game["version"].as_u64().expect("a version");
            assert!(version(&now) >= version(seen), "round {round}: {now}");
            let moves = |game: &Value| game["position"]["moves"].as_array().expect("moves").clone();
            assert!(
                moves(&now).starts_with(&moves(seen)),
                "round {round}: {now}"
            );
        }
    }
    assert!(witnesses.len() >= 8 * CLIENTS);
}

#[test]
fn it_ends_by_request_and_by_signal() {
    let data = tempfile::tempdir().expect("a folder");
    let data = data.path();
    let mut server = Running::start(data);
    let (status, _) = server.send("POST", "/api/quit", &json!({}));
    assert_eq!(status, 202);
    assert!(server.child.wait().expect("it ends").success());

    let mut server = Running::start(data);
    let game = json!({ "game": "connect4", "seats": ["strong:time=30s", "human"] });
    assert_eq!(server.send("POST", "/api/games", &game).0, 201);
    let id = server.child.id().to_string();
    let told = Command::new("kill").args(["-INT", &id]).status();
    assert!(told.expect("kill is there").success());
    assert!(server.child.wait().expect("it ends").success());
    assert!(
        !data.join("address").exists(),
        "nobody is sent to a server that is gone"
    );
}

#[test]
fn a_taken_port_is_no_obstacle_and_a_foreign_host_is_warned_about() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("bound").port().to_string();
    let data = tempfile::tempdir().expect("a folder");
    let data = data.path();
    let mut child = Command::new(env!("CARGO_BIN_EXE_poda"))
        .args(["serve", "--no-open", "--port", &port, "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("poda starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe"))
        .read_line(&mut line)
        .expect("a line");
    child.kill().expect("it is our own child");
    child.wait().expect("it ends");
    assert!(line.starts_with("Poda is at http://127.0.0.1:"), "{line}");
    assert!(!line.contains(&format!(":{port}/")), "{line}");

    let output = Command::new(env!("CARGO_BIN_EXE_poda"))
        .args([
            "serve",
            "--no-open",
            "--host",
            "no-such-host.invalid",
            "--data",
        ])
        .arg(data)
        .output()
        .expect("poda starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert_eq!(text.lines().count(), 2, "a warning and a refusal: {text}");
}

/// It once waited five seconds for the games that the first has open.
#[test]
fn a_second_one_names_the_first_at_once() {
    let data = tempfile::tempdir().expect("a folder");
    let first = Running::start(data.path());
    let second = || {
        let start = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_poda"))
            .args(["serve", "--no-open", "--port", "0", "--data"])
            .arg(data.path())
            .output()
            .expect("poda starts");
        let taken = start.elapsed();
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let expected = format!("Poda is already running at http://{}/\n", first.address);
        assert_eq!((output.status.code(), text), (Some(0), expected));
        taken
    };
    // A busy machine pauses anybody, but not each of many.
    let at_once = (0..20).any(|_| second() <= Duration::from_millis(500));
    assert!(at_once, "each took longer than half a second");
}

#[test]
fn kept_solutions_are_taken_up_and_a_damaged_one_is_named() {
    let data = tempfile::tempdir().expect("a folder");
    let data = data.path();
    let file = data.join("dots-2x3.solved");
    let path = file.to_str().expect("UTF-8");
    common::stdout(&["solve", "dots:2x3", "--save", path]);
    assert_eq!(Running::start(data).complaints(), "");
    let bytes = std::fs::read(&file).expect("the file is there");
    std::fs::write(&file, &bytes[..bytes.len() - 1]).expect("written");
    let damaged = Running::start(data).complaints();
    assert!(
        damaged.contains("dots-2x3.solved") && damaged.contains("is damaged"),
        "{damaged}"
    );
    // As somebody else would have saved it: with a seal of another key.
    let (content, seal) = bytes.split_at(bytes.len() - 32);
    let other: Vec<u8> = seal.iter().map(|byte| !byte).collect();
    std::fs::write(&file, [content, &other].concat()).expect("written");
    let foreign = Running::start(data).complaints();
    assert!(foreign.contains("dots:2x3 --save"), "{foreign}");
    common::stdout(&["solve", "dots:2x3", "--save", path, "--trust"]);
    assert_eq!(Running::start(data).complaints(), "");
}

/// Memory that the process holds, and the most it ever held, in MiB.
#[cfg(target_os = "linux")]
fn memory(id: u32) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("it runs");
    let line = |name: &str| {
        let found = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = found.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
        kib.expect("a number") / 1024
    };
    (line("VmRSS:"), line("VmHWM:"))
}

/// Plays so many moves of a person in a game, and leaves it while the computer thinks: deletes it, or gives it up.
#[cfg(target_os = "linux")]
fn play_on(server: &Running, game: &str, agent: &str, moves: usize, delete: bool) {
    let new = json!({ "game": game, "seats": ["human", agent] });
    let (status, mut game) = server.send("POST", "/api/games", &new);
    assert_eq!(status, 201, "{game}");
    let path = format!("/api/games/{}", game["id"].as_str().expect("an id"));
    let mut made = 0;
    while game["ending"].is_null() && made < moves {
        if game["thinking"] == json!(true) {
            std::thread::sleep(Duration::from_millis(2));
            game = server.send("GET", &path, &Value::Null).1;
            continue;
        }
        let legal = game["position"]["legal"].as_array().expect("moves");
        let mv = &legal[made % legal.len()]["move"];
        let body = json!({ "version": game["version"], "move": mv });
        let (status, next) = server.send("POST", &format!("{path}/moves"), &body);
        assert_eq!(status, 200, "{next}");
        game = next;
        made += 1;
    }
    // Whoever is refused, because the computer has moved meanwhile, asks again.
    loop {
        let now = server.send("GET", &path, &Value::Null).1;
        if !now["ending"].is_null() {
            return;
        }
        let seen = json!({ "version": now["version"] });
        let left = match delete {
            true => server.send("DELETE", &path, &Value::Null),
            false => server.send("POST", &format!("{path}/resign"), &seen),
        };
        match left.0 {
            200 | 204 => return,
            409 => {}
            status => panic!("{status} {}", left.1),
        }
    }
}

/// Each search once left its table of 16 MB behind: a hundred games took more than a gigabyte. On these boards searches fill their tables, and what
/// stays between games, whoever plays, is there after the first round.
#[cfg(target_os = "linux")]
#[test]
fn memory_comes_back_whoever_plays() {
    const ROOM: u64 = 16;
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let id = server.child.id();
    let mut after = Vec::new();
    for round in 0..5 {
        for game in ["connect4:6x7", "dots:3x3"] {
            for agent in [
                "level:1",
                "level:2",
                "level:3",
                "level:4",
                "strong:nodes=500000",
                "perfect:time=50ms",
            ] {
                play_on(&server, game, agent, 4, round % 2 == 0);
            }
        }
        // A search that was stopped ends a moment later.
        let (now, end) = (|| memory(id).0, Instant::now() + Duration::from_secs(10));
        while after.iter().min().is_some_and(|least| now() > least + ROOM) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
        after.push(now());
    }
    let most = memory(id).1;
    println!("{after:?} MiB after each round, at most {most}");
    assert!(most <= 150, "at most {most} MiB");
    let grown = after[4].saturating_sub(after[0].min(after[1]));
    assert!(grown <= ROOM, "{after:?} MiB after each round");
}
