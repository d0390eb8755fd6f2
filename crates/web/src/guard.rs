//! Who may talk to the server. It listens on this machine only, but every page that a browser here shows can send it
//! requests: so each request must name us as its host (against names that another site points at this machine), and what a
//! browser sends for another site is refused. There are no CORS headers: no other site can read an answer.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::holders::Visitor;
use crate::refused::Refused;

/// The names under which the server may be reached.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    names: Vec<String>,
    port: u16,
    /// Whether the server listens on every address of the machine. A number cannot be pointed elsewhere by another site, so
    /// then any of them will do.
    any_number: bool,
}

impl Guard {
    /// The loopback names, and the host that the server was told to listen on.
    pub(crate) fn new(host: &str, port: u16) -> Guard {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let number = bare.parse::<IpAddr>().ok();
        let names = ["localhost", "127.0.0.1", "::1", bare];
        Guard {
            names: names.map(str::to_ascii_lowercase).to_vec(),
            port,
            any_number: number.is_some_and(|number| number.is_unspecified()),
        }
    }

    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.strip_prefix('[') {
            Some(rest) => match rest.split_once(']') {
                Some((name, port)) => (name, port),
                None => return false,
            },
            None => host.split_at(host.find(':').unwrap_or(host.len())),
        };
        let port = match port.strip_prefix(':') {
            Some(port) => port.parse().ok(),
            None => port.is_empty().then_some(80),
        };
        let name = name.to_ascii_lowercase();
        port == Some(self.port)
            && (self.names.contains(&name) || self.any_number && name.parse::<IpAddr>().is_ok())
    }

    fn check(&self, request: &Request) -> Result<(), Refused> {
        let headers = request.headers();
        let authority = request.uri().authority().map(|host| host.as_str());
        let host = one(headers, header::HOST);
        let host = match (host, authority) {
            (Some(host), Some(other)) if host != other => None,
            (host, authority) => host.or(authority),
        };
        let host = host
            .filter(|host| self.knows(host))
            .ok_or(Refused::OtherSite(
                "this is not an address of this Poda: open it as http://127.0.0.1 with its port",
            ))?;
        let api = request.uri().path().starts_with("/api");
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        let own = |origin: &str| {
            origin
                .strip_prefix("http://")
                .is_some_and(|from| from.eq_ignore_ascii_case(host))
        };
        let site = headers.get("sec-fetch-site");
        let foreign_site = site.is_some_and(|site| site != "same-origin" && site != "none");
        let origins = headers.get_all(header::ORIGIN);
        let foreign_origin = origins.iter().any(|origin| !origin.to_str().is_ok_and(own));
        if (api && foreign_site) || (!reads && (foreign_site || foreign_origin)) {
            return Err(Refused::OtherSite(
                "this request comes from another site, and only Poda's own page may send it",
            ));
        }
        Ok(())
    }
}

/// A header that stands there exactly once.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// What the browser must hold the page to: nothing from elsewhere, no code or style that is not a file of ours.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// Lets in who may, and sends the headers that keep the page safe with every answer.
pub(crate) async fn watch(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let api = path.starts_with("/api");
    // What every page asks for before it does anything. Others keep no cookies, and need none.
    let arrives = path == "/" || path == "/api/catalogue";
    let visitor = Visitor::of(request.headers());
    let length = request.headers().get(header::CONTENT_LENGTH);
    let has_body = length.is_some_and(|length| length != "0")
        || request.headers().contains_key(header::TRANSFER_ENCODING);
    let mut response = match guard.check(&request) {
        Ok(()) => {
            let mut response = next.run(request).await;
            if let Some(cookie) = visitor.cookie().filter(|_| arrives) {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(refused) => refused.into_response(),
    };
    let early = matches!(
        response.status(),
        StatusCode::BAD_REQUEST
            | StatusCode::FORBIDDEN
            | StatusCode::NOT_FOUND
            | StatusCode::METHOD_NOT_ALLOWED
            | StatusCode::REQUEST_TIMEOUT
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    let headers = response.headers_mut();
    if early && has_body {
        // Refused before the body came, or might have: what still comes is not another request.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_known_by_name_and_port() {
        let guard = Guard::new("127.0.0.1", 7632);
        for host in [
            "localhost:7632",
            "LOCALHOST:7632",
            "127.0.0.1:7632",
            "[::1]:7632",
        ] {
            assert!(guard.knows(host), "{host}");
        }
        for host in [
            "localhost",
            "localhost:80",
            "evil.example:7632",
            "127.0.0.1.evil.example:7632",
            "[::1:7632",
            "localhost:7632:7632",
            "localhost:7632/",
            "",
            ":7632",
            "192.168.1.2:7632",
            "user@localhost:7632",
        ] {
            assert!(!guard.knows(host), "{host}");
        }
        assert!(Guard::new("127.0.0.1", 80).knows("localhost"));
    }

    #[test]
    fn open_to_the_network_every_number_will_do_but_no_name() {
        let guard = Guard::new("0.0.0.0", 7632);
        assert!(guard.knows("192.168.1.2:7632") && guard.knows("[fe80::1]:7632"));
        assert!(!guard.knows("evil.example:7632"));
        assert!(Guard::new("box.lan", 7632).knows("box.lan:7632"));
    }
}
