//! Experiments through the server: started, watched, stopped, gone on with, and read.

use crate::common;

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{Folder, HOST, Site};
use http_body_util::BodyExt;
use poda_web::Caps;
use serde_json::{Value, json};

async fn until(site: &Site, name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..600 {
        let (status, list) = site.get("/api/lab").await;
        assert_eq!(status, StatusCode::OK);
        let entries = list["experiments"].as_array().unwrap().clone();
        let entry = entries.into_iter().find(|entry| entry["name"] == name);
        let entry = entry.expect("the experiment is listed");
        if wanted(&entry) {
            return entry;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{name} never got there");
}

async fn file(site: &Site, path: &str) -> (StatusCode, String) {
    let request = Request::get(path).header(header::HOST, HOST);
    let response = site.send(request.body(Body::empty()).unwrap()).await;
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quick_run_comes_to_its_end_and_can_be_read() {
    let site = Site::new();
    let (status, before) = site.get("/api/lab/s3-matrix?quick=true").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(before["entry"]["quick"]["played"], 0);

    let (status, entry) = site
        .own("/api/lab/s3-matrix/run", json!({ "quick": true }))
        .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{entry}");
    let entry = until(&site, "s3-matrix", |entry| {
        entry["quick"]["played"] == entry["quick"]["games"]
    })
    .await;
    assert_eq!(entry["full"]["played"], 0);

    let (_, report) = site.get("/api/lab/s3-matrix?quick=true").await;
    let heat = &report["sections"][0];
    assert_eq!(heat["heat"], true);
    assert_eq!(heat["rows"][3]["fields"][0]["published"], ".109");
    assert_eq!(heat["rows"][3]["fields"][0]["reference"], ".970");
    assert!(heat["rows"][3]["fields"][0]["n"].as_u64().unwrap() > 0);

    let (status, csv) = file(&site, "/api/lab/s3-matrix/report.csv?quick=true").await;
    assert_eq!(status, StatusCode::OK);
    assert!(csv.lines().count() > 16, "{csv}");
    let (_, svg) = file(&site, "/api/lab/s3-matrix/picture-1.svg?quick=true").await;
    assert!(svg.contains("<svg"));
    let (_, html) = file(&site, "/api/lab/s3-matrix/report.html?quick=true").await;
    assert!(html.contains("</html>"));
    let (status, _) = file(&site, "/api/lab/s3-matrix/picture-99.svg").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_guest_looks_and_starts_nothing() {
    let site = Site::new();
    for (path, body) in [
        ("/api/lab/s3-matrix/run", json!({ "quick": true })),
        ("/api/lab/stop", json!({})),
    ] {
        let (status, refusal) = site.post(path, body).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}");
        assert!(refusal["error"].as_str().unwrap().contains("guest"));
    }
    let (status, entry) = site.get("/api/lab/s3-matrix?quick=true").await;
    assert_eq!(status, StatusCode::OK);
    assert!(entry["entry"]["running"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_stopped_kept_and_gone_on_with() {
    let site = Site::new();
    let full = json!({ "quick": false });
    let (status, _) = site.own("/api/lab/s3-matrix/run", full.clone()).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let (status, refusal) = site.own("/api/lab/s4-table/run", full.clone()).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refusal["error"].as_str().unwrap().contains("one at a time"));

    until(&site, "s3-matrix", |entry| {
        entry["full"]["played"].as_u64().unwrap() >= 5
    })
    .await;
    let (status, _) = site.own("/api/lab/stop", json!({})).await;
    assert_eq!(status, StatusCode::OK);
    let stopped = until(&site, "s3-matrix", |entry| entry["running"].is_null()).await;
    let played = stopped["full"]["played"].as_u64().unwrap();

    // A new server on the same folder knows what was played, and goes on from there.
    let folder: Folder = site.stop();
    let told = std::fs::read_to_string(folder.path().join("lab/s3-matrix/stretches.jsonl"));
    let stretch: Value = serde_json::from_str(&told.expect("it is beside the games")).unwrap();
    assert_eq!(stretch["games"], played);
    assert!(stretch["machine"].is_string());
    let site = Site::on(folder, Caps::default());
    let entry = until(&site, "s3-matrix", |_| true).await;
    assert_eq!(entry["full"]["played"], played);
    let (status, _) = site.own("/api/lab/s3-matrix/run", full).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let entry = until(&site, "s3-matrix", |entry| {
        entry["full"]["played"].as_u64().unwrap() > played
    })
    .await;
    assert_eq!(entry["running"]["total"], entry["full"]["games"]);
    site.stop();
}

#[tokio::test]
async fn what_comes_with_poda_is_there_before_anything_was_played() {
    let site = Site::new();
    let (_, list) = site.get("/api/lab").await;
    assert_eq!(list["systems"].as_array().map(Vec::len), Some(5));
    let entries = list["experiments"].as_array().unwrap();
    for entry in entries {
        let name = entry["name"].as_str().unwrap();
        let path = format!("/api/lab/{name}?reference=true");
        let (status, report) = site.get(&path).await;
        let Some(kept) = entry["reference"].as_object() else {
            assert_eq!(status, StatusCode::NOT_FOUND, "{name}");
            continue;
        };
        assert_eq!(status, StatusCode::OK, "{name}");
        assert_eq!(kept["games"], entry["full"]["games"], "{name}");
        assert_eq!(report["reference"], true);
        assert!(report["sections"][0]["rows"][0]["fields"][0]["reference"].is_null());
        if let Some(picture) = kept["picture"].as_str() {
            let (status, svg) =
                file(&site, &format!("/api/lab/{name}/{picture}?reference=true")).await;
            assert_eq!(status, StatusCode::OK, "{name}");
            assert!(svg.contains("<svg"), "{name}");
        }
        // Something to be seen of each result: a picture, or the shares of a table.
        let shares = kept["shares"].as_array().unwrap();
        assert_ne!(shares.is_empty(), kept["picture"].is_null(), "{name}");
        for share in shares {
            let [least, likeliest, most] = [0, 1, 2].map(|at| share[at].as_f64().unwrap());
            assert!(0.0 <= least && least <= likeliest && likeliest <= most && most <= 1.0);
        }
    }
    let about = |name: &str| {
        let entry = entries.iter().find(|entry| entry["name"] == name);
        entry.expect("it is listed")["system"].clone()
    };
    assert_eq!(about("s3-ties"), "s3");
    assert!(about("three-player").is_null());
}

#[tokio::test]
async fn unknown_experiments_and_bad_requests_are_refused_in_a_sentence() {
    let site = Site::new();
    for path in [
        "/api/lab/nothing",
        "/api/lab/..%2F..%2Fetc",
        "/api/lab/s3-matrix/passwd",
    ] {
        let (status, refusal) = site.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(refusal["error"].as_str().unwrap().contains("no such"));
    }
    let (status, _) = site
        .own("/api/lab/nothing/run", json!({ "quick": true }))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _) = site
        .own("/api/lab/s3-matrix/run", json!({ "quick": 3 }))
        .await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}
