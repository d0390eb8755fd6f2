//! The games that another process of this machine serves, through the same addresses as the page.

use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use ureq::Agent;

use crate::api::{GameList, GameView, Hint, NewGame, Refusal};
use crate::game_store::Which;
use crate::games::{Act, Following, GameEvent, Games, Tell};

/// How long an answer may take; hints take about a second.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct ServedGames {
    /// `http://127.0.0.1:7632/`.
    address: String,
    /// What whoever has the data folder is known by there.
    cookie: String,
    agent: Agent,
    /// Without a limit of time, for streams.
    patient: Agent,
}

impl ServedGames {
    pub(crate) fn at(address: String, cookie: String) -> ServedGames {
        let agent = |patience| {
            let config = Agent::config_builder().http_status_as_error(false);
            Agent::new_with_config(config.timeout_global(patience).build())
        };
        ServedGames {
            address,
            cookie,
            agent: agent(Some(PATIENCE)),
            patient: agent(None),
        }
    }

    fn path(&self, path: &str) -> String {
        format!("{}api/games{path}", self.address)
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Refusal> {
        let request = self.agent.get(self.path(path));
        answer(request.header("Cookie", &self.cookie).call())
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: impl Serialize) -> Result<T, Refusal> {
        let request = self.agent.post(self.path(path));
        answer(request.header("Cookie", &self.cookie).send_json(body))
    }
}

type Response = Result<ureq::http::Response<ureq::Body>, ureq::Error>;

/// What was answered, or the sentence with which it was refused.
fn answer<T: DeserializeOwned>(response: Response) -> Result<T, Refusal> {
    let mut response = response.map_err(lost)?;
    let success = response.status().is_success();
    let body = response.body_mut();
    if success {
        body.read_json().map_err(lost)
    } else {
        Err(body.read_json().unwrap_or_else(lost))
    }
}

/// Why there was no answer that can be read.
fn lost(error: ureq::Error) -> Refusal {
    Refusal {
        error: format!("the Poda that serves these games does not answer: {error}"),
        game: None,
    }
}

impl Games for ServedGames {
    fn address(&self) -> Option<&str> {
        Some(&self.address)
    }

    fn make(&self, new: &NewGame) -> Result<GameView, Refusal> {
        self.post("", new)
    }

    fn rematch(&self, id: &str, swap: bool) -> Result<GameView, Refusal> {
        self.post(&format!("/{id}/rematch"), json!({ "swap": swap }))
    }

    fn list(&self, which: Which, before: Option<&str>, limit: u32) -> Result<GameList, Refusal> {
        let state = match which {
            Which::All => "",
            Which::Open => "&state=open",
            Which::Over => "&state=over",
        };
        let before = before.map_or(String::new(), |id| format!("&before={id}"));
        self.get(&format!("?limit={limit}{state}{before}"))
    }

    fn look(&self, id: &str) -> Result<GameView, Refusal> {
        self.get(&format!("/{id}"))
    }

    fn delete(&self, id: &str) -> Result<(), Refusal> {
        let request = self.agent.delete(self.path(&format!("/{id}")));
        let gone = request
            .header("Cookie", &self.cookie)
            .call()
            .map_err(lost)?;
        if gone.status().is_success() {
            Ok(())
        } else {
            answer(Ok(gone))
        }
    }

    fn act(&self, id: &str, version: u64, act: &Act) -> Result<GameView, Refusal> {
        let seen = json!({ "version": version });
        let (name, body) = match act {
            Act::Play(mv) => ("moves", json!({ "version": version, "move": mv })),
            Act::Undo => ("undo", seen),
            Act::Redo => ("redo", seen),
            Act::Resign => ("resign", seen),
            Act::Pause(paused) => ("pause", json!({ "paused": paused })),
            Act::Step => ("step", seen),
            Act::MoveNow => ("move-now", seen),
        };
        self.post(&format!("/{id}/{name}"), body)
    }

    fn hint(&self, id: &str, version: u64) -> Result<Hint, Refusal> {
        self.post(&format!("/{id}/hint"), json!({ "version": version }))
    }

    fn follow(&self, id: &str, tell: Tell) -> Result<Following, Refusal> {
        let request = self.patient.get(self.path(&format!("/{id}/events")));
        let stream = request
            .header("Cookie", &self.cookie)
            .call()
            .map_err(lost)?;
        if !stream.status().is_success() {
            return answer(Ok(stream)).and_then(|()| Err(lost(ureq::Error::BodyStalled)));
        }
        let ended = Arc::new(AtomicBool::new(false));
        let end = Arc::clone(&ended);
        let follower = thread::Builder::new().name("follow".to_owned());
        let lines = BufReader::new(stream.into_body().into_reader());
        let started = follower.spawn(move || follow(lines, tell, &ended));
        started.map_err(|error| lost(error.into()))?;
        // The thread sees it at the next line, which comes every fifteen seconds at the latest.
        Ok(Following::until(move || end.store(true, Ordering::Relaxed)))
    }
}

/// Reads server-sent events: `event: NAME`, `data: JSON`, and what does not matter here.
fn follow(lines: BufReader<impl Read>, mut tell: Tell, ended: &AtomicBool) {
    let mut name = String::new();
    for line in lines.lines().map_while(Result::ok) {
        if ended.load(Ordering::Relaxed) {
            return;
        }
        if let Some(found) = line.strip_prefix("event: ") {
            found.clone_into(&mut name);
        } else if let Some(data) = line.strip_prefix("data: ")
            && let Some(event) = read(&name, data)
        {
            let last = event == GameEvent::Gone;
            tell(event);
            if last {
                return;
            }
        }
    }
    if !ended.load(Ordering::Relaxed) {
        tell(GameEvent::Lost);
    }
}

/// An event, unless a newer Poda has one that this one does not know.
fn read(name: &str, data: &str) -> Option<GameEvent> {
    match name {
        "game" => serde_json::from_str(data).ok().map(GameEvent::Game),
        "thinking" => serde_json::from_str(data).ok().map(GameEvent::Thinking),
        "gone" => Some(GameEvent::Gone),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::{Numbers, hostile};
    use std::sync::mpsc;

    /// Whatever comes, whoever follows a game hears in the end that it is gone or lost.
    #[test]
    fn no_stream_of_events_ends_the_program() {
        let seed = b"event: thinking\ndata: {\"version\":1,\"player\":0,\"depth\":3,\"nodes\":9,\"elapsed_ms\":1,\"best\":\"4\",\"verdict\":{},\"source\":\"search\"}\n\n\
            : a remark\n\nevent: game\nid: 3\ndata: {}\n\nevent: gone\ndata: {}\n\n";
        let (mut numbers, mut gone) = (Numbers::new(), 0);
        for _ in 0..20_000 {
            let bytes = hostile(seed, &mut numbers);
            let (tell, told) = mpsc::channel();
            let tell = move |event| tell.send(event).expect("somebody listens");
            follow(
                BufReader::new(&bytes[..]),
                Box::new(tell),
                &AtomicBool::new(false),
            );
            let events: Vec<GameEvent> = told.iter().collect();
            let is_last = |event: &GameEvent| matches!(event, GameEvent::Gone | GameEvent::Lost);
            assert_eq!(events.iter().position(is_last), Some(events.len() - 1));
            gone += usize::from(events.last() == Some(&GameEvent::Gone));
        }
        assert!(gone > 1_000, "{gone}");
    }
}
