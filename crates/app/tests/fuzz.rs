//! Hostile input for everything that reads: good texts and files, cut, joined, flipped and stuffed, must be refused or read, never end
//! the program. `PODA_FUZZ=N` tries N inputs for each reader; without it, a few thousand.

use std::time::{Duration, Instant};

use poda_engine::connect4::{Connect4, Connect4Spec};
use poda_engine::dots::{Dots, DotsSpec};
use poda_engine::solve::dots::DotsSolver;
use poda_engine::solve::{Book, KeptSolution, Openings, Solver, board_of};
use poda_engine::{AgentSpec, AnyGame, Game, GameSpec, Limits, Session, fnv1a, with_game};
use poda_lab::{Experiment, Players};

/// Something that reads, what it reads well, and how.
struct Reader {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    /// Whether a check sum at the end is made to fit, so that what lies behind it is tried.
    summed: bool,
    read: fn(&[u8]),
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Whatever is read must be written as something that is read again.
fn game(bytes: &[u8]) {
    if let Some(spec) = text(bytes).and_then(|text| text.parse::<GameSpec>().ok()) {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
}

fn agent(bytes: &[u8]) {
    let Some(spec) = text(bytes).and_then(|text| text.parse::<AgentSpec>().ok()) else {
        return;
    };
    assert_eq!(spec.to_string().parse(), Ok(spec));
    for name in [
        "connect4",
        "connect4:6x7,players=3",
        "dots:3x3",
        "tictactoe",
    ] {
        // Who does not play a game is refused; nobody panics.
        let _ = spec.resolve(&name.parse().expect("a game"));
    }
}

fn position(bytes: &[u8]) {
    let Some((name, moves)) = text(bytes).and_then(|text| text.split_once('/')) else {
        return;
    };
    if let Ok(game) = name.parse::<AnyGame>()
        && let Ok((line, state)) = game.read_position(moves)
    {
        assert_eq!(line.len() as u32, game.ply(&state));
    }
}

fn session(bytes: &[u8]) {
    if let Ok(session) = serde_json::from_slice::<Session>(bytes) {
        let again = serde_json::to_vec(&session).expect("JSON");
        assert_eq!(
            serde_json::from_slice::<Session>(&again).ok(),
            Some(session)
        );
    }
}

fn experiment(bytes: &[u8]) {
    if let Some(text) = text(bytes)
        && let Err(error) = Experiment::parse("fuzz", text, &Players::builtin())
    {
        assert!(!error.to_string().is_empty());
    }
}

fn book(bytes: &[u8]) {
    if let Ok(spec) = board_of(bytes) {
        with_game!(&AnyGame::new(spec), |rules| {
            if let Ok(book) = Book::from_bytes(rules, bytes) {
                assert_eq!(book.to_bytes(), bytes);
            }
        });
    }
}

fn solved(bytes: &[u8]) {
    let rules: Dots<u64> = Dots::new(DotsSpec::new(2, 2).expect("a board"));
    let _ = DotsSolver::new(&rules, 1 << 16).load(&mut &bytes[..]);
}

fn readers() -> Vec<Reader> {
    let board = Connect4::<u64, 2>::new(Connect4Spec::new(4, 4).expect("a board"));
    let openings = Openings::new(&board, 3).expect("a book");
    let zeros = vec![Some(0); openings.positions().len()];
    let rules: Dots<u64> = Dots::new(DotsSpec::new(2, 2).expect("a board"));
    let solver = DotsSolver::new(&rules, 1 << 16);
    let solve = solver.solve(&rules.start(), Limits::default(), &mut |_| ());
    assert!(solve.is_some());
    let mut kept = Vec::new();
    solver.save(&mut kept).expect("memory is enough");
    let plain = |name, seeds, read| Reader {
        name,
        seeds,
        summed: false,
        read,
    };
    vec![
        plain(
            "game",
            texts(&[
                "connect4:6x7,players=3,connect=5",
                "dots:4x4",
                "tictactoe:4x4,row=4",
                "connect4",
            ]),
            game,
        ),
        plain(
            "agent",
            texts(&[
                "alphabeta:depth=6,eval=s2,order=centre,prune=off",
                "perfect:time=2s,threads=2",
                "level:4",
                "strong:nodes=500000",
                "brs:depth=5",
            ]),
            agent,
        ),
        plain(
            "position",
            texts(&[
                "connect4/4455667",
                "connect4:7x10/1a29",
                "dots:2x2/h11 v12 h21",
                "tictactoe/a1 b2 c3",
            ]),
            position,
        ),
        plain(
            "session",
            texts(&[
                r#"{"game":"connect4:6x7","seats":["human","level:2"],"moves":"4453","undone":"12","version":6}"#,
            ]),
            session,
        ),
        plain(
            "experiment",
            texts(&[
                "title = \"x\"\ngame = \"connect4\"\ngames = 4\n[sweep]\ndepth = [1, 2]\n[[pairing]]\nkind = \"matrix\"\nrows = [\"s3:depth={1..3}\"]\ncolumns = [\"alphabeta:depth={depth},order={natural,centre}\"]\n[[view]]\nkind = \"table\"\ntitle = \"t\"\nrows = [\"depth\"]\nvalues = [\"games\"]\n",
            ]),
            experiment,
        ),
        Reader {
            name: "book",
            seeds: vec![openings.into_book(&zeros).expect("all values").to_bytes()],
            summed: true,
            read: book,
        },
        Reader {
            name: "solved",
            seeds: vec![kept],
            summed: true,
            read: solved,
        },
    ]
}

/// A stream of numbers that is the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most.max(1)
    }
}

