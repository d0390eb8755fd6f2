//! Everything that Poda reads from others, each as a function of bytes: it says whether they were accepted, and panics if something is
//! wrong with Poda. The targets here call these functions, and so do the tests of `poda` (crates/app/tests/fuzz.rs), on every machine.

use std::cell::LazyCell;
use std::path::Path;

use poda_bots::protocol::{BotMessage, HostMessage};
use poda_bots::{Program, speak};
use poda_coach::read_pasted;
use poda_engine::connect4::{Connect4, Connect4Spec};
use poda_engine::dots::{Dots, DotsSpec};
use poda_engine::solve::connect4::Connect4Solver;
use poda_engine::solve::dots::DotsSolver;
use poda_engine::solve::{Book, KeptSolution, board_of};
use poda_engine::{AgentSpec, AnyGame, Game, GameSpec, Knowledge, Session, fnv1a, with_game};
use poda_lab::{BookBuild, Experiment, ExperimentReport, League, Players, RecordStore};
use tempfile::TempDir;

/// Something that reads.
pub(crate) struct Reader {
    /// Its name, and that of its folder in `corpus`.
    pub(crate) name: &'static str,
    /// Whether a checksum is put at the end, so that what lies behind it is tried.
    summed: bool,
    read: fn(&[u8]) -> bool,
}

impl Reader {
    const fn plain(name: &'static str, read: fn(&[u8]) -> bool) -> Reader {
        Reader {
            name,
            summed: false,
            read,
        }
    }

    const fn summed(name: &'static str, read: fn(&[u8]) -> bool) -> Reader {
        Reader {
            name,
            summed: true,
            read,
        }
    }

    /// Whether this is accepted.
    pub(crate) fn read(&self, input: &[u8]) -> bool {
        match self.summed {
            true => (self.read)(&[input, &fnv1a(input).to_le_bytes()].concat()),
            false => (self.read)(input),
        }
    }
}

/// All of them.
pub(crate) const READERS: &[Reader] = &[
    Reader::plain("game", game),
    Reader::plain("agent", agent),
    Reader::plain("position", position),
    Reader::plain("pasted", pasted),
    Reader::plain("session", session),
    Reader::plain("program", program),
    Reader::plain("host", host),
    Reader::plain("bot", bot),
    Reader::plain("conversation", conversation),
    Reader::plain("experiment", experiment),
    Reader::plain("records", records),
    Reader::plain("league", league),
    Reader::plain("progress", progress),
    Reader::plain("stretches", stretches),
    Reader::plain("openings", openings),
    Reader::summed("book", book),
    Reader::summed("solved", solved),
];

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Whatever is refused is refused in one sentence.
fn refused(error: impl std::fmt::Display) -> bool {
    let sentence = error.to_string();
    assert!(!sentence.is_empty() && sentence.len() < 4_000, "{sentence}");
    false
}

/// Whatever is read is written as something that is read again.
fn game(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    match text.parse::<GameSpec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse(), Ok(spec));
            true
        }
        Err(error) => refused(error),
    }
}

