//! The tests of the engine, all in one program: a program for each file takes a minute longer to build. `cargo xtask test` looks for files
//! that are missing here.

mod agents;
mod agree;
mod allocation;
mod chains;
mod characters;
mod common;
mod contract;
mod eval;
mod full;
mod golden;
mod nodes;
mod papers;
mod perfect;
mod perft;
mod readable;
mod rules;
mod session;
mod several;
mod solve_connect4;
mod solve_dots;
mod text;
mod threats;
mod tictactoe;
mod trace;
