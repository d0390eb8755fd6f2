//! Which games are listed, deleted together, and forgotten.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use poda_web::Caps;
use serde_json::json;

use crate::common::{HOST, Site, id};

/// The names of the games in a list.
async fn listed(site: &Site, query: &str) -> Vec<String> {
    let (status, list) = site.get(&format!("/api/games?{query}")).await;
    assert_eq!(status, StatusCode::OK, "{list}");
    let games = list["games"].as_array().unwrap();
    games.iter().map(|game| id(game).to_owned()).collect()
}

const TWO: [&str; 2] = ["human", "human"];

#[tokio::test]
async fn a_list_is_filtered_by_game_players_and_result() {
    let site = Site::new();
    let four = site.make("connect4", &TWO, "").await;
    let three = site.make("connect4:6x7,players=3", &["human"; 3], "").await;
    let boxes = site.make("dots:2x2", &TWO, "").await;
    let won = site.make("connect4", &["human", "random"], "4455667").await;
    let lost = site.make("connect4", &["random", "human"], "4455667").await;
    assert_eq!(listed(&site, "game=dots").await, [id(&boxes)]);
    assert_eq!(listed(&site, "game=connect4&players=3").await, [id(&three)]);
    let open = listed(&site, "state=open&game=connect4&players=2").await;
    assert_eq!(open, [id(&four)]);
    assert_eq!(listed(&site, "result=won").await, [id(&won)]);
    assert_eq!(listed(&site, "result=lost").await, [id(&lost)]);
    assert!(listed(&site, "result=draw").await.is_empty());

    let (status, refusal) = site.get("/api/games?game=chess").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let sentence = refusal["error"].as_str().unwrap();
    assert!(
        sentence.contains("chess") && sentence.contains("dots"),
        "{sentence}"
    );
}

#[tokio::test]
async fn a_filtered_list_has_pages_too() {
    let site = Site::new();
    let mut boxes = Vec::new();
    for _ in 0..3 {
        boxes.push(id(&site.make("dots:2x2", &TWO, "").await).to_owned());
        for _ in 0..30 {
            site.make("connect4", &TWO, "").await;
        }
    }
    let (_, first) = site.get("/api/games?game=dots&limit=2").await;
    assert_eq!(first["more"], true);
    let shown = first["games"].as_array().unwrap().iter();
    let shown: Vec<String> = shown.map(|game| id(game).to_owned()).collect();
    let rest = format!("game=dots&limit=2&before={}", shown[1]);
    let rest = listed(&site, &rest).await;
    boxes.reverse();
    assert_eq!([shown, rest].concat(), boxes, "the last one first");
    let (_, all) = site.get("/api/games?game=dots&limit=3").await;
    assert_eq!(all["more"], false);
}

#[tokio::test]
async fn games_that_nobody_has_begun_can_be_left_out() {
    let site = Site::new();
    site.make("connect4", &TWO, "").await;
    site.make("connect4", &TWO, "4453").await;
    let over = site.make("connect4", &TWO, "4455667").await;
    let played = site.make("connect4", &TWO, "").await;
    site.play(&played, "4").await;
    let waits = site.make("connect4", &["human", "friend"], "").await;
    assert_eq!(listed(&site, "").await.len(), 5);
    let begun = [id(&waits), id(&played), id(&over)];
    assert_eq!(listed(&site, "begun=true").await, begun);
}

#[tokio::test]
async fn many_games_are_deleted_at_once() {
    let site = Site::new();
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(id(&site.make("connect4", &TWO, "").await).to_owned());
    }
    let kept = ids.pop().unwrap();
    ids.push("nothing".to_owned());
    let (status, deleted) = site.post("/api/games/delete", json!({"ids": ids})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(deleted, json!({"gone": ids, "problem": null}));
    assert_eq!(listed(&site, "").await, [kept]);

    let many = vec!["x"; 101];
    let (status, _) = site.post("/api/games/delete", json!({"ids": many})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn nobody_deletes_a_strangers_games_however_many_at_once() {
    let site = Site::new();
    let body = json!({"game": "connect4", "seats": TWO});
    let anna = format!("poda={:032x}", 1);
    let (_, game) = site.ask(&anna, "POST", "/api/games", Some(body)).await;
    let own = site.make("connect4", &TWO, "").await;
    let own = id(&own);
    let (_, deleted) = site
        .post("/api/games/delete", json!({"ids": [id(&game), own]}))
        .await;
    assert_eq!(deleted["gone"], json!([own]));
    assert!(deleted["problem"].as_str().unwrap().contains("watching"));
    assert_eq!(listed(&site, "").await, [id(&game)]);
}

/// A server that forgets at once.
fn forgetful() -> Caps {
    Caps {
        not_begun: Duration::ZERO,
        settling: Duration::ZERO,
        ..Caps::default()
    }
}

#[tokio::test]
async fn games_that_nobody_began_go_when_another_is_made() {
    let folder = {
        let site = Site::new();
        let played = site.make("connect4", &TWO, "").await;
        site.play(&played, "4").await;
        site.make("connect4", &TWO, "").await;
        site.make("connect4", &TWO, "4455667").await;
        site.make("connect4", &["human", "friend"], "").await;
        site.make("connect4", &TWO, "").await;
        assert_eq!(listed(&site, "").await.len(), 5, "a day has not passed");
        site.stop()
    };
    let site = Site::on(folder, forgetful());
    assert_eq!(listed(&site, "").await.len(), 5, "nothing goes by itself");
    site.make("connect4", &TWO, "").await;
    assert_eq!(
        listed(&site, "").await.len(),
        4,
        "the two are gone, the new one is there"
    );
}

#[tokio::test]
async fn no_game_goes_under_its_players_eyes() {
    let site = Site::with(forgetful());
    let looked_at = site.make("connect4", &TWO, "").await;
    let events = format!("/api/games/{}/events", id(&looked_at));
    let request = Request::get(events).header(header::HOST, HOST);
    let stream = site.send(request.body(Body::empty()).unwrap()).await;
    let left = site.make("connect4", &TWO, "").await;
    let newest = site.make("connect4", &TWO, "").await;
    assert_eq!(listed(&site, "").await, [id(&newest), id(&looked_at)]);
    let (status, _) = site.get(&format!("/api/games/{}", id(&left))).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    drop(stream);
}

#[tokio::test]
async fn a_server_that_has_just_started_waits_for_its_pages() {
    let site = Site::with(Caps {
        not_begun: Duration::ZERO,
        ..Caps::default()
    });
    for count in 1..4 {
        site.make("connect4", &TWO, "").await;
        assert_eq!(listed(&site, "").await.len(), count);
    }
}
