//! Whole games as readable text: any change of the rules shows up as a changed picture.

use crate::common;

use std::fmt::Write;

use poda_coach::Board;
use poda_engine::{Game, PlayerId};

/// Every position of a seeded random game, with whose turn it is and what was played.
fn playthrough(spec: &str, seed: u64) -> String {
    let game = common::game(spec);
    let (line, states) = common::playout(&game, &mut common::rng(seed));
    let mut text = format!("{spec}, seed {seed}: {}\n", poda_engine::line_text(&line));
    for (ply, state) in states.iter().enumerate() {
        let _ = write!(text, "\n{}", Board::new(&game, &line[..ply]));
        if let Some(margin) = game.margin(state, PlayerId::FIRST) {
            let _ = writeln!(text, "first is ahead by {margin}");
        }
        let _ = match game.outcome(state) {
            None => writeln!(text, "{ply}: {} plays {}", game.to_move(state), line[ply]),
            Some(outcome) => writeln!(text, "{ply}: over, {outcome}"),
        };
    }
    text
}

#[test]
fn playthroughs_are_as_they_were() {
    insta::assert_snapshot!("connect4", playthrough("connect4:4x5,connect=3", 1));
    insta::assert_snapshot!(
        "connect4_three",
        playthrough("connect4:4x4,players=3,connect=3", 2)
    );
    insta::assert_snapshot!("dots", playthrough("dots:2x3", 3));
}
