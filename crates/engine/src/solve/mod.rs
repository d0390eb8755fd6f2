//! Exact solvers, one for each game: the fast rooms, allowed to know everything about their game.

pub mod connect4;
pub mod dots;
