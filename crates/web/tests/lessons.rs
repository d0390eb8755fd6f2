//! Lessons: every step has its words, an answer is judged, and what is not there is refused in a sentence.

use crate::common;

use std::collections::BTreeSet;

use axum::http::StatusCode;
use common::Site;
use serde_json::Value;

async fn lessons(site: &Site) -> Vec<Value> {
    let (status, list) = site.get("/api/lessons").await;
    assert_eq!(status, StatusCode::OK);
    list["lessons"].as_array().unwrap().clone()
}

#[tokio::test]
async fn every_step_has_its_words_and_no_words_are_left_over() {
    let site = Site::new();
    let mut wanted = BTreeSet::new();
    for lesson in lessons(&site).await {
        let name = lesson["name"].as_str().unwrap();
        wanted.extend([format!("lesson-{name}"), format!("lesson-{name}-about")]);
        for step in lesson["steps"].as_array().unwrap() {
            let step = step.as_str().unwrap();
            wanted.extend([
                format!("lesson-{name}-{step}"),
                format!("lesson-{name}-{step}-done"),
            ]);
        }
    }
    let lines = poda_web::CATALOGUE.lines();
    let names = lines.filter_map(|line| line.split_once(" = ").map(|(name, _)| name));
    let there: BTreeSet<String> = names
        .filter(|name| name.starts_with("lesson-"))
        .map(str::to_owned)
        .collect();
    assert_eq!(there, wanted);
}

#[tokio::test]
async fn an_answer_is_judged_with_a_reason() {
    let site = Site::new();
    let (status, step) = site.get("/api/lesson?lesson=minimax&step=1").await;
    assert_eq!(status, StatusCode::OK, "{step}");
    let choices = step["task"]["choices"].as_array().unwrap().len();
    let (_, solution) = site.get("/api/lesson/solution?lesson=minimax&step=1").await;
    let right: Vec<&str> = solution["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer.as_str().unwrap())
        .collect();
    for choice in 0..choices {
        let path = format!("/api/lesson/answer?lesson=minimax&step=1&answer={choice}");
        let (_, judgement) = site.get(&path).await;
        assert_eq!(
            judgement["right"],
            right.contains(&choice.to_string().as_str())
        );
        assert_eq!(judgement["why"][0]["why"], "chooses");
    }
}

#[tokio::test]
async fn what_is_no_answer_is_refused_in_a_sentence() {
    let site = Site::new();
    for (path, words) in [
        ("lesson?lesson=nothing", "there is no lesson `nothing`"),
        (
            "lesson?lesson=minimax&step=99",
            "this lesson has no step 99",
        ),
        (
            "lesson/answer?lesson=minimax&step=1&answer=9",
            "`9` is no answer here: give the number of a choice from 0 to 2",
        ),
        (
            "lesson/answer?lesson=order&step=1&answer=1+1+1+1",
            "`1 1 1 1` is no answer here: give every move once",
        ),
    ] {
        let (status, refusal) = site.get(&format!("/api/{path}")).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        let sentence = refusal["error"].as_str().unwrap();
        assert!(sentence.starts_with(words), "{sentence}");
    }
}
