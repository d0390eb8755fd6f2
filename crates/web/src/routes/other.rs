//! What is not about one game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use poda_engine::connect4::Connect4Spec;
use poda_engine::dots::DotsSpec;
use poda_engine::{AnyGame, Game, GameSpec};
use serde::{Deserialize, Serialize};

use super::{ActRefusals, Refusals};
use crate::api::{Catalogue, Checked, GameOffer, NewGame, PositionView, Range, RunOffer, Size};
use crate::extract::{Answer, Body, Words};
use crate::house::House;
use crate::{caps, view};

/// What can be played here, and the caps
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue), Refusals))]
pub(super) async fn catalogue() -> Json<Catalogue> {
    let range = |least, most: usize| Range {
        least,
        most: most as u32,
    };
    let size = |(rows, columns)| Size { rows, columns };
    let connect4 = GameOffer {
        name: "connect4".to_owned(),
        usual: size((6, 7)),
        boards: [(6, 7), (7, 8), (7, 10), (8, 8)].map(size).to_vec(),
        rows: range(1, Connect4Spec::MOST_ROWS),
        columns: range(1, Connect4Spec::MOST_COLUMNS),
        run: Some(RunOffer {
            key: "connect".to_owned(),
            least: 3,
            most: 6,
            usual: 4,
        }),
        players: range(2, 3),
    };
    let dots = GameOffer {
        name: "dots".to_owned(),
        usual: size((4, 4)),
        boards: (2..=DotsSpec::MOST as u8)
            .map(|side| size((side, side)))
            .collect(),
        rows: range(1, DotsSpec::MOST),
        columns: range(1, DotsSpec::MOST),
        run: None,
        players: range(2, 2),
    };
    Json(Catalogue {
        poda: env!("CARGO_PKG_VERSION").to_owned(),
        games: vec![connect4, dots],
        levels: range(1, 4),
        depth: range(1, caps::DEPTH as usize),
        time_ms: range(100, caps::THOUGHT.as_millis() as usize),
    })
}

/// Whether a game could be made, and if not, why
#[utoipa::path(post, path = "/api/check", request_body = NewGame, responses((status = 200, body = Checked), Refusals, ActRefusals))]
pub(super) async fn check(
    State(house): State<Arc<House>>,
    Body(new): Body<NewGame>,
) -> Json<Checked> {
    Json(house.check(&new))
}

/// A position by its text
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PositionWords {
    /// The game, such as `connect4`
    game: String,
    /// The moves so far, such as `4453`
    #[serde(default)]
    #[param(required = false)]
    moves: String,
}

/// What there is to see after some moves
#[utoipa::path(get, path = "/api/position", params(PositionWords), responses((status = 200, body = PositionView), Refusals, ActRefusals))]
pub(super) async fn position(Words(words): Words<PositionWords>) -> Answer<Json<PositionView>> {
    let spec: GameSpec = words.game.parse()?;
    let game = AnyGame::new(spec);
    let (line, _) = game.read_position(&words.moves)?;
    Ok(Json(view::position(&game, &line)))
}

/// Nothing to say
#[derive(Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// Stop the server
#[utoipa::path(post, path = "/api/quit", request_body = Nothing, responses((status = 202, body = Nothing), Refusals, ActRefusals))]
pub(super) async fn quit(
    State(house): State<Arc<House>>,
    Body(Nothing {}): Body<Nothing>,
) -> (StatusCode, Json<Nothing>) {
    house.stop();
    (StatusCode::ACCEPTED, Json(Nothing {}))
}
