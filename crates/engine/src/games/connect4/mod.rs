//! Connect 4 on any board, for two or three players.

mod board;
mod eval;
mod ladder;
mod notation;
mod playable;
mod rules;

pub use board::{Cell, Connect4, Position};
pub use eval::{Connect4Eval, RunWeights, WindowWeights};
pub use notation::{Column, Connect4Spec, Connect4SpecError};
