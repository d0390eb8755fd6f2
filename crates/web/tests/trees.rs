//! Walks through searches: steps that fit together, cut branches, and what is refused.

use crate::common;

use axum::http::StatusCode;
use common::Site;
use serde_json::Value;

const TREE: &str = "game=connect4&moves=44&agent=alphabeta:depth=4,order=natural,ties=first";

async fn part(site: &Site, place: &str) -> Value {
    let (status, part) = site.get(&format!("/api/tree?{TREE}&{place}")).await;
    assert_eq!(status, StatusCode::OK, "{part}");
    part
}

#[tokio::test]
async fn a_walk_is_told_in_parts() {
    let site = Site::new();
    let first = part(&site, "step=0").await;
    let steps = first["tree"]["steps"].as_u64().unwrap();
    let nodes = first["tree"]["nodes"].as_u64().unwrap();
    assert!(first["tree"]["minimax"].as_u64().unwrap() > nodes);
    assert_eq!(first["steps"][0]["kind"], "enter");
    let cut = part(&site, "step=0&seek=cut").await;
    let at = cut["step"].as_u64().unwrap();
    let step = |part: &Value, at: u64| {
        let steps = part["steps"].as_array().unwrap();
        steps
            .iter()
            .find(|step| step["step"] == at)
            .unwrap()
            .clone()
    };
    assert_eq!(step(&cut, at)["kind"], "cut");
    // The same step is the same from wherever one comes.
    let again = part(&site, &format!("step={}", at + 5)).await;
    assert_eq!(step(&again, at), step(&cut, at));
    let before = part(&site, &format!("step={}&seek=cut-before", at + 1)).await;
    assert_eq!(before["step"], at);
    let last = part(&site, &format!("step={}", steps - 1)).await;
    assert_eq!(step(&last, steps - 1)["visited"], nodes);

    let node = step(&cut, at)["node"].as_u64().unwrap();
    let (_, around) = site
        .get(&format!("/api/tree/node?{TREE}&node={node}"))
        .await;
    let left = &around["nodes"][0]["skipped"];
    let mv = left[0].as_str().unwrap();
    let (status, branch) = site
        .get(&format!("/api/tree/branch?{TREE}&node={node}&cut={mv}"))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert!(branch["cost"].as_u64() <= branch["minimax"].as_u64());
}

#[tokio::test]
async fn a_tree_is_refused_in_a_sentence() {
    let site = Site::new();
    for (query, words) in [
        (
            "game=connect4&agent=alphabeta:depth=12",
            "this tree has more than 200000 positions",
        ),
        (
            "game=connect4&agent=strong:time=1s",
            "a tree must come out the same each time",
        ),
        ("game=connect4&agent=random", "random has no tree to show"),
        (
            "game=connect4&moves=4455667&agent=minimax:depth=2",
            "the game is over in this position",
        ),
        (
            "game=connect4&agent=minimax:depth=2&step=9999",
            "this tree has no step 9999",
        ),
        ("game=chess&agent=minimax:depth=2", "there is no game"),
    ] {
        let (status, refusal) = site.get(&format!("/api/tree?{query}")).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        let sentence = refusal["error"].as_str().unwrap();
        assert!(sentence.starts_with(words), "{sentence}");
    }
}
