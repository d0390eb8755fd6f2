//! `poda`: plays, solves and studies Connect 4 and Dots and Boxes.

mod cli;
mod play;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) if cli::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("poda: {}", cli::said(&error));
            ExitCode::from(cli::BAD_INPUT)
        }
    }
}
