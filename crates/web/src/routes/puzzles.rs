//! `/api/puzzles`: positions in which exactly one move is right.

use axum::Json;
use poda_coach::{Difficulty, KeptPuzzle, PuzzleTheme, puzzles};
use serde::Deserialize;

use super::{ActRefusals, Refusals};
use crate::api::{PuzzleList, PuzzleView};
use crate::extract::{Answer, PathParams, QueryParams};
use crate::refused::Refused;

/// Which puzzles to list
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PuzzleQuery {
    /// Of one game, by its name, such as `dots`
    game: Option<String>,
    /// With one theme
    #[param(inline)]
    theme: Option<PuzzleTheme>,
    /// That are so hard
    #[param(inline)]
    difficulty: Option<Difficulty>,
}

/// The puzzles, game by game, the easiest first
#[utoipa::path(get, path = "/api/puzzles", params(PuzzleQuery), responses((status = 200, body = PuzzleList), Refusals, ActRefusals))]
pub(super) async fn list(QueryParams(query): QueryParams<PuzzleQuery>) -> Json<PuzzleList> {
    let fits = |one: &&KeptPuzzle| {
        query.game.as_ref().is_none_or(|game| one.game() == game)
            && query.theme.is_none_or(|theme| one.puzzle.theme == theme)
            && query.difficulty.is_none_or(|level| one.difficulty == level)
    };
    let puzzles = puzzles().iter().filter(fits).map(KeptPuzzle::summary);
    Json(PuzzleList {
        puzzles: puzzles.collect(),
    })
}

/// One puzzle, with its solution
#[utoipa::path(get, path = "/api/puzzles/{id}", params(("id" = String, Path, description = "Its short name")), responses((status = 200, body = PuzzleView), Refusals))]
pub(super) async fn one(PathParams(id): PathParams<String>) -> Answer<Json<PuzzleView>> {
    let found = puzzles().iter().find(|one| one.id == id);
    Ok(Json(found.ok_or(Refused::NoSuchPuzzle)?.view()))
}
