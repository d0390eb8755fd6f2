//! Reads positions, one line `moves` or `moves score` each; prints `moves score microseconds` for each. The table is cleared
//! before each, outside the time, and the opening book is not used.

use std::time::Instant;

use connect_four_ai::{Position, Solver};

fn main() {
    let path = std::env::args().nth(1).expect("a file of positions");
    let text = std::fs::read_to_string(path).expect("a readable file");
    let mut solver = Solver::empty();
    for line in text.lines() {
        let moves = line.split(' ').next().unwrap_or_default();
        let position = if moves == "-" {
            Position::new()
        } else {
            Position::from_moves(moves).expect("a position")
        };
        solver.reset();
        let clock = Instant::now();
        let score = solver.solve(&position);
        println!("{moves} {score} {}", clock.elapsed().as_nanos() as f64 / 1e3);
    }
}
