//! Writes the rows of tests/data/connect4_scores.tsv: random positions of many boards with the score that the solver and plain
//! alpha-beta over the rules agree on.
//!
//!     cargo run --release --example connect4_scores -p poda-engine > crates/engine/tests/data/connect4_scores.tsv

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/plain.rs"]
mod plain;

use poda_engine::solve::{Solvable, SolverOptions};
use poda_engine::{AnyGame, Game, GameSpec, Limits, line_text, with_game};

/// The boards, and how many free cells plain search can manage on them.
const BOARDS: &[(&str, usize)] = &[
    ("connect4:4x4", 16),
    ("connect4:3x5", 15),
    ("connect4:4x5", 20),
    ("connect4:5x4", 20),
    ("connect4:6x4", 20),
    ("connect4:1x8", 8),
    ("connect4:5x5", 18),
    ("connect4:4x7", 16),
    ("connect4:5x7", 15),
    ("connect4:6x6", 15),
    ("connect4:6x7", 15),
    ("connect4:7x7", 14),
    ("connect4:7x8", 14),
    ("connect4:8x7", 14),
    ("connect4:4x12", 13),
    ("connect4:5x10", 13),
    ("connect4:9x6", 14),
    ("connect4:12x4", 15),
    ("connect4:7x10", 12),
];

fn main() {
    println!("# Connect 4 positions with their exact score for the player to move.");
    println!(
        "# Source: the solver and plain alpha-beta over the rules agreed on each (examples/connect4_scores.rs)."
    );
    println!("game\tmoves\tscore");
    for (seed, &(board, most_left)) in BOARDS.iter().enumerate() {
        let game: AnyGame = board.parse().expect("a board");
        let GameSpec::Connect4(spec) = game.spec() else {
            panic!("Connect 4")
        };
        let cells = spec.rows() * spec.columns();
        let options = SolverOptions {
            memory: Some(1 << 20),
            book: false,
            ..SolverOptions::default()
        };
        let mut random = common::rng(seed as u64);
        let mut rows = 0;
        while rows < 16 {
            let (line, _) = common::playout(&game, &mut random);
            // An unfinished position with at most so many cells left, early ones as likely as late ones.
            let first = cells.saturating_sub(most_left) + rows * most_left / 16;
            if first >= line.len() {
                continue;
            }
            let moves = line_text(&line[..first]);
            let number = with_game!(&game, |rules| {
                let (_, position) = rules.read_position(&moves).expect("a position");
                let solver = rules.solver(&options).expect("two who connect four");
                let solution = solver.solve(&position, Limits::default(), &mut |_| ());
                solution.expect("nothing limits it").value
            });
            assert_eq!(number, plain::score(&game, &moves), "{board} {moves}");
            println!("{board}\t{moves}\t{number}");
            rows += 1;
        }
    }
}
