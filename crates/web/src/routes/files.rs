//! A game to take along: as a moving picture, and as text.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;

use super::{ActRefusals, Refusals, blocking};
use crate::extract::Answer;
use crate::house::House;
use crate::{picture, text};

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

/// The game as an animated picture
#[utoipa::path(
    get, path = "/api/games/{id}/game.gif", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/gif"), Refusals, ActRefusals)
)]
pub(super) async fn gif(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
) -> Answer<impl IntoResponse> {
    let (name, bytes) = blocking(house, move |house| {
        let session = house.room(&id)?.enter()?.kept.session.clone();
        let bytes = picture::gif(session.game(), session.line())?;
        Ok((format!("poda-{id}.gif"), bytes))
    })
    .await?;
    Ok((file("image/gif", &name), bytes))
}

/// The game as text: players, moves, result, the board
#[utoipa::path(
    get, path = "/api/games/{id}/game.txt", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String), Refusals, ActRefusals)
)]
pub(super) async fn text(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
) -> Answer<impl IntoResponse> {
    let (name, text) = blocking(house, move |house| {
        let text = text::of(&house.room(&id)?.enter()?.kept);
        Ok((format!("poda-{id}.txt"), text))
    })
    .await?;
    Ok((file("text/plain; charset=utf-8", &name), text))
}
