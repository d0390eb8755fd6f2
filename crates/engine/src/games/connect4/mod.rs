//! Connect 4 on any board, for two or three players.

mod board;
mod notation;
mod rules;

pub use board::{Cell, Connect4, Position};
pub use notation::{Column, Connect4Spec, Connect4SpecError};
