//! The program `poda` as a server, so that its memory can be told from that of its clients, and browsers that play games on it.
#![allow(dead_code, reason = "no example needs all of it")]

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::{BufRead, BufReader, Lines, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Barrier, mpsc};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A server that runs until this goes.
pub(crate) struct Rig {
    child: Child,
    pub(crate) address: String,
    _folder: TempDir,
}

impl Rig {
    /// Starts the program that cargo has built in the same way as this one.
    pub(crate) fn start() -> Rig {
        let folder = tempfile::tempdir().expect("a folder");
        let own = std::env::current_exe().expect("this program");
        let poda = own.ancestors().nth(2).map(|folder| folder.join("poda"));
        let poda = poda.filter(|poda| poda.exists());
        let mut child = Command::new(poda.expect("build it first: cargo build --release"))
            .args(["serve", "--no-open", "--port", "0", "--data"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        let mut words = line.split_whitespace();
        let address = words.find(|word| word.starts_with("http://"));
        Rig {
            child,
            address: address.expect("where it is").to_owned(),
            _folder: folder,
        }
    }

    /// What it holds in memory now, in MB, as Linux has it; 0 elsewhere.
    pub(crate) fn memory(&self) -> f64 {
        self.status("VmRSS:")
    }

    /// The most that it ever held, also between two looks.
    pub(crate) fn most_memory(&self) -> f64 {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> f64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(Path::new(&status)).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
        kib.unwrap_or(0.0) * 1024.0 / 1e6
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        // It is our own child.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game that a browser plays: which, and against whom.
#[derive(Clone, Copy)]
pub(crate) struct Opponent {
    pub(crate) game: &'static str,
    pub(crate) agent: &'static str,
}

/// What a browser met.
#[derive(Default)]
pub(crate) struct Met {
    /// How long each answer took, by agent.
    pub(crate) answers: Vec<(&'static str, Duration)>,
    /// How many positions were looked at for each answer, by agent, where the agent says so.
    pub(crate) looked: Vec<(&'static str, u64)>,
    /// How long each move of a person took until the server had accepted it.
    pub(crate) moved: Vec<Duration>,
    /// Requests that were to be made again a moment later.
    pub(crate) waits: usize,
    pub(crate) moves: usize,
}

/// One game of a browser.
struct Window {
    agent: &'static str,
    human: Value,
    /// When the person moved last, if the computer has not answered.
    since: Option<Instant>,
    over: bool,
}

/// How the people of a load behave.
#[derive(Clone, Copy, Default)]
pub(crate) struct Manner<'a> {
    /// Everybody waits here until all games are there.
    pub(crate) together: Option<&'a Barrier>,
    /// How long each person thinks about a move.
    pub(crate) thinks: Duration,
}

/// One browser that has a window for each of these games, and one stream for all of them. It plays them to their end. Panics at anything that
/// a person would see as an error.
pub(crate) fn browse(address: &str, games: &[Opponent], seed: usize, manner: Manner<'_>) -> Met {
    let agent = ureq::Agent::new_with_config(
        ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build(),
    );
    let (mut met, mut windows) = (Met::default(), HashMap::new());
    for (number, one) in games.iter().enumerate() {
        let first = (seed + number).is_multiple_of(2);
        let seats = if first {
            ["human", one.agent]
        } else {
            [one.agent, "human"]
        };
        let new = json!({ "game": one.game, "seats": seats });
        let made = ask(&agent, &format!("{address}api/games"), &new, &mut met);
        let window = Window {
            agent: one.agent,
            human: json!(usize::from(!first)),
            since: None,
            over: false,
        };
        windows.insert(made["id"].as_str().expect("an id").to_owned(), window);
    }
    if let Some(together) = manner.together {
        together.wait();
    }
    let ids: Vec<&str> = windows.keys().map(String::as_str).collect();
    let (_stream, lines) = Stream::open(address, &ids.join(","));
    // One thread reads, this one moves when a person has thought; a move is never read behind others that wait.
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        for line in lines {
            let Ok(line) = line else { return };
            let Some(data) = line.strip_prefix("data: ") else {
                continue;
            };
            let now: Value = serde_json::from_str(data).expect("JSON");
            if tell.send((Instant::now(), now)).is_err() {
                return;
            }
        }
    });
    let mut moves: BinaryHeap<Reverse<(Instant, usize)>> = BinaryHeap::new();
    let (mut due, mut choice) = (Vec::new(), seed);
    loop {
        let next = moves.peek().map(|Reverse((at, _))| *at);
        let wait = next.map_or(Duration::from_secs(600), |at| {
            at.saturating_duration_since(Instant::now())
        });
        match told.recv_timeout(wait) {
            Ok((heard, now)) => {
                let Some(window) = now["id"].as_str().and_then(|id| windows.get_mut(id)) else {
                    continue;
                };
                window.over = !now["ending"].is_null();
                if !window.over && now["position"]["to_move"] != window.human {
                    continue;
                }
                if let Some(since) = window.since.take() {
                    met.answers.push((window.agent, heard - since));
                    let found = now["findings"].as_array().and_then(|all| all.last());
                    let nodes = found.and_then(|found| found["nodes"].as_u64());
                    met.looked.extend(nodes.map(|nodes| (window.agent, nodes)));
                }
                if window.over {
                    met.moves += now["position"]["moves"].as_array().map_or(0, Vec::len);
                    if windows.values().all(|window| window.over) {
                        break;
                    }
                    continue;
                }
                choice = (choice * 31 + 7) % 1_000_003;
                // Not all at the same moment.
                let thinks = manner.thinks.mul_f64(0.5 + choice as f64 / 1_000_003.0);
                moves.push(Reverse((Instant::now() + thinks, due.len())));
                due.push(now);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let Some(Reverse((_, number))) = moves.pop() else {
                    panic!("ten minutes without a word, and games that are not over");
                };
                let now = std::mem::take(&mut due[number]);
                let id = now["id"].as_str().expect("an id");
                let legal = now["position"]["legal"].as_array().expect("moves");
                choice = (choice * 31 + 7) % 1_000_003;
                let mv = &legal[choice % legal.len()]["move"];
                let body = json!({ "version": now["version"], "move": mv });
                let start = Instant::now();
                if let Some(window) = windows.get_mut(id) {
                    window.since = Some(start);
                }
                let path = format!("{address}api/games/{id}/moves");
                ask(&agent, &path, &body, &mut met);
                met.moved.push(start.elapsed());
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                panic!("the stream ended before the games did")
            }
        }
    }
    met
}

/// A stream of events, which is closed when this goes, as a browser closes it with its last window.
struct Stream(TcpStream);

impl Stream {
    /// The stream, and the lines that come.
    fn open(address: &str, games: &str) -> (Stream, Lines<BufReader<TcpStream>>) {
        let host = address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host).expect("the server answers");
        // The older version of HTTP sends the events as they are, not in chunks.
        write!(
            stream,
            "GET /api/events?games={games} HTTP/1.0\r\nHost: {host}\r\n\r\n"
        )
        .expect("the server listens");
        let mut lines = BufReader::new(stream.try_clone().expect("a descriptor")).lines();
        let head = lines.next().expect("an answer").expect("text");
        assert!(head.contains(" 200 "), "games are followed: {head}");
        (Stream(stream), lines)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

/// Posts something until there is room for it.
fn ask(agent: &ureq::Agent, path: &str, body: &Value, met: &mut Met) -> Value {
    loop {
        let mut answer = agent
            .post(path)
            .send_json(body)
            .expect("the server answers");
        let status = answer.status().as_u16();
        let value: Value = answer.body_mut().read_json().expect("JSON");
        match status {
            200 | 201 => return value,
            429 => {
                met.waits += 1;
                std::thread::sleep(Duration::from_millis(100));
            }
            _ => panic!("{status} {path} {body}: {value}"),
        }
    }
}

/// The answers of each agent, the quickest first, with a line that says how long they took.
pub(crate) fn told(answers: &[(&'static str, Duration)]) -> Vec<String> {
    let mut by_agent: HashMap<&str, Vec<Duration>> = HashMap::new();
    for &(agent, taken) in answers {
        by_agent.entry(agent).or_default().push(taken);
    }
    let mut lines: Vec<String> = by_agent
        .into_iter()
        .map(|(agent, mut taken)| {
            taken.sort_unstable();
            let at = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize].as_millis();
            format!(
                "{agent}: {} answers, p50 {} ms, p99 {} ms, longest {} ms",
                taken.len(),
                at(0.5),
                at(0.99),
                at(1.0)
            )
        })
        .collect();
    lines.sort();
    lines
}