fn agent(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    let spec = match text.parse::<AgentSpec>() {
        Ok(spec) => spec,
        Err(error) => return refused(error),
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
    true
}

/// `game/moves`
fn position(bytes: &[u8]) -> bool {
    let Some((name, moves)) = text(bytes).and_then(|text| text.split_once('/')) else {
        return false;
    };
    let Ok(game) = name.parse::<AnyGame>() else {
        return false;
    };
    match game.read_position(moves) {
        Ok((line, state)) => {
            assert_eq!(line.len() as u32, game.ply(&state));
            true
        }
        Err(error) => refused(error),
    }
}

/// Moves as other programs write them, or a board drawn with letters.
fn pasted(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    match read_pasted(text, None) {
        Ok((game, line)) => {
            let mut state = game.start();
            for mv in line {
                let next = game.play(&state, mv);
                state = next.expect("what was read can be played");
            }
            true
        }
        Err(error) => refused(error),
    }
}

fn session(bytes: &[u8]) -> bool {
    match serde_json::from_slice::<Session>(bytes) {
        Ok(session) => {
            let again = serde_json::to_vec(&session).expect("JSON");
            assert_eq!(
                serde_json::from_slice::<Session>(&again).ok(),
                Some(session)
            );
            true
        }
        Err(error) => refused(error),
    }
}

/// `cmd:` and what follows it.
fn program(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    match Program::parse(text) {
        Ok(program) => {
            let again = Program::parse(&program.to_string()).expect("what was written is read");
            assert_eq!(again.to_string(), program.to_string());
            true
        }
        Err(error) => refused(error),
    }
}

/// A line from a host.
fn host(bytes: &[u8]) -> bool {
    let Some(line) = text(bytes) else {
        return false;
    };
    match HostMessage::parse(line) {
        Ok(message) => {
            assert_eq!(HostMessage::parse(&message.to_string()), Ok(message));
            true
        }
        Err(error) => refused(error),
    }
}

/// A line from a bot.
fn bot(bytes: &[u8]) -> bool {
    let Some(line) = text(bytes) else {
        return false;
    };
    match BotMessage::parse(line) {
        Ok(message) => {
            assert_eq!(BotMessage::parse(&message.to_string()), Ok(message));
            true
        }
        Err(error) => refused(error),
    }
}

/// All that a host says to an agent: every answer is a message of the protocol.
fn conversation(bytes: &[u8]) -> bool {
    let agent = "greedy".parse().expect("an agent");
    let mut out = Vec::new();
    speak(&agent, &Knowledge::default(), bytes, &mut out).expect("memory can be read");
    let out = text(&out).expect("an agent says text");
    for line in out.lines() {
        assert!(BotMessage::parse(line).is_ok(), "{line}");
    }
    !out.lines().any(|line| line.starts_with("error"))
}

fn experiment(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    match Experiment::parse("fuzz", text, &Players::builtin()) {
        Ok(_) => true,
        Err(error) => refused(error),
    }
}

/// The experiment that `records` are of.
pub(crate) const EXPERIMENT: &str = "title = \"x\"\ngame = \"connect4:4x4\"\ngames = 4\nopening = 2\nmeasure = [\"nodes\"]\n\
    [[pairing]]\nagents = [\"greedy\", \"random\"]\n\
    [[view]]\nkind = \"table\"\ntitle = \"t\"\nrows = [\"player\"]\nvalues = [\"games\", \"score\"]\n";

/// The games on record of an experiment.
fn records(bytes: &[u8]) -> bool {
    thread_local! {
        static RUN: LazyCell<TempDir> = LazyCell::new(|| {
            let folder = tempfile::tempdir().expect("a folder");
            let players = Players::builtin();
            let experiment = Experiment::parse("fuzz", EXPERIMENT, &players).expect("a spec");
            drop(RecordStore::open(folder.path(), &experiment, &players).expect("a run"));
            folder
        });
    }
    RUN.with(|folder| {
        write(&folder.path().join("games.jsonl"), bytes);
        match poda_lab::read(folder.path(), &Players::builtin()) {
            Ok((experiment, records)) => {
                let report = ExperimentReport::new(&experiment, &records, false);
                assert!(report.played <= report.games);
                true
            }
            Err(error) => refused(error),
        }
    })
}

/// The files of a league: the first line its rules, the others its entrants.
fn league(bytes: &[u8]) -> bool {
    thread_local! {
        static FOLDER: LazyCell<TempDir> = LazyCell::new(|| tempfile::tempdir().expect("a folder"));
    }
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (rules, entrants) = end.map_or((bytes, &b""[..]), |end| (&bytes[..end], &bytes[end + 1..]));
    FOLDER.with(|folder| {
        write(&folder.path().join("league.json"), rules);
        write(&folder.path().join("entrants.jsonl"), entrants);
        match League::open(folder.path()) {
            Ok(league) => {
                // Who cannot play any more is told; nobody panics.
                let _ = league.pairings();
                true
            }
            Err(error) => refused(error),
        }
    })
}

/// The scores of a book that is being built.
fn progress(bytes: &[u8]) -> bool {
    thread_local! {
        static BUILD: LazyCell<(BookBuild, TempDir)> = LazyCell::new(|| {
            let game = "connect4:4x4".parse().expect("a game");
            let build = BookBuild::new(game, 3, 1 << 16).expect("a book");
            (build, tempfile::tempdir().expect("a folder"))
        });
    }
    BUILD.with(|build| {
        let (build, folder) = &**build;
        let path = folder.path().join("progress");
        write(&path, bytes);
        match build.open(&path) {
            Ok(kept) => {
                // What is known and what is not are all positions.
                let known = kept.scores().iter().flatten().count();
                assert_eq!(known + build.missing(&kept).len(), build.count());
                true
            }
            Err(error) => refused(error),
        }
    })
}

/// When and where games were played: lines that cannot be read are left out.
fn stretches(bytes: &[u8]) -> bool {
    thread_local! {
        static FOLDER: LazyCell<TempDir> = LazyCell::new(|| tempfile::tempdir().expect("a folder"));
    }
    FOLDER.with(|folder| {
        write(&folder.path().join("stretches.jsonl"), bytes);
        let found = poda_lab::stretches(folder.path());
        let told = poda_lab::stretches_told(&found);
        assert_eq!(told.is_some(), !found.is_empty());
        told.is_some()
    })
}

/// A file of openings: each can be played, and leaves the game open.
fn openings(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    let game = "connect4:4x4".parse::<AnyGame>().expect("a game");
    let read = |(_, moves)| match poda_lab::read_opening(&game, moves) {
        Ok(_) => true,
        Err(error) => refused(error),
    };
    poda_lab::listed_openings(text).all(read)
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).expect("the disk works");
}

fn book(bytes: &[u8]) -> bool {
    let game = match board_of(bytes) {
        Ok(spec) => AnyGame::new(spec),
        Err(error) => return refused(error),
    };
    with_game!(&game, |rules| match Book::from_bytes(rules, bytes) {
        Ok(book) => {
            let written = book.to_bytes();
            // The same can be compressed in many ways.
            match game.spec() {
                GameSpec::Dots(_) => {
                    let again =
                        Book::from_bytes(rules, &written).expect("what was written is read");
                    assert_eq!(again.to_bytes(), written);
                }
                _ => assert_eq!(written, bytes),
            }
            true
        }
        Err(error) => refused(error),
    })
}

/// Solutions of a board of either game: the first byte that differs says of which.
fn solved(bytes: &[u8]) -> bool {
    let loaded = if bytes.starts_with(b"podac") {
        let rules = Connect4::<u64, 2>::new(Connect4Spec::new(5, 4).expect("a board"));
        let solver = Connect4Solver::new(&rules, 1 << 16).expect("a small board");
        solver.load(&mut &bytes[..])
    } else {
        let rules: Dots<u64> = Dots::new(DotsSpec::new(2, 2).expect("a board"));
        DotsSolver::new(&rules, 1 << 16).load(&mut &bytes[..])
    };
    match loaded {
        Ok(_) => true,
        Err(error) => refused(error),
    }
}
