//! Puzzles by address: chosen, looked at, and refused.

use axum::http::StatusCode;

use crate::common::Site;

#[tokio::test]
async fn puzzles_are_chosen_and_looked_at() {
    let site = Site::new();
    let (status, all) = site.get("/api/puzzles").await;
    assert_eq!(status, StatusCode::OK);
    let count = all["puzzles"].as_array().unwrap().len();
    assert_eq!(count, poda_coach::puzzles().len());
    let (_, some) = site
        .get("/api/puzzles?game=dots&theme=double-dealing&difficulty=hard")
        .await;
    let some = some["puzzles"].as_array().unwrap();
    assert!(!some.is_empty() && some.len() < count);
    for one in some {
        assert_eq!(one["game"], "dots");
        assert_eq!(one["theme"], "double-dealing");
        assert_eq!(one["difficulty"], "hard");
    }
    let id = some[0]["id"].as_str().unwrap();
    let (status, puzzle) = site.get(&format!("/api/puzzles/{id}")).await;
    assert_eq!(status, StatusCode::OK);
    // Whoever asks the solver hears the same: the one move is the only best one.
    let (spec, link) = (
        &puzzle["position"]["rules"]["spec"],
        &puzzle["position"]["link"],
    );
    let moves = link.as_str().unwrap().split_once('/').unwrap().1;
    let query = format!(
        "/api/analysis?game={}&moves={moves}",
        spec.as_str().unwrap()
    );
    let (_, analysis) = site.get(&query).await;
    assert_eq!(analysis["best"], serde_json::json!([puzzle["line"][0]]));
    assert_eq!(analysis["verdict"], puzzle["goal"]);
}

#[tokio::test]
async fn what_is_no_puzzle_is_refused_in_a_sentence() {
    let site = Site::new();
    let (status, refusal) = site.get("/api/puzzles/nobody").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let sentence = "there is no such puzzle here: /api/puzzles lists them";
    assert_eq!(refusal["error"], sentence);
    let (status, _) = site.get("/api/puzzles?theme=luck").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (status, none) = site.get("/api/puzzles?game=tictactoe").await;
    assert_eq!(
        (status, none["puzzles"].as_array().unwrap().len()),
        (StatusCode::OK, 0)
    );
}
