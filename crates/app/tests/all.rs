//! The tests of the program, all in one program: a program for each file takes a minute longer to build. `cargo xtask test` looks for files
//! that are missing here.

mod bots;
mod cli;
mod common;
mod fuzz;
mod lab;
mod play;
mod puzzles;
mod serve;
mod solve;
