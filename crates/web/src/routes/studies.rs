//! `/api/analysis` and `/api/review`: what the moves of a position are worth, and what those of a game gave away.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use poda_engine::{AnyGame, Game, GameSpec, line_text};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, watch};

use super::{ActRefusals, Refusals, blocking, broken};
use crate::api::{Analysis, ReadGame, ReadRequest, Review};
use crate::extract::{Answer, JsonBody, QueryParams};
use crate::guests::Guest;
use crate::refused::Refused;
use crate::service::{GameService, StudyKey, StudyKind, Watched};

/// A position to study
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StudyQuery {
    /// The game, such as `connect4`
    game: String,
    /// The moves so far, such as `4453`
    #[serde(default)]
    #[param(required = false)]
    moves: String,
    /// The game that is kept here and that this is about, if it is about one: some are played without analysis
    id: Option<String>,
}

/// What every move of a position is worth: JSON when it is known or its time is over, or as server-sent events `analysis` (an
/// Analysis, the last one is `done`) on the way
#[utoipa::path(get, path = "/api/analysis", params(StudyQuery), responses((status = 200, body = Analysis), Refusals, ActRefusals))]
pub(super) async fn analysis(
    State(service): State<Arc<GameService>>,
    guest: Guest,
    QueryParams(query): QueryParams<StudyQuery>,
    headers: HeaderMap,
) -> Answer<Response> {
    study(service, guest, query, &headers, StudyKind::Analysis).await
}

/// What each move of a game gave away: JSON when all is known or its time is over, or as server-sent events `review` (a Review that
/// grows, the last one is `done`) on the way
#[utoipa::path(get, path = "/api/review", params(StudyQuery), responses((status = 200, body = Review), Refusals, ActRefusals))]
pub(super) async fn review(
    State(service): State<Arc<GameService>>,
    guest: Guest,
    QueryParams(query): QueryParams<StudyQuery>,
    headers: HeaderMap,
) -> Answer<Response> {
    study(service, guest, query, &headers, StudyKind::Review).await
}

/// A game that somebody pasted, as moves: from Poda, gamesolver.org or bitbully, or a board drawn with letters
#[utoipa::path(post, path = "/api/read", request_body = ReadRequest, responses((status = 200, body = ReadGame), Refusals, ActRefusals))]
pub(super) async fn read(
    State(service): State<Arc<GameService>>,
    JsonBody(request): JsonBody<ReadRequest>,
) -> Answer<Json<ReadGame>> {
    // A drawn board may take a moment.
    blocking(service, move |_| {
        let game = request.game.map(|game| game.parse()).transpose()?;
        let game = game.map(AnyGame::new);
        let (game, line) = poda_coach::read_pasted(&request.text, game.as_ref())?;
        Ok(Json(ReadGame {
            game: game.spec().to_string(),
            moves: line_text(&line),
        }))
    })
    .await
}

async fn study(
    service: Arc<GameService>,
    guest: Guest,
    query: StudyQuery,
    headers: &HeaderMap,
    kind: StudyKind,
) -> Answer<Response> {
    let spec: GameSpec = query.game.parse()?;
    let game = AnyGame::new(spec);
    let (line, _) = game.read_position(&query.moves)?;
    let key = StudyKey {
        kind,
        game: spec.to_string(),
        moves: line_text(&line),
    };
    let stopping = service.stopping();
    let accept = headers.get(header::ACCEPT).map(|value| value.as_bytes());
    let streams = accept.is_some_and(|accept| accept.starts_with(b"text/event-stream"));
    let permit = match streams {
        true => Some(permit(&service)?),
        false => None,
    };
    let mut watched = blocking(service, move |service| {
        if let Some(id) = &query.id {
            service.may_study(id)?;
        }
        service.study(key, game, line, guest)
    })
    .await?;
    match permit {
        None => whole(watched, stopping).await,
        Some(permit) => {
            // What is known already goes out first.
            watched.steps.mark_changed();
            let following = Following {
                watched,
                kind,
                stopping,
                over: false,
                _permit: permit,
            };
            let keep_alive = KeepAlive::new().interval(super::events::KEEP_ALIVE);
            Ok(Sse::new(follow(following))
                .keep_alive(keep_alive)
                .into_response())
        }
    }
}

fn permit(service: &GameService) -> Answer<OwnedSemaphorePermit> {
    let permit = Arc::clone(&service.streams).try_acquire_owned();
    permit.map_err(|_| super::events::TOO_MANY)
}

/// The last step. Whoever goes away before it comes lets go of the study.
async fn whole(mut watched: Watched, mut stopping: watch::Receiver<bool>) -> Answer<Response> {
    let done = watched
        .steps
        .wait_for(|step| step.as_ref().is_some_and(|step| step.done));
    let step = tokio::select! {
        step = done => step.ok().and_then(|step| step.clone()),
        _ = stopping.wait_for(|&stops| stops) => return Err(Refused::Stopping),
    };
    let json = step.ok_or_else(broken)?.json;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, json.to_string()).into_response())
}

/// One stream: what is known so far, then each step, until the last.
struct Following {
    watched: Watched,
    kind: StudyKind,
    stopping: watch::Receiver<bool>,
    over: bool,
    _permit: OwnedSemaphorePermit,
}

fn follow(following: Following) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    stream::unfold(following, |mut following| async move {
        let event = following.next().await?;
        Some((Ok(event), following))
    })
}

impl Following {
    async fn next(&mut self) -> Option<sse::Event> {
        if self.over {
            return None;
        }
        let steps = &mut self.watched.steps;
        loop {
            tokio::select! {
                changed = steps.changed() => changed.ok()?,
                _ = self.stopping.wait_for(|&stops| stops) => return None,
            }
            if let Some(step) = steps.borrow_and_update().clone() {
                self.over = step.done;
                let name = match self.kind {
                    StudyKind::Analysis => "analysis",
                    StudyKind::Review => "review",
                };
                return Some(sse::Event::default().event(name).data(step.json));
            }
        }
    }
}
