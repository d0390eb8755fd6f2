//! Dots and Boxes: whoever closes a box owns it and moves again.

mod board;
mod chains;
mod eval;
mod forecast;
mod ladder;
mod notation;
mod playable;
mod rules;

pub(crate) use board::boxes_beside;
pub use board::{Dots, Position};
pub use chains::{Chain, ChainKind, Chains};
pub use eval::DotsEval;
pub use notation::{Direction, DotsSpec, DotsSpecError, Edge};