/// One to four changes of a good input.
fn hostile(seed: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    const SPICE: &[&[u8]] = &[
        b"{",
        b"}",
        b"[",
        b"999999999999999999999",
        b"-1",
        b"=",
        b",",
        b":",
        b"\0",
        b"\xff",
        b"..",
        b"{1..9}",
        b"\n",
        b"\"",
    ];
    let mut bytes = seed.to_vec();
    for _ in 0..1 + numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        match numbers.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
            1 if at < bytes.len() => bytes[at] = numbers.below(256) as u8,
            2 => bytes.truncate(at),
            3 => {
                let spice = SPICE[numbers.below(SPICE.len())];
                bytes.splice(at..at, spice.repeat(1 + numbers.below(9)));
            }
            4 => {
                let part = bytes[at..].to_vec();
                bytes.splice(at..at, part.into_iter().take(64));
            }
            _ => {
                let end = (at + 1 + numbers.below(8)).min(bytes.len());
                bytes.drain(at.min(end)..end);
            }
        }
    }
    bytes
}

#[test]
fn nothing_that_is_read_ends_the_program() {
    let count = std::env::var("PODA_FUZZ").ok();
    let count: usize = count.map_or(3_000, |count| count.parse().expect("a number"));
    for reader in readers() {
        for seed in &reader.seeds {
            (reader.read)(seed);
        }
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut slowest = (Duration::ZERO, Vec::new());
        for _ in 0..count {
            let seed = &reader.seeds[numbers.below(reader.seeds.len())];
            let body = if reader.summed {
                &seed[..seed.len() - 8]
            } else {
                seed
            };
            let mut input = hostile(body, &mut numbers);
            if reader.summed {
                input.extend(fnv1a(&input).to_le_bytes());
            }
            let start = Instant::now();
            (reader.read)(&input);
            let taken = start.elapsed();
            if taken > slowest.0 {
                slowest = (taken, input);
            }
        }
        let input = String::from_utf8_lossy(&slowest.1);
        let input: String = input.chars().take(80).collect();
        println!(
            "{}: {count} inputs, the slowest {:?}: {input:?}",
            reader.name, slowest.0
        );
    }
}
