//! The games of a data folder, open in this process: the service that a server has, without the server.

use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::oneshot;

use crate::api::{
    GameList, GameView, Hint, MoveRequest, NewGame, PauseRequest, Refusal, RematchRequest, Seen,
};
use crate::game_store::{Wanted, Which};
use crate::games::{Act, Following, GameEvent, Games, Tell};
use crate::guests::Guest;
use crate::holders::Visitor;
use crate::live_game::Event;
use crate::refused::Refused;
use crate::routes::{Listening, listen};
use crate::service::{Filter, GameService};

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
        Ok(self.0.make(new, Visitor::owner(), Guest::HERE)?)
    }

    fn rematch(&self, id: &str, swap: bool) -> Result<GameView, Refusal> {
        Ok(self
            .0
            .rematch(id, RematchRequest { swap }, Visitor::owner(), Guest::HERE)?)
    }

    fn list(&self, which: Which, before: Option<&str>, limit: u32) -> Result<GameList, Refusal> {
        let wanted = Wanted {
            which,
            begun: false,
            game: None,
            players: None,
        };
        let filter = Filter {
            wanted,
            result: None,
        };
        Ok(self.0.list(&filter, before, limit, Visitor::owner())?)
    }

    fn look(&self, id: &str) -> Result<GameView, Refusal> {
        Ok(self.0.look(id, Visitor::owner())?)
    }

    fn delete(&self, id: &str) -> Result<(), Refusal> {
        Ok(self.0.delete(id, Visitor::owner())?)
    }

    fn act(&self, id: &str, version: u64, act: &Act) -> Result<GameView, Refusal> {
        let (seen, who) = (Seen { version }, Visitor::owner());
        let done = match act {
            Act::Play(mv) => {
                let mv = mv.clone();
                self.0.play(id, &MoveRequest { version, mv }, who)
            }
            Act::Undo => self.0.undo(id, seen, who),
            Act::Redo => self.0.redo(id, seen, who),
            Act::Resign => self.0.resign(id, seen, who),
            &Act::Pause(paused) => self.0.pause(id, PauseRequest { paused }, who),
            Act::Step => self.0.step(id, seen, who),
            Act::MoveNow => self.0.move_now(id, seen, who),
        };
        Ok(done?)
    }

    fn hint(&self, id: &str, version: u64) -> Result<Hint, Refusal> {
        let (tell, told) = mpsc::channel();
        // Nobody may be waiting any more.
        let tell = move |hint| drop(tell.send(hint));
        let (seen, who) = (Seen { version }, Visitor::owner());
        self.0
            .hint(id, seen, who, Guest::HERE, Arc::default(), tell)?;
        told.recv().map_err(|_| Refused::Stopping.into())
    }

    fn follow(&self, id: &str, tell: Tell) -> Result<Following, Refusal> {
        let listening = listen(&self.0, id, Visitor::owner())?;
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
        return tell(GameEvent::Lost);
    };
    runtime.block_on(async {
        loop {
            let event = tokio::select! {
                event = listening.next() => event,
                _ = &mut ended => return,
            };
            let event = event.map_or(GameEvent::Lost, read);
            let last = matches!(event, GameEvent::Gone | GameEvent::Lost);
            tell(event);
            if last {
                return;
            }
        }
    });
}

fn read(event: Event) -> GameEvent {
    match event {
        Event::Game { stored, thinking } => {
            GameEvent::Game(Box::new(stored.view(thinking, Visitor::owner())))
        }
        Event::Thinking(json) => {
            let thought = serde_json::from_str(&json);
            GameEvent::Thinking(thought.expect("what we wrote ourselves can be read"))
        }
        Event::Gone => GameEvent::Gone,
    }
}
