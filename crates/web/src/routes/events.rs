//! `/api/games/{id}/events`: what happens in a game, as it happens.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::{Stream, stream};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, broadcast, watch};

use super::{ActRefusals, Refusals, blocking};
use crate::extract::{Answer, PathParams};
use crate::holders::Visitor;
use crate::live_game::{Event, LiveGame, json};
use crate::refused::Refused;
use crate::service::GameService;

/// Whoever lost the connection comes back after this long.
const RETRY: Duration = Duration::from_secs(1);
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(15);

pub(super) const TOO_MANY: Refused =
    Refused::TooMuch("too many pages follow games at once: close some of them");

/// One stream: first the game as it is, then whatever happens, until the game is deleted or the server stops.
pub(crate) struct Listening {
    who: Visitor,
    service: Arc<GameService>,
    live: Arc<LiveGame>,
    /// What is to be sent before anything else, the last first.
    due: Vec<Event>,
    events: broadcast::Receiver<Event>,
    stopping: watch::Receiver<bool>,
    over: bool,
    _permit: OwnedSemaphorePermit,
}

/// What happens in a game, as server-sent events: `game` (a GameView, id = version), `thinking` (a Thought), `gone`
#[utoipa::path(
    get, path = "/api/games/{id}/events", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = String), Refusals, ActRefusals)
)]
pub(super) async fn events(
    State(service): State<Arc<GameService>>,
    who: Visitor,
    PathParams(id): PathParams<String>,
) -> Answer<impl IntoResponse> {
    let listening = blocking(service, move |service| listen(service, &id, who)).await?;
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE);
    Ok(Sse::new(follow(listening)).keep_alive(keep_alive))
}

/// Follows a game from now on.
pub(crate) fn listen(service: &Arc<GameService>, id: &str, who: Visitor) -> Answer<Listening> {
    let permit = Arc::clone(&service.streams).try_acquire_owned();
    let permit = permit.map_err(|_| TOO_MANY)?;
    let live = service.live(id)?;
    let mut state = live.lock()?;
    let events = live.listen();
    service.looked(&live, &mut state);
    let thought = state.search.as_ref().and_then(|s| s.thought.clone());
    let mut due: Vec<Event> = thought.map(Event::Thinking).into_iter().collect();
    due.push(state.event());
    drop(state);
    Ok(Listening {
        who,
        service: Arc::clone(service),
        live,
        due,
        events,
        stopping: service.stopping(),
        over: false,
        _permit: permit,
    })
}

fn follow(listening: Listening) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    stream::unfold(listening, |mut listening| async move {
        let event = listening.next().await?;
        Some((Ok(write(event, listening.who)), listening))
    })
}

impl Listening {
    /// The next event; none after the last.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        if self.over || *self.stopping.borrow() {
            return None;
        }
        if let Some(event) = self.due.pop() {
            return Some(event);
        }
        let received = tokio::select! {
            received = self.events.recv() => received,
            _ = self.stopping.wait_for(|&stops| stops) => return None,
        };
        let event = match received {
            Ok(event) => event,
            // A reader that fell behind is given the game as it is, and goes on from there.
            Err(RecvError::Lagged(_)) => self.catch_up().await,
            Err(RecvError::Closed) => Event::Gone,
        };
        self.over = matches!(event, Event::Gone);
        Some(event)
    }

    async fn catch_up(&mut self) -> Event {
        let (service, live) = (Arc::clone(&self.service), Arc::clone(&self.live));
        let now = blocking(service, move |_| {
            let state = live.lock()?;
            Ok((live.listen(), state.event()))
        });
        match now.await {
            Ok((events, now)) => {
                // What still waits in the old line is older than what is sent now.
                self.events = events;
                now
            }
            Err(_) => Event::Gone,
        }
    }
}

fn write(event: Event, who: Visitor) -> sse::Event {
    match event {
        Event::Game { stored, thinking } => sse::Event::default()
            .event("game")
            .id(stored.version.to_string())
            .retry(RETRY)
            .data(json(&stored.view(thinking, who))),
        Event::Thinking(json) => sse::Event::default().event("thinking").data(json),
        Event::Gone => sse::Event::default().event("gone").data("{}"),
    }
}
