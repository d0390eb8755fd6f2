//! Why something was not done: the one map from errors to statuses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use poda_coach::TreeError;
use poda_engine::{AgentSpecError, GameSpecError, MoveError, PositionError, SessionError};
use thiserror::Error;

use crate::api::{GameView, Refusal};

/// What a reader says may repeat what it was sent, line ends included.
fn in_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// A refusal. Each is one sentence for people.
#[derive(Debug, Error)]
pub(crate) enum Refused {
    /// The request cannot be understood.
    #[error("the request cannot be read: {}", in_one_line(.0))]
    Unreadable(String),
    /// It comes from another site.
    #[error("{0}")]
    OtherSite(&'static str),
    /// It is for somebody else to do.
    #[error("{0}")]
    NotYours(String),
    /// There is no such game.
    #[error("there is no such game here: it may have been deleted")]
    NoSuchGame,
    /// There is no such experiment, or no such file of it.
    #[error("there is no such experiment or file here: /api/lab lists the experiments")]
    NoSuchExperiment,
    /// There is no such puzzle.
    #[error("there is no such puzzle here: /api/puzzles lists them")]
    NoSuchPuzzle,
    /// There is nothing at this address.
    #[error("there is nothing at this address: /api/openapi.json lists what there is")]
    NoSuchPath,
    /// The address does not take this method.
    #[error("this address does not take that method: /api/openapi.json lists which it takes")]
    Method,
    /// The request did not arrive in time.
    #[error("the request took too long to arrive: it has 10 seconds")]
    Slow,
    /// The game is no longer as the caller saw it.
    #[error("the game has moved on since you looked: here it is as it is now")]
    MovedOn(Box<GameView>),
    /// The body is too large.
    #[error("the request is too large: at most 16 KB are read")]
    TooLarge,
    /// The body is of another type.
    #[error("the request must be JSON, with the content type application/json")]
    NotJson,
    /// The rules or a cap forbid it.
    #[error("{0}")]
    NotAllowed(String),
    /// Too much at once.
    #[error("{0}")]
    TooMuch(&'static str),
    /// Something is wrong here, not with the request.
    #[error("{0}")]
    Broken(String),
    /// The server is about to stop.
    #[error("Poda is stopping: start it again to play on")]
    Stopping,
}

impl Refused {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Refused::Unreadable(_) => StatusCode::BAD_REQUEST,
            Refused::OtherSite(_) | Refused::NotYours(_) => StatusCode::FORBIDDEN,
            Refused::NoSuchGame
            | Refused::NoSuchExperiment
            | Refused::NoSuchPuzzle
            | Refused::NoSuchPath => StatusCode::NOT_FOUND,
            Refused::Method => StatusCode::METHOD_NOT_ALLOWED,
            Refused::Slow => StatusCode::REQUEST_TIMEOUT,
            Refused::MovedOn(_) => StatusCode::CONFLICT,
            Refused::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Refused::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Refused::NotAllowed(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Refused::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
            Refused::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Refused::Stopping => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Somebody else's, and why.
    pub(crate) fn not_yours(why: impl Into<String>) -> Refused {
        Refused::NotYours(why.into())
    }

    /// Not allowed, and why.
    pub(crate) fn not_allowed(why: impl Into<String>) -> Refused {
        Refused::NotAllowed(why.into())
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Refusal {
        let error = refused.to_string();
        let game = match refused {
            Refused::MovedOn(game) => Some(game),
            _ => None,
        };
        Refusal { error, game }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = (status, Json(Refusal::from(self))).into_response();
        if matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
        ) {
            let second = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, second);
        }
        response
    }
}

/// What the rules refuse.
macro_rules! by_the_rules {
    ($($error:ty),+) => {$(
        impl From<$error> for Refused {
            fn from(error: $error) -> Refused {
                Refused::NotAllowed(error.to_string())
            }
        }
    )+};
}
by_the_rules!(
    SessionError,
    MoveError,
    PositionError,
    GameSpecError,
    AgentSpecError,
    TreeError,
    poda_coach::LessonError,
    poda_coach::PasteError
);

impl From<poda_coach::RasterError> for Refused {
    fn from(error: poda_coach::RasterError) -> Refused {
        Refused::Broken(error.to_string())
    }
}

impl From<rusqlite::Error> for Refused {
    fn from(error: rusqlite::Error) -> Refused {
        Refused::Broken(format!("the games cannot be read or stored: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Refused;

    #[test]
    fn a_refusal_is_one_line() {
        let refused = Refused::Unreadable("unknown field `versi\n`".to_owned());
        let told = refused.to_string();
        assert_eq!(told, "the request cannot be read: unknown field `versi `");
    }
}
