//! What is not about one game.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use poda_engine::{AnyGame, Game, GameSpec};
use serde::{Deserialize, Serialize};

use super::{ActRefusals, Refusals};
use crate::api::{Catalogue, Checked, NewGame, PositionView, Range};
use crate::caps;
use crate::extract::{Answer, JsonBody, QueryParams};
use crate::holders::Owner;
use crate::reach::{Reach, qr_svg};
use crate::refused::Refused;
use crate::service::GameService;

/// What can be played here, and the caps
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue), Refusals))]
pub(super) async fn catalogue(
    State(service): State<Arc<GameService>>,
    Extension(reach): Extension<Reach>,
    owner: Option<Owner>,
) -> Json<Catalogue> {
    let programs = service.programs().names();
    Json(Catalogue {
        poda: env!("CARGO_PKG_VERSION").to_owned(),
        games: poda_coach::offers(),
        levels: Range::new(1, 4),
        depth: Range::new(1, caps::DEPTH as usize),
        time_ms: Range::new(100, caps::THOUGHT.as_millis() as usize),
        programs: programs.map(|name| format!("program:{name}")).collect(),
        address: reach.elsewhere(),
        owner: owner.is_some(),
    })
}

/// Whether a game could be made, and if not, why
#[utoipa::path(post, path = "/api/check", request_body = NewGame, responses((status = 200, body = Checked), Refusals, ActRefusals))]
pub(super) async fn check(
    State(service): State<Arc<GameService>>,
    JsonBody(new): JsonBody<NewGame>,
) -> Json<Checked> {
    Json(service.check(&new))
}

/// A position by its text
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PositionQuery {
    /// The game, such as `connect4`
    game: String,
    /// The moves so far, such as `4453`
    #[serde(default)]
    #[param(required = false)]
    moves: String,
}

/// What there is to see after some moves
#[utoipa::path(get, path = "/api/position", params(PositionQuery), responses((status = 200, body = PositionView), Refusals, ActRefusals))]
pub(super) async fn position(
    QueryParams(query): QueryParams<PositionQuery>,
) -> Answer<Json<PositionView>> {
    let spec: GameSpec = query.game.parse()?;
    let game = AnyGame::new(spec);
    let (line, _) = game.read_position(&query.moves)?;
    Ok(Json(PositionView::new(&game, &line)))
}

/// What a QR code leads to
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct QrQuery {
    /// What follows the server's address: nothing, or `#` and at most 200 letters, digits and signs
    #[serde(default)]
    #[param(required = false)]
    path: String,
}

/// The address for other devices as a QR code
#[utoipa::path(
    get, path = "/api/qr.svg", params(QrQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String), Refusals, ActRefusals)
)]
pub(super) async fn qr(
    Extension(reach): Extension<Reach>,
    QueryParams(QrQuery { path }): QueryParams<QrQuery>,
) -> Answer<impl IntoResponse> {
    let address = reach.elsewhere().ok_or_else(|| {
        Refused::not_allowed(
            "only this machine can reach this Poda: start it with --host 0.0.0.0 to let other devices in",
        )
    })?;
    let fits = path.len() <= 200 && path.bytes().all(|byte| byte.is_ascii_graphic());
    let code = (fits && (path.is_empty() || path.starts_with('#')))
        .then(|| qr_svg(&format!("{address}{path}")))
        .flatten();
    let code = code.ok_or_else(|| {
        Refused::not_allowed(
            "path must be empty, or `#` and at most 200 letters, digits and signs of ASCII",
        )
    })?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], code))
}

/// Nothing to say
#[derive(Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// Stop the server
#[utoipa::path(post, path = "/api/quit", request_body = Nothing, responses((status = 202, body = Nothing), Refusals, ActRefusals))]
pub(super) async fn quit(
    State(service): State<Arc<GameService>>,
    owner: Option<Owner>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> Answer<(StatusCode, Json<Nothing>)> {
    if owner.is_none() {
        return Err(Refused::not_yours(
            "you are a guest here: only the machine that Poda runs on may stop it",
        ));
    }
    service.stop();
    Ok((StatusCode::ACCEPTED, Json(Nothing {})))
}
