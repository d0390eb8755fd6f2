//! `/api/games/{id}/events`: what happens in a game, as it happens. `/api/events` is the same of several games: a browser has six
//! connections to a server, however many windows it shows.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, broadcast, watch};

use super::{ActRefusals, Refusals, blocking};
use crate::caps;
use crate::extract::{Answer, PathParams, QueryParams};
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
    /// One for each stream, however many games it tells of.
    _permit: Arc<OwnedSemaphorePermit>,
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
    Ok(Sse::new(follow(listening, "")).keep_alive(keep_alive))
}

/// Which games to follow
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FollowQuery {
    /// Their ids, with commas between them; 100 at the most
    games: String,
}

/// What happens in several games, in one stream: `game:ID`, `thinking:ID`, `gone:ID`, with the same data as the stream of one
#[utoipa::path(
    get, path = "/api/events", params(FollowQuery),
    responses((status = 200, content_type = "text/event-stream", body = String), Refusals, ActRefusals)
)]
pub(super) async fn several(
    State(service): State<Arc<GameService>>,
    who: Visitor,
    QueryParams(query): QueryParams<FollowQuery>,
) -> Answer<impl IntoResponse> {
    let ids = ids(&query.games)?;
    let all = blocking(service, move |service| {
        let permit = permit(service)?;
        let listen = |id: String| match listen_with(service, &id, who, &permit) {
            Ok(listening) => Ok((id, Some(listening))),
            // The others are there: who asked for this one hears that it is gone.
            Err(Refused::NoSuchGame) => Ok((id, None)),
            Err(refused) => Err(refused),
        };
        ids.into_iter().map(listen).collect::<Answer<Vec<_>>>()
    });
    let streams = all.await?.into_iter().map(|(id, listening)| {
        let of = format!(":{id}");
        match listening {
            Some(listening) => follow(listening, &of).boxed(),
            None => stream::iter([Ok(write(Event::Gone, who, &of))]).boxed(),
        }
    });
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE);
    Ok(Sse::new(stream::select_all(streams)).keep_alive(keep_alive))
}

/// The ids of a list, each once. Only letters and digits: they become names of events.
fn ids(text: &str) -> Answer<Vec<String>> {
    let mut ids: Vec<&str> = text.split(',').collect();
    ids.sort_unstable();
    ids.dedup();
    let is_id =
        |id: &&str| (1..=32).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric());
    match ids.len() <= caps::FOLLOWED && ids.iter().all(is_id) {
        true => Ok(ids.into_iter().map(str::to_owned).collect()),
        false => Err(Refused::Unreadable(format!(
            "`games` must name 1 to {} games by their ids, with commas between them",
            caps::FOLLOWED
        ))),
    }
}

fn permit(service: &GameService) -> Answer<Arc<OwnedSemaphorePermit>> {
    let permit = Arc::clone(&service.streams).try_acquire_owned();
    permit.map(Arc::new).map_err(|_| TOO_MANY)
}

/// Follows a game from now on.
pub(crate) fn listen(service: &Arc<GameService>, id: &str, who: Visitor) -> Answer<Listening> {
    listen_with(service, id, who, &permit(service)?)
}

fn listen_with(
    service: &Arc<GameService>,
    id: &str,
    who: Visitor,
    permit: &Arc<OwnedSemaphorePermit>,
) -> Answer<Listening> {
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
        _permit: Arc::clone(permit),
    })
}

/// Its events, with this at the end of their names.
fn follow(
    listening: Listening,
    of: &str,
) -> impl Stream<Item = Result<sse::Event, Infallible>> + use<> {
    let start = (listening, of.to_owned());
    stream::unfold(start, |(mut listening, of)| async move {
        let event = listening.next().await?;
        Some((Ok(write(event, listening.who, &of)), (listening, of)))
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

fn write(event: Event, who: Visitor, of: &str) -> sse::Event {
    let named = |name: &str| sse::Event::default().event(format!("{name}{of}"));
    match event {
        Event::Game { stored, thinking } => named("game")
            .id(stored.version.to_string())
            .retry(RETRY)
            .data(json(&stored.view(thinking, who))),
        Event::Thinking(json) => named("thinking").data(json),
        Event::Gone => named("gone").data("{}"),
    }
}
