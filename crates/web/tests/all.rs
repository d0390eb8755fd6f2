//! The tests of the server, all in one program: a program for each file takes a minute longer to build. `cargo xtask test` looks for files
//! that are missing here.

mod common;
mod crowd;
mod document;
mod events;
mod friends;
mod fuzz;
mod games;
mod lab;
mod lessons;
mod listing;
mod load;
mod open_games;
mod programs;
mod puzzles;
mod safety;
mod studies;
mod trees;
mod types;
