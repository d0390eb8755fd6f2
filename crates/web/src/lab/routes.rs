//! The addresses of the lab.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use poda_lab::export;
use serde::Deserialize;
use utoipa::OpenApi;

use super::api::{LabEntry, LabList, LabReport, RunRequest};
use super::laboratory::Laboratory;
use crate::caps;
use crate::extract::{Answer, JsonBody, QueryParams};
use crate::refused::Refused;
use crate::routes::{ActRefusals, Nothing, Refusals, broken};

/// Everything below `/api/lab`.
pub(crate) fn router(laboratory: Arc<Laboratory>) -> Router {
    Router::new()
        .route("/api/lab", get(list))
        .route("/api/lab/stop", post(stop))
        .route("/api/lab/{name}", get(report))
        .route("/api/lab/{name}/run", post(run))
        .route("/api/lab/{name}/{file}", get(file))
        .layer(DefaultBodyLimit::max(caps::BODY))
        .with_state(laboratory)
}

#[derive(OpenApi)]
#[openapi(paths(list, stop, report, run, file))]
pub(crate) struct LabDocument;

/// Reads records from the disk or waits for a run to end, on a thread that may.
async fn blocking<T: Send + 'static>(
    laboratory: Arc<Laboratory>,
    work: impl FnOnce(&Arc<Laboratory>) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let done = tokio::task::spawn_blocking(move || work(&laboratory)).await;
    done.unwrap_or_else(|_| Err(broken()))
}

/// The experiments and how far they are
#[utoipa::path(get, path = "/api/lab", responses((status = 200, body = LabList), Refusals))]
async fn list(State(laboratory): State<Arc<Laboratory>>) -> Answer<Json<LabList>> {
    blocking(laboratory, |lab| lab.list().map(Json)).await
}

/// Start an experiment, or go on with it
#[utoipa::path(
    post, path = "/api/lab/{name}/run", params(("name" = String, Path)), request_body = RunRequest,
    responses((status = 202, body = LabEntry), Refusals, ActRefusals)
)]
async fn run(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<RunRequest>,
) -> Answer<(StatusCode, Json<LabEntry>)> {
    blocking(laboratory, move |lab| {
        lab.start(&name, request.quick)?;
        Ok((StatusCode::ACCEPTED, Json(lab.entry(&name)?)))
    })
    .await
}

/// Stop whatever is running; nothing that was played is lost
#[utoipa::path(
    post, path = "/api/lab/stop", request_body = Nothing,
    responses((status = 200, body = LabList), Refusals, ActRefusals)
)]
async fn stop(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(_): JsonBody<Nothing>,
) -> Answer<Json<LabList>> {
    blocking(laboratory, |lab| {
        lab.stop();
        lab.list().map(Json)
    })
    .await
}

/// Which form of an experiment
#[derive(Clone, Copy, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Form {
    /// The one with few games
    #[serde(default)]
    #[param(required = false)]
    pub(crate) quick: bool,
    /// The result that comes with Poda
    #[serde(default)]
    #[param(required = false)]
    pub(crate) reference: bool,
}

/// What an experiment has shown so far
#[utoipa::path(
    get, path = "/api/lab/{name}", params(("name" = String, Path), Form),
    responses((status = 200, body = LabReport), Refusals, ActRefusals)
)]
async fn report(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
    QueryParams(form): QueryParams<Form>,
) -> Answer<Json<LabReport>> {
    blocking(laboratory, move |lab| lab.report(&name, form).map(Json)).await
}

/// A report to take along: report.html, report.csv, report.md or picture-N.svg
#[utoipa::path(
    get, path = "/api/lab/{name}/{file}", params(("name" = String, Path), ("file" = String, Path), Form),
    responses((status = 200, content_type = "text/html", body = String), Refusals, ActRefusals)
)]
async fn file(
    State(laboratory): State<Arc<Laboratory>>,
    Path((name, file)): Path<(String, String)>,
    QueryParams(form): QueryParams<Form>,
) -> Answer<impl IntoResponse> {
    blocking(laboratory, move |lab| {
        let report = lab.computed(&name, form)?;
        let (kind, text) = match file.as_str() {
            "report.html" => ("text/html; charset=utf-8", export::html(&report)),
            "report.csv" => ("text/csv; charset=utf-8", export::csv(&report)),
            "report.md" => ("text/markdown; charset=utf-8", export::markdown(&report)),
            picture => {
                let svg = picture
                    .strip_prefix("picture-")
                    .and_then(|rest| rest.strip_suffix(".svg")?.parse::<usize>().ok())
                    .and_then(|number| report.sections.get(number.checked_sub(1)?))
                    .and_then(export::svg)
                    .ok_or(Refused::NoSuchExperiment)?;
                ("image/svg+xml", svg)
            }
        };
        // A picture is looked at in the page; a report with its own styles is taken along.
        let how = if kind.starts_with("image") {
            "inline"
        } else {
            "attachment"
        };
        let disposition = format!("{how}; filename=\"{name}-{file}\"");
        Ok((
            [
                (header::CONTENT_TYPE, kind.to_owned()),
                (header::CONTENT_DISPOSITION, disposition),
            ],
            text,
        ))
    })
    .await
}
