//! The page's TypeScript is what the server's types and the players' table say, and the OpenAPI document lists every address.

use crate::common;

use std::path::Path;

use common::{Folder, Site};
use poda_web::api::*;
use poda_web::lab::api::{LabList, LabReport, PaperPage, RunRequest};
use ts_rs::{Config, TS};

/// Every type that goes over the wire, written by ts-rs into one file for games and one for experiments; and the players' marks.
fn written() -> Vec<(&'static str, String)> {
    let folder = Folder::new();
    let config = Config::new().with_out_dir(folder.path());
    macro_rules! export {
        ($($name:ident),+) => { $($name::export_all(&config).expect("types can be written");)+ };
    }
    export!(
        Analysis,
        Catalogue,
        Checked,
        CutBranch,
        DeleteRequest,
        Deleted,
        ExerciseView,
        GameList,
        GameResult,
        GameView,
        Hint,
        Judgement,
        LessonList,
        MoveRequest,
        NewGame,
        PauseRequest,
        PositionView,
        PuzzleList,
        PuzzleView,
        ReadGame,
        ReadRequest,
        Refusal,
        RematchRequest,
        Review,
        SeatRequest,
        Seen,
        Solution,
        Thought,
        TreeNodes,
        TreePart,
        LabList,
        LabReport,
        PaperPage,
        RunRequest
    );
    let types = ["api.ts", "lab.ts"].map(|name| {
        let text = std::fs::read_to_string(folder.path().join(name));
        (name, text.expect("the file was written"))
    });
    types.into_iter().chain([("look.ts", marks())]).collect()
}

/// The marks on the pieces, in order of play.
fn marks() -> String {
    let mut text = String::from(
        "// Written by `cargo xtask types` from the one table of players. Do not edit.\n\n\
         /** The players' marks as SVG paths, about the centre of a piece with a radius of 42. */\n\
         export const marks = [\n",
    );
    for player in 0..3 {
        text += &format!("  \"{}\",\n", poda_coach::look(player).path);
    }
    text + "] as const;\n"
}

#[test]
fn the_page_has_the_types_of_the_server() {
    let sources = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/front-end/src"));
    for (name, written) in written() {
        let place = sources.join(name);
        if std::env::var_os("PODA_WRITE_TYPES").is_some() {
            std::fs::write(&place, &written).expect("the file can be written");
        }
        let kept = std::fs::read_to_string(&place).unwrap_or_default();
        assert!(
            kept.replace("\r\n", "\n") == written,
            "front-end/src/{name} is not what the server says: run `cargo xtask types`"
        );
    }
}

#[tokio::test]
async fn the_document_lists_every_address_and_answer() {
    let site = Site::new();
    let (_, document) = site.get("/api/openapi.json").await;
    let paths = document["paths"].as_object().expect("paths");
    // The tables at the heads of these files are what people read.
    let table = concat!(
        include_str!("../src/api.rs"),
        include_str!("../src/lab/api.rs")
    );
    let mut count = 0;
    for line in table.lines().filter(|line| line.starts_with("//! | `")) {
        let mut words = line["//! | `".len()..].split(['`', ' ', '?', ',']);
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let method = method.to_lowercase();
        let found = &document["paths"][path][&method];
        assert!(found.is_object(), "{method} {path} is not described");
        count += 1;
        for (status, answer) in found["responses"].as_object().unwrap() {
            let success = status.starts_with('2');
            let schema = &answer["content"]["application/json"]["schema"]["$ref"];
            let refusal = schema == "#/components/schemas/Refusal";
            assert!(success != refusal, "{method} {path} {status}");
        }
    }
    assert_eq!(
        count, 41,
        "the table has a line for each group of addresses"
    );
    let described: usize = paths
        .values()
        .map(|path| path.as_object().unwrap().len())
        .sum();
    assert_eq!(described, 45);
}
