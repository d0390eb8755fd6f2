//! The games of a data folder, open in this process: the service that a server has, without the server.

use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::oneshot;

use crate::api::{
    GameList, GameView, Hint, MoveRequest, NewGame, PauseRequest, Refusal, RematchRequest, Seen,
};
use crate::game_store::Which;
use crate::games::{Act, Following, GameEvent, Games, Tell};
use crate::live_game::Event;
use crate::refused::Refused;
use crate::routes::{Listening, listen};
use crate::service::GameService;

pub(crate) struct OwnGames(Arc<GameService>);

impl OwnGames {
    pub(crate) fn new(service: Arc<GameService>) -> OwnGames {
        OwnGames(service)
    }
}

impl Drop for OwnGames {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Games for OwnGames {
    fn address(&self) -> Option<&str> {
        None
    }

    fn make(&self, new: &NewGame) -> Result<GameView, Refusal> {
        Ok(self.0.make(new)?)
    }

    fn rematch(&self, id: &str, swap: bool) -> Result<GameView, Refusal> {
        Ok(self.0.rematch(id, RematchRequest { swap })?)
    }

    fn list(&self, which: Which, before: Option<&str>, limit: u32) -> Result<GameList, Refusal> {
        Ok(self.0.list(which, before, limit)?)
    }

    fn look(&self, id: &str) -> Result<GameView, Refusal> {
        Ok(self.0.look(id)?)
    }

    fn delete(&self, id: &str) -> Result<(), Refusal> {
        Ok(self.0.delete(id)?)
    }

    fn act(&self, id: &str, version: u64, act: &Act) -> Result<GameView, Refusal> {
        let seen = Seen { version };
        let done = match act {
            Act::Play(mv) => {
                let mv = mv.clone();
                self.0.play(id, &MoveRequest { version, mv })
            }
            Act::Undo => self.0.undo(id, seen),
            Act::Redo => self.0.redo(id, seen),
            Act::Resign => self.0.resign(id, seen),
            &Act::Pause(paused) => self.0.pause(id, PauseRequest { paused }),
            Act::Step => self.0.step(id, seen),
            Act::MoveNow => self.0.move_now(id, seen),
        };
        Ok(done?)
    }

    fn hint(&self, id: &str, version: u64) -> Result<Hint, Refusal> {
        let (tell, told) = mpsc::channel();
        self.0
            .hint(id, Seen { version }, Arc::default(), move |hint| {
                // Nobody may be waiting any more.
                let _ = tell.send(hint);
            })?;
        told.recv().map_err(|_| Refused::Stopping.into())
    }

    fn follow(&self, id: &str, tell: Tell) -> Result<Following, Refusal> {
        let listening = listen(&self.0, id)?;
        let (end, ended) = oneshot::channel::<()>();
        let follower = thread::Builder::new().name("follow".to_owned());
        let started = follower.spawn(move || follow(listening, tell, ended));
        started.map_err(|error| Refused::Broken(format!("no thread can be started: {error}")))?;
        Ok(Following::until(move || drop(end)))
    }
}

/// Waits for events and for the end, whatever is first.
fn follow(mut listening: Listening, mut tell: Tell, mut ended: oneshot::Receiver<()>) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else {
        return tell(GameEvent::Gone);
    };
    runtime.block_on(async {
        loop {
            let event = tokio::select! {
                event = listening.next() => event,
                _ = &mut ended => return,
            };
            match event {
                None => return tell(GameEvent::Gone),
                Some(event) => tell(read(event)),
            }
        }
    });
}

fn read(event: Event) -> GameEvent {
    const OURS: &str = "what we wrote ourselves can be read";
    match event {
        Event::Game { json, .. } => GameEvent::Game(serde_json::from_str(&json).expect(OURS)),
        Event::Thinking(json) => GameEvent::Thinking(serde_json::from_str(&json).expect(OURS)),
        Event::Gone => GameEvent::Gone,
    }
}
