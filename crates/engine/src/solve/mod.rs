//! Exact solvers, one for each game. They may know everything about their game; nothing else in the engine depends on them.

pub mod connect4;
