//! The addresses of the lab.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use poda_lab::export;
use serde::Deserialize;
use utoipa::OpenApi;

use super::api::{LabEntry, LabList, LabReport, PaperPage, RunRequest};
use super::laboratory::Laboratory;
use super::papers;
use crate::caps;
use crate::extract::{Answer, JsonBody, PathParams, QueryParams, no_such_method};
use crate::guests::Guest;
use crate::holders::Owner;
use crate::live_game::json;
use crate::refused::Refused;
use crate::routes::{ActRefusals, Nothing, Refusals, broken};

/// Everything below `/api/lab`.
pub(crate) fn router(laboratory: Arc<Laboratory>) -> Router {
    Router::new()
        .route("/api/lab", get(list))
        .route("/api/lab/stop", post(stop))
        .route("/api/lab/papers/{name}", get(paper))
        .route("/api/lab/{name}", get(report))
        .route("/api/lab/{name}/run", post(run))
        .route("/api/lab/{name}/{file}", get(file))
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(caps::BODY))
        .with_state(laboratory)
}

#[derive(OpenApi)]
#[openapi(paths(list, stop, paper, report, run, file))]
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

/// Refuses guests: an experiment takes a processor for hours.
fn owned(owner: Option<Owner>) -> Answer<()> {
    owner.map(|Owner| ()).ok_or_else(|| {
        Refused::not_yours(
            "you are a guest here: only the machine that Poda runs on may start and stop experiments",
        )
    })
}

/// Start an experiment, or go on with it
#[utoipa::path(
    post, path = "/api/lab/{name}/run", params(("name" = String, Path)), request_body = RunRequest,
    responses((status = 202, body = LabEntry), Refusals, ActRefusals)
)]
async fn run(
    State(laboratory): State<Arc<Laboratory>>,
    owner: Option<Owner>,
    PathParams(name): PathParams<String>,
    JsonBody(request): JsonBody<RunRequest>,
) -> Answer<(StatusCode, Json<LabEntry>)> {
    owned(owner)?;
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
    owner: Option<Owner>,
    JsonBody(_): JsonBody<Nothing>,
) -> Answer<Json<LabList>> {
    owned(owner)?;
    blocking(laboratory, |lab| {
        lab.stop();
        lab.list().map(Json)
    })
    .await
}

/// What became of each claim of a paper: s0 to s4
#[utoipa::path(
    get, path = "/api/lab/papers/{name}", params(("name" = String, Path)),
    responses((status = 200, body = PaperPage), Refusals, ActRefusals)
)]
async fn paper(PathParams(name): PathParams<String>) -> Answer<Json<PaperPage>> {
    papers::paper(&name)
        .map(Json)
        .ok_or(Refused::NoSuchExperiment)
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
    guest: Guest,
    PathParams(name): PathParams<String>,
    QueryParams(form): QueryParams<Form>,
) -> Answer<impl IntoResponse> {
    let told = made(laboratory, guest, name, form, "", move |lab, name| {
        Ok(json(&lab.report(name, form)?).as_bytes().to_vec())
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], told.await?))
}

/// Makes something of an experiment's records, one thing at a time, or finds what was made of the same records before.
async fn made(
    laboratory: Arc<Laboratory>,
    guest: Guest,
    name: String,
    form: Form,
    what: &str,
    make: impl FnOnce(&Laboratory, &str) -> Answer<Vec<u8>> + Send + 'static,
) -> Answer<Bytes> {
    let asked = name.clone();
    let entry = blocking(Arc::clone(&laboratory), move |lab| lab.entry(&asked)).await?;
    // An entry says how many games are on record.
    let key = format!("{} {} {what} {}", form.quick, form.reference, json(&entry));
    let own = Arc::clone(&laboratory);
    let made = laboratory
        .reports
        .get(guest, key, move || make(&own, &name));
    Ok(Bytes::from_owner(made.await?))
}

/// A report to take along: report.html, report.csv, report.md or picture-N.svg
#[utoipa::path(
    get, path = "/api/lab/{name}/{file}", params(("name" = String, Path), ("file" = String, Path), Form),
    responses((status = 200, content_type = "text/html", body = String), Refusals, ActRefusals)
)]
async fn file(
    State(laboratory): State<Arc<Laboratory>>,
    guest: Guest,
    PathParams((name, file)): PathParams<(String, String)>,
    QueryParams(form): QueryParams<Form>,
) -> Answer<impl IntoResponse> {
    let (kind, how) = match file.rsplit_once('.').map(|(_, kind)| kind) {
        Some("html") => ("text/html; charset=utf-8", "attachment"),
        Some("csv") => ("text/csv; charset=utf-8", "attachment"),
        Some("md") => ("text/markdown; charset=utf-8", "attachment"),
        // A picture is looked at in the page; a report with its own styles is taken along.
        _ => ("image/svg+xml", "inline"),
    };
    let disposition = format!("{how}; filename=\"{name}-{file}\"");
    let what = file.clone();
    let text = made(laboratory, guest, name, form, &what, move |lab, name| {
        let report = lab.computed(name, form)?;
        let text = match file.as_str() {
            "report.html" => Some(export::html(&report)),
            "report.csv" => Some(export::csv(&report)),
            "report.md" => Some(export::markdown(&report)),
            picture => picture
                .strip_prefix("picture-")
                .and_then(|rest| rest.strip_suffix(".svg")?.parse::<usize>().ok())
                .and_then(|number| report.sections.get(number.checked_sub(1)?))
                .and_then(export::svg),
        };
        text.map(String::into_bytes)
            .ok_or(Refused::NoSuchExperiment)
    });
    let head = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((head, text.await?))
}
