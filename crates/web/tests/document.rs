//! The OpenAPI document is whole.

use crate::common;

use common::Site;
use serde_json::Value;

fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(entries) => {
            for (key, entry) in entries {
                match entry.as_str().filter(|_| key == "$ref") {
                    Some(reference) => found.push(reference),
                    None => references(entry, found),
                }
            }
        }
        Value::Array(entries) => entries.iter().for_each(|entry| references(entry, found)),
        _ => {}
    }
}

#[tokio::test]
async fn everything_that_the_document_refers_to_is_in_it() {
    let site = Site::new();
    let (_, document) = site.get("/api/openapi.json").await;
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 100);
    for reference in found {
        let place = document.pointer(reference.trim_start_matches('#'));
        assert!(place.is_some(), "{reference} leads nowhere");
    }
}
