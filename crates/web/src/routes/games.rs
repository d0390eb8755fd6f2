//! `/api/games`

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::oneshot;

use super::{ActRefusals, Refusals, blocking, broken};
use crate::api::{
    DeleteRequest, Deleted, GameList, GameResult, GameView, Hint, MoveRequest, NewGame,
    PauseRequest, RematchRequest, SeatRequest, Seen,
};
use crate::caps;
use crate::extract::{Answer, JsonBody, PathParams, QueryParams};
use crate::game_store::{Wanted, Which};
use crate::guests::Guest;
use crate::holders::Visitor;
use crate::refused::Refused;
use crate::service::{Filter, GameService};

type Shared = State<Arc<GameService>>;

/// 201 with the game and where it is.
fn made(game: GameView) -> Response {
    let place = HeaderValue::from_str(&format!("/api/games/{}", game.id));
    let mut response = (StatusCode::CREATED, Json(game)).into_response();
    if let Ok(place) = place {
        response.headers_mut().insert(header::LOCATION, place);
    }
    response
}

/// Which games to list
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Only games that are open, or only those that are over
    state: Option<ListState>,
    /// Only games that somebody has begun to play
    #[serde(default)]
    begun: bool,
    /// Only one game, by its name: `connect4`
    game: Option<String>,
    /// Only games for so many players
    players: Option<usize>,
    /// Only games that ended like this for whoever asks
    result: Option<GameResult>,
    /// Games that changed before this one
    before: Option<String>,
    /// At most so many: 20 if left out
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ListState {
    Open,
    Over,
}

/// The games that are stored, the one that changed last first
#[utoipa::path(get, path = "/api/games", params(ListQuery), responses((status = 200, body = GameList), Refusals, ActRefusals))]
pub(super) async fn list(
    State(service): Shared,
    who: Visitor,
    QueryParams(query): QueryParams<ListQuery>,
) -> Answer<Json<GameList>> {
    let wanted = Wanted {
        which: match query.state {
            // Only what is over has ended somehow.
            None if query.result.is_some() => Which::Over,
            None => Which::All,
            Some(ListState::Open) => Which::Open,
            Some(ListState::Over) => Which::Over,
        },
        begun: query.begun,
        game: query.game,
        players: query.players,
    };
    let filter = Filter {
        wanted,
        result: query.result,
    };
    filter.check()?;
    let limit = query.limit.unwrap_or(20);
    if !(1..=caps::LIST).contains(&limit) {
        return Err(Refused::not_allowed(format!(
            "a page of {limit} games is not possible: limit is 1 to {}",
            caps::LIST
        )));
    }
    blocking(service, move |service| {
        service.list(&filter, query.before.as_deref(), limit, who)
    })
    .await
    .map(Json)
}

/// Make a game
#[utoipa::path(
    post, path = "/api/games", request_body = NewGame,
    responses((status = 201, body = GameView, headers(("location", description = "where the game is"))), Refusals, ActRefusals)
)]
pub(super) async fn make(
    State(service): Shared,
    who: Visitor,
    guest: Guest,
    JsonBody(new): JsonBody<NewGame>,
) -> Answer<Response> {
    blocking(service, move |service| service.make(&new, who, guest))
        .await
        .map(made)
}

/// A game as it is; computers whose turn it is go on
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 200, body = GameView), Refusals))]
pub(super) async fn look(
    State(service): Shared,
    who: Visitor,
    PathParams(id): PathParams<String>,
) -> Answer<Json<GameView>> {
    blocking(service, move |service| service.look(&id, who))
        .await
        .map(Json)
}

/// Delete a game
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 204), Refusals))]
pub(super) async fn delete(
    State(service): Shared,
    who: Visitor,
    PathParams(id): PathParams<String>,
) -> Answer<StatusCode> {
    blocking(service, move |service| service.delete(&id, who))
        .await
        .map(|()| StatusCode::NO_CONTENT)
}

