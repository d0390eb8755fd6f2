//! Walks through searches.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use poda_coach::{Seek, Walk};
use poda_engine::Limits;
use serde::Deserialize;

use super::{ActRefusals, Refusals, blocking, worked_out};
use crate::api::{CutBranch, TreeNodes, TreePart};
use crate::caps;
use crate::extract::{Answer, QueryParams};
use crate::guests::Guest;
use crate::service::{GameService, TreeKey};

/// A search of a position
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TreeQuery {
    /// The game, such as `connect4`
    game: String,
    /// The moves so far, such as `4453`
    #[serde(default)]
    #[param(required = false)]
    moves: String,
    /// Who searches, such as `alphabeta:depth=4,order=natural,ties=first`
    agent: String,
}

/// A place in a walk
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PlaceQuery {
    /// The game, such as `connect4`
    game: String,
    /// The moves so far, such as `4453`
    #[serde(default)]
    #[param(required = false)]
    moves: String,
    /// Who searches, such as `alphabeta:depth=4,order=natural,ties=first`
    agent: String,
    /// The step, counted from 0
    #[serde(default)]
    #[param(required = false)]
    step: u32,
    /// What to look for from there: the step itself if left out
    #[serde(default)]
    #[param(required = false, inline)]
    seek: SeekWord,
}

/// What to look for from a step on
#[derive(Clone, Copy, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SeekWord {
    #[default]
    Step,
    Cut,
    Root,
    CutBefore,
    RootBefore,
}

/// A node of a tree
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct NodeQuery {
    /// The game, such as `connect4`
    game: String,
    /// The moves so far, such as `4453`
    #[serde(default)]
    #[param(required = false)]
    moves: String,
    /// Who searches, such as `alphabeta:depth=4,order=natural,ties=first`
    agent: String,
    /// The node, counted from 0
    node: u32,
}

/// A move that was cut off
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BranchQuery {
    /// The game, such as `connect4`
    game: String,
    /// The moves so far, such as `4453`
    #[serde(default)]
    #[param(required = false)]
    moves: String,
    /// Who searches, such as `alphabeta:depth=4,order=natural,ties=first`
    agent: String,
    /// Where it was cut off
    node: u32,
    /// The move
    cut: String,
}

type Shared = State<Arc<GameService>>;

/// The tree, kept or recorded now.
async fn walk(
    service: &Arc<GameService>,
    guest: Guest,
    game: &str,
    moves: &str,
    agent: &str,
) -> Answer<Arc<Walk>> {
    let key = TreeKey::new(game, moves, agent)?;
    match service.kept_tree(&key) {
        Some(walk) => Ok(walk),
        None => {
            worked_out(service, guest, |service, limits| {
                service.record_tree(key, limits)
            })
            .await
        }
    }
}

/// Steps of a walk through a search, and the nodes that are needed to draw them
#[utoipa::path(get, path = "/api/tree", params(PlaceQuery), responses((status = 200, body = TreePart), Refusals, ActRefusals))]
pub(super) async fn part(
    State(service): Shared,
    guest: Guest,
    QueryParams(query): QueryParams<PlaceQuery>,
) -> Answer<Json<TreePart>> {
    let walk = walk(&service, guest, &query.game, &query.moves, &query.agent).await?;
    let seek = match query.seek {
        SeekWord::Step => Seek::Step,
        SeekWord::Cut => Seek::Cut,
        SeekWord::Root => Seek::Root,
        SeekWord::CutBefore => Seek::CutBefore,
        SeekWord::RootBefore => Seek::RootBefore,
    };
    blocking(service, move |_| Ok(walk.part(query.step as usize, seek)?))
        .await
        .map(Json)
}

/// A node of a search tree and its children
#[utoipa::path(get, path = "/api/tree/node", params(NodeQuery), responses((status = 200, body = TreeNodes), Refusals, ActRefusals))]
pub(super) async fn node(
    State(service): Shared,
    guest: Guest,
    QueryParams(query): QueryParams<NodeQuery>,
) -> Answer<Json<TreeNodes>> {
    let walk = walk(&service, guest, &query.game, &query.moves, &query.agent).await?;
    let nodes = walk.around(query.node as usize)?;
    Ok(Json(TreeNodes { nodes }))
}

/// What a move that was cut off would have cost
#[utoipa::path(get, path = "/api/tree/branch", params(BranchQuery), responses((status = 200, body = CutBranch), Refusals, ActRefusals))]
pub(super) async fn branch(
    State(service): Shared,
    guest: Guest,
    QueryParams(query): QueryParams<BranchQuery>,
) -> Answer<Json<CutBranch>> {
    let walk = walk(&service, guest, &query.game, &query.moves, &query.agent).await?;
    worked_out(&service, guest, move |_, limits| {
        let node = query.node as usize;
        let limits = limits.and(Limits::at_most(caps::COUNTED));
        Ok(walk.tree().cut_branch(node, &query.cut, limits)?)
    })
    .await
    .map(Json)
}

/// A search tree as a picture that fits a page
#[utoipa::path(get, path = "/api/tree.svg", params(TreeQuery), responses((status = 200, content_type = "image/svg+xml"), Refusals, ActRefusals))]
pub(super) async fn svg(
    State(service): Shared,
    guest: Guest,
    QueryParams(query): QueryParams<TreeQuery>,
) -> Answer<impl IntoResponse> {
    let walk = walk(&service, guest, &query.game, &query.moves, &query.agent).await?;
    let picture = blocking(service, move |_| Ok(walk.tree().svg())).await?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"poda-tree.svg\"",
        ),
    ];
    Ok((headers, picture))
}
