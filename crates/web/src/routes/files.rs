//! A game to take along: as a moving picture, and as text.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;

use poda_coach::{Pieces, Style, Theme};
use serde::Deserialize;

use super::{ActRefusals, Refusals, blocking};
use crate::extract::{Answer, PathParams, QueryParams};
use crate::guests::Guest;
use crate::service::GameService;
use crate::text;

/// How a downloaded file is called.
fn file(kind: &'static str, name: &str) -> [(HeaderName, String); 2] {
    [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("inline; filename=\"{name}\""),
        ),
    ]
}

/// How a picture is to look
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureQuery {
    /// The paper: light if left out
    #[serde(default)]
    #[param(required = false, inline)]
    theme: Theme,
    /// The pieces: orchard if left out
    #[serde(default)]
    #[param(required = false, inline)]
    pieces: Pieces,
}

/// The game as an animated picture
#[utoipa::path(
    get, path = "/api/games/{id}/game.gif", params(("id" = String, Path), PictureQuery),
    responses((status = 200, content_type = "image/gif"), Refusals, ActRefusals)
)]
pub(super) async fn gif(
    State(service): State<Arc<GameService>>,
    guest: Guest,
    PathParams(id): PathParams<String>,
    QueryParams(look): QueryParams<PictureQuery>,
) -> Answer<impl IntoResponse> {
    let style = Style {
        theme: look.theme,
        pieces: look.pieces,
    };
    let name = format!("poda-{id}.gif");
    let stored = blocking(Arc::clone(&service), move |service| {
        Ok(service.live(&id)?.lock()?.stored.clone())
    })
    .await?;
    let key = format!("{} {} {style:?}", stored.id, stored.version);
    let bytes = service.pictures.get(guest, key, move || {
        let session = &stored.session;
        Ok(poda_coach::gif(session.game(), session.line(), &style)?)
    });
    let bytes = axum::body::Bytes::from_owner(bytes.await?);
    Ok((file("image/gif", &name), bytes))
}

/// The game as text: players, moves, result, the board
#[utoipa::path(
    get, path = "/api/games/{id}/game.txt", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String), Refusals, ActRefusals)
)]
pub(super) async fn text(
    State(service): State<Arc<GameService>>,
    PathParams(id): PathParams<String>,
) -> Answer<impl IntoResponse> {
    let (name, text) = blocking(service, move |service| {
        let text = text::of(&service.live(&id)?.lock()?.stored);
        Ok((format!("poda-{id}.txt"), text))
    })
    .await?;
    Ok((file("text/plain; charset=utf-8", &name), text))
}
