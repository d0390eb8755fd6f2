//! Poda's agents as bots: what a host hears.

use std::io::{BufReader, Cursor, Read, Write};
use std::sync::{Arc, Mutex};

use poda_bots::protocol::BotMessage;
use poda_bots::speak;
use poda_engine::Knowledge;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::protocol::mutated_host_line;

/// What an agent answers to these lines, if nobody waits for an answer before the next line.
fn answers(agent: &str, lines: &str) -> Vec<String> {
    let mut out = Vec::new();
    let agent = agent.parse().expect("an agent");
    let input = Cursor::new(lines.to_owned());
    speak(&agent, &Knowledge::default(), input, &mut out).expect("memory never fails");
    let text = String::from_utf8(out).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn it_says_who_it_is_and_what_it_plays() {
    assert_eq!(
        answers("level:3", "poda 1\nisready\nquit\n"),
        [
            "id name Poda level:3",
            &format!("id version {}", env!("CARGO_PKG_VERSION")),
            "games connect4 dots tictactoe",
            "ok",
            "ready",
        ]
    );
    assert!(answers("s2:depth=2", "poda 1\n").contains(&"games connect4".to_owned()));
}

#[test]
fn it_finds_moves() {
    let said = answers(
        "alphabeta:depth=3",
        "newgame connect4 seed 3\nposition moves 1 1 2 2 3 3\ngo\n",
    );
    assert_eq!(said.last().map(String::as_str), Some("bestmove 4"));
    let info = &said[said.len() - 2];
    assert!(
        info.contains("value win 1") && info.ends_with("line 4"),
        "{info}"
    );
    let said = answers(
        "perfect",
        "newgame dots:1x2\nposition moves h11\ngo time 5000\n",
    );
    assert!(said[said.len() - 2].contains(" proved "), "{said:?}");
}

#[test]
fn what_it_cannot_do_it_says() {
    let said = answers(
        "s2:depth=2",
        "go\nnewgame dots:2x2\nnewgame chess\nnewgame connect4\nposition moves 4 9\nposition moves 1 1 2 2 3 3 4\ngo\npoda 2\nhello\n",
    );
    let wanted = [
        "error send newgame before go",
        "error s2:depth=2 does not play dots:2x2: it plays connect4",
        "error there is no game `chess`: the games are connect4, dots and tictactoe",
        "error move 2: ",
        "error the game is over: there is no move to find",
        "error version 2 of the protocol is not known here: it is 1",
        "error `hello` is no message of a host: they are poda, isready, newgame, position, go, stop and quit",
    ];
    assert_eq!(said.len(), wanted.len(), "{said:?}");
    for (said, wanted) in said.iter().zip(wanted) {
        assert!(said.starts_with(wanted), "{said}");
    }
}

/// What was written so far, for whoever waits for it.
#[derive(Clone, Default)]
struct Heard(Arc<(Mutex<Vec<u8>>, std::sync::Condvar)>);

impl Heard {
    fn wait_for(&self, text: &str) {
        let (heard, more) = &*self.0;
        let heard = heard.lock().expect("nobody fails");
        let missing = |heard: &mut Vec<u8>| !String::from_utf8_lossy(heard).contains(text);
        drop(more.wait_while(heard, missing).expect("nobody fails"));
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .0
            .lock()
            .expect("nobody fails")
            .extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A host that waits for answers.
struct Host {
    lines: std::vec::IntoIter<(&'static str, &'static str)>,
    heard: Heard,
}

impl Read for Host {
    /// The next line, as soon as what it waits for was heard.
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let Some((before, line)) = self.lines.next() else {
            return Ok(0);
        };
        self.heard.wait_for(before);
        let line = format!("{line}\n");
        to[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// A thought of an hour ends at once, while it thinks it answers, and it can be asked again.
#[test]
fn stop_is_heard_while_it_thinks() {
    let heard = Heard::default();
    let host = Host {
        lines: vec![
            ("", "newgame connect4:12x9"),
            ("", "go"),
            ("info depth 3", "isready"),
            ("ready", "position moves 4"),
            ("error a `go` is not answered yet", "stop"),
            ("bestmove", "go nodes 100"),
            ("", "quit"),
        ]
        .into_iter(),
        heard: heard.clone(),
    };
    let agent = "strong:time=3600s".parse().expect("an agent");
    speak(
        &agent,
        &Knowledge::default(),
        BufReader::new(host),
        heard.clone(),
    )
    .expect("it is read");
    let text = heard.0.0.lock().expect("nobody fails").clone();
    let text = String::from_utf8(text).expect("text");
    assert_eq!(text.matches("bestmove").count(), 2, "{text}");
}

/// 10,000 lines in one conversation: each answer is a message, and it is still there at the end.
#[test]
fn mutated_lines_do_no_harm() {
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let lines = mutated_host_line();
    let mut text = "newgame connect4:4x4\n".to_owned();
    for _ in 0..10_000 {
        let line = lines.new_tree(&mut runner).expect("a line").current();
        // A conversation that ends before its end shows nothing.
        if line.trim() != "quit" {
            text += &line;
            text.push('\n');
        }
    }
    text += "stop\npoda 1\n";
    let said = answers("greedy", &text);
    assert!(said.contains(&"ok".to_owned()));
    for line in &said {
        assert!(BotMessage::parse(line).is_ok(), "{line}");
    }
}
