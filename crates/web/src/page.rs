//! The page: files that were built into the program.

use axum::Router;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};
use tower_http::compression::CompressionLayer;

use crate::extract::no_such_method;

/// What the build script left: the built front end, or a page that says how to build it.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct Files;

/// Everything outside `/api`.
pub(crate) fn router() -> Router {
    Router::new()
        .route("/", get(file))
        .route("/licences.txt", get(licences))
        .route("/{*path}", get(file))
        .method_not_allowed_fallback(no_such_method)
        .layer(CompressionLayer::new())
}

/// The licences of Poda and of everything in it.
pub const LICENCES: &str = include_str!("../licences.txt");

async fn licences() -> impl IntoResponse {
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    ([kind, (header::CACHE_CONTROL, "no-cache")], LICENCES)
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Files::get(path) {
        Some(found) => send(path, found, &headers),
        None => nothing(),
    }
}

fn send(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    use std::fmt::Write;
    let tag = file.metadata.sha256_hash()[..12]
        .iter()
        .fold(String::from("\""), |mut tag, byte| {
            let _ = write!(tag, "{byte:02x}");
            tag
        })
        + "\"";
    // The names of assets change with their content; a page must always be the newest.
    let keep = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let known = headers.get(header::IF_NONE_MATCH);
    // A compressed answer has the same tag with W/ before it.
    if known.is_some_and(|known| known.as_bytes().ends_with(tag.as_bytes())) {
        let told = [
            (header::ETAG, tag),
            (header::CACHE_CONTROL, keep.to_owned()),
        ];
        return (StatusCode::NOT_MODIFIED, told).into_response();
    }
    let told = [
        (header::CONTENT_TYPE, kind(path).to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, keep.to_owned()),
    ];
    (told, file.data).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

/// The page's own addresses are all behind `#`, so a path that is no file is a mistake.
fn nothing() -> Response {
    const PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Nothing here - Poda</title>\
        <h1>There is nothing at this address</h1><p><a href=\"/\">To Poda</a></p></html>\n";
    let told = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (StatusCode::NOT_FOUND, told, PAGE).into_response()
}
