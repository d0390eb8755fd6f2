//! Many games at once with all levels mixed, beside people who have moving pictures made and connections that say nothing:
//! `cargo build --release && cargo run --release --package poda-web --example crowd -- [GAMES [THINK [PICTURES [IDLE]]]]`: so many games (1,000 if
//! left out), whose people think for so many milliseconds on average before each move (2,000), beside neither of the others if left out.
//! All games are there before the first move.

mod rig;

use std::net::TcpStream;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rig::{Manner, Met, Opponent, Rig, browse, told};

/// How many games a browser has at once.
const WINDOWS: usize = 20;

const LEVELS: [&str; 4] = ["level:1", "level:2", "level:3", "level:4"];

fn main() {
    let number = |place: usize, usual: usize| {
        std::env::args().nth(place).map_or(usual, |text| {
            text.parse()
                .expect("give the numbers of games, milliseconds, pictures and idle connections")
        })
    };
    let (games, thinks) = (number(1, 1_000), number(2, 2_000));
    let (pictures, idle) = (number(3, 0), number(4, 0));
    more_descriptors();
    let rig = Rig::start();
    let address = rig.address.as_str();
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let silent: Vec<TcpStream> = (0..idle)
        .map_while(|_| TcpStream::connect(host).ok())
        .collect();
    assert_eq!(silent.len(), idle, "connections that say nothing");

    let (over, made) = (AtomicBool::new(false), AtomicUsize::new(0));
    let film = film(address, pictures);
    let browsers = games.div_ceil(WINDOWS);
    let together = Barrier::new(browsers + 1);
    let manner = Manner {
        together: Some(&together),
        thinks: Duration::from_millis(thinks as u64),
    };
    let mut start = Instant::now();
    let met = std::thread::scope(|scope| {
        for path in &film {
            let (over, made) = (&over, &made);
            scope.spawn(move || have_made(path, over, made));
        }
        let browsers: Vec<_> = (0..browsers)
            .map(|browser| {
                let mine = browser * WINDOWS..games.min((browser + 1) * WINDOWS);
                let opponents: Vec<Opponent> = mine
                    .map(|number| Opponent {
                        game: "connect4",
                        agent: LEVELS[number % LEVELS.len()],
                    })
                    .collect();
                scope.spawn(move || browse(address, &opponents, browser, manner))
            })
            .collect();
        together.wait();
        start = Instant::now();
        while !browsers
            .iter()
            .all(std::thread::ScopedJoinHandle::is_finished)
        {
            std::thread::sleep(Duration::from_millis(100));
        }
        over.store(true, Ordering::Relaxed);
        let met = browsers
            .into_iter()
            .map(|browser| browser.join().expect("no error"));
        met.fold(Met::default(), |mut all, one| {
            all.answers.extend(one.answers);
            all.looked.extend(one.looked);
            all.moved.extend(one.moved);
            all.waits += one.waits;
            all.moves += one.moves;
            all
        })
    });
    println!(
        "{games} games at once, {thinks} ms to think, {} moves, no error, {} requests made again, {} moving pictures, {idle} idle connections, {:.1} s",
        met.moves,
        met.waits,
        made.load(Ordering::Relaxed),
        start.elapsed().as_secs_f64()
    );
    let together = met.answers.iter().map(|&(_, taken)| ("all levels", taken));
    let moved = met
        .moved
        .iter()
        .map(|&taken| ("moves, until they are accepted", taken));
    let together: Vec<_> = together.chain(moved).collect();
    for line in told(&met.answers).iter().chain(&told(&together)) {
        println!("{line}");
    }
    // Where many wait, the strongest level thinks less: it is said how much less.
    let looked = met.looked.iter().filter(|(agent, _)| *agent == "level:4");
    let mut looked: Vec<u64> = looked.map(|&(_, nodes)| nodes).collect();
    looked.sort_unstable();
    if let [least, .., most] = looked[..] {
        let at = |share: usize| looked[looked.len() * share / 100];
        println!(
            "level:4 looked at {least} positions at least, at {} in a tenth of its answers or fewer, in half at {}, at most at {most}",
            at(10),
            at(50)
        );
    }
    println!("most memory of the server: {:.0} MB", rig.most_memory());
}

/// The addresses of games of which moving pictures are made.
fn film(address: &str, count: usize) -> Vec<String> {
    let game = |number: usize| {
        let last = number % 7 + 1;
        let new = serde_json::json!({ "game": "connect4", "seats": ["human", "human"], "moves": format!("4453351222{last}") });
        let mut made = ureq::post(format!("{address}api/games"))
            .send_json(new)
            .expect("a game");
        let made: serde_json::Value = made.body_mut().read_json().expect("JSON");
        let id = made["id"].as_str().expect("an id");
        format!("{address}api/games/{id}")
    };
    (0..count).map(game).collect()
}

/// Asks for the picture of a game again and again until all is over. The game changes between two of them: what does not is kept, and costs nothing.
fn have_made(path: &str, over: &AtomicBool, made: &AtomicUsize) {
    let read = |answer: &mut ureq::http::Response<ureq::Body>| -> serde_json::Value {
        answer.body_mut().read_json().expect("JSON")
    };
    for change in ["undo", "redo"].iter().cycle() {
        if over.load(Ordering::Relaxed) {
            return;
        }
        match ureq::get(format!("{path}/game.gif")).call() {
            Ok(mut answer) => {
                let bytes = answer.body_mut().read_to_vec().expect("a picture");
                assert!(bytes.starts_with(b"GIF"));
                made.fetch_add(1, Ordering::Relaxed);
                let now = read(&mut ureq::get(path).call().expect("the game"));
                let body = serde_json::json!({ "version": now["version"] });
                let changed = ureq::post(format!("{path}/{change}")).send_json(body);
                changed.expect("it goes back and forth");
            }
            // Too many wait: it is asked for again.
            Err(ureq::Error::StatusCode(429)) => std::thread::sleep(Duration::from_millis(100)),
            Err(error) => panic!("{path}: {error}"),
        }
    }
}

/// This side of all connections needs as many descriptors as the other.
fn more_descriptors() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let now = getrlimit(Resource::Nofile);
        let most = Rlimit {
            current: now.maximum,
            maximum: now.maximum,
        };
        // Where that is refused, fewer connections are possible, and somebody says so.
        let _ = setrlimit(Resource::Nofile, most);
    }
}
