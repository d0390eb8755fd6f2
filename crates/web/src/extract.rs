//! Requests as values. What cannot be read is refused in a sentence, in our own query.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::caps::BODY_TIME;
use crate::refused::Refused;

/// A JSON body.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Refused> {
        let read = Json::<Value>::from_request(request, state);
        let read = tokio::time::timeout(BODY_TIME, read).await;
        match read.map_err(|_| Refused::Slow)? {
            // A list would be read as an object's values in their order, which nobody means.
            Ok(Json(value)) if !value.is_object() => Err(Refused::Unreadable(
                "it must be an object in braces, { … }".to_owned(),
            )),
            Ok(Json(value)) => serde_json::from_value(value)
                .map(JsonBody)
                .map_err(|error| Refused::Unreadable(bounded(&error.to_string()))),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(Refused::NotJson),
            Err(JsonRejection::BytesRejection(error)) => match error.status().as_u16() {
                413 => Err(Refused::TooLarge),
                _ => Err(Refused::Unreadable(error.body_text())),
            },
            Err(error) => Err(Refused::Unreadable(plain(&error.body_text()))),
        }
    }
}

/// The words after a `?`.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryParams<T>, Refused> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(QueryParams(value)),
            Err(QueryRejection::FailedToDeserializeQueryString(error)) => {
                Err(Refused::Unreadable(plain(&error.body_text())))
            }
            Err(error) => Err(Refused::Unreadable(error.body_text())),
        }
    }
}

/// The variable parts of an address.
pub(crate) struct PathParams<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParams<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathParams<T>, Refused> {
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(PathParams(value)),
            Err(_) => Err(Refused::Unreadable(
                "the address has bytes that are not UTF-8".to_owned(),
            )),
        }
    }
}

/// The last part of an error is about the content; what comes before it says that there was one.
fn plain(text: &str) -> String {
    bounded(text.split_once(": ").map_or(text, |(_, about)| about))
}

/// Repeats what the caller sent, so not at any length: how it begins, and how it ends, where the reason mostly stands.
fn bounded(text: &str) -> String {
    const HALF: usize = 100;
    let all: Vec<char> = text.chars().collect();
    if all.len() <= 2 * HALF {
        return text.to_owned();
    }
    let (begin, end) = (&all[..HALF], &all[all.len() - HALF..]);
    begin.iter().chain(&['…']).chain(end).collect()
}

/// What a handler answers.
pub(crate) type Answer<T> = Result<T, Refused>;

/// For what never has a body of its own.
pub(crate) async fn no_such_path() -> Response {
    Refused::NoSuchPath.into_response()
}

pub(crate) async fn no_such_method() -> Response {
    Refused::Method.into_response()
}
