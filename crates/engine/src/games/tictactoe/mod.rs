//! Tic-tac-toe on any board up to 8 × 8: whoever is first to have a row of his own has won.

mod board;
mod eval;
mod ladder;
mod notation;
mod playable;
mod rules;
mod solver;

pub use board::{Position, TicTacToe};
pub use eval::TicTacToeEval;
pub use notation::{Square, TicTacToeSpec, TicTacToeSpecError};
