//! Proves every puzzle that comes with Poda: each legal move is solved exactly. `cargo xtask long` runs it.

#![allow(clippy::print_stdout, reason = "it reports to whoever runs it")]

#[path = "../tests/common/proof.rs"]
mod proof;

use std::process::ExitCode;
use std::time::Instant;

use poda_coach::puzzles;
use poda_engine::Knowledge;

fn main() -> ExitCode {
    let (start, knowledge) = (Instant::now(), Knowledge::default());
    let mut wrong = 0;
    for one in puzzles() {
        if let Some(fault) = proof::fault(&one.puzzle, &knowledge) {
            println!("{}: {fault}", one.puzzle);
            wrong += 1;
        }
    }
    let (all, seconds) = (puzzles().len(), start.elapsed().as_secs_f64());
    println!("{all} puzzles, {wrong} wrong, {seconds:.1} s");
    ExitCode::from(u8::from(wrong > 0))
}
