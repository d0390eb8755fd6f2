//! Many games at once against a server of their own, as pages play them: moves by request, answers by event.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use poda_engine::Knowledge;
use poda_web::{Caps, Settings, serve};
use serde_json::{Value, json};

/// What was measured.
pub(crate) struct Load {
    /// How long each answer of the quick computers took, the shortest first.
    pub(crate) quick: Vec<Duration>,
    /// The same of the slow ones.
    pub(crate) slow: Vec<Duration>,
    /// How many moves were made in all games.
    pub(crate) moves: usize,
    /// From the first request to the last.
    pub(crate) time: Duration,
}

/// One game played to its end.
struct Played {
    id: String,
    moves: String,
    answers: Vec<Duration>,
}

/// Plays `games` games against `level:2` and `slow` against `perfect` at once, each to its end, while `analyses` positions are
/// analysed all the time, and checks that every move that was seen is stored.
pub(crate) fn play(folder: &Path, games: usize, slow: usize, analyses: usize) -> Load {
    let settings = Settings {
        host: "127.0.0.1".to_owned(),
        port: 0,
        data: folder.to_owned(),
        caps: Caps::default(),
        knowledge: Knowledge::default(),
    };
    let (tell, told) = mpsc::channel();
    let server = thread::spawn(move || {
        serve(&settings, |at| tell.send(at.here.clone()).unwrap()).unwrap();
    });
    let address = told.recv().unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let studies: Vec<_> = (0..analyses)
        .map(|number| {
            let (address, over) = (address.clone(), Arc::clone(&over));
            thread::spawn(move || analyse(&address, number, &over))
        })
        .collect();
    let start = Instant::now();
    let players: Vec<_> = (0..games + slow)
        .map(|number| {
            let computer = if number < games {
                "level:2"
            } else {
                "perfect:time=1s"
            };
            let address = address.clone();
            let client = thread::Builder::new().stack_size(256 << 10);
            client
                .spawn(move || one(&address, computer, number))
                .unwrap()
        })
        .collect();
    let played: Vec<Played> = players
        .into_iter()
        .map(|player| player.join().unwrap())
        .collect();
    let time = start.elapsed();
    over.store(true, Ordering::Relaxed);
    ureq::post(format!("{address}api/quit"))
        .send_json(json!({}))
        .unwrap();
    server.join().unwrap();
    for study in studies {
        study.join().unwrap();
    }

    let store = rusqlite::Connection::open(folder.join("games.sqlite3")).unwrap();
    for game in &played {
        let session: String = store
            .query_row(
                "SELECT session FROM games WHERE id = ?1",
                [&game.id],
                |row| row.get(0),
            )
            .unwrap();
        let session: Value = serde_json::from_str(&session).unwrap();
        assert_eq!(
            session["moves"],
            json!(game.moves),
            "stored is what was seen"
        );
    }
    let answers = |played: &[Played]| {
        let mut all: Vec<Duration> = played
            .iter()
            .flat_map(|game| game.answers.clone())
            .collect();
        all.sort_unstable();
        all
    };
    Load {
        quick: answers(&played[..games]),
        slow: answers(&played[games..]),
        moves: played.iter().map(|game| game.moves.len()).sum(),
        time,
    }
}

/// Has one position after another analysed that no solver knows, until all is over. Panics if one is refused before.
fn analyse(address: &str, number: usize, over: &AtomicBool) {
    for turn in 0.. {
        let (one, other) = (number % 12 + 1, turn % 12 + 1);
        let moves = format!("[{},{}]", one - 1, other - 1);
        let read = ureq::post(format!("{address}api/read"))
            .send_json(json!({ "text": moves, "game": "connect4:9x12" }));
        let asked = read.and_then(|mut read| {
            let game: Value = read.body_mut().read_json()?;
            let moves = game["moves"].as_str().unwrap_or_default();
            ureq::get(format!(
                "{address}api/analysis?game=connect4:9x12&moves={moves}"
            ))
            .header("accept", "text/event-stream")
            .call()
        });
        // Its end is the end of the analysis, or of the server.
        let read = asked.map(|answer| {
            BufReader::new(answer.into_body().into_reader())
                .lines()
                .count()
        });
        if over.load(Ordering::Relaxed) {
            return;
        }
        read.expect("it is analysed");
    }
}

/// Plays a game of Connect 4 as a page would. Panics at anything that a person would see as an error.
fn one(address: &str, computer: &str, number: usize) -> Played {
    let agent = ureq::Agent::new_with_defaults();
    let seats = if number.is_multiple_of(2) {
        ["human", computer]
    } else {
        [computer, "human"]
    };
    let human = json!(number % 2);
    let new = json!({ "game": "connect4", "seats": seats });
    let mut made = agent
        .post(format!("{address}api/games"))
        .send_json(new)
        .unwrap();
    let game: Value = made.body_mut().read_json().unwrap();
    let id = game["id"].as_str().unwrap().to_owned();

    let stream = agent
        .get(format!("{address}api/games/{id}/events"))
        .call()
        .unwrap();
    let lines = BufReader::new(stream.into_body().into_reader()).lines();
    let mut events = lines
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix("data: ").map(str::to_owned))
        .map(|data| serde_json::from_str::<Value>(&data).unwrap())
        .filter(|event| event["position"].is_object());
    let (mut answers, mut waiting) = (Vec::new(), None);
    let mut choice = number;
    loop {
        let now = events.next().expect("the stream lasts as long as the game");
        let over = !now["ending"].is_null();
        if !over && now["position"]["to_move"] != human {
            continue;
        }
        if let Some(since) = waiting.take() {
            let since: Instant = since;
            answers.push(since.elapsed());
        }
        if over {
            let moves = now["position"]["moves"].as_array().unwrap();
            let moves = moves.iter().map(|mv| mv["move"].as_str().unwrap());
            return Played {
                id,
                moves: moves.collect(),
                answers,
            };
        }
        let legal = now["position"]["legal"].as_array().unwrap();
        choice = choice * 31 + 7;
        let mv = &legal[choice % legal.len()]["move"];
        waiting = Some(Instant::now());
        let request = json!({ "version": now["version"], "move": mv });
        let answer = agent
            .post(format!("{address}api/games/{id}/moves"))
            .send_json(request);
        answer.unwrap();
        choice %= 1_000_003;
    }
}
