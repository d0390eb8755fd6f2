//! The addresses of the server. Handlers are thin: they read a request, have the [`GameService`] act, and write the answer.

mod events;
mod files;
mod games;
mod lessons;
mod other;
mod puzzles;
mod studies;
mod trees;

pub(crate) use events::{Listening, listen};

pub(crate) use other::Nothing;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use axum::{Extension, Router};
use poda_engine::Limits;
use tokio::sync::oneshot;
use utoipa::OpenApi;

use crate::api::{self, Refusal};
use crate::caps;
use crate::extract::{Answer, no_such_method, no_such_path};
use crate::guests::Guest;
use crate::lab::LabDocument;
use crate::reach::Reach;
use crate::refused::Refused;
use crate::service::GameService;

/// Everything below `/api`.
pub(crate) fn router(service: Arc<GameService>, reach: Reach) -> Router {
    let game = Router::new()
        .route("/", get(games::look).delete(games::delete))
        .route("/moves", post(games::play))
        .route("/undo", post(games::undo))
        .route("/redo", post(games::redo))
        .route("/resign", post(games::resign))
        .route("/pause", post(games::pause))
        .route("/step", post(games::step))
        .route("/move-now", post(games::move_now))
        .route("/hint", post(games::hint))
        .route("/take", post(games::take))
        .route("/leave", post(games::leave))
        .route("/rematch", post(games::rematch))
        .route("/events", get(events::events))
        .route("/game.gif", get(files::gif))
        .route("/game.txt", get(files::text));
    Router::new()
        .route("/api/catalogue", get(other::catalogue))
        .route("/api/check", post(other::check))
        .route("/api/games", get(games::list).post(games::make))
        .route("/api/games/delete", post(games::delete_all))
        .nest("/api/games/{id}", game)
        .route("/api/events", get(events::several))
        .route("/api/position", get(other::position))
        .route("/api/tree", get(trees::part))
        .route("/api/tree/node", get(trees::node))
        .route("/api/tree/branch", get(trees::branch))
        .route("/api/tree.svg", get(trees::svg))
        .route("/api/puzzles", get(puzzles::list))
        .route("/api/puzzles/{id}", get(puzzles::one))
        .route("/api/lessons", get(lessons::list))
        .route("/api/lesson", get(lessons::step))
        .route("/api/lesson/answer", get(lessons::answer))
        .route("/api/lesson/solution", get(lessons::solution))
        .route("/api/read", post(studies::read))
        .route("/api/analysis", get(studies::analysis))
        .route("/api/review", get(studies::review))
        .route("/api/qr.svg", get(other::qr))
        .route("/api/quit", post(other::quit))
        .route("/api/openapi.json", get(openapi))
        .route("/api", axum::routing::any(no_such_path))
        .route("/api/", axum::routing::any(no_such_path))
        .route("/api/{*rest}", axum::routing::any(no_such_path))
        .method_not_allowed_fallback(no_such_method)
        .layer(Extension(reach))
        .layer(DefaultBodyLimit::max(caps::BODY))
        .with_state(service)
}

/// Does work that may wait for the disk, on a thread that may.
async fn blocking<T: Send + 'static>(
    service: Arc<GameService>,
    work: impl FnOnce(&Arc<GameService>) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let done = tokio::task::spawn_blocking(move || work(&service)).await;
    done.unwrap_or_else(|_| Err(broken()))
}

/// Has something worked out on a thread for studies. Whoever goes away stops it.
async fn worked_out<T: Send + 'static>(
    service: &Arc<GameService>,
    guest: Guest,
    work: impl FnOnce(&GameService, Limits<'_>) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let guard = games::StopOnDrop::new(service);
    let (tell, told) = oneshot::channel();
    service.work_out(guest, Arc::clone(&guard.stop), work, move |answer| {
        // Nobody may be waiting any more.
        let _ = tell.send(answer);
    })?;
    told.await.map_err(|_| broken())?
}

/// For what should not happen.
pub(crate) fn broken() -> Refused {
    Refused::Broken("something went wrong here, and it is not your fault: try again".to_owned())
}

/// What any request may be refused with.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "only described")]
pub(crate) enum Refusals {
    /// The request cannot be read.
    #[response(status = 400)]
    Unreadable(Refusal),
    /// It comes from another site, or through another name of this machine; or it is for somebody else to do.
    #[response(status = 403)]
    OtherSite(Refusal),
    /// There is no such game.
    #[response(status = 404)]
    NoSuchGame(Refusal),
    /// Something is wrong with the server.
    #[response(status = 500)]
    Broken(Refusal),
}

/// What a request that changes something may be refused with, besides.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "only described")]
pub(crate) enum ActRefusals {
    /// The request did not arrive in time.
    #[response(status = 408)]
    Slow(Refusal),
    /// The game has moved on; it comes with the refusal.
    #[response(status = 409)]
    MovedOn(Refusal),
    /// The body is larger than 16 KB.
    #[response(status = 413)]
    TooLarge(Refusal),
    /// The body is not JSON.
    #[response(status = 415)]
    NotJson(Refusal),
    /// The rules or a cap forbid it.
    #[response(status = 422)]
    NotAllowed(Refusal),
    /// Too much at once.
    #[response(status = 429)]
    TooMuch(Refusal),
    /// The server is stopping.
    #[response(status = 503)]
    Stopping(Refusal),
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Poda",
        description = "Play Connect 4 and Dots and Boxes against people and computers. Everything refused is a `Refusal` with a sentence."
    ),
    paths(
        games::list,
        games::make,
        games::look,
        games::delete,
        games::delete_all,
        games::play,
        games::undo,
        games::redo,
        games::resign,
        games::pause,
        games::step,
        games::move_now,
        games::hint,
        games::take,
        games::leave,
        games::rematch,
        events::events,
        events::several,
        files::gif,
        files::text,
        other::catalogue,
        other::check,
        other::position,
        trees::part,
        trees::node,
        trees::branch,
        trees::svg,
        puzzles::list,
        puzzles::one,
        lessons::list,
        lessons::step,
        lessons::answer,
        lessons::solution,
        studies::read,
        studies::analysis,
        studies::review,
        other::qr,
        other::quit,
        openapi
    ),
    components(schemas(api::GameResult, api::Refusal, api::Thought, games::ListState))
)]
struct Document;

/// This document
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, content_type = "application/json")))]
async fn openapi() -> axum::Json<utoipa::openapi::OpenApi> {
    axum::Json(Document::openapi().merge_from(LabDocument::openapi()))
}