/// Delete several games
#[utoipa::path(
    post, path = "/api/games/delete", request_body = DeleteRequest,
    responses((status = 200, body = Deleted), Refusals, ActRefusals)
)]
pub(super) async fn delete_all(
    State(service): Shared,
    who: Visitor,
    JsonBody(request): JsonBody<DeleteRequest>,
) -> Answer<Json<Deleted>> {
    let count = request.ids.len();
    if count > caps::LIST as usize {
        return Err(Refused::not_allowed(format!(
            "{count} games cannot be deleted at once: {} can",
            caps::LIST
        )));
    }
    blocking(service, move |service| {
        Ok(service.delete_all(&request.ids, who))
    })
    .await
    .map(Json)
}

/// Declares handlers that pass a body on to the service and answer with the game.
macro_rules! actions {
    ($($(#[doc = $doc:literal])+ $name:ident($body:ty) at $path:literal calls $call:ident($($by:tt)?);)+) => {$(
        $(#[doc = $doc])+
        #[utoipa::path(
            post, path = $path, params(("id" = String, Path)), request_body = $body,
            responses((status = 200, body = GameView), Refusals, ActRefusals)
        )]
        pub(super) async fn $name(
            State(service): Shared,
            who: Visitor,
            PathParams(id): PathParams<String>,
            JsonBody(body): JsonBody<$body>,
        ) -> Answer<Json<GameView>> {
            blocking(service, move |service| service.$call(&id, $($by)? body, who)).await.map(Json)
        }
    )+};
}

actions! {
    /// Make a move for a person
    play(MoveRequest) at "/api/games/{id}/moves" calls play(&);
    /// Take back to a person's last turn, or a resignation
    undo(Seen) at "/api/games/{id}/undo" calls undo();
    /// Play again what was taken back
    redo(Seen) at "/api/games/{id}/redo" calls redo();
    /// Give up
    resign(Seen) at "/api/games/{id}/resign" calls resign();
    /// Have the computers wait, or play on
    pause(PauseRequest) at "/api/games/{id}/pause" calls pause();
    /// Have the computer of a paused game make one move
    step(Seen) at "/api/games/{id}/step" calls step();
    /// Have the computer play the best it has found so far
    move_now(Seen) at "/api/games/{id}/move-now" calls move_now();
    /// Take a seat that is free
    take(SeatRequest) at "/api/games/{id}/take" calls take();
    /// Leave a seat to whoever comes next
    leave(SeatRequest) at "/api/games/{id}/leave" calls leave();
}

/// The same players again, on an empty board
#[utoipa::path(
    post, path = "/api/games/{id}/rematch", params(("id" = String, Path)), request_body = RematchRequest,
    responses((status = 201, body = GameView, headers(("location", description = "where the game is"))), Refusals, ActRefusals)
)]
pub(super) async fn rematch(
    State(service): Shared,
    who: Visitor,
    guest: Guest,
    PathParams(id): PathParams<String>,
    JsonBody(request): JsonBody<RematchRequest>,
) -> Answer<Response> {
    let rematch = move |service: &Arc<GameService>| service.rematch(&id, request, who, guest);
    blocking(service, rematch).await.map(made)
}

/// Stops a search when whoever waits for it has gone.
pub(super) struct StopOnDrop {
    service: Arc<GameService>,
    pub(super) stop: Arc<AtomicBool>,
}

impl StopOnDrop {
    pub(super) fn new(service: &Arc<GameService>) -> StopOnDrop {
        StopOnDrop {
            service: Arc::clone(service),
            stop: Arc::default(),
        }
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.service.withdraw(&self.stop);
    }
}

/// A move to consider, and why
#[utoipa::path(
    post, path = "/api/games/{id}/hint", params(("id" = String, Path)), request_body = Seen,
    responses((status = 200, body = Hint), Refusals, ActRefusals)
)]
pub(super) async fn hint(
    State(service): Shared,
    who: Visitor,
    guest: Guest,
    PathParams(id): PathParams<String>,
    JsonBody(seen): JsonBody<Seen>,
) -> Answer<Json<Hint>> {
    let guard = StopOnDrop::new(&service);
    let flag = Arc::clone(&guard.stop);
    let (tell, told) = oneshot::channel();
    blocking(service, move |service| {
        service.hint(&id, seen, who, guest, flag, move |hint| {
            // Nobody may be waiting any more.
            let _ = tell.send(hint);
        })
    })
    .await?;
    told.await.map(Json).map_err(|_| broken())
}
